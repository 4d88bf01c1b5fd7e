"""Procedures whose results are remembered by what they read: those that go round a loop, change and draw nothing, and read no more
than a few counters.

Such a procedure is written as one that reads nothing, with an input more for each counter of the game or of a player that it was given;
what it calls stands in its place. A counter of whom it finds out by itself is read as a row: rows are never changed in place, so that
the same row holds the same values.
"""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from penance_build.engine.planning import lower
from penance_build.ir import nodes, walk
from penance_build.ir.uses import looks

Body = tuple[nodes.Stmt, ...]
MOST_READS = 20  # beyond it, to ask what is remembered costs what it saves
DEEPEST = 3
MOST_ROWS = 2
LISTS = ("roll", "list")


class Remembered(Struct, frozen=True):
    """A procedure that reads nothing but rows; its last inputs hold counters, which are read over the inputs before them.

    ``rows`` are the counters that it reads as a row.
    """

    procedure: nodes.Procedure
    reads: tuple[nodes.Counter, ...]
    rows: tuple[str, ...]


class Unfit(Exception):
    """Something is done or read that a memory cannot stand for."""


def remembered(program: nodes.Played) -> dict[str, Remembered]:
    """Those procedures of a program, by id."""
    found = {item.id: _of(program, item) for item in program.procedures}
    return {id: item for id, item in found.items() if item is not None}


def _of(program: nodes.Played, procedure: nodes.Procedure) -> Remembered | None:
    types = [item.type for item in procedure.inputs] + [item.type for item in procedure.results]
    goes_round = any(isinstance(stmt, nodes.Each | nodes.Repeat) for stmt in walk.statements(procedure.body))
    if not goes_round or any(type.kind in LISTS for type in types):
        return None
    try:
        body = _Places(program).body(lower.folded(procedure.body), {}, "", 0)
    except Unfit:
        return None
    written = {name for stmt in walk.statements(body) for name in walk.assigned(stmt)}
    players = {item.name for item in procedure.inputs if item.type.kind == "player"} - written
    read = [item for item in walk.all_expressions(body) if looks(item)]
    counters = [item for item in read if isinstance(item, nodes.Counter)]
    rows = tuple(dict.fromkeys(item.counter for item in counters if not _is_steady(item, players)))
    reads = tuple(dict.fromkeys(item for item in counters if item.counter not in rows))
    if len(counters) < len(read) or not counters or len(reads) > MOST_READS or len(rows) > MOST_ROWS:
        return None
    names = {item: f".read.{place}" for place, item in enumerate(reads)}
    inputs = [nodes.Input(name, nodes.Type("int"), None, "", "") for name in names.values()]
    body = _with_inputs(body, {item: nodes.Var(name) for item, name in names.items()})
    return Remembered(replace(procedure, inputs=(*procedure.inputs, *inputs), effects=(), body=body), reads, rows)


def _is_steady(counter: nodes.Counter, players: set[str]) -> bool:
    """Whether its owner is the same from the first step to the last, and can be nobody that is not there."""
    owner = counter.owner
    return owner is None or isinstance(owner, nodes.Const) or (isinstance(owner, nodes.Var) and owner.name in players)


def _with_inputs(body: Body, names: dict[nodes.Expr, nodes.Var]) -> Body:
    def put(expr: nodes.Expr) -> nodes.Expr:
        return names[expr] if expr in names else walk.rebuild(expr, put)

    return tuple(walk.map_bodies(walk.map_own(stmt, put), lambda inner: _with_inputs(inner, names)) for stmt in body)


class _Places(Struct):
    """Puts procedures in the place of their calls, each with slots of its own."""

    program: nodes.Played
    count: int = 0

    def body(self, body: Body, given: dict[str, nodes.Expr], prefix: str, depth: int) -> Body:
        """A body without notes and calls; ``given`` are the inputs that stand for something else. Raises Unfit."""

        def renamed(expr: nodes.Expr) -> nodes.Expr:
            if isinstance(expr, nodes.Var):
                return given.get(expr.name, nodes.Var(prefix + expr.name))
            return walk.rebuild(expr, renamed)

        found: list[nodes.Stmt] = []
        for stmt in body:
            own = walk.map_own(stmt, renamed)
            match own:
                case nodes.Note():
                    continue
                case nodes.Let() if not own.checked:
                    found.append(replace(own, slot=prefix + own.slot))
                case nodes.Each():
                    found.append(replace(own, slot=prefix + own.slot, body=self.body(own.body, given, prefix, depth)))
                case nodes.If() | nodes.Match() | nodes.Repeat():
                    found.append(walk.map_bodies(own, lambda inner: self.body(inner, given, prefix, depth)))
                case nodes.Call() if depth < DEEPEST:
                    found += self.call(own, prefix, depth)
                case nodes.Stop() if not depth:
                    found.append(own)
                case _:
                    raise Unfit
        return tuple(found)

    def call(self, stmt: nodes.Call, prefix: str, depth: int) -> Body:
        """What is called, in the place of the call: what is passed on as it came is not named anew."""
        self.count += 1
        inner, callee = f"{self.count}.", self.program.by_id.procedures[stmt.procedure]
        written = {name for item in walk.statements(callee.body) for name in walk.assigned(item)}
        given: dict[str, nodes.Expr] = {}
        lets: list[nodes.Stmt] = []
        for item, arg in zip(callee.inputs, stmt.args, strict=True):
            if item.name not in written and isinstance(arg, nodes.Var | nodes.Const) and item.type.kind == "player":
                given[item.name] = arg
            else:
                lets.append(nodes.Let(inner + item.name, arg))
        body = self.body(lower.folded(callee.body), given, inner, depth + 1)
        taken = [nodes.Let(prefix + slot, given.get(result, nodes.Var(inner + result))) for result, slot in stmt.take]
        return (*lets, *body, *taken)
