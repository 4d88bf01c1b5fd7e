"""The steps that call another procedure, ask a player, or change counters and zones."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from penance_build.diagnostics.problem import Problem
from penance_build.diagnostics.suggest import did_you_mean, nearest
from penance_build.formula.syntax import Dot, Name
from penance_build.ir import nodes as ir
from penance_build.ir.nodes import Type
from penance_build.model import patterns, references
from penance_build.model.flow import Flow
from penance_build.model.labels import label_parts
from penance_build.model.place import Place
from penance_build.model.steps import Body, Handler, Signature, Step
from penance_build.model.typing import CARD, ERROR, PLAYER, bounds_text, describe, integer
from penance_build.model.world import Typed, enum_type

# ---------------------------------------------------------------- call


def call(body: Body, place: Place, flow: Flow) -> Step:
    """``call: p``."""
    at = place.need("call")
    signature = body.signatures.get(at.text)
    if signature is None:
        if at.text not in body.world.procedures:  # one that is there cannot be read, which is reported where it stands
            known = [name for name in body.world.procedures if "." not in name]
            told = "a card is played, not called" if at.text in body.world.card_ids else body.world.told.get(at.text)
            hint = told or did_you_mean(at.text, known) or "procedures: " + ", ".join(sorted(known)[:8])
            body.wrong(at, "E301", f"there is no procedure `{at.text}`", at.span, hint)
        taken = place.get("take")
        for name, _ in taken.entries() if taken is not None else []:
            flow = flow.assign(name, ERROR)
        return [], flow
    body.calls(at.text, signature)
    arguments = _arguments(body, place, at.text, signature, flow)
    takes: list[tuple[str, str]] = []
    results = {slot.name: slot.type for slot in signature.results}
    take = place.get("take")
    for name, result in take.entries() if take is not None else []:
        type_ = results.get(result.text)
        if type_ is None:
            hint = did_you_mean(result.text, list(results)) or "its results are: " + ", ".join(results)
            body.wrong(result, "E608", f"`{at.text}` has no result `{result.text}`", result.span, hint)
            type_ = ERROR
        else:
            takes.append((result.text, name))
        flow = body.assign(result, name, type_, flow)
    taken_results = {result for result, _ in takes}
    for name in results:
        if name not in taken_results:
            body.hints[name] = f"`{at.text}` gives it: write `take: {{{name}: {name}}}` at the call"
    return [ir.Call(at.text, tuple(arguments), tuple(takes))], flow


def _arguments(body: Body, place: Place, callee: str, signature: Signature, flow: Flow) -> list[ir.Expr]:
    known = [item.name for item in signature.inputs]
    given = dict(place.need("with").entries()) if place.get("with") is not None else {}
    misspelt = {near for name in given if name not in known for near in nearest(name, known)}  # said once, where it is
    for name, value in given.items():
        if name not in known:
            hint = did_you_mean(name, known) or "its inputs are: " + ", ".join(known)
            body.wrong(value, "E603", f"`{callee}` has no input `{name}`", value.key_span, hint)
    passed = passed_on(body, place, flow)
    scope = body.scope(flow)
    arguments: list[ir.Expr] = []
    for item in signature.inputs:
        if item.name in given:
            value = given[item.name]
            typed = scope.read(value, item.type)
            scope.within(typed, item.type, (0, len(value.text)), f"the input `{item.name}` of `{callee}`")
            arguments.append(typed.expr)
        elif item.name in passed:
            at = passed[item.name]
            scope.place = at
            typed = Typed(ir.Var(item.name), (flow.env or {}).get(item.name, ERROR))
            if not _goes(typed.type, item.type):
                message = f"`{item.name}` of `{at.text}` is {describe(typed.type)}, `{callee}` takes {describe(item.type)}"
                body.wrong(at, "E403", message, at.span, f"give it under `with:`, as {item.name}: …")
            else:
                scope.within(typed, item.type, (0, len(at.text)), f"the input `{item.name}` of `{callee}`")
            arguments.append(typed.expr)
        elif item.default is not None:
            arguments.append(ir.Const(item.default))
        elif item.name not in misspelt:
            body.wrong(
                place,
                "E602",
                f"`{callee}` needs the input `{item.name}`",
                place.need("call").span,
                f"give it under `with:`, as {item.name}: …",
            )
            arguments.append(ir.Const(0))
    return arguments


def _goes(found: Type, wanted: Type) -> bool:
    """Whether a value of one type is of the kind and unit of another."""
    if "error" in (found.kind, wanted.kind):
        return True
    return (found.kind, found.ref) == (wanted.kind, wanted.ref) and (found.unit == wanted.unit or not (found.unit and wanted.unit))


def passed_on(body: Body, place: Place, flow: Flow) -> dict[str, Place]:
    """The inputs that ``uses:`` passes on, with the place that says so."""
    uses = place.get("uses")
    passed: dict[str, Place] = {}
    for group in uses.items() if uses is not None else []:
        names = body.groups.get(group.text)
        if names is None:
            hint = did_you_mean(group.text, sorted(body.groups))
            body.wrong(group, "E301", f"there is no group of parameters `{group.text}`", group.span, hint)
            continue
        for name in names:
            if name in (flow.env or {}):
                passed[name] = group
            else:
                body.wrong(
                    group,
                    "E410",
                    f"`{name}` of `{group.text}` has no value here",
                    group.span,
                    "the procedure must take the group in with `uses:`",
                )
    return passed


# ---------------------------------------------------------------- choose

_HOLE: Final = re.compile(r"\{([^{}]*)\}")
_NAMED: Final = re.compile(r"\w+(\.\w+)?")


def choose(body: Body, place: Place, flow: Flow) -> Step:
    """``choose: x``: an option, or a card of a zone."""
    body.effects.add("chooses")
    at, by = place.need("choose"), place.get("by")
    player = body.player(body.scope(flow), by) if by is not None else ir.Const(0)
    prompt = prompt_text(body, place, flow)
    cards = place.get("card_from")
    if cards is not None:
        return _pick(body, place, cards, flow, player, prompt)
    name = at.text
    enum_id = f"{body.entity[1]}.{name}" if body.entity[0] == "procedure" else f"{'.'.join(body.entity)}.{name}"
    options: list[ir.Option] = []
    members: list[ir.Member] = []
    fallback = ""
    for key, option in place.need("options").entries():
        if isinstance(option.value, dict) and not body.conditions.holds(option, body.choice):
            continue
        printed = option.word("name", key) if isinstance(option.value, dict) else option.text
        condition = option.get("if") if isinstance(option.value, dict) else None
        test = None if condition is None else body.scope(flow).condition(condition).expr
        if isinstance(option.value, dict) and option.word("fallback") == "true":
            if fallback:
                body.wrong(option, "E613", "two options are the fallback", option.key_span, "keep one")
            fallback = key
        options.append(ir.Option(key, printed, len(members), test))
        members.append(ir.Member(key, printed))
    enum = ir.Enum(enum_id, name, tuple(members))
    first = body.chosen.setdefault(name, place.need("options"))
    if first.path != place.need("options").path and body.world.choices[enum_id].members != enum.members:
        related = ((first.key_span, "the other options"),)
        message = f"`{name}` is chosen in two places, among different options"
        problem = Problem("E302", message, at.span, "use another name", related, body.entity, at.path)
        body.report.append(problem)
        return [], flow.assign(name, ERROR)
    body.world.choices[enum_id] = enum
    if options and not fallback and all(option.test is not None for option in options):
        message = f"it may be that no option of `{name}` is legal"
        body.wrong(place, "E613", message, at.span, "give one no `if:`, or mark one `fallback: true`")
    after = body.assign(at, name, enum_type(enum), flow)
    return [ir.Choose(name, player, prompt, tuple(options), fallback, body.number(place))], after


def prompt_text(body: Body, place: Place, flow: Flow) -> str:
    """The text of a prompt; its holes are checked, and stay in the text as the author wrote them."""
    prompt = place.get("prompt")
    return "" if prompt is None else asked(body, prompt, flow)


def asked(body: Body, at: Place, flow: Flow) -> str:
    """A text that is put to a player. Whoever shows it fills the holes, so that they hold names and no formulas."""
    label_parts(body.scope(flow), at)
    for hole in _HOLE.finditer(at.text):
        if not _NAMED.fullmatch(hole[1]):
            span = at.inside(hole.start(), hole.end())
            hint = "give it a name with `let`, and write {name} or {player.counter}"
            body.wrong(at, "E401", "a text that is put to a player holds names, no formulas", span, hint)
    return at.text


def _pick(body: Body, place: Place, cards: Place, flow: Flow, player: ir.Expr, prompt: str) -> Step:
    at = place.need("choose")
    pile = zone(body, cards, flow)
    test = card_test(body, place, flow)
    inner = body.assign(at, at.text, CARD, flow)
    then, after_then = body.block(place.get("then"), inner)
    orelse, after_else = body.block(place.get("else"), flow)
    joined = after_then.without(at.text).meet(after_else)
    body.hints.setdefault(at.text, f"`{at.text}` is there only inside the `then:` of its choice")
    if pile is None:
        return [], joined
    return [ir.Pick(at.text, player, prompt, *pile, test, tuple(then), tuple(orelse), body.number(place))], joined


def card_test(body: Body, place: Place, flow: Flow) -> ir.Expr | None:
    """The condition over the card at hand that stands under ``where:``."""
    where = place.get("where")
    scope = body.scope(flow)
    node = None if where is None else scope.parse(where)
    return None if node is None else patterns.cards(scope, node).expr


# ---------------------------------------------------------------- state


def zone(body: Body, place: Place, flow: Flow) -> tuple[str, ir.Expr | None] | None:
    """The zone that a place names, with its owner; None after reporting."""
    scope = body.scope(flow)
    node = scope.parse(place)
    if node is None:
        return None
    found = references.zone(scope, node)
    if found is None:
        name = node.name if isinstance(node, Dot) else node.id if isinstance(node, Name) else place.text
        owner = node.base.id if isinstance(node, Dot) and isinstance(node.base, Name) else ""
        if owner and (flow.env or {}).get(owner) != PLAYER:
            if (flow.env or {}).get(owner, ERROR).kind != "error" or owner not in (flow.env or {}):
                body.wrong(place, "E402", f"`{owner}` is no player here", place.span, "a zone is written player.zone")
            return None
        known = sorted(body.world.zones)
        hint = body.world.told.get(name) or did_you_mean(name, known) or "the zones are: " + ", ".join(known)
        body.wrong(place, "E301", f"there is no zone `{name}`", place.span, hint)
    return found


def change(body: Body, place: Place, flow: Flow) -> Step:
    """``change: COUNTER``."""
    body.effects.add("changes")
    at, scope = place.need("change"), body.scope(flow)
    node = scope.parse(at)
    by, to = place.get("by"), place.get("to")
    value = by if by is not None else to
    if node is None or value is None:
        return [], flow
    target = scope.node(node)
    if target.type.kind == "error":
        return [], flow
    if not isinstance(target.expr, ir.Counter):
        body.wrong(at, "E403", f"`{at.text}` is no counter", at.span, "write player.counter, or a counter of the game")
        return [], flow
    scope = body.scope(flow)
    if target.type.kind != "int":
        return _set(body, place, target, by, scope.read(value, target.type)), flow
    typed = scope.read(value, Type("int", unit=target.type.unit))
    low, high = target.type.low or 0, target.type.high or 0
    if by is None and typed.type.kind == "int" and ((typed.type.low or 0) > high or (typed.type.high or 0) < low):
        message = f"`{at.text}` is {bounds_text(low, high)}, this sets it to {bounds_text(typed.type.low, typed.type.high)}"
        scope.problem("E414", message, 0, len(value.text), "set it to a value inside its bounds")
    return [ir.Change(target.expr.counter, target.expr.owner, typed.expr, by is None, body.number(place))], flow


def _set(body: Body, place: Place, target: Typed, by: Place | None, typed: Typed) -> list[ir.Stmt]:
    """A counter of members or truths is set; nothing can be added to it."""
    assert isinstance(target.expr, ir.Counter)
    if by is not None and typed.type.kind != "error":
        body.wrong(
            by, "E403", f"`{target.expr.counter}` is {describe(target.type)}: nothing can be added to it", by.key_span, "write `to:`"
        )
    return [ir.Change(target.expr.counter, target.expr.owner, typed.expr, True, body.number(place))]


def move(body: Body, place: Place, flow: Flow) -> Step:
    """``move: top`` or ``move: card``."""
    body.effects.add("moves")
    target_place = place.need("to")
    target = zone(body, target_place, flow)
    bottom = place.word("place") == "bottom"
    if place.word("move") == "card":
        card_place = place.need("card")
        typed = body.scope(flow).read(card_place, CARD)
        if target is None or typed.type.kind == "error":
            return [], flow
        return [ir.Move(typed.expr, "", None, ir.Const(1), *target, bottom, "", body.number(place))], flow
    source = zone(body, place.need("from"), flow)
    count_place = place.get("count")
    count = Typed(ir.Const(1), integer(1, 1)) if count_place is None else body.scope(flow).read(count_place, Type("int"))
    taken, name = place.get("take"), ""
    if taken is not None:
        name = taken.text
        flow = body.assign(taken, name, integer(0, max(0, count.type.high or 0)), flow)
    if source is None or target is None or count.type.kind == "error":
        return [], flow
    return [ir.Move(None, *source, count.expr, *target, bottom, name, body.number(place))], flow


def shuffle(body: Body, place: Place, flow: Flow) -> Step:
    """``shuffle: ZONE``."""
    body.effects.add("shuffles")
    pile = zone(body, place.need("shuffle"), flow)
    return ([] if pile is None else [ir.Shuffle(*pile, body.number(place))]), flow


STEPS: Final[Mapping[str, Handler]] = {
    "call": call,
    "choose": choose,
    "change": change,
    "move": move,
    "shuffle": shuffle,
}
