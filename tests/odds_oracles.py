"""Oracles of the exact evaluator, and the games it is held against, written as IR by hand.

``enumerate_program`` runs the reference interpreter on every sequence of faces there is.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from penance_build.ir import nodes as n
from penance_build.ir.interpret.run import Pending, run
from penance_build.ir.interpret.state import State, new_state
from tests.ir_programs import (
    BOOL,
    INT,
    card,
    const,
    die,
    enum,
    enum_type,
    inp,
    op,
    procedure,
    program,
    roll_type,
    row,
    table,
    valued,
    var,
    whole,
)

Outcomes = dict[tuple[int, ...], Fraction]


class Odometer:
    """A source of faces that goes through all sequences: ``next`` after each run until it says there are no more."""

    def __init__(self) -> None:
        self.digits: list[int] = []
        self.bases: list[int] = []
        self.at = 0

    def draw(self, base: int) -> int:
        """The next digit; a new one begins at 0."""
        if self.at == len(self.digits):
            self.digits.append(0)
            self.bases.append(base)
        self.at += 1
        return self.digits[self.at - 1]

    def roll(self, name: str, die: n.Die, count: int) -> list[int]:
        """Faces for the interpreter."""
        return [self.draw(len(die.faces)) for _ in range(count)]

    def shuffle(self, zone: str, size: int) -> list[int]:
        """Draws of a shuffle for the interpreter."""
        return [self.draw(left) for left in range(size, 1, -1)]

    def finish(self) -> None:
        """Every run may use as many as it likes."""

    def weight(self) -> Fraction:
        """The probability of the sequence of this run."""
        total = 1
        for base in self.bases[: self.at]:
            total *= base
        return Fraction(1, total)

    def next(self) -> bool:
        """Go to the next sequence."""
        del self.digits[self.at :], self.bases[self.at :]
        self.at = 0
        while self.digits and self.digits[-1] + 1 == self.bases[-1]:
            self.digits.pop()
            self.bases.pop()
        if not self.digits:
            return False
        self.digits[-1] += 1
        return True


def enumerate_program(
    prog: n.Program,
    proc: str,
    inputs: Mapping[str, int],
    of: Sequence[str],
    choose: Callable[[Odometer, Pending], str | int] | None = None,
    most: int = 200_000,
    state: State | None = None,
) -> Outcomes | None:
    """The distribution of the results ``of`` by running every sequence of faces; None where there are more than ``most``."""
    source = Odometer()
    found: dict[tuple[int, ...], Fraction] = {}
    for _ in range(most):
        outcome = run(prog, proc, inputs, source, state, choices=None if choose is None else lambda pending: choose(source, pending))
        key = tuple(int(outcome.results[name]) for name in of)  # type: ignore[arg-type]
        found[key] = found.get(key, Fraction(0)) + source.weight()
        if not source.next():
            return found
    return None


def face(attr: str = "value") -> n.FaceAttr:
    return n.FaceAttr(attr)


def fold(roll: str | n.Expr, die_id: str, body: n.Expr) -> n.Fold:
    return n.Fold(var(roll) if isinstance(roll, str) else roll, die_id, body)


def total(roll: str | n.Expr, die_id: str) -> n.Fold:
    return fold(roll, die_id, face())


def best(roll: str | n.Expr, die_id: str, count: int | n.Expr, high: bool = True) -> n.Keep:
    return n.Keep(var(roll) if isinstance(roll, str) else roll, die_id, const(count) if isinstance(count, int) else count, high)


def at_least(low: int | n.Expr) -> n.Expr:
    return op("ge", face(), const(low) if isinstance(low, int) else low)


def equals(value: int) -> n.Expr:
    return op("eq", face(), const(value))


def d(sides: int) -> n.Die:
    return die(f"d{sides}", *((f"f{i}", {"value": i}) for i in range(1, sides + 1)))


def game(
    body: Sequence[n.Stmt], results: Sequence[str], inputs: Sequence[n.Input] = (), dice: Sequence[n.Die] = (), **parts: Any
) -> n.Program:
    """One procedure ``p``; its other slots are found in the body."""
    from penance_build.odds.planning.demand import assigned, played

    rolls = {stmt.slot: roll_type(stmt.die) for stmt in played(tuple(body)) if isinstance(stmt, n.Roll | n.Reroll)}
    slots = {name: rolls.get(name, INT) for name in assigned(tuple(body))}
    made = procedure("p", inputs, dict.fromkeys(results, INT), body, slots)
    procedures = [*parts.pop("procedures", []), made]
    return program(dice=[*(dice or [d(s) for s in (2, 3, 4, 6, 8, 10)])], procedures=procedures, **parts)


# ---------------------------------------------------------------- the three games

ATTACK = valued("attack", 1, 2, 3, 4, 5, 0)
DEFENSE = die("defense", *((name, {}) for name in ("shield", "absorb", "flesh_wound", "critical", "pierce", "heat")))
OUTCOMES = ("catastrophic_failure", "miss", "hit", "strong_hit", "critical_hit", "execution")


def is_face(die_made: n.Die, *ids: str) -> n.Expr:
    """A test for one of these faces."""
    tests = [op("eq", face("face"), const([f.id for f in die_made.faces].index(name))) for name in ids]
    return tests[0] if len(tests) == 1 else op("or", *tests)


def penance_attack() -> n.Program:
    """A whole attack: kept dice, band, bonus, Defense, one Defense Die a point, none after an EXECUTION."""
    bands = table(
        "bands", "first", {"total": whole(0, 10)},
        [row([(9, 10)], [4, 2]), row([(7, 8)], [3, 1]), row([None], [2, 0])], {"outcome": enum_type("outcome"), "bonus": INT},
    )  # fmt: skip
    inputs = [
        inp("damage", whole(0, 20)), inp("target", whole(0, 20), 5),
        inp("defense_value", whole(0, 9), 0), inp("advantage", whole(-2, 2), 0),
    ]  # fmt: skip
    kept = n.Cond(op("ge", var("advantage"), const(0)), best("attack", "attack", 2), best("attack", "attack", 2, False))
    zero = [n.Let(name, const(0)) for name in ("taken", "blocked", "component_damage", "heat", "pierce", "incoming")]
    body: list[n.Stmt] = [
        *zero,
        n.Roll("attack", "attack", op("add", const(2), op("abs", var("advantage"))), "attack"),
        n.Let("kept", kept),
        n.Let("total", total("kept", "attack")),
        n.Let("outcome", const(1)),
        n.If(op("eq", fold("kept", "attack", equals(0)), const(2)), (n.Let("outcome", const(0)), n.Stop()), ()),
        n.If(op("lt", var("total"), var("target")), (n.Stop(),), ()),
        n.If(
            op("eq", fold("kept", "attack", equals(5)), const(2)),
            (n.Let("outcome", const(5)), n.Let("incoming", var("damage")), n.Let("taken", var("damage")), n.Stop()),
            (),
        ),
        n.Let("outcome", n.Lookup("bands", (var("total"),), 0)),
        n.Let("incoming", op("add", var("damage"), n.Lookup("bands", (var("total"),), 1))),
        n.Let("incoming", op("max", const(0), op("sub", var("incoming"), var("defense_value")))),
        n.Roll("defense", "defense", var("incoming"), "defense"),
        n.Let("blocked", fold("defense", "defense", is_face(DEFENSE, "shield", "absorb"))),
        n.Let("component_damage", fold("defense", "defense", is_face(DEFENSE, "critical"))),
        n.Let("heat", fold("defense", "defense", is_face(DEFENSE, "heat"))),
        n.Let("pierce", fold("defense", "defense", is_face(DEFENSE, "pierce"))),
        n.Let("taken", op("sub", var("incoming"), var("blocked"))),
    ]
    names = ("total", "outcome", "incoming", "blocked", "taken", "component_damage", "heat", "pierce")
    results = {name: enum_type("outcome") if name == "outcome" else INT for name in names}
    variables = {"attack": roll_type("attack"), "kept": roll_type("attack"), "defense": roll_type("defense")}
    attack = procedure("attack", inputs, results, body, variables)
    return program(enums=[enum("outcome", *OUTCOMES)], dice=[ATTACK, DEFENSE], tables=[bands], procedures=[attack])


def aethelgard() -> n.Program:
    """A pool of d10: 8 and more succeed, 1 botches; ``raw`` is the net before it is floored at 0."""
    body: list[n.Stmt] = [
        n.Roll("pool", "d10", var("dice"), "pool"),
        n.Let("successes", fold("pool", "d10", at_least(8))),
        n.Let("botches", fold("pool", "d10", equals(1))),
        n.Let("raw", op("sub", var("successes"), var("botches"))),
        n.Let("net", op("max", const(0), var("raw"))),
        n.Let("fumble", op("and", op("eq", var("successes"), const(0)), op("ge", var("botches"), const(1)))),
        n.If(
            var("fumble"), (n.Let("outcome", const(0)),),
            (n.If(op("lt", var("net"), var("dc")), (n.Let("outcome", const(1)),),
                  (n.Let("outcome", op("add", const(2), op("ge", var("net"), const(5)))),)),),
        ),
    ]  # fmt: skip
    results = dict.fromkeys(("successes", "botches", "raw", "net"), INT) | {"fumble": BOOL, "outcome": enum_type("degree")}
    made = procedure("check", [inp("dice", whole(0, 500)), inp("dc", INT, 1)], results, body, {"pool": roll_type("d10")})
    return program(enums=[enum("degree", "fumble", "failure", "success", "critical")], dice=[d(10)], procedures=[made])


def skirmish() -> n.Program:
    """Attack dice against a defence, failures rerolled first die first; double, triple and scale after the rerolls."""
    body: list[n.Stmt] = [
        n.Roll("attack", "d6", var("atk"), "attack"),
        n.Reroll("attack", "d6", op("lt", face(), var("def")), var("rerolls"), "reroll"),
        n.Let("wounds", fold("attack", "d6", at_least(var("def")))),
        n.Let("double", op("ge", n.Shape(var("attack"), "d6", "same"), const(2))),
        n.Let("triple", op("ge", n.Shape(var("attack"), "d6", "same"), const(3))),
        n.Let("scale", op("ge", n.Shape(var("attack"), "d6", "run"), const(3))),
    ]
    inputs = [inp("atk", whole(0, 40)), inp("def", whole(1, 7)), inp("rerolls", whole(0, 40), 0)]
    results = {"wounds": INT, "double": BOOL, "triple": BOOL, "scale": BOOL}
    return program(dice=[d(6)], procedures=[procedure("attack", inputs, results, body, {"attack": roll_type("d6")})])


def deck_of_thirty() -> tuple[n.Program, State]:
    """Twelve cards of the slot primary among thirty; five are drawn from the shuffled deck."""
    primary = op("eq", n.CardAttr(None, "slot"), const(0))
    body = [
        n.Shuffle("deck", None),
        n.Move(None, "deck", None, const(5), "hand", None, False, "drawn"),
        n.Let("x", n.ZoneFold("hand", None, primary)),
        n.Let("left", n.ZoneSize("deck", None)),
    ]
    zones = [n.ZoneDef(name, name, "game", "none") for name in ("deck", "hand")]
    kinds = [card(f"primary_{i}", slot="primary") for i in range(4)] + [card(f"other_{i}") for i in range(6)]
    prog = game(body, ["x", "left", "drawn"], zones=zones, cards=kinds, slots=[n.Group("primary", "Primary", "")])
    state = new_state(prog)
    for copy in range(3):
        for index in range(10):
            state.zones["deck"][0].append(len(state.cards))
            state.cards.append(index)
        assert len(state.zones["deck"][0]) == 10 * (copy + 1)
    return prog, state
