"""The steps of procedures and card effects, one record a form.

``number`` counts the steps of a rule in the order written, from 1, and every term of a sum; options leave no
gap in it, so that the number of a step is the same under every choice, and independent of lines in the file.
Formulas that stand for a zone or a counter (``deck``, ``player.life``) are formulas whose tree is a name or a dot.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias, Union

from msgspec import Struct

from penance_build.surface.nodes import At, Formula, Item, Label, Scalar

# ruff: noqa: UP007


class Block(Struct, frozen=True, eq=False):
    """A list of steps that run in order; ``at`` is the list."""

    at: At
    steps: tuple[Step, ...]


class _Step(Item, frozen=True, eq=False):
    number: int


class Let(_Step, frozen=True, eq=False):
    """``let: x`` with ``value:``; with a label it is a line of the derivation."""

    variable: Scalar
    value: Formula
    label: Label | None


class Term(_Step, frozen=True, eq=False):
    """One term of a sum: a formula, or ``harder 1`` where the unit has a direction."""

    value: Formula
    label: Label | None


class Sum(_Step, frozen=True, eq=False):
    """``let: x`` with ``sum:``."""

    variable: Scalar
    terms_at: At
    terms: tuple[Term, ...]


class Put(_Step, frozen=True, eq=False):
    """``let: x[i]``: another value for one number of a list. ``value`` is None where a sum was written."""

    target: Formula
    value: Formula | None
    label: Label | None


class MakeList(_Step, frozen=True, eq=False):
    """``list: x``: so many values of a type, all the same at first."""

    variable: Scalar
    of: Scalar
    size: Formula
    value: Formula


class Roll(_Step, frozen=True, eq=False):
    """``roll: x``; ``die`` is None where the die has the name of the variable; ``script`` is the name of the faces given by hand."""

    variable: Scalar
    die: Formula | None
    count: Formula | None
    script: str

    @property
    def rolled(self) -> str:
        """The die, as it is written."""
        return (self.variable if self.die is None else self.die).text


class Reroll(_Step, frozen=True, eq=False):
    """``reroll: x``: some dice of a roll again, each once."""

    roll: Scalar
    where: Formula
    at_most: Formula | None
    script: str


class If(_Step, frozen=True, eq=False):
    """``if:`` with ``then:`` and ``else:``."""

    test: Formula
    then: Block
    orelse: Block | None


class Case(Struct, frozen=True, eq=False):
    """One case of a match; ``values`` is its key, read as a formula."""

    values: Formula
    block: Block


class Match(_Step, frozen=True, eq=False):
    """``match:`` with ``cases:`` and ``else:``."""

    on: Formula
    cases: tuple[Case, ...]
    orelse: Block | None


class Each(_Step, frozen=True, eq=False):
    """``each: i``: from ``first`` (None: 1) to ``last``."""

    variable: Scalar
    first: Formula | None
    last: Formula
    body: Block


class Repeat(_Step, frozen=True, eq=False):
    """``repeat:`` until a condition holds, at most so often where that is given."""

    body: Block
    until: Formula
    at_most: Formula | None


class Tell(_Step, frozen=True, eq=False):
    """``tell:`` the lines of an entry of the wording."""

    wording: Scalar


class Record(_Step, frozen=True, eq=False):
    """``record:`` named values."""

    name: str
    fields: Mapping[str, Formula]


class Manual(_Step, frozen=True, eq=False):
    """``manual:`` what a player settles by hand."""

    text: Label
    by: Formula


class Call(_Step, frozen=True, eq=False):
    """``call:`` a procedure, with arguments by name; ``take`` maps a variable to the result it receives."""

    procedure: Scalar
    uses: tuple[Scalar, ...]
    arguments: Mapping[str, Formula]
    take: Mapping[str, Scalar]


class Option(Item, frozen=True, eq=False):
    """One option of a choice; ``test`` says when it is legal."""

    id: str
    name: str
    test: Formula | None
    is_fallback: bool


class Choose(_Step, frozen=True, eq=False):
    """``choose: x`` among options; ``options_at`` is their mapping."""

    variable: Scalar
    by: Formula | None
    prompt: Label | None
    options_at: At
    options: tuple[Option, ...]


class Pick(_Step, frozen=True, eq=False):
    """``choose: x`` among the cards of a zone."""

    variable: Scalar
    by: Formula | None
    prompt: Label | None
    cards: Formula
    where: Formula | None
    then: Block | None
    orelse: Block | None


class Play(_Step, frozen=True, eq=False):
    """``play:`` the effect of a card; ``types`` None: of a card of any type."""

    card: Formula
    uses: tuple[Scalar, ...]
    arguments: Mapping[str, Formula]
    types: tuple[Scalar, ...] | None


class Window(_Step, frozen=True, eq=False):
    """``window: x``: a player may answer with a card."""

    variable: Scalar
    by: Formula
    prompt: Label | None
    cards: Formula
    where: Formula | None
    at_most: Formula | None
    then: Block


class Find(_Step, frozen=True, eq=False):
    """``find: x``: the top-most card of a zone that passes a test."""

    variable: Scalar
    cards: Formula
    where: Formula | None
    then: Block
    orelse: Block | None


class Change(_Step, frozen=True, eq=False):
    """``change:`` a counter ``by`` or ``to`` a value."""

    counter: Formula
    by: Formula | None
    to: Formula | None


class MoveTop(_Step, frozen=True, eq=False):
    """``move: top``: the top-most cards of a zone (``count`` None: one)."""

    origin: Formula
    count: Formula | None
    target: Formula
    is_bottom: bool
    take: Scalar | None


class MoveCard(_Step, frozen=True, eq=False):
    """``move: card``: one card that is known."""

    card: Formula
    target: Formula
    is_bottom: bool


class Shuffle(_Step, frozen=True, eq=False):
    """``shuffle:`` a zone."""

    zone: Formula


class Outcome(_Step, frozen=True, eq=False):
    """``outcome:`` sets the result of that name and ends the procedure."""

    value: Formula


Step: TypeAlias = Union[
    Let,
    Sum,
    Put,
    MakeList,
    Roll,
    Reroll,
    If,
    Match,
    Each,
    Repeat,
    Tell,
    Record,
    Manual,
    Call,
    Choose,
    Pick,
    Play,
    Window,
    Find,
    Change,
    MoveTop,
    MoveCard,
    Shuffle,
    Outcome,
]
