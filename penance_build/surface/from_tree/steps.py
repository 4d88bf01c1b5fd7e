"""Steps: each by its keyword."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

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

    def block(self, place: Cursor) -> steps.Block:
        """A list of steps."""
        return steps.Block(place.at, tuple(self.step(item) for item in place.children()))

    def block_of(self, place: Cursor, name: str) -> steps.Block | None:
        """The list of steps under a key, or None."""
        return place.maybe(name, self.block)

    def step(self, place: Cursor) -> steps.Step:
        """One step."""
        keyword = next(key for key in place.value if key in READERS)
        return READERS[keyword](self, place)


def _let(reader: StepReader, place: Cursor) -> steps.Step:
    head, number = place.head, reader.next()
    at = place.need("let")
    if "[" in at.text:
        return steps.Put(*head, number, at.formula, place.formula_of("value"), place.scalar_of("label"))
    terms = place.get("sum")
    if terms is None:
        return steps.Let(*head, number, at.scalar, place.need("value").formula, place.scalar_of("label"))
    return steps.Sum(*head, number, at.scalar, terms.at, tuple(_term(reader, item) for item in terms.children()))


def _term(reader: StepReader, place: Cursor) -> steps.Term:
    if isinstance(place.value, dict):
        return steps.Term(*place.head, reader.next(), place.need("value").formula, place.scalar_of("label"))
    return steps.Term(*place.head, reader.next(), place.formula, None)


def _list(reader: StepReader, place: Cursor) -> steps.Step:
    size, value = place.need("size").formula, place.need("value").formula
    return steps.MakeList(*place.head, reader.next(), place.need("list").scalar, place.need("of").scalar, size, value)


def _roll(reader: StepReader, place: Cursor) -> steps.Step:
    variable = place.need("roll").scalar
    die = place.scalar_of("die") or variable
    return steps.Roll(*place.head, reader.next(), variable, die, place.formula_of("count"), place.word("as", variable.text))


def _reroll(reader: StepReader, place: Cursor) -> steps.Step:
    where, most = place.need("where").formula, place.formula_of("at_most")
    return steps.Reroll(*place.head, reader.next(), place.need("reroll").scalar, where, most, place.word("as", "reroll"))


def _if(reader: StepReader, place: Cursor) -> steps.Step:
    number = reader.next()
    then, orelse = reader.block(place.need("then")), reader.block_of(place, "else")
    return steps.If(*place.head, number, place.need("if").formula, then, orelse)


def _match(reader: StepReader, place: Cursor) -> steps.Step:
    number = reader.next()
    cases = tuple(steps.Case(case.key_formula, reader.block(case)) for case in place.entries("cases"))
    return steps.Match(*place.head, number, place.need("match").formula, cases, reader.block_of(place, "else"))


def _each(reader: StepReader, place: Cursor) -> steps.Step:
    number = reader.next()
    first, last = place.formula_of("from"), place.need("to").formula
    return steps.Each(*place.head, number, place.need("each").scalar, first, last, reader.block(place.need("do")))


def _repeat(reader: StepReader, place: Cursor) -> steps.Step:
    number = reader.next()
    body = reader.block(place.need("repeat"))
    return steps.Repeat(*place.head, number, body, place.need("until").formula, place.formula_of("at_most"))


def _tell(reader: StepReader, place: Cursor) -> steps.Step:
    return steps.Tell(*place.head, reader.next(), place.need("tell").scalar)


def _record(reader: StepReader, place: Cursor) -> steps.Step:
    return steps.Record(*place.head, reader.next(), place.word("record"), place.formulas_by_key("fields"))


def _manual(reader: StepReader, place: Cursor) -> steps.Step:
    return steps.Manual(*place.head, reader.next(), place.need("manual").scalar, place.need("by").formula)


def _call(reader: StepReader, place: Cursor) -> steps.Step:
    procedure, uses = place.need("call").scalar, place.scalars("uses")
    return steps.Call(*place.head, reader.next(), procedure, uses, place.formulas_by_key("with"), place.scalars_by_key("take"))


def _choose(reader: StepReader, place: Cursor) -> steps.Step:
    number = reader.next()
    what = *place.head, number, place.need("choose").scalar, place.formula_of("by"), place.scalar_of("prompt")
    cards = place.formula_of("card_from")
    if cards is None:
        return steps.Choose(*what, place.need("options").at, tuple(_option(entry) for entry in place.entries("options")))
    then, orelse = reader.block_of(place, "then"), reader.block_of(place, "else")
    return steps.Pick(*what, cards, place.formula_of("where"), then, orelse)


def _option(place: Cursor) -> steps.Option:
    name = str(place.key)
    if not isinstance(place.value, dict):
        return steps.Option(*place.head, name, place.text, None, False)
    return steps.Option(*place.head, name, place.word("name", name), place.formula_of("if"), place.word("fallback") == "true")


def _play(reader: StepReader, place: Cursor) -> steps.Step:
    types = place.scalars("types") if place.get("types") is not None else None
    arguments = place.formulas_by_key("with")
    return steps.Play(*place.head, reader.next(), place.need("play").formula, place.scalars("uses"), arguments, types)


def _window(reader: StepReader, place: Cursor) -> steps.Step:
    number = reader.next()
    asked, by, prompt = place.need("window").scalar, place.need("by").formula, place.scalar_of("prompt")
    cards, where, most = place.need("card_from").formula, place.formula_of("where"), place.formula_of("at_most")
    return steps.Window(*place.head, number, asked, by, prompt, cards, where, most, reader.block(place.need("then")))


def _find(reader: StepReader, place: Cursor) -> steps.Step:
    number = reader.next()
    cards, where = place.need("card_from").formula, place.formula_of("where")
    then, orelse = reader.block(place.need("then")), reader.block_of(place, "else")
    return steps.Find(*place.head, number, place.need("find").scalar, cards, where, then, orelse)


def _change(reader: StepReader, place: Cursor) -> steps.Step:
    return steps.Change(*place.head, reader.next(), place.need("change").formula, place.formula_of("by"), place.formula_of("to"))


def _move(reader: StepReader, place: Cursor) -> steps.Step:
    head = *place.head, reader.next()
    target, is_bottom = place.need("to").formula, place.word("place") == "bottom"
    if place.word("move") == "card":
        return steps.MoveCard(*head, place.need("card").formula, target, is_bottom)
    return steps.MoveTop(*head, place.need("from").formula, place.formula_of("count"), target, is_bottom, place.scalar_of("take"))


def _shuffle(reader: StepReader, place: Cursor) -> steps.Step:
    return steps.Shuffle(*place.head, reader.next(), place.need("shuffle").formula)


def _outcome(reader: StepReader, place: Cursor) -> steps.Step:
    return steps.Outcome(*place.head, reader.next(), place.need("outcome").formula)


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
