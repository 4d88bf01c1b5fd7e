"""What a comparison gives: frozen records of texts, integers and fractions, in an order that follows from the games alone."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Literal

from msgspec import Struct

from penance_build.compilation import Compilation
from penance_build.diff.describing.facts import Group

Change = Literal["added", "removed", "renamed", "changed", "moved"]


class Side(Struct, frozen=True, eq=False):
    """One of the two games, and what it is called: a folder, options, a revision."""

    named: str
    compilation: Compilation


class Key(Struct, frozen=True, order=True):
    """A definition: its kind and id, and the name that people read (its id where it has none)."""

    kind: str
    id: str
    name: str

    @property
    def called(self) -> str:
        """``counter Heat (heat)``."""
        kind = self.kind.replace("_", " ")
        if self.kind == "game":
            return "the game"
        if self.kind == "reference":
            return f"side {self.id} of the quick reference" + (f", {self.name}" if self.name else "")
        return f"{kind} {self.name} ({self.id})" if self.name and self.name != self.id else f"{kind} {self.id}"


class Place(Struct, frozen=True):
    """Where it stands: in the new game, or in the old one where the new one has it no more."""

    side: Literal["old", "new"]
    file: str
    line: int


class Difference(Struct, frozen=True):
    """One difference of a definition: in which ``part`` ("" for the whole), what it was and what it is (None: it is not there)."""

    group: Group
    key: Key
    change: Change
    part: str
    old: str | None
    new: str | None
    place: Place | None = None


class Value(Struct, frozen=True):
    """The value of a claim in one game: exact, or the reason why there is none; and the verdict on what the source prints."""

    exact: Fraction | None
    reason: str
    verdict: str


class ClaimChange(Struct, frozen=True):
    """A claim whose value or verdict is another one; ``asked`` is its question, ``says`` the printed figure, both in the new game.

    ``is_chance``: the value is the chance of an event, else a mean.
    """

    key: Key
    asked: str
    says: str
    old: Value
    new: Value
    asks_otherwise: bool
    is_chance: bool


class ExampleChange(Struct, frozen=True):
    """A worked example that comes out differently: its verdicts, and what it gives beside what it expects, result by result."""

    key: Key
    old: str
    new: str
    results: tuple[tuple[str, str, str], ...]


class Reprint(Struct, frozen=True):
    """A card, die or side of the reference that must be printed anew, with the reasons; of a card the decks with its copies."""

    key: Key
    reasons: tuple[str, ...]
    copies: tuple[tuple[str, int], ...] = ()


class Printing(Struct, frozen=True):
    """What has to be printed anew. ``renumbered`` counts other cards of which only the last line (version, number, copies) differs."""

    cards: tuple[Reprint, ...] = ()
    dice: tuple[Reprint, ...] = ()
    reference: tuple[Reprint, ...] = ()
    renumbered: int = 0


class Comparison(Struct, frozen=True, eq=False):
    """All differences of two games.

    ``follows`` are definitions that are computed from what changed, ``elsewhere`` those that are written otherwise and compile
    the same under the options compared. Where a game does not compile, ``saved`` is None, and only what is written is compared.
    """

    old: Side
    new: Side
    differences: tuple[Difference, ...]
    follows: tuple[Key, ...] = ()
    elsewhere: tuple[Key, ...] = ()
    claims: tuple[ClaimChange, ...] = ()
    examples: tuple[ExampleChange, ...] = ()
    printing: Printing = Printing()
    saved: bool | None = None

    @property
    def has_programs(self) -> bool:
        """Whether both games compile."""
        return self.old.compilation.program is not None and self.new.compilation.program is not None

    @property
    def is_equal(self) -> bool:
        """Whether nothing at all differs."""
        return self.has_programs and not (self.differences or self.follows or self.elsewhere or self.claims or self.examples)

    @property
    def counts(self) -> Mapping[Group, int]:
        """How many differences there are of each class."""
        groups: tuple[Group, ...] = ("balance", "structure", "text")
        return {group: sum(item.group == group for item in self.differences) for group in groups}
