"""Steps: each by its keyword."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from penance_build.formula import template
from penance_build.surface import steps
from penance_build.surface.from_tree.cursor import Cursor


class StepReader:
    """Reads the steps of one rule, and counts them."""

    __slots__ = ("_count",)

    def __init__(self) -> None:
        self._count = 0

    def next(self) -> int:
        """The number of the step at hand."""
        self._count += 1
        return self._count

    def block(self, cursor: Cursor) -> steps.Block:
        """A list of steps."""
        return steps.Block(cursor.at, tuple(self.step(item) for item in cursor.children()))

    def block_of(self, cursor: Cursor, name: str) -> steps.Block | None:
        """The list of steps under a key, or None."""
        return cursor.maybe(name, self.block)

    def step(self, cursor: Cursor) -> steps.Step:
        """One step."""
        keyword = next(key for key in cursor.value if key in READERS)
        return READERS[keyword](self, cursor)


def _let(reader: StepReader, cursor: Cursor) -> steps.Step:
    head, number = cursor.head, reader.next()
    at = cursor.need("let")
    if "[" in at.text:
        return steps.Put(*head, number, at.formula, cursor.formula_of("value"), cursor.template_of("label", template.label))
    terms = cursor.get("sum")
    if terms is None:
        return steps.Let(*head, number, at.scalar, cursor.need("value").formula, cursor.template_of("label", template.label))
    return steps.Sum(*head, number, at.scalar, terms.at, tuple(_term(reader, item) for item in terms.children()))


def _term(reader: StepReader, cursor: Cursor) -> steps.Term:
    if isinstance(cursor.value, dict):
        return steps.Term(*cursor.head, reader.next(), cursor.need("value").formula, cursor.template_of("label", template.label))
    return steps.Term(*cursor.head, reader.next(), cursor.formula, None)


def _list(reader: StepReader, cursor: Cursor) -> steps.Step:
    size, value = cursor.need("size").formula, cursor.need("value").formula
    return steps.MakeList(*cursor.head, reader.next(), cursor.need("list").scalar, cursor.need("of").scalar, size, value)


def _roll(reader: StepReader, cursor: Cursor) -> steps.Step:
    variable = cursor.need("roll").scalar
    die, count = cursor.formula_of("die"), cursor.formula_of("count")
    return steps.Roll(*cursor.head, reader.next(), variable, die, count, cursor.word("as", variable.text))


def _reroll(reader: StepReader, cursor: Cursor) -> steps.Step:
    where, most = cursor.need("where").formula, cursor.formula_of("at_most")
    return steps.Reroll(*cursor.head, reader.next(), cursor.need("reroll").scalar, where, most, cursor.word("as", "reroll"))


def _if(reader: StepReader, cursor: Cursor) -> steps.Step:
    number = reader.next()
    then, orelse = reader.block(cursor.need("then")), reader.block_of(cursor, "else")
    return steps.If(*cursor.head, number, cursor.need("if").formula, then, orelse)


def _match(reader: StepReader, cursor: Cursor) -> steps.Step:
    number = reader.next()
    cases = tuple(steps.Case(case.key_formula, reader.block(case)) for case in cursor.entries("cases"))
    return steps.Match(*cursor.head, number, cursor.need("match").formula, cases, reader.block_of(cursor, "else"))


def _each(reader: StepReader, cursor: Cursor) -> steps.Step:
    number = reader.next()
    first, last = cursor.formula_of("from"), cursor.need("to").formula
    return steps.Each(*cursor.head, number, cursor.need("each").scalar, first, last, reader.block(cursor.need("do")))


def _repeat(reader: StepReader, cursor: Cursor) -> steps.Step:
    number = reader.next()
    body = reader.block(cursor.need("repeat"))
    return steps.Repeat(*cursor.head, number, body, cursor.need("until").formula, cursor.formula_of("at_most"))


def _tell(reader: StepReader, cursor: Cursor) -> steps.Step:
    return steps.Tell(*cursor.head, reader.next(), cursor.need("tell").scalar)


def _record(reader: StepReader, cursor: Cursor) -> steps.Step:
    return steps.Record(*cursor.head, reader.next(), cursor.word("record"), cursor.formulas_by_key("fields"))


def _manual(reader: StepReader, cursor: Cursor) -> steps.Step:
    return steps.Manual(*cursor.head, reader.next(), cursor.need("manual").template(template.label), cursor.need("by").formula)


def _call(reader: StepReader, cursor: Cursor) -> steps.Step:
    procedure, uses = cursor.need("call").scalar, cursor.scalars("uses")
    return steps.Call(*cursor.head, reader.next(), procedure, uses, cursor.formulas_by_key("with"), cursor.scalars_by_key("take"))


def _choose(reader: StepReader, cursor: Cursor) -> steps.Step:
    number = reader.next()
    what = *cursor.head, number, cursor.need("choose").scalar, cursor.formula_of("by"), cursor.template_of("prompt", template.label)
    cards = cursor.formula_of("card_from")
    if cards is None:
        return steps.Choose(*what, cursor.need("options").at, tuple(_option(entry) for entry in cursor.entries("options")))
    then, orelse = reader.block_of(cursor, "then"), reader.block_of(cursor, "else")
    return steps.Pick(*what, cards, cursor.formula_of("where"), then, orelse)


def _option(cursor: Cursor) -> steps.Option:
    name = str(cursor.key)
    if not isinstance(cursor.value, dict):
        return steps.Option(*cursor.head, name, cursor.naming, None, False)
    return steps.Option(*cursor.head, name, cursor.said("name", name), cursor.formula_of("if"), cursor.word("fallback") == "true")


def _play(reader: StepReader, cursor: Cursor) -> steps.Step:
    types = cursor.scalars("types") if cursor.get("types") is not None else None
    arguments = cursor.formulas_by_key("with")
    return steps.Play(*cursor.head, reader.next(), cursor.need("play").formula, cursor.scalars("uses"), arguments, types)


def _window(reader: StepReader, cursor: Cursor) -> steps.Step:
    number = reader.next()
    asked, by, prompt = cursor.need("window").scalar, cursor.need("by").formula, cursor.template_of("prompt", template.label)
    cards, where, most = cursor.need("card_from").formula, cursor.formula_of("where"), cursor.formula_of("at_most")
    return steps.Window(*cursor.head, number, asked, by, prompt, cards, where, most, reader.block(cursor.need("then")))


def _find(reader: StepReader, cursor: Cursor) -> steps.Step:
    number = reader.next()
    cards, where = cursor.need("card_from").formula, cursor.formula_of("where")
    then, orelse = reader.block(cursor.need("then")), reader.block_of(cursor, "else")
    return steps.Find(*cursor.head, number, cursor.need("find").scalar, cards, where, then, orelse)


def _change(reader: StepReader, cursor: Cursor) -> steps.Step:
    return steps.Change(*cursor.head, reader.next(), cursor.need("change").formula, cursor.formula_of("by"), cursor.formula_of("to"))


def _move(reader: StepReader, cursor: Cursor) -> steps.Step:
    head = *cursor.head, reader.next()
    target, is_bottom = cursor.need("to").formula, cursor.word("place") == "bottom"
    if cursor.word("move") == "card":
        return steps.MoveCard(*head, cursor.need("card").formula, target, is_bottom)
    return steps.MoveTop(*head, cursor.need("from").formula, cursor.formula_of("count"), target, is_bottom, cursor.scalar_of("take"))


def _shuffle(reader: StepReader, cursor: Cursor) -> steps.Step:
    return steps.Shuffle(*cursor.head, reader.next(), cursor.need("shuffle").formula)


def _outcome(reader: StepReader, cursor: Cursor) -> steps.Step:
    return steps.Outcome(*cursor.head, reader.next(), cursor.need("outcome").formula)


READERS: Final[Mapping[str, Callable[[StepReader, Cursor], steps.Step]]] = {
    "let": _let,
    "list": _list,
    "roll": _roll,
    "reroll": _reroll,
    "if": _if,
    "match": _match,
    "each": _each,
    "repeat": _repeat,
    "tell": _tell,
    "record": _record,
    "manual": _manual,
    "call": _call,
    "choose": _choose,
    "play": _play,
    "window": _window,
    "find": _find,
    "change": _change,
    "move": _move,
    "shuffle": _shuffle,
    "outcome": _outcome,
}
