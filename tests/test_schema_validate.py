"""The stage of shapes: what a problem carries, one mistake one problem, and agreement with what an editor says."""

from __future__ import annotations

import copy
import random
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
import yaml

from penance_build.diagnostics import registry
from penance_build.diagnostics.problem import Problem
from penance_build.schema import validate
from penance_build.schema.fits import fits
from penance_build.schema.keywords import checker
from penance_build.schema.registry import SECTIONS
from penance_build.schema.shapes import shape_of
from penance_build.source.reader import read_text
from penance_build.source.tree import GameSource
from tests.test_schema_files import GAMES, editor

GAME = 'game: {id: g, name: G, version: "1", language: 1}\n'
# Words of the machine, and what Python would print; none of them is for an author.
MACHINE_WORDS = ("additionalProp", "oneOf", "anyOf", "schema", "$", "dict", "None", "True", "False", "object", "array", "integer", "['")


def problems_of(text: str) -> list[Problem]:
    file, problems = read_text("game.yaml", text)
    assert file is not None, problems
    return validate(GameSource((file,), ()))


def only(text: str) -> Problem:
    [problem] = problems_of(text)
    return problem


def test_a_right_game_has_no_problems() -> None:
    assert problems_of(GAME) == []


def test_entity_and_path() -> None:
    problem = only("cards:\n  ember:\n    name: Ember\n    type: spell\n    effects:\n      - {roll: d6, cuont: 2}\n")
    assert problem.entity == ("card", "ember")
    assert problem.path == ("cards", "ember", "effects", 0, "cuont")
    assert (problem.span.line, problem.span.column, problem.span.end_column) == (6, 20, 25)


def test_entity_of_the_game() -> None:
    assert only('game: {id: g, name: [], version: "1", language: 1}').entity == ("game", "g")


def test_entity_of_a_side() -> None:
    assert only("reference: [{title: Front, blocks: []}]").entity == ("reference", "Front")


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("zones: {hand: {ownre: player, visible: all}}", "did you mean `owner`? It is missing"),
        ("zones: {hand: {owner: player, visible: all, nmae: x}}", "did you mean `name`?"),
        ("zones: {hand: {owner: player, visible: all, shelf: 3}}", "the other keys here are `name`, `source`, `ruling`, `note` and `when`"),
        (
            "procedures: {p: {steps: [{roll: d6, shelf: 1}]}}",
            "the other keys here are `die`, `count`, `as`, `source`, `ruling`, `note` and `when`",
        ),
        (
            "dice: {d: {sides: 6, shelf: 1}}",
            "the other keys here are `name`, `plural`, `text`, `marks`, `print`, `source`, `ruling`, `note` and 1 more",
        ),
        ('decks: {d: {name: D, cards: {a: "3"}}}', "remove the quotes: `3`"),
        ("zones: {hand: {name: 3, owner: player, visible: all}}", 'put it in quotes: `"3"`'),
        ("zones: {hand: {name: true, owner: player, visible: all}}", 'put it in quotes: `"true"`'),
        ("zones: {hand: {name: {a: 1}, owner: player, visible: all}}", "quote it, if the braces or the colon are part of the text"),
        ("procedures: {p: {uses: place, steps: [{outcome: hit}]}}", "write a list: `[place]`"),
        ("procedures: {p: {steps: {outcome: hit}}}", "begin each item with `- `"),
        ("zones: {hand: [a]}", "write `key: value` lines here, without `-`"),
        ("card_attributes: {a: {type: bool, optional: maybe}}", "write `true` or `false`, without quotes"),
        ("enums: {Hex-Side: {members: {a: A}}}", "an id is a small letter, then small letters, digits and underscores: `hex_side`"),
        ("enums: {漢: {members: {a: A}}}", "an id is a small letter, then small letters, digits and underscores"),
        ("enums: {café: {members: {a: A}}}", "an id is a small letter, then small letters, digits and underscores: `cafe`"),
        (
            "enums: {l\u0430mp: {members: {a: A}}}",
            "an id is a small letter, then small letters, digits and underscores: `lamp`; its `\u0430` is U+0430",
        ),
        ("zones: {hand: {n\u0430me: Hand, visible: all, owner: player}}", "did you mean `name`? Its `\u0430` is U+0430"),
        ("zones: {hand: {owner: player, visible: ownr}}", "did you mean `owner`?"),
        ("zones: {hand: {owner: player}}", "for example `visible: owner`"),
        ("game: {id: g, name: G, language: 1}", 'for example `version: "1.0"`'),
        ("procedures: {p: {steps: [{rol: d6}]}}", "did you mean `roll`?"),
        (
            "procedures: {p: {steps: [{when: a}]}}",
            "begin with `let`, `roll`, `reroll`, `if`, `match`, `each`, `repeat`, `list` and 12 more",
        ),
        ("crads: {}", "did you mean `cards`?"),
    ],
)
def test_hint(text: str, hint: str) -> None:
    assert only(text).hint == hint


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "tables: {t: {hit: sum, inputs: {a: int}, outputs: {b: int}, rows: [{label: Near, b: [1]}]}}",
            "`b` of row `Near` of table `t` must be",
        ),
        (
            "tables: {t: {hit: sum, inputs: {a: 3}, outputs: {b: int}, rows: [{b: 1}]}}",
            "`a` of table `t` must be a type, or a mapping with `type:`",
        ),
        ("claims: {c: {says: 1, procedure: p, mean: x, verdict: hold}}", "must be holds, rounded, refuted or undecidable, found text"),
        ("dice: {d: {sides: 0}}", "`sides` of die `d` must be from 1 to 10000, found 0"),
        ("procedures: {p: {steps: [3]}}", "step 1 of procedure `p` must be a mapping that begins with a keyword"),
        ("procedures: {p: {steps: [{choose: x, by: a, options: {y: Yes}, card_from: hand}]}}", "has `options` and `card_from`"),
        ("procedures: {p: {steps: [{choose: x, by: a, where: y}]}}", "step `choose: x` of procedure `p` has no `card_from`"),
        ("procedures: {p: {steps: [{choose: x, by: a}]}}", "step `choose: x` of procedure `p` has no `options`"),
        ("cards: {c: {name: C, type: t, text_only: x}}", "card `c` has no `text`, which `text_only` asks for"),
        ("cards: {c: {effects: [{shuffle: x}], text: x, text_only: x}}", "has `effects` and `text_only`, and must have only one"),
        ("cards: {c: {also_text: x}}", "card `c` has no `effects`, which `also_text` asks for"),
        ("options: {o: {values: {a: {b: c}}}}", "`a` of option `o` must be text, found a mapping"),
    ],
)
def test_message(text: str, message: str) -> None:
    assert message in only(text).message


def test_long_text_is_cut() -> None:
    assert only(f"zones: {{hand: {{owner: {'x' * 90}, visible: all}}}}").message.endswith(f'found text "{"x" * 40}…"')


def test_what_is_inside_a_broken_thing_is_not_looked_at() -> None:
    assert [item.code for item in problems_of("dice:\n  - {faces: 3}\nzones: {hand: [{name: 3}]}\n")] == ["E209", "E203"]
    assert [item.code for item in problems_of("procedures: {p: {steps: [{let: 3, roll: 4}]}}")] == ["E211"]


def test_a_slip_and_a_gap_are_two_where_they_are_far_apart() -> None:
    assert sorted(item.code for item in problems_of("zones: {hand: {shelf: player, visible: all}}")) == ["E201", "E202"]


def test_an_attribute_is_no_slip_where_it_holds_another_type() -> None:
    card = "cards: {c: {name: C, type: t, effect: [{outcome: hit}]}}\n"
    assert [item.code for item in problems_of(card + "card_attributes: {effect: {type: 0..9}}\n")] == ["E213"]
    assert (only(card).code, only(card).hint) == ("E201", "did you mean `effects`?")


def test_no_list_of_sheets_is_no_cards() -> None:
    problem = only("cards: []\n")
    assert (problem.code, problem.span.line, problem.span.column) == ("E209", 1, 8)
    assert problem.message == "the section `cards` must be a mapping of ids, found a list"


@pytest.mark.parametrize(("value", "item"), [
    ("shield", "shield"), ("3", "3"), ('"a\\nb"', '"a\\nb"'), ("'a, b'", '"a, b"'), ("'say \"hi\"'", '"say \\"hi\\""'),
])  # fmt: skip
def test_a_list_of_one_thing_is_shown_as_it_is_written(value: str, item: str) -> None:
    [problem] = problems_of(f"examples: {{e: {{procedure: p, dice: {{d6: {value}}}}}}}\n")
    assert problem.hint == f"write a list: `[{item}]`"


def test_the_second_of_two_points_at_the_first() -> None:
    problem = only("dice:\n  d:\n    faces:\n      - {id: a}\n      - {id: b}\n      - {id: a}\n")
    [(span, label)] = problem.related
    assert (problem.span.line, span.line, label) == (6, 4, "here first")


@pytest.mark.full
def test_a_long_list_is_held_against_itself_at_once() -> None:
    listed = ", ".join(f"a{number}" for number in range(60_000))
    began = time.process_time()
    problem = only(f"constructions: {{c: {{name: C, shared: [{listed}, a59999], parts: {{s: {{count: 1}}}}}}}}")
    assert (problem.code, problem.message) == ("E212", "`a59999` stands twice in `shared` of construction `c`")
    assert time.process_time() - began < 10


def test_a_line_end_is_no_part_of_an_id() -> None:
    assert only('dice: {d: {faces: [{id: "a\\n"}]}}').code == "E206"


def test_true_is_not_one() -> None:
    problem = only('game: {id: g, name: G, version: "1", language: true}')
    assert (problem.code, problem.message) == ("E203", "`language` of the section `game` must be the number 1, found true")
    assert only("decks: {d: {name: D, cards: {a: true}}}").code == "E203"


def test_problems_come_in_the_order_of_the_file() -> None:
    found = problems_of("zones:\n  a: {owner: x, visible: y}\n  b: {shelf: 1, owner: x}\n")
    assert [item.span for item in found] == sorted(item.span for item in found)
    assert len(found) == 5


def test_importing_the_stage_does_not_import_the_library() -> None:
    code = "import sys, penance_build.schema; sys.exit('jsonschema' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False, cwd=Path(__file__).parent.parent).returncode == 0


def test_codes_are_told_apart() -> None:
    assert all(registry.severity(code) == "error" for code in registry.CODES if code[1] == "2")


# ---------------------------------------------------------------- broken at random

STRANGE: tuple[Any, ...] = (
    0,
    -1,
    7,
    10**9,
    True,
    "",
    "x",
    "Not-An-Id",
    "a\nb",
    "3",
    [],
    {},
    ["a"],
    [1, 1],
    {"a": 1},
    {"let": "x"},
    [[]],
    [{}],
)


def containers(tree: Any) -> list[Any]:
    found = [tree] if isinstance(tree, (dict, list)) else []
    for child in list(tree.values()) if isinstance(tree, dict) else tree if isinstance(tree, list) else []:
        found.extend(containers(child))
    return found


def broken(tree: Any, chance: random.Random) -> Any:
    """The tree with one thing wrong: a value replaced, a key misspelt, lost or made up, an item doubled."""
    tree = copy.deepcopy(tree)
    place = chance.choice([item for item in containers(tree) if item])
    key = chance.choice(list(place) if isinstance(place, dict) else range(len(place)))
    what = chance.randrange(5)
    if what == 0 and isinstance(place, list):
        place.insert(key, place[key])
    elif what == 1:
        del place[key]
    elif what == 2 and isinstance(place, dict):
        place[key[1:] or "q"] = place.pop(key)
    elif what == 3 and isinstance(place, dict):
        place[chance.choice(["made_up", "when", "note", "let", "roll", "label", "text", "Bad Key"])] = chance.choice(STRANGE)
    else:
        place[key] = chance.choice(STRANGE)
    return tree


@pytest.mark.parametrize("path", GAMES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_an_entry_fits_where_the_library_finds_no_error(path: Path) -> None:
    """``fits`` decides whether the library is asked at all, so it must never say yes where that would have said no."""
    file, _ = read_text("game.yaml", path.read_bytes())
    assert file is not None
    chance = random.Random(path.name)
    for name, value in file.root.items():
        section = SECTIONS[name]
        one_by_one = section.form == "entries"
        for entry in value.values() if one_by_one else value if section.form == "sides" else [value]:
            wrapped = {"entry": entry}  # so that the entry itself may be replaced by something else
            for tree in (wrapped, *(broken(wrapped, chance) for _ in range(4 if one_by_one else 20))):
                for found in tree.values():
                    assert fits(found, shape_of(section.kind)) == (not list(checker(section.kind).iter_errors(found))), (name, found)


@pytest.mark.full
@pytest.mark.parametrize("path", GAMES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_broken_games_are_found_as_an_editor_finds_them(path: Path) -> None:
    file, _ = read_text("game.yaml", path.read_bytes())
    assert file is not None
    chance = random.Random(path.name)
    for _ in range(12):
        tree = broken(file.root, chance)
        text = yaml.safe_dump(tree, sort_keys=False, allow_unicode=True, width=10**9)
        again, _ = read_text("game.yaml", text)
        if again is None or again.root != tree:
            continue  # a text that the reader refuses as doubtful
        found = validate(GameSource((again,), ()))
        for problem in found:
            assert problem.span.line > 0
            assert not [word for word in MACHINE_WORDS if word in problem.message and word not in text], problem.message
        if not any(problem.code == "E212" for problem in found):
            assert bool(found) == (not editor("rules.schema.json").is_valid(tree)), [problem.message for problem in found]
