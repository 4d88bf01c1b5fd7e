"""The data of each kind of definition by the names by which claims speak of them, with their values and places."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Final, TypeAlias

from msgspec import Struct

from penance_build.diagnostics.problem import Span
from penance_build.ir import nodes as ir
from penance_build.ir.fold import fold
from penance_build.model.cards.cards import CardReader
from penance_build.model.context.context import Context
from penance_build.model.context.report import Report
from penance_build.model.context.signature import Signature
from penance_build.model.context.world import Typed, counter_type
from penance_build.model.declarations.marks import marks_of
from penance_build.model.formulas.bounds import integer
from penance_build.model.formulas.expressions import Expressions
from penance_build.model.formulas.types import VALUES, TypeReader
from penance_build.surface.cards import Copies
from penance_build.surface.declarations import Die
from penance_build.surface.nodes import At, Formula, Input, Scalar

NUMBER: Final = integer(None, None)
_WORD: Final = re.compile(r"[a-z][a-z0-9_.]*")
_WORDS: Final = frozenset(("true", "false", "min", "max", "abs", "if", "then", "else", "not", "and", "or"))


class Place(Struct, frozen=True):
    """Where a value stands: an entry, or the characters ``start`` to ``end`` of it."""

    at: At
    start: int = -1
    end: int = -1

    @property
    def span(self) -> Span:
        """Its characters; of an entry that holds more than a value, its key."""
        if not isinstance(self.at, Scalar):
            return self.at.key_span
        return self.at.inside(self.start, self.end) if self.start >= 0 else self.at.span


class Datum(Struct, frozen=True):
    """What stands under one name: its values in the order written, texts where ``type`` is None, and their places.

    ``is_written``: an author wrote it; else it is what is there where nothing is written.
    """

    type: ir.Type | None
    values: tuple[int | str, ...]
    places: tuple[Place, ...]
    is_written: bool = True

    def joined(self, other: Datum) -> Datum:
        """The values of both, in order: several steps may bear one name."""
        type_ = other.type if other.type is not None and other.type.unit else self.type
        return Datum(type_, self.values + other.values, self.places + other.places, self.is_written and other.is_written)


Data: TypeAlias = dict[str, Datum]


class Around(Struct, frozen=True):
    """What data are read with: the game, the interfaces of its rules."""

    ctx: Context
    signatures: Mapping[str, Signature]

    def constant(self, formula: Formula, type_: ir.Type | None = None, own: Mapping[str, Typed] | None = None) -> int | None:
        """The value of a formula of numbers and constants; None where it depends on more."""
        if formula.node is None:
            return None
        number_ = plain(formula, type_)
        if number_ is not None or not self._may_be_constant(formula, type_):
            return number_
        report = Report()
        typed = Expressions(self.ctx.world, report, ("claim" if own is None else "card", ""), own=own or {}).read(formula, type_)
        return None if report or typed.type.kind == "error" else fold(typed.expr)

    def _may_be_constant(self, formula: Formula, type_: ir.Type | None) -> bool:
        """Whether every word of a formula is a constant, an attribute of the card or a member: whoever has variables is seldom asked."""
        world = self.ctx.world
        members = world.enum(type_.ref) if type_ is not None and type_.kind == "enum" else None
        known = frozenset() if members is None else frozenset(member.id for member in members.members)
        return all(
            word in world.constants or word in known or word in _WORDS or word.startswith("card.") for word in _WORD.findall(formula.text)
        )

    def place(self, formula: Formula) -> Place:
        """Where the number of a formula stands: at a constant of this name, or in the formula itself."""
        named = self.ctx.game.constants.get(formula.text)
        return Place(formula if named is None else named.value)


def plain(formula: Formula, type_: ir.Type | None) -> int | None:
    """The value of a formula that is nothing but a number where numbers are meant, and needs no typing; None of another."""
    return formula.value if type(formula.value) is int and (type_ is None or type_.kind == "int") else None


def text(value: str, at: At, *, is_written: bool = True) -> Datum:
    """A datum that is a text."""
    return Datum(None, (value,), (Place(at),), is_written)


def number(value: int, at: At, *, is_written: bool = True) -> Datum:
    """A datum that is a number."""
    return Datum(NUMBER, (value,), (Place(at),), is_written)


def listed(cards: Iterable[Copies]) -> Data:
    """The cards of a list, by ``cards.ID``."""
    return {f"cards.{copies.card}": number(copies.count, copies.at) for copies in cards}


# ---------------------------------------------------------------- one kind each


def _card(around: Around, name: str) -> Data:
    card, world = around.ctx.game.cards[name], around.ctx.world
    own = CardReader(around.ctx).own_values(card, Report())
    found = {"name": text(card.name, card.at)}
    for key, at in (("type", card.type), ("slot", card.slot), ("faction", card.faction)):
        found[key] = text("none" if at is None else at.text, card.at if at is None else at, is_written=at is not None)
    for key, attribute in world.attributes.items():
        typed = own.get(key)
        value = 0 if typed is None else fold(typed.expr)
        if value is not None and (typed is not None or key in world.optional):
            formula = card.values.get(key)
            place = Place(card.at) if formula is None else around.place(formula)
            found[key] = Datum(attribute.type, (value,), (place,), formula is not None)
    return found


def _die(around: Around, name: str) -> Data:
    die = around.ctx.game.dice[name]
    made = around.ctx.world.dice[name]
    found = {"name": text(die.name, die.at), "sides": number(len(made.faces), die.sides_at or die.at, is_written=die.sides > 0)}
    if die.marks:
        found |= _marks(around, die, made)
    for face in die.faces:
        found[face.id.text] = number(face.copies, face.at)
        for key, value in face.values:
            found[f"{face.id.text}.{key}"] = number(value, face.at)
    return found


def _marks(around: Around, die: Die, made: ir.Die) -> Data:
    """What the marks say of each face, by `FACE.marks`; nothing of a face with a text of its own."""
    found: Data = {}
    own = {face.id.text for face in die.faces if face.text is not None}
    for face, marks in zip(made.faces, marks_of(around.ctx, made, die.marks), strict=True):
        if marks and face.id not in own:
            said = tuple(face.text.split("; ", len(marks) - 1))
            places = [Place(mark.where) for mark in marks]
            found[f"{face.id if die.faces else face.name}.marks"] = Datum(None, said, tuple(places[: len(said)]))
    return found


def _deck(around: Around, name: str) -> Data:
    deck, world = around.ctx.game.decks[name], around.ctx.world
    size = sum(copies.count for copies in deck.cards)
    found = {"name": text(deck.name, deck.at), "size": number(size, deck.size or deck.at), "faction": text(deck.faction or "none", deck.at)}
    found |= listed(deck.cards)
    for key, formula in deck.counters.items():
        counter = world.counters.get(key)
        value = None if counter is None else around.constant(formula, counter_type(world, counter))
        if counter is not None and value is not None:
            found[f"counters.{key}"] = Datum(counter_type(world, counter), (value,), (around.place(formula),))
    return found


def _card_set(around: Around, name: str) -> Data:
    item = around.ctx.game.card_sets[name]
    size = sum(copies.count for copies in item.cards)
    found = {"name": text(item.name, item.at), "slot": text(item.slot.text, item.slot), "faction": text(item.faction.text, item.faction)}
    return found | {"size": number(size, item.size or item.at, is_written=item.size is not None)} | listed(item.cards)


def _construction(around: Around, name: str) -> Data:
    found: Data = {}
    for part in around.ctx.game.constructions[name].parts:
        value = around.constant(part.count)
        if value is not None:
            found[f"parts.{part.slot}"] = Datum(NUMBER, (value,), (around.place(part.count),))
    return found


def _constant(around: Around, name: str) -> Data:
    item, known = around.ctx.game.constants[name], around.ctx.world.constants[name]
    return {"name": text(item.name, item.at), "value": Datum(integer(None, None, known.unit), (known.value,), (Place(item.value),))}


def _counter(around: Around, name: str) -> Data:
    item, made = around.ctx.game.counters[name], around.ctx.world.counters[name]
    type_ = counter_type(around.ctx.world, made)
    start = Place(item.start) if item.start is not None else Place(item.at)
    found = {"name": text(item.name, item.at), "start": Datum(type_, (made.start,), (start,), item.start is not None)}
    if type_.kind == "int":
        found |= {"low": number(made.low, item.type), "high": number(made.high, item.type)}
    return found


def _enum(around: Around, name: str) -> Data:
    item = around.ctx.game.enums[name]
    listed = [*((member.id, member.at) for member in item.members), *((die.text, die) for die in item.dice)]
    members = Datum(None, tuple(member for member, _ in listed), tuple(Place(at) for _, at in listed))
    return {"members": members} | {member.id: text(member.name, member.at) for member in item.members}


def inputs(around: Around, items: Iterable[Input]) -> Data:
    """The inputs of a rule or a group: ``NAME.low`` and ``NAME.high`` of its bounds, ``NAME.default``."""
    found: Data = {}
    for item in items:
        if not around.ctx.holds(item):
            continue
        type_ = TypeReader(around.ctx.world, Report()).read(item.type, ("claim", ""), False, VALUES)
        if type_.kind == "int" and type_.low is not None and type_.high is not None:
            found |= {f"{item.name}.low": number(type_.low, item.type), f"{item.name}.high": number(type_.high, item.type)}
        value = None if item.default is None else around.constant(item.default, type_)
        if item.default is not None and value is not None:
            found[f"{item.name}.default"] = Datum(type_, (value,), (around.place(item.default),))
    return found


def _parameter(around: Around, name: str) -> Data:
    return inputs(around, around.ctx.game.parameters[name].inputs)


def _setup(around: Around, name: str) -> Data:
    item = around.ctx.game.setups[name]
    at = item.players_at
    found = {"name": text(item.name, item.at), "players": number(item.players, at or item.at, is_written=at is not None)}
    for key, value in item.arguments.items():
        said = around.constant(value) if isinstance(value, Formula) else None
        if said is not None and isinstance(value, Formula):
            found[key] = Datum(NUMBER, (said,), (around.place(value),))
    return found


READERS: Final[Mapping[str, Callable[[Around, str], Data]]] = MappingProxyType(
    {
        "card": _card, "die": _die, "deck": _deck, "card_set": _card_set, "construction": _construction, "constant": _constant,
        "counter": _counter, "enum": _enum, "parameter": _parameter, "setup": _setup,
    }
)  # fmt: skip
