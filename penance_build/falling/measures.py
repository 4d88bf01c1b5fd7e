"""What may fall from pass to pass: a number, a counter, the size of a zone, the sum of a list, and sums and differences of these.

A loop ends where one of them falls on every way through a pass, and cannot fall for ever. Several may stand one behind another:
the first falls, or does not rise, and where it may stay the second falls, and so on.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Final, Literal

from msgspec import Struct, field

from penance_build.falling.changes import Changes
from penance_build.falling.forms import ZERO, Form
from penance_build.falling.path import ALL, Listed, Path
from penance_build.falling.values import Values
from penance_build.ir import nodes as ir
from penance_build.ir.text import formula_text
from penance_build.ir.walk import all_expressions, children, own_expressions, statements

MOST_THINGS: Final = 14  # that are put together in sums
Owner = ir.Expr | Literal["all"] | None


class Thing(Struct, frozen=True):
    """Something that may fall: a ``slot``, the ``sum`` of a list in a slot, a ``counter``, the size of a ``zone``."""

    kind: Literal["slot", "sum", "counter", "zone"]
    name: str
    owner: Owner = None

    def read(self, path: Path) -> Form | None:
        """What it is on a way; None where it is no number."""
        if self.kind == "counter" or self.kind == "zone":
            return path.read((self.kind, self.name, ALL if isinstance(self.owner, str) else Values(path).key(self.owner)))
        value = path.frame.get(self.name)
        if isinstance(value, Listed):
            return Values(path).total(value) if self.kind == "sum" else None
        return value if isinstance(value, Form) and self.kind == "slot" else None

    def text(self, program: ir.Played) -> str:
        """What it is, as a formula."""
        if self.kind in ("slot", "sum"):
            return self.name if self.kind == "slot" else f"sum({self.name})"
        if isinstance(self.owner, str):
            return f"{self.name} of all together"
        expr = ir.Counter(self.name, self.owner) if self.kind == "counter" else ir.ZoneSize(self.name, self.owner)
        return formula_text(program, expr)


Measure = tuple[tuple[int, Thing], ...]  # how often each is taken


def things_of(program: ir.Played, changes: Changes, kinds: dict[str, ir.Type], loop: ir.Each | ir.Repeat) -> list[Thing]:
    """All that a loop writes, in a fixed order."""
    found: dict[Thing, None] = {}
    for name in sorted(changes.slots):
        kind = kinds[name].kind if name in kinds else ""
        if kind in ("int", "bool", "enum"):
            found[Thing("slot", name)] = None
        elif kind == "list":
            found[Thing("sum", name)] = None
    for kind_of, name, owner in _named(loop):
        if (kind_of, name) in changes.things:
            found[Thing(kind_of, name, owner)] = None
    for kind_of, name in sorted(changes.things):
        owned = program.by_id.counters[name].owner if kind_of == "counter" else program.by_id.zones[name].owner
        found[Thing(kind_of, name, None if owned == "game" else ALL)] = None
    return list(found)


def _named(loop: ir.Each | ir.Repeat) -> Iterator[tuple[Literal["counter", "zone"], str, ir.Expr]]:
    """The counters and zones of players that a loop names, those of its condition first."""
    exprs = [*_inside(loop), *all_expressions(loop.body)]
    for expr in exprs:
        if isinstance(expr, ir.Counter) and isinstance(expr.owner, ir.Var | ir.Const):
            yield "counter", expr.counter, expr.owner
        elif isinstance(expr, ir.ZoneSize) and isinstance(expr.owner, ir.Var | ir.Const):
            yield "zone", expr.zone, expr.owner
    for stmt in statements(loop.body):
        if isinstance(stmt, ir.Change) and isinstance(stmt.owner, ir.Var | ir.Const):
            yield "counter", stmt.counter, stmt.owner
        elif isinstance(stmt, ir.Move):
            for zone, owner in ((stmt.source, stmt.source_owner), (stmt.target, stmt.target_owner)):
                if isinstance(owner, ir.Var | ir.Const):
                    yield "zone", zone, owner


def _inside(loop: ir.Each | ir.Repeat) -> Iterator[ir.Expr]:
    for expr in own_expressions(loop):
        waiting = [expr]
        while waiting:
            item = waiting.pop()
            yield item
            waiting += children(item)


class Pass(Struct):
    """One way through a pass: where it began, where it ended, and by how much each thing that is a number changed on it."""

    start: Path
    end: Path
    changes: dict[Thing, Form]
    found: dict[Measure, int | None] = field(default_factory=dict)

    def change(self, measure: Measure) -> Form | None:
        """By how much a measure changed; None where something in it is no number."""
        total = ZERO
        for times, thing in measure:
            if thing not in self.changes:
                return None
            total = total.plus(self.changes[thing], times)
        return total

    def upper(self, measure: Measure) -> int | None:
        """How much a measure changed at most."""
        if measure not in self.found:
            change = self.change(measure)
            self.found[measure] = None if change is None or not self.may_fall(measure) else self.end.upper(change)
        return self.found[measure]

    def may_fall(self, measure: Measure) -> bool:
        """Whether it pays to look closer: what changes by numbers of its own helps a sum only by what it falls alone."""
        if len(measure) != 2:
            return True
        terms = [{symbol for symbol, _ in self.changes[thing].terms} for _, thing in measure]
        if terms[0] & terms[1]:
            return True
        ends = [(times, self.upper(((1 if times > 0 else -1, thing),))) for times, thing in measure]
        known = [abs(times) * end for times, end in ends if end is not None]
        return len(known) == 2 and sum(known) <= 0


def passes_of(starts: Sequence[tuple[Path, list[Path]]], things: Sequence[Thing]) -> list[Pass]:
    """The ways through a pass, by where they began."""
    found = []
    for start, ends in starts:
        before = {thing: thing.read(start) for thing in things}
        for end in ends:
            changes = {}
            for thing, was in before.items():
                now = thing.read(end)
                if was is not None and now is not None:
                    changes[thing] = now.minus(was)
            found.append(Pass(start, end, changes))
    return found


def singles(things: Sequence[Thing]) -> Iterator[Measure]:
    """Each thing falling, and rising."""
    for thing in things:
        yield ((1, thing),)
        yield ((-1, thing),)


def sums(things: Sequence[Thing]) -> Iterator[Measure]:
    """Sums and differences of things."""
    few = things[:MOST_THINGS]
    for one, other in combinations(few, 2):
        for pair in ((1, 1), (1, -1), (-1, 1), (-1, -1), (2, 1), (1, 2)):
            yield ((pair[0], one), (pair[1], other))
    for three in combinations(few[:8], 3):
        yield tuple((1, thing) for thing in three)
    if len(few) > 3:
        yield tuple((1, thing) for thing in few if thing.kind in ("counter", "zone"))
