"""How many dice of a kind one roll takes at most, by the ranges of all that rules are given.

Procedures that are called are seen with what their callers give them, so that a card which strikes for 4 rolls fewer dice than one which
may strike for 60. The bounds are sound and not always met: conditions that exclude one another are seen apart only where a range decides.
"""

from __future__ import annotations

from collections.abc import Mapping

from penance_build.ir.nodes import Call, Each, Expr, If, Input, Let, Match, Played, Procedure, Roll, Slot, Stmt, Type
from penance_build.ir.ops import Interval
from penance_build.ir.reach import Reach
from penance_build.ir.record import Record, replace
from penance_build.ir.walk import assigned, bodies, calls

_ROUNDS = 4  # over a body until ranges that still grow are taken as wide as they were declared
HANDFUL = 20
_NUMBERS = ("int", "bool", "enum")


class Pool(Record):
    """The greatest roll of a die: how many (None: no bound is known), the procedure that rolls, and the one that is begun for it."""

    die: str
    most: int | None
    procedure: str
    begun: str


def pools(program: Played) -> tuple[Pool, ...]:
    """The greatest roll of each die that is rolled, in the order of the dice; of several alike, the first that is begun."""
    called = {name for procedure in program.procedures for name in calls(procedure.body)}
    seen = _Seen(program)
    best: dict[str, Pool] = {}
    for procedure in program.procedures:
        if procedure.id not in called:
            given = tuple(_ends(one.type) for one in procedure.inputs)
            for die, (most, rolling) in seen.run(procedure.id, given).rolls.items():
                if die not in best or _above(most, best[die].most):
                    best[die] = Pool(die, most, rolling, procedure.id)
    return tuple(best[die.id] for die in program.dice if die.id in best)


def at_hand(program: Played, most: int = HANDFUL) -> dict[str, int]:
    """How many dice of each kind lie ready, by die: as many as a set holds that is made, else as the greatest roll takes; 0 where that
    is not known, or is more than a handful of ``most``."""
    rolls = {pool.die: pool.most or 0 for pool in pools(program)}
    return {
        die.id: die.print.quantity if die.print.edge_um else found if (found := rolls.get(die.id, 0)) <= most else 0 for die in program.dice
    }


class _Run(Record):
    """What a procedure gives for ranges of its inputs: its greatest rolls by die, and ranges of its results by name."""

    rolls: Mapping[str, tuple[int | None, str]]
    results: Mapping[str, Interval]


class _Seen:
    """Each procedure with each of the ranges that it is called with, once."""

    def __init__(self, program: Played) -> None:
        self.program = program
        self._runs: dict[tuple[str, tuple[Interval, ...]], _Run] = {}

    def run(self, id: str, given: tuple[Interval, ...]) -> _Run:
        """The procedure under these ranges."""
        key = id, given
        if key not in self._runs:
            self._runs[key] = _Body(self, self.program.by_id.procedures[id], given).run()
        return self._runs[key]


class _Body:
    """One procedure under ranges of its inputs: every slot has one range for the whole body, which grows until it holds."""

    def __init__(self, seen: _Seen, procedure: Procedure, given: tuple[Interval, ...]) -> None:
        self.seen, self.procedure = seen, procedure
        named: tuple[Input | Slot, ...] = (*procedure.inputs, *procedure.results, *procedure.slots)
        self.declared = {slot.name: slot.type for slot in named}
        self.ranges: dict[str, Interval] = {
            one.name: _within(one.type, ends) for one, ends in zip(procedure.inputs, given, strict=True) if one.type.kind in _NUMBERS
        }
        self.rolls: dict[str, tuple[int | None, str]] = {}
        self.grown: set[str] = set()

    def run(self) -> _Run:
        for _ in range(_ROUNDS):
            self.grown = set()
            self.body(self.procedure.body)
            if not self.grown:
                break
        while self.grown:
            for name in self.grown:
                self.ranges[name] = _ends(self.declared[name])
            self.grown = set()
            self.body(self.procedure.body)
        return _Run(self.rolls, {slot.name: self.ranges.get(slot.name, _ends(slot.type)) for slot in self.procedure.results})

    def body(self, body: tuple[Stmt, ...]) -> None:
        for stmt in body:
            self.statement(stmt)

    def statement(self, stmt: Stmt) -> None:
        match stmt:
            case Let():
                self.grow(stmt.slot, self.bounds(stmt.value))
            case Roll():
                most = self.bounds(stmt.count)[1]
                most = None if most is None else max(0, most)
                self.grow(stmt.slot, (0, most))
                self.rolled(stmt.die, most, self.procedure.id)
            case If():
                low, high = self.bounds(stmt.test)
                if (low, high) != (0, 0):
                    self.body(stmt.then)
                if low is None or high is None or low <= 0 <= high:
                    self.body(stmt.orelse)
            case Match():
                low, high = self.bounds(stmt.on)
                for case in stmt.cases:
                    if any((low is None or low <= value) and (high is None or value <= high) for value in case.values):
                        self.body(case.body)
                self.body(stmt.orelse)
            case Each():
                self.grow(stmt.slot, (self.bounds(stmt.low)[0], self.bounds(stmt.high)[1]))
                self.body(stmt.body)
            case Call():
                run = self.seen.run(stmt.procedure, tuple(self.bounds(arg) for arg in stmt.args))
                for die, (most, rolling) in run.rolls.items():
                    self.rolled(die, most, rolling)
                for result, slot in stmt.take:
                    self.grow(slot, run.results[result])
            case _:
                for slot in assigned(stmt):
                    self.grow(slot, _ends(self.declared[slot]))
                for inner in bodies(stmt):
                    self.body(inner)

    def bounds(self, expr: Expr) -> Interval:
        return Reach(self.seen.program, {name: self.typed(name) for name in self.declared}).bounds(expr)

    def typed(self, name: str) -> Type:
        """The type of a slot as narrow as its range."""
        kind = self.declared[name]
        if name not in self.ranges or kind.kind not in ("int", "roll"):
            return kind
        low, high = self.ranges[name]
        return replace(kind, low=low, high=high)

    def grow(self, name: str, ends: Interval) -> None:
        """Let the range of a slot hold these ends too."""
        kind = self.declared[name]
        if kind.kind not in (*_NUMBERS, "roll"):
            return
        found = _within(kind, ends)
        before = self.ranges.get(name)
        joined = found if before is None else (_lower(before[0], found[0]), _upper(before[1], found[1]))
        if joined != before:
            self.ranges[name] = joined
            self.grown.add(name)

    def rolled(self, die: str, most: int | None, rolling: str) -> None:
        if die not in self.rolls or _above(most, self.rolls[die][0]):
            self.rolls[die] = most, rolling


def _ends(kind: Type) -> Interval:
    return (kind.low, kind.high) if kind.kind in ("int", "roll") else (None, None)


def _within(kind: Type, ends: Interval) -> Interval:
    """The part of a range that a type allows."""
    low, high = _ends(kind)
    return (
        low if ends[0] is None else ends[0] if low is None else max(low, ends[0]),
        high if ends[1] is None else ends[1] if high is None else min(high, ends[1]),
    )


def _lower(one: int | None, other: int | None) -> int | None:
    return None if one is None or other is None else min(one, other)


def _upper(one: int | None, other: int | None) -> int | None:
    return None if one is None or other is None else max(one, other)


def _above(one: int | None, other: int | None) -> bool:
    """Whether a bound is greater; none at all is the greatest."""
    return other is not None and (one is None or one > other)
