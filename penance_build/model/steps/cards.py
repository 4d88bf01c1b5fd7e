"""The steps about cards: ``play`` runs an effect, ``window`` lets a player answer with cards, ``find`` searches a zone."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from msgspec import Struct, field

from penance_build.diagnostics.suggest import did_you_mean
from penance_build.ir import nodes as ir
from penance_build.model.context.rule import EFFECT
from penance_build.model.context.signature import Signature
from penance_build.model.context.world import Typed, enum_type
from penance_build.model.formulas.bounds import CARD
from penance_build.model.formulas.labels import asked
from penance_build.model.steps.body import Body, Stepped, Stmts
from penance_build.model.steps.calls import passed_on
from penance_build.model.steps.choices import card_test, enum_id, may_be_empty
from penance_build.model.steps.flow import Flow
from penance_build.model.steps.state import zone
from penance_build.surface.nodes import Scalar
from penance_build.surface.steps import Find, Play, Window

MAX_ANSWERS: Final = 8
_ANSWER: Final = "_answer"


# ---------------------------------------------------------------- play


class _Given(Struct):
    """The arguments of a step ``play``, elaborated once for each distinct type of input."""

    body: Body
    step: Play
    flow: Flow
    passed: Mapping[str, Scalar]
    used: set[str] = field(default_factory=set)
    made: dict[tuple[ir.Input, ...], tuple[ir.Expr, ...] | None] = field(default_factory=dict)

    def arguments(self, signature: Signature) -> tuple[ir.Expr, ...] | None:
        """The arguments of one effect, or None after reporting a missing one."""
        if signature.inputs not in self.made:
            found = [self._argument(item) for item in signature.inputs]
            self.made[signature.inputs] = None if None in found else tuple(expr for expr in found if expr is not None)
        return self.made[signature.inputs]

    def _argument(self, item: ir.Input) -> ir.Expr | None:
        value = self.step.arguments.get(item.name)
        if value is not None:
            self.used.add(item.name)
            scope = self.body.scope(self.flow)
            typed = scope.read(value, item.type)
            return scope.within(typed, item.type, (0, len(value.text)), f"the input `{item.name}` of the card").expr
        if item.name in self.passed:
            at = self.passed[item.name]
            scope = self.body.scope(self.flow)
            scope.place = at
            typed = Typed(ir.Var(item.name), (self.flow.env or {})[item.name])
            return scope.within(typed, item.type, (0, len(at.text)), f"the input `{item.name}` of the card").expr
        return None if item.default is None else ir.Const(item.default)


def play(body: Body, step: Play, flow: Flow) -> Stepped:
    """``play: card``: the effect of a card that is determined at run time."""
    card = body.scope(flow).read(step.card, CARD)
    given = _Given(body, step, flow, passed_on(body, step.uses, flow))
    cases: list[ir.Case] = []
    lacking: dict[str, list[str]] = {}
    for name, signature in effects(body, step).items():
        body.calls(EFFECT + name, signature)
        arguments = given.arguments(signature)
        if arguments is None:
            known = {*given.passed, *step.arguments}
            missing = [item.name for item in signature.inputs if item.default is None and item.name not in known]
            lacking.setdefault(", ".join(f"`{item}`" for item in missing), []).append(name)
            continue
        cases.append(ir.Case((body.ctx.world.card_ids[name],), (ir.Call(EFFECT + name, arguments, ()),)))
    for missing_names, cards in lacking.items():
        if missing_names:
            shown = ", ".join(f"`{name}`" for name in cards[:3]) + (" and others" if len(cards) > 3 else "")
            message, hint = f"the effect of {shown} needs {missing_names}", "give it under `with:`, or name the `types:` played"
            body.wrong(step.at, "E602", message, step.card.span, hint)
    _unknown(body, step, given)
    if card.type.kind == "error" or not cases:
        return [], flow
    return [ir.Match(ir.CardAttr(card.expr, "id"), tuple(cases), ())], flow


def _unknown(body: Body, step: Play, given: _Given) -> None:
    """Report arguments that no effect takes."""
    names = sorted({item.name for inputs in given.made for item in inputs})
    for key, value in step.arguments.items() if given.made else ():
        if key not in names:
            hint = did_you_mean(key, names) or "they take: " + ", ".join(names[:12])
            body.wrong(value, "E603", f"no card that is played here takes `{key}`", value.key_span, hint)


def effects(body: Body, step: Play) -> dict[str, Signature]:
    """The effects that a step may run, by card: those of the named types, or all."""
    wanted = None if step.types is None else {item.text for item in step.types}
    kinds = body.ctx.world.card_kinds
    for item in step.types or ():
        known = sorted({*kinds.values()} | body.ctx.world.card_types)
        if item.text not in known:
            hint = did_you_mean(item.text, known) or "they are: " + ", ".join(known)
            body.wrong(item, "E301", f"there is no card type `{item.text}`", hint=hint)
    return {
        name: body.signatures[EFFECT + name]
        for name in body.ctx.world.card_ids
        if EFFECT + name in body.signatures and (wanted is None or kinds.get(name) in wanted)
    }


# ---------------------------------------------------------------- window


class _Question(Struct, frozen=True):
    """The question of a window: the player who is asked, the prompt, and the cards."""

    player: ir.Expr
    prompt: str
    zone: tuple[str, ir.Expr | None]
    test: ir.Expr | None


def window(body: Body, step: Window, flow: Flow) -> Stepped:
    """``window: x``: a player may answer with a card, up to a number of times; a pass ends the window."""
    body.effects.add("chooses")
    player = body.player(body.scope(flow), step.by)
    prompt = "" if step.prompt is None else asked(body.scope(flow), step.prompt)
    pile = zone(body, step.cards, flow)
    times = 1
    if step.at_most is not None:
        typed = body.scope(flow).read(step.at_most)
        if isinstance(typed.expr, ir.Const) and 1 <= typed.expr.value <= MAX_ANSWERS:
            times = typed.expr.value
        elif typed.type.kind != "error":
            message = f"a window is answered 1 to {MAX_ANSWERS} times, a number that is known"
            body.wrong(step.at_most, "E411", message, hint="write a number or a constant")
    test = card_test(body, step.where, flow)
    if pile is None:
        return [], flow
    return _answers(body, step, flow, _Question(player, prompt, pile, test), times)


def _answers(body: Body, step: Window, flow: Flow, question: _Question, times: int) -> Stepped:
    """One question, and the remaining ones nested in its answer."""
    name = step.variable.text
    answered = name + _ANSWER
    enum = ir.Enum(enum_id(body, answered), answered, (ir.Member("pass", "Pass"), ir.Member("answer", "Answer")))
    body.ctx.world.choices[enum.id] = enum
    can = ir.Op("gt", (ir.ZoneFold(*question.zone, question.test if question.test is not None else ir.Const(1)), ir.Const(0)))
    options = (ir.Option("pass", "Pass", 0, None), ir.Option("answer", "Answer", 1, can))
    flow = body.assign(step.variable, answered, enum_type(enum), flow)
    inner = body.assign(step.variable, name, CARD, flow)
    then, after = body.block(step.then, inner)
    after = after.without(name)
    if times > 1 and not after.is_dead:
        further, after = _answers(body, step, after, question, times - 1)
        then += further
    pick: Stmts = [ir.Pick(name, question.player, question.prompt, *question.zone, question.test, tuple(then), (), step.number)]
    body.hints.setdefault(name, f"`{name}` is there only inside the `then:` of its window")
    asking = ir.Choose(answered, question.player, question.prompt, options, "", step.number)
    joined = flow.meet(after)
    may_be_empty(body, flow, joined, "whoever is asked may pass, or hold no card to answer with: assign it before the window")
    return [asking, ir.If(ir.Op("eq", (ir.Var(answered), ir.Const(1))), tuple(pick), ())], joined


# ---------------------------------------------------------------- find


def find(body: Body, step: Find, flow: Flow) -> Stepped:
    """``find: x``: the top-most card of a zone that passes a test; nobody chooses."""
    name = step.variable.text
    pile = zone(body, step.cards, flow)
    test = card_test(body, step.where, flow)
    inner = body.assign(step.variable, name, CARD, flow)
    then, after_then = body.block(step.then, inner)
    orelse, after_else = body.block(step.orelse, flow)
    joined = after_then.without(name).meet(after_else)
    why = f"`{step.cards.text}` may hold no card that is looked for: give the step `find: {name}` an `else:` that assigns it"
    may_be_empty(body, flow, joined, why)
    body.hints.setdefault(name, f"`{name}` is there only inside the `then:` of its step `find`")
    if pile is None:
        return [], joined
    found = ir.TopCard(*pile, test)
    return [ir.If(ir.Op("ge", (found, ir.Const(0))), (ir.Let(name, found), *then), tuple(orelse))], joined
