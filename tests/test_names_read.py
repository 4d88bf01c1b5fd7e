"""Names are read, not typed: with every name changed at its one source, no printed text of the shipped games keeps an old one."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from penance_build import api
from penance_build.ir import nodes as ir
from penance_build.ir.record import Record
from penance_build.source import read_game

ROOT = Path(__file__).resolve().parent.parent
GAMES = ("penance", "aethelgard", "skirmish")
NAMED = ("dice", "enums", "cards", "counters", "zones", "procedures", "slots", "factions", "decks", "card_sets", "tables")
# What is no printed text: ids, drawings, the look, what documents say, and what is read by machines.
UNPRINTED = frozenset(
    "id ref icon kind source table unit procedure deck zone counter die slot faction type attr theme icons sources claims facts".split()
)


def trees(game: str) -> dict[str, Any]:
    """The files of a game as plain trees."""
    source, problems = read_game(ROOT / "rules" / game)
    assert not problems
    return {file.name: json.loads(json.dumps(file.root)) for file in source.files}


def compiled(files: dict[str, Any], **options: str) -> ir.Program:
    answer = api.compile_texts({name: json.dumps(root) for name, root in files.items()}, options, every_option=False)
    assert answer.program is not None, answer.problems
    return answer.program


def entries(files: dict[str, Any], section: str) -> Iterator[tuple[dict[str, Any], str]]:
    """Everything of a section that has a name of its own: the mapping, and the key under which its name stands."""
    for root in files.values():
        for entry in root.get(section, {}).values():
            if not isinstance(entry, dict):
                continue
            if "name" in entry:
                yield entry, "name"
            for face in entry.get("faces", []) if section == "dice" else ():
                yield face, "name"
            members = entry.get("members", {}) if section == "enums" else {}
            for key, member in members.items():
                yield (member, "name") if isinstance(member, dict) else (members, key)


def printed(item: Any) -> Iterator[str]:
    """Every text of a program that somebody may read."""
    if isinstance(item, Record):
        for name in item.__struct_fields__:
            if name not in UNPRINTED:
                yield from printed(getattr(item, name))
    elif isinstance(item, tuple):
        for part in item:
            yield from printed(part)
    elif isinstance(item, str):
        yield item


def keeping(program: ir.Program, old: set[str]) -> set[tuple[str, str]]:
    """The old names that stand in a text as words of their own, with the text."""
    pattern = re.compile("|".join(rf"(?<!\w){re.escape(name)}(?!\w)" for name in sorted(old, key=lambda name: (-len(name), name))))
    return {(found[0], text) for text in printed(program) for found in pattern.finditer(text)}


def is_distinctive(name: str) -> bool:
    """Whether a name is more than a word of the language that may stand in any text."""
    return "{" not in name and (" " in name or "-" in name or (name.isupper() and len(name) > 2))


@pytest.mark.parametrize("game", GAMES)
def test_no_printed_text_keeps_an_old_name(game: str) -> None:
    files = trees(game)
    names = [(entry, key) for section in NAMED for entry, key in entries(files, section)]
    old = {entry[key] for entry, key in names if is_distinctive(entry[key])}
    assert old
    for number, (entry, key) in enumerate(names):
        if "{" not in entry[key]:
            entry[key] = f"Renamed{number}"
    assert sorted(keeping(compiled(files), old)) == []


@pytest.mark.parametrize(
    ("game", "name", "source", "old", "least"),
    [
        ("penance", "dice.yaml", "name: DEATH BLOW", "DEATH BLOW", 4),
        ("penance", "cards.yaml", "name: Emergency Vent", "Emergency Vent", 4),
        ("penance", "enums.yaml", "name: Left Arm", "Left Arm", 6),
        ("penance", "dice.yaml", "name: JAM", "JAM", 4),
        ("penance", "dice.yaml", "name: Suffering Die", "Suffering Die", 5),
        ("penance", "families.yaml", "name: Primary Weapon", "Primary Weapon", 8),
        ("penance", "state.yaml", "name: Heat,", "Heat", 40),
        ("aethelgard", "display.yaml", "system_bypass: System Bypass", "System Bypass", 2),
        ("skirmish", "game.yaml", "might: MIGHT", "MIGHT", 3),
    ],
)
def test_a_name_is_changed_at_one_place(game: str, name: str, source: str, old: str, least: int) -> None:
    texts = {path.name: path.read_text(encoding="utf-8") for path in sorted((ROOT / "rules" / game).glob("*.yaml"))}
    assert texts[name].count(source) == 1
    texts[name] = texts[name].replace(source, source.replace(old, "Quillon"))
    answer = api.compile_texts(texts, every_option=False)
    assert answer.program is not None, answer.problems
    found = [text for text in printed(answer.program) if "Quillon" in text]
    assert [text for text in printed(answer.program) if old in text] == []
    assert len(found) >= least
