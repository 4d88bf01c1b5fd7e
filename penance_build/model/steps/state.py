"""The steps that change the state: counters, and cards in zones."""

from __future__ import annotations

from penance_build.diagnostics.suggest import did_you_mean
from penance_build.formula.syntax import Dot, Name
from penance_build.ir import nodes as ir
from penance_build.ir.nodes import Type
from penance_build.model.context.world import Typed
from penance_build.model.formulas import references
from penance_build.model.formulas.bounds import CARD, ERROR, PLAYER, bounds_text, describe, integer
from penance_build.model.steps.body import Body, Stepped
from penance_build.model.steps.flow import Flow
from penance_build.surface.nodes import Formula
from penance_build.surface.steps import Change, MoveCard, MoveTop, Shuffle


def zone(body: Body, formula: Formula, flow: Flow) -> tuple[str, ir.Expr | None] | None:
    """The zone that a formula names, with its owner; None after reporting."""
    scope = body.scope(flow)
    node = scope.parse(formula)
    if node is None:
        return None
    found = references.zone(scope, node)
    if found is None:
        name = node.name if isinstance(node, Dot) else node.id if isinstance(node, Name) else formula.text
        owner = node.base.id if isinstance(node, Dot) and isinstance(node.base, Name) else ""
        if owner and (flow.env or {}).get(owner) != PLAYER:
            if (flow.env or {}).get(owner, ERROR).kind != "error" or owner not in (flow.env or {}):
                body.wrong(formula, "E402", f"`{owner}` is no player here", hint="a zone is written player.zone")
            return None
        known = sorted(body.ctx.world.zones)
        hint = body.ctx.world.told.get(name) or did_you_mean(name, known) or "the zones are: " + ", ".join(known)
        body.wrong(formula, "E301", f"there is no zone `{name}`", hint=hint)
    return found


def change(body: Body, step: Change, flow: Flow) -> Stepped:
    """``change: COUNTER``."""
    body.effects.add("changes")
    at, scope = step.counter, body.scope(flow)
    node = scope.parse(at)
    by = step.by
    value = by if by is not None else step.to
    if node is None or value is None:
        return [], flow
    target = scope.node(node)
    if target.type.kind == "error":
        return [], flow
    if not isinstance(target.expr, ir.Counter):
        body.wrong(at, "E403", f"`{at.text}` is no counter", hint="write player.counter, or a counter of the game")
        return [], flow
    scope = body.scope(flow)
    if target.type.kind != "int":
        return _set(body, step.number, target.expr, target.type, by, scope.read(value, target.type)), flow
    typed = scope.read(value, Type("int", unit=target.type.unit))
    low, high = target.type.low or 0, target.type.high or 0
    if by is None and typed.type.kind == "int" and ((typed.type.low or 0) > high or (typed.type.high or 0) < low):
        message = f"`{at.text}` is {bounds_text(low, high)}, this sets it to {bounds_text(typed.type.low, typed.type.high)}"
        scope.problem("E414", message, 0, len(value.text), "set it to a value inside its bounds")
    return [ir.Change(target.expr.counter, target.expr.owner, typed.expr, by is None, step.number)], flow


def _set(body: Body, number: int, counter: ir.Counter, type_: Type, by: Formula | None, typed: Typed) -> list[ir.Stmt]:
    """Set a counter of enum members or booleans; it cannot be added to."""
    if by is not None and typed.type.kind != "error":
        message = f"`{counter.counter}` is {describe(type_)}: nothing can be added to it"
        body.wrong(by, "E403", message, by.key_span, "write `to:`")
    return [ir.Change(counter.counter, counter.owner, typed.expr, True, number)]


def move_card(body: Body, step: MoveCard, flow: Flow) -> Stepped:
    """``move: card``."""
    body.effects.add("moves")
    target = zone(body, step.target, flow)
    typed = body.scope(flow).read(step.card, CARD)
    if target is None or typed.type.kind == "error":
        return [], flow
    return [ir.Move(typed.expr, "", None, ir.Const(1), *target, step.is_bottom, "", step.number)], flow


def move_top(body: Body, step: MoveTop, flow: Flow) -> Stepped:
    """``move: top``."""
    body.effects.add("moves")
    target, source = zone(body, step.target, flow), zone(body, step.origin, flow)
    count = Typed(ir.Const(1), integer(1, 1)) if step.count is None else body.scope(flow).read(step.count, Type("int"))
    name = ""
    if step.take is not None:
        name = step.take.text
        flow = body.assign(step.take, name, integer(0, max(0, count.type.high or 0)), flow)
    if source is None or target is None or count.type.kind == "error":
        return [], flow
    return [ir.Move(None, *source, count.expr, *target, step.is_bottom, name, step.number)], flow


def shuffle(body: Body, step: Shuffle, flow: Flow) -> Stepped:
    """``shuffle: ZONE``."""
    body.effects.add("shuffles")
    pile = zone(body, step.zone, flow)
    return ([] if pile is None else [ir.Shuffle(*pile, step.number)]), flow
