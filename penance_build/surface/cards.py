"""Cards and what goes with them: attributes, types, slots, factions, decks, sets, constructions, wording."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Final, TypeAlias

from msgspec import Struct

from penance_build.surface.nodes import At, Formula, Input, Item, Label, Phrased, Scalar
from penance_build.surface.steps import Block

# The keys of a card that are no attributes.
CARD_KEYS: Final = frozenset(
    ("name", "type", "slot", "faction", "back", "effects", "text", "also_text", "text_only", "source", "ruling", "note", "when")
)


class Attribute(Item, frozen=True, eq=False):
    """A value that cards declare. ``played`` names the input that plays it, or says by a truth whether one does.

    ``to`` is the attribute that is the upper end of a range of which this is the lower.
    """

    id: str
    name: str
    type: Scalar
    shown: str
    played: Scalar | None
    is_optional: bool
    icon: str
    is_signed: bool
    to: Scalar | None
    style: str


class Back(Struct, frozen=True, eq=False):
    """A back of one's own; what is left out is "" or None. ``shows`` is a picture or a layout, and then there is nothing else."""

    at: At
    text: str
    tincture: Scalar | None
    ornament: str
    shows: Scalar | None = None


class CardType(Item, frozen=True, eq=False):
    """A type of card, with the inputs of its cards' effects."""

    id: str
    name: str
    icon: str
    size: Scalar | None
    back: Back | None
    uses: tuple[Scalar, ...]
    inputs: tuple[Input, ...]


class Slot(Item, frozen=True, eq=False):
    """A place for cards in a deck."""

    id: str
    name: str
    icon: str


class Faction(Item, frozen=True, eq=False):
    """A family of cards with its colours."""

    id: str
    name: str
    tincture: str
    icon: str


class Card(Item, frozen=True, eq=False):
    """A card; ``values`` are its attributes as written, ``said`` those that are texts or lists, with the names in their holes.

    ``others`` are its factions behind the first; ``back`` is the card on its back.
    """

    id: str
    name: str
    type: Scalar | None
    slot: Scalar | None
    faction: Scalar | None
    others: tuple[Scalar, ...]
    back: Scalar | None
    effects: Block | None
    text: Scalar | None
    also_text: Scalar | None
    text_only: str
    values: Mapping[str, Formula]
    said: Mapping[str, tuple[Scalar, ...]]


class Copies(Struct, frozen=True, eq=False):
    """So many copies of a card, in a deck or a set; ``at`` is the entry, its key the card."""

    at: At
    card: str
    count: int


class Deck(Item, frozen=True, eq=False):
    """A deck; ``counters`` are what a player who brings it starts with, ``most`` is how many copies of one card it may have, 0: any."""

    id: str
    name: str
    faction: str
    size: Formula | None
    most: int
    back: Back | None
    construction: Scalar | None
    cards: tuple[Copies, ...]
    counters: Mapping[str, Formula]


class CardSet(Item, frozen=True, eq=False):
    """Cards that go into a deck together."""

    id: str
    name: str
    slot: Scalar
    faction: Scalar
    size: Formula | None
    cards: tuple[Copies, ...]


class DeckPart(Struct, frozen=True, eq=False):
    """How many cards of a slot a deck has; ``at`` is the entry, its key the slot."""

    at: At
    slot: str
    count: Formula
    take: str


class Construction(Item, frozen=True, eq=False):
    """How decks are made; ``most`` is how many copies of one card a deck may have, 0: any."""

    id: str
    name: str
    shared: tuple[Scalar, ...]
    most: int
    parts: tuple[DeckPart, ...]


# ---------------------------------------------------------------- wording


class _StepPhrase(Item, frozen=True, eq=False):
    id: str
    say: Phrased
    also: Mapping[str, Phrased]
    silent: tuple[Scalar, ...]


class ChangePhrase(_StepPhrase, frozen=True, eq=False):
    """What cards print for a change of a counter; ``direction`` is up, down or set, or "" for each."""

    step: ClassVar[str] = "change"
    counter: Scalar
    direction: str


class MovePhrase(_StepPhrase, frozen=True, eq=False):
    """What cards print for a move of cards; ``origin`` is None for a card that is known."""

    step: ClassVar[str] = "move"
    origin: Scalar | None
    target: Scalar
    is_bottom: bool


class CallPhrase(_StepPhrase, frozen=True, eq=False):
    """What cards print for a call; ``given`` are arguments that it insists on."""

    step: ClassVar[str] = "call"
    procedure: Scalar
    given: Mapping[str, Formula]


class ShufflePhrase(_StepPhrase, frozen=True, eq=False):
    """What cards print for a shuffle."""

    step: ClassVar[str] = "shuffle"
    zone: Scalar


StepPhrase: TypeAlias = ChangePhrase | MovePhrase | CallPhrase | ShufflePhrase


class ConditionPhrase(Item, frozen=True, eq=False):
    """What cards print for a condition; capital letters in it stand for numbers."""

    id: str
    condition: Formula
    say: Phrased


class ToldText(Item, frozen=True, eq=False):
    """Lines that a step ``tell:`` names."""

    id: str
    lines: tuple[Label, ...]


class HarmlessWords(Item, frozen=True, eq=False):
    """Words that a text given beside effects may have, though no phrase has them."""

    id: str
    words: tuple[Scalar, ...]


Phrase: TypeAlias = StepPhrase | ConditionPhrase
Wording: TypeAlias = Phrase | ToldText | HarmlessWords
