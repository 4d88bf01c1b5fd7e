"""Exact odds against icepool, in its own best idiom for each question; both in one run, in turn, the least of several tries.

Each row begins with the program that it measures: a game that ships (``rules/skirmish attack``), the questions beside this file
(``bench/questions volley``), or the IR as a test writes it by hand (``by hand: …``).

``ours`` is the walk of a question that is compiled, with no table of any roll made yet: what an evaluator of icepool does, which
Python compiled when it was imported. It is promised to take no longer than icepool. ``planning`` is what the first question of a run
takes beside that, for it is planned and compiled; it is promised to be at most 5 ms. Answers are compared before times are.
"""

from __future__ import annotations

import gc
import sys
import time
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any, NamedTuple

import icepool

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from penance_build.api import compile_game  # noqa: E402
from penance_build.ir import nodes as n  # noqa: E402
from penance_build.ir.interpret.state import new_state  # noqa: E402
from penance_build.model.formulas.queries import where_expr  # noqa: E402
from penance_build.odds.walking.exact import Odds  # noqa: E402
from tests.odds_oracles import aethelgard, best, d, game, penance_attack, skirmish, total  # noqa: E402

CHECKED = ("successes", "botches", "net", "outcome")
BOTH = ("successes", "botches")
JOINT = ("taken", "blocked", "component_damage", "heat", "pierce", "outcome")
POOLS = {"attacker_dice": 10, "defender_dice": 8}
EIGHT = {"atk": 8, "def": 4, "rerolls": 2}
PLUS = {"modifier": 5}
PLANNING = 0.005  # seconds that the first question may take beside the walk
Made = dict[tuple[int, ...], Fraction]


class CountTwo(icepool.MultisetEvaluator):  # type: ignore[type-arg,misc]
    """How many dice show each of two marks."""

    def next_state(self, state: Any, order: Any, outcome: Any, count: Any) -> Any:
        """Add one outcome's count to its place."""
        first, second = state or (0, 0)
        return (count if outcome == 2 else first, count if outcome == 1 else second)


class CountFour(icepool.MultisetEvaluator):  # type: ignore[type-arg,misc]
    """How many Defense Dice show a block, a critical, heat and a pierce."""

    def next_state(self, state: Any, order: Any, outcome: Any, count: Any) -> Any:
        """Add one outcome's count to its place."""
        blocks, criticals, heat, pierce = state or (0, 0, 0, 0)
        if outcome == 0:
            return count, criticals, heat, pierce
        if outcome == 1:
            return blocks, count, heat, pierce
        if outcome == 2:
            return blocks, criticals, count, pierce
        return blocks, criticals, heat, (count if outcome == 3 else pierce)


def ice_attack() -> Any:
    """The whole attack at base damage 8: the bands, then a pool of Defense Dice for each."""
    attack = icepool.Die([1, 2, 3, 4, 5, 0])
    defense = icepool.Die([0, 0, 4, 1, 2, 3])
    count = CountFour()
    bands = [(9, 4, 10), (7, 3, 9), (5, 2, 8)]

    def band(a: int, b: int) -> tuple[int, int]:
        if a + b < 5:
            return (0 if a + b == 0 else 1), 0
        if a + b == 10:
            return 5, 0
        return next((outcome, dice) for least, outcome, dice in bands if a + b >= least)

    def finish(outcome: int, dice: int) -> Any:
        if not dice:
            return icepool.Die([(8 if outcome == 5 else 0, 0, 0, 0, 0, outcome)])
        return count.evaluate(defense.pool(dice)).map(lambda v: (dice - v[0], v[0], v[1], v[2], v[3], outcome))

    return icepool.map(band, attack, attack).map(lambda state: finish(*state))


def ice_two(dice: int) -> Any:
    """Successes and botches of a pool of d10."""
    return CountTwo().evaluate(icepool.d10.map(lambda x: 2 if x >= 8 else int(x == 1)).pool(dice))


def ice_net(dice: int) -> Any:
    """Successes less botches."""
    return dice @ icepool.d10.map(lambda x: (x >= 8) - (x == 1))


def ice_checked(dice: int) -> Any:
    """Every result of a check against 1."""

    def finish(state: tuple[int, int]) -> tuple[int, ...]:
        successes, botches = state
        fumble = successes == 0 and botches > 0
        net = max(0, successes - botches)
        return successes, botches, net, 0 if fumble else 1 if net < 1 else 2 + (net >= 5)

    return ice_two(dice).map(finish)


def ice_mixed() -> Any:
    """The highest of a d6, a d8 and a d10."""
    return icepool.highest(icepool.d6, icepool.d8, icepool.d10)


def ice_cards() -> Any:
    """Five of thirty cards."""
    return icepool.Deck({1: 12, 0: 18}).deal(5).sum()


def ice_skirmish(dice: int, defense: int, rerolls: int) -> Any:
    """Some failures rerolled: the pools of those that fail, stay and are rolled again, for each number of failures."""
    low = icepool.Die(list(range(1, defense))) if defense > 1 else icepool.Die([1])
    high = icepool.Die(list(range(defense, 7)))

    class Results(icepool.MultisetEvaluator):  # type: ignore[type-arg,misc]
        """Wounds, and whether there is a double, a triple and a run of three, outcomes in ascending order."""

        def next_state(self, state: Any, order: Any, outcome: Any, count: Any) -> Any:
            """Add one value's count."""
            wounds, alike, run, longest = state or (0, 0, 0, 0)
            run = run + 1 if count else 0
            return wounds + (count if outcome >= defense else 0), min(3, max(alike, count)), min(run, 3), min(3, max(longest, run))

        def final_outcome(self, state: Any, *rest: Any) -> Any:
            """As the results of the game."""
            wounds, alike, _, longest = state
            return wounds, int(alike >= 2), int(alike >= 3), int(longest >= 3)

    count = Results()

    def finish(failed: int) -> Any:
        again = min(failed, rerolls)
        return count.evaluate(high.pool(dice - failed) + low.pool(failed - again) + icepool.d6.pool(again))

    return (dice @ (icepool.d6 < defense)).map(finish)


def ice_wounds(dice: int, defense: int, rerolls: int) -> Any:
    """Wounds alone, some failures rerolled: sums of truths."""
    wound = icepool.d6 >= defense
    return (dice @ wound).map(lambda wounds: wounds + min(dice - wounds, rerolls) @ wound)


def ice_ones_again() -> Any:
    """Seven dice, ones rolled once more, on 4 and more."""
    return 7 @ (icepool.d6.reroll([1], depth=1) >= 4)


def ice_volley() -> Any:
    """Hits, then wounds, then saves, of twenty shots: one chain is one truth."""
    chain = (icepool.d6 >= 3).map(lambda hit: (icepool.d6 >= 4) if hit else 0).map(lambda wound: (icepool.d6 <= 4) if wound else 0)
    return 20 @ chain


def ice_beaten() -> Any:
    """How many of ten d20 beat a d20."""
    return icepool.d20.map(lambda mark: 10 @ (icepool.d20 > mark))


def ice_exploding() -> Any:
    """Five dice that succeed on 5 and more and explode on 6: whether there are four successes, however long a die goes on after them."""
    one = icepool.d6.map(lambda face: 1 + icepool.Again if face == 6 else int(face == 5), again_depth=3)
    return (5 @ one).map(lambda hits: int(hits >= 4))


def ice_contest() -> Any:
    """The margin of two pools of d10, each floored at 0."""
    net = icepool.d10.map(lambda face: (face >= 8) - (face == 1))
    return icepool.map(lambda a, b: max(a, 0) - max(b, 0), 10 @ net, 8 @ net)


def as_fractions(die: Any) -> Made:
    """A die of icepool as probabilities by tuple."""
    whole = die.denominator()
    return {tuple(key) if isinstance(key, tuple | icepool.Vector) else (key,): Fraction(ways, whole) for key, ways in die.items()}


def keep_two() -> n.Program:
    """4d6, the two highest."""
    return game([n.Roll("a", "d6", n.Const(4), "a"), n.Let("x", total(best("a", "d6", 2), "d6"))], ["x"], dice=[d(6)])


def rules(folder: str) -> Callable[[], n.Program]:
    """A game of this repository as compiled."""

    def compiled() -> n.Program:
        program = compile_game(ROOT / folder).program
        assert program is not None
        return program

    return compiled


class Question(NamedTuple):
    """A program, what is asked of it (``where`` with no results: one chance), and the same of icepool, with the promised ratio."""

    of_program: str
    name: str
    make: Callable[[], n.Program]
    procedure: str
    inputs: dict[str, int]
    results: tuple[str, ...]
    theirs: Callable[[], Any]
    bound: str = "1"
    where: str = ""
    deck: tuple[int, ...] = ()  # the cards of the zone deck, by their places among the cards of the game


def of_skirmish(dice: int, defense: int, rerolls: int, results: tuple[str, ...], theirs: Callable[[int, int, int], Any]) -> Question:
    """An attack with rerolls, asked of the game that ships."""
    name = f"{dice} dice, {rerolls} rerolls, defense {defense}, {'all results' if len(results) > 1 else results[0]}"
    given = {"atk": dice, "def": defense, "rerolls": rerolls}
    return Question("rules/skirmish attack", name, SKIRMISH, "attack", given, results, lambda: theirs(dice, defense, rerolls))


SKIRMISH, PENANCE, AETHELGARD, BEYOND = map(rules, ("rules/skirmish", "rules/penance", "rules/aethelgard", "bench/questions"))
ALL = ("wounds", "double", "triple", "scale")
CARDS = tuple([0] * 12 + [1] * 18)
QUESTIONS = (
    *(of_skirmish(dice, defense, rerolls, ("wounds",), ice_wounds) for dice, defense, rerolls in ((1, 4, 1), (4, 5, 2), (8, 4, 2))),
    *(of_skirmish(dice, defense, rerolls, ALL, ice_skirmish) for dice, defense, rerolls in ((3, 5, 3), (4, 3, 4), (8, 4, 2))),
    Question("rules/penance attack", "damage 8, all of the dice", PENANCE, "attack", {"damage": 8}, JOINT, ice_attack, "0.3"),
    Question("rules/aethelgard check", "23 dice, all results", AETHELGARD, "check", {"attribute": 23}, CHECKED, lambda: ice_checked(23)),
    Question("rules/aethelgard contest", "10 dice against 8", AETHELGARD, "contest", POOLS, ("margin",), ice_contest),
    Question("bench/questions drop_lowest", "4d6, best 3", BEYOND, "drop_lowest", {}, ("total",), lambda: icepool.d6.highest(4, 3)),
    Question("bench/questions ones_again", "7d6, ones rerolled", BEYOND, "ones_again", {}, ("hits",), ice_ones_again),
    Question("bench/questions volley", "20 shots: hit, wound, save", BEYOND, "volley", {"shots": 20}, ("damage",), ice_volley),
    Question("bench/questions beaten", "10d20 against a d20", BEYOND, "beaten", {}, ("hits",), ice_beaten),
    Question("bench/questions advantage", "best of 2d20, +5", BEYOND, "advantage", PLUS, ("total",), lambda: icepool.d20.highest(2, 1) + 5),
    Question("bench/questions mixed", "best of d6, d8, d10", BEYOND, "mixed", {}, ("high",), ice_mixed),
    Question("bench/questions exploding", "5d6, 4 hits", BEYOND, "exploding", {"dice": 5}, (), ice_exploding, where="total >= 4"),
    Question("bench/questions five_cards", "5 of 30, 12 Primary", BEYOND, "five_cards", {}, ("found",), ice_cards, deck=CARDS),
    Question("by hand: an attack of Penance", "damage 8, full joint", penance_attack, "attack", {"damage": 8}, JOINT, ice_attack, "0.3"),
    Question("by hand: pools", "200d10 successes, botches", aethelgard, "check", {"dice": 200}, BOTH, lambda: ice_two(200), "0.2"),
    Question("by hand: pools", "200d10 net", aethelgard, "check", {"dice": 200}, ("raw",), lambda: ice_net(200), "0.3"),
    Question("by hand: pools", "20d10 net", aethelgard, "check", {"dice": 20}, ("raw",), lambda: ice_net(20)),
    Question("by hand: 4d6", "best 2", keep_two, "p", {}, ("x",), lambda: icepool.d6.highest(4, 2)),
    Question("by hand: skirmish attack", "8 dice, 2 rerolls", skirmish, "attack", EIGHT, ALL, lambda: ice_skirmish(8, 4, 2)),
)  # fmt: skip


def least(tries: int, *work: Callable[[], Any]) -> list[float]:
    """The least processor time of each, taken in turn: a busy machine disturbs it less than the clock."""
    times = [float("inf")] * len(work)
    for _ in range(tries):
        for at, run in enumerate(work):
            gc.collect()
            start = time.process_time()
            run()
            times[at] = min(times[at], time.process_time() - start)
    return times


def asked(question: Question, program: n.Program) -> dict[str, Any]:
    """The question as the evaluator takes it."""
    state = None
    if question.deck:
        state = new_state(program)
        state.cards = list(question.deck)
        state.zones["deck"][0] = list(range(len(question.deck)))
    where = where_expr(program, question.procedure, question.where) if question.where else None
    return {"procedure_id": question.procedure, "inputs": question.inputs, "of": question.results, "where": where, "state": state}


def as_given(answer: Any) -> Made:
    """Our answer as a distribution; of an event, of whether it came."""
    if answer.p is not None:
        return {key: p for key, p in (((0,), 1 - answer.p), ((1,), answer.p)) if p}
    return {tuple(result.values()): p for result, p in answer.outcomes}


def main() -> None:
    """Print the rows."""
    for question in QUESTIONS:
        program = question.make()
        loaded = Odds(program)
        ask = asked(question, program)
        assert as_given(loaded.distribution(**ask)) == as_fractions(question.theirs()), question.name

        def first(program: n.Program = program, ask: dict[str, Any] = ask) -> Any:
            return Odds(program).distribution(**ask)

        def walk(loaded: Odds = loaded, ask: dict[str, Any] = ask) -> Any:
            loaded.forget_tables()
            return loaded.distribution(**ask)

        whole, ours, ice = least(15, first, walk, question.theirs)
        name = f"{question.of_program}: {question.name}"
        print(f"{name} | {ours * 1e3:.2f} ms | icepool {ice * 1e3:.2f} ms | {ours / ice:.2f} | {question.bound}")
        planning = max(0.0, whole - ours)
        print(f"{name}, planning | {planning * 1e3:.2f} ms | promised {PLANNING * 1e3:.2f} ms | {planning / PLANNING:.2f} | 1")


if __name__ == "__main__":
    main()
