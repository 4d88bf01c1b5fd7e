"""Faces in the inks of a press: builds of the theme, art through an ICC profile, PDF/X, plates, orders, and what is refused."""

from __future__ import annotations

import csv
import io
import json
import shutil
import subprocess
from collections import Counter
from pathlib import Path

import pikepdf
import pytest
from click.testing import CliRunner
from PIL import Image

from penance_build.cli.app import app
from penance_build.exits.builds import builds_of, held, mixed, proposed, total
from penance_build.exits.proofing.inks import heaviest
from penance_build.exits.proofing.walk import Painted, painted_on, stops_of
from penance_build.exits.separation.icc import Icc, IccRefused
from penance_build.exits.separation.paints import Paints, Unexplained
from penance_build.exits.separation.pictures import limited, pixels_of
from penance_build.press.look.colors import MIXED, mix
from penance_build.press.look.theme import theme_from
from penance_build.shipped import data_folder
from tests.exits_support import left
from tests.icc_profile import press_profile
from tests.press_file import BOXES, files_for, ordered, png, press_game, ramp, rules

RGB_SPACES = {"/DeviceRGB", "/DeviceGray", "/CalRGB", "/CalGray", "/ICCBased", "/Lab"}
READ: list[pikepdf.Pdf] = []
PHOTO = BOXES.replace("art/grey.png", "art/photo.png")


def colours() -> Image.Image:
    """600 by 276 pixels of every hue, and of black."""
    wheel = Image.merge("HSV", (ramp(), Image.new("L", (600, 276), 255), Image.linear_gradient("L").resize((600, 276))))
    return wheel.convert("RGB")


def opened(data: bytes) -> pikepdf.Pdf:
    return pikepdf.open(io.BytesIO(data))


def painted(data: bytes, page: int) -> list[Painted]:
    pdf = opened(data)
    READ.append(pdf)  # whose objects live as long as it does
    return painted_on(pdf.pages[page - 1].obj)


def problems(path: Path, name: str, icc: str = "") -> list[tuple[str, str, str]]:
    return [(problem.code, problem.message, problem.hint) for problem in left(path, name, icc=icc).problems]


# ------------------------------------------------------------ builds


def test_a_theme_says_its_inks_and_mixtures_are_mixed_as_their_colours_are() -> None:
    theme = theme_from((("tincture_shell", "#8c1f1b"), ("cmyk_shell", "20 100 92 28"), ("cmyk_24476c", "90 60 20 30")))
    builds = builds_of(theme)
    assert builds.inks["#8c1f1b"] == (2000, 10000, 9200, 2800)
    assert builds.inks["#24476c"] == (9000, 6000, 2000, 3000)
    assert builds.inks[theme.paper] == (0, 100, 400, 0)
    assert (
        builds.inks[mix("#8c1f1b", theme.paper, 60)] == mixed((2000, 10000, 9200, 2800), (0, 100, 400, 0), 60) == (1200, 6040, 5680, 1680)
    )
    assert builds.missing == {}
    assert builds.twofold == ()


def test_a_colour_of_the_theme_without_a_build_is_missing_and_one_of_ours_has_ours() -> None:
    builds = builds_of(theme_from((("paper", "#FFFFF0"), ("tincture_shell", "#123456"))))
    assert builds.missing == {"#fffff0": "cmyk_paper", "#123456": "cmyk_shell"}
    assert builds.inks["#1b1815"] == (0, 0, 0, 10000)


@pytest.mark.parametrize("color", ["#000000", "#ffffff", "#808080", "#8c1f1a", "#24476b", "#0000ff", "#123456", "#010001"])
def test_proposed_inks_are_whole_per_cents_within_the_limit(color: str) -> None:
    inks = proposed(color, 24000)
    assert total(inks) <= 24000
    assert all(ink % 100 == 0 and 0 <= ink <= 10000 for ink in inks)


@pytest.mark.parametrize("color", ["#12222e", "#1d2b4a", "#7a5b1e", "#a3211b", "#37603c", "#bdb094", "#ff8800"])
def test_proposed_inks_leave_as_much_light_as_the_colour_has(color: str) -> None:
    """Each ink takes its share of what the others leave: a screen shows the build as it shows the colour."""
    *colours, black = (ink / 10000 for ink in proposed(color, 40000))
    shown = [255 * (1 - ink) * (1 - black) for ink in colours]
    assert all(abs(light - int(color[at : at + 2], 16)) < 3 for light, at in zip(shown, (1, 3, 5), strict=True)), shown


def test_a_mixture_without_inks_asks_for_those_of_its_tincture() -> None:
    theme = theme_from((("tincture_keepers", "#7a5b1e"),))
    builds = builds_of(theme)
    paints = Paints(builds, None, 30000, "neutral")
    said = {paints.of(mix("#7a5b1e", theme.paper, percent)) for percent in MIXED}
    assert said == {paints.of("#7a5b1e")}
    [found] = said
    assert isinstance(found, Unexplained)
    assert "the colour #7a5b1e" in found.says and "`cmyk_keepers: " in found.cure


def test_proposed_greys_are_black_alone_and_white_is_none() -> None:
    assert proposed("#000000", 24000) == (0, 0, 0, 10000)
    assert proposed("#ffffff", 24000) == (0, 0, 0, 0)
    assert proposed("#ff0000", 30000)[0] == 0
    assert held((10000, 10000, 10000, 10000), 24000) == (4600, 4600, 4600, 10000)


# ------------------------------------------------------------ operators


@pytest.mark.full
@pytest.mark.parametrize(("name", "icc"), [("offset", ""), ("offset", "icc/press.icc"), ("dtc", "")])
def test_nothing_is_left_in_red_green_and_blue(tmp_path: Path, name: str, icc: str) -> None:
    path = press_game(tmp_path, boxes=BOXES.replace(", finish: foil", ""))
    data = files_for(path, name, icc)["all.pdf"]
    assert rules(data, ordered(path, name, icc=bool(icc))) == []
    with opened(data) as pdf:
        for page in pdf.pages:
            for item in painted_on(page.obj):
                if item.kind in ("fill", "stroke", "text"):
                    assert item.color.space not in RGB_SPACES, item
                elif item.kind in ("image", "gradient"):
                    assert item.item.ColorSpace == "/DeviceCMYK"
        for item in pdf.objects:
            if isinstance(item, pikepdf.Dictionary | pikepdf.Stream):
                assert item.get("/ColorSpace", "/DeviceCMYK") not in ("/DeviceRGB", "/DeviceGray") or item.get("/Subtype") == "/Image"


@pytest.mark.full
def test_text_is_black_ink_alone_and_red_text_is_red(tmp_path: Path) -> None:
    rules = "rules: {at: [5, 70, 53, 12], show: text, size: 8, colour: quiet, accent: rubric}"
    boxes = f"title: {{at: [5, 5, 53, 8], show: name, colour: ink}}\n{rules}"
    data = files_for(press_game(tmp_path, boxes=boxes), "offset")["all.pdf"]
    values = Counter(item.color.values for item in painted(data, 1) if item.kind == "text")
    assert set(values) == {(0, 0, 0, 1), (0, 0, 0, 0.64), (0.15, 1, 1, 0.12)}


@pytest.mark.full
def test_all_text_is_solid_black_where_a_printer_asks_for_that(tmp_path: Path) -> None:
    own = (data_folder("profiles") / "offset.yaml").read_text(encoding="utf-8") + "text: black\n"
    boxes = "rules: {at: [5, 70, 53, 12], show: text, size: 8, colour: quiet, accent: rubric}"
    data = files_for(press_game(tmp_path, boxes=boxes, profile={"own": own}), "own")["all.pdf"]
    assert {item.color.values for item in painted(data, 1) if item.kind == "text"} == {(0, 0, 0, 1)}


@pytest.mark.full
def test_a_shape_of_the_colour_of_text_has_its_own_build(tmp_path: Path) -> None:
    boxes = "band: {at: [5, 30, 53, 8], shape: rectangle, fill: quiet}\ntitle: {at: [5, 5, 53, 8], show: name, colour: quiet}"
    data = files_for(press_game(tmp_path, boxes=boxes), "offset")["all.pdf"]
    found = {item.kind: item.color.values for item in painted(data, 1) if item.kind in ("fill", "text")}
    assert found == {"fill": (0, 0.08, 0.16, 0.62), "text": (0, 0, 0, 0.64)}


@pytest.mark.full
def test_a_gradient_stays_a_gradient(tmp_path: Path) -> None:
    data = files_for(press_game(tmp_path), "offset")["all.pdf"]
    [gradient] = [item for item in painted(data, 1) if item.kind == "gradient"]
    assert set(stops_of(gradient.item)) == {(0.92, 0.62, 0.22, 0.34), (0, 0.01, 0.04, 0)}


@pytest.mark.full
def test_a_gradient_between_colours_of_the_icc_profile_follows_it(tmp_path: Path) -> None:
    sky = SKY_OF_ITS_OWN.encode()
    data = files_for(press_game(tmp_path, sky_svg=sky), "offset", "icc/press.icc")["all.pdf"]
    [gradient] = [item for item in painted(data, 1) if item.kind == "gradient"]
    icc, stops = Icc(press_profile()), stops_of(gradient.item)
    assert len(stops) == 16
    for color in ("#00aa40", "#a0400a"):
        assert tuple(ink / 10000 for ink in held(icc.inks(color), 30000)) in stops


SKY_OF_ITS_OWN = """<svg xmlns="http://www.w3.org/2000/svg" width="695" height="400">
<defs><linearGradient id="g"><stop offset="0" stop-color="#00aa40"/><stop offset="1" stop-color="#a0400a"/></linearGradient></defs>
<rect width="695" height="400" fill="url(#g)"/></svg>
"""


# ------------------------------------------------------------ pictures


@pytest.mark.full
def test_art_in_rgb_is_refused_by_card_without_a_profile(tmp_path: Path) -> None:
    path = press_game(tmp_path, boxes=PHOTO, photo_png=png(colours()))
    found = problems(path, "offset")
    assert [code for code, *_ in found] == ["E869"] * 3
    assert found[0][1].startswith("card “Shell 7”, `photo`, 31.8 mm from the left and 50 mm from the top: a picture has its pixels in RGB")
    assert [says.split("“")[1].split("”")[0] for _, says, _ in found] == ["Shell 7", "Coral & Ten", "The Tide"]
    assert "--icc" in found[0][2]


@pytest.mark.full
@pytest.mark.parametrize(("name", "most"), [("offset", 300), ("dtc", 240)])
def test_art_is_within_the_limit_on_every_pixel(tmp_path: Path, name: str, most: int) -> None:
    path = press_game(tmp_path, boxes=PHOTO.replace(", finish: foil", ""), photo_png=png(colours()))
    data = files_for(path, name, "icc/press.icc")["all.pdf"]
    pictures = [item.item for item in painted(data, 1 if name == "offset" else 2) if item.kind == "image"]
    assert pictures
    sides = {(int(picture.Width), int(picture.Height)) for picture in pictures}
    assert sides == {(600, 276)}
    with opened(data) as pdf:
        page = pdf.pages[0 if name == "offset" else 1].obj
        [picture, *_] = [item.item for item in painted_on(page) if item.kind == "image"]
        pixels = pixels_of(picture)
        assert pixels.mode == "CMYK"
        assert heaviest(pixels)[0] <= most * 255 // 100
        expected = limited(Icc(press_profile()).picture(colours()), most * 100)
        assert pixels.tobytes() == expected.tobytes()
        assert heaviest(Icc(press_profile()).picture(colours()))[0] > most * 255 // 100


def test_the_limit_leaves_black_and_what_is_below_it() -> None:
    pixels = [(255, 255, 255, 255), (200, 100, 100, 255), (10, 20, 30, 40), (255, 255, 255, 0), (0, 0, 0, 255)]
    image = Image.new("CMYK", (5, 1))
    image.putdata(pixels)
    held_pixels = [limited(image, 24000).getpixel((x, 0)) for x in range(5)]
    assert held_pixels == [(119, 119, 119, 255), (178, 89, 89, 255), (10, 20, 30, 40), (204, 204, 204, 0), (0, 0, 0, 255)]


@pytest.mark.full
def test_grey_art_is_black_ink_and_art_in_inks_stays_as_it_is(tmp_path: Path) -> None:
    grey = painted_picture(files_for(press_game(tmp_path / "grey"), "offset")["all.pdf"])
    assert [channel.getextrema() for channel in grey.split()] == [(0, 0), (0, 0), (0, 0), (0, 255)]
    assert grey.getchannel("K").tobytes() == ramp().point([255 - level for level in range(256)]).tobytes()
    inks = Image.new("CMYK", (600, 276), (100, 50, 0, 20))
    out = io.BytesIO()
    inks.save(out, "JPEG", quality=100, subsampling=0)
    boxes = BOXES.replace("art/grey.png", "art/inks.jpg")
    found = painted_picture(files_for(press_game(tmp_path / "inks", boxes=boxes, inks_jpg=out.getvalue()), "offset")["all.pdf"])
    assert all(
        abs(level - wanted) <= 2 for pixel in (found.getpixel((9, 9)),) for level, wanted in zip(pixel, (100, 50, 0, 20), strict=True)
    )  # type: ignore[arg-type]


def painted_picture(data: bytes) -> Image.Image:
    with opened(data) as pdf:
        [item] = [item for item in painted_on(pdf.pages[0].obj) if item.kind == "image"]
        return pixels_of(item.item)


@pytest.mark.full
def test_what_is_clear_is_refused_by_card_and_kept_where_the_standard_has_it(tmp_path: Path) -> None:
    clear = colours()
    clear.putalpha(ramp())
    boxes = PHOTO + "veil: {at: [5, 62, 20, 10], shape: rectangle, fill: ink, opacity: 40}\n"
    path = press_game(tmp_path, boxes=boxes, photo_png=png(clear))
    own = (data_folder("profiles") / "dtc.yaml").read_text(encoding="utf-8")
    found = problems(path, "dtc", "icc/press.icc")
    assert {code for code, *_ in found} == {"E877", "W875"}
    assert any("`veil`" in says and "PDF/X-1a" in says for _, says, _ in found)
    assert any("`photo`" in says and "clear in places" in says for _, says, _ in found)
    assert own.count("pdf/x-1a") == 1
    data = files_for(path, "offset", "icc/press.icc")["all.pdf"]
    [picture] = [item.item for item in painted(data, 1) if item.kind == "image"]
    assert "/SMask" in picture
    assert any(item.kind == "clear" and float(item.item.ca) == 0.4 for item in painted(data, 1))


# ------------------------------------------------------------ what has no inks


@pytest.mark.full
def test_a_colour_without_inks_is_named_with_a_build_that_would_do(tmp_path: Path) -> None:
    boxes = 'title: {at: [5, 5, 53, 8], show: name, colour: "#2a7f3b"}\nband: {at: [5, 30, 53, 8], shape: rectangle, fill: shell}'
    theme = 'theme: {tincture_shell: "#123456"}\n'
    found = sorted(problems(press_game(tmp_path, boxes=boxes, theme=theme), "offset"), key=lambda problem: "#1" in problem[1])
    assert [(code, says.partition(": ")[2]) for code, says, _ in found] == [
        ("E868", "nothing says with which inks the colour #2a7f3b is printed"),
        ("E868", "nothing says with which inks the colour #123456 is printed"),
    ]
    assert found[0][1].startswith("card “Shell 7”, `title`, ")
    assert found[1][1].startswith("card “Shell 7”, `band`, 5 mm from the left and 30 mm from the top")
    said = [hint.split("`")[1] for _, _, hint in found]
    assert [text.split(":")[0] for text in said] == ["cmyk_2a7f3b", "cmyk_shell"]
    mended = f'theme: {{tincture_shell: "#123456", {", ".join(said)}}}\n'
    assert "all.pdf" in files_for(press_game(tmp_path, boxes=boxes, theme=mended), "offset")


@pytest.mark.full
def test_the_profile_of_the_press_turns_colours_without_a_build_into_inks(tmp_path: Path) -> None:
    boxes = 'band: {at: [5, 30, 53, 8], shape: rectangle, fill: "#2a7f3b"}'
    data = files_for(press_game(tmp_path, boxes=boxes), "offset", "icc/press.icc")["all.pdf"]
    wanted = tuple(ink / 10000 for ink in held(Icc(press_profile()).inks("#2a7f3b"), 30000))
    assert wanted in {item.color.values for item in painted(data, 1) if item.kind == "fill"}


def test_builds_that_no_paper_holds_and_colours_with_two_are_refused(tmp_path: Path) -> None:
    boxes = "band: {at: [5, 30, 53, 8], shape: rectangle, fill: shell}\nrose: {at: [5, 50, 53, 8], shape: rectangle, fill: coral}"
    theme = 'theme: {tincture_shell: "#123456", cmyk_shell: "90 80 70 61", tincture_coral: "#1b1815", cmyk_coral: "40 30 30 100"}\n'
    found = sorted(problems(press_game(tmp_path, boxes=boxes, theme=theme), "offset"))
    assert [(code, says.partition(": ")[2]) for code, says, _ in found] == [
        ("E872", "the colour #1b1815 is both `ink` and `coral` of the theme, whose inks differ"),
        ("E873", "`shell` (#123456) has 301 % of ink, and at most 300 % hold"),
    ]
    assert found[1][2] == '"89 79 69 61" would do'


TEMPLATE = """<!DOCTYPE html>
<style>
  html { background: {{ colour.paper }} }
  .head { position: absolute; left: 5mm; right: 5mm; top: 8mm; font: 14pt display; color: {{ colour.tincture }} }
  .plain { position: absolute; left: 5mm; right: 5mm; top: 20mm; font: 8pt text }
  .inks { position: absolute; left: 0; width: 69.5mm; top: 40mm; height: 10mm; background: device-cmyk(0.9 0.1 0.2 0.3) }
  .fade { position: absolute; left: 0; width: 69.5mm; top: 60mm; height: 10mm; background: linear-gradient(to bottom, COLOUR, #24476b) }
</style>
<div class="head">{{ card.name }}</div><div class="plain">{{ card.text }}</div><div class="inks"></div><div class="fade"></div>
"""


@pytest.mark.full
def test_a_template_of_the_game_is_in_inks_too(tmp_path: Path) -> None:
    path = press_game(tmp_path, boxes="page: {at: bleed, template: templates/face.html}")
    (path / "templates").mkdir()
    template = path / "templates" / "face.html"
    template.write_text(TEMPLATE.replace("COLOUR", "#8c1f1a"), encoding="utf-8")
    items = painted(files_for(path, "offset")["all.pdf"], 1)
    assert {item.color.values for item in items if item.kind == "text"} == {(0, 0, 0, 1), (0, 0, 0, 0.64)}
    assert (0.9, 0.1, 0.2, 0.3) in {item.color.values for item in items if item.kind == "fill"}
    assert [set(stops_of(item.item)) for item in items if item.kind == "gradient"] == [{(0.2, 1, 0.92, 0.28), (0.92, 0.62, 0.22, 0.34)}]
    template.write_text(TEMPLATE.replace("COLOUR", "#8c1f77"), encoding="utf-8")
    [(code, says, hint)] = problems(path, "offset")
    assert code == "E868"
    assert says.startswith("card “Shell 7”, `page`, 0 mm from the left and 60 mm from the top")
    assert "#8c1f77" in says
    assert "`cmyk_8c1f77: " in hint


CLEAR = (
    "<div style='width: 30mm; height: 10mm; background: linear-gradient(rgba(140, 31, 26, 0), #24476b)'></div>",
    "<div style='margin: 5mm; width: 30mm; height: 10mm; background: #24476b; box-shadow: 1mm 1mm 2mm #000000'></div>",
    "<svg width='300' height='100'><mask id='m'><circle cx='50' cy='50' r='40' fill='white'/></mask>"
    "<rect width='300' height='100' fill='#24476b' mask='url(#m)'/></svg>",
    "<div style='width: 30mm; height: 10mm; background: #24476b; opacity: 0.5'></div>",
)


@pytest.mark.full
@pytest.mark.parametrize("shown", CLEAR, ids=["gradient", "shadow", "mask", "opacity"])
def test_what_is_clear_in_a_template_is_refused_or_kept_and_masks_are_grey(tmp_path: Path, shown: str) -> None:
    path = press_game(tmp_path, boxes="page: {at: bleed, template: templates/face.html}")
    (path / "templates").mkdir()
    page = "<style>html { background: {{ colour.paper }} } body { margin: 8mm }</style>" + shown
    (path / "templates" / "face.html").write_text(page, encoding="utf-8")
    assert {code for code, *_ in problems(path, "offset")} == {"E877"}
    data = files_for(path, "offset", "icc/press.icc")["all.pdf"]
    assert any(item.kind == "clear" for item in painted(data, 1))
    with opened(data) as pdf:
        out = io.BytesIO()
        pdf.save(out, qdf=True)
    assert b"/DeviceRGB" not in out.getvalue()
    assert b" rg\n" not in out.getvalue()


@pytest.mark.full
def test_a_picture_on_many_cards_is_in_the_file_once(tmp_path: Path) -> None:
    with opened(files_for(press_game(tmp_path), "offset")["all.pdf"]) as pdf:
        images = [item for item in pdf.objects if isinstance(item, pikepdf.Stream) and item.get("/Subtype") == "/Image"]
        assert len(images) == 1


# ------------------------------------------------------------ standards


@pytest.mark.full
def test_pdf_x_1a_names_a_registered_condition(tmp_path: Path) -> None:
    with opened(files_for(press_game(tmp_path), "offset")["all.pdf"]) as pdf:
        assert pdf.pdf_version == "1.4"
        assert str(pdf.docinfo["/GTS_PDFXVersion"]) == "PDF/X-1a:2003"
        assert pdf.docinfo["/Trapped"] == "/False"
        [intent] = pdf.Root.OutputIntents
        assert (str(intent.OutputConditionIdentifier), str(intent.RegistryName)) == ("FOGRA39", "http://www.color.org")
        assert "/DestOutputProfile" not in intent
        assert not [page for page in pdf.pages if {"/Annots", "/Group"} & set(page.obj.keys())]


@pytest.mark.full
def test_pdf_x_4_holds_the_profile_of_the_press(tmp_path: Path) -> None:
    with opened(files_for(press_game(tmp_path), "offset", "icc/press.icc")["all.pdf"]) as pdf:
        assert pdf.pdf_version == "1.6"
        [intent] = pdf.Root.OutputIntents
        assert intent.DestOutputProfile.read_bytes() == press_profile()
        assert str(intent.Info) == "A press of the tests"
        assert b"<pdfxid:GTS_PDFXVersion>PDF/X-4<" in pdf.Root.Metadata.read_bytes()


def test_pdf_x_4_is_refused_without_a_profile(tmp_path: Path) -> None:
    own = (data_folder("profiles") / "offset.yaml").read_text(encoding="utf-8").replace("[pdf/x-4, pdf/x-1a]", "[pdf/x-4]")
    [(code, says, hint)] = problems(press_game(tmp_path, profile={"own": own}), "own")
    assert (code, says) == ("E871", "An offset printer takes PDF/X-4, and that needs the ICC profile of the press")
    assert "--icc" in hint


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("icc/none.icc", "the ICC profile icc/none.icc is not there"),
        ("icc/broken.icc", "icc/broken.icc is no ICC profile that can be read"),
        ("icc/screen.icc", "icc/screen.icc is an ICC profile for RGB, and a press has CMYK"),
        ("../press.icc", "the ICC profile ../press.icc is not the name of a file of the game's folder"),
    ],
)
def test_an_icc_profile_that_is_none_of_a_press(tmp_path: Path, name: str, says: str) -> None:
    path = press_game(tmp_path)
    (path / "icc" / "broken.icc").write_bytes(b"nothing")
    (path / "icc" / "screen.icc").write_bytes(press_profile(b"RGB "))
    [(code, found, _)] = problems(path, "offset", name)
    assert (code, found) == ("E871", says)


def test_a_profile_that_ends_too_early_is_none() -> None:
    for length in (0, 100, 200, 1000):
        with pytest.raises(IccRefused):
            Icc(press_profile()[:length])


@pytest.mark.full
@pytest.mark.parametrize(("name", "icc"), [("offset", ""), ("offset", "icc/press.icc"), ("dtc", "")])
def test_the_same_game_gives_the_same_bytes(tmp_path: Path, name: str, icc: str) -> None:
    made = [
        {artifact.path: artifact.data for artifact in left(press_game(tmp_path / side), name, icc=icc).artifacts}
        for side in ("one", "other")
    ]  # fmt: skip
    assert made[0] == made[1]
    assert made[0]


# ------------------------------------------------------------ plates


@pytest.mark.full
def test_a_finish_is_a_plate_over_what_is_there(tmp_path: Path) -> None:
    boxes = BOXES + "ring: {at: [5, 62, 12, 12], shape: ellipse, fill: ink, finish: spot_uv}\n"
    data = files_for(press_game(tmp_path, boxes=boxes), "offset")["all.pdf"]
    plates: dict[str, list[Painted]] = {}
    for item in painted(data, 1):
        if item.color.space.startswith("/Separation"):
            plates.setdefault(item.color.space.removeprefix("/Separation "), []).append(item)
    assert sorted(plates) == ["die-cut", "foil", "spot-uv"]
    assert all(item.over and item.color.values == (1,) for items in plates.values() for item in items)
    [ring] = plates["spot-uv"]
    point = 72 / 25.4
    wanted = (8 * point, (94.9 - 77) * point, 20 * point, (94.9 - 65) * point)
    assert all(abs(one - other) < 0.05 for one, other in zip(ring.edges, wanted, strict=True))
    inks = [item for item in painted(data, 1) if item.kind == "fill" and item.edges == pytest.approx(ring.edges, abs=0.01)]
    assert {item.color.space for item in inks} == {"/DeviceCMYK", "/Separation spot-uv"}


@pytest.mark.full
def test_the_die_line_is_at_the_cut_with_round_corners(tmp_path: Path) -> None:
    data = files_for(press_game(tmp_path), "offset")["all.pdf"]
    for page in range(1, 7):
        [line] = [item for item in painted(data, page) if item.color.space == "/Separation die-cut"]
        assert line.kind == "stroke"
        assert line.edges == pytest.approx((8.504, 8.504, 188.504, 260.504), abs=0.01)
    assert "die-cut" not in str(
        painted(files_for(press_game(tmp_path, boxes="title: {at: [5, 5, 53, 8], show: name}"), "dtc")["all.pdf"], 1)
    )


@pytest.mark.full
def test_a_finish_without_a_plate_is_said_and_left_out(tmp_path: Path) -> None:
    made = left(press_game(tmp_path), "dtc")
    assert [(problem.code, problem.message) for problem in made.problems] == [
        ("W875", "card “Shell 7”: DriveThruCards has no plate for the finish `foil`, which is left out")
    ]
    assert made.artifacts


@pytest.mark.full
def test_faces_on_a_screen_do_not_change_with_a_finish(tmp_path: Path) -> None:
    plain = left(press_game(tmp_path / "plain", boxes=BOXES.replace(", finish: foil", "")), "mpc")
    finished = left(press_game(tmp_path / "finished"), "mpc")
    assert [artifact.data for artifact in plain.artifacts] == [artifact.data for artifact in finished.artifacts]


@pytest.mark.full
def test_a_plate_may_have_a_name_of_two_words(tmp_path: Path) -> None:
    own = (data_folder("profiles") / "offset.yaml").read_text(encoding="utf-8").replace("foil: foil", "foil: HOT FOIL")
    data = files_for(press_game(tmp_path, profile={"own": own}), "own")["all.pdf"]
    assert {item.color.space for item in painted(data, 1) if "FOIL" in item.color.space} == {"/Separation HOT FOIL"}


# ------------------------------------------------------------ files, pages, orders


@pytest.mark.full
def test_drivethrucards_takes_a_page_for_each_face_of_each_card_backs_first(tmp_path: Path) -> None:
    path = press_game(tmp_path, boxes=BOXES.replace(", finish: foil", ""))
    files = files_for(path, "dtc")
    assert sorted(files) == ["all.pdf", "one.pdf"]
    shown = [wanted.key for wanted in ordered(path, "dtc").pages]
    assert [key.rpartition(" ")[2] for key in shown] == [
        "plain", "shell_7", "plain", "coral_10", "plain", "coral_10", "plain", "coral_10", "plain", "tide",
    ]  # fmt: skip
    with opened(files["all.pdf"]) as pdf:
        assert len(pdf.pages) == 10
        for page in pdf.pages:
            assert [float(edge) for edge in page.mediabox] == [0, 0, 198, 270]
            assert [float(edge) for edge in page.trimbox] == pytest.approx([9, 9, 189, 261], abs=0.001)
            assert [float(edge) for edge in page.obj.BleedBox] == [0, 0, 198, 270]
    assert rules(files["all.pdf"], ordered(path, "dtc")) == []


@pytest.mark.full
def test_the_order_says_how_many_of_which_page(tmp_path: Path) -> None:
    own = (data_folder("profiles") / "offset.yaml").read_text(encoding="utf-8") + "games: 500\n"
    files = files_for(press_game(tmp_path, profile={"own": own}), "own")
    rows = list(csv.DictReader(io.StringIO(files["order.csv"].decode("utf-8"), newline="")))
    assert [
        (row["file"], row["front page"], row["back page"], row["card"], row["copies a game"], row["copies in all"]) for row in rows
    ] == [
        ("all.pdf", "1", "2", "shell_7", "1", "500"),
        ("all.pdf", "3", "4", "coral_10", "3", "1500"),
        ("all.pdf", "5", "6", "tide", "1", "500"),
        ("one.pdf", "1", "2", "tide", "1", "500"),
    ]
    order = json.loads(files["order.json"])
    assert (order["games"], order["standard"], order["condition"]) == (500, "pdf/x-1a", "FOGRA39")
    assert [(deck["file"], deck["trim"], deck["page"], deck["cards_in_all"]) for deck in order["decks"]] == [
        ("all.pdf", "63.5 x 88.9 mm", "69.5 x 94.9 mm", 2500),
        ("one.pdf", "63.5 x 88.9 mm", "69.5 x 94.9 mm", 500),
    ]
    assert files["order.pdf"].startswith(b"%PDF")


@pytest.mark.full
@pytest.mark.parametrize(
    ("pages", "wanted"),
    [
        ("backs_last", ["shell_7", "coral_10", "tide", "plain", "plain", "plain"]),
        ("back_front", ["plain", "shell_7", "plain", "coral_10", "plain", "tide"]),
    ],
)
def test_pages_stand_in_the_order_that_is_asked_for(tmp_path: Path, pages: str, wanted: list[str]) -> None:
    own = (data_folder("profiles") / "offset.yaml").read_text(encoding="utf-8").replace("front_back", pages)
    files = files_for(press_game(tmp_path, profile={"own": own}), "own")
    rows = list(csv.DictReader(io.StringIO(files["order.csv"].decode("utf-8"), newline="")))[:3]
    by_page = {int(row["front page"]): row["card"] for row in rows} | {int(row["back page"]): "plain" for row in rows}
    assert [by_page[page] for page in range(1, 7)] == wanted


@pytest.mark.full
def test_a_size_that_a_printer_has_not_is_refused_and_offset_takes_every_size(tmp_path: Path) -> None:
    path = press_game(tmp_path, theme="theme: {card_size: square}\n", boxes="title: {at: [5, 5, 50, 8], show: name}")
    [(code, says, _)] = problems(path, "dtc")
    assert (code, says) == ("E862", "DriveThruCards makes no cards of 70 by 70 mm, as “Shell 7” is")
    with opened(files_for(path, "offset")["all.pdf"]) as pdf:
        assert [float(edge) for edge in pdf.pages[0].mediabox] == pytest.approx([0, 0, 76 * 72 / 25.4, 76 * 72 / 25.4], abs=0.01)


@pytest.mark.full
def test_a_line_that_a_press_loses_is_refused_with_page_and_place(tmp_path: Path) -> None:
    boxes = "edge: {at: [10, 20, 40, 40], shape: rectangle, stroke: ink, line: 0.05}"
    [(code, says, hint)] = [found for found in problems(press_game(tmp_path, boxes=boxes), "offset") if found[0] == "E874"][:1]
    assert code == "E874"
    assert says.startswith(
        "page 1 of all.pdf, card “Shell 7”: a line is 0.14 pt (0.05 mm) thin, and 0.09 mm hold, 10 mm from the left and 20 mm"
    )
    assert hint == "draw it thicker"


@pytest.mark.full
def test_a_picture_that_is_too_coarse_for_this_press_is_said(tmp_path: Path) -> None:
    own = (data_folder("profiles") / "offset.yaml").read_text(encoding="utf-8").replace("dpi: 300", "dpi: 600")
    [(code, says, _), *_] = problems(press_game(tmp_path, profile={"own": own}), "own")
    assert (code, says.partition(",")[0]) == ("W876", "page 1 of all.pdf")
    assert "card “Shell 7”: a picture has 350 pixels an inch, and 600 are asked for, 10 mm from the left and 40 mm from the top" in says


@pytest.mark.full
def test_the_command_line(tmp_path: Path) -> None:
    path = press_game(tmp_path / "game")
    asked = ["build", str(path), "-o", str(tmp_path / "out"), "--for", "offset"]
    assert CliRunner().invoke(app, asked, standalone_mode=False).return_value == 0
    plain = (tmp_path / "out" / "g" / "for-offset" / "all.pdf").read_bytes()
    assert CliRunner().invoke(app, [*asked, "--icc", "icc/press.icc"], standalone_mode=False).return_value == 0
    assert (tmp_path / "out" / "g" / "for-offset" / "all.pdf").read_bytes() != plain
    named = (tmp_path / "out" / "g" / "for-offset" / "all.pdf").read_bytes()
    assert CliRunner().invoke(app, [*asked, "--icc", str(path / "icc" / "press.icc")], standalone_mode=False).return_value == 0
    assert (tmp_path / "out" / "g" / "for-offset" / "all.pdf").read_bytes() == named
    (tmp_path / "other.icc").write_bytes(press_profile())
    done = CliRunner().invoke(app, [*asked, "--icc", str(tmp_path / "other.icc")], standalone_mode=False)
    assert "is not in the folder of the game: copy it there" in str(done.exception)
    done = CliRunner().invoke(app, ["build", str(path), "--icc", "icc/press.icc"], standalone_mode=False)
    assert done.exception is not None
    assert "--icc" in str(done.exception)


# ------------------------------------------------------------ separations


@pytest.mark.full
@pytest.mark.skipif(shutil.which("pdftoppm") is None, reason="needs poppler")
def test_separations_read_back(tmp_path: Path) -> None:
    """Another program separates the page: the picture in grey is on the plate of black alone, and so is the title."""
    path = press_game(tmp_path, boxes=BOXES.replace(", finish: foil", "").replace("[5, 5, 53, 8]", "[5, 62, 53, 8]"))
    (tmp_path / "all.pdf").write_bytes(files_for(path, "dtc")["all.pdf"])
    subprocess.run(["pdftoppm", "-r", "150", "-f", "2", "-l", "2", "-jpegcmyk", str(tmp_path / "all.pdf"), str(tmp_path / "p")], check=True)
    [file] = tmp_path.glob("p-*.jpg")
    plates = dict(zip("CMYK", Image.open(file).split(), strict=True))
    scale = 150 / 25.4
    photo = [round((value + 3.175) * scale) for value in (12, 42, 51, 58)]
    assert all(plates[ink].crop(tuple(photo)).getextrema()[1] <= 12 for ink in "CMY")  # type: ignore[arg-type]
    assert plates["K"].crop(tuple(photo)).getextrema()[1] > 200  # type: ignore[arg-type]
    title = [round((value + 3.175) * scale) for value in (5, 62, 38, 70)]
    assert plates["K"].crop(tuple(title)).getextrema()[1] > 240  # type: ignore[arg-type]
    assert all(plates[ink].crop(tuple(title)).getextrema()[1] <= 30 for ink in "CMY")  # type: ignore[arg-type]
    sky = [round((value + 3.175) * scale) for value in (-3, 10, 60, 30)]
    assert plates["C"].crop(tuple(sky)).getextrema()[1] > 220  # type: ignore[arg-type]


# ------------------------------------------------------------ the shipped game


@pytest.mark.full
@pytest.mark.parametrize("name", [pytest.param(name, marks=pytest.mark.soak) for name in ("dtc", "offset")])
def test_the_shipped_game_has_no_fault(name: str) -> None:
    files = files_for(data_folder("rules") / "penance", name)
    decks = [name for name in files if name.endswith(".pdf") and name != "order.pdf"]
    assert len(decks) == 9
    for deck in decks:
        with opened(files[deck]) as pdf:
            spaces = {item.color.space for page in pdf.pages for item in painted_on(page.obj) if item.kind in ("fill", "stroke", "text")}
            assert spaces == {"/DeviceCMYK"} if name == "dtc" else {"/DeviceCMYK", "/Separation die-cut"}
