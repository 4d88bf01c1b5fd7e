"""The one walk over steps: the blocks below a step, its formulas, and how it is named in a message; every formula of a record."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import assert_never

from msgspec import Struct

from penance_build.surface import steps as made
from penance_build.surface.declarations import Row
from penance_build.surface.nodes import At, Formula
from penance_build.surface.rules import Fact
from penance_build.surface.steps import Block, Step

Formulas = tuple[Formula | None, ...]


def blocks(step: Step) -> tuple[Block, ...]:
    """The blocks that stand below a step, in the order written."""
    match step:
        case made.If() | made.Pick() | made.Find():
            return tuple(block for block in (step.then, step.orelse) if block is not None)
        case made.Match():
            cases = tuple(case.block for case in step.cases)
            return cases if step.orelse is None else (*cases, step.orelse)
        case made.Each() | made.Repeat():
            return (step.body,)
        case made.Window():
            return (step.then,)
        case made.Let() | made.Sum() | made.Put() | made.MakeList() | made.Roll() | made.Reroll() | made.Tell() | made.Record():
            return ()
        case made.Manual() | made.Call() | made.Choose() | made.Play():
            return ()
        case made.Change() | made.MoveTop() | made.MoveCard() | made.Shuffle() | made.Outcome():
            return ()
        case _:
            assert_never(step)


def branches(step: Step) -> tuple[tuple[Block, ...], bool]:
    """The blocks of which a step runs one at most, and whether it always runs one of them."""
    match step:
        case made.Match():
            return blocks(step), True  # its cases cover every value
        case made.Repeat():
            return blocks(step), step.at_most is None
        case made.If() | made.Pick() | made.Find():
            return blocks(step), step.then is not None and step.orelse is not None
        case made.Each() | made.Window():
            return blocks(step), False
        case made.Let() | made.Sum() | made.Put() | made.MakeList() | made.Roll() | made.Reroll() | made.Tell() | made.Record():
            return (), False
        case made.Manual() | made.Call() | made.Choose() | made.Play():
            return (), False
        case made.Change() | made.MoveTop() | made.MoveCard() | made.Shuffle() | made.Outcome():
            return (), False
        case _:
            assert_never(step)


def steps(block: Block) -> Iterator[Step]:
    """Every step of a block and of the blocks below it, a step before those below it."""
    for step in block.steps:
        yield step
        for inner in blocks(step):
            yield from steps(inner)


def formulas(step: Step) -> tuple[Formula, ...]:
    """The formulas that a step itself reads, in the order of its fields; not those of the steps below it, nor conditions over options."""
    return tuple(formula for formula in _formulas(step) if formula is not None)


def _formulas(step: Step) -> Formulas:
    match step:
        case made.Let():
            return (step.value,)
        case made.Sum():
            return tuple(term.value for term in step.terms)
        case made.Put():
            return step.target, step.value
        case made.MakeList():
            return step.size, step.value
        case made.Roll():
            return step.die, step.count
        case made.Reroll():
            return step.where, step.at_most
        case made.Tell():
            return ()
        case made.Record():
            return tuple(step.fields.values())
        case made.Call():
            return tuple(step.arguments.values())
        case made.Change():
            return step.counter, step.by, step.to
        case made.MoveTop():
            return step.origin, step.count, step.target
        case made.MoveCard():
            return step.card, step.target
        case made.Shuffle():
            return (step.zone,)
        case made.Outcome():
            return (step.value,)
        case made.If() | made.Match() | made.Each() | made.Repeat():
            return _branching(step)
        case made.Manual() | made.Choose() | made.Pick() | made.Play() | made.Window() | made.Find():
            return _asking(step)
        case _:
            assert_never(step)


def _branching(step: made.If | made.Match | made.Each | made.Repeat) -> Formulas:
    match step:
        case made.If():
            return (step.test,)
        case made.Match():
            return (step.on,)
        case made.Each():
            return step.first, step.last
        case made.Repeat():
            return step.until, step.at_most
        case _:
            assert_never(step)


def _asking(step: made.Manual | made.Choose | made.Pick | made.Play | made.Window | made.Find) -> Formulas:
    match step:
        case made.Manual():
            return (step.by,)
        case made.Choose():
            return step.by, *(option.test for option in step.options)
        case made.Pick():
            return step.by, step.cards, step.where
        case made.Play():
            return step.card, *step.arguments.values()
        case made.Window():
            return step.by, step.cards, step.where, step.at_most
        case made.Find():
            return step.cards, step.where
        case _:
            assert_never(step)


def heading(step: Step) -> tuple[str, str]:
    """The keyword of a step, and what stands behind it as it was written; "…" for a list."""
    match step:
        case made.Let() | made.Sum():
            return "let", step.variable.text
        case made.Put():
            return "let", step.target.text
        case made.MakeList():
            return "list", step.variable.text
        case made.Roll():
            return "roll", step.variable.text
        case made.Reroll():
            return "reroll", step.roll.text
        case made.If():
            return "if", step.test.text
        case made.Match():
            return "match", step.on.text
        case made.Each():
            return "each", step.variable.text
        case made.Repeat():
            return "repeat", "…"
        case made.Tell():
            return "tell", step.wording.text
        case made.Record():
            return "record", step.name
        case made.Manual():
            return "manual", step.text.text
        case made.Call():
            return "call", step.procedure.text
        case made.Choose() | made.Pick():
            return "choose", step.variable.text
        case made.Play():
            return "play", step.card.text
        case made.Window():
            return "window", step.variable.text
        case made.Find():
            return "find", step.variable.text
        case _:
            return _moved(step)


def _moved(step: made.Change | made.MoveTop | made.MoveCard | made.Shuffle | made.Outcome) -> tuple[str, str]:
    match step:
        case made.Change():
            return "change", step.counter.text
        case made.MoveTop():
            return "move", "top"
        case made.MoveCard():
            return "move", "card"
        case made.Shuffle():
            return "shuffle", step.zone.text
        case made.Outcome():
            return "outcome", step.value.text
        case _:
            assert_never(step)


def places(block: Block) -> Iterator[tuple[int, At]]:
    """The number and the place of every step of a block and of those below it, and of every term of a sum."""
    for step in steps(block):
        yield step.number, step.at
        if isinstance(step, made.Sum):
            yield from ((term.number, term.at) for term in step.terms)


def every_formula(value: object) -> Iterator[Formula]:
    """Every formula in a record and in all that it holds, field by field; one that two records hold comes twice.

    Cells of tables that are no formulas, but patterns or values of a unit (`harder 1`), and words that a document says are left out.
    """
    if isinstance(value, Formula):
        yield value
    elif isinstance(value, Row):
        yield from every_formula((value.when, *(cell for cell in value.cells.values() if cell.error is None)))
    elif isinstance(value, Fact):
        yield from (formula for formula in every_formula((value.says, value.ruled)) if formula.error is None)
    elif isinstance(value, Struct) and not isinstance(value, At):
        for name in value.__struct_fields__:
            yield from every_formula(getattr(value, name))
    elif isinstance(value, Mapping | tuple):
        for item in value.values() if isinstance(value, Mapping) else value:
            yield from every_formula(item)
