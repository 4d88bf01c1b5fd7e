"""Which sections there are, of which kind their entries are, and the schema of a kind as its file has it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from msgspec import Struct

from penance_build.schema.files import schema_path


class Section(Struct, frozen=True):
    """A section: the schema of its entries, and what they are called in sentences.

    ``form``: ``entries`` (a mapping of ids), ``sides`` (a list), or ``whole`` (the section is the entry).
    ``entity`` is the first part of a problem's entity.
    """

    kind: str
    form: str
    entity: str
    word: str


SECTIONS: Final[Mapping[str, Section]] = MappingProxyType(
    {
        "game": Section("game", "whole", "game", "the section `game`"),
        "options": Section("option", "entries", "option", "option"),
        "units": Section("unit", "entries", "unit", "unit"),
        "constants": Section("constant", "entries", "constant", "constant"),
        "enums": Section("enum", "entries", "enum", "enum"),
        "dice": Section("die", "entries", "die", "die"),
        "tables": Section("table", "entries", "table", "table"),
        "spaces": Section("space", "entries", "space", "space"),
        "counters": Section("counter", "entries", "counter", "counter"),
        "zones": Section("zone", "entries", "zone", "zone"),
        "parameters": Section("parameter", "entries", "parameter", "group of inputs"),
        "procedures": Section("procedure", "entries", "procedure", "procedure"),
        "card_attributes": Section("card_attribute", "entries", "attribute", "card attribute"),
        "card_types": Section("card_type", "entries", "card_type", "card type"),
        "slots": Section("slot", "entries", "slot", "slot"),
        "factions": Section("faction", "entries", "faction", "faction"),
        "cards": Section("card", "entries", "card", "card"),
        "decks": Section("deck", "entries", "deck", "deck"),
        "card_sets": Section("card_set", "entries", "card_set", "card set"),
        "constructions": Section("construction", "entries", "construction", "construction"),
        "setups": Section("setup", "entries", "setup", "setup"),
        "bots": Section("bot", "entries", "bot", "bot"),
        "wording": Section("wording", "entries", "wording", "wording"),
        "reference": Section("reference", "sides", "reference", "side"),
        "claims": Section("claim", "entries", "claim", "claim"),
        "examples": Section("example", "entries", "example", "example"),
        "rulings": Section("ruling", "entries", "ruling", "ruling"),
        "sources": Section("source", "entries", "source", "source"),
        "theme": Section("theme", "whole", "theme", "the section `theme`"),
        "icons": Section("icons", "whole", "icon", "the section `icons`"),
        "layouts": Section("layout", "entries", "layout", "layout"),
    }
)


def read_schema(name: str) -> dict[str, Any]:
    """One schema by its short name: ``rules``, ``common``, or a kind. Raises OSError where the installation is broken."""
    document: dict[str, Any] = json.loads(schema_path(name).read_text(encoding="utf-8"))
    return document
