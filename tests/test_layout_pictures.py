"""Pictures of a game's own: where they come from, what is refused, what is said of those that do not suit their place."""

from __future__ import annotations

import io
import os
import time
from base64 import b64encode
from pathlib import Path

import pikepdf
import pytest
from PIL import Image

from penance_build.api import compile_game, compile_texts
from penance_build.build.files import GameFiles
from penance_build.build.inputs import hash_game
from penance_build.press.cards.product import produce
from penance_build.press.pictures.gallery import Gallery
from penance_build.press.pictures.judged import judge, place
from penance_build.press.pictures.picture import Fault, Picture
from penance_build.press.pictures.svg_clean import clean_svg
from penance_build.press.text.fonts import font_set
from penance_build.product import FileRefused, NoCache, Settings
from tests import press_pdf as read
from tests.layout_support import HEAD, cards_of, claimed_png, compiled, game, picture, said

ART = "art: {at: [5, 12, 40, 30], image: art}"
CARDS = """
cards:
  one: {type: event, art: art/reef.png}
  two: {type: event, art: art/reef.png}
  three: {type: event}
decks: {all: {name: All, cards: {one: 2, two: 1, three: 1}}}
"""
SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 30"><rect width="40" height="30" fill="#1e5aa0"/></svg>'


def folder_with(tmp_path: Path, files: dict[str, bytes]) -> Path:
    for name, data in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(data)
    return tmp_path


def images(data: bytes) -> list[tuple[int, int]]:
    with pikepdf.open(io.BytesIO(data)) as pdf:
        found = [item for item in pdf.objects if isinstance(item, pikepdf.Stream) and item.stream_dict.get("/Subtype") == "/Image"]
        return sorted((int(item.stream_dict.Width), int(item.stream_dict.Height)) for item in found)


# ------------------------------------------------------------ where they come from


def test_a_picture_is_one_object_of_a_file_however_often_it_is_shown(tmp_path: Path) -> None:
    made = cards_of(game(ART, cards=CARDS), folder_with(tmp_path, {"art/reef.png": picture(480, 360)}))
    assert said(made) == []
    data = made.artifacts[0].data
    assert images(data) == [(480, 360)]
    assert "attribute art" in made.artifacts[0].made_from and "layout face" in made.artifacts[0].made_from
    sheet = read.picture(data, 0, 100)
    assert sheet.getpixel((150, 180))[2] > 130  # blue where the picture is
    assert len(made.artifacts) == 1


@pytest.mark.parametrize("form", ["PNG", "JPEG", "WEBP"])
def test_pixels_of_every_form(tmp_path: Path, form: str) -> None:
    boxes = f"art: {{at: [5, 12, 40, 30], image: 'art/{{id}}.{form.lower()}', for: event}}"
    name = f"art/one.{form.lower()}"
    cards = CARDS.replace("one: 2, two: 1, three: 1", "one: 1").replace(", art: art/reef.png", "")
    cards = cards.replace("  two: {type: event}\n  three: {type: event}\n", "")
    made = cards_of(game(boxes, cards=cards), folder_with(tmp_path, {name: picture(480, 360, form)}))
    assert said(made) == []
    assert images(made.artifacts[0].data) == [(480, 360)]
    assert compile_game(tmp_path).ignored == ()  # what is used is no file that was passed over


def test_a_picture_that_is_partly_clear_has_a_mask(tmp_path: Path) -> None:
    made = cards_of(game(ART, cards=CARDS), folder_with(tmp_path, {"art/reef.png": picture(480, 360, "PNG", "RGBA")}))
    assert images(made.artifacts[0].data) == [(480, 360), (480, 360)]


def test_a_photograph_that_lies_on_its_side_is_set_upright(tmp_path: Path) -> None:
    out = io.BytesIO()
    turned = Image.Exif()
    turned[0x0112] = 6
    Image.new("RGB", (360, 480), (30, 90, 160)).save(out, "JPEG", exif=turned)
    made = cards_of(game(ART, cards=CARDS), folder_with(tmp_path, {"art/reef.png": out.getvalue()}))
    assert said(made) == []
    assert images(made.artifacts[0].data) == [(480, 360)]


def test_a_drawing_stays_lines(tmp_path: Path) -> None:
    made = cards_of(game(ART, cards=CARDS.replace("reef.png", "reef.svg")), folder_with(tmp_path, {"art/reef.svg": SVG.encode()}))
    assert said(made) == []
    assert images(made.artifacts[0].data) == []
    assert read.picture(made.artifacts[0].data, 0, 100).getpixel((150, 180))[2] > 130


def test_a_drawing_lets_what_is_behind_it_shine_through_as_one(tmp_path: Path) -> None:
    svg = SVG.replace("<rect", '<rect width="40" height="30" fill="#000"/><rect opacity=".5"').replace("#1e5aa0", "#000")
    cards, theme = CARDS.replace("reef.png", "reef.svg"), 'theme: {paper: "#ffffff"}\n'
    for opacity, level in ((100, 0), (20, 204)):
        boxes = ART.replace("image: art", f"image: art, opacity: {opacity}")
        made = cards_of(game(boxes, cards=cards, theme=theme), folder_with(tmp_path, {"art/reef.svg": svg.encode()}))
        assert said(made) == []
        sheet = read.picture(made.artifacts[0].data, 0, 100).convert("L")
        assert max(count for count, value in sheet.getcolors() if abs(value - level) <= 2) > 10_000


def test_a_card_without_a_layout_has_its_picture_in_its_panel(tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text(HEAD + CARDS, encoding="utf-8")
    folder_with(tmp_path, {"art/reef.png": picture(600, 600)})
    made = produce(compile_game(tmp_path), Settings("a4", NoCache(), GameFiles(tmp_path)))
    assert said(made) == []
    assert images(made.artifacts[0].data) == [(600, 600)]


@pytest.mark.full
def test_what_is_finer_than_paper_is_made_coarser(tmp_path: Path) -> None:
    made = cards_of(game(ART, cards=CARDS), folder_with(tmp_path, {"art/reef.png": picture(4000, 3000)}))
    assert images(made.artifacts[0].data) == [(944, 708)]


def test_the_hash_of_a_game_has_the_bytes_of_its_pictures(tmp_path: Path) -> None:
    hashes = set()
    for form in ("PNG", "JPEG", "WEBP"):
        folder_with(tmp_path, {f"a.{form.lower()}": picture(10, 10, form)})
        hashes.add(hash_game(tmp_path))
    folder_with(tmp_path, {"a.webp": picture(11, 10, "WEBP")})
    assert len(hashes | {hash_game(tmp_path)}) == 4


# ------------------------------------------------------------ what cannot be had


def test_check_finds_pictures_that_are_not_there(tmp_path: Path) -> None:
    boxes = f"{ART}\nback: {{at: [5, 50, 20, 15], image: 'art/{{id}}.png'}}"
    (tmp_path / "game.yaml").write_text(game(boxes, cards=CARDS)["game.yaml"], encoding="utf-8")
    folder_with(tmp_path, {"art/reef.jpg": picture(10, 10), "art/two.png": picture(10, 10)})
    found = compile_game(tmp_path)
    assert [(problem.code, problem.span.line, problem.message) for problem in found.problems if problem.severity == "error"] == [
        ("E834", 15, "the picture art/reef.png of card “One” is not there"),
        ("E834", 16, "the picture art/reef.png of card “Two” is not there"),
        ("E834", 24, "2 pictures are not there: art/one.png, art/three.png"),
    ]
    assert any("art/reef.jpg" in problem.hint for problem in found.problems)


def test_a_game_in_memory_has_no_pictures_and_a_build_says_so() -> None:
    made = cards_of(game(ART, cards=CARDS))
    [(code, message)] = said(made)
    assert code == "E834"
    assert "this game was not read from a folder" in message
    assert made.artifacts == ()
    assert not [problem for problem in compile_texts(game(ART, cards=CARDS)).problems if problem.severity == "error"]


@pytest.mark.parametrize("name", ["../x.png", "/etc/x.png", "art/../x.png", "a//x.png", "C:/x.png", "a\\x.png", ".git/x.png", "x.exe", ""])
def test_names_that_lead_outside_are_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(FileRefused):
        GameFiles(tmp_path).content(name)


def test_links_are_not_followed(tmp_path: Path) -> None:
    outside = folder_with(tmp_path / "outside", {"secret.png": picture(10, 10)})
    folder = tmp_path / "game"
    folder.mkdir()
    os.symlink(outside, folder / "art")
    os.symlink(outside / "secret.png", folder / "secret.png")
    for name in ("art/secret.png", "secret.png"):
        with pytest.raises(FileRefused, match="link"):
            GameFiles(folder).content(name)


# ------------------------------------------------------------ what is refused


def fault_of(tmp_path: Path, data: bytes) -> Fault:
    gallery = Gallery(GameFiles(folder_with(tmp_path, {"x.png": data})), font_set({}, ()), NoCache())
    with pytest.raises(Fault) as caught:
        gallery.picture("x.png", 40_000)
    return caught.value


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"", "no picture"),
        (b"notes", "no picture"),
        (picture(480, 360)[:200], "damaged"),
        (picture(480, 360, "JPEG")[:900], "damaged"),
        (claimed_png(100_000, 100_000), "100000 by 100000 pixels"),
        (claimed_png(2_000, 2_000), "damaged"),
        (b"GIF89a\x01\x00\x01\x00\x80\x00\x00\x00\x00\x00\xff\xff\xff!\xf9\x04\x00\x00", "no picture"),
        (b'<!DOCTYPE svg [<!ENTITY a "aaa">]><svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1">&a;</svg>', "entities"),
        (picture(24, 18, mode="L")[:41], "damaged"),  # it is cut off behind the head of its first part
        (claimed_png(3_000, 4)[:-4], "damaged"),
        (b"<html></html>", "no SVG"),
        (b"<svg", "no SVG"),
        (b'<svg xmlns="http://www.w3.org/2000/svg"/>', "how large"),
        (('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1">' + "<g>" * 100 + "</g>" * 100 + "</svg>").encode(), "deep"),
        (('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><text>' + "x" * 3_000_000 + "</text></svg>").encode(), "letters"),
        (('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><text>' + "<a/>xxx" * 9_000 + "</text></svg>").encode(), "letters"),
        (('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1">' + "<g/>" * 30_000 + "</svg>").encode(), "elements"),
    ],
)
def test_what_is_no_picture_is_refused(tmp_path: Path, data: bytes, says: str) -> None:
    fault = fault_of(tmp_path, data)
    assert fault.code == "E835"
    assert says in fault.says
    assert fault.cure


def test_drawings_that_use_drawings_are_counted_before_they_are_drawn(tmp_path: Path) -> None:
    head = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><defs><rect id="a0" width="1" height="1"/>'
    groups = "".join(f'<g id="a{at}">{f"""<use href="#a{at - 1}"/>""" * 10}</g>' for at in range(1, 10))
    assert "elements when" in fault_of(tmp_path, f'{head}{groups}</defs><use href="#a9"/></svg>'.encode()).says
    circle = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><g id="a"><use href="#a"/></g></svg>'
    assert "within itself" in fault_of(tmp_path, circle.encode()).says


def tree_of(name: str, refers: str, inside: str) -> str:
    """Twelve parts of a kind, each of which refers eight times to the one before it: a billion elements in a page of text."""
    parts = "".join(f'<{name} id="p{at}">{inside.format(refers.format(at - 1)) * 8}</{name}>' for at in range(1, 12))
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1">{parts}{inside.format(refers.format(11))}</svg>'


RECTANGLE = '<rect width="1" height="1" {}/>'


@pytest.mark.parametrize("drawing", [
    tree_of("mask", 'mask="url(#p{})"', RECTANGLE), tree_of("clipPath", 'style="fill: red; clip-path: url(&quot;#p{}&quot;)"', RECTANGLE),
    tree_of("marker", 'marker-mid="url(#p{})"', '<path d="M0 0L1 1L2 2" {}/>'),
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><marker id="m"><circle r="1"/></marker><path marker-mid="url(#m)" d="M0 0'
    + "h1v1" * 30_000 + '"/></svg>',
    tree_of("mask", 'class="c{}"', RECTANGLE).replace(
        "><mask", "><style>" + "".join(f".c{n} {{mask: url(#p{n})}}" for n in range(12)) + "</style><mask", 1
    ),
], ids=["masks", "clips", "markers", "corners", "style sheet"])  # fmt: skip
def test_masks_clips_and_markers_are_counted_as_uses_are(tmp_path: Path, drawing: str) -> None:
    """Each took minutes, or for ever."""
    assert "elements when" in fault_of(tmp_path, drawing.encode()).says


@pytest.mark.parametrize("name", ["mask", "clip-path", "marker-end"])
def test_a_style_that_refers_to_itself_is_refused(tmp_path: Path, name: str) -> None:
    element = {"mask": "mask", "clip-path": "clipPath", "marker-end": "marker"}[name]
    a, b = (f'<{element} id="{one}"><rect {name}="url(#{other})"/></{element}>' for one, other in ("ab", "ba"))
    two = f'{a}{b}<rect {name}="url(#a)"/>'
    drawing = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1">{two}</svg>'
    assert "within itself" in fault_of(tmp_path, drawing.encode()).says


def test_a_drawing_that_uses_others_one_behind_another_is_bounded(tmp_path: Path) -> None:
    chain = "".join(f'<g id="a{at}"><use href="#a{at - 1}"/></g>' for at in range(1, 120))
    drawing = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><defs><rect id="a0"/>{chain}</defs><use href="#a119"/></svg>'
    assert "deep" in fault_of(tmp_path, drawing.encode()).says


@pytest.mark.parametrize(("rule", "shapes"), [
    (".a{n} .b .c > .d ~ .e {{fill:red}}", '<g class="e"/>' * 6_000), (".e {{fill:red}}", '<g class="e"/>' * 6_000),
    ("* {{fill:red}}", "<g/>" * 6_000), ('[class="a b"] {{fill:red}}', "<g/>" * 6_000), ("g:not(.a, .b) {{fill:red}}", "<g/>" * 6_000),
    (".x {{fill:red}} @media print {{ g ~ g ~ g {{fill:red}} }}", "<g/>" * 6_000),
    ("g g g g g g g g{{fill:red}}", ("<g>" * 50 + "</g>" * 50) * 20), ("r\\65 ct {{fill:red}}", "<rect/>" * 6_000),
    ("svg|rect {{fill:red}}", "<rect/>" * 6_000),
], ids=["combined", "class", "any", "attribute", "not", "media", "deep", "escape", "namespace"])  # fmt: skip
def test_rules_of_style_are_counted_by_the_elements_that_they_are_held_against(tmp_path: Path, rule: str, shapes: str) -> None:
    style = "".join(rule.format(n=number) for number in range(1_000))
    drawing = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><style>{style}</style>{shapes}</svg>'
    began = time.process_time()
    assert "held against elements more" in fault_of(tmp_path, drawing.encode()).says
    assert time.process_time() - began < 4


STOPS = "<stop/>" * 900
GRADIENT = f'<linearGradient id="g">{STOPS}</linearGradient>'
OTHER = f'{GRADIENT}<radialGradient id="h" href="#g"/>'
USE = '<use href="#r"/>'
RECTANGLE_OF_G = '<rect fill="url(#g)"/>'
PAINTED = "stops of gradients"
DRAWN = "elements when"
PATTERN = f'<pattern id="g" width="9" height="9">{"<rect/>" * 300}</pattern>'


@pytest.mark.parametrize(("inside", "says"), [
    (GRADIENT + '<rect fill="url(#g)"/>' * 900, PAINTED),
    (f'{GRADIENT}<g style="stroke: url(#g)"><g>{"<rect/>" * 900}</g></g>', PAINTED),
    (f'<style>rect {{fill: url(#h)}}</style>{OTHER}{"<rect/>" * 900}', PAINTED),
    (f'{GRADIENT}<g id="r">{RECTANGLE_OF_G * 50}</g>{USE * 50}', PAINTED),
    (PATTERN + RECTANGLE_OF_G * 300, DRAWN), (f'{PATTERN}<g fill="url(#g)">{"<rect/>" * 300}</g>', DRAWN),
    (f'<filter id="g">{"<feOffset/>" * 900}</filter>{RECTANGLE_OF_G.replace("fill", "filter") * 900}', PAINTED),
    (f'<polygon points="{"1 2 " * 250_000}"/>', "has 500,000 figures"), (f'<path d="M1{"-1" * 500_000}"/>', "has 500,001 figures"),
], ids=[
    "attribute", "inherited", "style sheet", "used again", "pattern", "inherited pattern", "filter", "points", "path",
])  # fmt: skip
def test_what_is_drawn_again_and_again_is_counted(tmp_path: Path, inside: str, says: str) -> None:
    """Six gigabytes, and most of a minute, before."""
    drawing = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1">{inside}</svg>'
    assert says in fault_of(tmp_path, drawing.encode()).says


@pytest.mark.parametrize(
    "style", ["/*" * 500_000, "/* " * 500_000, f"{'a' * 1_000_000}! {{mask: url(#x)}}", "{" * 1_000_000, "[" * 1_000_000]
)
def test_a_style_sheet_of_a_million_letters_is_read_in_one_pass(style: str) -> None:
    began = time.process_time()
    clean_svg(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><style>{style}</style><path d="M0 0"/></svg>'.encode())
    assert time.process_time() - began < 3


def test_many_beginnings_of_a_document_type_are_read_in_one_pass(tmp_path: Path) -> None:
    began = time.process_time()
    fault_of(tmp_path, ("<!DOCTYPE" * 300_000).encode())
    assert time.process_time() - began < 3


def test_what_editors_export_is_not_refused() -> None:
    """Thousands of shapes with one clip, one mask and gradients."""
    stops = '<linearGradient id="g"><stop/><stop/><stop/><stop/></linearGradient>'
    head = f'<defs><clipPath id="c"><rect width="9" height="9"/></clipPath>{stops}</defs>'
    shapes = '<g clip-path="url(#c)"><path fill="url(#g)" d="M0 0H1V1z"/></g>' * 4_000
    unused = "".join(f".st{number}{{fill:red}} .st{number} .b:first-child > path.d, {{fill:red}}" for number in range(500))
    style = f"<style>.cls-1{{clip-path:url(#c)}} .cls-2{{fill:url(#g)}} path{{fill:red}} g > path{{stroke:none}} {unused}</style>"
    assert clean_svg(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">{style}{head}{shapes}</svg>'.encode()).removed == ()


def test_a_drawing_is_cleaned() -> None:
    dirty = (
        '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="40mm" height="3cm" onload="go()">'
        "<script>go()</script><foreignObject/>"
        '<style>@import url(http://x/y.css);</style><a xlink:href="javascript:go()"><path d="M0 0"/></a>'
        f'<image href="http://x/y.png"/><image href="data:image/png;base64,{b64encode(picture(2, 2)).decode()}"/>'
        f'<image href="data:image/svg+xml;base64,{b64encode(SVG.encode()).decode()}"/>'
        '<rect fill="url(http://x)"/><rect fill="url(#ok)"/><rect fill="url( &quot;#fine&quot; )"/><rect fill="url(&quot;http://x&quot;)"/></svg>'
    )
    found = clean_svg(dirty.encode())
    assert (found.width, found.height) == (4000, 3000)
    assert "http://x" not in found.text and "go()" not in found.text and "script" not in found.text
    assert "data:image/png" in found.text and "svg+xml" not in found.text and "url(#ok)" in found.text
    assert "#fine" in found.text
    assert set(found.removed) == {"`onload`", "`script`", "`foreignObject`", "`style`", "an outside address", "an outside picture"}


def test_pixels_within_a_drawing_are_judged_as_those_of_a_file(tmp_path: Path) -> None:
    bomb = f'<image href="data:image/png;base64,{b64encode(claimed_png(90_000, 90_000)).decode()}"/>'
    fault = fault_of(tmp_path, SVG.replace("<rect", f"{bomb}<rect").encode())
    assert (fault.code, "90000 by 90000 pixels" in fault.says) == ("E835", True)


def test_a_build_says_what_was_taken_out_of_a_drawing(tmp_path: Path) -> None:
    dirty = SVG.replace("<rect", "<script>go()</script><rect")
    made = cards_of(game(ART, cards=CARDS.replace("reef.png", "reef.svg")), folder_with(tmp_path, {"art/reef.svg": dirty.encode()}))
    [(code, message)] = said(made)
    assert code == "W839"
    assert "`script` was taken out of the picture art/reef.svg" in message
    assert made.artifacts


# ------------------------------------------------------------ what does not suit its place


def pixels(width: int, height: int) -> Picture:
    return Picture("k", "image", width, height, b"")


def test_a_picture_that_is_too_coarse_is_said_with_figures() -> None:
    [found] = judge(pixels(240, 180), "a.png", 40_000, 30_000, "cover")
    assert (found.code, found.says) == ("W836", "a.png has 240 by 180 pixels, which are 152 an inch at 40 by 30 mm")
    assert found.cure == "300 an inch need 473 by 355"
    assert list(judge(pixels(480, 360), "a.png", 40_000, 30_000, "cover")) == []


def test_the_pixels_that_a_place_needs_are_those_of_its_form_and_no_fewer_than_they_say() -> None:
    # The back of a poker card with its bleed: what docs/layouts.md says, whatever the form of the picture that is too coarse.
    assert {found.cure for found in judge(pixels(400, 560), "a.png", 69_500, 94_900, "cover")} >= {"300 an inch need 821 by 1121"}
    assert list(judge(pixels(821, 1121), "a.png", 69_500, 94_900, "cover")) == []
    # A picture of the size of the card that covers the bleed as well.
    [found, *_] = judge(pixels(750, 1050), "a.png", 69_500, 94_900, "cover", 3000)
    assert (
        found.cure
        == "300 an inch need 821 by 1121; it has enough for the card alone: it seems to lack the 3 mm at each side that are cut off"
    )
    [contained, _] = judge(pixels(100, 300), "a.png", 40_000, 30_000, "contain")
    assert contained.cure == "300 an inch need 119 by 355"


def test_a_picture_of_another_form_is_said_with_figures() -> None:
    assert [(found.code, found.says) for found in judge(pixels(1000, 1000), "a.png", 40_000, 20_000, "cover")] == [
        ("W837", "50 % of the height of a.png is cut off in its box of 40 by 20 mm")
    ]
    assert [found.says for found in judge(pixels(1000, 1000), "a.png", 40_000, 20_000, "contain")] == [
        "a.png leaves 50 % of the width of its box of 40 by 20 mm empty"
    ]


def test_the_focus_stays_in_sight_and_no_edge_is_bare() -> None:
    for focus in (0, 30, 50, 100):
        at = place(pixels(1000, 3000), 30_000, 30_000, "cover", (50, focus))
        assert (at.left, at.width, at.height) == (0, 30_000, 90_000)
        assert -60_000 <= at.top <= 0
        assert 0 <= at.top + 90_000 * focus // 100 <= 30_000
    assert place(pixels(1000, 3000), 30_000, 30_000, "contain", (50, 50)).left == 10_000


def test_a_coarse_picture_is_a_warning_of_a_build(tmp_path: Path) -> None:
    made = cards_of(game(ART, cards=CARDS), folder_with(tmp_path, {"art/reef.png": picture(240, 180)}))
    [(code, message)] = said(made)
    assert code == "W836"
    assert message.startswith("card “One”, box `art` of the layout `face`: art/reef.png has 240 by 180 pixels")
    assert made.artifacts
    assert compiled(game(ART, cards=CARDS))


@pytest.mark.parametrize(
    ("wide", "high", "is_enough"),
    [
        (750, 1050, True),  # 63.5 by 88.9 mm at 300 an inch
        (750, 1100, True),
        (749, 1050, False),
        (750, 1049, False),
        (900, 700, False),
        (1122, 750, False),
        (821, 700, False),
        (750, 500, False),
    ],
)
def test_a_picture_that_lacks_the_bleed_alone_is_enough_in_width_and_in_height(wide: int, high: int, is_enough: bool) -> None:
    page = 63_500 + 6_000, 88_900 + 6_000
    found = next(item for item in judge(pixels(wide, high), "a.png", *page, "cover", 3_000) if item.code == "W836")
    assert found.cure.startswith("300 an inch need 821 by 1121")
    assert ("it has enough for the card alone" in found.cure) == is_enough


def test_many_coarse_pictures_are_one_problem_with_the_worst_and_the_count(tmp_path: Path) -> None:
    """One cause is told once: a box larger than its pictures, whichever they are, and the same pictures in a second box."""
    cards = "".join(f"  c{at}: {{type: event, art: art/{at % 3}.png}}\n" for at in range(6))
    listed = ", ".join(f"c{at}: 1" for at in range(6))
    boxes = f"{ART}\nagain: {{at: [5, 45, 40, 30], image: art}}"
    files = {f"art/{at}.png": picture(240 - 40 * at, 180 - 30 * at) for at in range(3)}
    made = cards_of(game(boxes, cards=f"cards:\n{cards}decks: {{all: {{name: All, cards: {{{listed}}}}}}}\n"), folder_with(tmp_path, files))
    [problem] = made.problems
    assert problem.code == "W836"
    assert problem.message == (
        "card “C2”, box `art` of the layout `face`: art/2.png has 160 by 120 pixels, which are 101 an inch at 40 by 30 mm; "
        "so it is with 2 other pictures, on 6 cards in all: art/0.png, art/1.png"
    )
    assert [(span.line - problem.span.line, label) for span, label in problem.related] == [(1, "and here")]


def test_coarse_pictures_of_backs_are_told_once_where_they_are_named(tmp_path: Path) -> None:
    decks = "decks: {all: {name: All, back: art/back.png, cards: {one: 1, two: 1}}, more: {name: More, cards: {three: 1}}}"
    cards = CARDS.partition("decks:")[0].replace(", art: art/reef.png", "") + f"{decks}\ntheme: {{back: 'art/{{deck}}.png'}}\n"
    boxes = "title: {at: [5, 12, 40, 30], show: name}"
    files = {"art/back.png": picture(400, 546), "art/More.png": picture(400, 546)}
    made = cards_of(game(boxes, cards=cards), folder_with(tmp_path, files))
    lines = (tmp_path / "game.yaml").read_text().splitlines()
    found = [(problem.code, lines[problem.span.line - 1][problem.span.column - 1 :][:12]) for problem in made.problems]
    assert found == [("W836", "art/back.png"), ("W836", "'art/{deck}.")]
    assert all(problem.hint == "300 an inch need 821 by 1121" for problem in made.problems)
