"""Boards of several sheets: where the words stand that say how they are glued, and what stands below, read back from the paper."""

from __future__ import annotations

from pathlib import Path

import pypdfium2
import pytest

from penance_build.api import compile_game
from penance_build.build.judging.answers import produce
from penance_build.diagnostics.problem import Problem
from penance_build.ir.record import replace
from penance_build.press.imposition.papers import PAPERS
from penance_build.press.reference.boards import GLUE_UM, Parting, parting
from penance_build.press.reference.sheet import lying
from penance_build.press.text.strings import languages, words_in
from penance_build.product import Settings
from tests.press_pdf import run_cache, um
from tests.test_press_sizes import inside

pytestmark = pytest.mark.full

Box = tuple[float, float, float, float]
GROUNDS = (
    "Open sea", "Rocky shallows", "Lighthouse", "Old harbour", "Deep forest", "Marshland", "Dunes", "Snow", "Bridge", "Market town",
    "River mouth", "Ash",
)  # fmt: skip
# Squares across and down, of 60 mm, and the sheets that they take.
GRIDS = {(5, 4): (2, 1), (3, 6): (1, 2), (6, 6): (2, 2), (9, 6): (3, 2)}
GAME = """
game: {{id: g, name: Skerry Light, version: "1", language: 1, locale: {locale}}}
theme: {{margin: {margin}}}
constants: {{wide: {{value: {wide}, name: Wide}}, high: {{value: {high}, name: High}}}}
enums: {{ground: {{name: Ground, members: {{{members}}}}}}}
spaces: {{bay: {{name: Bay, layers: {{bottom: ground}}, legend: {{".": {{}}, {legend}}}, map: [{rows}]}}}}
counters: {{ship: {{name: Ship, owner: game, type: bay, known: unread}}}}
reference: [{{title: {title}, sheet: bay, blocks: [{{{block}{lines}}}]}}]
"""
SQUARES = "show: squares, width: wide, height: high, cell: 60 mm"
HEXES = "show: hexes, ref: bay, cell: 55 mm"


def made(folder: Path, block: str, *, locale: str = "en", margin: str = "4.2 mm", paper: str = "a4", **more: object) -> bytes | Problem:
    """The sheets of a board, or why there are none."""
    count = int(str(more.get("grounds", 4)))
    letters = "abcdefghijkl"[1:count]
    said = {"members": ", ".join(f"g{at}: {name}" for at, name in enumerate(GROUNDS[:count])), "title": "Bay", "wide": 1, "high": 1}
    said["legend"] = ", ".join(f'"{letter}": {{bottom: g{at}}}' for at, letter in enumerate(letters, 1))
    cells = (f".{letters}" * 20)[:20]
    said["rows"] = ", ".join(f'"{" " * (row % 2)}{" ".join(cells[5 * row : 5 * row + 5])}"' for row in range(4))
    lines = more.pop("lines", ())
    assert isinstance(lines, tuple)
    said["lines"] = f", lines: [{', '.join(lines)}]" if lines else ""
    (folder / "game.yaml").write_text(GAME.format(**{**said, **more}, locale=locale, margin=margin, block=block), encoding="utf-8")
    compilation = compile_game(folder)
    assert compilation.program is not None, compilation.problems
    produced = produce(compilation, Settings(paper, run_cache()))
    return produced.problems[0] if produced.problems else produced.artifacts[0].data


def words(page: pypdfium2.PdfPage, says: str) -> list[Box]:
    """Where these words stand on a page: left, top, right, bottom from its upper left corner, in micrometres."""
    text, height, found = page.get_textpage(), page.get_height(), []
    search = text.search(says)
    while (hit := search.get_next()) is not None:
        boxes = [text.get_charbox(at) for at in range(hit[0], hit[0] + hit[1])]
        lefts, bottoms, rights, tops = zip(*boxes, strict=True)
        found.append((um(min(lefts)), um(height - max(tops)), um(max(rights)), um(height - min(bottoms))))
    return found


def meet(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def expected(found: Parting, at: int, locale: str) -> dict[str, Box]:
    """The labels of a sheet, and the part of it within which each stands: its strip, or what is above or below the board."""
    row, column = divmod(at, found.across)
    wide, high = found.paper.width_um, found.paper.height_um
    left, top = (wide - found.width) / 2, (high - found.height + 9_000 - found.foot) / 2
    right, bottom = left + found.width, top + found.height
    glue, cut = words_in(locale)["board_glue"], words_in(locale)["board_cut"]
    letters = {"down": "ABC"[column], "before": "ABC"[column - 1], "across": "ABC"[found.across - 1]}
    return {
        **({glue.replace("{letter}", letters["down"]): (right - GLUE_UM, top, right, bottom)} if column + 1 < found.across else {}),
        **({cut.replace("{letter}", letters["before"]): (left, bottom, wide, bottom + 4_000)} if column else {}),
        **({glue.replace("{letter}", letters["across"]): (left, bottom - GLUE_UM, right, bottom)} if not row and found.down > 1 else {}),
        **({cut.replace("{letter}", letters["across"]): (left, top - 4_000, wide, top)} if row else {}),
    }


@pytest.mark.parametrize(("paper", "margin"), [("a4", 4_200), ("a4", 11_000), ("letter", 6_350)])
@pytest.mark.parametrize("locale", languages())
def test_every_label_stands_at_its_line_and_on_nothing_else(locale: str, paper: str, margin: int, tmp_path: Path) -> None:
    """A label of a strip stands on it, that of a cut outside of the board; none leaves the paper or meets another one."""
    upright = replace(PAPERS[paper], margin_um=margin)
    for (wide, high), grid in GRIDS.items():
        data = made(tmp_path, SQUARES, locale=locale, paper=paper, margin=f"{margin / 1000} mm", wide=wide, high=high)
        assert isinstance(data, bytes), data
        document = pypdfium2.PdfDocument(data)
        size = (wide * 60_000 + 700, high * 60_000 + 700)
        found = parting((upright, lying(upright)), size)
        assert len(document) == found.across * found.down
        assert paper != "a4" or margin > 5_000 or (found.across, found.down) == grid
        for at, page in enumerate(document):
            labels = expected(found, at, locale)
            boxes = {says: words(page, says) for says in labels}
            assert {says: len(places) for says, places in boxes.items()} == dict.fromkeys(labels, 1)
            for says, room in labels.items():
                (box,) = boxes[says]
                assert room[0] <= box[0] and room[1] <= box[1] and box[2] <= room[2] and box[3] <= room[3], (at, says)
                assert not any(meet(box, other) for name, (other,) in boxes.items() if name != says), (at, says)
                assert not any(meet(box, other) for name in ("Skerry", "Bay") for other in words(page, name))
        inside(data, margin)


MANY = tuple(f"Line {letter} says a good deal of how the board is laid on the table before anybody plays." for letter in "abcdef")


@pytest.mark.parametrize(("grounds", "lines"), [(12, ()), (6, MANY[:1]), (6, MANY), (1, ()), (1, MANY[:2])])
def test_what_stands_below_a_board_takes_the_rows_that_it_needs(grounds: int, lines: tuple[str, ...], tmp_path: Path) -> None:
    """Names of grounds and lines stay on the paper, below the board and the labels of its cuts."""
    data = made(tmp_path, HEXES, grounds=grounds, lines=lines)
    assert isinstance(data, bytes), data
    inside(data, PAPERS["a4"].margin_um)
    document = pypdfium2.PdfDocument(data)
    assert len(document) > 1
    for at, page in enumerate(document):
        below = [box for name in GROUNDS[:grounds] for box in words(page, name)]
        below += [box for line in lines for box in words(page, line[:20])]
        assert len(below) == grounds + len(lines)
        assert max(box[3] for box in below) <= um(page.get_height()) - 8_000
        cuts = words(page, "Cut here")
        assert bool(cuts) == bool(at)
        assert not any(meet(cut, box) for cut in cuts for box in below)
        assert not any(meet(box, other) for number, box in enumerate(below) for other in below[:number])


def test_what_a_board_has_no_room_for_is_said(tmp_path: Path) -> None:
    found = made(tmp_path, HEXES, lines=MANY * 4)
    assert isinstance(found, Problem)
    assert (found.code, found.hint) == ("E840", "say less in its `lines:`")
    assert found.message.startswith("the board “Bay” has lines below it that are ")
    found = made(tmp_path, HEXES, title="A board with a title that goes on and on until it meets the version of the rules at the right")
    assert isinstance(found, Problem)
    assert (found.code, found.hint) == ("E840", "shorten it")
    assert "too wide for its line" in found.message
