"""The steps that branch and repeat: ``if``, ``match``, ``each``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from penance_build.diagnostics.problem import Problem
from penance_build.ir import nodes as ir
from penance_build.ir.nodes import Type
from penance_build.model.flow import Flow
from penance_build.model.matching import case_values, missing_values
from penance_build.model.place import Place
from penance_build.model.steps import MAX_LOOP, Body, Handler, Step, Stmts
from penance_build.model.typing import describe, integer, join
from penance_build.model.world import Typed

MAX_PASSES: Final = 200


def when_true(body: Body, place: Place, flow: Flow) -> Step:
    """``if:``."""
    test = body.scope(flow).condition(place.need("if"))
    first, second = flow.narrowed(test.expr, True), flow.narrowed(test.expr, False)
    then, after_then = body.block(place.get("then"), flow if first.is_dead else first)
    orelse, after_else = body.block(place.get("else"), flow if second.is_dead else second)
    joined = _together(body, place, [after_then, after_else])
    return [ir.If(test.expr, tuple(then), tuple(orelse))], joined


def _together(body: Body, place: Place, flows: list[Flow]) -> Flow:
    """The meeting of branches; a variable of two kinds is reported."""
    result = flows[0]
    for flow in flows[1:]:
        if result.env is not None and flow.env is not None:
            for name, type_ in result.env.items():
                other = flow.env.get(name)
                if other is not None and join(type_, other) is None:
                    body.wrong(place, "E403", f"`{name}` is {describe(type_)} in one branch, {describe(other)} in another", place.key_span)
        result = result.meet(flow)
    return result


def match(body: Body, place: Place, flow: Flow) -> Step:
    """``match:``."""
    at, scope = place.need("match"), body.scope(flow)
    on = scope.read(at)
    if on.type.kind == "error":
        return [], flow
    if on.type.kind not in ("int", "bool", "enum"):
        body.wrong(at, "E403", f"`match` takes a number, an enum or true/false, found {describe(on.type)}", at.span)
        return [], flow
    cases: list[ir.Case] = []
    flows: list[Flow] = []
    seen: dict[int, str] = {}
    for key, case in place.need("cases").entries():
        if isinstance(case.value, dict) and not body.conditions.holds(case, body.choice):
            continue
        values = case_values(scope, case, key, on.type)
        for value in values:
            if value in seen:
                body.wrong(case, "E605", f"`{key}` is already handled by `{seen[value]}`", case.key_span)
            seen.setdefault(value, key)
        statements, after = body.block(case, _in_case(flow, on, values))
        cases.append(ir.Case(tuple(values), tuple(statements)))
        flows.append(after)
    orelse: Stmts = []
    missing = missing_values(body.world, on.type, seen)
    other = place.get("else")
    if other is not None:
        orelse, after = body.block(other, flow)
        flows.append(after)
    elif missing:
        hint = "add a case for each, or `else:`"
        body.wrong(place, "E604", f"this match does not handle {', '.join(missing[:6])}{' …' if len(missing) > 6 else ''}", at.span, hint)
    return [ir.Match(on.expr, tuple(cases), tuple(orelse))], _together(body, place, flows) if flows else flow


def _in_case(flow: Flow, on: Typed, values: list[int]) -> Flow:
    if not isinstance(on.expr, ir.Var) or not values or flow.env is None:
        return flow
    name = on.expr.name
    narrowed = Type(on.type.kind, on.type.ref, min(values), max(values), on.type.unit)
    return Flow({**flow.env, name: narrowed}, flow.maybe)


def each(body: Body, place: Place, flow: Flow) -> Step:
    """``each: i``: the body is typed pass by pass until nothing changes, or all passes are done."""
    name, scope = place.need("each").text, body.scope(flow)
    first_place, last_place = place.get("from"), place.need("to")
    first = Typed(ir.Const(1), integer(1, 1)) if first_place is None else scope.read(first_place, Type("int"))
    last = scope.read(last_place, Type("int"))
    if "error" in (first.type.kind, last.type.kind) or flow.env is None:
        return [], flow
    low, high = first.type.low, last.type.high
    if low is None or high is None or high - low + 1 > MAX_LOOP:
        body.wrong(place, "E610", f"this loop can run more than {MAX_LOOP} times", last_place.span, "bound its end with min(…)")
        return [], flow
    bound = max(0, high - low + 1)
    body.slots.note(name, integer(low, max(low, high)))
    current = flow.assign(name, integer(low, max(low, high), last.type.unit))
    statements: Stmts = []
    kept = body.report
    for _ in range(min(bound, MAX_PASSES)):
        body.report = []
        statements, after = body.block(place.get("do"), current)
        merged = current.meet(after)
        if merged == current:
            break
        current = merged
    else:
        if bound > MAX_PASSES:
            message = f"the bounds of a variable still grow after {MAX_PASSES} passes"
            body.report.append(
                Problem("E610", message, place.key_span, "bound it with min(…) inside the loop", entity=body.entity, path=place.path)
            )
    kept.extend(body.report)
    body.report = kept
    return [ir.Each(name, first.expr, last.expr, bound, tuple(statements))], current.without(name)


STEPS: Final[Mapping[str, Handler]] = {
    "if": when_true,
    "match": match,
    "each": each,
}
