"""What is wrong on a sheet of the reference is told at its block, with the cure; boards say all of their grounds."""

from __future__ import annotations

from pathlib import Path

import pytest

from penance_build.api import Compilation, compile_game
from penance_build.build.judging.answers import produce
from penance_build.product import NoCache, Settings
from tests.press_dice_support import by_path, paths_drawn, text_of

HEAD = 'game: {id: g, name: G, version: "1", language: 1}\n'
GROUNDS = """
enums: {ground: {name: Ground, members: {sand: Sand, reef: Reef, hull: Hull}, known: unread}}
spaces:
  sea: {name: Sea, layers: {bed: ground}, legend: {".": {}, "r": {bed: reef}}, map: [". r", " r ."]}
reference: [{title: Sea bed, sheet: map, blocks: [{show: hexes, ref: sea}]}]
"""


def game(folder: Path, text: str) -> Compilation:
    (folder / "game.yaml").write_text(HEAD, encoding="utf-8")
    (folder / "sheets.yaml").write_text(text, encoding="utf-8")
    return compile_game(folder)


@pytest.mark.parametrize("show", ["steps", "text"])
def test_a_block_with_nothing_to_print_is_told_at_its_place(show: str, tmp_path: Path) -> None:
    found = game(tmp_path, f"reference:\n  - title: R\n    blocks:\n      - {{title: Turn, show: {show}, ref: dive}}\n")
    (problem,) = [problem for problem in found.problems if problem.code == "E202"]
    assert problem.message == f"the block has no `lines`, and `show: {show}` prints these and nothing else"
    assert (problem.span.file, problem.span.line) == ("sheets.yaml", 4)
    assert problem.hint == f"write its `lines:`; `show: {show}` takes nothing from `dive`"


@pytest.mark.full
@pytest.mark.parametrize(
    ("columns", "width", "hint"),
    [
        (3, 6, "give the side `columns: 2`"),
        (3, 10, "give the side `columns: 1`"),
        (1, 20, "give the side `landscape: true`, or make its `cell:` smaller"),
    ],
)
def test_a_drawing_that_is_too_wide_is_told_at_its_block(columns: int, width: int, hint: str, tmp_path: Path) -> None:
    block = f"{{title: Wreck, show: squares, width: {width}, height: 4, cell: 12 mm}}"
    side = f"  - title: Diver\n    sheet: board\n    columns: {columns}\n    blocks:\n"
    text = f"reference:\n{side}      - {{show: text, lines: [Dive.]}}\n      - {block}\n"
    produced = produce(game(tmp_path, text), Settings("a4", NoCache()))
    (problem,) = produced.problems
    assert problem.code == "E840"
    assert "the block “Wreck” on the side “Diver” of the sheet `board` is" in problem.message
    assert (problem.span.file, problem.span.line, problem.hint) == ("sheets.yaml", 7, hint)


@pytest.mark.full
def test_a_side_that_is_too_long_is_told_at_the_side(tmp_path: Path) -> None:
    lines = ", ".join(["A line of some words that takes its room on the sheet."] * 90)
    first, second = "{title: First, blocks: [{show: text, lines: [Short.]}]}", f"blocks: [{{show: text, lines: [{lines}]}}]"
    text = f"reference:\n  - {first}\n  - {{title: Second, columns: 1, {second}}}\n"
    produced = produce(game(tmp_path, text), Settings("a4", NoCache()))
    (problem,) = produced.problems
    assert (problem.code, problem.span.file, problem.span.line) == ("E840", "sheets.yaml", 3)
    assert problem.hint == "say less on it, or move blocks to another side or a `sheet:` of their own"


def test_the_legend_of_a_board_has_every_ground_that_some_hex_has(tmp_path: Path) -> None:
    """The first member is that of hexes of which the map says nothing: bare paper, but for what the theme says; hulls are nowhere."""
    found = game(tmp_path, GROUNDS)
    sheet = by_path(produce(found, Settings("a4", NoCache())).artifacts)["reference/g-map-a4.pdf"]
    text = text_of(sheet)
    assert ("Sand" in text, "Reef" in text, "Hull" in text) == (True, True, False)
    themed = game(tmp_path, f"theme: {{ground_sand: green}}\n{GROUNDS}")
    tinted = by_path(produce(themed, Settings("a4", NoCache())).artifacts)["reference/g-map-a4.pdf"]
    assert len(paths_drawn(tinted)) > len(paths_drawn(sheet))
