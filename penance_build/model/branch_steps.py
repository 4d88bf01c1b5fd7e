"""The steps that branch: ``if`` and ``match``; with ``each`` and ``repeat`` from ``model.loops``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from penance_build.ir import nodes as ir
from penance_build.ir.nodes import Type
from penance_build.model.flow import Flow
from penance_build.model.loops import each, repeat
from penance_build.model.matching import case_values, missing_values
from penance_build.model.place import Place
from penance_build.model.steps import Body, Handler, Step, Stmts
from penance_build.model.typing import describe, join
from penance_build.model.world import Typed


def when_true(body: Body, place: Place, flow: Flow) -> Step:
    """``if:``."""
    test = body.scope(flow).condition(place.need("if"))
    first, second = flow.narrowed(test.expr, True), flow.narrowed(test.expr, False)
    for name, branch in (("then", first), ("else", second)):
        at = place.get(name)
        if at is not None:
            key = (at.file.name, at.path)
            body.world.branches[key] = body.world.branches.get(key, False) or not branch.is_dead
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
    is_sure = True  # whether every key could be read; where not, what it stands for may be what is missing
    declared = body.declared(on)
    for key, case in place.need("cases").entries():
        if isinstance(case.value, dict) and not body.conditions.holds(case, body.choice):
            continue
        values = case_values(scope, case, key, on.type)
        is_sure = is_sure and bool(values)
        if declared is not None and values and (min(values) < declared[0] or max(values) > declared[1]):
            wrong = next(value for value in values if not declared[0] <= value <= declared[1])
            message = f"`{at.text}` is {declared[0]}..{declared[1]}, never {wrong}"
            body.wrong(case, "E607", message, case.key_span, "correct the range, or remove the case")
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
    elif missing and is_sure:
        hint = "add a case for each, or `else:`"
        body.wrong(place, "E604", f"this match does not handle {', '.join(missing[:6])}{' …' if len(missing) > 6 else ''}", at.span, hint)
    return [ir.Match(on.expr, tuple(cases), tuple(orelse))], _together(body, place, flows) if flows else flow


def _in_case(flow: Flow, on: Typed, values: list[int]) -> Flow:
    if not isinstance(on.expr, ir.Var) or not values or flow.env is None:
        return flow
    name = on.expr.name
    narrowed = Type(on.type.kind, on.type.ref, min(values), max(values), on.type.unit)
    return Flow({**flow.env, name: narrowed}, flow.maybe)


STEPS: Final[Mapping[str, Handler]] = {
    "if": when_true,
    "match": match,
    "each": each,
    "repeat": repeat,
}
