"""How the tables of a program are read back: its columns, and what a new game has to declare for its cards to be the same."""

from __future__ import annotations

from typing import Any, Final

from penance_build.card_tables.table import Table, head_of
from penance_build.ir.markup import signed
from penance_build.ir.nodes import Attribute, Back, Enum, Program, Words
from penance_build.sheets.importing.yaml_text import entry, flow, scalar
from penance_build.sheets.mapping.mapping import TARGETS

_HEAD = """\
# yaml-language-server: $schema=schemas/map.schema.json
# How cards.csv, cards.xlsx and cards.json are read back: `penance import cards.csv` beside this file uses it.
markup: penance
"""
# What cards, types and factions have of the theme.
_LOOKS: Final = ("tincture_", "hatch_", "tint_", "card_size")


def mapping_of(program: Program, table: Table) -> str:
    """The mapping as a file."""
    lines = [_HEAD.rstrip("\n"), "columns:"]
    by_head = {head_of(item.id): item for item in _attributes(program)}
    for head in table.heads:
        lines.append(f"  {scalar(head, is_key=True)}: {_column(head, by_head.get(head))}")
    lines.append("declare:")
    for section, entries in _declared(program).items():
        if entries:
            lines += [f"  {section}:", *(line for name, value in entries.items() for line in entry(name, value, 2))]
    return "\n".join(lines) + "\n"


def _column(head: str, item: Attribute | Words | None) -> str:
    if item is None:
        return flow({"to": head, "list": ";"}) if head in ("faction", "deck") else head
    found: dict[str, Any] = {"to": item.id}
    if isinstance(item, Words) and item.kind == "list":
        found["list"] = ";"
    if item.id in TARGETS:  # then its type says that an attribute is meant
        found["type"] = type_of(item)
    return flow(found) if len(found) > 1 else item.id


def type_of(item: Attribute | Words) -> str:
    """The type of an attribute as it is written, without its unit: a new game has none."""
    if isinstance(item, Words):
        return f"list of {item.ref}" if item.kind == "list" else item.kind
    kind = item.type
    return kind.ref if kind.kind == "enum" else "bool" if kind.kind == "bool" else f"{kind.low}..{kind.high}"


def _declared(program: Program) -> dict[str, dict[str, Any]]:
    used = {item.type.ref for item in program.attributes if item.type.kind == "enum"}
    used |= {item.ref for item in program.printed.words if item.kind == "list"}
    return {
        "card_attributes": {item.id: _attribute(program, item) for item in _attributes(program)},
        "enums": {enum.id: _enum(enum) for enum in program.enums if enum.id in used},
        "card_types": {
            group.id: _filled(name=signed(group.name), icon=group.icon, size=group.size, back=_back(group.back))
            for group in program.card_types
        },
        "slots": {group.id: _filled(name=signed(group.name), icon=group.icon) for group in program.slots},
        "factions": {item.id: _filled(name=signed(item.name), tincture=item.tincture, icon=item.icon) for item in program.factions},
        "decks": {item.id: _filled(name=signed(item.name), faction=item.faction, back=_back(item.back)) for item in program.decks},
        "icons": dict(program.printed.icons),
        "theme": {key: value for key, value in program.printed.theme if key.startswith(_LOOKS)},
    }


def _attributes(program: Program) -> list[Attribute | Words]:
    return [*program.attributes, *program.printed.words]


def _filled(**fields: str | dict[str, str]) -> dict[str, Any]:
    return {name: value for name, value in fields.items() if value}


def _back(back: Back | None) -> dict[str, str]:
    """A back that says what is on it; those that show files and layouts are of their game alone."""
    if back is None or back.shows:
        return {}
    return _filled(text=signed(back.text), tincture=back.tincture, ornament=back.ornament)


def _attribute(program: Program, item: Attribute | Words) -> dict[str, Any]:
    found: dict[str, Any] = {"name": signed(item.name), "type": type_of(item)}
    if item.shown:
        found["shown"] = item.shown
    if isinstance(item, Words):
        return {**found, **({"style": item.style} if item.style != "plain" else {})}
    if item.signed:
        found["signed"] = True
    if item.to:
        found["to"] = item.to
    if any(item.id not in dict(card.values) for card in program.cards):
        found["optional"] = True
    return found


def _enum(enum: Enum) -> dict[str, Any]:
    members: dict[str, Any] = {}
    for member in enum.members:
        name = signed(member.name)
        members[member.id] = {"name": name, "text": member.text} if member.text else name
    return {"name": signed(enum.name), "known": "unread", "members": members}
