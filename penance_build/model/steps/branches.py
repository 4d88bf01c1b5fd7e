"""The steps that branch: ``if`` and ``match``."""

from __future__ import annotations

from penance_build.ir import nodes as ir
from penance_build.ir.nodes import Type
from penance_build.model.context.world import Typed
from penance_build.model.formulas.bounds import describe, join
from penance_build.model.steps.body import Body, Stepped, Stmts
from penance_build.model.steps.cases import case_values, missing_values
from penance_build.model.steps.flow import Flow
from penance_build.surface.nodes import At
from penance_build.surface.steps import If, Match


def when_true(body: Body, step: If, flow: Flow) -> Stepped:
    """``if:``."""
    test = body.scope(flow).condition(step.test)
    first, second = flow.narrowed(test.expr, True), flow.narrowed(test.expr, False)
    branches = body.report.branches
    for block, branch in ((step.then, first), (step.orelse, second)):
        if block is not None:
            branches[block] = branches.get(block, False) or not branch.is_dead
    then, after_then = body.block(step.then, flow if first.is_dead else first)
    orelse, after_else = body.block(step.orelse, flow if second.is_dead else second)
    joined = _together(body, step.at, [after_then, after_else])
    return [ir.If(test.expr, tuple(then), tuple(orelse))], joined


def _together(body: Body, at: At, flows: list[Flow]) -> Flow:
    """The join of the branches; reports a variable that has different kinds in them."""
    result = flows[0]
    for flow in flows[1:]:
        if result.env is not None and flow.env is not None:
            for name, type_ in result.env.items():
                other = flow.env.get(name)
                if other is not None and join(type_, other) is None:
                    body.wrong(at, "E403", f"`{name}` is {describe(type_)} in one branch, {describe(other)} in another", at.key_span)
        result = result.meet(flow)
    return result


def match(body: Body, step: Match, flow: Flow) -> Stepped:
    """``match:``."""
    scope = body.scope(flow)
    on = scope.read(step.on)
    if on.type.kind == "error":
        return [], flow
    if on.type.kind not in ("int", "bool", "enum"):
        body.wrong(step.on, "E403", f"`match` takes a number, an enum or true/false, found {describe(on.type)}")
        return [], flow
    cases: list[ir.Case] = []
    flows: list[Flow] = []
    seen: dict[int, str] = {}
    is_sure = True  # whether every key was elaborated; if not, a value that seems to be missing may belong to a key with a mistake
    declared = body.declared(on)
    for case in step.cases:
        key = case.values
        values = case_values(scope, key, on.type)
        is_sure = is_sure and bool(values)
        if declared is not None and values and (min(values) < declared[0] or max(values) > declared[1]):
            wrong = next(value for value in values if not declared[0] <= value <= declared[1])
            message = f"`{step.on.text}` is {declared[0]}..{declared[1]}, never {wrong}"
            body.wrong(key, "E607", message, key.key_span, "correct the range, or remove the case")
        for value in values:
            if value in seen:
                body.wrong(key, "E605", f"`{key.text}` is already handled by `{seen[value]}`", key.key_span)
            seen.setdefault(value, key.text)
        statements, after = body.block(case.block, _in_case(flow, on, values))
        cases.append(ir.Case(tuple(values), tuple(statements)))
        flows.append(after)
    orelse: Stmts = []
    missing = missing_values(body.ctx.world, on.type, seen)
    if step.orelse is not None:
        orelse, after = body.block(step.orelse, flow)
        flows.append(after)
    elif missing and is_sure:
        named = ", ".join(missing[:6]) + (" …" if len(missing) > 6 else "")
        body.wrong(step.at, "E604", f"this match does not handle {named}", step.on.span, "add a case for each, or `else:`")
    return [ir.Match(on.expr, tuple(cases), tuple(orelse))], _together(body, step.at, flows) if flows else flow


def _in_case(flow: Flow, on: Typed, values: list[int]) -> Flow:
    if not isinstance(on.expr, ir.Var) or not values or flow.env is None:
        return flow
    name = on.expr.name
    narrowed = Type(on.type.kind, on.type.ref, min(values), max(values), on.type.unit)
    return Flow({**flow.env, name: narrowed}, flow.maybe)
