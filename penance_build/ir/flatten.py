"""Bodies as basic blocks, so that a procedure can pause at a choice and resume from the number of a block.

Only statements that pause are split: a branch or loop without a choice inside stays one statement of a block. A bounded loop that
pauses keeps its counter and its end in two hidden slots, ``each.N.at`` and ``each.N.end``, which no rule can name.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

from msgspec import Struct, field

from penance_build.ir import nodes, walk
from penance_build.ir.uses import effects

Stmt = nodes.Stmt


class End(Struct, frozen=True):
    """How a block ends.

    ``kind``: ``jump`` (to ``targets[0]``); ``branch`` (an ``If``: targets then, else); ``switch`` (a ``Match``: a target a case,
    and one for the rest); ``ask`` (a ``Choose``: then go on at ``targets[0]``); ``ask_card`` (a ``Pick``: then, else);
    ``enter`` (a ``Call`` that pauses); ``finish``.
    """

    kind: str
    targets: tuple[int, ...] = ()
    stmt: Stmt | None = None


class BasicBlock(Struct, frozen=True):
    """Statements that run without a pause, and how they end."""

    body: tuple[Stmt, ...]
    end: End


def flatten(body: tuple[Stmt, ...], choosers: Iterable[str]) -> tuple[BasicBlock, ...]:
    """The blocks of a body; it starts at block 0. ``choosers`` are the procedures that pause."""
    builder = _Builder(frozenset(choosers))
    last = builder.run(body, builder.new())
    builder.ends[last] = End("finish")
    return tuple(BasicBlock(tuple(body), builder.ends[place]) for place, body in enumerate(builder.bodies))


def pauses(stmt: Stmt, choosers: frozenset[str]) -> bool:
    """Whether a choice may be made inside a statement."""
    return any(
        "asks" in effects(item) or (isinstance(item, nodes.Call) and item.procedure in choosers) for item in walk.statements((stmt,))
    )


def loop_bounds(body: tuple[Stmt, ...], choosers: Iterable[str]) -> tuple[int, ...]:
    """The bounds of the bounded loops that pause: the loop with the slots ``each.N.at`` and ``each.N.end`` is number N."""
    known = frozenset(choosers)
    loops = (stmt for stmt in walk.statements(body) if isinstance(stmt, nodes.Each | nodes.Repeat) and stmt.bound)
    return tuple(stmt.bound for stmt in loops if pauses(stmt, known))


class _Builder(Struct):
    choosers: frozenset[str]
    bodies: list[list[Stmt]] = field(default_factory=list)
    ends: dict[int, End] = field(default_factory=dict)
    loops: int = 0

    def new(self) -> int:
        self.bodies.append([])
        return len(self.bodies) - 1

    def run(self, body: tuple[Stmt, ...], at: int) -> int:
        """Append a body to block ``at``; the answer is the block that is open afterwards."""
        for stmt in body:
            if self._pauses(stmt):
                at = self._split(stmt, at)
            else:
                self.bodies[at].append(stmt)
        return at

    def _pauses(self, stmt: Stmt) -> bool:
        return pauses(stmt, self.choosers)

    def _split(self, stmt: Stmt, at: int) -> int:
        match stmt:
            case nodes.If():
                return self._fork("branch", stmt, (stmt.then, stmt.orelse), at)
            case nodes.Match():
                return self._fork("switch", stmt, (*(case.body for case in stmt.cases), stmt.orelse), at)
            case nodes.Pick():
                return self._fork("ask_card", stmt, (stmt.then, stmt.orelse), at)
            case nodes.Each():
                return self._loop(stmt, at)
            case nodes.Repeat():
                return self._passes(stmt, at)
            case nodes.Choose():
                return self._step("ask", stmt, at)
            case nodes.Call():
                return self._step("enter", stmt, at)
            case (
                nodes.Let() | nodes.Note() | nodes.Report() | nodes.Roll() | nodes.Reroll() | nodes.Change() | nodes.Move()
                | nodes.Shuffle() | nodes.Stop()
            ):  # fmt: skip
                raise AssertionError(f"{stmt.kind} does not pause")
            case _:
                assert_never(stmt)

    def _step(self, kind: str, stmt: Stmt, at: int) -> int:
        after = self.new()
        self.ends[at] = End(kind, (after,), stmt)
        return after

    def _fork(self, kind: str, stmt: Stmt, bodies: tuple[tuple[Stmt, ...], ...], at: int) -> int:
        starts = [self.new() for _ in bodies]
        self.ends[at] = End(kind, tuple(starts), stmt)
        lasts = [self.run(body, start) for body, start in zip(bodies, starts, strict=True)]
        after = self.new()
        for last in lasts:
            self.ends[last] = End("jump", (after,))
        return after

    def _loop(self, stmt: nodes.Each, at: int) -> int:
        place, head, start, after = self._counted(stmt.low, stmt.high, at)
        self.bodies[start].insert(0, nodes.Let(stmt.slot, nodes.Var(place)))
        last = self.run(stmt.body, start)
        self.ends[last] = End("jump", (head,))
        return after

    def _counted(self, low: nodes.Expr, high: nodes.Expr, at: int) -> tuple[str, int, int, int]:
        """Count in hidden slots: the slot of the counter, the block that tests it, that of the body, and the one after the loop."""
        place, end = f"each.{self.loops}.at", f"each.{self.loops}.end"
        self.loops += 1
        self.bodies[at] += [nodes.Let(place, low), nodes.Let(end, high)]
        head, start, after = self.new(), self.new(), self.new()
        self.ends[at] = End("jump", (head,))
        test = nodes.Op("le", (nodes.Var(place), nodes.Var(end)))
        self.ends[head] = End("branch", (start, after), nodes.If(test, (), ()))
        self.bodies[start].append(nodes.Let(place, nodes.Op("add", (nodes.Var(place), nodes.Const(1)))))
        return place, head, start, after

    def _passes(self, stmt: nodes.Repeat, at: int) -> int:
        if stmt.limit is not None:
            _, head, start, after = self._counted(nodes.Const(1), stmt.limit, at)
        else:
            head, after = self.new(), self.new()
            start = head
            self.ends[at] = End("jump", (head,))
        last = self.run(stmt.body, start)
        self.ends[last] = End("branch", (after, head), nodes.If(stmt.until, (), ()))
        return after
