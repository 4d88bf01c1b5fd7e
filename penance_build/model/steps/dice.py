"""The steps ``roll`` and ``reroll``, and the statements of rolls whose die is a value (``model.formulas.rolls`` says how they are held)."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from penance_build.diagnostics.suggest import did_you_mean
from penance_build.formula.syntax import Name
from penance_build.ir import nodes as ir
from penance_build.ir.nodes import Type
from penance_build.ir.record import replace
from penance_build.ir.walk import variables
from penance_build.model.context.work import MAX_LOOP
from penance_build.model.context.world import ANY_DIE, Typed, enum_type
from penance_build.model.formulas import patterns, rolls
from penance_build.model.formulas.bounds import BROKEN, ERROR, describe, integer
from penance_build.model.steps.body import Body, Stepped, Stmts
from penance_build.model.steps.flow import Flow
from penance_build.surface.nodes import At, Formula, Scalar
from penance_build.surface.steps import Reroll, Roll

_COUNTED: Final = re.compile("([1-9][0-9]{0,3}) ?([a-z][a-z0-9_]*)")  # `2d6`


def roll(body: Body, step: Roll, flow: Flow) -> Stepped:
    """``roll: x``."""
    name, world = step.variable.text, body.ctx.world
    count = Typed(ir.Const(1), integer(1, 1)) if step.count is None else body.scope(flow).read(step.count, Type("int"))
    chosen = _die(body, step, flow)
    if chosen is None or count.type.kind == "error":
        return [], flow.assign(name, ERROR)
    if count.type.high is None or count.type.high > MAX_LOOP:
        at = (step.count or step.variable).span
        body.wrong(step.at, "E611", f"this can roll more than {MAX_LOOP} dice", at, "bound the count with min(…)")
        return [], flow.assign(name, ERROR)
    low, high = max(0, count.type.low or 0), max(0, count.type.high)
    if isinstance(chosen, ir.Die):
        _script(body, step.at, step.script, (chosen.id,))
        after = body.assign(step.variable, name, Type("roll", chosen.id, low, high), flow)
        return [ir.Roll(name, chosen.id, count.expr, step.script, step.number)], after
    _script(body, step.at, step.script, tuple(die.id for die in world.dice_of(chosen.type)))
    after = body.assign(step.variable, name, Type("roll_of", chosen.type.ref, low, high), flow)
    return _one_of(body, step, chosen, count, high), after


def _die(body: Body, step: Roll, flow: Flow) -> ir.Die | Typed | None:
    """The die of a roll, or the value that says which it is; None after reporting."""
    dice, scope, env = body.ctx.world.dice, body.scope(flow), flow.env or {}
    if step.die is None:
        if step.rolled not in dice:
            _no_die(body, step.variable, flow)
        return dice.get(step.rolled)
    word, counted = step.die.text, _COUNTED.fullmatch(step.die.text)
    if counted is not None and step.die.node is None:
        body.wrong(step.die, "E301", f"there is no die `{word}`", hint=f"write `die: {counted[2]}` and `count: {counted[1]}`")
        return None
    node = scope.parse(step.die)
    if node is None:
        return None
    if word in dice:
        if env.get(word, ERROR).ref in body.ctx.world.of_dice:
            message = f"`{word}` is a die, and a variable here that says which die is meant"
            body.wrong(step.die, "E307", message, hint="give the variable another name")
            return None
        return dice[word]
    if isinstance(node, Name) and not scope.is_known(node.id):
        _no_die(body, step.die, flow)
        return None
    typed = scope.node(node, rolls.literal(body.ctx.world))
    if typed.type.kind == "error":
        return None
    if typed.type.kind != "enum" or not body.ctx.world.dice_of(typed.type):
        hint = f"declare it with the type `{ANY_DIE}`, or with an enum that has `dice:`"
        scope.wrong(node, "E403", f"expected a die, found {describe(typed.type)}", hint)
        return None
    return typed


def _no_die(body: Body, at: Scalar, flow: Flow) -> None:
    """Report an id that is no die."""
    world, word = body.ctx.world, at.text
    said = [name for name, type_ in (flow.env or {}).items() if type_.kind == "enum" and type_.ref in world.of_dice]
    hint = world.told.get(word) or did_you_mean(word, sorted({*world.dice, *said})) or "the dice are: " + ", ".join(sorted(world.dice))
    body.wrong(at, "E301", f"there is no die `{word}`", hint=hint)


def _script(body: Body, at: At, name: str, dice: tuple[str, ...]) -> None:
    body.effects.add("rolls")
    body.parts.append((name, dice))
    if body.rolls.setdefault(name, dice) != dice:
        message = f"`{name}` names the faces of two dice, {_either(body.rolls[name])} and {_either(dice)}"
        body.wrong(at, "E614", message, at.key_span, "give one an own name with `as:`")


def _either(dice: tuple[str, ...]) -> str:
    return " or ".join(f"`{die}`" for die in dice)


def reroll(body: Body, step: Reroll, flow: Flow) -> Stepped:
    """``reroll: x``."""
    name, env = step.roll.text, flow.env or {}
    type_ = env.get(name)
    scope = body.scope(flow)
    if type_ is None or type_.kind not in ("roll", "roll_of", "error"):
        known = [other for other, kind in env.items() if kind.kind in ("roll", "roll_of")]
        body.wrong(step.roll, "E402", f"there is no roll `{name}` here", hint=did_you_mean(name, known))
        return [], flow
    if type_.kind == "error":
        return [], flow
    before = len(scope.report)
    node = scope.parse(step.where)
    most = step.at_most
    limit = None if most is None else scope.read(most, Type("int"))
    scope.place = step.where
    statements: Stmts = []

    def of_one(part: Typed, die: ir.Die) -> Typed:
        test = BROKEN if node is None else patterns.asked_of_dice(scope, die, node)
        bound = ir.Dice(part.expr) if limit is None else limit.expr
        assert isinstance(part.expr, ir.Var)
        statements.append(ir.Reroll(part.expr.name, die.id, test.expr, bound, step.script, step.number))
        return test

    found = rolls.each(scope, Typed(ir.Var(name), type_), of_one)
    scope.cure(step.where, before)
    _script(body, step.at, step.script, tuple(die.id for _, die in rolls.parts(body.ctx.world, Typed(ir.Var(name), type_))))
    return statements if found and (limit is None or limit.type.kind != "error") else [], flow


# ---------------------------------------------------------------- a die that is a value


def _one_of(body: Body, step: Roll, chosen: Typed, count: Typed, high: int) -> Stmts:
    """A roll of the die that a value says: a match over the dice that it may be; those that it is not are rolled no times."""
    name = step.variable.text
    dice = body.ctx.world.dice_of(chosen.type)
    possible = range(chosen.type.low or 0, len(dice) if chosen.type.high is None else chosen.type.high + 1)
    own = {rolls.slot(name, die.id) for die in dice}
    for place, die in enumerate(dice):
        body.slots.note(rolls.slot(name, die.id), Type("roll", die.id, 0, high if place in possible else 0))

    def rolled(die: ir.Die, number: ir.Expr) -> ir.Roll:
        return ir.Roll(rolls.slot(name, die.id), die.id, number, step.script, step.number)

    none: Stmts = [rolled(die, ir.Const(0)) for die in dice]
    is_read = any(not own.isdisjoint(variables(expr)) for expr in (chosen.expr, count.expr))  # the roll before, by its successor
    cases: dict[int, Stmts] = {place: [rolled(dice[place], count.expr)] for place in possible}
    if is_read:
        cases = {place: [*rolls_, *none[:place], *none[place + 1 :]] for place, rolls_ in cases.items()}
    if len(cases) == 1:
        return [*([] if is_read else none), *next(iter(cases.values()))]
    chosen_by = ir.Match(chosen.expr, tuple(ir.Case((place,), tuple(made)) for place, made in cases.items()), ())
    return [*([] if is_read else none), chosen_by]


def meant(body: Body, name: str, value: Formula, flow: Flow) -> Type | None:
    """The type of dice that a variable is given a die of by its bare id: the one that it has, or that of all dice; else None."""
    if value.node is None or not rolls.bare(body.ctx.world, value.node, body.scope(flow).is_known):
        return None
    known = (flow.env or {}).get(name, ERROR)
    if known.kind == "enum" and body.ctx.world.dice_of(known):
        enum = body.ctx.world.enum(known.ref)
        return None if enum is None else enum_type(enum)
    body.report.read.add(f"type {ANY_DIE}")
    return rolls.literal(body.ctx.world)


def kept(body: Body, name: str, typed: Typed) -> Stmts:
    """``let: x`` with a value that is a roll of such a die: the roll of each die, of one way or the other where there are two."""
    dice = body.ctx.world.dice_of(typed.type)
    for die in dice:
        body.slots.note(rolls.slot(name, die.id), Type("roll", die.id, 0, typed.type.high))

    def put(expr: ir.Expr) -> Stmts:
        if isinstance(expr, ir.Cond):
            return [ir.If(expr.test, tuple(put(expr.yes)), tuple(put(expr.no)))]
        return [ir.Let(rolls.slot(name, die.id), rolls.parted(expr, die.id)) for die in dice]

    return put(rolls.hoisted(typed.expr))


def noted(body: Body, name: str, line: ir.Note) -> Stmts:
    """A line of the derivation that shows a value, or such a roll."""
    if line.type.kind != "roll_of":
        return [line]

    def one(die: str) -> Stmts:
        part = ir.Var(rolls.slot(name, die))
        return [replace(line, value=part, running=part, type=Type("roll", die, line.type.low, line.type.high))]

    return shown(body, Typed(ir.Var(name), line.type), one)


def shown(body: Body, roll_: Typed, make: Callable[[str], Stmts]) -> Stmts:
    """Statements that show a roll: those of the die that was rolled; of the last one where none was."""
    *others, last = body.ctx.world.dice_of(roll_.type)
    statements = make(last.id)
    for die in reversed(others):
        test = ir.Op("gt", (ir.Dice(rolls.parted(roll_.expr, die.id)), ir.Const(0)))
        statements = [ir.If(test, tuple(make(die.id)), tuple(statements))]
    return statements
