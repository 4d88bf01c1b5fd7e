"""The steps that give values to variables: ``let``; and ``outcome``, which ends a procedure."""

from __future__ import annotations

from penance_build.diagnostics.problem import Span
from penance_build.ir import nodes as ir
from penance_build.ir.nodes import Type
from penance_build.ir.ops import LIMIT, interval
from penance_build.model.context.world import Typed
from penance_build.model.formulas import growing
from penance_build.model.formulas.bounds import BROKEN, ERROR, describe, integer
from penance_build.model.formulas.expressions import Expressions
from penance_build.model.formulas.types import astray, direction
from penance_build.model.steps import dice
from penance_build.model.steps.body import Body, Stepped, Stmts
from penance_build.model.steps.flow import Flow
from penance_build.surface.nodes import At, Formula
from penance_build.surface.steps import Let, Outcome, Sum, Term

# ---------------------------------------------------------------- let


def let(body: Body, step: Let, flow: Flow) -> Stepped:
    """``let: x`` with ``value:``."""
    name, value, scope = step.variable.text, step.value, body.scope(flow)
    expected = body.results.get(name)
    scope.grows = name
    is_open = expected is None or expected.kind in ("int", "list")
    typed = scope.read(value, dice.meant(body, name, value, flow) if is_open else expected)
    statements: Stmts
    if typed.type.kind == "roll_of":
        statements = dice.kept(body, name, typed)
    else:
        statements = _grown(body, scope, name, typed) if scope.has_grown else [ir.Let(name, typed.expr)]
    after = body.assign(value, name, typed.type, flow) if statements else flow.assign(name, ERROR)
    if step.label is not None:
        assert after.env is not None
        shown = Typed(typed.expr if isinstance(typed.expr, ir.Lookup) else ir.Var(name), typed.type)
        note = body.note(step, step.label, body.scope(after), shown, ir.Var(name), after.env[name])
        line = ir.Note(note.label, ir.Var(name), note.type, note.running, note.source, step.number)
        statements += dice.noted(body, name, line)
    return statements, after


def _grown(body: Body, scope: Expressions, name: str, typed: Typed) -> Stmts:
    """A sum without a bound, as single checked additions; none after reporting that it cannot be split."""
    try:
        statements, widest = growing.steps(name, typed.expr, scope.operands)
    except growing.TooMuchAdded as error:
        assert scope.place is not None
        scope.problem("E408", str(error), 0, len(scope.place.text), "bound its parts with min(…), or add them in several steps")
        return []
    if widest is not None:
        body.slots.note(name, widest)
    return statements


def total(body: Body, step: Sum, flow: Flow) -> Stepped:
    """``let: x`` with ``sum:``: term by term; with a label on any term, each term is a line of the derivation."""
    name = step.variable.text
    statements: Stmts = []
    running: Typed | None = None
    is_broken = may_grow = False
    declared = body.results.get(name)
    unit = declared.unit if declared is not None else ""
    present = [term for term in step.terms if body.ctx.holds(term)]
    has_label = any(term.label is not None for term in present)  # with a label on any term, every term has a line
    for term in present:
        scope = body.scope(flow if running is None else flow.without(name))
        if running is not None:
            scope.hints = {**scope.hints, name: f"`{name}` is what this sum makes: let the old value be its first term"}
        added = _term(body, scope, term.value, running)
        so_far = _added(added, running, name, unit)
        if so_far.type.kind == "error":
            is_broken = True
            continue
        low, high = so_far.type.low or 0, so_far.type.high or 0
        may_grow = may_grow or (running is None and so_far.expr == ir.Var(name))
        is_beyond = not -LIMIT <= low <= high <= LIMIT
        if is_beyond and may_grow and running is not None and (growing.is_open(running.type) or growing.is_open(added.type)):
            so_far = Typed(so_far.expr, integer(*growing.clipped(low, high), so_far.type.unit))
        elif is_beyond:
            scope.place = term.value
            hint = "bound its terms with min(…)"
            scope.problem("E408", "with this term the sum can be beyond 2^53 - 1", 0, len(term.value.text), hint)
            is_broken = True
            break
        statements.append(ir.Let(name, so_far.expr, is_beyond))
        body.stepped.append((statements[-1:], term.number))
        if not body.slots.note(name, so_far.type):
            body.wrong(term.at, "E404", f"`{name}` cannot hold this sum", term.value.span)
        if has_label:
            statements.append(_line(body, term, scope, added, so_far.type, name, is_first=running is None))
        running = Typed(ir.Var(name), so_far.type)
    if is_broken:
        return statements, flow.assign(name, ERROR)
    if running is None:
        return [ir.Let(name, ir.Const(0))], body.assign(step.terms_at, name, integer(0, 0), flow)
    return statements, body.assign(step.terms_at, name, running.type, flow)


def _line(body: Body, term: Term, scope: Expressions, added: Typed, so_far: Type, name: str, is_first: bool) -> ir.Note:
    """The line of a term; the first term may read the previous value of the variable."""
    note = body.note(term, term.label or term.value.text, scope, Typed(added.expr, so_far), ir.Var(name), so_far)
    return ir.Note(note.label, ir.Var(name) if is_first else added.expr, note.type, note.running, note.source, term.number)


def _added(term: Typed, running: Typed | None, name: str, unit: str) -> Typed:
    """The running sum plus one term; the first term takes the declared unit of the variable."""
    if "error" in (term.type.kind, running.type.kind if running else ""):
        return BROKEN
    if running is None:
        return Typed(term.expr, integer(term.type.low, term.type.high, term.type.unit or unit))
    low, high = interval("add", [(running.type.low, running.type.high), (term.type.low, term.type.high)])
    return Typed(ir.Op("add", (ir.Var(name), term.expr)), integer(low, high, running.type.unit or term.type.unit))


def _term(body: Body, scope: Expressions, value: Formula, running: Typed | None) -> Typed:
    """A term: ``harder 1``, or a formula; a plain number is allowed only as the first term where the unit has a direction."""
    if running is not None and running.type.unit:
        world = body.ctx.world
        amount = direction(world, running.type, value.text)
        if amount is not None:
            return Typed(ir.Const(amount), integer(amount, amount, running.type.unit))
        hint = astray(world, running.type, value.text)
        unit = world.units.get(running.type.unit)
        if hint and unit is not None:
            body.wrong(value, "E506", f"a modifier is {unit.up}, {unit.down} or none, found `{value.text}`", hint=hint)
            return BROKEN
        if unit is not None and unit.up and value.text.lstrip("+-").isdigit():
            digits = value.text.lstrip("+-")
            hint = f"write `{unit.up} {digits}` or `{unit.down} {digits}`"
            body.wrong(value, "E506", f"a bare number does not say whether it is {unit.up} or {unit.down}", hint=hint)
            return BROKEN
    typed = scope.read(value, running.type if running is not None and running.type.unit else None)
    if typed.type.kind not in ("int", "error"):
        body.wrong(value, "E403", f"a sum adds numbers, this is {describe(typed.type)}")
        return BROKEN
    return typed


# ---------------------------------------------------------------- the end


def outcome(body: Body, step: Outcome, flow: Flow) -> Stepped:
    """``outcome: F``: assigns the result and ends the procedure."""
    declared = body.results.get("outcome")
    if declared is None:
        hint = "declare it under `results:`"
        body.wrong(step.value, "E609", "this procedure has no result `outcome`", step.at.key_span, hint)
        return [], Flow(None)
    typed = body.scope(flow).read(step.value, declared if declared.kind != "int" else None)
    after = body.assign(step.value, "outcome", typed.type, flow)
    check_results(body, step.value, step.value.span, after)
    return [ir.Let("outcome", typed.expr), ir.Stop()], Flow(None)


def check_results(body: Body, at: At, span: Span, flow: Flow) -> None:
    """Check that every result is assigned where the procedure ends; reported at ``span``."""
    for name, type_ in (flow.env or {}).items():
        if name in body.results:
            body.ends.note(name, type_)
    missing = [name for name, type_ in body.results.items() if flow.env is not None and name not in flow.env and type_.kind != "error"]
    if missing:
        names = ", ".join(f"`{name}`" for name in missing)
        plural = "has" if len(missing) == 1 else "have"
        message = f"{names} {plural} no value where the procedure ends here"
        body.wrong(at, "E606", message, span, "assign it on this path, or declare a default")
