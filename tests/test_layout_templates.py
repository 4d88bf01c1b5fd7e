"""Templates of a game's own: what they are given, what they may not have, what they may cost, and that their pages are judged like all."""

from __future__ import annotations

import io
import time
from collections.abc import Callable
from pathlib import Path

import pikepdf
import pypdfium2
import pytest
from PIL import Image

from penance_build.api import compile_game, compile_texts
from penance_build.build.cache import FileCache
from penance_build.build.files import GameFiles
from penance_build.press.cards.product import produce
from penance_build.press.faces.product import produce as produce_faces
from penance_build.press.templated import worker
from penance_build.product import FacesAsked, NoCache, Produced, Selection, Settings
from tests.command_line import Ran
from tests.layout_support import game, picture, said
from tests.press_dice_support import text_of

ALL = "all: {at: bleed, template: templates/face.html}"
PLAIN = "<style>.t { position: absolute; left: 5mm; top: 5mm; width: 50mm; %s }</style><div class='t'>%s</div>"
DEEP = '<div style="display: flex">' * 20 + "x" + "</div>" * 20  # each level is laid out four times by the one around it


def folder_of(tmp_path: Path, template: str | bytes, boxes: str = ALL, files: dict[str, bytes] | None = None, **parts: str) -> Path:
    """A game in a folder with this template."""
    data = template.encode("utf-8") if isinstance(template, str) else template
    texts = {name: text.encode("utf-8") for name, text in game(boxes, **parts).items()}
    for name, content in {"templates/face.html": data, **texts, **(files or {})}.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(content)
    return tmp_path


def built(folder: Path, settings: Settings | None = None) -> Produced:
    made = compile_game(folder)
    assert made.program is not None, [problem.message for problem in made.problems]
    return produce(made, settings or Settings("a4", NoCache(), GameFiles(folder)))


def sheet(folder: Path) -> bytes:
    made = built(folder)
    assert said(made) == []
    return made.artifacts[0].data


def complaint(tmp_path: Path, template: str | bytes, **more: str) -> tuple[str, str, str]:
    """Code, message and hint of the only problem, which stands at the box, or in the template with the box beside it."""
    made = built(folder_of(tmp_path, template, **more))
    assert not made.artifacts
    codes = {problem.code for problem in made.problems if problem.severity == "error"}
    assert len(codes) == 1, said(made)
    problem = made.problems[0]
    box = problem.related[0][0] if problem.span.file == "templates/face.html" else problem.span
    assert (box.file, box.line > 1) == ("game.yaml", True)
    return problem.code, problem.message, problem.hint


# ------------------------------------------------------------ what they are given


@pytest.mark.full
def test_a_page_says_what_the_card_says(tmp_path: Path) -> None:
    template = PLAIN % (
        "",
        "{{ card.name }}|{{ card['rank'] }}|{{ value.suit }}|{{ count.rank + 1 }}|{{ card.text }}|{{ size.width }}x{{ size.height }}"
        "|{{ colour.paper }}|{% if not card.flavour %}no flavour{% endif %}|{{ card.number }}/{{ card.total }}",
    )
    text = text_of(sheet(folder_of(tmp_path, template)))
    assert "7|shell|8||63.5x88.9|#" in text.replace(" ", "").replace("\n", "")
    assert "10|coral|11||63.5x88.9|#" in text.replace(" ", "").replace("\n", "")
    assert "Draw 2 cards, then give [shell] away." in " ".join(text.split())
    assert text.count("no flavour") == 3  # two cards, one of them twice; the third has one
    assert "3/3" in text


@pytest.mark.full
def test_numbers_are_strong_and_icons_are_glyphs_and_names_are_text(tmp_path: Path) -> None:
    cards = "cards: {one: {type: event, name: 'A <b>&amp;</b> B', text: 'Draw *2*.'}}\ndecks: {all: {name: All, cards: {one: 1}}}\n"
    data = sheet(folder_of(tmp_path, PLAIN % ("", "{{ card.name }} {{ card.text }} {{ icon.shell }}"), cards=cards))
    assert "A <b>&amp;</b> B" in text_of(data)
    with pikepdf.open(io.BytesIO(data)) as pdf:
        fonts = {str(item.get("/BaseFont")).partition("+")[2] for item in pdf.objects if isinstance(item, pikepdf.Dictionary)}
    assert {"text-Bold", "icons"} <= fonts


@pytest.mark.full
def test_a_page_is_placed_where_boxes_are(tmp_path: Path) -> None:
    """Lengths of a page that covers the bleed count from the corner of the card; of any other from the corner of its box."""
    square = "<style>div { %s width: 5mm; height: 5mm; background: #a00000 }</style><div></div>"
    reset = "<style>* { margin: 0; padding: 0 } body { margin: 0; width: 10mm; position: static } html { padding: 5mm }</style>"
    whole = (reset + square % "position: absolute; left: 10mm; top: 20mm;", ALL)
    part = (square % "", "part: {at: [10, 20, 30, 30], template: templates/face.html}")
    for number, (template, boxes) in enumerate((whole, part)):
        folder = folder_of(tmp_path / str(number), template, boxes)
        settings = Settings("a4", NoCache(), GameFiles(folder), faces=FacesAsked(dpi=254), chosen=Selection(cards=("shell_7",)))
        files = {artifact.path: artifact.data for artifact in produce_faces(compile_game(folder), settings).artifacts}
        image = Image.open(io.BytesIO(files["faces/shell_7.png"])).convert("RGB")
        inked = [(x, y) for x in range(image.width) for y in range(image.height) if image.getpixel((x, y)) == (160, 0, 0)]
        assert (min(inked), max(inked)) == ((100, 200), (149, 249))


@pytest.mark.full
def test_a_part_may_be_turned(tmp_path: Path) -> None:
    boxes = "part: {at: [10, 20, 8, 40], rotate: 90, template: templates/face.html}"
    made = built(folder_of(tmp_path, "<div style='white-space: nowrap; height: 8mm'>Read from the side</div>", boxes))
    assert said(made) == []
    with pypdfium2.PdfDocument(made.artifacts[0].data) as pdf:
        page = pdf[0].get_textpage()
        boxes_of = [page.get_rect(index) for index in range(page.count_rects())]
    assert any(top - low > 3 * (right - left) for left, low, right, top in boxes_of) or len(boxes_of) > 10


@pytest.mark.full
def test_what_is_chosen_by_a_value_and_what_is_as_large_as_the_card(tmp_path: Path) -> None:
    boxes = """
        ground: {at: card, shape: rectangle, fill: rubric}
        part: {at: [10, 20, 40, 30], template: {suit: {shell: templates/face.html, else: templates/other.html}}}
    """
    files = {"templates/other.html": b"other"}
    made = built(folder_of(tmp_path, "first", boxes, files))
    assert {code for code, _ in said(made)} <= {"W733"}
    assert text_of(made.artifacts[0].data).count("first") == 1
    assert text_of(made.artifacts[0].data).count("other") == 3


# ------------------------------------------------------------ pictures


@pytest.mark.full
def test_a_picture_that_all_pages_show_is_one_object(tmp_path: Path) -> None:
    template = "<img src='art/reef.png' style='position: absolute; left: 5mm; top: 5mm; width: 30mm; height: 22.5mm'>{{ card.number }}"
    data = sheet(folder_of(tmp_path, PLAIN % ("", template), files={"art/reef.png": picture(480, 360)}))
    with pikepdf.open(io.BytesIO(data)) as pdf:
        found = [item for item in pdf.objects if isinstance(item, pikepdf.Stream) and item.stream_dict.get("/Subtype") == "/Image"]
    assert [(int(item.stream_dict.Width), int(item.stream_dict.Height)) for item in found] == [(480, 360)]


@pytest.mark.full
def test_coarse_pictures_and_cut_off_ones_are_warned_of(tmp_path: Path) -> None:
    template = "<img src='art/reef.png' style='object-fit: cover; width: 50mm; height: 20mm'>"
    made = built(folder_of(tmp_path, PLAIN % ("", template), files={"art/reef.png": picture(90, 90)}))
    assert [code for code, _ in said(made)] == ["W836", "W837"]
    assert "90 by 90 pixels" in said(made)[0][1]


@pytest.mark.full
@pytest.mark.parametrize(
    ("address", "code", "told"),
    [
        ("art/none.png", "E834", "art/none.png is not there"),
        ("../secret.png", "E834", "secret.png is not there"),
        ("art/no.png", "E835", "art/no.png"),
        ("http://example.com/a.png", "E844", "asks for http://example.com/a.png"),
        ("file:///etc/passwd", "E844", "asks for file:///etc/passwd"),
        ("data:image/png;base64,AAAA", "E844", "asks for data:image/png"),
    ],
)
def test_a_page_has_pictures_of_the_game_and_nothing_else(tmp_path: Path, address: str, code: str, told: str) -> None:
    found = complaint(tmp_path, f"<img style='width: 10mm' src='{address}'>", files={"art/no.png": b"<html>"})
    assert found[0] == code
    assert told.removesuffix(" is not there") in found[1]


@pytest.mark.full
def test_style_sheets_are_not_fetched_either(tmp_path: Path) -> None:
    for template in (
        "<style>@import 'http://example.com/a.css';</style>a",
        "<link rel=stylesheet href='/etc/a.css'>a",
        "<p style='background: url(//x/y.png)'>a",
    ):
        code, message, _ = complaint(tmp_path, template)
        assert code in ("E834", "E835", "E844"), message


# ------------------------------------------------------------ what is wrong


@pytest.mark.full
@pytest.mark.parametrize(
    ("template", "told", "cure", "at"),
    [
        ("a\n{{ card.rnak }}", "`card` has nothing that is called `rnak`", "rank", (2, 9, 13)),
        ("{{ crad.rank }}", "there is no value `crad`", "card", (1, 4, 8)),
        ("a\nb\n{% if %}", "expected an expression", "", (3, 1, 9)),
        ("{% for a in range(3) %}", "unexpected end of template", "", (1, 1, 24)),
        ("{% include 'other.html' %}", "a template cannot include, import or extend another one", "", (1, 1, 27)),
        ("{% import 'other.html' as o %}", "a template cannot include, import or extend another one", "", (1, 1, 31)),
        ("{{ ''.__class__.__mro__ }}", "it reaches for what templates may not have", "", (1, 1, 27)),
        ("{{ card.__class__ }}", "it reaches for what templates may not have", "", (1, 1, 21)),
        ("{{ 1 // 0 }}", "integer division or modulo by zero", "", (1, 1, 13)),
        ("{{ [1, 2] | random }}", "no filter named 'random'", "", (1, 1, 22)),
        ("{{ range(10 ** 9) | list }}", "range too big", "", (1, 1, 28)),
        (b"a\n\xff", "it is not saved as UTF-8", "", (2, 1, 2)),
        ("x" * 200_001, "it has 200,001 bytes; 200,000 are the most", "", None),
    ],
)
def test_a_template_that_cannot_be_filled(
    tmp_path: Path, template: str | bytes, told: str, cure: str, at: tuple[int, int, int] | None
) -> None:
    """It is told in the file of the template, at line and column, with the box that it draws beside it."""
    [problem] = built(folder_of(tmp_path, template)).problems
    assert problem.code == "E844", problem.message
    assert told.casefold() in problem.message.casefold()
    assert cure in problem.hint
    box = problem.span
    if at is not None:
        assert (problem.span.file, problem.span.line, problem.span.column, problem.span.end_column) == ("templates/face.html", *at)
        [(box, label)] = problem.related
        assert label == "which is drawn here"
    assert "template: templates/face.html" in (tmp_path / "game.yaml").read_text().splitlines()[box.line - 1]


@pytest.mark.full
def test_what_the_style_of_a_template_asks_for_in_vain_is_told_where_it_stands(tmp_path: Path) -> None:
    """Once, however many cards the template draws: fonts that are not there, and what the layout engine ignores."""
    template = (
        "<style>\n"
        "  .t { position: absolute; left: 5mm; top: 5mm; width: 50mm; font: 9pt Georgia, serif }\n"
        "  .t { colr: {{ colour.ink }};\n    width: 5 mm; -webkit-hyphens: auto }\n"
        "</style>\n"
        "<div class='t'>{{ card.name }} <i style='font-family: \"Alegreya Sans\"; text-outline: 1pt'>and</i></div>"
    )
    made = built(folder_of(tmp_path, template))
    assert made.artifacts
    found = [(problem.code, problem.span.file, problem.span.line, problem.span.column) for problem in made.problems]
    assert found == [("W807", "templates/face.html", *at) for at in ((2, 72), (3, 8), (4, 5), (6, 56), (6, 72))]
    assert "asks for the font Georgia, which is not there" in made.problems[0].message
    assert made.problems[0].hint == "there are the fonts of the theme: `display` is Cinzel; `text` is Alegreya Sans"
    assert "`colr: #1b1815` is ignored: unknown property" in made.problems[1].message
    assert made.problems[3].hint == "write `font-family: text`, which is Alegreya Sans here"
    assert all(problem.related[0][0].file == "game.yaml" for problem in made.problems)


@pytest.mark.full
def test_a_style_without_mistakes_is_not_complained_of(tmp_path: Path) -> None:
    sheet(folder_of(tmp_path, PLAIN % ("font: italic 9pt Georgia, display; display: grid; gap: 1mm", "{{ card.name }}")))


@pytest.mark.full
@pytest.mark.parametrize(
    "template",
    [
        DEEP,
        "{% for a in range(90000) %}{% for b in range(90000) %}{% endfor %}{% endfor %}",
        "{% set big = 'aaaaaaaaaaaaaaaa' * (10 ** 9) %}{{ big }}",
    ],
    ids=["deep", "loops", "memory"],
)
def test_a_template_that_takes_too_much_is_given_up(tmp_path: Path, template: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker, "SECONDS", 1)
    began = time.process_time()
    code, message, _ = complaint(tmp_path, template)
    assert code in ("E845", "E844"), message
    assert "too much" in message or "memory" in message or "too big" in message
    assert time.process_time() - began < 10  # of ours


@pytest.mark.full
def test_after_one_that_was_given_up_others_are_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker, "SECONDS", 1)
    boxes = """
        bad: {at: [10, 20, 40, 30], template: {suit: {shell: templates/face.html}}}
        good: {at: [10, 50, 40, 30], template: templates/other.html}
    """
    made = built(folder_of(tmp_path, DEEP, boxes, {"templates/other.html": b"other"}))
    assert [code for code, _ in said(made)] == ["E845"]


# ------------------------------------------------------------ fit


@pytest.mark.full
@pytest.mark.parametrize(
    ("style", "text", "told"),
    [
        ("height: 8mm", "many words " * 20, "the text of `.t` is"),
        ("white-space: nowrap", "many words " * 8, "mm too wide"),
        ("", "<p>a</p>" * 60, "mm beyond the edge of the card"),
    ],
)
def test_text_that_has_no_room(tmp_path: Path, style: str, text: str, told: str) -> None:
    template = PLAIN.replace("position: absolute; ", "") if not style else PLAIN
    code, message, _ = complaint(tmp_path, template % (style, text))
    assert code == "E833"
    assert told in message


@pytest.mark.full
def test_nothing_is_lost_on_another_page(tmp_path: Path) -> None:
    template = (PLAIN % ("margin: 5mm", "a<p style='break-before: page'>second</p>")).replace("position: absolute; ", "")
    assert text_of(sheet(folder_of(tmp_path, template))).count("second") == 4


@pytest.mark.full
def test_text_outside_of_the_safe_zone_and_on_text(tmp_path: Path) -> None:
    turned = "position: absolute; left: 5mm; top: 40mm; transform-origin: 0 0; transform: rotate(90deg)"
    template = f"<div style='{turned}'>turned text at the edge</div>"
    made = built(folder_of(tmp_path, template, ALL + "\ntitle: {at: [4, 36, 50, 6], show: number, size: 12}"))
    assert "W831" in {code for code, _ in said(made)}


@pytest.mark.full
def test_letters_that_no_font_has(tmp_path: Path) -> None:
    code, message, _ = complaint(tmp_path, PLAIN % ("", "\u4e00"))
    assert (code, "\u4e00" in message) == ("E803", True)


# ------------------------------------------------------------ before a build, and again


def test_check_finds_templates_that_are_not_there(tmp_path: Path) -> None:
    folder = folder_of(tmp_path, "a")
    (folder / "templates/face.html").rename(folder / "templates/faces.html")
    (problem,) = compile_game(folder).problems
    assert (problem.code, problem.message) == ("E834", "the template templates/face.html is not there")
    assert "templates/faces.html" in (problem.hint or "")


def test_other_ends_of_names_are_refused() -> None:
    (problem,) = compile_texts(game("all: {at: bleed, template: templates/face.py}")).problems
    assert (problem.code, problem.message) == ("E731", "`templates/face.py` is not the name of a template")


@pytest.mark.full
def test_a_page_is_made_once_and_anew_where_its_picture_changed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    template = PLAIN % ("", "<img src='art/reef.png' style='width: 20mm; height: 20mm'>")
    folder = folder_of(tmp_path / "game", template, files={"art/reef.png": picture(400, 400)})
    settings = Settings("a4", FileCache(tmp_path / "cache"), GameFiles(folder))
    pages: list[object] = []
    page = worker.Worker.page
    monkeypatch.setattr(worker.Worker, "page", lambda self, *given: pages.append(given) or page(self, *given))
    first = built(folder, settings)
    assert len(pages) == 3
    assert built(folder, settings) == first
    assert len(pages) == 3
    (folder / "art/reef.png").write_bytes(picture(300, 300))
    second = built(folder, Settings("a4", FileCache(tmp_path / "cache"), GameFiles(folder)))
    assert len(pages) == 6
    assert second.artifacts[0].data != first.artifacts[0].data
    assert built(folder, Settings("a4", NoCache(), GameFiles(folder))).artifacts[0].data == second.artifacts[0].data


@pytest.mark.full
@pytest.mark.parametrize("ground", ["#a00000", "linear-gradient(#a00000, #0000a0)"])
def test_faces_of_templates_as_files(tmp_path: Path, ground: str) -> None:
    """The SVG has outlines, or pixels where the page holds what outlines cannot be; the PNG shows the page."""
    template = PLAIN % (f"height: 30mm; background: {ground}", "{{ card.number }}")
    folder = folder_of(tmp_path, template)
    made = compile_game(folder)
    settings = Settings("a4", NoCache(), GameFiles(folder), faces=FacesAsked(dpi=100), chosen=Selection(cards=("shell_7",)))
    files = {artifact.path: artifact.data for artifact in produce_faces(made, settings).artifacts}
    svg = files["faces/shell_7.svg"].decode()
    assert ("image/svg+xml" in svg) == (ground == "#a00000")
    assert ("image/png" in svg) == (ground != "#a00000")
    image = Image.open(io.BytesIO(files["faces/shell_7.png"])).convert("RGB")
    red, green, _ = image.getpixel((100, 40))  # type: ignore[misc]
    assert (red > 60, green < 40) == (True, True)


@pytest.mark.full
def test_a_report_shows_the_line_of_a_template(penance: Callable[..., Ran], tmp_path: Path) -> None:
    folder = folder_of(tmp_path / "game", "<b>\n{{ card.nam }}</b>")
    ran = penance("build", "--game", str(folder), "-o", str(tmp_path / "out"), "--only", "cards", cwd=tmp_path)
    assert ran.code == 1
    assert "--> game/templates/face.html:2:9\n" in ran.out + ran.err
    assert " 2 | {{ card.nam }}</b>\n   |         ^^^\n" in ran.out + ran.err
    assert "all: {at: bleed, template: templates/face.html}" in ran.out + ran.err
    assert "did you mean `name`?" in ran.out + ran.err


@pytest.mark.full
def test_a_gradient_begins_where_its_element_does(tmp_path: Path) -> None:
    """From red at the top to blue at the bottom, of an element that begins 5 mm from the cut."""
    template = PLAIN % ("height: 30mm; background: linear-gradient(#ff0000, #0000ff)", "")
    folder = folder_of(tmp_path, template)
    made = compile_game(folder)
    settings = Settings("a4", NoCache(), GameFiles(folder), faces=FacesAsked(dpi=254), chosen=Selection(cards=("shell_7",)))
    files = {artifact.path: artifact.data for artifact in produce_faces(made, settings).artifacts}
    image = Image.open(io.BytesIO(files["faces/shell_7.png"])).convert("RGB")
    for down in (1, 8, 15, 22, 29):
        red, _, blue = image.getpixel((200, (5 + down) * 10))  # type: ignore[misc]
        assert abs(blue - 255 * down / 30) < 6
        assert abs(red - 255 * (30 - down) / 30) < 6
