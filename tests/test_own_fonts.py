"""Fonts of a game's own: files in TrueType and OpenType, variable ones, bold and italic beside them, and one for other letters."""

from __future__ import annotations

import io
from importlib import resources
from pathlib import Path

import pytest
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.t2CharStringPen import T2CharStringPen
from fontTools.ttLib import TTFont

from penance_build.api import compile_game
from penance_build.build.files import GameFiles
from penance_build.press.cards.product import produce
from penance_build.press.text.fonts import FontMissing, FontSet, font_set
from penance_build.press.text.shaping import shaped
from penance_build.product import NoCache, Settings
from tests import press_pdf as read
from tests.layout_support import cards_of, game, said


def packaged(package: str, file: str) -> bytes:
    return resources.files(package).joinpath("files", file).read_bytes()


def opentype(chars: str) -> bytes:
    """A font with PostScript outlines: each character is a box, with a hole in it."""
    order = [".notdef", *(f"c{ord(char):04X}" for char in chars)]
    builder = FontBuilder(1000, isTTF=False)
    builder.setupGlyphOrder(order)
    builder.setupCharacterMap({ord(char): f"c{ord(char):04X}" for char in chars})
    drawn = {}
    for name in order:
        pen = T2CharStringPen(600, None)
        for corners in (((50, 0), (550, 0), (550, 700), (50, 700)), ((150, 100), (150, 600), (450, 600), (450, 100))):
            pen.moveTo(corners[0])
            for corner in corners[1:]:
                pen.lineTo(corner)
            pen.closePath()
        drawn[name] = pen.getCharString()
    builder.setupCFF("Boxes", {"FullName": "Boxes"}, drawn, {})
    builder.setupHorizontalMetrics(dict.fromkeys(order, (600, 50)))
    builder.setupHorizontalHeader(ascent=800, descent=-200)
    builder.setupNameTable({"familyName": "Boxes", "styleName": "Regular", "psName": "Boxes"})
    builder.setupOS2(sTypoAscender=800, sTypoDescender=-200, usWinAscent=800, usWinDescent=200)
    builder.setupPost()
    out = io.BytesIO()
    builder.save(out)
    return out.getvalue()


def fonts_of(tmp_path: Path, theme: dict[str, str], files: dict[str, bytes]) -> FontSet:
    for name, data in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(data)
    return font_set(theme, (), NoCache(), GameFiles(tmp_path))


SPECTRAL = {name: packaged("fontpkg_spectral", f"Spectral-{name}.ttf") for name in ("Regular", "Bold", "Italic")}
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz 0123456789.,·/"


def test_a_file_with_its_bold_and_italic_beside_it(tmp_path: Path) -> None:
    fonts = fonts_of(tmp_path, {"font_text": "fonts/My-Regular.ttf"}, {f"fonts/My-{name}.ttf": data for name, data in SPECTRAL.items()})
    mine = [(file.weight, file.style, file.data == SPECTRAL[name]) for file, name in zip(fonts.files[-3:], SPECTRAL, strict=True)]
    assert mine == [(400, "normal", True), (700, "normal", True), (400, "italic", True)]


def test_a_file_alone_plays_every_part(tmp_path: Path) -> None:
    fonts = fonts_of(tmp_path, {"font_text": "My.ttf"}, {"My.ttf": SPECTRAL["Regular"]})
    assert fonts.face("text", 700).data == fonts.face("text", 400, "italic").data == SPECTRAL["Regular"]


def test_a_variable_font_is_pinned_to_its_weights(tmp_path: Path) -> None:
    data = packaged("fontpkg_cinzel", "Cinzel[wght].ttf")
    fonts = fonts_of(tmp_path, {"font_display": "Cinzel.ttf"}, {"Cinzel.ttf": data})
    plain, bold = fonts.face("display", 400), fonts.face("display", 700)
    assert "fvar" not in TTFont(io.BytesIO(plain.data))
    assert shaped(bold, "MM").width > shaped(plain, "MM").width


def test_opentype_outlines_are_drawn_anew(tmp_path: Path) -> None:
    fonts = fonts_of(tmp_path, {"font_text": "Boxes.otf"}, {"Boxes.otf": opentype(LETTERS)})
    font = TTFont(io.BytesIO(fonts.face("text").data))
    assert "glyf" in font and "CFF " not in font
    assert (shaped(fonts.face("text"), "AB").width, shaped(fonts.face("text"), "A").above) == (1200, 700)
    assert fonts_of(tmp_path, {"font_text": "Boxes.otf"}, {}).digest == fonts.digest


@pytest.mark.parametrize("data", [b"", b"OTTO", b"OTTO" + bytes(200), b"no font at all", SPECTRAL["Regular"][:200]])
def test_what_is_no_font_is_refused(tmp_path: Path, data: bytes) -> None:
    with pytest.raises(FontMissing, match=r"My\.otf"):
        fonts_of(tmp_path, {"font_text": "My.otf"}, {"My.otf": data})


def test_a_font_that_cannot_be_cut_is_refused_before_anything_is_laid_out(tmp_path: Path) -> None:
    """It can be opened, and has letters; but the first sheet that shows one of them could not be made."""
    data = (Path(__file__).parent / "fuzz" / "corpus" / "fonts" / "d972176303" / "My.ttf").read_bytes()
    with pytest.raises(FontMissing, match=r"the font My\.ttf is damaged"):
        fonts_of(tmp_path, {"font_text": "My.ttf"}, {"My.ttf": data})


def test_a_font_whose_tables_have_no_names_is_refused(tmp_path: Path) -> None:
    data = bytearray(SPECTRAL["Regular"])
    data[12 + 16 * 2 + 2] = 0xFF
    with pytest.raises(FontMissing, match=r"the font My\.ttf is damaged"):
        fonts_of(tmp_path, {"font_text": "My.ttf"}, {"My.ttf": bytes(data)})


def test_letters_that_a_font_lacks_are_drawn_with_the_fallback(tmp_path: Path) -> None:
    fonts = fonts_of(tmp_path, {"font_fallback": "Other.otf"}, {"Other.otf": opentype("\u6c34\u706b")})
    assert fonts.missing("A \u6c34", "text") == ()
    assert fonts.missing("A \u6728", "text") == ("\u6728",)


@pytest.mark.full
def test_cards_are_printed_with_them(tmp_path: Path) -> None:
    theme = "theme: {font_text: fonts/Boxes.otf, font_fallback: fonts/Other.otf}\n"
    cards = '\ncards:\n  tide: {type: event, name: The Tide, flavour: "It comes \u6c34."}\ndecks: {all: {name: All, cards: {tide: 1}}}\n'
    texts = game("a: {at: [5, 20, 50, 8], show: flavour, size: 9}", theme=theme, cards=cards)
    (tmp_path / "fonts").mkdir()
    (tmp_path / "fonts" / "Boxes.otf").write_bytes(opentype(LETTERS))
    (tmp_path / "fonts" / "Other.otf").write_bytes(opentype("\u6c34"))
    (tmp_path / "game.yaml").write_text(texts["game.yaml"], encoding="utf-8")
    compiled = compile_game(tmp_path)
    assert [problem for problem in compiled.problems if problem.severity == "error"] == []
    assert compiled.ignored == ()
    made = produce(compiled, Settings("a4", NoCache(), GameFiles(tmp_path)))
    assert [problem for problem in said(made) if problem[0] != "E803"] == said(made)
    data = made.artifacts[0].data
    assert "It comes \u6c34." in read.texts(data)[0].replace("\u00a0", " ")
    assert all(read.fonts(data).values())
    assert any("fallback" in name for name in read.fonts(data))


def test_a_font_that_is_not_there_is_found_by_check(tmp_path: Path) -> None:
    texts = game("a: {at: [5, 20, 50, 8], show: name}", theme="theme: {font_text: fonts/My.ttf}\n")
    (tmp_path / "game.yaml").write_text(texts["game.yaml"], encoding="utf-8")
    [problem] = [problem for problem in compile_game(tmp_path).problems if problem.severity == "error"]
    assert (problem.code, problem.message) == ("E834", "the font fonts/My.ttf is not there")


def test_a_font_that_is_none_is_said_at_its_setting(tmp_path: Path) -> None:
    texts = game("a: {at: [5, 20, 50, 8], show: name}", theme="theme: {font_text: My.ttf}\n")
    (tmp_path / "game.yaml").write_text(texts["game.yaml"], encoding="utf-8")
    (tmp_path / "My.ttf").write_bytes(b"nothing")
    [problem] = produce(compile_game(tmp_path), Settings("a4", NoCache(), GameFiles(tmp_path))).problems
    assert (problem.code, problem.message) == ("E808", "the font My.ttf is no font that can be read")
    assert problem.span.line == 13


@pytest.mark.full
def test_bold_that_a_font_lacks_is_told_once_where_it_is_asked_for() -> None:
    """Marcellus has one face alone: nothing is made bolder or slanted for it, and that is said once for the font."""
    boxes = (
        "one: {at: [5, 5, 40, 6], show: name, font: display, weight: bold}\n"
        "two: {at: [5, 12, 40, 6], show: name, font: display, weight: bold, style: italic}\n"
        "text: {at: [5, 20, 50, 40], show: text}"
    )
    texts = game(boxes, theme="theme: {font_display: marcellus}\n")
    made = cards_of(texts)
    assert made.artifacts
    assert [(problem.code, problem.message, problem.hint, len(problem.related)) for problem in made.problems] == [
        (
            "W847",
            "the font Marcellus has no bold: what asks for it is printed plain",
            "choose one that has, by `font_display:` in the theme: alegreya-sans, cinzel, spectral; or leave it out",
            1,
        ),
        (
            "W847",
            "the font Marcellus has no italic: what asks for it is printed plain",
            "choose one that has, by `font_display:` in the theme: alegreya-sans, spectral; or leave it out",
            0,
        ),
    ]
    assert made.problems[0].span.line + 1 == made.problems[0].related[0][0].line == made.problems[1].span.line
    assert said(cards_of({name: text.replace("marcellus", "spectral") for name, text in texts.items()})) == []


def test_a_file_without_its_italic_is_told_with_the_file_that_would_do(tmp_path: Path) -> None:
    (tmp_path / "fonts").mkdir()
    for name in ("Regular", "Bold"):
        (tmp_path / "fonts" / f"My-{name}.ttf").write_bytes(SPECTRAL[name])
    made = cards_of(game("text: {at: [5, 20, 50, 40], show: text}", theme="theme: {font_text: fonts/My-Regular.ttf}\n"), tmp_path)
    assert [(problem.code, problem.hint) for problem in made.problems] == [
        ("W847", "put fonts/My-Italic.ttf beside it, or choose another font: `font_text:` in the theme")
    ]
    assert "flavour:" in (tmp_path / "game.yaml").read_text().splitlines()[made.problems[0].span.line - 1]


@pytest.mark.full
def test_a_name_of_a_deck_that_no_font_can_draw_is_told_at_its_name(tmp_path: Path) -> None:
    """Fonts of the game's own are opened by a build; it stands on the stamp of the sheets alone, which says nothing by itself."""
    cards = '\ncards:\n  tide: {type: event, name: The Tide}\ndecks:\n  all: {name: "\u6c34", cards: {tide: 1}}\n'
    texts = game("a: {at: [5, 20, 50, 8], show: name, size: 9}", theme="theme: {font_fallback: Other.otf}\n", cards=cards)
    (tmp_path / "game.yaml").write_text(texts["game.yaml"], encoding="utf-8")
    for letters, told in (("\u6c34", []), ("\u706b", [("E803", 'name: "\u6c34"')])):
        (tmp_path / "Other.otf").write_bytes(opentype(letters))
        found = produce(compile_game(tmp_path), Settings("a4", NoCache(), GameFiles(tmp_path))).problems
        lines = texts["game.yaml"].splitlines()
        assert [(problem.code, lines[problem.span.line - 1][8:17]) for problem in found if problem.severity == "error"] == told
