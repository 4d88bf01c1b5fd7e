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
from tests.games import texts_of

ROOT = Path(__file__).resolve().parent.parent
GAMES = ("penance", "aethelgard", "skirmish")
NAMED = ("dice", "enums", "cards", "counters", "zones", "procedures", "slots", "factions", "decks", "card_sets", "tables")
# What is no printed text: ids, drawings, the look, what documents say, and what is read by machines.
UNPRINTED = frozenset(
    "id ref icon kind source table unit procedure deck zone counter die slot faction type attr theme icons sources claims facts "
    "tells".split()
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


@pytest.mark.full
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


@pytest.mark.full
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
    texts = texts_of(game)
    assert texts[name].count(source) == 1
    texts[name] = texts[name].replace(source, source.replace(old, "Quillon"))
    answer = api.compile_texts(texts, every_option=False)
    assert answer.program is not None, answer.problems
    found = [text for text in printed(answer.program) if "Quillon" in text]
    assert [text for text in printed(answer.program) if old in text] == []
    assert len(found) >= least


EVERYWHERE = """
game: {id: g, name: G, version: "1", language: 1}
units: {heat: {name: "{counter heat}", plural: "{counter heat}"}}
dice:
  fate:
    name: Fate Die
    text: "die text {fate.blow}"
    faces: [{id: blow, name: FACE, value: 1, text: "face text {fate.blow} {value}"}, {id: jam, name: JAM, value: 0}]
    marks: [{where: jam, text: "mark {part.arm}"}]
enums:
  part: {name: "enum {card vent}", members: {arm: MEMBER, leg: {name: "member {part.arm}", text: "member text {counter heat}"}}}
tables:
  t:
    name: "table {part.arm}"
    hit: unique
    inputs: {part: part}
    outputs: {w: int}
    rows: [{part: arm, w: 1, label: "row {card vent}"}, {part: leg, w: 2}]
counters: {heat: {name: COUNTER, owner: player, type: 0..9 heat}, worn: {name: "counter {part.arm}", owner: player, type: 0..9}}
zones: {hand: {name: "zone {counter heat}", owner: player, visible: owner}}
card_types: {act: {name: "type {die fate}", inputs: {self: player}}}
slots: {core: {name: "slot {procedure cool}"}}
factions: {red: {name: "faction {fate.blow}", tincture: red}}
cards:
  vent:
    name: CARD
    type: act
    slot: core
    faction: red
    effects: [{change: self.heat, by: -2}]
    text: "Remove *2* {counter heat}."
  blaze:
    name: "card {part.arm}"
    type: act
    slot: core
    faction: red
    effects: [{change: self.worn, by: 2}]
  sketch: {name: S, type: act, slot: core, faction: red, text: "card text {vent} {fate.blow} {icon:heat}", text_only: "as {vent}"}
icons: {heat: "M2 2L22 2L12 22Z"}
decks: {all: {name: "deck {vent}", cards: {vent: 1, blaze: 1, sketch: 1}}}
wording:
  cool: {step: change, counter: heat, direction: down, say: "Remove *{by}* {counter heat}"}
  wear: {step: change, counter: worn, direction: up, say: "phrase *{by}* {card vent} {by|one|many} {part.arm}"}
  line: {step: tell, say: "told {card vent} {count(fate, jam)|one|many} {vent}"}
procedures:
  cool:
    name: PROCEDURE
    inputs: {who: {type: player, text: "input {fate.blow}"}, part: {type: part, default: leg}}
    results: {x: int}
    steps:
      - {roll: fate, count: 2}
      - let: x
        sum:
          - {label: "label {procedure cool} {x_of}", value: sum(fate)}
          - {label: "term {die fate} {dice fate} {counter heat}", value: t(part)}
      - {tell: line}
      - choose: way
        by: who
        prompt: "prompt {part.arm} {who.heat} {vent}"
        options: {a: "option {card vent}", b: {name: "longer {zone hand}"}}
      - {manual: "manual {counter heat}", by: who}
      - {let: z, value: "count(fate, jam)", label: "{fate.blow}"}
reference:
  - title: "side {procedure cool}"
    blocks: [{title: "block {die fate}", show: text, lines: ["line {vent} {part.leg} {set kit}"]}]
card_sets: {kit: {name: "set {vent}", slot: core, faction: red, cards: {vent: 1}}}
rulings: {r: {status: must, question: "question {vent}", decision: "decision {part.arm}", reason: "reason {counter heat}"}}
constants: {x_of: 7}
"""


@pytest.mark.full
def test_names_may_name_names_as_deep_as_there_are_some() -> None:
    cards = {f"c{number}": {"name": f"{{card c{number + 1}}}"} for number in range(3000)} | {"c3000": {"name": "The End"}}
    game = {"id": "g", "name": "G", "version": "1", "language": 1}
    program = compiled({"game.yaml": {"game": game, "cards": cards}})
    assert {card.name for card in program.cards} == {"The End"}


def test_every_printed_text_may_name_things() -> None:
    answer = api.compile_texts({"game.yaml": EVERYWHERE})
    assert answer.program is not None and not answer.problems, answer.problems
    wanted = """
        enum CARD|member MEMBER|member text COUNTER|die text FACE|face text FACE 1|mark MEMBER|table MEMBER|row CARD|counter MEMBER
        zone COUNTER|type Fate Die|slot PROCEDURE|faction FACE|card MEMBER|card text CARD FACE {icon:heat}|as CARD|deck CARD|set CARD
        Remove *2* COUNTER.|Phrase *2* CARD many MEMBER.|told |input FACE|label |term |Fate Dice|prompt MEMBER {who.heat} CARD
        option CARD|longer zone COUNTER|manual COUNTER|side PROCEDURE|block Fate Die|line CARD member MEMBER set CARD
        question CARD|decision MEMBER|reason COUNTER
    """
    assert {text for line in wanted.strip().split("\n") for text in line.lstrip().split("|")} <= set(printed(answer.program))
    assert answer.program.by_id.enums["part"].name == "enum CARD"


TYPED = [
    ("penance", "reference.yaml", "Both dice {attack.death_blow}", "Both dice DEATHBLOW", "DEATH BLOW"),
    ("penance", "reference.yaml", "Both dice {attack.death_blow}", "Both dice DEATH STRIKE", "DEATH BLOW"),
    ("penance", "reference.yaml", "{card emergency_vent}, ", "Emergency Vemt, ", "Emergency Vent"),
    ("penance", "reference.yaml", "{card emergency_vent}, ", "the Emergency-Vent, ", "Emergency Vent"),
    ("penance", "duel.yaml", "The {component.left_arm} holds", "The Left-Arm holds", "Left Arm"),
    ("penance", "duel.yaml", "The {component.chassis} holds", "The Chasis holds", "Chassis"),
    ("penance", "reference.yaml", "to the {zone graveyard}.", "to the Damage Graveyrad.", "Damage Graveyard"),
    ("aethelgard", "display.yaml", "You set to work", "You set out for Wasteland Survivel", "Wasteland Survival"),
]


@pytest.mark.full
@pytest.mark.parametrize(("game", "name", "old", "new", "meant"), TYPED)
def test_a_typed_name_that_is_another_spelling_is_found(game: str, name: str, old: str, new: str, meant: str) -> None:
    texts = texts_of(game)
    assert old in texts[name]
    texts[name] = texts[name].replace(old, new)
    found = [problem.message for problem in api.compile_texts(texts).problems if problem.code == "W725"]
    assert len(found) == 1 and f"“{meant}”" in found[0]
