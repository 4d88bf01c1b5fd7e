"""``game.json``: names, texts, maps and icons, for front ends of any game (docs/web.md has every field)."""

from __future__ import annotations

import json
import re
from typing import Any

from penance_build.engine.front import sections
from penance_build.engine.front.places import space_record
from penance_build.engine.front.runs import icons_in
from penance_build.engine.front.sections import lean
from penance_build.ir import nodes
from penance_build.ir.identity import rules_hash

FORMAT = 1
_COLOR = re.compile(r"#[0-9a-fA-F]{6}")
_DECIMALS = re.compile(r"(?<![0-9.])(\d*)\.(\d{2,})(?![0-9.eE])")


def emit_game(program: nodes.Program) -> str:
    """The text of ``game.json``, one line a section; a section that is empty is left out, but those that every page reads."""
    record = game_record(program)
    lines = (f"{json.dumps(name)}: {json.dumps(value, ensure_ascii=False, separators=(',', ':'))}" for name, value in record.items())
    return "{\n" + ",\n".join(lines) + "\n}\n"


def game_record(program: nodes.Program) -> dict[str, Any]:
    """The same as data."""
    spaces = {space.id for space in program.spaces}
    # Those that rules declare: an enum that the compiler made has a dot in its id, and its names stand elsewhere in this file.
    listed = [item for item in program.enums if item.id not in spaces and "." not in item.id]
    return {
        "format": FORMAT,
        "id": program.game,
        "name": program.name,
        **lean(subtitle=program.printed.subtitle, locale=program.printed.locale),
        "version": program.version,
        "rules": rules_hash(program),
        "options": dict(program.options),
        "theme": _theme(program),
        "setups": {item.id: sections.setup(item) for item in program.setups},
        "bots": {item.id: lean(name=item.name, avoid=_avoided(item)) for item in program.bots},
        "decks": {item.id: sections.deck(item) for item in program.decks},
        "cards": {item.id: sections.card(program, item) for item in program.cards},
        "attributes": {item.id: _attribute(item) for item in program.attributes},
        "types": {item.id: lean(name=item.name, icon=item.icon) for item in program.card_types},
        "slots": {item.id: lean(name=item.name, icon=item.icon) for item in program.slots},
        "factions": {item.id: lean(name=item.name, tincture=item.tincture, icon=item.icon) for item in program.factions},
        "counters": {item.id: sections.counter(item) for item in program.counters},
        "units": {item.id: {"name": item.name, "plural": item.plural} for item in program.printed.units},
        "zones": {item.id: {"name": item.name, "owner": item.owner, "visible": item.visible} for item in program.zones},
        "enums": {item.id: sections.enum(item) for item in listed},
        "dice": {item.id: sections.die(item) for item in program.dice},
        "spaces": {item.id: space_record(program, item) for item in program.spaces},
        "procedures": sections.procedures(program),
        "icons": _icons(program),
    }


def _theme(program: nodes.Program) -> dict[str, Any]:
    """The colours that the theme gives, and those of the tinctures that factions have."""
    given = {name: value for name, value in program.printed.theme if _COLOR.fullmatch(value)}
    worn = sorted({item.tincture for item in program.factions})
    tinctures = {name: given[f"tincture_{name}"] for name in worn if f"tincture_{name}" in given}
    return {name: given[name] for name in ("paper", "ink", "rubric", "quiet") if name in given} | lean(tinctures=tinctures)


def _avoided(bot: nodes.Bot) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for slot, option in bot.avoid:
        found.setdefault(slot, []).append(option)
    return found


def _attribute(item: nodes.Attribute) -> dict[str, Any]:
    return lean(name=item.name, shown=item.shown, icon=item.icon, unit=item.type.unit)


def _icons(program: nodes.Program) -> dict[str, str]:
    """The drawings that something in this file names: SVG path data on a grid of 24 units, filled by the nonzero rule."""
    used = icons_in(program.cards) | {face.icon for die in program.dice for face in die.faces}
    for items in (program.attributes, program.card_types, program.slots, program.factions):
        used |= {item.icon for item in items}
    return {name: _DECIMALS.sub(_tenths, path) for name, path in program.printed.icons if name in used}


def _tenths(number: re.Match[str]) -> str:
    """A number of path data to the nearest tenth: a screen shows no more of an icon, and it is a third of this file."""
    tenths = (int(number[1] or "0") * 100 + int((number[2] + "0")[:2]) + 5) // 10
    return f"{tenths // 10}.{tenths % 10}".removesuffix(".0")
