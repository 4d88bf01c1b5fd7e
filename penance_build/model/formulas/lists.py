"""Lists in formulas: an element, length, sum, extremes, the multiplicity of the most frequent number, counts of elements."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from penance_build.formula.syntax import Apply, Index, Interval, Name, Node, Number, Within, alternatives
from penance_build.ir import nodes as ir
from penance_build.ir.interpret.ready import MOST_PLAYERS
from penance_build.ir.nodes import Type
from penance_build.ir.record import replace
from penance_build.ir.walk import expressions, substitute, variables
from penance_build.model.context.world import Typed
from penance_build.model.formulas.bounds import BROKEN, PLAYER, bounds_text, describe, integer

if TYPE_CHECKING:
    from penance_build.model.formulas.expressions import Expressions

ITEM: Final = "item"


def of_players(shortest: int, longest: int) -> Type:
    """A list of so many players."""
    return Type("list", "player", 0, MOST_PLAYERS - 1, "", shortest, longest)


def of_members(of: Type, shortest: int, longest: int) -> Type:
    """A list of so many members of an enum."""
    return Type("list", of.ref, of.low, of.high, "", shortest, longest)


def is_of_members(type_: Type) -> bool:
    """Whether this is a list of members of an enum: the IR has lists of numbers, which are printed as numbers, and so these are not."""
    return type_.kind == "list" and type_.ref not in ("", "player")


def in_ir(type_: Type) -> Type:
    """A type as the IR has it."""
    return replace(type_, ref="") if is_of_members(type_) else type_


def numbers(scope: Expressions, list_: Typed, node: Apply) -> Typed | None:
    """A list of numbers, which can be added and compared; None after reporting one of players."""
    if list_.type.ref:
        scope.wrong(node.arguments[0], "E403", f"{node.name}(…) takes a list of numbers, found {describe(list_.type)}")
        return None
    return list_


def element(type_: Type) -> Type:
    """The type of one value of a list."""
    if type_.ref == "player":
        return PLAYER
    if type_.ref:
        return Type("enum", type_.ref, type_.low, type_.high)
    return integer(type_.low, type_.high, type_.unit)


def at(scope: Expressions, node: Index) -> Typed:
    """``list[index]``."""
    base = scope.node(node.base)
    if base.type.kind == "error":
        return base
    if base.type.kind != "list":
        return scope.wrong(node.base, "E403", f"`[…]` takes a list, found {describe(base.type)}", "a step `list:` makes one")
    place = inside(scope, base.type, node.place)
    return BROKEN if place is None else Typed(ir.ListOp("at", (base.expr, place.expr)), element(base.type))


def inside(scope: Expressions, list_: Type, node: Node) -> Typed | None:
    """An index that is proven to be within a list; None after reporting."""
    place = scope.number(node)
    if place.type.kind == "error":
        return None
    if place.type.low is None or place.type.high is None or place.type.low < 1 or place.type.high > list_.shortest:
        can_be = bounds_text(place.type.low, place.type.high)
        message = f"the list has the places {bounds_text(1, list_.shortest)} for certain, this can be {can_be}"
        scope.wrong(node, "E414", message, "bound it with min(…) or max(…), or make the list longer")
        return None
    return place


def first(scope: Expressions, list_: Typed, node: Apply) -> Typed:
    """``first(list, k)``."""
    number = scope.number(node.arguments[1])
    return BROKEN if number.type.kind == "error" else some(list_, number, "first")


def some(list_: Typed, number: Typed, name: str) -> Typed:
    """So many numbers of a list: the first, the best or the worst."""
    shortest = min(list_.type.shortest, max(0, number.type.low or 0))
    longest = list_.type.longest if number.type.high is None else min(list_.type.longest, max(0, number.type.high))
    type_ = Type("list", list_.type.ref, list_.type.low, list_.type.high, list_.type.unit, shortest, longest)
    return Typed(ir.ListOp(name, (list_.expr, number.expr)), type_)


def refused(scope: Expressions, node: Apply) -> Typed | None:
    """``sum(list, 1)`` as the type ``error``, after reporting it; None for any other application."""
    list_ = node.arguments[0] if node.name == "sum" and len(node.arguments) == 2 else None
    if not isinstance(list_, Name) or list_.id not in scope.env or scope.env[list_.id].kind != "list":
        return None
    return scope.wrong(node.arguments[1], "E405", "sum(…) of a list takes no second argument", f"write sum({list_.id})")


def summed(list_: Typed) -> Typed:
    """``sum(list)``."""
    low, high = list_.type.low or 0, list_.type.high or 0
    least = low * (list_.type.shortest if low >= 0 else list_.type.longest)
    most = high * (list_.type.longest if high >= 0 else list_.type.shortest)
    return Typed(ir.Fold(list_.expr, "", ir.FaceAttr(ITEM)), integer(least, most, list_.type.unit))


def extreme(list_: Typed, name: str) -> Typed:
    """``highest(list)`` and ``lowest(list)``; 0 of an empty list."""
    low, high = list_.type.low or 0, list_.type.high or 0
    if not list_.type.shortest:
        low, high = min(0, low), max(0, high)
    return Typed(ir.ListOp("max" if name == "highest" else "min", (list_.expr,)), integer(low, high, list_.type.unit))


def same(list_: Typed) -> Typed:
    """``same(list)``: the multiplicity of its most frequent number."""
    return Typed(ir.ListOp("same", (list_.expr,)), integer(min(1, list_.type.shortest), list_.type.longest))


def size(list_: Typed) -> Typed:
    """``size(list)``."""
    return Typed(ir.ListOp("size", (list_.expr,)), integer(list_.type.shortest, list_.type.longest))


def counted(scope: Expressions, list_: Typed, node: Node) -> Typed:
    """``count(list, W)``: a value, a range, several joined by ``or``, or a condition that uses ``item``."""
    outer = scope.env
    scope.env = {**outer, ITEM: element(list_.type)}
    try:
        test = scope.truth(_asked(node))
    finally:
        scope.env = outer
    if test.type.kind == "error":
        return BROKEN
    for inner in expressions(test.expr):
        if isinstance(inner, (ir.Fold, ir.ZoneFold)) and ITEM in variables(inner.body):
            return scope.wrong(node, "E403", "`item` cannot be read inside another count(…)", "give the inner count a name with `let`")
    return Typed(ir.Fold(list_.expr, "", substitute(test.expr, ITEM, ir.FaceAttr(ITEM))), integer(0, list_.type.longest))


def _asked(node: Node) -> Node:
    """The condition that a pattern abbreviates: ``2`` is ``item == 2``, ``1 or 3..`` is ``item in (1, 3..)``."""
    parts = alternatives(node)
    if all(isinstance(part, (Number, Interval)) for part in parts):
        return Within(node.start, node.end, Name(node.start, node.end, ITEM), tuple(parts))
    return node
