"""All files of a game to one surface tree."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Set
from typing import Any, Final

from msgspec import Struct

from penance_build.diagnostics.suggest import proposed_id
from penance_build.source import read_text
from penance_build.source.tree import GameSource, is_from_sheets
from penance_build.surface import rules as made
from penance_build.surface.from_tree import cards, declarations, layouts, rules
from penance_build.surface.from_tree.below import below, words
from penance_build.surface.from_tree.cursor import Cursor, tree
from penance_build.surface.from_tree.naming import names_of
from penance_build.surface.from_tree.texts import texts_of
from penance_build.surface.from_tree.unchanged import Unchanged
from penance_build.surface.game import FIELDS, SECTIONS, Game, Repeated
from penance_build.surface.names import Key
from penance_build.surface.nodes import At, Formula

_READERS: Final[Mapping[str, Callable[[str, Cursor], Any]]] = {
    "options": declarations.option,
    "units": declarations.unit,
    "constants": declarations.constant,
    "enums": declarations.enum,
    "dice": declarations.die,
    "tables": declarations.table,
    "spaces": declarations.space,
    "counters": declarations.counter,
    "zones": declarations.zone,
    "parameters": rules.parameters,
    "procedures": rules.procedure,
    "card_attributes": cards.attribute,
    "card_types": cards.card_type,
    "slots": cards.slot,
    "factions": cards.faction,
    "cards": cards.card,
    "decks": cards.deck,
    "card_sets": cards.card_set,
    "constructions": cards.construction,
    "setups": rules.setup,
    "bots": rules.bot,
    "wording": cards.wording,
    "claims": rules.claim,
    "examples": rules.example,
    "rulings": rules.ruling,
    "sources": rules.source,
    "theme": rules.setting,
    "icons": rules.setting,
    "layouts": layouts.layout,
}


def from_tree(source: GameSource, broken: Set[Key] = frozenset(), previous: Game | None = None) -> Game:
    """The surface tree of a game.

    Entries of ``broken``, as (kind, id), do not have the form that the schema asks for: they are left out, and the words in them
    are noted. An entry of ``previous`` that stands where it stood, with the same text, is the same record.
    """
    collected = _Found({section: {} for section in SECTIONS}, {}, {}, [], [])
    for file in source.files:
        for section in file.root:
            _sort(Cursor(file, file.root, section, None), collected)
    cursors, again, titles, sides = collected.cursors, collected.again, collected.titles, collected.sides
    lost: set[str] = set()
    for kind, name in sorted(broken):
        if kind == "reference":
            sides.clear()
        its = next((section for section, found in SECTIONS.items() if found == kind), "")
        dropped = cursors[its].pop(name, None) if its else None
        if dropped is not None:
            lost |= words(dropped) | {proposed_id(name)}
    repeated = tuple(Repeated(kind, name, tuple(others)) for (kind, name), others in again.items() if (kind, name) not in broken)
    names = names_of({section: {name: cursor.value for name, cursor in found.items()} for section, found in cursors.items()})
    for cursor in (*sides, *titles, *(cursor for found in cursors.values() for cursor in found.values())):
        cursor.names = names
    kept = Unchanged(previous, names)
    definitions = {
        FIELDS[SECTIONS[section]]: {
            name: kept.of(SECTIONS[section], cursor) or _READERS[section](name, cursor) for name, cursor in found.items()
        }
        for section, found in cursors.items()
    }
    for deck, added in collected.added.items():
        if deck in definitions["decks"]:
            definitions["decks"][deck] = cards.with_cards(definitions["decks"][deck], added)
    return Game(
        title=_title(titles),
        **definitions,
        reference=tuple(kept.side(index, cursor) or rules.side(cursor) for index, cursor in enumerate(sides)),
        reference_below=tuple(below("reference", cursor) for cursor in sides),
        below={
            (kind, name): kept.below.get((kind, name)) or below(kind, cursor)
            for kind, found in ((SECTIONS[section], found) for section, found in cursors.items())
            for name, cursor in found.items()
        },
        repeated=repeated,
        titles=tuple(cursor.at for cursor in titles),
        first_file=source.files[0].name if source.files else "game.yaml",
        has_broken_files=bool(source.broken),
        broken_words=frozenset(lost),
        names=names,
        typed=texts_of(source.files, {} if previous is None else previous.typed),
    )


class _Found(Struct):
    """The entries of all files by section and id, those of ids that are defined again, what sheets add to decks, and the lists."""

    cursors: dict[str, dict[str, Cursor]]
    again: dict[Key, list[At]]
    added: dict[str, list[Cursor]]
    titles: list[Cursor]
    sides: list[Cursor]


def _sort(cursor: Cursor, found: _Found) -> None:
    """Put what stands in one section of a file where it belongs."""
    section = str(cursor.key)
    if section == "game":
        found.titles.append(cursor)
    elif section == "reference" and isinstance(cursor.value, list):
        found.sides.extend(cursor.children())
    elif cursor.file.is_sheet and section == "decks":
        for deck in cursor.children():
            found.added.setdefault(str(deck.key), []).append(deck)
    elif section in SECTIONS and isinstance(cursor.value, dict) and not (section == "cards" and is_from_sheets(cursor.value)):
        _collect(SECTIONS[section], cursor, found.cursors[section], found.again)


def _title(titles: list[Cursor]) -> made.Title | None:
    return rules.title(titles[0]) if titles and isinstance(titles[0].value, dict) else None


def _collect(kind: str, section: Cursor, known: dict[str, Cursor], again: dict[Key, list[At]]) -> None:
    for cursor in section.children():
        name = str(cursor.key)
        if known.setdefault(name, cursor) is not cursor:
            again.setdefault((kind, name), []).append(cursor.at)


def query(name: str, text: str) -> Formula:
    """A formula that comes from outside of all files, as the one value ``name`` of a file of ours, so that problems have columns."""
    node, error = tree(text)
    # What is no formula may hold characters that no file can; of it only the columns matter.
    file, _ = read_text(f"--{name}", f"{name}: " + json.dumps(text if error is None else "x" * len(text)))
    assert file is not None
    return Formula(file, file.root, name, None, text, node, error)
