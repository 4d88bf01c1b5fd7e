"""A whole game as it was written: its definitions by kind and id."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Final

from msgspec import Struct

from penance_build.source.tree import SourceFile
from penance_build.surface.cards import Attribute, Card, CardSet, CardType, Construction, Deck, Faction, Slot, Wording
from penance_build.surface.declarations import Constant, Counter, Die, Enum, Option, Space, Table, Unit, Zone
from penance_build.surface.layouts import Layout
from penance_build.surface.names import Key, Names
from penance_build.surface.nodes import At, Formula, Item, Scalar
from penance_build.surface.rules import (
    Bot,
    Claim,
    Example,
    Fact,
    Parameters,
    Procedure,
    ReferenceSide,
    Ruling,
    Setting,
    Setup,
    Source,
    Title,
)

# The sections of files, and the kind of what stands in each.
SECTIONS: Final[Mapping[str, str]] = {
    "options": "option",
    "units": "unit",
    "constants": "constant",
    "enums": "enum",
    "dice": "die",
    "tables": "table",
    "spaces": "space",
    "counters": "counter",
    "zones": "zone",
    "parameters": "parameter",
    "procedures": "procedure",
    "card_attributes": "attribute",
    "card_types": "card_type",
    "slots": "slot",
    "factions": "faction",
    "cards": "card",
    "decks": "deck",
    "card_sets": "card_set",
    "constructions": "construction",
    "setups": "setup",
    "bots": "bot",
    "wording": "wording",
    "claims": "claim",
    "examples": "example",
    "rulings": "ruling",
    "sources": "source",
    "theme": "theme",
    "icons": "icon",
    "layouts": "layout",
}


class Named(Struct, frozen=True, eq=False):
    """A name that an entry gives to something of its own; ``is_key``: it is the key at its place."""

    at: At
    word: str
    is_key: bool


class Below(Struct, frozen=True, eq=False):
    """What stands at or below an entry, wherever it stands in it.

    ``whens`` are its conditions over options, ``citations`` its ``source:``, ``rulings`` its ``ruling:``, ``groups`` the groups
    of inputs that its ``uses:`` name; ``reserved`` are names in it that are words of formulas.
    """

    whens: tuple[Formula, ...]
    citations: tuple[Scalar, ...]
    rulings: tuple[Scalar, ...]
    groups: frozenset[str]
    reserved: tuple[Named, ...]


class Repeated(Struct, frozen=True, eq=False):
    """An id that has further definitions behind its first."""

    kind: str
    id: str
    others: tuple[At, ...]


class Game(Struct, frozen=True, eq=False, dict=True):
    """All definitions, each kind by id in load order; of an id that is defined again, the first.

    ``below`` is what stands below each entry, ``reference_below`` below each side of the reference; ``broken_words`` are the words
    of entries that could not be read, so that nobody is told that what they define does not exist. ``titles`` are all sections
    ``game``, ``first_file`` the name of the first file; ``names`` are the printed names of all that is defined, ``typed`` the texts
    of each file in which words are written like names.
    """

    title: Title | None
    options: Mapping[str, Option]
    units: Mapping[str, Unit]
    constants: Mapping[str, Constant]
    enums: Mapping[str, Enum]
    dice: Mapping[str, Die]
    tables: Mapping[str, Table]
    spaces: Mapping[str, Space]
    counters: Mapping[str, Counter]
    zones: Mapping[str, Zone]
    parameters: Mapping[str, Parameters]
    procedures: Mapping[str, Procedure]
    attributes: Mapping[str, Attribute]
    card_types: Mapping[str, CardType]
    slots: Mapping[str, Slot]
    factions: Mapping[str, Faction]
    cards: Mapping[str, Card]
    decks: Mapping[str, Deck]
    card_sets: Mapping[str, CardSet]
    constructions: Mapping[str, Construction]
    setups: Mapping[str, Setup]
    bots: Mapping[str, Bot]
    wording: Mapping[str, Wording]
    claims: Mapping[str, Claim | Fact]
    examples: Mapping[str, Example]
    rulings: Mapping[str, Ruling]
    sources: Mapping[str, Source]
    theme: Mapping[str, Setting]
    icons: Mapping[str, Setting]
    layouts: Mapping[str, Layout]
    reference: tuple[ReferenceSide, ...]
    reference_below: tuple[Below, ...]
    below: Mapping[Key, Below]
    repeated: tuple[Repeated, ...]
    titles: tuple[At, ...]
    first_file: str
    has_broken_files: bool
    broken_words: frozenset[str]
    names: Names
    typed: Mapping[SourceFile, tuple[Scalar, ...]]

    def __repr__(self) -> str:
        """The kinds of what is defined, with how many there are of each."""
        counts = ", ".join(f"{name}={len(items)}" for name, items in self.kinds.items())
        return f"Game({counts})"

    @property
    def reference_whens(self) -> tuple[Formula, ...]:
        """The conditions over options of the reference."""
        return tuple(when for below in self.reference_below for when in below.whens)

    def of(self, kind: str) -> Mapping[str, Item]:
        """All definitions of one kind, for what looks at every kind alike."""
        found: Mapping[str, Item] = getattr(self, FIELDS[kind])
        return found

    @cached_property
    def figures(self) -> Mapping[str, Claim]:
        """The claims of a figure."""
        return {name: item for name, item in self.claims.items() if isinstance(item, Claim)}

    @cached_property
    def facts(self) -> Mapping[str, Fact]:
        """The claims that say data."""
        return {name: item for name, item in self.claims.items() if isinstance(item, Fact)}

    @property
    def kinds(self) -> Mapping[str, Mapping[str, Item]]:
        """The definitions of every kind that has some."""
        return {kind: found for kind in FIELDS if (found := self.of(kind))}


# The fields of ``Game`` by kind.
FIELDS: Final[Mapping[str, str]] = {kind: {"card_attributes": "attributes"}.get(section, section) for section, kind in SECTIONS.items()}
