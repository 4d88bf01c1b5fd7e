"""The step ``call``, and the arguments of everything that is called."""

from __future__ import annotations

from penance_build.diagnostics.suggest import did_you_mean, nearest
from penance_build.ir import nodes as ir
from penance_build.ir.nodes import Type
from penance_build.model.context.signature import Signature
from penance_build.model.context.world import Typed
from penance_build.model.formulas.bounds import ERROR, describe
from penance_build.model.steps.body import Body, Stepped
from penance_build.model.steps.flow import Flow
from penance_build.surface.nodes import Scalar
from penance_build.surface.steps import Call


def call(body: Body, step: Call, flow: Flow) -> Stepped:
    """``call: p``."""
    at, world = step.procedure, body.ctx.world
    signature = body.signatures.get(at.text)
    if signature is None:
        if at.text not in world.procedures:  # its definition has a mistake, which is reported there
            known = [name for name in world.procedures if "." not in name]
            told = "a card is played, not called" if at.text in world.card_ids else world.told.get(at.text)
            hint = told or did_you_mean(at.text, known) or "procedures: " + ", ".join(sorted(known)[:8])
            body.wrong(at, "E301", f"there is no procedure `{at.text}`", hint=hint)
        for name in step.take:
            flow = flow.assign(name, ERROR)
        return [], flow
    body.calls(at.text, signature)
    arguments = _arguments(body, step, signature, flow)
    takes: list[tuple[str, str]] = []
    results = {slot.name: slot.type for slot in signature.results}
    for name, result in step.take.items():
        type_ = results.get(result.text)
        if type_ is None:
            hint = did_you_mean(result.text, list(results)) or "its results are: " + ", ".join(results)
            body.wrong(result, "E608", f"`{at.text}` has no result `{result.text}`", hint=hint)
            type_ = ERROR
        else:
            takes.append((result.text, name))
        flow = body.assign(result, name, type_, flow)
    taken_results = {result for result, _ in takes}
    for name in results:
        if name not in taken_results:
            body.hints[name] = f"`{at.text}` gives it: write `take: {{{name}: {name}}}` at the call"
    return [ir.Call(at.text, tuple(arguments), tuple(takes))], flow


def _arguments(body: Body, step: Call, signature: Signature, flow: Flow) -> list[ir.Expr]:
    callee = step.procedure.text
    known = [item.name for item in signature.inputs]
    given = step.arguments
    misspelt = {near for name in given if name not in known for near in nearest(name, known)}  # a misspelling is reported once
    for name, value in given.items():
        if name not in known:
            hint = did_you_mean(name, known) or "its inputs are: " + ", ".join(known)
            body.wrong(value, "E603", f"`{callee}` has no input `{name}`", value.key_span, hint)
    passed = passed_on(body, step.uses, flow)
    scope = body.scope(flow)
    arguments: list[ir.Expr] = []
    for item in signature.inputs:
        what, bound = f"the input `{item.name}` of `{callee}`", ("procedure", callee, item.name)
        if item.name in given:
            value = given[item.name]
            typed = scope.read(value, item.type)
            scope.within(typed, item.type, (0, len(value.text)), what, bound)
            arguments.append(typed.expr)
        elif item.name in passed:
            at = passed[item.name]
            scope.place = at
            typed = Typed(ir.Var(item.name), (flow.env or {}).get(item.name, ERROR))
            if not _goes(typed.type, item.type):
                message = f"`{item.name}` of `{at.text}` is {describe(typed.type)}, `{callee}` takes {describe(item.type)}"
                body.wrong(at, "E403", message, hint=f"give it under `with:`, as {item.name}: …")
            else:
                scope.within(typed, item.type, (0, len(at.text)), what, bound)
            arguments.append(typed.expr)
        elif item.default is not None:
            arguments.append(ir.Const(item.default))
        elif item.name not in misspelt:
            hint = f"give it under `with:`, as {item.name}: …"
            body.wrong(step.at, "E602", f"`{callee}` needs the input `{item.name}`", step.procedure.span, hint)
            arguments.append(ir.Const(0))
    return arguments


def _goes(found: Type, wanted: Type) -> bool:
    """Whether a type has the kind and unit of another."""
    if "error" in (found.kind, wanted.kind):
        return True
    return (found.kind, found.ref) == (wanted.kind, wanted.ref) and (found.unit == wanted.unit or not (found.unit and wanted.unit))


def passed_on(body: Body, uses: tuple[Scalar, ...], flow: Flow) -> dict[str, Scalar]:
    """The inputs that ``uses:`` passes on, each with the scalar that names its group."""
    passed: dict[str, Scalar] = {}
    for group in uses:
        names = body.groups.get(group.text)
        if names is None:
            hint = did_you_mean(group.text, sorted(body.groups))
            body.wrong(group, "E301", f"there is no group of parameters `{group.text}`", hint=hint)
            continue
        for name in names:
            if name in (flow.env or {}):
                passed[name] = group
            else:
                hint = "the procedure must take the group in with `uses:`"
                body.wrong(group, "E410", f"`{name}` of `{group.text}` has no value here", hint=hint)
    return passed
