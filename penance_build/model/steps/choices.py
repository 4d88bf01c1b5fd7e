"""The steps in which a player decides: ``choose`` an option, or a card of a zone."""

from __future__ import annotations

from penance_build.diagnostics.problem import Problem
from penance_build.ir import nodes as ir
from penance_build.model.context.world import enum_type
from penance_build.model.formulas import patterns
from penance_build.model.formulas.bounds import CARD, ERROR
from penance_build.model.formulas.labels import asked
from penance_build.model.formulas.references import MAYBE
from penance_build.model.steps.body import Body, Stepped
from penance_build.model.steps.flow import Flow
from penance_build.model.steps.state import zone
from penance_build.surface.nodes import Formula, Label
from penance_build.surface.steps import Choose, Pick


def choose(body: Body, step: Choose, flow: Flow) -> Stepped:
    """``choose: x`` among options."""
    player, prompt = _question(body, step.by, step.prompt, flow)
    name = step.variable.text
    options: list[ir.Option] = []
    members: list[ir.Member] = []
    fallback = ""
    for option in step.options:
        if not body.ctx.holds(option):
            continue
        test = None if option.test is None else body.scope(flow).condition(option.test).expr
        if option.is_fallback:
            if fallback:
                body.wrong(option.at, "E613", "two options are the fallback", option.at.key_span, "keep one")
            fallback = option.id
        options.append(ir.Option(option.id, option.name, len(members), test))
        members.append(ir.Member(option.id, option.name))
    enum = ir.Enum(enum_id(body, name), name, tuple(members))
    choices, first = body.ctx.world.choices, body.chosen.setdefault(name, step)
    if first is not step and choices[enum.id].members != enum.members:
        related = ((first.options_at.key_span, "the other options"),)
        message = f"`{name}` is chosen in two places, among different options"
        at = step.variable
        body.report.append(Problem("E302", message, at.span, "use another name", related, body.entity, at.path))
        return [], flow.assign(name, ERROR)
    choices[enum.id] = enum
    if options and not fallback and all(option.test is not None for option in options):
        message = f"it may be that no option of `{name}` is legal"
        body.wrong(step.at, "E613", message, step.variable.span, "give one no `if:`, or mark one `fallback: true`")
    after = body.assign(step.variable, name, enum_type(enum), flow)
    return [ir.Choose(name, player, prompt, tuple(options), fallback, step.number)], after


def enum_id(body: Body, name: str) -> str:
    """The id of the enum of the options of a choice."""
    return f"{body.entity[1]}.{name}" if body.entity[0] == "procedure" else f"{'.'.join(body.entity)}.{name}"


def _question(body: Body, by: Formula | None, prompt: Label | None, flow: Flow) -> tuple[ir.Expr, str]:
    """The deciding player and the prompt; the holes of a prompt are checked but kept as written."""
    body.effects.add("chooses")
    player = body.player(body.scope(flow), by) if by is not None else ir.Const(0)
    return player, "" if prompt is None else asked(body.scope(flow), prompt)


def pick(body: Body, step: Pick, flow: Flow) -> Stepped:
    """``choose: x`` among the cards of a zone."""
    player, prompt = _question(body, step.by, step.prompt, flow)
    name = step.variable.text
    pile = zone(body, step.cards, flow)
    test = card_test(body, step.where, flow)
    inner = body.assign(step.variable, name, CARD, flow)
    then, after_then = body.block(step.then, inner)
    orelse, after_else = body.block(step.orelse, flow)
    joined = after_then.without(name).meet(after_else)
    why = f"`{step.cards.text}` may hold no card to choose: give the choice of `{name}` an `else:` that assigns it"
    may_be_empty(body, flow, joined, why)
    body.hints.setdefault(name, f"`{name}` is there only inside the `then:` of its choice")
    if pile is None:
        return [], joined
    return [ir.Pick(name, player, prompt, *pile, test, tuple(then), tuple(orelse), step.number)], joined


def may_be_empty(body: Body, before: Flow, after: Flow, why: str) -> None:
    """Note why variables that a step assigns in its `then:` may have no value behind it."""
    for name in after.maybe - before.maybe:
        body.hints[MAYBE + name] = why


def card_test(body: Body, where: Formula | None, flow: Flow) -> ir.Expr | None:
    """The condition under ``where:``, over the current card."""
    scope = body.scope(flow)
    node = None if where is None else scope.parse(where)
    return None if node is None else patterns.asked_of_cards(scope, node).expr
