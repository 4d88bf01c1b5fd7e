"""Ways through a program that do not care what its nodes mean.

Every walk keeps its own stack, so that a deep rule cannot exhaust Python's.
"""

from __future__ import annotations

from collections.abc import Iterator

from penance_build.ir import nodes

Expr = nodes.Expr
Stmt = nodes.Stmt


def children(expr: Expr) -> tuple[Expr, ...]:
    """The expressions directly inside an expression, in the order of evaluation."""
    found: tuple[Expr | None, ...]
    match expr:
        case nodes.Op() | nodes.Lookup():
            return expr.args
        case nodes.Cond():
            return (expr.test, expr.yes, expr.no)
        case nodes.Fold():
            return (expr.roll, expr.body)
        case nodes.Keep():
            return (expr.roll, expr.count)
        case nodes.Shape() | nodes.Dice():
            return (expr.roll,)
        case nodes.ZoneFold():
            found = (expr.owner, expr.body)
        case nodes.ZoneSize() | nodes.Counter():
            found = (expr.owner,)
        case nodes.CardAttr():
            found = (expr.card,)
        case _:
            return ()
    return tuple(item for item in found if item is not None)


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


def bodies(stmt: Stmt) -> tuple[tuple[Stmt, ...], ...]:
    """The statement lists directly inside a statement."""
    match stmt:
        case nodes.If():
            return (stmt.then, stmt.orelse)
        case nodes.Match():
            return (*(case.body for case in stmt.cases), stmt.orelse)
        case nodes.Each():
            return (stmt.body,)
        case nodes.Pick():
            return (stmt.then, stmt.orelse)
        case _:
            return ()


def statements(body: tuple[Stmt, ...]) -> Iterator[Stmt]:
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


def all_expressions(body: tuple[Stmt, ...]) -> Iterator[Expr]:
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


def calls(body: tuple[Stmt, ...]) -> tuple[str, ...]:
    """The procedures that a body calls, sorted."""
    return tuple(sorted({stmt.procedure for stmt in statements(body) if isinstance(stmt, nodes.Call)}))


def tables_read(body: tuple[Stmt, ...]) -> tuple[str, ...]:
    """The tables that a body reads, labels included, sorted."""
    found = {expr.table for expr in all_expressions(body) if isinstance(expr, nodes.Lookup)}
    for stmt in statements(body):
        if isinstance(stmt, nodes.Note):
            found.update(part.table for part in stmt.label if part.table)
    return tuple(sorted(found))
