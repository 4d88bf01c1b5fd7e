"""Card sheets: what a cutter, a printer and a player would check, read back from the PDF."""

from __future__ import annotations

import hashlib
import io
import os
import subprocess
import sys
from pathlib import Path

import pikepdf
import pytest
from PIL import ImageChops

from penance_build.ir.nodes import Card
from penance_build.ir.record import replace
from penance_build.press.backs.chosen import CardBack
from penance_build.press.cards.back import back
from penance_build.press.cards.deck_position import DeckPosition
from penance_build.press.cards.faces import press_with
from penance_build.press.cards.front import front
from penance_build.press.cards.printed import revision
from penance_build.press.cards.product import produce
from penance_build.press.imposition.grids import APART_UM, LEAST_MARK_UM, MARK_UM, grid_for
from penance_build.press.imposition.impose import _placed
from penance_build.press.imposition.papers import PAPERS
from penance_build.press.imposition.sheets import sheets_for
from penance_build.press.imposition.trims import BLEED_UM, HAIR_UM, SAFE_UM, TRIMS
from penance_build.press.look.theme import theme_from
from penance_build.press.text.fonts import font_set
from penance_build.product import Produced, Settings
from tests import press_pdf as read
from tests import press_sample as sample
from tests.conftest import ROOT

NEAR = 10  # micrometres
TOTAL = sum(row[7] for row in sample.CARDS)


@pytest.fixture(scope="module")
def cache() -> read.MemoryCache:
    """One cache for all tests of this file, so that faces are laid out once."""
    return read.MemoryCache()


def build(cache: read.MemoryCache, paper: str = "a4", **changes: object) -> Produced:
    return produce(sample.compilation(sample.program(**changes)), Settings(paper, cache))  # type: ignore[arg-type]


def sheet(cache: read.MemoryCache, paper: str = "a4") -> bytes:
    produced = build(cache, paper)
    assert produced.problems == ()
    return produced.artifacts[0].data


@pytest.mark.full
@pytest.mark.parametrize(
    ("paper", "per_sheet", "size"),
    [("a4", 9, (210000, 297000)), pytest.param("letter", 8, (215900, 279400), marks=pytest.mark.full)],
)
def test_pages_and_sizes(cache: read.MemoryCache, paper: str, per_sheet: int, size: tuple[int, int]) -> None:
    found = list(read.pages(sheet(cache, paper), BLEED_UM))
    assert len(found) == 2 * -(-TOTAL // per_sheet)
    for page in found:
        assert (page.width, page.height) == (pytest.approx(size[0], abs=NEAR), pytest.approx(size[1], abs=NEAR))
    assert [len(page.placed) for page in found[::2]] == [per_sheet] * (TOTAL // per_sheet) + [TOTAL % per_sheet]


@pytest.mark.full
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_faces_are_placed_at_full_size_inside_the_page(cache: read.MemoryCache, paper: str) -> None:
    for page in read.pages(sheet(cache, paper), BLEED_UM):
        for placed in page.placed:
            assert sorted(abs(value) for value in placed.matrix[:4]) == [0, 0, 1, 1]
            left, top, width, height = placed.trim
            assert sorted((width, height)) == pytest.approx([63500, 88900], abs=NEAR)
            margin = PAPERS[paper].margin_um
            assert min(left, top) - BLEED_UM > margin
            assert left + width + BLEED_UM < page.width - margin
            assert top + height + BLEED_UM < page.height - margin


@pytest.mark.full
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_cards_overlap_by_a_hair_at_most_and_bleed_outside_only(cache: read.MemoryCache, paper: str) -> None:
    """Edges that only meet let white through in viewers: a hair of each face lies over its neighbour, which looks the same there."""
    near = HAIR_UM + NEAR
    for page in read.pages(sheet(cache, paper), BLEED_UM):
        for one in page.placed:
            left, top, width, height = one.clip
            for other in page.placed:
                if other is not one:
                    x, y, w, h = other.trim
                    apart = left + width <= x + near or x + w <= left + near or top + height <= y + near or y + h <= top + near
                    assert apart
            edge = min(item.trim[0] for item in page.placed)
            if abs(one.trim[0] - edge) < NEAR:
                assert left == pytest.approx(edge - BLEED_UM, abs=NEAR)


@pytest.mark.full
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_backs_register(cache: read.MemoryCache, paper: str) -> None:
    found = list(read.pages(sheet(cache, paper), BLEED_UM))
    for before, behind in zip(found[::2], found[1::2], strict=True):
        for here, there in zip(before.placed, behind.placed, strict=True):
            x, y, w, h = here.trim
            assert there.trim == pytest.approx((before.width - x - w, y, w, h), abs=NEAR)


@pytest.mark.parametrize("gap", [0, 2000, APART_UM])
def test_what_is_printed_of_neighbours_meets_by_a_hair(gap: int) -> None:
    """Between two faces of a sheet there is no place that only their edges share, where a viewer would show the paper."""
    grid = grid_for(PAPERS["a4"], TRIMS["poker"], gap)
    assert grid is not None
    front, _ = sheets_for(PAPERS["a4"], grid, tuple((str(number), "back") for number in range(grid.count)))
    one, other = front.placements[:2]
    reaches, begins = one.left + one.width + one.bleed[2], other.left - other.bleed[0]
    assert reaches - begins == HAIR_UM
    content = _placed(one, "/Face0", PAPERS["a4"])
    left, _, width, _ = map(float, content.split()[1:5])
    assert (left + width) * 25_400 / 72 == pytest.approx(reaches, abs=20)


def test_backs_turned_on_the_short_edge_change_rows() -> None:
    paper = PAPERS["a4"]
    grid = grid_for(paper, TRIMS["poker"])
    assert grid is not None
    front, behind = sheets_for(paper, grid, (("a", "z"), ("b", "z")), "short")
    for here, there in zip(front.placements, behind.placements, strict=True):
        assert (there.left, there.top) == (here.left, paper.height_um - here.top - here.height)


@pytest.mark.full
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_crop_marks_point_at_every_cut_and_stay_off_the_bleed(cache: read.MemoryCache, paper: str) -> None:
    for page in read.pages(sheet(cache, paper), BLEED_UM):
        xs = sorted({round(edge) for item in page.placed for edge in (item.trim[0], item.trim[0] + item.trim[2])})
        ys = sorted({round(edge) for item in page.placed for edge in (item.trim[1], item.trim[1] + item.trim[3])})
        upright = sorted(line[0] for line in page.lines if abs(line[0] - line[2]) < NEAR)
        lying = sorted(line[1] for line in page.lines if abs(line[1] - line[3]) < NEAR)
        assert set(map(round, upright)) <= {x + d for x in xs for d in (-1, 0, 1)}
        assert set(map(round, lying)) <= {y + d for y in ys for d in (-1, 0, 1)}
        assert len(page.lines) == len(upright) + len(lying)
        assert len(upright) >= 2 * 2
        for x1, y1, x2, y2 in page.lines:
            assert LEAST_MARK_UM - NEAR <= max(abs(x2 - x1), abs(y2 - y1)) <= MARK_UM + NEAR
            for left, top, width, height in (item.trim for item in page.placed):
                outside_x = max(x1, x2) <= left - BLEED_UM + NEAR or min(x1, x2) >= left + width + BLEED_UM - NEAR
                outside_y = max(y1, y2) <= top - BLEED_UM + NEAR or min(y1, y2) >= top + height + BLEED_UM - NEAR
                assert outside_x or outside_y


@pytest.mark.full
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_every_copy_of_every_card_is_there(cache: read.MemoryCache, paper: str) -> None:
    everything = "\n".join(read.texts(sheet(cache, paper))[::2])
    for _, name, *_, copies, _, _ in sample.CARDS:
        assert everything.count(name) == copies, name


@pytest.mark.full
def test_no_word_is_lost(cache: read.MemoryCache) -> None:
    everything = "".join("".join(read.texts(sheet(cache))[::2]).split())
    for row in sample.CARDS:
        for paragraph in row[9]:
            plain = paragraph.replace("*", "").replace("{icon:", "[").replace("}", "]")
            assert everything.count("".join(plain.split())) >= row[7], plain


@pytest.mark.full
def test_each_page_says_what_it_is(cache: read.MemoryCache) -> None:
    found = read.texts(sheet(cache))
    for index, text in enumerate(found):
        assert "Church Confessor" in text
        assert f"Sheet {index // 2 + 1} of 4 · {'backs' if index % 2 else 'fronts'}" in text
        assert "100 mm" in text
    stamps = {text.split("2.0 · ")[1][:12] for text in found}
    assert len(stamps) == 1
    edited = tuple(replace(card, text=("Other.",)) if card.id == "feint" else card for card in sample.program().cards)
    other = read.texts(build(cache, cards=edited).artifacts[0].data)[0]
    assert other.split("2.0 · ")[1][:12] not in stamps


@pytest.mark.full
def test_the_ruler_is_100_mm(cache: read.MemoryCache) -> None:
    image = read.picture(sheet(cache), 0, 300).convert("L")
    band = image.crop((0, round(image.height - 8 / 25.4 * 300), image.width, round(image.height - 6 / 25.4 * 300)))
    best = 0
    for y in range(band.height):
        run = 0
        for x in range(band.width):
            run = run + 1 if band.getpixel((x, y)) < 140 else 0  # type: ignore[operator]
            best = max(best, run)
    assert best * 25.4 / 300 == pytest.approx(100, abs=0.25)


@pytest.mark.full
def test_viewers_do_not_scale(cache: read.MemoryCache) -> None:
    with pikepdf.open(io.BytesIO(sheet(cache))) as pdf:
        assert pdf.Root.ViewerPreferences.PrintScaling == pikepdf.Name("/None")
        assert pdf.check_pdf_syntax() == []
        assert all("/Rotate" not in page and "/UserUnit" not in page for page in pdf.pages)
        assert str(pdf.docinfo["/Title"]) == "Church Confessor (Sample)"


@pytest.mark.full
def test_fonts_are_embedded_once_each(cache: read.MemoryCache) -> None:
    found = read.fonts(sheet(cache))
    assert sorted(name.partition("+")[2] for name in found) == ["display-Bold", "icons", "text", "text-Bold"]
    assert all(found.values())


@pytest.mark.full
def test_a_deck_stays_small(cache: read.MemoryCache) -> None:
    assert len(sheet(cache)) < 300_000


@pytest.mark.full
def test_same_bytes_again(cache: read.MemoryCache) -> None:
    assert sheet(cache) == sheet(cache)
    fresh = produce(sample.compilation(), Settings("a4", read.MemoryCache()))
    assert fresh.artifacts[0].data == sheet(cache)


@pytest.mark.full
def test_same_bytes_in_another_process_and_folder(cache: read.MemoryCache, tmp_path: Path) -> None:
    program = (
        "import hashlib\nfrom tests import press_sample as s\nfrom penance_build.press.cards.product import produce\n"
        "print(hashlib.sha256(produce(s.compilation(), s.settings()).artifacts[0].data).hexdigest())"
    )
    environment = {**os.environ, "PYTHONHASHSEED": "4711", "PYTHONPATH": str(ROOT), "LC_ALL": "C", "TZ": "Asia/Tokyo"}
    done = subprocess.run([sys.executable, "-c", program], cwd=tmp_path, env=environment, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == hashlib.sha256(sheet(cache)).hexdigest()


@pytest.mark.full
def test_an_edited_card_re_lays_one_face(cache: read.MemoryCache) -> None:
    sheet(cache)
    before = len(cache.made)
    edited = tuple(
        replace(card, text=("Your next attack this turn deals +*2* damage.",)) if card.id == "feint" else card
        for card in sample.program().cards
    )
    assert build(cache, cards=edited).problems == ()
    # its front, and the stamp of the sheets, which names the content
    assert len(cache.made) - before == 2


@pytest.mark.full
def test_nothing_changed_lays_out_nothing(cache: read.MemoryCache) -> None:
    sheet(cache)
    before = len(cache.made)
    sheet(cache)
    assert len(cache.made) == before


@pytest.mark.parametrize("tincture", ["red", "gold", "green", "blue", "purple", "silver", "black"])
def test_back_is_the_same_after_half_a_turn(cache: read.MemoryCache, tincture: str) -> None:
    program = sample.program()
    press = press_with(program, theme_from(()), font_set({}, program.printed.icons), TRIMS["poker"], cache)
    face = back(press, CardBack("", "Sample", tincture, "lattice", "sample church", "church", "church"))
    assert face.laid_out is not None
    image = read.picture(read.face_pdf(face.laid_out.pdf, face.art), 0, 254)
    difference = ImageChops.difference(image, image.rotate(180)).convert("L").point(lambda value: 255 if value > 96 else 0)
    assert difference.histogram()[255] / (image.width * image.height) < 0.004


@pytest.mark.full
def test_nothing_to_read_outside_the_safe_zone(cache: read.MemoryCache) -> None:
    """Between trim and safe zone a front shows paper alone."""
    data = sheet(cache)
    page = next(iter(read.pages(data, BLEED_UM)))
    image = read.picture(data, 0, 300).convert("L")
    inset = SAFE_UM / 25400 * 300 - 4
    for left, top, width, height in (item.trim for item in page.placed):
        x0, y0, x1, y1 = (value / 25400 * 300 for value in (left, top, left + width, top + height))
        for strip in ((x0, y0, x0 + inset, y1), (x1 - inset, y0, x1, y1), (x0, y0, x1, y0 + inset), (x0, y1 - inset, x1, y1)):
            assert image.crop(tuple(map(round, strip))).getextrema()[0] > 200  # type: ignore[arg-type]


@pytest.mark.full
def test_made_from_names_what_it_reads(cache: read.MemoryCache) -> None:
    made_from = build(cache).artifacts[0].made_from
    assert {"card thrust", "deck confessor", "faction church", "faction universal", "theme", "slot primary"} <= set(made_from)
    assert list(made_from) == sorted(made_from)


@pytest.mark.full
def test_backs_by_slot(cache: read.MemoryCache) -> None:
    data = build(cache, theme=(("backs", "slot"),)).artifacts[0].data
    names = {item.name for page in list(read.pages(data, BLEED_UM))[1::2] for item in page.placed}
    assert len(names) == len({row[3] for row in sample.CARDS})


@pytest.mark.parametrize(("version", "shown"), [("2.0 + a b", "2.0 + a b "), ("2.0 + " + "option value + " * 6 + "last one", "2.0+ ")])
def test_options_that_do_not_fit_behind_the_version_are_a_plus(cache: read.MemoryCache, version: str, shown: str) -> None:
    program = replace(sample.program(), version=version)
    card = program.cards[0]
    press = press_with(program, theme_from(()), font_set({}, program.printed.icons), TRIMS["poker"], cache)
    face = front(press, card, DeckPosition(1, 21, 1))
    assert face.overflows == ()
    assert face.laid_out is not None
    (text,) = read.texts(face.laid_out.pdf)
    assert f"{shown}{revision(program, card)}" in " ".join(text.split())


def test_the_digits_of_a_card_change_with_what_it_prints_alone() -> None:
    program = sample.program()
    card = program.cards[4]
    # The digits are those of named values: another kind of record, or a field that is not printed, leaves them as they are.
    assert revision(program, card) == "c4dd"
    unprinted = {"source": "page 9", "procedure": "other", "text_only": "why"}
    assert revision(program, replace(card, **unprinted)) == "c4dd"
    named = {"id": "other", "name": "Other", "type": "attack", "faction": "church", "slot": "tactic"}
    printed = {**named, "values": (), "text": (), "verbs": ()}
    assert {*unprinted, *printed, "words", "factions", "back"} == {*Card.__struct_fields__}
    changed = [replace(card, **{name: value}) for name, value in printed.items()]
    seen = [revision(program, card), *(revision(program, other) for other in changed), revision(replace(program, version="9"), card)]
    assert len(set(seen)) == len(seen)


def test_no_decks_no_sheets(cache: read.MemoryCache) -> None:
    assert produce(sample.compilation(replace(sample.program(), decks=())), Settings("a4", cache)) == Produced(())
