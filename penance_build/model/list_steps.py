"""The steps that make a list and change one value of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from penance_build.diagnostics.suggest import did_you_mean
from penance_build.formula.syntax import Index, Name
from penance_build.ir import nodes as ir
from penance_build.ir.nodes import Type
from penance_build.model import lists
from penance_build.model.flow import Flow
from penance_build.model.place import Place
from penance_build.model.types import TypeReader
from penance_build.model.typing import ERROR, bounds_text, describe

if TYPE_CHECKING:
    from penance_build.model.steps import Body, Step

MAX_LENGTH: Final = 64


def make(body: Body, place: Place, flow: Flow) -> Step:
    """``list: x``: so many numbers of a type, or players, all with the same value at first."""
    at, scope = place.need("list"), body.scope(flow)
    of = TypeReader(body.world, body.report).read(place.need("of"), body.entity, False, ("int", "player"))
    size = scope.read(place.need("size"), Type("int"))
    value_place = place.need("value")
    value = scope.read(value_place, of)
    if "error" in (of.kind, size.type.kind, value.type.kind):
        return [], flow.assign(at.text, ERROR)
    low, high = size.type.low, size.type.high
    if low is None or high is None or low < 0 or high > MAX_LENGTH:
        message = f"a list has 0..{MAX_LENGTH} numbers, this can be {bounds_text(low, high)}"
        body.wrong(place, "E611", message, place.need("size").span, "bound the size with min(…) and max(…)")
        return [], flow.assign(at.text, ERROR)
    scope.place = value_place
    if of.kind == "player":
        type_ = lists.of_players(low, high)
    else:
        scope.within(value, of, (0, len(value_place.text)), f"the list `{at.text}`")
        type_ = Type("list", "", of.low, of.high, of.unit, low, high)
    return [ir.Let(at.text, ir.ListOp("fill", (size.expr, value.expr)))], body.assign(at, at.text, type_, flow)


def put(body: Body, place: Place, flow: Flow) -> Step:
    """``let: x[i]``: another value for one number of a list."""
    at, scope, value_place = place.need("let"), body.scope(flow), place.get("value")
    node = scope.parse(at)
    if node is None:
        return [], flow
    if not isinstance(node, Index) or not isinstance(node.base, Name) or value_place is None:
        hint = "a list takes one value: `value:`" if value_place is None else "write name[place]"
        body.wrong(at, "E401", f"`{at.text}` is no place of a list that can be set", at.span, hint)
        return [], flow
    name = node.base.id
    type_ = (flow.env or {}).get(name)
    if type_ is None or type_.kind not in ("list", "error"):
        known = [other for other, kind in (flow.env or {}).items() if kind.kind == "list"]
        hint = did_you_mean(name, known) or "make it with a step `list:`"
        found = f"`{name}` is {describe(type_)}, not a list" if type_ is not None else f"there is no list `{name}` here"
        scope.problem("E402", found, node.base.start, node.base.end, hint)
        return [], flow
    if type_.kind == "error":
        return [], flow
    index = lists.inside(scope, type_, node.place)
    of = lists.element(type_)
    value = scope.read(value_place, of)
    if index is None or value.type.kind == "error":
        return [], flow
    if of.kind == "int":
        scope.within(value, of, (0, len(value_place.text)), f"the list `{name}`")
    label = place.get("label")
    statements: list[ir.Stmt] = [ir.Let(name, ir.ListOp("put", (ir.Var(name), index.expr, value.expr)))]
    if label is not None:
        shown = lists.at(scope, node)
        note = body.note(place, label, scope, shown, shown.expr, shown.type)
        statements.append(note)
    return statements, flow
