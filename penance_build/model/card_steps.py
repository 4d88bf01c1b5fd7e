"""The steps that play cards: ``play`` runs an effect, ``window`` lets a player answer with cards, ``find`` looks one up."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from penance_build.diagnostics.suggest import did_you_mean
from penance_build.ir import nodes as ir
from penance_build.model import state_steps
from penance_build.model.flow import Flow
from penance_build.model.place import Place
from penance_build.model.steps import Body, Handler, Signature, Step, Stmts
from penance_build.model.typing import CARD
from penance_build.model.world import Typed, enum_type

MAX_ANSWERS: Final = 8
_ANSWER: Final = "_answer"
EFFECT: Final = "card."


# ---------------------------------------------------------------- play


@dataclass(slots=True)
class _Given:
    """The inputs that a step ``play`` hands to the effects of cards, read once for each form in which they are taken."""

    body: Body
    place: Place
    flow: Flow
    passed: Mapping[str, Place]
    used: set[str] = field(default_factory=set)
    made: dict[tuple[ir.Input, ...], tuple[ir.Expr, ...] | None] = field(default_factory=dict)

    def arguments(self, signature: Signature) -> tuple[ir.Expr, ...] | None:
        """The arguments of one effect, or None after reporting what it lacks."""
        if signature.inputs not in self.made:
            found = [self._argument(item) for item in signature.inputs]
            self.made[signature.inputs] = None if None in found else tuple(expr for expr in found if expr is not None)
        return self.made[signature.inputs]

    def _argument(self, item: ir.Input) -> ir.Expr | None:
        given = self.place.get("with")
        value = given.get(item.name) if given is not None else None
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


def play(body: Body, place: Place, flow: Flow) -> Step:
    """``play: card``: the effect of a card that is known only in play."""
    at = place.need("play")
    card = body.scope(flow).read(at, CARD)
    given = _Given(body, place, flow, state_steps.passed_on(body, place, flow))
    cases: list[ir.Case] = []
    lacking: dict[str, list[str]] = {}
    for name, signature in effects(body, place).items():
        body.calls(EFFECT + name, signature)
        arguments = given.arguments(signature)
        if arguments is None:
            known = {*given.passed, *(key for key, _ in place.need("with").entries())} if place.get("with") is not None else {*given.passed}
            missing = [item.name for item in signature.inputs if item.default is None and item.name not in known]
            lacking.setdefault(", ".join(f"`{item}`" for item in missing), []).append(name)
            continue
        cases.append(ir.Case((body.world.card_ids[name],), (ir.Call(EFFECT + name, arguments, ()),)))
    for missing_names, cards in lacking.items():
        if missing_names:
            shown = ", ".join(f"`{name}`" for name in cards[:3]) + (" and others" if len(cards) > 3 else "")
            body.wrong(
                place, "E602", f"the effect of {shown} needs {missing_names}", at.span, "give it under `with:`, or name the `types:` played"
            )
    _unknown(body, place, given)
    if card.type.kind == "error" or not cases:
        return [], flow
    return [ir.Match(ir.CardAttr(card.expr, "id"), tuple(cases), ())], flow


def _unknown(body: Body, place: Place, given: _Given) -> None:
    """Report what is given and no card takes."""
    named = place.get("with")
    names = sorted({item.name for inputs in given.made for item in inputs})
    for key, value in named.entries() if named is not None and given.made else []:
        if key not in names:
            hint = did_you_mean(key, names) or "they take: " + ", ".join(names[:12])
            body.wrong(value, "E603", f"no card that is played here takes `{key}`", value.key_span, hint)


def effects(body: Body, place: Place) -> dict[str, Signature]:
    """The effects that a step may run, by card: those of the types that it names, or all."""
    types = place.get("types")
    wanted = {item.text for item in types.items()} if types is not None else None
    kinds = body.world.card_kinds
    for item in types.items() if types is not None else []:
        known = sorted({*kinds.values()} | body.world.card_types)
        if item.text not in known:
            body.wrong(
                item,
                "E301",
                f"there is no card type `{item.text}`",
                item.span,
                did_you_mean(item.text, known) or "they are: " + ", ".join(known),
            )
    return {
        name: body.signatures[EFFECT + name]
        for name in body.world.card_ids
        if EFFECT + name in body.signatures and (wanted is None or kinds.get(name) in wanted)
    }


# ---------------------------------------------------------------- window


def window(body: Body, place: Place, flow: Flow) -> Step:
    """``window: x``: a player may answer with a card, so many times, or pass; who passes is asked no more."""
    body.effects.add("chooses")
    scope = body.scope(flow)
    player = body.player(scope, place.need("by"))
    prompt = state_steps.prompt_text(body, place, flow)
    zone = state_steps.zone(body, place.need("card_from"), flow)
    limit = place.get("at_most")
    times = 1
    if limit is not None:
        typed = body.scope(flow).read(limit)
        if isinstance(typed.expr, ir.Const) and 1 <= typed.expr.value <= MAX_ANSWERS:
            times = typed.expr.value
        elif typed.type.kind != "error":
            body.wrong(
                limit,
                "E411",
                f"a window is answered 1 to {MAX_ANSWERS} times, a number that is known",
                limit.span,
                "write a number or a constant",
            )
    test = state_steps.card_test(body, place, flow)
    if zone is None:
        return [], flow
    return _answers(body, place, flow, player, prompt, zone, test, times)


def _answers(
    body: Body, place: Place, flow: Flow, player: ir.Expr, prompt: str, zone: tuple[str, ir.Expr | None], test: ir.Expr | None, times: int
) -> Step:
    """One question, and the further ones within its answer."""
    name = place.need("window").text
    asked = name + _ANSWER
    entity = body.entity[1] if body.entity[0] == "procedure" else ".".join(body.entity)
    enum = ir.Enum(f"{entity}.{asked}", asked, (ir.Member("pass", "Pass"), ir.Member("answer", "Answer")))
    body.world.choices[enum.id] = enum
    can = ir.Op("gt", (ir.ZoneFold(*zone, test if test is not None else ir.Const(1)), ir.Const(0)))
    options = (ir.Option("pass", "Pass", 0, None), ir.Option("answer", "Answer", 1, can))
    flow = body.assign(place.need("window"), asked, enum_type(enum), flow)
    inner = body.assign(place.need("window"), name, CARD, flow)
    then, after = body.block(place.get("then"), inner)
    after = after.without(name)
    if times > 1 and not after.is_dead:
        further, after = _answers(body, place, after, player, prompt, zone, test, times - 1)
        then += further
    pick: Stmts = [ir.Pick(name, player, prompt, *zone, test, tuple(then), (), body.number(place))]
    body.hints.setdefault(name, f"`{name}` is there only inside the `then:` of its window")
    asking = ir.Choose(asked, player, prompt, options, "", body.number(place))
    return [asking, ir.If(ir.Op("eq", (ir.Var(asked), ir.Const(1))), tuple(pick), ())], flow.meet(after)


# ---------------------------------------------------------------- find


def find(body: Body, place: Place, flow: Flow) -> Step:
    """``find: x``: the top-most card of a zone that passes a test; nobody chooses."""
    at = place.need("find")
    pile = state_steps.zone(body, place.need("card_from"), flow)
    test = state_steps.card_test(body, place, flow)
    inner = body.assign(at, at.text, CARD, flow)
    then, after_then = body.block(place.get("then"), inner)
    orelse, after_else = body.block(place.get("else"), flow)
    joined = after_then.without(at.text).meet(after_else)
    body.hints.setdefault(at.text, f"`{at.text}` is there only inside the `then:` of its step `find`")
    if pile is None:
        return [], joined
    found = ir.TopCard(*pile, test)
    return [ir.If(ir.Op("ge", (found, ir.Const(0))), (ir.Let(at.text, found), *then), tuple(orelse))], joined


STEPS: Final[Mapping[str, Handler]] = {"play": play, "window": window, "find": find}
