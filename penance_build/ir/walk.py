"""Ways through a program that do not care what its nodes mean.

What visits keeps its own stack, so that a deep rule cannot exhaust Python's; what rebuilds follows the form of the expression.
A new kind of node is written here once: in ``CHILDREN`` and ``REBUILD``, or in the four functions over statements.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from penance_build.ir import nodes
from penance_build.ir.record import replace

Expr = nodes.Expr
Stmt = nodes.Stmt
Body = tuple[Stmt, ...]
Change = Callable[[Expr], Expr]


def children(expr: Expr) -> tuple[Expr, ...]:
    """The expressions directly inside an expression, in the order of evaluation."""
    found = CHILDREN.get(type(expr))
    return found(expr) if found else ()


def _given(*found: Expr | None) -> tuple[Expr, ...]:
    return tuple([item for item in found if item is not None])


# By type, for planning odds spends its time here; what is not in it has nothing inside.
CHILDREN: Final[Mapping[type, Callable[[Any], tuple[Any, ...]]]] = {
    nodes.Op: lambda e: e.args,
    nodes.Lookup: lambda e: e.args,
    nodes.ListOp: lambda e: e.args,
    nodes.Cond: lambda e: (e.test, e.yes, e.no),
    nodes.Fold: lambda e: (e.roll, e.body),
    nodes.Keep: lambda e: (e.roll, e.count),
    nodes.Shape: lambda e: (e.roll,),
    nodes.Dice: lambda e: (e.roll,),
    nodes.ZoneSize: lambda e: _given(e.owner),
    nodes.ZoneFold: lambda e: _given(e.owner, e.body),
    nodes.TopCard: lambda e: _given(e.owner, e.test),
    nodes.CardAttr: lambda e: _given(e.card),
    nodes.Counter: lambda e: _given(e.owner),
}


def rebuild(expr: Expr, change: Change) -> Expr:
    """The expression with ``change`` applied to each expression directly inside it."""
    made = REBUILD.get(type(expr))
    return made(expr, change) if made else expr


def _maybe(expr: Expr | None, change: Change) -> Expr | None:
    return None if expr is None else change(expr)


REBUILD: Final[Mapping[type, Callable[[Any, Callable[[Any], Any]], Any]]] = {
    nodes.Op: lambda e, f: nodes.Op(e.op, tuple(map(f, e.args))),
    nodes.Lookup: lambda e, f: nodes.Lookup(e.table, tuple(map(f, e.args)), e.output),
    nodes.ListOp: lambda e, f: nodes.ListOp(e.op, tuple(map(f, e.args))),
    nodes.Cond: lambda e, f: nodes.Cond(f(e.test), f(e.yes), f(e.no)),
    nodes.Fold: lambda e, f: nodes.Fold(f(e.roll), e.die, f(e.body)),
    nodes.Keep: lambda e, f: nodes.Keep(f(e.roll), e.die, f(e.count), e.high),
    nodes.Shape: lambda e, f: nodes.Shape(f(e.roll), e.die, e.what),
    nodes.Dice: lambda e, f: nodes.Dice(f(e.roll)),
    nodes.ZoneSize: lambda e, f: nodes.ZoneSize(e.zone, _maybe(e.owner, f)),
    nodes.ZoneFold: lambda e, f: nodes.ZoneFold(e.zone, _maybe(e.owner, f), f(e.body)),
    nodes.TopCard: lambda e, f: nodes.TopCard(e.zone, _maybe(e.owner, f), _maybe(e.test, f)),
    nodes.CardAttr: lambda e, f: nodes.CardAttr(_maybe(e.card, f), e.attr),
    nodes.Counter: lambda e, f: nodes.Counter(e.counter, _maybe(e.owner, f)),
}


def substitute(expr: Expr, name: str, value: Expr) -> Expr:
    """The expression with the slot replaced by a value."""
    if isinstance(expr, nodes.Var):
        return value if expr.name == name else expr
    return rebuild(expr, lambda child: substitute(child, name, value))


def expressions(expr: Expr) -> Iterator[Expr]:
    """An expression and all inside it, parents first."""
    stack = [expr]
    while stack:
        item = stack.pop()
        yield item
        stack.extend(reversed(children(item)))


def depth(expr: Expr) -> int:
    """How many expressions lie inside one another, the outermost counted."""
    deepest, stack = 0, [(expr, 1)]
    while stack:
        item, level = stack.pop()
        deepest = max(deepest, level)
        stack.extend((child, level + 1) for child in children(item))
    return deepest


def bodies(stmt: Stmt) -> tuple[Body, ...]:
    """The statement lists directly inside a statement."""
    match stmt:
        case nodes.If():
            return (stmt.then, stmt.orelse)
        case nodes.Match():
            return (*(case.body for case in stmt.cases), stmt.orelse)
        case nodes.Each() | nodes.Repeat():
            return (stmt.body,)
        case nodes.Pick():
            return (stmt.then, stmt.orelse)
        case _:
            return ()


def statements(body: Body) -> Iterator[Stmt]:
    """All statements of a body, nested ones too, in the order written."""
    stack = list(reversed(body))
    while stack:
        item = stack.pop()
        yield item
        for inner in reversed(bodies(item)):
            stack.extend(reversed(inner))


def own_expressions(stmt: Stmt) -> tuple[Expr, ...]:
    """The expressions that a statement itself evaluates (those of nested statements excluded)."""
    found: tuple[Expr | None, ...]
    match stmt:
        case nodes.Let():
            return (stmt.value,)
        case nodes.Note():
            labels = (item for part in stmt.label for item in (part.value, *part.args))
            found = (stmt.value, stmt.running, *labels)
        case nodes.Report():
            labels = (item for part in stmt.text for item in (part.value, *part.args))
            found = (*labels, *(field.value for field in stmt.fields))
        case nodes.Roll():
            return (stmt.count,)
        case nodes.Reroll():
            return (nodes.Var(stmt.slot), stmt.limit, stmt.test)
        case nodes.If():
            return (stmt.test,)
        case nodes.Match():
            return (stmt.on,)
        case nodes.Each():
            return (stmt.low, stmt.high)
        case nodes.Repeat():
            found = (stmt.limit, stmt.until)
        case nodes.Call():
            return stmt.args
        case nodes.Choose():
            found = (stmt.by, *(option.test for option in stmt.options))
        case nodes.Pick():
            found = (stmt.by, stmt.owner, stmt.test)
        case nodes.Change():
            found = (stmt.owner, stmt.by)
        case nodes.Move():
            found = (stmt.card, stmt.source_owner, stmt.count, stmt.target_owner)
        case nodes.Shuffle():
            found = (stmt.owner,)
        case nodes.Stop():
            return ()
    return tuple(item for item in found if item is not None)


def map_own(stmt: Stmt, change: Change) -> Stmt:
    """The statement with ``change`` applied to the expressions that it evaluates itself."""
    match stmt:
        case nodes.Let():
            return replace(stmt, value=change(stmt.value))
        case nodes.Note():
            return replace(stmt, label=_parts(stmt.label, change), value=change(stmt.value), running=change(stmt.running))
        case nodes.Report():
            fields = tuple(replace(field, value=change(field.value)) for field in stmt.fields)
            return replace(stmt, text=_parts(stmt.text, change), fields=fields)
        case nodes.Roll():
            return replace(stmt, count=change(stmt.count))
        case nodes.Reroll():
            return replace(stmt, test=change(stmt.test), limit=change(stmt.limit))
        case nodes.If():
            return replace(stmt, test=change(stmt.test))
        case nodes.Match():
            return replace(stmt, on=change(stmt.on))
        case nodes.Each():
            return replace(stmt, low=change(stmt.low), high=change(stmt.high))
        case nodes.Repeat():
            return replace(stmt, until=change(stmt.until), limit=_maybe(stmt.limit, change))
        case nodes.Call():
            return replace(stmt, args=tuple(map(change, stmt.args)))
        case nodes.Choose():
            options = tuple(replace(option, test=_maybe(option.test, change)) for option in stmt.options)
            return replace(stmt, by=change(stmt.by), options=options)
        case nodes.Pick():
            return replace(stmt, by=change(stmt.by), owner=_maybe(stmt.owner, change), test=_maybe(stmt.test, change))
        case nodes.Change():
            return replace(stmt, owner=_maybe(stmt.owner, change), by=change(stmt.by))
        case nodes.Move():
            source, target = _maybe(stmt.source_owner, change), _maybe(stmt.target_owner, change)
            return replace(stmt, card=_maybe(stmt.card, change), source_owner=source, count=change(stmt.count), target_owner=target)
        case nodes.Shuffle():
            return replace(stmt, owner=_maybe(stmt.owner, change))
        case _:
            return stmt


def _parts(parts: tuple[nodes.Part, ...], change: Change) -> tuple[nodes.Part, ...]:
    return tuple(replace(part, value=_maybe(part.value, change), args=tuple(map(change, part.args))) for part in parts)


def map_bodies(stmt: Stmt, change: Callable[[Body], Body]) -> Stmt:
    """The statement with ``change`` applied to the bodies inside it."""
    match stmt:
        case nodes.If() | nodes.Pick():
            return replace(stmt, then=change(stmt.then), orelse=change(stmt.orelse))
        case nodes.Match():
            return replace(stmt, cases=tuple(replace(case, body=change(case.body)) for case in stmt.cases), orelse=change(stmt.orelse))
        case nodes.Each() | nodes.Repeat():
            return replace(stmt, body=change(stmt.body))
        case _:
            return stmt


def all_expressions(body: Body) -> Iterator[Expr]:
    """Every expression of a body, down to the leaves."""
    for stmt in statements(body):
        for expr in own_expressions(stmt):
            yield from expressions(expr)


def assigned(stmt: Stmt) -> tuple[str, ...]:
    """The slots that a statement itself writes."""
    match stmt:
        case nodes.Let() | nodes.Roll() | nodes.Reroll() | nodes.Each() | nodes.Choose() | nodes.Pick():
            return (stmt.slot,)
        case nodes.Call():
            return tuple(slot for _, slot in stmt.take)
        case nodes.Move():
            return (stmt.moved,) if stmt.moved else ()
        case _:
            return ()


def variables(expr: Expr) -> frozenset[str]:
    """The slots that an expression reads."""
    return frozenset(item.name for item in expressions(expr) if isinstance(item, nodes.Var))


def calls(body: Body) -> tuple[str, ...]:
    """The procedures that a body calls, sorted."""
    return tuple(sorted({stmt.procedure for stmt in statements(body) if isinstance(stmt, nodes.Call)}))


def tables_read(body: Body) -> tuple[str, ...]:
    """The tables that a body reads, labels included, sorted."""
    found = {expr.table for expr in all_expressions(body) if isinstance(expr, nodes.Lookup)}
    for stmt in statements(body):
        if isinstance(stmt, nodes.Note | nodes.Report):
            parts = stmt.label if isinstance(stmt, nodes.Note) else stmt.text
            found.update(part.table for part in parts if part.table)
    return tuple(sorted(found))
