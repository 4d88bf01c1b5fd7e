"""Best policies: against the whole tree of dice and answers, against games whose value is known, and what a player cannot see."""

from __future__ import annotations

import random
from fractions import Fraction as F
from pathlib import Path
from typing import Any

import pytest

from penance_build.api import Refused, WrongUse, best_policy, odds, situation
from penance_build.ir import nodes as n
from penance_build.ir.interpret.run import Pending, run
from penance_build.ir.record import replace
from penance_build.odds.deciding.best import best
from penance_build.odds.question.refusal import Policy
from penance_build.odds.walking.exact import Odds
from tests.games import program_of
from tests.odds_oracles import const, d, game, inp, op, total, var, whole

CASES = Path(__file__).resolve().parent / "cases_odds"


def case(name: str) -> n.Program:
    return program_of((CASES / f"{name}.yaml").read_text(encoding="utf-8"))


# ---------------------------------------------------------------- the whole tree


class Asks(Exception):
    """A run that lacks a face or an answer: how many there are."""

    def __init__(self, kind: str, options: Any) -> None:
        super().__init__(kind)
        self.kind, self.options = kind, options


class Told:
    """Faces and answers from one list, in the order in which they are wanted."""

    def __init__(self, told: tuple[Any, ...]) -> None:
        self.told = list(told)

    def roll(self, name: str, die: n.Die, count: int) -> list[int]:
        return [self.next("face", range(len(die.faces))) for _ in range(count)]

    def shuffle(self, zone: str, size: int) -> list[int]:
        return [self.next("face", range(place + 1)) for place in range(size - 1, 0, -1)]

    def finish(self) -> None:
        assert not self.told

    def choose(self, pending: Pending) -> Any:
        return self.next("answer", pending.options)

    def next(self, kind: str, options: Any) -> Any:
        if not self.told:
            raise Asks(kind, options)
        return self.told.pop(0)


def greatest(program: n.Program, inputs: dict[str, int], result: str, sign: int, told: tuple[Any, ...], budget: list[int]) -> F:
    """The mean of a result where every answer is the best one, with everything that was rolled in sight."""
    budget[0] -= 1
    if budget[0] < 0:
        raise OverflowError
    source = Told(told)
    try:
        outcome = run(program, "p", inputs, source, choices=source.choose)
    except Asks as asks:
        values = [greatest(program, inputs, result, sign, (*told, option), budget) for option in asks.options]
        return sign * max(sign * value for value in values) if asks.kind == "answer" else sum(values, F(0)) / len(values)
    value = outcome.results[result]
    assert isinstance(value, int)
    return F(value)


def random_choices(rng: random.Random) -> n.Program:
    """Rolls and choices by turns, in branches, loops and a procedure that is called; some options are not always there."""

    def number() -> n.Expr:
        left = rng.choice([var("x"), var("y"), total("r", "d3"), const(rng.randint(-1, 3))])
        right = rng.choice([var("x"), var("y"), const(2)])
        return op("max", const(-9), op("min", const(9), op(rng.choice(["add", "sub", "mul"]), left, right)))

    def choice() -> list[n.Stmt]:
        names = "abc"[: rng.randint(2, 3)]
        options = [n.Option(name, name, at, op("ge", number(), const(1)) if at else None) for at, name in enumerate(names)]
        fallback = rng.choice(["", "a", "b"])
        then = n.If(op("eq", var("c"), const(1)), (n.Let("x", number()), n.Roll("r", "d3", const(1), "r")), (n.Let("y", number()),))
        return [n.Choose("c", const(0), "?", tuple(options), fallback), then]

    def part() -> list[n.Stmt]:
        kind = rng.choice(["choice", "choice", "if", "each", "call", "stop", "roll"])
        if kind == "if":
            return [n.If(op("ge", number(), const(1)), tuple(choice()), tuple(choice()) if rng.random() < 0.5 else ())]
        if kind == "each":
            return [n.Each("i", const(1), op("max", const(0), op("min", const(2), var("y"))), 2, tuple(choice()))]
        if kind == "call":
            return [n.Call("q", (var("x"),), (("out", "x"),))]
        if kind == "stop":
            return [n.If(op("ge", number(), const(4)), (n.Stop(),), ())]
        return choice() if kind == "choice" else [n.Roll("r", "d3", const(1), "r"), n.Let("y", total("r", "d3"))]

    start: list[n.Stmt] = [n.Let("x", const(rng.randint(0, 1))), n.Let("y", const(rng.randint(0, 1))), n.Roll("r", "d3", const(1), "r")]
    asks = n.Choose("d", const(0), "?", (n.Option("up", "Up", 0, None), n.Option("on", "On", 1, None)), "")
    luck = (n.Roll("s", "d3", const(1), "s"), n.Let("out", op("add", var("in"), op("sub", total("s", "d3"), const(2)))))
    answer = n.If(op("eq", var("d"), const(0)), luck, (n.Let("out", op("min", var("in"), const(2))),))
    called = game([asks, answer], ["out"], [inp("in", whole(-9, 9))], dice=[d(3)]).procedures[0]
    body = [*start, *choice(), *[stmt for _ in range(3) for stmt in part()]]
    return game(body, ["x"], dice=[d(3)], procedures=[replace(called, id="q")])


@pytest.mark.full
@pytest.mark.parametrize("block", [0, *(pytest.param(block, marks=pytest.mark.full) for block in range(1, 8))])
def test_best_equals_the_whole_tree(block: int) -> None:
    compared = 0
    for seed in range(block * 25, block * 25 + 25):
        prog = random_choices(random.Random(seed))
        for sign in (1, -1):
            try:
                wanted = greatest(prog, {}, "x", sign, (), [1500])
            except OverflowError:
                continue
            try:
                found = best(Odds(prog), "p", {}, var("x"), of=["x"], policy=Policy("best"), lowest=sign < 0)
            except Refused as refused:
                told = "leaves no choice open" in refused.reason or f"it is {wanted} whatever is taken" in refused.reason
                assert told, (seed, refused.reason)
                assert wanted == odds_of(prog), seed
                continue
            compared += 1
            assert found.value == wanted, (seed, sign)
            assert found.answer is not None and found.answer.mean["x"] == wanted, (seed, sign)
    assert compared > 15


def odds_of(prog: n.Program) -> F:
    """The mean where no choice is one."""
    return Odds(prog).distribution("p", {}, of=["x"], policy=Policy("first")).mean["x"]


def test_choices_that_come_round_again() -> None:
    """Up by one or back to the start, for ever or until one stops: going on gives all of the three points."""
    body = [
        n.Let("x", const(0)),
        n.Let("done", const(0)),
        n.Repeat(
            (
                n.Choose("go", const(0), "?", (n.Option("on", "On", 0, None), n.Option("off", "Off", 1, None)), ""),
                n.If(
                    op("eq", var("go"), const(1)),
                    (n.Let("done", const(1)),),
                    (
                        n.Roll("d2", "d2", const(1), "d2"),
                        n.Let("x", n.Cond(op("eq", total("d2", "d2"), const(1)), const(0), op("add", var("x"), const(1)))),
                    ),
                ),
            ),
            op("or", var("done"), op("ge", var("x"), const(3))),
            None,
            0,
        ),
    ]
    prog = game(body, ["x"], dice=[d(2)])
    found = best(Odds(prog), "p", {}, var("x"), of=["x"], policy=Policy("best"))
    assert found.value == 3
    assert {item.answer for item in found.decisions} == {0}
    assert best(Odds(prog), "p", {}, var("x"), policy=Policy("best"), lowest=True).value == 0


# ---------------------------------------------------------------- games


@pytest.mark.full
def test_a_turn_of_pig() -> None:
    """Roll below twenty, and it makes no difference at twenty."""
    found = best_policy(case("pig"), "turn", {"me": 1}, aim="points")
    assert found.value == F(492303203, 60466176)
    assert found.player == 1
    options = {row.when["points"]: row.option for row in found.policy}
    assert {points for points, option in options.items() if option == "roll"} == {0, *range(2, 21)}
    assert min(points for points, option in options.items() if option == "hold") == 21  # type: ignore[type-var]
    assert found.odds.mean["points"] == found.value
    assert sum(item.p for item in found.odds.outcomes) == 1
    same = odds(case("pig"), "turn", {"me": 1}, policy={"next": "if points >= 20 then hold else roll"}).mean["points"]
    assert same == found.value


@pytest.mark.full
def test_a_condition_and_the_worst() -> None:
    program = case("pig")
    reach = best_policy(program, "turn", {"me": 2}, aim="points >= 25")
    fixed = odds(program, "turn", {"me": 2}, where="points >= 25", policy={"next": "if points >= 25 then hold else roll"}).p
    assert reach.value == fixed
    assert best_policy(program, "turn", {"me": 1}, aim="points", lowest=True).value == 0
    assert best_policy(program, "turn", {"me": 1}, aim="2 * points - 1").value == 2 * F(492303203, 60466176) - 1


@pytest.mark.parametrize(
    ("procedure", "inputs", "value"),
    [
        ("top", {"me": 1}, F(3, 5)),
        # two cards in the own hand: both red (3/10) leaves 2 of 3 black, one (6/10) 2 of 3 red, none (1/10) all red
        ("after_mine", {"me": 1}, F(3, 10) * F(2, 3) + F(6, 10) * F(2, 3) + F(1, 10)),
        ("after_mine", {"me": 2}, F(7, 10)),
        ("after_theirs", {"me": 1, "foe": 2}, F(3, 5)),
        ("theirs", {"me": 1, "foe": 2}, F(3, 5)),
        ("theirs", {"me": 2, "foe": 2}, F(1)),
        # the own two cards tell of the other's one, though no rule looks at them any more
        ("theirs_and_mine", {"me": 1, "foe": 2}, F(7, 10)),
        ("theirs_and_mine_here", {"me": 1, "foe": 2}, F(7, 10)),
        ("after_table", {"me": 1}, F(7, 10)),
        ("remembered", {"me": 1}, F(3, 5)),  # what lay on the table is not there any more
        ("take_one", {"me": 1}, F(1)),
    ],
)
def test_what_a_player_does_not_see(procedure: str, inputs: dict[str, Any], value: F) -> None:
    """The top of a shuffled deck and another's hand are guessed; the own hand, the table and what was seen before are known."""
    program = case("guess")
    aim = "reds" if procedure == "take_one" else "right"
    assert best_policy(program, procedure, inputs, aim=aim, situation=situation(program, setup="table")).value == value


def test_what_would_have_to_be_remembered() -> None:
    program = case("guess")
    with pytest.raises(Refused, match="'guess' in 'name_it' hangs on what its player saw before, and does not see any more"):
        best_policy(program, "memory", {"me": 1}, aim="right", situation=situation(program, setup="table"))


def test_opponents_need_a_policy() -> None:
    program = case("guess")
    with pytest.raises(Refused, match=r"'theirs' is made by player 2 too, .* sought for player 1: the others need a policy"):
        best_policy(program, "duel", {"me": 1, "foe": 2}, aim="won")
    assert best_policy(program, "duel", {"me": 1, "foe": 2}, aim="won", policy={"theirs": "random"}).value == F(1, 2)
    assert best_policy(program, "duel", {"me": 1, "foe": 2}, aim="won", policy={"theirs": "even"}).value == 1
    assert best_policy(program, "duel", {"me": 1, "foe": 2}, aim="won", policy={"mine": "odd"}, lowest=True).player == 2


def test_policies_that_cannot_be() -> None:
    program = case("guess")
    with pytest.raises(WrongUse, match="choices are named"):
        best_policy(program, "duel", {"me": 1, "foe": 2}, aim="won", policy="first")
    with pytest.raises(Refused, match="leaves no choice open"):
        best_policy(program, "duel", {"me": 1, "foe": 2}, aim="won", policy={"mine": "odd", "theirs": "odd"})


def test_a_formula_makes_the_choice() -> None:
    program = case("pig")
    assert odds(program, "turn", {"me": 1}, policy={"next": "hold"}).mean["points"] == 0
    assert odds(program, "turn", {"me": 1}, policy={"next": "if points >= 1 then hold else roll"}).mean["points"] == F(20, 6)
    with pytest.raises(WrongUse, match="`next`, column 4 of its formula: there is no name `pots` here"):
        odds(program, "turn", {"me": 1}, policy={"next": "if pots >= 1 then hold else roll"})
    with pytest.raises(Refused, match="reads 'd6' where 'turn' has not given it a value yet"):
        odds(program, "turn", {"me": 1}, policy={"next": "if sum(d6) >= 1 then hold else roll"})


def test_a_formula_picks_a_card() -> None:
    program = case("guess")
    laid = situation(program, zones={"deck": {"r": 1, "b": 2}})
    for policy, reds in (("if card.type == red then 1 else 0", 1), ("if card.type == red then 0 else 1", 0), ("r", 1), ("b", 0)):
        assert odds(program, "take_one", {"me": 1}, policy={"taken": policy}, situation=laid).mean["reds"] == reds
    assert odds(program, "take_one", {"me": 1}, policy="random", situation=laid).mean["reds"] == F(1, 3)
    with pytest.raises(Refused, match="no legal option for the choice 'taken'"):
        odds(program, "take_one", {"me": 1}, policy={"taken": "r"}, situation=situation(program, zones={"deck": {"b": 3}}))
