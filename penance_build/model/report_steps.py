"""The steps that speak to people: ``tell`` a text of the wording, ``record`` named values, ``manual`` what they settle themselves."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from penance_build.diagnostics.problem import Problem
from penance_build.diagnostics.suggest import did_you_mean
from penance_build.ir import nodes as ir
from penance_build.model.flow import Flow
from penance_build.model.labels import spoken_parts
from penance_build.model.place import Place
from penance_build.model.state_steps import asked
from penance_build.model.steps import Body, Handler, Step, Stmts
from penance_build.model.typing import describe
from penance_build.model.world import enum_type
from penance_build.wording.check import written_number

TOLD: Final = ("int", "bool", "enum", "roll", "list", "player", "card")


def tell(body: Body, place: Place, flow: Flow) -> Step:
    """``tell: W``: the lines of an entry of ``wording``, read where the step stands."""
    at = place.need("tell")
    entry = body.world.told_texts.get(at.text)
    if entry is None:
        known = sorted(body.world.told_texts)
        step = body.world.phrases.get(at.text)
        if step is not None:
            message = f"the wording `{at.text}` is a phrase of the step `{step}`, which cards print and nobody tells"
            body.wrong(at, "E301", message, at.span, "declare one to tell under `wording:`, as {step: tell, say: …}")
            return [], flow
        hint = did_you_mean(at.text, known) or "declare it under `wording:`, as {step: tell, say: …}"
        body.wrong(at, "E301", f"there is no wording `{at.text}` to tell", at.span, hint)
        return [], flow
    body.world.read.add(f"wording {at.text}")
    say = entry.need("say")
    lines = say.items() if isinstance(say.value, list) else [say]
    statements: Stmts = []
    for line in lines:
        number = written_number(line.text, r"\{[^{}|]*")
        if number is not None:
            span, hint = line.inside(number.start(), number.end()), "write it as a hole such as {net}, so that it is read from the rules"
            body.report.append(Problem("E708", f"the number `{number[0]}` is written out", span, hint, entity=body.entity, path=line.path))
        statements.append(ir.Report("", spoken_parts(body.scope(flow), line), (), body.number(place)))
    return statements, flow


def record(body: Body, place: Place, flow: Flow) -> Step:
    """``record: NAME`` with ``fields:``."""
    scope = body.scope(flow)
    fields: list[ir.Field] = []
    for name, at in place.need("fields").entries():
        typed = scope.read(at)
        if typed.type.kind == "error":
            continue
        if typed.type.kind not in TOLD:
            body.wrong(at, "E403", f"a field of a record cannot be {describe(typed.type)}", at.span)
            continue
        fields.append(ir.Field(name, typed.expr, typed.type))
    return [ir.Report(place.need("record").text, (), tuple(fields), body.number(place))], flow


def manual(body: Body, place: Place, flow: Flow) -> Step:
    """``manual: TEXT``: a choice with one option, that it is done. Its variable cannot be named by rules."""
    body.effects.add("chooses")
    at = place.need("manual")
    player = body.player(body.scope(flow), place.need("by"))
    text = asked(body, at, flow)
    number = sum(name.startswith(ir.MANUAL) for name in body.slots.types)
    slot = f"{ir.MANUAL}{number}"
    enum = ir.Enum(f"{'.'.join(body.entity)}.{slot}", slot, (ir.Member("done", "Done"),))
    body.world.choices[enum.id] = enum
    after = body.assign(at, slot, enum_type(enum), flow)
    return [ir.Choose(slot, player, text, (ir.Option("done", "Done", 0, None),), "", body.number(place))], after


STEPS: Final[Mapping[str, Handler]] = {
    "tell": tell,
    "record": record,
    "manual": manual,
}
