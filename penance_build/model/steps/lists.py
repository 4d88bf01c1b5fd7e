"""The steps that make a list, and that assign one element of it."""

from __future__ import annotations

from typing import Final

from penance_build.diagnostics.suggest import did_you_mean
from penance_build.formula.syntax import Index, Name
from penance_build.ir import nodes as ir
from penance_build.ir.nodes import Type
from penance_build.model.formulas import lists
from penance_build.model.formulas.bounds import ERROR, bounds_text, describe
from penance_build.model.formulas.types import TypeReader
from penance_build.model.steps.body import Body, Stepped
from penance_build.model.steps.flow import Flow
from penance_build.surface.steps import MakeList, Put

MAX_LENGTH: Final = 64


def make(body: Body, step: MakeList, flow: Flow) -> Stepped:
    """``list: x``: a list of a number of equal elements, numbers of a type, players or members of an enum."""
    name, scope = step.variable.text, body.scope(flow)
    of = TypeReader(body.ctx.world, body.report).read(step.of, body.entity, False, ("int", "player", "enum"))
    size = scope.read(step.size, Type("int"))
    value = scope.read(step.value, of)
    if "error" in (of.kind, size.type.kind, value.type.kind):
        return [], flow.assign(name, ERROR)
    low, high = size.type.low, size.type.high
    if low is None or high is None or low < 0 or high > MAX_LENGTH:
        message = f"a list has 0..{MAX_LENGTH} numbers, this can be {bounds_text(low, high)}"
        body.wrong(step.at, "E611", message, step.size.span, "bound the size with min(…) and max(…)")
        return [], flow.assign(name, ERROR)
    scope.place = step.value
    if of.kind == "player":
        type_ = lists.of_players(low, high)
    elif of.kind == "enum":
        type_ = lists.of_members(of, low, high)
    else:
        scope.within(value, of, (0, len(step.value.text)), f"the list `{name}`")
        type_ = Type("list", "", of.low, of.high, of.unit, low, high)
    return [ir.Let(name, ir.ListOp("fill", (size.expr, value.expr)))], body.assign(step.variable, name, type_, flow)


def put(body: Body, step: Put, flow: Flow) -> Stepped:
    """``let: x[i]``: an assignment to one element of a list."""
    scope = body.scope(flow)
    node = scope.parse(step.target)
    if node is None:
        return [], flow
    if not isinstance(node, Index) or not isinstance(node.base, Name) or step.value is None:
        hint = "a list takes one value: `value:`" if step.value is None else "write name[place]"
        body.wrong(step.target, "E401", f"`{step.target.text}` is no place of a list that can be set", hint=hint)
        return [], flow
    name, env = node.base.id, flow.env or {}
    type_ = env.get(name)
    if type_ is None or type_.kind not in ("list", "error"):
        known = [other for other, kind in env.items() if kind.kind == "list"]
        hint = did_you_mean(name, known) or "make it with a step `list:`"
        found = f"`{name}` is {describe(type_)}, not a list" if type_ is not None else f"there is no list `{name}` here"
        scope.problem("E402", found, node.base.start, node.base.end, hint)
        return [], flow
    if type_.kind == "error":
        return [], flow
    index = lists.inside(scope, type_, node.place)
    of = lists.element(type_)
    value = scope.read(step.value, of)
    if index is None or value.type.kind == "error":
        return [], flow
    if of.kind == "int":
        scope.within(value, of, (0, len(step.value.text)), f"the list `{name}`")
    statements: list[ir.Stmt] = [ir.Let(name, ir.ListOp("put", (ir.Var(name), index.expr, value.expr)))]
    if step.label is not None:
        shown = lists.at(scope, node)
        statements.append(body.note(step, step.label, scope, shown, shown.expr, shown.type))
    return statements, flow
