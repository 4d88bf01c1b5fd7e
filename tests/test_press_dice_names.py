"""Faces that are called by names: fitted, counted, shown alike everywhere, and told where a maker would leave them blank."""

from __future__ import annotations

from pathlib import Path

import pytest

from penance_build.api import Compilation, compile_game
from penance_build.build.judging.answers import produce as reference
from penance_build.ir.nodes import Die
from penance_build.press.dice import product as dice
from penance_build.press.dice.flat import is_bare
from penance_build.press.dice.marks import is_spotted, name_mark, type_size
from penance_build.press.drawing.shapes import Label
from penance_build.press.reference.blocks import shown_blocks
from penance_build.press.reference.cells import words_of
from penance_build.press.text.fonts import font_set
from penance_build.press.text.measure import advance
from penance_build.product import NoCache, Settings
from tests.press_dice_support import by_path, text_of

FONTS = font_set({}, ())
GAME = """
game: {id: g, name: G, version: "1", language: 1}
icons: {wave: "M2 2H22V22H2Z"}
dice:
  depth:
    name: Depth Die
    faces:
      - {id: chest, name: Treasure chest, value: 1, copies: 3, text: Take one}
      - {id: swell, name: Swell, value: 2, copies: 3, text: Go down}
  wind:
    name: Wind Die
    faces:
      - {id: north, name: North wind, value: 1, copies: 4, text: Blow}
      - {id: storm, name: Storm, value: 2, copies: 4, text: Sink}
procedures:
  go: {name: Go, results: {x: 2..4}, steps: [{roll: depth}, {roll: wind}, {let: x, value: sum(depth) + sum(wind)}]}
reference: [{title: R, blocks: [{show: die, ref: depth}]}]
"""
MADE = """
game: {id: g, name: G, version: "1", language: 1}
icons: {wave: "M2 2H22V22H2Z"}
dice:
  depth:
    name: Depth Die
    faces:
      - {id: calm, name: Calm, values: {down: 1}, icon: wave, copies: 4}
      - {id: wreck, name: Wreck, values: {down: 2}}
      - {id: none, name: Nothing, values: {down: 0}}
    print: {edge: 16 mm}
"""


def game(folder: Path, text: str) -> Compilation:
    (folder / "game.yaml").write_text(text, encoding="utf-8")
    compilation = compile_game(folder)
    assert compilation.program is not None, compilation.problems
    return compilation


def files_of(compilation: Compilation) -> dict[str, bytes]:
    produced = dice.produce(compilation, Settings("a4", NoCache()))
    assert [problem.message for problem in produced.problems if problem.severity == "error"] == []
    return by_path(produced.artifacts)


@pytest.mark.parametrize(("name", "lines"), [("Storm", ["Storm"]), ("North wind", ["North", "wind"]), ("6", ["6"]), ("A B", ["A B"])])
def test_a_name_is_as_large_as_it_has_room(name: str, lines: list[str]) -> None:
    room = 10_000
    labels = [item for item in name_mark(name, room, "#000000", FONTS) if isinstance(item, Label)]
    assert [label.text for label in labels] == lines
    for label in labels:
        assert advance(FONTS.face("display", 700), label.text, is_lining=True) * label.size // 1000 <= room
        assert abs(label.y) <= room // 2
    assert type_size("Incomprehensibilities of depth", room, FONTS) < type_size("Depth", room, FONTS)


@pytest.mark.full
def test_every_name_is_read_on_the_sheet_once_with_its_count(tmp_path: Path) -> None:
    files = files_of(game(tmp_path, GAME))
    depth, wind = text_of(files["dice/depth-a4.pdf"]), text_of(files["dice/wind-a4.pdf"])
    assert "Treasure chest ×3" in depth
    assert "North wind ×4" in wind
    assert wind.count("Storm ×4") == 2, "under its face and under how often"
    assert "Storm, Storm" not in wind
    # The net of eight faces, the face, its caption and how often; and in the table without the die, each face of the eight.
    assert wind.count("Storm") + wind.count("mrotS") == 4 + 1 + 2 + 4, "one of the net stands on its head"
    assert depth.count("Swell") == 3 + 1 + 2 + 3
    assert "Every face is as likely as on the Wind Die." in wind


@pytest.mark.full
def test_a_sheet_shows_the_icons_of_its_faces(tmp_path: Path) -> None:
    compilation = game(tmp_path, GAME.replace("name: Storm,", "name: Storm, icon: wave,"))
    made = {artifact.path: artifact for artifact in dice.produce(compilation, Settings("a4", NoCache())).artifacts}
    wind = made["dice/wind-a4.pdf"]
    assert wind.made_from == ("die wind", "icon wave", "theme")
    assert text_of(wind.data).count("Storm") == 2 + 4, "named below its icon, under how often and in the table"


def test_only_the_usual_die_has_spots(tmp_path: Path) -> None:
    plain = GAME.replace("  wind:", "  usual: {name: Usual, sides: 6}\n  wind:")
    found = {die.id: is_spotted(die) for die in program_dice(game(tmp_path, plain))}
    assert found == {"depth": False, "usual": True, "wind": False}


def program_dice(compilation: Compilation) -> tuple[Die, ...]:
    assert compilation.program is not None
    return compilation.program.dice


def test_the_quick_reference_counts_equal_faces(tmp_path: Path) -> None:
    found = game(tmp_path, GAME).program
    assert found is not None
    (shown,) = shown_blocks(found, found.printed.reference[0].blocks, words_of(found))
    assert [face["name"] for face in shown.faces] == ["Treasure chest\u00a0×3", "Swell\u00a0×3"]


@pytest.mark.full
def test_a_face_that_would_come_blank_from_its_maker_is_told_and_named(tmp_path: Path) -> None:
    compilation = game(tmp_path, MADE)
    (die,) = program_dice(compilation)
    assert [face.name for face in die.faces if is_bare(die, face)] == ["Wreck"]
    produced = dice.produce(compilation, Settings("a4", NoCache()))
    (told,) = [problem for problem in produced.problems if problem.code == "W824"]
    assert told.message == "the face Wreck of Depth Die means something, but has no icon: it will be made blank"
    files = by_path(produced.artifacts)
    assert "Wreck" in text_of(files["dice/paper-dice-a4.pdf"])
    assert "Nothing" not in text_of(files["dice/paper-dice-a4.pdf"])


@pytest.mark.full
def test_a_name_that_is_hardly_read_is_told(tmp_path: Path) -> None:
    produced = dice.produce(game(tmp_path, GAME.replace("Storm", "Incomprehensibilities")), Settings("a4", NoCache()))
    said = [problem.message for problem in produced.problems if problem.code == "W807"]
    assert len(said) == 1
    assert "“Incomprehensibilities” on Wind Die is 0." in said[0]


MARKS = [
    ("sides: 8, marks: [{where: face >= 6, text: Seen}]", [("6–8", "Seen")]),
    (
        "sides: 6, marks: [{where: face == 1 or face >= 5, text: Hit}, {where: face == 6, text: twice}]",
        [("1, 5", "Hit"), ("6", "Hit; twice")],
    ),
    ("sides: 6", []),
    (
        'faces: [{id: a, name: "-1", value: -1, text: Lose}, {id: b, name: "2", value: 2, copies: 2, text: Win}]',
        [("\u22121", "Lose"), ("2\u00a0×2", "Win")],
    ),
]


@pytest.mark.parametrize(("made", "says"), MARKS)
def test_a_die_with_numbers_says_what_they_mean_and_lists_no_others(made: str, says: list[tuple[str, str]], tmp_path: Path) -> None:
    """Faces that bear the same marks are one line; a die whose numbers mean nothing is shown as it looks."""
    text = GAME.replace("  wind:", f"  beam: {{name: Beam Die, {made}}}\n  wind:").replace("ref: depth", "ref: beam")
    found = game(tmp_path, text).program
    assert found is not None
    (shown,) = shown_blocks(found, found.printed.reference[0].blocks, words_of(found))
    assert list(shown.members) == says
    assert shown.plain == (not says)
    assert bool(shown.faces) == (not says)


@pytest.mark.parametrize("icon", ["", ", icon: wave"])
def test_a_die_with_names_says_what_its_faces_mean(icon: str, tmp_path: Path) -> None:
    """Also where each face has a value; without a text it is shown in short, by icon, value and name."""
    text = GAME.replace("ref: depth", "ref: wind").replace("value: 1, copies: 4", f"value: 1, copies: 4{icon}")
    for said in (text, text.replace(", text: Blow", "").replace(", text: Sink", "")):
        found = game(tmp_path, said).program
        assert found is not None
        (shown,) = shown_blocks(found, found.printed.reference[0].blocks, words_of(found))
        assert shown.compact == (said != text)
        assert [str(face["text"]) for face in shown.faces] == (["Blow", "Sink"] if said == text else ["", ""])


@pytest.mark.full
def test_what_a_die_means_stands_on_the_quick_reference(tmp_path: Path) -> None:
    dice = "  beam: {name: Beam Die, sides: 8, marks: [{where: face >= 6, text: Seen}]}\n"
    blocks = "{show: die, ref: beam}, {show: die, ref: depth}, {show: die, ref: wind}"
    said = GAME.replace("  wind:", f"{dice}  wind:").replace("{show: die, ref: depth}", blocks)
    said = said.replace("value: 2, copies: 4", "value: 2, icon: wave, copies: 4").replace("text: Sink", 'text: "Sink {value}"')
    (artifact,) = reference(game(tmp_path, said), Settings("a4", NoCache())).artifacts
    text = text_of(artifact.data)
    assert "BEAM DIE 6–8: Seen" in text
    assert "Treasure chest ×3 Take one" in text
    assert "North wind ×4 Blow" in text
    assert "2 Storm ×4 Sink 2" in text, "not every text says the value, so each stands by the name"
