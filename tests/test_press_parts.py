"""The parts of the press one by one: markup, measuring, hatching, ornament, grids, layout."""

from __future__ import annotations

import io
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from penance_build.press.drawing.lengths import css_mm, css_pt, decimal, mm, mm2, pdf_points
from penance_build.press.drawing.pdf import pdf_content
from penance_build.press.drawing.shapes import Layer, Shape, circle_data, rect_data
from penance_build.press.drawing.svg import svg_in_hundredths
from penance_build.press.look.bodies import Inks
from penance_build.press.look.colors import mix
from penance_build.press.look.hatching import hatch
from penance_build.press.look.motifs import MOTIFS, motif_of
from penance_build.press.look.panel import panel_shapes
from penance_build.press.look.rose import Figure, lights, motifs_for
from penance_build.press.look.seed import draw, hash32
from penance_build.press.look.theme import HATCHINGS, mistakes, theme_from
from penance_build.press.text.families import COMMON, FAMILIES
from penance_build.press.text.fonts import font_set, load_family, missing_from
from penance_build.press.text.layout import layout
from penance_build.press.text.measure import paragraph_lines
from penance_build.press.text.rich_text import BadMarkup, Paragraph, groups, icons_in, parse
from penance_build.press.text.templates import composed, render
from penance_build.product import NoCache
from tests import press_pdf as read
from tests import press_sample as sample

INKS = Inks("#ffffff", "#000000", "#8c1f1a", "#a3211b", "#c08080")


def plain(paragraph: Paragraph) -> str:
    return " ".join("".join(piece.text for piece in word.pieces) for word in paragraph)


# ---------------------------------------------------------------- markup


def test_markup_is_numbers_and_icons() -> None:
    paragraph = parse("Deal *4* damage, +*2* from {icon:rear}.")
    assert [(piece.kind, piece.text) for word in paragraph for piece in word.pieces] == [
        ("text", "Deal"), ("number", "4"), ("text", "damage,"), ("number", "+2"), ("text", "from"),
        ("icon", "rear"), ("text", "."),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "together"),
    [
        ("2 {icon:gem}", "2gem"), ("*2* {icon:gem}", "2gem"), ("{icon:gem} 2", "gem2"), ("{icon:gem} *2*", "gem2"),
        ("Heat {icon:gem}", "Heatgem"), ("*2* hexes", "2hexes"),
    ],
)  # fmt: skip
def test_icon_and_number_stay_together(text: str, together: str) -> None:
    found = ["".join(piece.text for word in group for piece in word.pieces) for group in groups(parse(f"Gain or {text} or reconsider"))]
    assert any(together in group for group in found)
    assert len(found) > 1


def test_no_line_is_left_with_one_short_word() -> None:
    paragraph = parse("Deal two damage to an enemy adjacent to the target.")
    assert [word.keeps for word in paragraph] == [False] * 7 + [True, True, False]
    assert not parse("Look at the hand of an archimandrite")[-2].keeps


@pytest.mark.full
@given(st.text(alphabet="ab 12*{}:icon", max_size=30))
def test_markup_is_read_or_refused_and_loses_nothing(text: str) -> None:
    try:
        paragraph = parse(text)
    except BadMarkup:
        assert re.search(r"[*{}]", text)
        return
    assert "".join(plain(paragraph).split()) == "".join(text.replace("*", "").replace("{icon:", "").replace("}", "").split())


# ---------------------------------------------------------------- measuring and layout


def test_predicted_lines_are_those_of_the_layout() -> None:
    fonts = font_set({}, sample.icons())
    off = 0
    for row in sample.CARDS:
        paragraph = parse(" ".join(row[9]) + " And then whatever else may follow from it in the course of the same turn.")
        predicted, _ = paragraph_lines(fonts, paragraph, 40000, 900)
        text = plain(paragraph).replace("&", "&amp;")
        html = f'<!DOCTYPE html><html lang="en"><body><p id="p">{text}</p></body>'
        css = "p { font-size: 9pt; line-height: 10mm; width: 40mm; margin: 0 }"
        laid_out = layout(html, width_um=100000, height_um=200000, cache=NoCache(), fonts=fonts, css=css)
        _, top, _, bottom = laid_out.boxes["p"]
        # Here the spaces that do not break are plain ones and numbers are not bold: at most one card may differ.
        off += abs(round((bottom - top) / 10000) - predicted) if not icons_in(paragraph) else 0
    assert off <= 1


BREAKING = (
    "Das Rind~fleisch~eti~ket~tie~rungs~über~wa~chungs~auf~ga~ben~über~tra~gungs~ge~setz gilt.".replace("~", "\u00ad"),
    "Das Rechts-schutz-versicherungs-gesellschaften-und-noch-mehr-woerter gilt.",
    "Fire/Water/Earth/Air/Spirit/Metal/Wood/Light/Dark/Void cards only.",
    "Rindfleisch\u200betikettierungs\u200büberwachungs\u200baufgaben\u200bübertragungs\u200bgesetz gilt.",
    "One of them\u2014no more, no fewer\u2014or the well-known twenty-first of 1/2 and 3-4, x-3.",
    "Every word here stands alone and can be parted from the next.",
)


@pytest.mark.parametrize("family", sorted(FAMILIES))
def test_lines_break_where_those_of_the_layout_do(family: str) -> None:
    """In a column of 48 mm at 7.5 points, in every font; what has no break in it is too wide, and said to be."""
    fonts = font_set({"font_text": family}, ())
    for text in BREAKING:
        paragraph = parse(text)
        spaced = "".join(word + ("\u00a0" if one.keeps else " ") for word, one in zip(text.split(), paragraph, strict=True)).strip()
        html = f'<!DOCTYPE html><html lang="en"><body><p id="p">{spaced}</p></body>'
        css = "p { font-size: 7.5pt; line-height: 10mm; width: 48mm; margin: 0 }"
        laid_out = layout(html, width_um=100000, height_um=200000, cache=NoCache(), fonts=fonts, css=css)
        _, top, _, bottom = laid_out.boxes["p"]
        predicted, too_wide = paragraph_lines(fonts, paragraph, 48000, 750)
        assert (predicted, too_wide) == (round((bottom - top) / 10000), 0), (text, laid_out.warnings)
        assert predicted >= 2
        assert laid_out.warnings == ()
    assert paragraph_lines(fonts, parse("Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz"), 48000, 750)[1] > 0


def test_what_all_fonts_have_is_had_by_all() -> None:
    for family in FAMILIES:
        for face in load_family("text", family):
            assert missing_from(face, "".join(sorted(COMMON))) == (), face


@pytest.mark.parametrize(
    ("family", "text", "missing"),
    [
        ("marcellus", "Caf\u00e9 Cafe\u0301", ""),
        ("marcellus", "Straf\u00adver\u2060fol\u200bgung\ufe0e\u034f", ""),
        ("marcellus", "\u1e17", "\u1e17"),  # neither the letter nor its marks
        ("alegreya-sans", "Огненный", ""),
        ("cinzel", "Огонь 2", "Огноь"),
        ("spectral", "\u2694", "\u2694"),
    ],
)
def test_a_font_lacks_what_it_cannot_draw(family: str, text: str, missing: str) -> None:
    assert all(missing_from(face, text) == tuple(sorted(missing)) for face in load_family("text", family))


def test_letters_and_their_marks_are_printed_as_one() -> None:
    assert composed("Cafe\u0301") == "Caf\u00e9"
    assert [piece.text for word in parse("Cafe\u0301") for piece in word.pieces] == ["Caf\u00e9"]


def test_layout_fetches_nothing_and_uses_no_other_font() -> None:
    fonts = font_set({}, ())
    html = '<!DOCTYPE html><html lang="en"><body><img src="file:///etc/hostname"><p style="font-family:DejaVu Sans">\u2603 a</p></body>'
    laid_out = layout(html, width_um=50000, height_um=50000, cache=NoCache(), fonts=fonts)
    assert any("disallowed protocol" in line for line in laid_out.warnings)
    assert any("U+2603" in line for line in laid_out.warnings)
    assert {name.partition("+")[2] for name in read.fonts(laid_out.pdf)} <= {"text", "DejaVu-Sans", "display"}
    assert all(read.fonts(laid_out.pdf).values())


def test_layout_is_kept_under_everything_it_depends_on() -> None:
    cache = read.MemoryCache()
    fonts = font_set({}, ())
    html = '<!DOCTYPE html><html lang="en"><body><p id="one">Text</p></body>'
    first = layout(html, width_um=50000, height_um=50000, cache=cache, fonts=fonts)
    assert layout(html, width_um=50000, height_um=50000, cache=cache, fonts=fonts) == first
    assert len(cache.made) == 1
    layout(html, width_um=50000, height_um=50001, cache=cache, fonts=fonts)
    layout(html, width_um=50000, height_um=50000, cache=cache, fonts=fonts, css="p { color: red }")
    layout(html, width_um=50000, height_um=50000, cache=cache, fonts=font_set({"font_text": "spectral"}, ()))
    assert len(cache.made) == 4
    assert first.pages == 1
    assert first.boxes["one"][2] == 50000


def test_templates_escape_and_are_strict() -> None:
    from jinja2 import TemplateNotFound, UndefinedError

    with pytest.raises(UndefinedError):
        render("cards/sheet.html", lang="en")
    with pytest.raises(TemplateNotFound):
        render("../pyproject.toml")


# ---------------------------------------------------------------- ornament


def test_hash_is_ours() -> None:
    assert [hash32(text) for text in ("", "a", "faithful")] == [1947474976, 1817065451, 325797226]
    assert {draw("x", f"{index}", 7) for index in range(200)} == set(range(7))


def figure(row: int) -> Figure:
    card = sample.card(row)
    cost = dict(card.values).get("cost", -1)
    return Figure(card.id, card.type, cost, motifs_for(card.verbs, card.type, {}), row + 1, len(sample.CARDS))


def test_every_card_has_its_own_figure_and_always_the_same() -> None:
    drawn = [panel_shapes(figure(row), INKS, "vertical", 4780, 4490) for row in range(len(sample.CARDS))]
    assert len(set(drawn)) == len(sample.CARDS)
    without_pointer = [panel_shapes(Figure(f.seed, f.plan, f.cost, f.motifs), INKS, "plain", 4780, 4490) for f in map(figure, range(21))]
    assert len(set(without_pointer)) == len(sample.CARDS)
    assert drawn == [panel_shapes(figure(row), INKS, "vertical", 4780, 4490) for row in range(len(sample.CARDS))]


def test_dearer_cards_have_more_lights() -> None:
    assert [lights(cost) for cost in range(7)] == sorted({lights(cost) for cost in range(7)})


def test_a_verb_has_one_motif_and_the_theme_may_choose_it() -> None:
    assert motif_of("strike", {}) == motif_of("strike", {})
    assert motif_of("strike", {"motif_strike": "blade"}) == "blade"
    assert motif_of("strike", {"motif_strike": "nonsense"}) in MOTIFS


def test_panel_stays_on_its_plate() -> None:
    for row in range(len(sample.CARDS)):
        for shape in panel_shapes(figure(row), INKS, "bend", 4780, 4490):
            numbers = [int(value) for value in re.findall(r"-?\d+", shape.data)]
            assert min(numbers) >= 0
            assert max(numbers[::2]) <= 4780
            assert max(numbers[1::2]) <= 4490


@pytest.mark.parametrize("kind", HATCHINGS)
def test_hatching_fills_its_rectangle_and_is_symmetric(kind: str) -> None:
    width, height = 1201, 803
    shapes = hatch(kind, width, height, 60, "#000000", 10)
    assert (shapes == ()) == (kind == "plain")
    for shape in shapes:
        lines = [tuple(map(int, found)) for found in re.findall(r"M(-?\d+) (-?\d+)L(-?\d+) (-?\d+)", shape.data)]
        assert len(lines) > 8
        assert all(0 <= x <= width and 0 <= y <= height for x1, y1, x2, y2 in lines for x, y in ((x1, y1), (x2, y2)))
        if kind != "dots":
            turned = {tuple(sorted(((width - x1, height - y1), (width - x2, height - y2)))) for x1, y1, x2, y2 in lines}
            own = [tuple(sorted(((x1, y1), (x2, y2)))) for x1, y1, x2, y2 in lines]
            near = sum(
                any(all(abs(a - b) <= 2 for p, q in zip(one, other, strict=True) for a, b in zip(p, q, strict=True)) for other in turned)
                for one in own
            )
            assert near == len(own)


def test_each_tincture_differs_in_hatching() -> None:
    found = [tincture.hatch for tincture in theme_from(()).tinctures]
    assert len(set(found)) == len(found)


def test_theme_takes_what_it_understands_and_says_what_not() -> None:
    theme = theme_from((("ink", "#010203"), ("tincture_red", "red"), ("hatch_red", "dots"), ("tincture_rust", "#aa4400")))
    assert theme.ink == "#010203"
    assert (theme.tincture("red").hatch, theme.tincture("rust").color) == ("dots", "#aa4400")
    assert [mistake.key for mistake in mistakes(theme.values)] == ["tincture_red"]
    assert mix("#000000", "#ffffff", 50) == "#808080"


def test_pdf_and_svg_say_the_same() -> None:
    shapes = (
        Shape(rect_data(0, 0, 1000, 1000), fill="#ffffff"),
        Shape(circle_data(500, 500, 300), fill="#ff0000", stroke="#0000ff", width=40),
        Shape("M0 0L1000 1000", stroke="#00ff00", width=20, dash=(100, 50), round_caps=True, round_joins=True),
    )
    content = pdf_content([Layer(0, 0, shapes)], 10000).decode()
    assert content.count(" c ") >= 4
    assert "1 0 0 rg 0 0 1 RG 40 w" in content
    drawn = svg_in_hundredths(1000, 1000, shapes)
    assert drawn.count("<path") == 3
    assert 'width="10mm"' in drawn


# ---------------------------------------------------------------- paper


def test_lengths_as_text() -> None:
    assert [decimal(value, 3) for value in (0, 11500, 12000, -5, 100)] == ["0", "11.5", "12", "-0.005", "0.1"]
    assert [mm(value, 1) for value in (49, 50, 12_345, -12_350)] == ["0", "0.1", "12.3", "-12.4"]
    assert [mm2(value) for value in (0, 500, 12_344, 12_345)] == ["0.00", "0.50", "12.34", "12.35"]
    assert (css_mm(63_500), css_pt(1050)) == ("63.5mm", "10.5pt")


def test_micrometres_to_points() -> None:
    assert [pdf_points(value) for value in (0, 25400, -25400, 63500, 1)] == ["0", "72", "-72", "180", "0.0028"]


def test_icon_font_is_the_same_each_time_and_covers_every_icon() -> None:
    from fontTools.ttLib import TTFont

    one, two = font_set({}, sample.icons()), font_set({}, sample.icons())
    assert one.digest == two.digest
    font = TTFont(io.BytesIO(one.face("icons").data))
    assert len(font["cmap"].getBestCmap()) == len(sample.icons()) + 1
    assert all(code == 0x20 or code >= 0xF0000 for code in font["cmap"].getBestCmap())
