"""The steps ``tell`` (a text of the wording), ``record`` (named values) and ``manual`` (a decision of people)."""

from __future__ import annotations

from math import prod
from typing import Final

from penance_build.diagnostics.problem import Problem
from penance_build.diagnostics.suggest import did_you_mean
from penance_build.ir import nodes as ir
from penance_build.model.context.world import Typed, enum_type
from penance_build.model.formulas.bounds import describe
from penance_build.model.formulas.labels import asked, label_parts
from penance_build.model.formulas.lists import is_of_members
from penance_build.model.formulas.rolls import base, parted
from penance_build.model.steps.body import Body, Stepped, Stmts
from penance_build.model.steps.dice import shown
from penance_build.model.steps.flow import Flow
from penance_build.surface.steps import Manual, Record, Tell
from penance_build.wording.check import written_number

MAX_FORMS: Final = 64
TOLD: Final = ("int", "bool", "enum", "roll", "list", "player", "card")


def tell(body: Body, step: Tell, flow: Flow) -> Stepped:
    """``tell: W``: the lines of an entry of ``wording``, with holes elaborated in the scope of the step."""
    at, world = step.wording, body.ctx.world
    entry = world.told_texts.get(at.text)
    if entry is None:
        known = sorted(world.told_texts)
        phrased = world.phrases.get(at.text)
        if phrased is not None:
            message = f"the wording `{at.text}` is a phrase of the step `{phrased}`, which cards print and nobody tells"
            body.wrong(at, "E301", message, hint="declare one to tell under `wording:`, as {step: tell, say: …}")
            return [], flow
        hint = did_you_mean(at.text, known) or "declare it under `wording:`, as {step: tell, say: …}"
        body.wrong(at, "E301", f"there is no wording `{at.text}` to tell", hint=hint)
        return [], flow
    body.report.read.add(f"wording {at.text}")
    statements: Stmts = []
    for line in entry.lines:
        number = written_number(line.parts, _formula)
        if number is not None:
            span, hint = line.inside(number.start(), number.end()), "write it as a hole such as {net}, so that it is read from the rules"
            body.report.append(Problem("E708", f"the number `{number[0]}` is written out", span, hint, entity=body.entity, path=line.path))
        statements.append(ir.Report("", label_parts(body.scope(flow), line), (), step.number))
    return statements, flow


def _formula(text: str) -> int:
    """How many characters at the beginning of the inside of a hole are no word to pick."""
    return len(text.partition("|")[0])


def record(body: Body, step: Record, flow: Flow) -> Stepped:
    """``record: NAME`` with ``fields:``."""
    scope = body.scope(flow)
    fields: list[ir.Field] = []
    rolled: list[int] = []  # the fields that are rolls of a die that is a value
    for name, formula in step.fields.items():
        typed = scope.read(formula)
        if typed.type.kind == "error":
            continue
        if typed.type.kind == "roll_of":
            rolled.append(len(fields))
        elif typed.type.kind not in TOLD or is_of_members(typed.type):
            body.wrong(formula, "E403", f"a field of a record cannot be {describe(typed.type)}")
            continue
        fields.append(ir.Field(name, typed.expr, typed.type))
    groups: dict[ir.Expr, list[int]] = {}  # those that are of one die, whichever it is
    for place in rolled:
        groups.setdefault(base(fields[place].value), []).append(place)
    forms = prod(len(body.ctx.world.dice_of(fields[places[0]].type)) for places in groups.values())
    if forms > MAX_FORMS:
        message = f"this record has {forms} forms, one for each die that its rolls may be of, {MAX_FORMS} are the most"
        body.wrong(step.at, "E616", message, step.at.key_span, "record what these rolls come to, or fewer in one record")
        return [], flow
    return _recorded(body, step, fields, list(groups.items())), flow


def _recorded(body: Body, step: Record, fields: list[ir.Field], groups: list[tuple[ir.Expr, list[int]]]) -> Stmts:
    """A record, in which each roll of a die that is a value is shown as one of the die that was rolled."""
    if not groups:
        return [ir.Report(step.name, (), tuple(fields), step.number)]
    (roll, places), *others = groups

    def with_one(die: str) -> Stmts:
        said = list(fields)
        for place in places:
            field = fields[place]
            kind = ir.Type("roll", die, field.type.low, field.type.high)
            said[place] = ir.Field(field.name, parted(field.value, die), kind)
        return _recorded(body, step, said, others)

    return shown(body, Typed(roll, fields[places[0]].type), with_one)


def manual(body: Body, step: Manual, flow: Flow) -> Stepped:
    """``manual: TEXT``: a choice with the single option of having done it. Rules cannot name its variable."""
    body.effects.add("chooses")
    player = body.player(body.scope(flow), step.by)
    text = asked(body.scope(flow), step.text)
    number = sum(name.startswith(ir.MANUAL) for name in body.slots.types)
    slot = f"{ir.MANUAL}{number}"
    enum = ir.Enum(f"{'.'.join(body.entity)}.{slot}", slot, (ir.Member("done", "Done"),))
    body.ctx.world.choices[enum.id] = enum
    after = body.assign(step.text, slot, enum_type(enum), flow)
    return [ir.Choose(slot, player, text, (ir.Option("done", "Done", 0, None),), "", step.number)], after
