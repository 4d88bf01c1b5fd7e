"""Loops within a loop: what they change is taken to be anything, but for the direction that every way through their body keeps."""

from __future__ import annotations

from typing import Final, Protocol

from msgspec import Struct

from penance_build.falling.changes import Changes, Summaries
from penance_build.falling.conditions import assume
from penance_build.falling.forms import ZERO, Form
from penance_build.falling.measures import Pass, Thing, passes_of, things_of
from penance_build.falling.path import Path, Proof, Value
from penance_build.falling.values import Values
from penance_build.ir import nodes as ir

UNROLLED: Final = 3  # passes that are gone through one by one


class Scope(Protocol):
    """The procedure that runs, and the types of its slots."""

    procedure: ir.Procedure
    types: dict[str, ir.Type]


class Walker(Protocol):
    """What goes through the statements of a body."""

    proof: Proof
    summaries: Summaries

    @property
    def scope(self) -> Scope:
        """The procedure that runs."""

    def body(self, paths: list[Path], body: tuple[ir.Stmt, ...]) -> tuple[list[Path], list[Path]]:
        """The ways that go on behind the statements, and those that have ended the procedure."""

    def unknown(self, slot: str) -> Value:
        """Any value that a slot may have."""

    def spoil(self, path: Path, changes: Changes) -> None:
        """Let counters and zones change."""


def inner(walk: Walker, path: Path, stmt: ir.Each | ir.Repeat) -> tuple[list[Path], list[Path]]:
    """The ways behind a loop, and those on which the procedure has ended in it."""
    values = Values(path)
    if isinstance(stmt, ir.Each):
        low, high = values.number(stmt.low), values.number(stmt.high)
        passes = high.minus(low).raised(1)
        if not low.terms and not high.terms and passes.const <= UNROLLED:
            return _unrolled(walk, path, stmt, low.const, high.const)
        counts = Counts(low, high, passes)
    else:
        most = None if stmt.limit is None else values.number(stmt.limit)
        passes = path.fresh(1, None) if most is None else most
        counts = Counts(ZERO, ZERO, passes, most is not None)
    none, some = path.fork(), path.fork()
    paths = [none] if none.learn(passes.times(-1)) else []
    if not some.learn(passes.raised(-1)):
        return paths, []
    live, over = _some(walk, some, stmt, counts)
    return [*paths, *live], over


class Counts(Struct, frozen=True):
    """From where to where a loop counts, how many passes it makes, and whether it may make fewer (but one)."""

    low: Form
    high: Form
    passes: Form
    may_stop: bool = False


def _some(walk: Walker, path: Path, stmt: ir.Each | ir.Repeat, counts: Counts) -> tuple[list[Path], list[Path]]:
    """The ways behind one pass or more: the first one is gone through as it is, then those behind it together."""
    changes = walk.summaries.body(walk.scope.procedure, stmt.body)
    if isinstance(stmt, ir.Each):
        changes.slots.add(stmt.slot)
    things = things_of(walk.proof.program, changes, walk.scope.types, stmt)
    begin = path.fork()
    _havoc(walk, begin, changes)
    if isinstance(stmt, ir.Each):
        path.frame[stmt.slot] = counts.low
        begin.frame[stmt.slot] = begin.fresh(None, None, (counts.low,), (counts.high,))
    for thing in things:
        thing.read(begin)
    firsts, over = walk.body([path], stmt.body)
    live, more_over = walk.body([begin.fork()], stmt.body)
    ways = passes_of([(begin, live)], things)
    found: list[Path] = []
    for first in firsts:
        more = counts.passes.raised(-1)
        if counts.may_stop:
            more = first.fresh(0, None, (), (more,))
        if isinstance(stmt, ir.Repeat):  # it ends where its condition holds, or, with a limit, where the passes run out
            ways_out = assume(first, stmt.until, True)
            behind = _after(walk, first, changes, things, ways, more) if live else first
            found += ways_out
            if stmt.limit is not None:
                found.append(behind)
            elif live:
                found += assume(behind, stmt.until, True)
        else:
            if not live or first.is_at_most(more, 0):
                found.append(first)
                continue
            found.append(_after(walk, first, changes, things, ways, more))
    return found, [*over, *more_over]


def _unrolled(walk: Walker, path: Path, stmt: ir.Each, low: int, high: int) -> tuple[list[Path], list[Path]]:
    paths, ended = [path], []
    for number in range(low, high + 1):
        for one in paths:
            one.frame[stmt.slot] = Form(number)
        paths, over = walk.body(paths, stmt.body)
        ended += over
    return paths, ended


def _havoc(walk: Walker, path: Path, changes: Changes) -> None:
    """Any number of passes may have run."""
    for slot in sorted(changes.slots):
        path.frame[slot] = walk.unknown(slot)
    walk.spoil(path, changes)


def _after(walk: Walker, path: Path, changes: Changes, things: list[Thing], ways: list[Pass], made: Form) -> Path:
    """The way behind so many passes (``made``), each of which is one of these ways."""
    after = path.fork()
    before = {thing: thing.read(after) for thing in things}
    _havoc(walk, after, changes)
    for thing, was in before.items():
        now = thing.read(after)
        if was is None or now is None or not all(thing in way.changes for way in ways):
            continue
        high = _most([way.upper(((1, thing),)) for way in ways])
        low = _most([way.upper(((-1, thing),)) for way in ways])
        if high is not None:
            after.learn(was.minus(now).plus(made, high))
        if low is not None:
            after.learn(now.minus(was).plus(made, low))
    return after


def _most(ends: list[int | None]) -> int | None:
    known = [end for end in ends if end is not None]
    return max(known, default=0) if len(known) == len(ends) else None
