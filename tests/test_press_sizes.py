"""Sizes of cards and of paper: how many cards a sheet holds, and that all that is printed stays inside the margin of each paper."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product as every

import pypdfium2
import pytest
from PIL import ImageChops

from penance_build.api import compile_texts
from penance_build.ir.nodes import Card, DeckDef, Group, Program
from penance_build.ir.record import replace
from penance_build.press.cards.fit import cell_rows
from penance_build.press.cards.product import produce
from penance_build.press.dice.product import produce as produce_dice
from penance_build.press.imposition.grids import APART_UM, LEAST_MARK_UM, LINE_UM, MARK_UM, OFF_UM, grid_for, no_room, wanted_grid
from penance_build.press.imposition.measures import length_of, size_of
from penance_build.press.imposition.papers import PAPERS, Paper, margin_of, paper_of
from penance_build.press.imposition.sheets import sheets_for
from penance_build.press.imposition.trims import BLEED_UM, TRIMS, Trim, trim_of
from penance_build.press.look.theme import mistakes
from penance_build.press.text.fonts import font_set
from penance_build.product import Artifact, NoCache, Settings
from tests import press_pdf as read
from tests import press_sample as sample
from tests.press_dice_support import text_of

NEAR = 12  # micrometres
CUSTOM = "320x450mm"
ALL_PAPERS = (*PAPERS, CUSTOM)


@pytest.fixture(scope="module")
def cache() -> read.MemoryCache:
    return read.MemoryCache()


def paper_named(name: str) -> Paper:
    found = paper_of(name)
    assert found is not None
    return found


# ---------------------------------------------------------------- what people write


@pytest.mark.parametrize(
    ("text", "width", "height", "name"),
    [
        ("poker", 63500, 88900, "poker"), ("euro", 63000, 88000, "euro"), ("bridge", 57150, 88900, "bridge"),
        ("mini", 44450, 63500, "mini"), ("mini euro", 44000, 68000, "mini_euro"), ("Mini-Euro", 44000, 68000, "mini_euro"),
        ("tarot", 69850, 120650, "tarot"), ("square", 70000, 70000, "square"), ("domino", 44450, 88900, "domino"),
        ("jumbo", 88900, 139700, "jumbo"),
        ("70 x 120 mm", 70000, 120000, "70x120mm"), ("2.5 x 3.5 in", 63500, 88900, "poker"),
        ("70mm × 120mm", 70000, 120000, "70x120mm"),
        ("7.0x12cm", 70000, 120000, "7x12cm"), ("120x70mm", 120000, 70000, "120x70mm"),
    ],
)  # fmt: skip
def test_sizes_of_cards(text: str, width: int, height: int, name: str) -> None:
    assert trim_of(text) == Trim(name, width, height)


@pytest.mark.parametrize(
    "text", ["", "pocker", "70 x 120", "70mm", "10 x 20 mm", "5000 x 20 mm", "70 x 120 pt", "-70 x 120 mm", "70,5 x 120 mm"]
)
def test_what_is_no_size(text: str) -> None:
    assert trim_of(text) is None


@pytest.mark.parametrize(
    ("text", "width", "height", "margin", "name"),
    [
        ("a3", 297000, 420000, 4200, "a3"), ("A5", 148000, 210000, 4200, "a5"), ("legal", 215900, 355600, 6350, "legal"),
        ("Tabloid", 279400, 431800, 6350, "tabloid"), ("320x450mm", 320000, 450000, 4200, "320x450mm"),
        ("450 x 320 mm", 320000, 450000, 4200, "320x450mm"), ("13x19in", 330200, 482600, 6350, "13x19in"),
    ],
)  # fmt: skip
def test_papers(text: str, width: int, height: int, margin: int, name: str) -> None:
    paper = paper_named(text)
    assert (paper.width_um, paper.height_um, paper.margin_um, paper.id) == (width, height, margin, name)


@pytest.mark.parametrize("text", ["", "a9", "320x450", "50x50mm", "9000x9000mm", "mm"])
def test_what_is_no_paper(text: str) -> None:
    assert paper_of(text) is None


def test_lengths() -> None:
    assert [length_of(text) for text in ("5 mm", "0.25in", "0.5 cm", "5", "5 pt", "1e3mm")] == [5000, 6350, 5000, None, None, None]
    assert [margin_of(text) for text in ("0 mm", "30 mm", "31 mm", "")] == [0, 30000, None, None]
    assert [wanted_grid(text) for text in ("3x3", "2 × 4", "0x3", "3", "100x1")] == [(3, 3), (2, 4), None, None, None]
    size = size_of("2.5 x 3.50 in")
    assert size is not None
    assert size.text == "2.5x3.5in"


def test_settings_of_a_theme_that_are_lengths() -> None:
    assert mistakes((("card_size", "70 x 120 mm"), ("margin", "5 mm"), ("backs", "deck"), ("backs", "game"))) == ()
    wrong = mistakes((("card_size", "tarrot"), ("margin", "5"), ("backs", "card"), ("margn", "5 mm")))
    assert [(item.code, item.cure) for item in wrong] == [
        ("E809", "did you mean `tarot`?"), ("E809", ""), ("E809", ""), ("W812", "did you mean `margin`?"),
    ]  # fmt: skip


# ---------------------------------------------------------------- grids


@pytest.mark.parametrize(
    ("paper", "trim", "abutting", "apart"),
    [
        ("a4", "poker", 9, 8), ("a4", "euro", 9, 8), ("a4", "bridge", 9, 9), ("a4", "mini", 18, 12), ("a4", "tarot", 4, 4),
        ("a4", "square", 6, 6), ("a4", "domino", 12, 10), ("a4", "jumbo", 3, 3), ("a3", "poker", 18, 16), ("a3", "tarot", 10, 10),
        ("a5", "poker", 4, 2), ("a5", "tarot", 2, 2), ("a5", "jumbo", 1, 1), ("letter", "poker", 8, 6), ("letter", "mini", 16, 10),
        ("legal", "poker", 10, 8), ("tabloid", "poker", 16, 12), ("tabloid", "mini_euro", 30, 25), (CUSTOM, "poker", 18, 18),
    ],
)  # fmt: skip
def test_cards_a_sheet(paper: str, trim: str, abutting: int, apart: int) -> None:
    grids = [grid_for(paper_named(paper), TRIMS[trim], gap) for gap in (0, APART_UM)]
    assert [grid.count if grid else 0 for grid in grids] == [abutting, apart]


def possible(paper: Paper, trim: Trim, gap: int) -> Iterator[int]:
    """The counts of all grids that leave room for bleed, shortest marks, a band of text and the margin, tried one by one."""
    sides = ((trim.width_um, trim.height_um), (trim.height_um, trim.width_um))
    bands = ((0, LINE_UM + OFF_UM), (LINE_UM + OFF_UM, 0))
    for (width, height), (band_x, band_y), columns, rows in every(sides, bands, range(1, 20), range(1, 20)):
        around = 2 * (paper.margin_um + BLEED_UM + LEAST_MARK_UM)
        across, down = columns * width + (columns - 1) * gap, rows * height + (rows - 1) * gap
        if across + around + 2 * band_x <= paper.width_um and down + around + 2 * band_y <= paper.height_um:
            yield columns * rows


@pytest.mark.parametrize("trim", sorted(TRIMS))
@pytest.mark.parametrize("paper", ALL_PAPERS)
def test_the_best_grid_is_taken_and_leaves_room(paper: str, trim: str) -> None:
    sheet = paper_named(paper)
    for gap in (0, APART_UM):
        grid = grid_for(sheet, TRIMS[trim], gap)
        assert grid is not None
        assert grid.count == max(possible(sheet, TRIMS[trim], gap))
        band = LINE_UM + OFF_UM
        assert min(grid.marks) >= LEAST_MARK_UM
        assert max(grid.marks) <= MARK_UM
        assert grid.left >= sheet.margin_um + BLEED_UM + grid.marks[0] + (0 if grid.is_banded else band)
        assert grid.top >= sheet.margin_um + BLEED_UM + grid.marks[1] + (band if grid.is_banded else 0)
        right, bottom = grid.cell(grid.count - 1)
        assert abs(right + grid.cell_width + grid.left - sheet.width_um) <= 1
        assert abs(bottom + grid.cell_height + grid.top - sheet.height_um) <= 1


def test_a_grid_that_is_asked_for() -> None:
    asked = grid_for(PAPERS["a4"], TRIMS["poker"], 0, (2, 2))
    assert asked is not None
    assert (asked.columns, asked.rows, asked.sideways) == (2, 2, False)
    assert grid_for(PAPERS["a4"], TRIMS["poker"], 0, (4, 4)) is None
    assert no_room(PAPERS["a4"], TRIMS["poker"], 0, (4, 4)) == (
        "4 × 4 cards of 63.5 × 88.9 mm do not fit on A4", "the largest grid that fits is 3 × 3",
    )  # fmt: skip
    assert no_room(PAPERS["letter"], TRIMS["poker"], 0, (3, 3))[1] == "the largest grid that fits is 2 × 4, with the cards lying"
    assert "5.9 mm apart" in no_room(PAPERS["a4"], TRIMS["poker"], APART_UM, (3, 3))[0]
    says, cure = no_room(PAPERS["a5"], Trim("big", 200000, 250000), 0, None)
    assert says == "a card of 200 × 250 mm does not fit on A5"
    assert cure.startswith("the largest that fits there is 129.6 × 185.8 mm")


@pytest.mark.parametrize("flip", ["long", "short"])
def test_backs_are_upright_when_a_card_is_turned_like_a_page(flip: str) -> None:
    """Turned over its upright edge, a card that stands up has its back up too: front and back lie so that it does."""
    for trim in (TRIMS["poker"], Trim("wide", 88900, 63500)):
        paper = PAPERS["letter"]
        grid = grid_for(paper, trim)
        assert grid is not None
        front, behind = sheets_for(paper, grid, (("a", "z"),), flip)
        (here,), (there,) = front.placements, behind.placements
        # Where the top of the face points: up, left, down, right.
        towards = {0: (0, -1), 90: (-1, 0), 180: (0, 1), 270: (1, 0)}
        x, y = towards[here.turn]
        # Seen from behind, through the paper that was turned over.
        assert towards[there.turn] == ((-x, y) if flip == "long" else (x, -y))


# ---------------------------------------------------------------- what is printed


def many_sizes() -> Program:
    """A game whose one deck has five cards of each size."""
    kinds = tuple(Group(name, name.capitalize(), "", size=name) for name in TRIMS)
    cards = tuple(
        Card(f"c_{name}", "Oar", name, "church", "", (("cost", 1),), ("Draw *1* card.",), "", "", ("draw",), "") for name in TRIMS
    )
    deck = DeckDef("all", "Cards of every size", "church", tuple((card.id, 5) for card in cards), "")
    return replace(sample.program(cards=cards), card_types=kinds, decks=(deck,))


def printed(cache: read.MemoryCache, program: Program, paper: str, grid: str = "") -> dict[str, Artifact]:
    produced = produce(sample.compilation(program), Settings(paper, cache, grid=grid))
    assert produced.problems == ()
    return {artifact.path: artifact for artifact in produced.artifacts}


def inside(data: bytes, margin: int) -> None:
    """Nothing is printed outside of the margin, on any page."""
    for index in range(len(pypdfium2.PdfDocument(data))):
        image = read.picture(data, index, 127).convert("L")
        white = image.point(lambda value: 255 if value > 250 else 0)
        box = ImageChops.invert(white).getbbox()
        assert box is not None
        edge = margin / 25400 * 127 - 1
        assert min(box[0], box[1], image.width - box[2], image.height - box[3]) >= edge


def text_off_marks(data: bytes, index: int, page: read.PageRead) -> None:
    """No letter beside the cards touches a mark, or stands on a card."""
    found = pypdfium2.PdfDocument(data)[index].get_textpage()
    blocks = [item.clip for item in page.placed]
    for at in range(found.count_chars()):
        left, bottom, right, top = (read.um(value) for value in found.get_charbox(at))
        x0, y0, x1, y1 = left, page.height - top, right, page.height - bottom
        if any(x <= x0 and y <= y0 and x1 <= x + w and y1 <= y + h for x, y, w, h in blocks):
            continue  # on a card
        for x, y, w, h in blocks:
            assert x1 <= x or x + w <= x0 or y1 <= y or y + h <= y0
        for a, b, c, d in page.lines:
            assert x1 < min(a, c) or max(a, c) < x0 or y1 < min(b, d) or max(b, d) < y0


@pytest.mark.full
@pytest.mark.parametrize(
    "paper", [pytest.param(name, marks=() if name in ("letter", "a4", "a5") else pytest.mark.soak) for name in ALL_PAPERS]
)
def test_sheets_of_every_size_stay_inside_the_margin_and_register(cache: read.MemoryCache, paper: str) -> None:
    sheet = paper_named(paper)
    files = printed(cache, many_sizes(), paper)
    assert sorted(files) == sorted(f"cards/all-{name}-{sheet.id}.pdf" for name in TRIMS)
    for name, trim in TRIMS.items():
        data = files[f"cards/all-{name}-{sheet.id}.pdf"].data
        pages = list(read.pages(data, BLEED_UM))
        grid = grid_for(sheet, trim)
        assert grid is not None
        assert len(pages) == 2 * -(-5 // grid.count)
        for index, page in enumerate(pages):
            assert (page.width, page.height) == (pytest.approx(sheet.width_um, abs=NEAR), pytest.approx(sheet.height_um, abs=NEAR))
            for left, top, width, height in (item.trim for item in page.placed):
                assert sorted((width, height)) == pytest.approx(sorted((trim.width_um, trim.height_um)), abs=NEAR)
                assert min(left, top, page.width - left - width, page.height - top - height) >= sheet.margin_um + BLEED_UM
            for x1, y1, x2, y2 in page.lines:
                assert max(abs(x2 - x1), abs(y2 - y1)) >= LEAST_MARK_UM - NEAR
            text_off_marks(data, index, page)
        for before, behind in zip(pages[::2], pages[1::2], strict=True):
            assert len(before.placed) == len(behind.placed) > 0
            for here, there in zip(before.placed, behind.placed, strict=True):
                x, y, w, h = here.trim
                assert there.trim == pytest.approx((before.width - x - w, y, w, h), abs=NEAR)
        inside(data, sheet.margin_um)


@pytest.mark.full
def test_a_margin_of_ones_own(cache: read.MemoryCache) -> None:
    wide = replace(sample.program(), printed=replace(sample.program().printed, theme=(("margin", "10 mm"),)))
    data = printed(cache, wide, "a4")["cards/confessor-a4.pdf"].data
    assert len(next(iter(read.pages(data, BLEED_UM))).placed) == 8
    inside(data, 10_000)


@pytest.mark.full
def test_a_grid_of_ones_own_and_one_that_does_not_fit(cache: read.MemoryCache) -> None:
    data = printed(cache, sample.program(), "a4", "2x2")["cards/confessor-a4.pdf"].data
    assert len(next(iter(read.pages(data, BLEED_UM))).placed) == 4
    refused = produce(sample.compilation(sample.program()), Settings("a4", cache, grid="4x4"))
    assert refused.artifacts == ()
    (problem,) = refused.problems
    assert (problem.code, problem.hint) == ("E850", "the largest grid that fits is 3 × 3")
    assert "4 × 4 cards of 63.5 × 88.9 mm do not fit on A4" in problem.message


@pytest.mark.full
def test_cards_whose_backs_differ_stand_apart_by_twice_the_bleed(cache: read.MemoryCache) -> None:
    """A sliver of the neighbour's back would tell which card it was."""
    by_slot = replace(sample.program(), printed=replace(sample.program().printed, theme=(("backs", "slot"),)))
    pages = list(read.pages(printed(cache, by_slot, "a4")["cards/confessor-a4.pdf"].data, BLEED_UM))
    assert len(pages[0].placed) == 8
    for page in pages:
        for one, other in every(page.placed, page.placed):
            (x, y, w, h), (x2, y2) = one.trim, other.trim[:2]
            if x + w <= x2 and abs(y - y2) < NEAR:
                assert x2 - x - w >= APART_UM - NEAR
            if y + h <= y2 and abs(x - x2) < NEAR:
                assert y2 - y - h >= APART_UM - NEAR
            # Each has its whole bleed.
            assert one.clip == pytest.approx((x - BLEED_UM, y - BLEED_UM, w + 2 * BLEED_UM, h + 2 * BLEED_UM), abs=NEAR)


@pytest.mark.full
@pytest.mark.parametrize("paper", ["letter", "a4", *(pytest.param(name, marks=pytest.mark.soak) for name in ("a3", "tabloid"))])
def test_frames_of_dice_sheets_stay_inside_the_margin(paper: str) -> None:
    from tests.press_dice_support import compiled

    produced = produce_dice(compiled("penance"), Settings(paper, read.MemoryCache()))
    sheets = [artifact for artifact in produced.artifacts if artifact.path.endswith(".pdf")]
    assert produced.problems == ()
    assert {artifact.path.rpartition("-")[2] for artifact in sheets} == {f"{paper}.pdf"}
    for artifact in sheets:
        inside(artifact.data, PAPERS[paper].margin_um)


@pytest.mark.full
def test_dice_sheets_and_the_reference_take_a4_where_the_paper_is_too_small() -> None:
    from tests.press_dice_support import compiled

    produced = produce_dice(compiled("penance"), Settings("a5", read.MemoryCache()))
    assert {artifact.path.rpartition("-")[2] for artifact in produced.artifacts if artifact.path.endswith(".pdf")} == {"a4.pdf"}


MINI = """
game: {id: m, name: M, version: "1.2.0", language: 1}
card_types: {event: {name: Event}}
slots: {arm: {name: SLOT}}
card_attributes: {artist: {name: Artist, type: text, shown: line}}
cards: {one: {type: event, slot: arm, artist: Bosch, text: Hello.}}
decks: {all: {name: All, cards: {one: 2}}}
theme: {card_size: mini}
"""


@pytest.mark.full
def test_the_last_line_of_a_small_card_takes_two_rows() -> None:
    made = produce(compile_texts({"game.yaml": MINI.replace("SLOT", "Arm")}), Settings("a4", NoCache()))
    assert [(problem.code, problem.message) for problem in made.problems] == []
    assert "Arm Artist Bosch" in text_of(made.artifacts[0].data)
    fonts, cells = font_set({}, ()), ("Arm", "Artist Bosch", "1/1", "×2", "1.2.0 eff1")
    assert cell_rows(fonts, cells, 28_000) == (("Arm", "Artist Bosch"), ("1/1", "×2", "1.2.0 eff1"))
    assert cell_rows(fonts, cells, 48_000) == (cells,)


def test_a_last_line_that_two_rows_do_not_hold_is_told_with_what_would_help() -> None:
    text = MINI.replace("SLOT", "The arm at the right of the machine of war")
    made = produce(compile_texts({"game.yaml": text}), Settings("a4", NoCache()))
    [problem] = made.problems
    assert (problem.code, made.artifacts) == ("E802", ())
    assert "the last line is" in problem.message
    assert problem.hint.endswith("or show less in it, or choose a larger size of cards")
