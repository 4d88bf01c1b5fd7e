"""The functions of formulas over a space: neighbour, distance, bearing, the hexes of a line."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Final

from penance_build.formula.syntax import Apply, Node
from penance_build.ir import nodes as ir
from penance_build.model.context import hexes as spaces
from penance_build.model.context.world import Typed, enum_type
from penance_build.model.formulas.bounds import BROKEN, describe, integer

if TYPE_CHECKING:
    from penance_build.model.formulas.expressions import Expressions


def _arity(scope: Expressions, node: Apply, count: int, how: str) -> bool:
    if len(node.arguments) == count:
        return True
    scope.wrong(node, "E405", f"{node.name}(…) takes {count} arguments, found {len(node.arguments)}", f"write {how}")
    return False


def _hex(scope: Expressions, node: Node, of: str = "") -> Typed | None:
    """An argument that is a hex, of the space ``of`` where one is given; None after reporting."""
    expected = enum_type(scope.world.enums[of]) if of else None
    typed = scope.node(node, expected)
    if typed.type.kind == "error":
        return None
    if typed.type.kind != "enum" or typed.type.ref not in scope.world.spaces:
        scope.wrong(
            node, "E403", f"this must be a hex of a space, found {describe(typed.type)}", "counters and inputs may have a space as type"
        )
        return None
    if of and typed.type.ref != of:
        scope.wrong(node, "E403", f"these hexes lie in two spaces, `{of}` and `{typed.type.ref}`")
        return None
    return typed


def _number(scope: Expressions, node: Node, low: int, high: int, what: str) -> Typed | None:
    typed = scope.number(node)
    if typed.type.kind == "error":
        return None
    typed = scope.within(typed, integer(low, high), (node.start, node.end), what)
    return None if typed.type.kind == "error" else typed


def _read(space: str, word: str, *args: ir.Expr, output: int = 0) -> ir.Expr:
    return ir.Lookup(f"{space}.{word}", args, output)


def _offset(space: str, one: ir.Expr, two: ir.Expr) -> tuple[ir.Expr, ir.Expr]:
    """The offset from the first hex to the second, as (q, r)."""
    return (
        ir.Op("sub", (_read(space, spaces.Q, two), _read(space, spaces.Q, one))),
        ir.Op("sub", (_read(space, spaces.R, two), _read(space, spaces.R, one))),
    )


def _two(scope: Expressions, node: Apply) -> tuple[str, ir.Expr, ir.Expr] | None:
    one = _hex(scope, node.arguments[0])
    two = None if one is None else _hex(scope, node.arguments[1], one.type.ref)
    if one is None or two is None:
        return None
    return one.type.ref, one.expr, two.expr


def neighbour(scope: Expressions, node: Apply) -> Typed:
    """``neighbour(hex, direction)``."""
    if not _arity(scope, node, 2, "neighbour(hex, direction)"):
        return BROKEN
    at = _hex(scope, node.arguments[0])
    direction = _number(scope, node.arguments[1], 0, 5, "the direction of neighbour(…)")
    if at is None or direction is None:
        return BROKEN
    return Typed(_read(at.type.ref, spaces.STEP, at.expr, direction.expr), enum_type(scope.world.enums[at.type.ref]))


def distance(scope: Expressions, node: Apply) -> Typed:
    """``distance(one, two)``."""
    if not _arity(scope, node, 2, "distance(one, two)"):
        return BROKEN
    found = _two(scope, node)
    if found is None:
        return BROKEN
    space, one, two = found
    return Typed(_read(space, spaces.DISTANCE, *_offset(space, one, two)), integer(0, scope.world.spaces[space].reach))


def bearing(scope: Expressions, node: Apply) -> Typed:
    """``bearing(from, to)``."""
    if not _arity(scope, node, 2, "bearing(from, to)"):
        return BROKEN
    found = _two(scope, node)
    if found is None:
        return BROKEN
    space, one, two = found
    return Typed(_read(space, spaces.BEARING, *_offset(space, one, two)), integer(0, 11))


def line(scope: Expressions, node: Apply) -> Typed:
    """``line(from, to, i, side)``."""
    if not _arity(scope, node, 4, "line(from, to, i, side)"):
        return BROKEN
    found = _two(scope, node)
    if found is None:
        return BROKEN
    space, one, two = found
    number = _number(scope, node.arguments[2], 0, max(1, scope.world.spaces[space].reach), "the place on a line(…)")
    side = _number(scope, node.arguments[3], 0, 1, "the side of a line(…)")
    if number is None or side is None:
        return BROKEN
    inputs = (*_offset(space, one, two), number.expr, side.expr)
    q = ir.Op("add", (_read(space, spaces.Q, one), _read(space, spaces.LINE, *inputs, output=0)))
    r = ir.Op("add", (_read(space, spaces.R, one), _read(space, spaces.LINE, *inputs, output=1)))
    cell = _read(space, spaces.CELL, q, r)
    if not scope.world.spaces[space].is_convex:
        cell = ir.Cond(ir.Op("ge", (cell, ir.Const(0))), cell, one)
    return Typed(cell, enum_type(scope.world.enums[space]))


FUNCTIONS: Final[Mapping[str, Callable[[Expressions, Apply], Typed]]] = {
    "neighbour": neighbour,
    "distance": distance,
    "bearing": bearing,
    "line": line,
}
