"""The steps of procedures and effects as lines in their author's words, as far as they exist under a choice of options."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import assert_never

from penance_build.diagnostics.problem import Span
from penance_build.ir.record import Record
from penance_build.surface import steps as made
from penance_build.surface.nodes import At, Formula, Item, Scalar
from penance_build.surface.steps import Block, Step

Lives = Callable[[Item], bool]


class Line(Record):
    """A step, or a part of one that has a line of its own: ``words`` are played, ``read`` is only read by people.

    ``depth`` counts the blocks that it stands in; ``opens`` tells whether a block stands below it.
    """

    depth: int
    words: str
    read: str
    span: Span
    opens: bool = False

    @property
    def shown(self) -> str:
        return f"{self.words}  ({self.read})" if self.read else self.words


def lines(block: Block, lives: Lives, depth: int = 0) -> Iterator[Line]:
    """The lines of a block and of the blocks below, in the order written."""
    for step in block.steps:
        if lives(step):
            yield Line(depth, _words(step), _read(step), step.at.key_span, bool(_parts(step)))
            for words, read, at, below in _parts(step):
                if below is None or words:
                    yield Line(depth if below else depth + 1, words, read, at.key_span, below is not None)
                if below is not None:
                    yield from lines(below, lives, depth + 1)
            yield from _entries(step, lives, depth + 1)


def _entries(step: Step, lives: Lives, depth: int) -> Iterator[Line]:
    """The terms of a sum, the options of a choice: entries that options may leave out."""
    match step:
        case made.Sum():
            for term in step.terms:
                if lives(term):
                    yield Line(depth, f"+ {term.value.text}", _joined(_text(term.label), term.source), term.at.key_span)
        case made.Choose():
            for option in step.options:
                if lives(option):
                    words = f"option {option.id}{_tail('where', option.test)}{' as fallback' if option.is_fallback else ''}"
                    yield Line(depth, words, _joined(option.name, option.source), option.at.key_span)
        case _:
            return


# The words of a part of a step, its text, its place, and the block that stands below it; without words the block stands below the step.
_Part = tuple[str, str, At, Block | None]


def _parts(step: Step) -> tuple[_Part, ...]:
    match step:
        case made.If():
            return _branches(step.then, step.orelse)
        case made.Match():
            cases = tuple((f"case {case.values.text}:", "", case.block.at, case.block) for case in step.cases)
            return (*cases, *_branches(None, step.orelse))
        case made.Each() | made.Repeat():
            return _branches(step.body, None)
        case made.Pick() | made.Find():
            return _branches(step.then, step.orelse)
        case made.Window():
            return _branches(step.then, None)
        case _:
            return ()


def _branches(then: Block | None, orelse: Block | None) -> tuple[_Part, ...]:
    found: list[_Part] = [] if then is None else [("", "", then.at, then)]
    return tuple(found if orelse is None else [*found, ("else:", "", orelse.at, orelse)])


def _words(step: Step) -> str:
    match step:
        case made.Let():
            return f"let {step.variable.text} = {step.value.text}"
        case made.Sum():
            return f"let {step.variable.text} = the sum of"
        case made.Put():
            return f"let {step.target.text} = {'' if step.value is None else step.value.text}"
        case made.MakeList():
            return f"list {step.variable.text}: {step.size.text} of {step.of.text}, each {step.value.text}"
        case made.Roll():
            count = "1" if step.count is None else step.count.text
            return f"roll {count} {step.rolled} as {step.variable.text}{_scripted(step.variable, step.script)}"
        case made.Reroll():
            at_most = _tail("at most", step.at_most)
            return f"reroll {step.roll.text} where {step.where.text}{at_most}{_scripted(step.roll, step.script)}"
        case made.If():
            return f"if {step.test.text}:"
        case made.Match():
            return f"match {step.on.text}:"
        case made.Each():
            return f"each {step.variable.text} from {'1' if step.first is None else step.first.text} to {step.last.text}:"
        case made.Repeat():
            return f"repeat until {step.until.text}{_tail('at most', step.at_most)}:"
        case made.Tell() | made.Record() | made.Manual():
            return _telling(step)
        case made.Call() | made.Play():
            return _calling(step)
        case made.Choose() | made.Pick() | made.Window() | made.Find():
            return _asking(step)
        case made.Change() | made.MoveTop() | made.MoveCard() | made.Shuffle() | made.Outcome():
            return _changing(step)
        case _:
            assert_never(step)


def _scripted(variable: Scalar, script: str) -> str:
    return f", scripted as {script}" if script and script != variable.text else ""


def _telling(step: made.Tell | made.Record | made.Manual) -> str:
    match step:
        case made.Tell():
            return f"tell {step.wording.text}"
        case made.Record():
            return f"record {step.name}: {_named(step.fields)}"
        case made.Manual():
            return f"settled by hand by {step.by.text}"
        case _:
            assert_never(step)


def _calling(step: made.Call | made.Play) -> str:
    given = f" with {_named(step.arguments)}" if step.arguments else ""
    uses = f", uses {', '.join(item.text for item in step.uses)}" if step.uses else ""
    match step:
        case made.Call():
            take = f", take {_named(step.take)}" if step.take else ""
            return f"call {step.procedure.text}{given}{uses}{take}"
        case made.Play():
            types = "" if step.types is None else f" of type {', '.join(item.text for item in step.types)}"
            return f"play {step.card.text}{types}{given}{uses}"
        case _:
            assert_never(step)


def _asking(step: made.Choose | made.Pick | made.Window | made.Find) -> str:
    match step:
        case made.Choose():
            return f"choose {step.variable.text}{_tail('by', step.by)}"
        case made.Pick():
            return f"choose {step.variable.text} from {step.cards.text}{_tail('where', step.where)}{_tail('by', step.by)}"
        case made.Window():
            at_most = _tail("at most", step.at_most)
            return f"window {step.variable.text} from {step.cards.text}{_tail('where', step.where)} by {step.by.text}{at_most}"
        case made.Find():
            return f"find {step.variable.text} in {step.cards.text}{_tail('where', step.where)}"
        case _:
            assert_never(step)


def _changing(step: made.Change | made.MoveTop | made.MoveCard | made.Shuffle | made.Outcome) -> str:
    match step:
        case made.Change():
            return f"change {step.counter.text}{_tail('by', step.by)}{_tail('to', step.to)}"
        case made.MoveTop():
            count = "1" if step.count is None else step.count.text
            take = "" if step.take is None else f", take {step.take.text}"
            return f"move top {count} of {step.origin.text} {_end(step.is_bottom)} {step.target.text}{take}"
        case made.MoveCard():
            return f"move {step.card.text} {_end(step.is_bottom)} {step.target.text}"
        case made.Shuffle():
            return f"shuffle {step.zone.text}"
        case made.Outcome():
            return f"outcome {step.value.text}"
        case _:
            assert_never(step)


def _end(is_bottom: bool) -> str:
    return "under" if is_bottom else "onto"


def _read(step: Step) -> str:
    match step:
        case made.Let() | made.Put():
            said = _text(step.label)
        case made.Choose() | made.Pick() | made.Window():
            said = _text(step.prompt)
        case made.Manual():
            said = step.text.text
        case _:
            said = ""
    return _joined(said, step.source)


def _text(scalar: Scalar | None) -> str:
    return "" if scalar is None else scalar.text


def _joined(said: str, source: str) -> str:
    return ", ".join(part for part in (said, source) if part)


def _tail(word: str, formula: Formula | None) -> str:
    return "" if formula is None else f" {word} {formula.text}"


def _named(values: Mapping[str, Formula] | Mapping[str, Scalar]) -> str:
    return ", ".join(f"{name} = {value.text}" for name, value in values.items())
