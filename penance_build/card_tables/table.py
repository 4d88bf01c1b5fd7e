"""The cards of a program as a table: a row for each, in the order of the rules."""

from __future__ import annotations

from typing import Final, TypeAlias

from penance_build.ir.markup import signed
from penance_build.ir.nodes import Attribute, Card, Program
from penance_build.ir.record import Record

Cell: TypeAlias = "str | int | bool | tuple[str, ...] | None"
# The columns that are no attributes; an attribute of such a name has `attribute.` before it.
FIRST: Final = ("id", "name", "type", "slot", "faction")
LAST: Final = ("text", "back", "deck")


class Table(Record):
    """The heads and a cell for each in every row; a cell that is None is empty, one that is a tuple is a list."""

    heads: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]


def head_of(attribute: str) -> str:
    """The head of an attribute's column."""
    return f"attribute.{attribute}" if attribute in (*FIRST, *LAST) else attribute


def table_of(program: Program) -> Table:
    """All cards; columns that no card fills are left out."""
    decks: dict[str, list[str]] = {}
    for deck in program.decks:
        for card, count in deck.cards:
            decks.setdefault(card, []).append(f"{deck.id} x{count}")
    attributes = {attribute.id: attribute for attribute in program.attributes}
    words = {item.id: item.kind for item in program.printed.words}
    heads = (*FIRST, *map(head_of, attributes), *map(head_of, words), *LAST)
    rows = [_row(program, card, attributes, words, decks.get(card.id, [])) for card in program.cards]
    kept = [index for index, head in enumerate(heads) if head in ("id", "name") or any(row[index] is not None for row in rows)]
    return Table(tuple(heads[index] for index in kept), tuple(tuple(row[index] for index in kept) for row in rows))


def _row(program: Program, card: Card, attributes: dict[str, Attribute], words: dict[str, str], decks: list[str]) -> list[Cell]:
    values, said = dict(card.values), dict(card.words)
    factions: Cell = card.factions if len(card.factions) > 1 else card.faction or None
    found: list[Cell] = [card.id, signed(card.name), card.type or None, card.slot or None, factions]
    for name, attribute in attributes.items():
        found.append(_value(program, attribute, values[name]) if name in values else None)
    for name, kind in words.items():
        parts = said.get(name, ())
        found.append((tuple(parts) if kind == "list" else "\n".join(parts)) if parts else None)
    return [*found, "\n".join(card.text) or None, card.back or None, tuple(decks) or None]


def _value(program: Program, attribute: Attribute, value: int) -> Cell:
    if attribute.type.kind == "bool":
        return bool(value)
    return program.by_id.enums[attribute.type.ref].members[value].id if attribute.type.kind == "enum" else value
