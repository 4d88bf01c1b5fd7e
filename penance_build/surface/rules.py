"""What is played, proved and printed as a whole: procedures, setups, bots, claims, examples, sources, the reference."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, TypeAlias

from msgspec import Struct

from penance_build.surface.nodes import At, Formula, Input, Item, Printed, Result, Scalar
from penance_build.surface.steps import Block

# What a claim may say data of.
ABOUT: Final = tuple("card die table deck card_set construction constant counter enum parameter setup procedure".split())


class Title(Struct, frozen=True, eq=False):
    """The section ``game``."""

    at: At
    id: str
    name: str
    subtitle: str
    version: str
    locale: Scalar | None


class Parameters(Item, frozen=True, eq=False):
    """A group of inputs that several rules share."""

    id: str
    inputs: tuple[Input, ...]


class Procedure(Item, frozen=True, eq=False):
    """A rule with inputs, steps and results."""

    id: str
    name: str
    uses: tuple[Scalar, ...]
    inputs: tuple[Input, ...]
    results: tuple[Result, ...]
    body: Block


# ---------------------------------------------------------------- played


class Setup(Item, frozen=True, eq=False):
    """How a game begins; ``decks`` None: any that the players bring, or those of the ``construction``."""

    id: str
    name: str
    players: int
    procedure: Scalar
    arguments: Mapping[str, Value]
    deck: Scalar | None
    decks: tuple[Scalar, ...] | None
    construction: Scalar | None
    zones: Mapping[str, Scalar]
    ends: Mapping[str, Scalar]
    begins: Scalar | None
    players_at: Scalar | None = None


class Avoided(Struct, frozen=True, eq=False):
    """The options of one choice that a bot never takes; ``at`` is the entry, its key the choice."""

    at: At
    options: tuple[Scalar, ...]


class Bot(Item, frozen=True, eq=False):
    """A player that is a program: what it counts, added up."""

    id: str
    name: str
    score: tuple[Formula, ...] | None
    avoid: Mapping[str, Avoided] | None
    like: Scalar | None
    is_exact: bool


# ---------------------------------------------------------------- proved


class Several(Struct, frozen=True, eq=False):
    """A list of values."""

    at: At
    items: tuple[Formula, ...]


Value: TypeAlias = Formula | Several


class Lying(Struct, frozen=True, eq=False):
    """A pile that lies in a zone: that of a ``deck``, or ``cards`` with their copies."""

    at: At
    deck: Scalar | None
    cards: Mapping[str, Scalar]


class Situation(Struct, frozen=True, eq=False):
    """The game in which something is asked. Of a counter or a zone there is one value or pile, or one for each owner, at the entry."""

    setup: Scalar | None
    decks: tuple[Scalar, ...]
    counters: Mapping[str, tuple[At, tuple[Formula, ...]]]
    zones: Mapping[str, tuple[At, tuple[Lying, ...]]]
    players: Scalar | None


class Asked(Struct, frozen=True, eq=False):
    """A question of which the answer is one number: a probability, a mean or a spread."""

    procedure: Scalar
    inputs: Mapping[str, Value]
    where: Formula | None
    mean: Scalar | None
    spread: Scalar | None
    situation: Situation | None
    policy: Mapping[str, Formula]  # `*`: all choices of which nothing is said


class Claim(Item, frozen=True, eq=False):
    """A figure that a source prints; ``than`` is what it is compared with, where it is."""

    id: str
    says: Scalar
    asked: Asked
    than: Asked | None
    verdict: str
    ruling: str

    @property
    def procedure(self) -> Scalar:
        """The procedure that is asked."""
        return self.asked.procedure


class Said(Struct, frozen=True, eq=False):
    """What a document says of one datum: its name with dots, and its value or values; ``is_list``: they are written as a list."""

    at: At
    name: str
    values: tuple[Formula, ...]
    is_list: bool


class SaidRow(Struct, frozen=True, eq=False):
    """A row of a table as a document prints it: its cells by column."""

    at: At
    label: Scalar | None
    cells: Mapping[str, Formula]


class Told(Struct, frozen=True, eq=False):
    """What is said of a definition: its data, and rows of a table."""

    data: tuple[Said, ...]
    rows: tuple[SaidRow, ...]


class Fact(Item, frozen=True, eq=False):
    """What a document says of a definition; ``ruled`` is what a ruling says instead. ``asks`` are keys that ask for a figure."""

    id: str
    kind: str
    of: Scalar
    says: Told
    ruled: Told
    asks: tuple[Scalar, ...]
    ruling: str


class Faces(Struct, frozen=True, eq=False):
    """The faces that one roll of an example shows; ``at`` is the entry, its key the roll."""

    at: At
    faces: tuple[Scalar, ...]


class Example(Item, frozen=True, eq=False):
    """A worked example of a source."""

    id: str
    procedure: Scalar
    inputs: Mapping[str, Value]
    dice: Mapping[str, Faces]
    expect: Mapping[str, Value]
    book_says: Mapping[str, Value]
    tells: tuple[str, ...]
    ruling: str
    situation: Situation | None
    chooses: tuple[Scalar, ...] = ()
    leaves: tuple[Formula, ...] = ()
    policy: Mapping[str, Formula] = {}


class Ruling(Item, frozen=True, eq=False):
    """What decides where sources disagree."""

    id: str
    status: str
    question: str
    decision: str
    reason: str
    readings: tuple[str, ...]
    by_hand: bool


class Section(Struct, frozen=True, eq=False):
    """A section of a source document."""

    id: str
    title: str
    status: str
    why: str


class Source(Item, frozen=True, eq=False):
    """A source document."""

    id: str
    title: str
    short: str
    version: str
    sections: tuple[Section, ...]


# ---------------------------------------------------------------- printed


class OddsSweep(Struct, frozen=True, eq=False):
    """A row or column for each value of an input or a result, whose entry is at ``at``; ``at_least``: that of a result, or more.

    ``head`` stands above these columns.
    """

    at: At
    name: str
    values: tuple[Formula, ...]
    at_least: bool
    head: Printed | None


class OddsEntry(Struct, frozen=True, eq=False):
    """One row or column by its title: inputs that are set there, and what is asked there."""

    title: Printed
    inputs: Mapping[str, Value]
    where: Formula | None
    mean: Scalar | None


OddsPart: TypeAlias = OddsSweep | OddsEntry


class OddsBlock(Struct, frozen=True, eq=False):
    """The odds of a block: what is asked in every cell, and what its rows and columns add to that.

    ``asked`` is None where no procedure or card is named; ``card`` is the key of the card, where it is one.
    """

    asked: Asked | None
    card: Scalar | None
    down: tuple[OddsPart, ...]
    across: tuple[OddsPart, ...]
    down_heading: Printed | None
    across_heading: Printed | None
    bars: Scalar | None
    digits: int


class PiecesBlock(Struct, frozen=True, eq=False):
    """What a block of things to play with is of: ids, an enum, a table, decks, and its numbers. What is not said is None or empty."""

    of: tuple[Scalar, ...]
    decks: tuple[Scalar, ...]
    enum: Scalar | None
    table: Scalar | None
    cell: Scalar | None
    count: Formula | None
    last: Formula | None
    width: Formula | None
    height: Formula | None


class ReferenceBlock(Item, frozen=True, eq=False):
    """A block of the quick reference: lines, or something that is shown whole. ``misplaced`` are keys of another kind of block."""

    title: Printed | None
    show: str
    ref: Scalar | None
    lines: tuple[Printed, ...]
    columns: tuple[str, ...]
    odds: OddsBlock | None
    pieces: PiecesBlock | None
    misplaced: tuple[Scalar, ...]

    @property
    def texts(self) -> tuple[Printed, ...]:
        """Everything of it that is printed as it is written."""
        odds = self.odds
        heads = () if odds is None else (odds.down_heading, odds.across_heading, *_titles(odds.down), *_titles(odds.across))
        return tuple(text for text in (self.title, *heads, *self.lines) if text is not None)


def _titles(parts: tuple[OddsPart, ...]) -> tuple[Printed, ...]:
    texts = (part.title if isinstance(part, OddsEntry) else part.head for part in parts)
    return tuple(text for text in texts if text is not None)


class ReferenceSide(Item, frozen=True, eq=False):
    """One side of the quick reference, or of a sheet beside it."""

    title: Printed
    blocks: tuple[ReferenceBlock, ...]
    sheet: str
    columns: int
    owner: str
    is_landscape: bool


class Setting(Item, frozen=True, eq=False):
    """A key of the theme, or an icon with its path."""

    id: str
    text: str
