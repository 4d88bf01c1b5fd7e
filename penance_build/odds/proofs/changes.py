"""Small changes of a statement or a row, one at a time: what an author may have meant."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from msgspec import Struct, field

from penance_build.ir import nodes as ir
from penance_build.ir.record import replace
from penance_build.ir.walk import expressions, map_own, own_expressions, rebuild

_NEAR = {"ge": "gt", "gt": "ge", "le": "lt", "lt": "le", "add": "sub", "sub": "add"}
_SIGNS = {"ge": ">=", "gt": ">", "le": "<=", "lt": "<", "add": "+", "sub": "-"}
SIGNED = "signed"  # of a statement that changes or gives a value: the other sign of it
BRANCHES = "branches"  # of a statement that branches: two bodies are exchanged
Varied = tuple[str, str, ir.Expr]


class Change(Struct, frozen=True):
    """A statement, changed: ``was`` and ``instead`` as an author writes them, or ``branches``, and two of these by number."""

    was: str
    instead: str
    stmt: ir.Stmt


def of_statement(program: ir.Played, stmt: ir.Stmt) -> Iterator[Change]:
    """The small changes of a statement itself, not of those below it; none of one that only reports."""
    if isinstance(stmt, ir.Note | ir.Report):
        return
    if isinstance(stmt, ir.If):
        yield Change(BRANCHES, "0 1", replace(stmt, then=stmt.orelse, orelse=stmt.then))
    if isinstance(stmt, ir.Match):
        for one, (first, second) in enumerate(pairwise(stmt.cases)):
            cases = [*stmt.cases]
            cases[one : one + 2] = [replace(first, body=second.body), replace(second, body=first.body)]
            yield Change(BRANCHES, f"{one} {one + 1}", replace(stmt, cases=tuple(cases)))
    if isinstance(stmt, ir.Move):
        for name in ("source", "target") if stmt.card is None else ("target",):
            yield from (Change(zone, other, replace(stmt, **{name: other})) for zone, other in _zones(program, getattr(stmt, name)))
    if isinstance(stmt, ir.Pick):
        yield from (Change(zone, other, replace(stmt, zone=other)) for zone, other in _zones(program, stmt.zone))
    inside = _Nth()
    map_own(stmt, inside)
    for place, expr in enumerate(inside.found):
        for was, instead, other in _of_expression(program, expr):
            yield Change(was, instead, map_own(stmt, _Nth(place, other)))
    if isinstance(stmt, ir.Change | ir.Let) and not isinstance(inside.found[-1], ir.Const):
        yield Change(SIGNED, "", map_own(stmt, _Nth(len(inside.found) - 1, ir.Op("neg", (inside.found[-1],)))))


def tables_of(program: ir.Played, stmt: ir.Stmt) -> list[ir.Table]:
    """The tables that a statement itself reads."""
    read = (item.table for expr in own_expressions(stmt) for item in expressions(expr) if isinstance(item, ir.Lookup))
    return [program.by_id.tables[name] for name in dict.fromkeys(read)]


def of_row(row: ir.Row) -> Iterator[tuple[str, str, ir.Row]]:
    """The small changes of the values of a row."""
    for place, value in enumerate(row.values):
        if isinstance(value, ir.Const):
            for was, instead, other in _numbers(value):
                yield was, instead, replace(row, values=(*row.values[:place], other, *row.values[place + 1 :]))


class _Nth(Struct):
    """Notes what lies inside of a node, in the order in which it is rebuilt, and changes the one at a place to another one."""

    place: int = -1
    other: ir.Expr | None = None
    found: list[ir.Expr] = field(default_factory=list)

    def __call__(self, expr: ir.Expr) -> ir.Expr:
        self.found.append(expr)
        return self.other if self.other is not None and len(self.found) == self.place + 1 else expr


def _of_expression(program: ir.Played, expr: ir.Expr) -> Iterator[Varied]:
    yield from _here(program, expr)
    inside = _Nth()
    rebuild(expr, inside)
    for place, child in enumerate(inside.found):
        for was, instead, other in _of_expression(program, child):
            yield was, instead, rebuild(expr, _Nth(place, other))


def _here(program: ir.Played, expr: ir.Expr) -> Iterator[Varied]:
    match expr:
        case ir.Const():
            yield from _numbers(expr)
        case ir.Op() if expr.op in _NEAR:
            other = _NEAR[expr.op]
            if len(expr.args) == 2:
                yield _SIGNS[expr.op], _SIGNS[other], ir.Op(other, expr.args)
        case ir.Op(op="neg"):
            yield "-", "", expr.args[0]
        case ir.Cond():
            yield "if", "if not", ir.Cond(expr.test, expr.no, expr.yes)
        case ir.ZoneSize() | ir.ZoneFold() | ir.TopCard():
            yield from ((zone, other, _in_zone(expr, other)) for zone, other in _zones(program, expr.zone))


def near(value: int) -> Iterator[tuple[str, str, int]]:
    """What a number may have been: one less, one more, the other sign."""
    yield from ((str(abs(value)), str(other), other) for other in (value - 1, value + 1, *((-value,) if value else ())))


def _numbers(expr: ir.Const) -> Iterator[Varied]:
    return ((was, instead, ir.Const(value)) for was, instead, value in near(expr.value))


def _in_zone(expr: ir.ZoneSize | ir.ZoneFold | ir.TopCard, zone: str) -> ir.Expr:
    return replace(expr, zone=zone)


def _zones(program: ir.Played, zone: str) -> list[tuple[str, str]]:
    owner = program.by_id.zones[zone].owner
    return [(zone, other.id) for other in program.zones if other.id != zone and other.owner == owner]
