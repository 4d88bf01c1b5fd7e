"""Traversals of a program that are independent of the meaning of its nodes.

Visitors keep their own stack, so that a deep rule cannot exhaust Python's; rebuilding recurses along the expression.
The children of a node are derived from its fields (``ir.shape``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import assert_never

from penance_build.ir import nodes
from penance_build.ir.shape import BODIES, CHILDREN, REBUILD, REBUILD_BODIES

Expr = nodes.Expr
Stmt = nodes.Stmt
Body = tuple[Stmt, ...]
Change = Callable[[Expr], Expr]


def children(expr: Expr) -> tuple[Expr, ...]:
    """The expressions directly inside an expression, in the order of evaluation."""
    found = CHILDREN[type(expr)]
    return found(expr) if found else ()


def rebuild(expr: Expr, change: Change) -> Expr:
    """The expression with ``change`` applied to each expression directly inside it."""
    made = REBUILD[type(expr)]
    return made(expr, change) if made else expr


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
        if inside := CHILDREN[type(item)]:
            stack += reversed(inside(item))


def depth(expr: Expr) -> int:
    """The nesting depth of an expression, the outermost counted."""
    deepest, stack = 0, [(expr, 1)]
    while stack:
        item, level = stack.pop()
        deepest = max(deepest, level)
        stack.extend((child, level + 1) for child in children(item))
    return deepest


def bodies(stmt: Stmt) -> tuple[Body, ...]:
    """The statement lists directly inside a statement."""
    found = BODIES[type(stmt)]
    return found(stmt) if found else ()


def statements(body: Body) -> list[Stmt]:
    """All statements of a body, nested ones too, in the order written: the objects themselves."""
    found: list[Stmt] = []
    stack = [*reversed(body)]
    while stack:
        item = stack.pop()
        found.append(item)
        if inside := BODIES[type(item)]:
            for inner in reversed(inside(item)):
                stack += reversed(inner)
    return found


def own_expressions(stmt: Stmt) -> tuple[Expr, ...]:
    """The expressions that a statement itself evaluates (those of nested statements excluded)."""
    found = CHILDREN[type(stmt)]
    return found(stmt) if found else ()


def map_own(stmt: Stmt, change: Change) -> Stmt:
    """The statement with ``change`` applied to the expressions that it evaluates itself."""
    made = REBUILD[type(stmt)]
    return made(stmt, change) if made else stmt


def map_bodies(stmt: Stmt, change: Callable[[Body], Body]) -> Stmt:
    """The statement with ``change`` applied to the bodies inside it."""
    made = REBUILD_BODIES[type(stmt)]
    return made(stmt, change) if made else stmt


def all_expressions(body: Body) -> Iterator[Expr]:
    """Every expression of a body, down to the leaves."""
    for stmt in statements(body):
        stack = [*reversed(own_expressions(stmt))]
        while stack:
            item = stack.pop()
            yield item
            if inside := CHILDREN[type(item)]:
                stack += reversed(inside(item))


def assigned(stmt: Stmt) -> tuple[str, ...]:
    """The slots that a statement itself writes."""
    match stmt:
        case nodes.Let() | nodes.Roll() | nodes.Reroll() | nodes.Each() | nodes.Choose() | nodes.Pick():
            return (stmt.slot,)
        case nodes.Call():
            return tuple(slot for _, slot in stmt.take)
        case nodes.Move():
            return (stmt.moved,) if stmt.moved else ()
        case nodes.Note() | nodes.Report() | nodes.If() | nodes.Match() | nodes.Repeat() | nodes.Change() | nodes.Shuffle() | nodes.Stop():
            return ()
        case _:
            assert_never(stmt)


def variables(expr: Expr) -> frozenset[str]:
    """The slots that an expression reads."""
    return frozenset(item.name for item in expressions(expr) if isinstance(item, nodes.Var))


def calls(body: Body) -> tuple[str, ...]:
    """The procedures that a body calls, sorted."""
    return tuple(sorted({stmt.procedure for stmt in statements(body) if isinstance(stmt, nodes.Call)}))


def reached(procedures: Mapping[str, nodes.Procedure], *first: str) -> tuple[nodes.Procedure, ...]:
    """Some procedures and all that they call, in the order in which they are found; those that are not there are left out."""
    found, waiting = dict[str, nodes.Procedure](), [*first]
    for name in waiting:  # grows as callees are found
        if name in procedures and name not in found:
            found[name] = procedures[name]
            waiting += calls(procedures[name].body)
    return tuple(found.values())


def tables_read(body: Body) -> tuple[str, ...]:
    """The tables that a body reads, labels included, sorted."""
    found = {expr.table for expr in all_expressions(body) if isinstance(expr, nodes.Lookup)}
    for stmt in statements(body):
        if isinstance(stmt, nodes.Note | nodes.Report):
            parts = stmt.label if isinstance(stmt, nodes.Note) else stmt.text
            found.update(part.table for part in parts if part.table)
    return tuple(sorted(found))
