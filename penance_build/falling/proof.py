"""Whether a loop without a bound ends because something falls on every way through a pass, and after how many passes.

A pass that is followed by another begins and ends where the condition of the loop does not hold; but for the first, all begin so.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from msgspec import Struct

from penance_build.falling.changes import Changes, Summaries, read_in
from penance_build.falling.conditions import assume
from penance_build.falling.forms import ZERO, Symbols, TooLarge
from penance_build.falling.measures import Measure, Pass, Thing, passes_of, singles, sums, things_of
from penance_build.falling.path import Path, Proof
from penance_build.falling.walk import Scope, Walk
from penance_build.ir import nodes as ir
from penance_build.ir.ops import LARGE
from penance_build.ir.walk import bodies, expressions, statements

SHOWN: Final = 4  # decisions of a way that are told


class Level(Struct, frozen=True):
    """A measure, its least and its greatest value at the head of a pass, and the least fall.

    Where zones are in it, the greatest is that without them, and it holds each card ``zones`` times.
    """

    measure: Measure
    low: int
    high: int
    step: int
    zones: int = 0


class Found(Struct, frozen=True):
    """What was found of a loop: ``levels`` that prove that it ends, or ``reason``: on which way nothing is sure to fall.

    There are at most so many ``passes``, or None where that depends on how many cards there are: ``counted``.
    """

    levels: tuple[Level, ...] = ()
    passes: int | None = None
    reason: str = ""

    @property
    def is_proved(self) -> bool:
        """Whether the loop ends."""
        return not self.reason


def proved(program: ir.Played, procedure: ir.Procedure, loop: ir.Repeat, summaries: Summaries) -> Found:
    """Look for what falls in a loop of a procedure: within procedures that it calls too, or else beside them, as a count of rounds."""
    too_many = Found(reason="a pass has too many ways to look for what falls on each")
    for inside in (None, 0):
        try:
            found = _proved(program, procedure, loop, summaries, inside)
        except TooLarge:
            continue
        return found if found.is_proved or inside is None else too_many
    return too_many


def _proved(program: ir.Played, procedure: ir.Procedure, loop: ir.Repeat, summaries: Summaries, inside: int | None) -> Found:
    """What falls in a loop. Raises TooLarge."""
    proof = Proof(program, Symbols(), {}, {})
    types = {slot.name: slot.type for slot in procedure.slots}
    proof.slots.update((name, proof.unknown(kind)) for name, kind in types.items())
    things = things_of(program, summaries.body(procedure, loop.body), types, loop)
    walk = Walk(proof, summaries, Scope(procedure, types, read_in([(loop,)])), inside)
    starts: list[tuple[Path, list[Path]]] = []
    for start in _heads(proof, procedure, loop, summaries):
        for thing in things:
            thing.read(start)
        live, _ = walk.body([start.fork()], loop.body)
        starts.append((start, [end for path in live for end in assume(path, loop.until, False)]))
    return _search(program, [start for start, _ in starts], passes_of(starts, things), things)


def _heads(proof: Proof, procedure: ir.Procedure, loop: ir.Repeat, summaries: Summaries) -> list[Path]:
    """The ways to the head of a pass that is not the first: what branches around the loop say, if it still holds, and no end yet."""
    paths = [Path(proof)]
    for test, holds, body in around(procedure.body, loop):
        changes = summaries.body(procedure, body)
        if not _is_touched(test, changes):
            paths = [way for path in paths for way in assume(path, test, holds)]
    return [way for path in paths for way in assume(path, loop.until, False)]


def around(body: tuple[ir.Stmt, ...], loop: ir.Stmt) -> list[tuple[ir.Expr, bool, tuple[ir.Stmt, ...]]]:
    """The conditions around a statement, whether they hold there, and the branch that it stands in, the outermost first."""
    for stmt in body:
        if any(item is loop for item in statements((stmt,))):
            if isinstance(stmt, ir.If):
                is_then = any(item is loop for item in statements(stmt.then))
                inside = stmt.then if is_then else stmt.orelse
                return [(stmt.test, is_then, inside), *around(inside, loop)]
            return [found for inner in bodies(stmt) for found in around(inner, loop)]
    return []


def _is_touched(test: ir.Expr, changes: Changes) -> bool:
    """Whether what a condition reads may be written."""
    for item in expressions(test):
        match item:
            case ir.Var(name=name) if name in changes.slots:
                return True
            case ir.Counter(counter=name) if ("counter", name) in changes.things:
                return True
            case ir.ZoneSize(zone=name) | ir.ZoneFold(zone=name) | ir.TopCard(zone=name) if ("zone", name) in changes.things:
                return True
            case _:
                pass
    return False


def _search(program: ir.Played, heads: list[Path], passes: list[Pass], things: list[Thing]) -> Found:
    """Measures of which, way by way, the first that changes falls."""
    levels: list[Level] = []
    left = passes
    while left:
        changing = [thing for thing in things if any(one.changes.get(thing, ZERO) != ZERO for one in left)]
        best = _best(heads, left, singles(changing)) or _best(heads, left, sums(changing))
        if best is None:
            return Found(reason=_reason(program, left, changing))
        left = best[0]
        levels.append(best[1])
    return Found(tuple(levels), counted(levels, None))


def _best(heads: list[Path], left: list[Pass], measures: Iterable[Measure]) -> tuple[list[Pass], Level] | None:
    """The measure that rises on no way and falls on most, with the ways on which it may stay; None where there is none."""
    best: tuple[list[Pass], Level] | None = None
    for measure in measures:
        falls: list[int] = []
        for one in left:
            fall = one.upper(measure)
            if fall is None or fall > 0:
                break
            falls.append(fall)
        if len(falls) < len(left) or not any(falls):
            continue
        still = [one for one, fall in zip(left, falls, strict=True) if fall == 0]
        if best is None or len(still) < len(best[0]):
            level = _level(measure, heads, falls)
            best = best if level is None else (still, level)
            if best is not None and not best[0]:
                break
    return best


def _level(measure: Measure, heads: list[Path], falls: list[int]) -> Level | None:
    """The measure with its bounds at the head of a pass; None where it may fall for ever, or nearly so."""
    lows: list[int] = []
    highs: list[int] = []
    zones = 0
    for head in heads:
        whole, rest = ZERO, ZERO  # the measure, and what of it is no zone
        for times, thing in measure:
            value = thing.read(head)
            if value is None:
                return None
            whole = whole.plus(value, times)
            rest = rest if thing.kind == "zone" else rest.plus(value, times)
        low, high = head.lower(whole), head.upper(whole)
        if high is None:
            zones = max(0, *(times for times, thing in measure if thing.kind == "zone"), 0)
            high = head.upper(rest)
        if low is None or high is None or low <= -LARGE or high >= LARGE:
            return None
        lows.append(low)
        highs.append(high)
    return Level(measure, min(lows), max(highs), min(-fall for fall in falls), zones)


def counted(levels: Sequence[Level], cards: int | None) -> int | None:
    """How many passes there are at most, in a game of so many cards; None where that is not known, and matters.

    The first pass may begin anywhere, and the last one need not let anything fall.
    """
    between = 0
    for place, level in enumerate(reversed(levels)):
        if level.zones and cards is None:
            return None
        size = max(0, level.high + level.zones * (cards or 0) - level.low)
        between = size // level.step if not place else size + (size + 1) * between
    return between + 2


# ---------------------------------------------------------------- in words


def _reason(program: ir.Played, left: list[Pass], things: list[Thing]) -> str:
    """The first way on which nothing is sure to fall, and what falls on it but may rise on another."""
    first = left[0]
    said = f"nothing is sure to fall, or to rise to a bound, {_where(first)}"
    for thing in things:
        for times, falls, rises in ((1, "falls", "rise"), (-1, "rises", "fall")):
            change = first.upper(((times, thing),))
            if change is not None and change < 0:
                other = next((one for one in left if (more := one.upper(((times, thing),))) is None or more > 0), None)
                if other is not None:
                    return f"{said}: `{thing.text(program)}` {falls} there, but may {rises} {_where(other)}"
    return said


def _where(one: Pass) -> str:
    """On which passes, by the decisions of the way."""
    if not one.end.trail:
        return "from one pass to the next"
    shown = [f"`{said}`" for said in dict.fromkeys(one.end.trail)]
    return f"in a pass where {', '.join(shown[:SHOWN])}{' and so on' if len(shown) > SHOWN else ''}"
