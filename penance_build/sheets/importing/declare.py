"""What the cards of a sheet need declared and their game does not declare: attributes, enums, types, slots, factions, decks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from penance_build.ir.markup import signed
from penance_build.sheets.importing.guess import guess
from penance_build.sheets.mapping.columns import named_heads
from penance_build.sheets.mapping.ids import enum_id
from penance_build.sheets.mapping.known import Known
from penance_build.sheets.mapping.made import Cards
from penance_build.sheets.mapping.mapping import Column, SheetMap, plain_head
from penance_build.sheets.mapping.values import words
from penance_build.sheets.reading.cells import Book, Cell

Sections = dict[str, dict[str, Any]]


def attributes(book: Book, mapping: SheetMap, known: Known) -> dict[str, dict[str, Any]]:
    """The attributes that a mapping names and the game lacks: as its author declares them, else as the cells look."""
    given = mapping.declare.get("card_attributes", {})
    found = {name: dict(entry) for name, entry in given.items() if name not in known.types}
    for column in mapping.columns:
        for index, target in enumerate(column.to):
            if column.is_attribute and target not in known.types and target not in found:
                found[target] = _by_column(book, column, index)
    if known.has_cards:
        for entry in found.values():
            make_optional(entry)
    return found


def make_optional(attribute: dict[str, Any]) -> None:
    """Declare an attribute one that cards need not have, where its author does not say; texts, pictures and lists are so anyway."""
    if not str(attribute.get("type", "")).startswith(("text", "image", "list")):
        attribute.setdefault("optional", True)


def ease(made: Sequence[tuple[Sections, Cards]]) -> None:
    """Make the attributes optional that the sections of one sheet declare and some card of another sheet lacks."""
    for at, (sections_, _) in enumerate(made):
        others = [card for other, (_, cards) in enumerate(made) if other != at for card in cards.cards.values()]
        for name, entry in sections_.get("card_attributes", {}).items():
            if any(name not in card for card in others):
                make_optional(entry)


def _by_column(book: Book, column: Column, index: int) -> dict[str, Any]:
    """The declaration that a column makes, with what its cells say where it says nothing."""
    looked = guess(_cells(book, column.head))
    type_ = column.type
    if not type_:
        if column.separator:
            type_ = f"list of {enum_id(column.to[0], (), is_list=True)}"
        elif looked.kind == "words":
            type_ = enum_id(column.to[0], ())
        else:
            type_ = str(looked.declared.get("type", "text")) if len(column.to) == 1 or looked.kind == "range" else "0..999"
    declared: dict[str, Any] = {"name": column.name or signed(column.head), "type": type_}
    if column.shown and not index:
        declared["shown"] = column.shown
    if looked.declared.get("signed") and ".." in type_:
        declared["signed"] = True
    if len(column.to) == 2 and not index:
        declared["to"] = column.to[1]
    if looked.declared.get("optional") and not type_.startswith(("text", "image", "list")):
        declared["optional"] = True
    return declared


def _cells(book: Book, head: str) -> list[Cell]:
    names = [plain_head(name) for name in named_heads(book.sheets[0])]
    return book.column(names.index(plain_head(head))) if plain_head(head) in names else []


def sections(cards: Cards, mapping: SheetMap, made: Mapping[str, Mapping[str, Any]], known: Known) -> Sections:
    """The sections that declare all that the cards name; ``made`` are the attributes, ``known`` is what the game has already."""
    found: Sections = {"card_attributes": {name: dict(entry) for name, entry in made.items()}}
    enums = {}
    for enum in sorted({ref for entry in made.values() if (ref := enum_of(str(entry.get("type", ""))))}):
        if enum not in known.enums:
            given = dict(mapping.declare.get("enums", {}).get(enum, {"known": "unread", "members": {}}))
            said = {word: said.first for word, said in cards.said.get(enum, {}).items() if word not in given["members"]}
            enums[enum] = {**given, "members": {**given["members"], **said}}
    found["enums"] = {name: entry for name, entry in enums.items() if entry["members"]}
    for kind, section in (("type", "card_types"), ("slot", "slots"), ("faction", "factions")):
        found[section] = _named(cards, mapping, kind, section, known)
    for index, (name, entry) in enumerate(found["factions"].items()):
        tinctures = words().tinctures
        entry.setdefault("tincture", name if name in tinctures else tinctures[index % len(tinctures)])
    found["decks"] = _named(cards, mapping, "deck", "decks", known)
    for name, entry in found["decks"].items():
        faction = _faction_of(cards, name)
        if faction and name not in mapping.declare.get("decks", {}):
            entry.setdefault("faction", faction)
    return found


def enum_of(type_: str) -> str:
    """The enum that a type names, or ""."""
    word = type_.removeprefix("list of ")
    return "" if word in ("text", "image", "bool", "player", "card") or not word.isidentifier() else word


def _named(cards: Cards, mapping: SheetMap, kind: str, section: str, known: Known) -> dict[str, dict[str, Any]]:
    given = mapping.declare.get(section, {})
    declared = frozenset(known.words.get(kind, {}).values())
    said = {word: {"name": said.first} for word, said in cards.said.get(kind, {}).items()}
    return {
        word: dict(given.get(word) or said[word])
        for word in [*given, *(word for word in said if word not in given)]
        if word not in declared
    }


def _faction_of(cards: Cards, deck: str) -> str:
    """The one faction of all cards of a deck, or ""."""
    found = set()
    for name in cards.decks.get(deck, {}):
        faction = cards.cards[name].get("faction", "")
        found.add(faction[0] if isinstance(faction, list) else faction)
    return str(found.pop()) if len(found) == 1 else ""
