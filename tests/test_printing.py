"""How card sheets are printed: every setting read back from the PDF, in millimetres, and all of them together."""

from __future__ import annotations

import io
import math
from itertools import product as every
from pathlib import Path

import pikepdf
import pytest

from penance_build.api import compile_game, compile_texts
from penance_build.build.files import GameFiles
from penance_build.ir.nodes import ByValue, DeckDef, LayoutBox, Program
from penance_build.ir.record import replace
from penance_build.press.cards.product import produce
from penance_build.press.cards.spare import lines_in
from penance_build.press.imposition.grids import APART_UM, Wish, grid_for, no_room
from penance_build.press.imposition.papers import PAPERS
from penance_build.press.imposition.printers import matrix, sine_and_cosine
from penance_build.press.imposition.roomier import lets_fit, roomier
from penance_build.press.imposition.sheets import Placement, sheets_for
from penance_build.press.imposition.trims import BLEED_UM, HAIR_UM, TRIMS, Trim
from penance_build.product import NoCache, Printing, Produced, Selection, Settings
from tests import press_pdf as read
from tests import press_sample as sample
from tests.layout_support import CARDS, game, picture

NEAR = 10  # micrometres
PAPER = PAPERS["a4"]


@pytest.fixture(scope="module")
def cache() -> read.MemoryCache:
    """One cache for all tests of this file, so that faces are laid out once."""
    return read.MemoryCache()


def deck_of(count: int, copies: int = 1) -> Program:
    """A game whose deck has so many cards."""
    cards = tuple((row[0], copies) for row in sample.CARDS[:count])
    return replace(sample.program(), decks=(DeckDef("pack", "Pack", "church", cards, ""),))


def made(cache: read.MemoryCache, game: Program, printing: Printing, chosen: Selection | None = None, paper: str = "a4") -> Produced:
    settings = Settings(paper, cache, printing=printing, chosen=chosen or Selection())
    return produce(sample.compilation(game), settings)


def data_of(produced: Produced) -> bytes:
    assert produced.problems == ()
    (artifact,) = produced.artifacts
    return artifact.data


def pages_of(cache: read.MemoryCache, count: int, printing: Printing) -> list[read.PageRead]:
    return list(read.pages(data_of(made(cache, deck_of(count), printing)), BLEED_UM))


def middle(item: read.Placed) -> tuple[float, float]:
    x, y, width, height = item.trim
    return x + width / 2, y + height / 2


# ---------------------------------------------------------------- the order of pages


@pytest.mark.full
@pytest.mark.parametrize("count", [1, 8, 9, 10, 17, 18, 19])
def test_pages_come_in_the_order_asked_for(cache: read.MemoryCache, count: int) -> None:
    sheets = -(-count // 9)
    full = [min(9, count - 9 * at) for at in range(sheets)]
    for pages, cards in (("interleaved", [n for n in full for _ in (1, 2)]), ("backs_last", full * 2), ("fronts", full)):
        data = data_of(made(cache, deck_of(count), Printing(pages=pages)))
        found = list(read.pages(data, BLEED_UM))
        assert [len(page.placed) for page in found] == cards
        texts = read.texts(data)
        sides = ["fronts" if "fronts" in text else "backs" for text in texts]
        assert sides == {"interleaved": ["fronts", "backs"] * sheets, "backs_last": ["fronts"] * sheets + ["backs"] * sheets}.get(
            pages, ["fronts"] * sheets
        )
    folded = pages_of(cache, count, Printing(pages="fold"))
    assert [len(page.placed) for page in folded] == [2 * min(4, count - 4 * at) for at in range(-(-count // 4))]


def test_names_stand_in_the_order_of_the_deck(cache: read.MemoryCache) -> None:
    texts = read.texts(data_of(made(cache, deck_of(10), Printing(pages="backs_last"))))
    names = [row[1].upper() for row in sample.CARDS[:10]]
    shown = [text.upper() for text in texts]
    assert all(name in shown[0] for name in names[:9])
    assert names[9] in shown[1]
    assert not any(name in text for name in names for text in shown[2:])


@pytest.mark.full
def test_the_dialogue_of_the_printer_is_asked_for_the_right_sides(cache: read.MemoryCache) -> None:
    for printing, asked in (
        (Printing(), "/DuplexFlipLongEdge"),
        (Printing(flip="short"), "/DuplexFlipShortEdge"),
        (Printing(pages="backs_last"), "/Simplex"),
        (Printing(pages="fronts"), "/Simplex"),
        (Printing(pages="fold"), "/Simplex"),
    ):
        with pikepdf.open(io.BytesIO(data_of(made(cache, deck_of(2), printing)))) as pdf:
            assert str(pdf.Root.ViewerPreferences.Duplex) == asked


@pytest.mark.parametrize(
    ("printing", "says"),
    [
        (Printing(), "Two-sided, flipped on the long edge"),
        (Printing(flip="short"), "Two-sided, flipped on the short edge"),
        (Printing(pages="backs_last"), "Backs last, pile flipped on the long edge"),
        (Printing(pages="fronts"), "One-sided"),
        (Printing(pages="fold"), "Fold along the dashed line, glue, then cut"),
    ],
)
def test_sheets_say_how_they_are_printed(cache: read.MemoryCache, printing: Printing, says: str) -> None:
    assert all(says in text for text in read.texts(data_of(made(cache, deck_of(2), printing))))


# ---------------------------------------------------------------- backs register


@pytest.mark.parametrize("flip", ["long", "short"])
@pytest.mark.parametrize("count", [1, 8, 10])
def test_backs_register_over_both_edges(cache: read.MemoryCache, flip: str, count: int) -> None:
    found = pages_of(cache, count, Printing(flip=flip))
    for before, behind in zip(found[::2], found[1::2], strict=True):
        for here, there in zip(before.placed, behind.placed, strict=True):
            x, y = middle(here)
            mirrored = (before.width - x, y) if flip == "long" else (x, before.height - y)
            assert middle(there) == pytest.approx(mirrored, abs=NEAR)


@pytest.mark.full
@pytest.mark.parametrize(("flip", "at"), [("long", 0), ("short", 1), ("", 0)])
def test_backs_register_when_the_sheet_is_folded(cache: read.MemoryCache, flip: str, at: int) -> None:
    (page,) = pages_of(cache, 2, Printing(pages="fold", flip=flip))
    size = (page.width, page.height)
    fronts, backs = page.placed[:2], page.placed[2:]
    for here, there in zip(fronts, backs, strict=True):
        mirrored = list(middle(here))
        mirrored[at] = size[at] - mirrored[at]
        assert middle(there) == pytest.approx(mirrored, abs=NEAR)
        assert abs(middle(here)[at] - size[at] / 2) > here.trim[2 + at] / 2 + BLEED_UM - HAIR_UM  # its bleed stays on its side of the fold
    fold = [line for line in page.lines if line[at] == pytest.approx(size[at] / 2, abs=NEAR) and line[at] == line[at + 2]]
    assert len(fold) == 1


def test_a_folded_card_has_both_faces_upright() -> None:
    towards = {0: (0, -1), 90: (-1, 0), 180: (0, 1), 270: (1, 0)}
    for fold, trim in every(("long", "short"), (TRIMS["poker"], Trim("wide", 88900, 63500))):
        grid = grid_for(PAPER, trim, 0, None, Wish(folds=(fold,)))
        assert grid is not None
        (sheet,) = sheets_for(PAPER, grid, (("a", "z"),), pages="fold")
        here, there = sheet.placements
        x, y = towards[here.turn]
        assert towards[there.turn] == ((-x, y) if fold == "long" else (x, -y))


@pytest.mark.full
@pytest.mark.parametrize("flip", ["long", "short"])
def test_backs_are_moved_by_the_offset_of_the_printer(cache: read.MemoryCache, flip: str) -> None:
    across, down = 350, -1200
    usual = pages_of(cache, 10, Printing(flip=flip))
    shifted = pages_of(cache, 10, Printing(flip=flip, printer="office", offset=(across, down)))
    for index, (before, after) in enumerate(zip(usual, shifted, strict=True)):
        x, y = (across, down) if index % 2 else (0, 0)
        for here, there in zip(before.placed, after.placed, strict=True):
            assert middle(there) == pytest.approx((middle(here)[0] + x, middle(here)[1] + y), abs=NEAR)
        for line, moved in zip(before.lines, after.lines, strict=True):
            assert moved == pytest.approx((line[0] + x, line[1] + y, line[2] + x, line[3] + y), abs=NEAR)


def outer(data: bytes) -> list[tuple[float, ...]]:
    """The matrix through which each page is drawn; the identity where there is none."""
    found = []
    with pikepdf.open(io.BytesIO(data)) as pdf:
        for page in pdf.pages:
            second = pikepdf.parse_content_stream(page)[1]
            is_matrix = str(second.operator) == "cm"
            found.append(tuple(float(value) for value in second.operands) if is_matrix else (1.0, 0.0, 0.0, 1.0, 0.0, 0.0))
    return found


def test_pages_are_scaled_and_backs_turned_about_the_middle(cache: read.MemoryCache) -> None:
    printing = Printing(offset=(500, 250), twist=30, scale=(10_000, 10_040))
    data = data_of(made(cache, deck_of(2), printing))
    width, height = (side * 72 / 25400 for side in (PAPER.width_um, PAPER.height_um))
    for index, (a, b, c, d, e, f) in enumerate(outer(data)):
        x, y = a * width / 2 + c * height / 2 + e, b * width / 2 + d * height / 2 + f
        shift = (500, -250) if index % 2 else (0, 0)  # PDF counts upwards
        assert read.um(x - width / 2) == pytest.approx(shift[0], abs=NEAR)
        assert read.um(y - height / 2) == pytest.approx(shift[1], abs=NEAR)
        assert math.hypot(a, b) == pytest.approx(1, abs=1e-6)
        assert math.hypot(c, d) == pytest.approx(1.004, abs=1e-6)
        assert math.degrees(math.atan2(b, a)) == pytest.approx(-0.3 if index % 2 else 0, abs=1e-5)  # with the clock


def test_sines_are_whole_numbers_and_right() -> None:
    for angle in range(-200, 201, 7):
        sine, cosine = sine_and_cosine(angle)
        assert sine == pytest.approx(math.sin(math.radians(angle / 100)) * 1e12, abs=300)
        assert cosine == pytest.approx(math.cos(math.radians(angle / 100)) * 1e12, abs=300)
    assert matrix(PAPER, (0, 0), 0, (10_000, 10_000)) == "1 0 0 1 0 0"


# ---------------------------------------------------------------- gaps, turns, marks


@pytest.mark.full
def test_cards_stand_as_far_apart_as_is_said(cache: read.MemoryCache) -> None:
    for gap in (0, 1001, 4000, APART_UM, 9000):
        for page in pages_of(cache, 4, Printing(gap=gap, turn="upright")):
            xs = sorted({round(item.trim[0]) for item in page.placed})
            assert xs[1] - xs[0] == pytest.approx(TRIMS["poker"].width_um + gap, abs=2)
            left = min(page.placed, key=lambda item: (item.trim[1], item.trim[0]))
            assert left.clip[0] == pytest.approx(left.trim[0] - BLEED_UM, abs=2)
            bleed = left.clip[0] + left.clip[2] - left.trim[0] - left.trim[2]
            assert bleed == pytest.approx(min(BLEED_UM, (gap + HAIR_UM) // 2), abs=2)


@pytest.mark.full
def test_cards_lie_as_is_said(cache: read.MemoryCache) -> None:
    for turn, is_wide in (("upright", False), ("lying", True)):
        for page in pages_of(cache, 3, Printing(turn=turn)):
            assert {item.trim[2] > item.trim[3] for item in page.placed} == {is_wide}


def test_what_does_not_fit_says_what_does() -> None:
    wide = Trim("wide", 150_000, 200_000)
    assert grid_for(PAPER, wide, 0, None, Wish("lying")) is None
    assert no_room(PAPER, wide, 0, None, Wish("lying")) == (
        "a card of 150 × 200 mm does not fit lying on A4",
        "it does with `turn: upright`",
    )
    says, cure = no_room(PAPER, TRIMS["poker"], 0, (3, 3), Wish(folds=("long", "short")))
    assert says == "3 × 3 cards of 63.5 × 88.9 mm do not fit on A4 beside a fold"
    assert cure == "the largest grid that fits is 1 × 4, with the cards lying"
    says, cure = no_room(PAPER, wide, 0, None, Wish(folds=("long", "short")))
    assert says == "a card of 150 × 200 mm does not fit on A4 beside a fold"
    across, down = (float(part) for part in cure.removeprefix("the largest that fits there is ").partition(" mm")[0].split(" × "))
    largest = Trim("largest", round(across * 1000) - 50, round(down * 1000) - 50)  # said to a tenth
    assert grid_for(PAPER, largest, 0, None, Wish(folds=("short",))) is not None


@pytest.mark.parametrize(
    ("size", "gap", "wanted", "words", "count"),
    [
        ((60_000, 95_000), 6000, (2, 3), "`gap: 5.5 mm` and `marks: off`", 6),
        ((60_000, 95_000), 6000, None, "`gap: 5.5 mm` or `marks: off`", 6),
        ((60_000, 95_000), 6000, (3, 2), "`gap: 5.5 mm` or `marks: off`", 6),
        ((63_500, 88_900), 0, None, "", 0),
        ((63_500, 88_900), 0, (4, 4), "", 0),
    ],
)
def test_what_lets_more_cards_fit(size: tuple[int, int], gap: int, wanted: tuple[int, int] | None, words: str, count: int) -> None:
    found = roomier(PAPER, Trim("own", *size), gap, wanted, Wish())
    assert (found.words, found.grid.count) == (words, count) if found else not words


def test_a_grid_that_does_not_fit_says_with_what_as_many_do() -> None:
    own = Trim("own", 60_000, 95_000)
    six = "with `gap: 5.5 mm` or `marks: off` 3 × 2 fit"
    assert [lets_fit(PAPER, own, 6000, wanted, Wish()) for wanted in ((3, 2), (2, 3), (9, 9))] == [six, six, ""]


@pytest.mark.full
def test_a_deck_that_would_take_many_fewer_sheets_is_told(cache: read.MemoryCache) -> None:
    text = game("title: {at: [5, 5, 50, 8], show: name}", extra='ground: "#802020"', theme="theme: {card_size: 60 x 95 mm}")["game.yaml"]

    def told(copies: int, printing: Printing) -> list[tuple[str, str, str]]:
        compilation = compile_texts({"game.yaml": text.replace("coral_10: 2", f"coral_10: {copies}")})
        assert compilation.program is not None, compilation.problems
        produced = produce(compilation, Settings("a4", cache, printing=printing))
        assert produced.artifacts
        return [(problem.code, problem.message, problem.hint) for problem in produced.problems]

    [(code, message, hint)] = told(20, Printing())
    assert code == "H854"
    assert message == "deck “All”: 4 cards of 60 × 95 mm stand on a sheet of A4, 6 sheets in all"
    assert hint == "with `gap: 5.5 mm` or `marks: off` 3 × 2 fit, 4 sheets in all"
    assert told(20, Printing(gap=5500)) == told(20, Printing(marks="off")) == told(20, Printing(gap=6000)) == []
    assert told(2, Printing()) == []  # one sheet either way


def test_without_marks_there_are_none_and_more_cards_may_fit(cache: read.MemoryCache) -> None:
    assert [page.lines for page in pages_of(cache, 3, Printing(marks="off"))] == [[], []]
    tall = Trim("tall", 63_500, 93_000)
    usual, without = (grid_for(PAPER, tall, 0, None, Wish(has_marks=has_marks)) for has_marks in (True, False))
    assert usual is not None and without is not None
    assert without.count >= usual.count
    assert without.marks == (0, 0)


@pytest.mark.full
def test_lines_go_through_fronts_and_through_no_back(cache: read.MemoryCache) -> None:
    usual, lined = pages_of(cache, 4, Printing()), pages_of(cache, 4, Printing(marks="lines"))
    assert lined[1].lines == usual[1].lines
    front = lined[0]
    through = [line for line in front.lines if line not in usual[0].lines]
    edges = {round(item.trim[at] + part * item.trim[at + 2]) for item in front.placed for at in (0, 1) for part in (0, 1)}
    assert len(through) == 4 + 3  # a row of three and one below
    assert all(round(line[0]) in edges or round(line[1]) in edges for line in through)
    (page,) = pages_of(cache, 2, Printing(pages="fold", marks="lines", flip="long"))
    for line in page.lines:
        if abs(line[0] - line[2]) > 20_000:  # one across ends before the backs
            assert max(line[0], line[2]) <= page.width / 2 + HAIR_UM


@pytest.mark.full
def test_cards_that_abut_though_they_differ_at_their_edges_are_told() -> None:
    cards = (replace(sample.card(0), back="brace"), sample.card(1), sample.card(2))
    game = replace(sample.program(cards=cards), decks=(DeckDef("pack", "Pack", "church", tuple((card.id, 1) for card in cards), ""),))
    assert made(read.MemoryCache(), game, Printing()).problems == ()
    produced = made(read.MemoryCache(), game, Printing(gap=0))
    assert [problem.code for problem in produced.problems] == ["W853"]
    assert "`gap`" in produced.problems[0].hint
    assert len(produced.artifacts) == 1


# ---------------------------------------------------------------- ink, watermark, spare cards


def darkness(data: bytes, page: int) -> float:
    image = read.picture(data, page, 250).convert("L")
    return sum((255 - value) * count for value, count in enumerate(image.histogram())) / (image.width * image.height)


@pytest.mark.full
def test_little_ink_is_little_and_prints_the_same_text(cache: read.MemoryCache) -> None:
    full, low = (data_of(made(cache, deck_of(9), Printing(ink=ink))) for ink in ("full", "low"))
    assert darkness(low, 0) < darkness(full, 0) / 2
    assert darkness(low, 1) < darkness(full, 1) / 2
    digits = str.maketrans("", "", "0123456789abcdef")  # of the stamp
    assert read.texts(low)[0].translate(digits) == read.texts(full)[0].translate(digits)


@pytest.mark.full
@pytest.mark.parametrize("ground", ['"#802020"', "a.png"])
def test_little_ink_of_a_layout_has_no_grounds_and_dark_letters(tmp_path: Path, ground: str) -> None:
    boxes = """
        plate: {at: [8, 8, 47.5, 20], shape: rectangle, fill: "#102030"}
        title: {at: [10, 10, 40, 10], say: "{name}", colour: "#ffffff", size: 12}
    """
    (tmp_path / "a.png").write_bytes(picture(900, 1260))
    (tmp_path / "game.yaml").write_text(game(boxes, extra=f"ground: {ground}")["game.yaml"], encoding="utf-8")
    compilation = compile_game(tmp_path)
    full, low = (
        produce(compilation, Settings("a4", NoCache(), GameFiles(tmp_path), printing=Printing(ink=ink))).artifacts[0].data
        for ink in ("full", "low")
    )
    assert darkness(low, 0) < darkness(full, 0) / 3
    assert "The Tide" in read.texts(low)[0]
    assert sum(read.picture(low, 0, 250).convert("L").histogram()[:60]) > 1000  # letters that were white


@pytest.mark.full
@pytest.mark.parametrize("colour", ["paper", "'#ffffff'", "'#fdfdfd'", "'#c0c0c0'"])
def test_little_ink_keeps_light_lines_of_a_dark_ground(tmp_path: Path, colour: str) -> None:
    """As it keeps letters: the ground is white now, and a ring or a line in paper would be lost on it."""
    shapes = {"ring": "at: [10, 20, 40, 40], shape: ellipse", "line": "at: [10, 70, 40, 0], shape: line", "none": ""}
    seen = {}
    for name, shape in shapes.items():
        boxes = f"title: {{at: [8, 5, 47, 10], show: name}}\n{name}: {{{shape}, stroke: {colour}, line: 1}}".partition("none:")[0]
        (tmp_path / "game.yaml").write_text(game(boxes, extra='ground: "#123456"')["game.yaml"], encoding="utf-8")
        made = produce(compile_game(tmp_path), Settings("a4", NoCache(), GameFiles(tmp_path), printing=Printing(ink="low")))
        seen[name] = sum(read.picture(made.artifacts[0].data, 0, 250).convert("L").histogram()[:150])
    assert seen["ring"] > seen["line"] > seen["none"] + 300


def test_a_watermark_is_on_each_front_and_pale(cache: read.MemoryCache) -> None:
    usual, marked = (data_of(made(cache, deck_of(3), Printing(watermark=text))) for text in ("", "PROOF"))
    assert [text.count("PROOF") for text in read.texts(marked)] == [3, 0]
    assert darkness(usual, 0) < darkness(marked, 0) < darkness(usual, 0) + 6
    with pikepdf.open(io.BytesIO(marked)) as pdf:
        states = pdf.pages[0].resources.XObject["/Watermark"].Resources.ExtGState
        assert {float(state.ca) for _, state in states.items() if "/ca" in state} == {0.13}


def test_a_watermark_that_cannot_be_printed_is_told(cache: read.MemoryCache) -> None:
    produced = made(cache, deck_of(3), Printing(watermark="W" * 40, ink="low"))
    assert [(problem.code, problem.hint) for problem in produced.problems] == [("E850", "shorten it")]
    produced = made(cache, deck_of(3), Printing(watermark="試作"))
    assert [problem.code for problem in produced.problems] == ["E803"]
    assert "watermark" in produced.problems[0].message


def test_spare_cards_have_a_frame_a_back_and_no_text(cache: read.MemoryCache) -> None:
    usual, with_spares = (data_of(made(cache, deck_of(2), Printing(blanks=blanks))) for blanks in (0, 3))
    front, behind = read.pages(with_spares, BLEED_UM)
    assert (len(front.placed), len(behind.placed)) == (5, 5)
    assert len({item.name for item in front.placed[2:]}) == 1
    assert len({item.name for item in behind.placed}) == 1
    digits = str.maketrans("", "", "0123456789abcdef")
    assert read.texts(with_spares)[0].translate(digits) == read.texts(usual)[0].translate(digits)
    assert darkness(with_spares, 0) > darkness(usual, 0)


TWO_LAYOUTS = """
layouts:
  numbered:
    for: number
    boxes:
      title: {at: [5, 5, 50, 8], show: name, colour: "#802020"}
  eventful:
    for: event
    boxes:
      title: {at: [5, 5, 50, 8], say: "{name} ({deck})"}
      rules: {at: [8, 40, 40, 20], show: text}
      side: {at: [56, 5, 3, 60], show: version, rotate: 90}
"""


def lines_of(data: bytes, name: str) -> list[tuple[float, ...]]:
    """The lines that a face strokes, each alone: from where to where, in hundredths of a millimetre from its corner with its bleed."""
    found = []
    with pikepdf.open(io.BytesIO(data)) as pdf:
        form = pdf.pages[0].resources.XObject[name]
        height, path, matrix = float(form.BBox[3]), [], [1.0, 0.0, 0.0, 1.0, 0.0, 0.0]
        for operands, operator in pikepdf.parse_content_stream(form):
            if str(operator) == "cm":
                matrix = [float(value) for value in operands]
            elif str(operator) in ("m", "l"):
                x, y = (float(value) for value in operands)
                path += [x * matrix[0] + matrix[4], height - (y * matrix[3] + matrix[5])]
            elif str(operator) in ("f", "B", "S"):
                if str(operator) == "S":
                    found.append(tuple(round(value * 2540 / 72) for value in path))
                path = []
    return found


def test_spare_cards_of_layouts_have_lines_for_name_and_text_and_take_turns(cache: read.MemoryCache) -> None:
    text = game("", cards="")["game.yaml"].partition("layouts:")[0] + CARDS + TWO_LAYOUTS
    compilation = compile_texts({"game.yaml": text})
    assert compilation.program is not None, compilation.problems
    settings = Settings("a4", cache, printing=Printing(blanks=3, gap=6000))
    [artifact] = produce(compilation, settings).artifacts
    front, _ = read.pages(artifact.data, BLEED_UM)
    shown = [item.name for item in front.placed]
    assert len(shown) == 7 and shown[4] == shown[6] != shown[5]  # three cards have the first layout, one has the other
    name = (800, 1525, 5800, 1525)  # below the middle of a box 8 mm high, half as far as two lines stand apart
    assert lines_of(artifact.data, shown[4]) == [name]
    texts = [(1100, 4300 + down, 5100, 4300 + down) for down in (650, 1300)]  # a box 20 mm high; a third would lie on its edge
    assert lines_of(artifact.data, shown[5]) == [name, *texts]


def test_a_name_that_stands_upright_has_its_line_along_it() -> None:
    box = LayoutBox(
        "side", "text", 50_000, 5_000, 8_000, 60_000, ByValue("", (), "{name}"), (), 900, 900, "", (), (("rotate", 90),), (), (), ()
    )
    [line] = lines_in(box, True)
    assert (line.left, line.top, line.width, line.height) == (50_000 + 8_000 - 7_250, 5_000, 0, 60_000)
    [line] = lines_in(replace(box, numbers=(("rotate", 270),)), True)
    assert (line.left, line.top, line.width, line.height) == (50_000 + 7_250, 5_000, 0, 60_000)


@pytest.mark.full
def test_settings_of_sheets_lay_out_no_face_anew() -> None:
    cache = read.MemoryCache()
    made(cache, deck_of(9), Printing())
    before = len(cache.made)
    for printing in (Printing(marks="off"), Printing(flip="short", gap=4000), Printing(pages="fold"), Printing(offset=(100, 0))):
        data_of(made(cache, deck_of(9), printing))
        assert len(cache.made) - before <= 3  # what stands beside the cards
        before = len(cache.made)


# ---------------------------------------------------------------- which cards


@pytest.mark.full
def test_some_cards_alone_have_the_faces_of_the_whole(cache: read.MemoryCache) -> None:
    game = deck_of(9, copies=2)

    def forms(data: bytes) -> dict[str, bytes]:
        with pikepdf.open(io.BytesIO(data)) as pdf:
            found: dict[str, bytes] = {}
            for page in pdf.pages:
                for name, form in page.resources.XObject.items():
                    if name.startswith("/Face"):
                        found[str(len(found))] = form.read_bytes()
            return found

    whole = set(forms(data_of(made(cache, game, Printing()))).values())
    one = data_of(made(cache, game, Printing(), Selection(cards=("vent",))))
    assert set(forms(one).values()) < whole
    assert [len(page.placed) for page in read.pages(one, BLEED_UM)] == [2, 2]


def test_decks_cards_and_copies() -> None:
    chosen = Selection(decks=("a",), cards=("x", "y"))
    assert [chosen.count(*item) for item in (("a", "x", 3), ("a", "z", 3), ("b", "x", 3))] == [3, 0, 0]
    assert [Selection(copies=1).count("a", "x", copies) for copies in (3, 0)] == [1, 0]
    changed = Selection(changed=(("x", (("a", 2),)), ("y", (("b", 9),))))
    assert [changed.count(*item) for item in (("a", "x", 3), ("a", "y", 3), ("b", "y", 3), ("b", "z", 1))] == [2, 0, 3, 0]
    assert [changed.has(name) for name in ("x", "z")] == [True, False]
    assert not changed.is_all
    assert Selection().is_all


def test_copies_are_those_asked_for(cache: read.MemoryCache) -> None:
    data = data_of(made(cache, deck_of(2, copies=3), Printing(blanks=2), Selection(copies=1)))
    assert len(next(iter(read.pages(data, BLEED_UM))).placed) == 4  # spare cards with them, for the deck is whole
    data = data_of(made(cache, deck_of(2, copies=3), Printing(blanks=2), Selection(cards=("brace",), copies=4)))
    assert len(next(iter(read.pages(data, BLEED_UM))).placed) == 4
    assert made(cache, deck_of(2), Printing(), Selection(changed=())).artifacts == ()


def test_kept_sheets_of_a_whole_deck_are_not_those_of_all_its_cards() -> None:
    """Spare cards come with a deck, and not with cards that are named, be they all of it."""
    cache, game = read.MemoryCache(), deck_of(2)
    names = tuple(row[0] for row in sample.CARDS[:2])
    for chosen, count in ((Selection(), 4), (Selection(cards=names), 2), (Selection(), 4)):
        settings = Settings("a4", cache, printing=Printing(blanks=2), chosen=chosen, made_by="this program")
        (artifact,) = produce(sample.compilation(game), settings).artifacts
        assert len(next(iter(read.pages(artifact.data, BLEED_UM))).placed) == count


# ---------------------------------------------------------------- all together


def clip_of(item: Placement) -> tuple[int, int, int, int]:
    left, top, right, below = item.bleed
    return item.left - left, item.top - top, item.left + item.width + right, item.top + item.height + below


@pytest.mark.full
@pytest.mark.parametrize("pages", ["interleaved", "backs_last", "fronts", "fold"])
@pytest.mark.parametrize("paper", ["a4", "letter", "a3"])
def test_no_two_cards_and_no_mark_meet_in_any_combination(paper: str, pages: str) -> None:
    sheet_paper, seen = PAPERS[paper], 0
    for flip, turn, gap, marks, trim, count in every(
        ("long", "short"), ("auto", "upright", "lying"), (0, 2500, 6000), ("on", "off", "lines"), ("poker", "tarot", "mini"), (1, 5, 19)
    ):
        wish = Wish(turn, (flip,) if pages == "fold" else ("",), marks != "off")
        grid = grid_for(sheet_paper, TRIMS[trim], gap, None, wish)
        if grid is None:
            assert pages == "fold" or turn != "auto"
            continue
        sheets = sheets_for(sheet_paper, grid, tuple((f"f{at}", f"b{at}") for at in range(count)), flip, pages, marks)
        shown = [item.face for sheet in sheets for item in sheet.placements]
        assert sorted(shown) == sorted(f"{side}{at}" for at in range(count) for side in ("f" if pages == "fronts" else "fb"))
        for sheet in sheets:
            clips = [clip_of(item) for item in sheet.placements]
            for at, (x0, y0, x1, y1) in enumerate(clips):
                assert min(x0, y0, sheet_paper.width_um - x1, sheet_paper.height_um - y1) >= sheet_paper.margin_um
                for a0, b0, a1, b1 in clips[at + 1 :]:
                    # Bleed may cover the corner where a card is missing.
                    assert min(min(x1, a1) - max(x0, a0), min(y1, b1) - max(y0, b0)) <= HAIR_UM or gap < 2 * BLEED_UM
                for other in sheet.placements[at + 1 :]:  # no card is covered by more than half a hair
                    across = min(x1, other.left + other.width) - max(x0, other.left)
                    down = min(y1, other.top + other.height) - max(y0, other.top)
                    assert min(across, down) <= HAIR_UM // 2
            for line in sheet.marks:
                ends = ((line.x1, line.y1), (line.x2, line.y2))
                assert all(min(x, sheet_paper.width_um - x) >= sheet_paper.margin_um for x, _ in ends)
                assert all(min(y, sheet_paper.height_um - y) >= sheet_paper.margin_um for _, y in ends)
                for item in sheet.placements:
                    inside = all(item.left < x < item.left + item.width and item.top < y < item.top + item.height for x, y in ends)
                    assert not inside
                    crosses = (
                        max(line.x1, line.x2) > item.left
                        and min(line.x1, line.x2) < item.left + item.width
                        and max(line.y1, line.y2) > item.top
                        and min(line.y1, line.y2) < item.top + item.height
                    )
                    assert not crosses or (marks == "lines" and item.is_front)
            seen += 1
    assert seen > 100


@pytest.mark.full
def test_every_combination_is_printed_and_the_same_again(cache: read.MemoryCache) -> None:
    game, seen = deck_of(3), 0
    for at, (pages, flip, turn, gap, marks, ink) in enumerate(
        every(
            ("interleaved", "backs_last", "fronts", "fold"),
            ("", "short"),
            ("auto", "lying"),
            (None, 4000),
            ("on", "off", "lines"),
            ("full", "low"),
        )
    ):
        watermark, blanks, offset = ("", "PROOF")[at % 2], at % 3, ((0, 0), (120, -50))[at // 2 % 2]
        printing = Printing(pages, flip, turn, gap, marks, ink, watermark, blanks, "home", offset)
        data = data_of(made(cache, game, printing))
        found = list(read.pages(data, BLEED_UM))
        assert sum(len(page.placed) for page in found) == (3 + blanks) * (1 if pages == "fronts" else 2)
        if at % 16 == 0:
            assert data == data_of(made(cache, game, printing))
        seen += 1
    assert seen == 4 * 2 * 2 * 2 * 3 * 2
