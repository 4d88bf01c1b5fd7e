"""Single faces as files: exact pixels, SVG that shows what the page shows, whole PDFs, a list, and builds of one card alone."""

from __future__ import annotations

import csv
import io
import json
import re
import shutil
import subprocess
from pathlib import Path

import pikepdf
import pytest
from click.testing import CliRunner
from PIL import Image, ImageChops, ImageStat

from penance_build.api import compile_game
from penance_build.build.files import GameFiles
from penance_build.build.game import BuildRequest, build_game
from penance_build.cli.app import app
from penance_build.cli.catch import run
from penance_build.cli.commands.new import files
from penance_build.press.faces.product import produce
from penance_build.product import FacesAsked, NoCache, Produced, Selection, Settings
from tests import press_pdf as read
from tests.layout_support import game, picture, said

BOXES = """
band: {at: [-3, -3, 69.5, 20], shape: rectangle, fill: "#24476b", opacity: 80}
frame: {at: [4, 20, 55, 60], shape: rectangle, stroke: rubric, line: 0.6, corner: 3}
title: {at: [5, 4, 53, 8], show: name, font: display, weight: bold, size: 9..14, colour: paper}
pips: {at: [14, 24, 35.5, 50], pips: {count: rank, icon: suit}, colour: rubric}
art: {at: [20, 40, 20, 15], image: art, corner: 2}
foot: {at: [5, 81, 53, 4], say: "{number}/{total}", size: 7, spacing: 10}
"""

WOLVES = """
game: {language: 1, id: g, name: G, version: "1"}
card_types: {role: {name: Role}}
cards:
  wolf: {name: Wolf, type: role, text: Howl.}
  elder: {name: Elder, type: role, text: Wake.}
  man: {name: Man, type: role, back: wolf, text: Sleep.}
decks: {village: {name: Village, cards: {elder: 1, man: 2}}}
"""

ALL = FacesAsked()
EVERYTHING = Selection()


def made(tmp_path: Path, asked: FacesAsked = ALL, form: str = "PNG", chosen: Selection = EVERYTHING) -> Produced:
    texts = game(BOXES)
    texts["game.yaml"] = texts["game.yaml"].replace("suit: shell, rank: 7}", "suit: shell, rank: 7, art: a.png}")
    (tmp_path / "a.png").write_bytes(picture(600, 450, form, "RGBA" if form == "PNG" else "RGB"))
    (tmp_path / "game.yaml").write_text(texts["game.yaml"], encoding="utf-8")
    return produce(compile_game(tmp_path), Settings("a4", NoCache(), GameFiles(tmp_path), faces=asked, chosen=chosen))


def by_name(produced: Produced) -> dict[str, bytes]:
    return {artifact.path.removeprefix("faces/"): artifact.data for artifact in produced.artifacts}


def drawn(svg: str, size: tuple[int, int]) -> Image.Image:
    """An SVG as pixels, by another program's way: it is laid out as a page of its own."""
    import weasyprint

    width, height = (re.search(rf'{name}="([0-9.]+)(mm|pt|)"', svg) for name in ("width", "height"))
    assert width is not None and height is not None
    unit = width[2] or "pt"
    sheet = f"@page{{size:{width[1]}{unit} {height[1]}{unit};margin:0}}body{{margin:0}}svg{{display:block;width:100vw;height:100vh}}"
    body = re.sub(r"<\?xml[^>]*\?>", "", svg)
    data = weasyprint.HTML(string=f"<style>{sheet}</style>{body}").write_pdf()
    return read.picture(data, 0, round(size[0] * 25.4 / 63.5)).resize(size)


def apart(one: Image.Image, other: Image.Image) -> float:
    """How far two pictures are apart, in per cent of black and white."""
    return sum(ImageStat.Stat(ImageChops.difference(one, other)).mean) / 3 / 255 * 100


def test_every_front_and_every_back_is_there_in_three_forms(tmp_path: Path) -> None:
    produced = made(tmp_path)
    assert said(produced) == []
    names = by_name(produced)
    expected = {f"{name}.{ending}" for name in ("shell_7", "coral_10", "tide", "back-plain") for ending in ("png", "svg", "pdf")}
    assert set(names) == expected | {"faces.json", "faces.csv"}
    assert next(item for item in produced.artifacts if item.path == "faces/tide.svg").made_from == ("card tide",)


@pytest.mark.full
@pytest.mark.parametrize(
    ("asked", "pixels"),
    [
        (FacesAsked(), (750, 1050)),
        (FacesAsked(dpi=600), (1500, 2100)),
        (FacesAsked(bleed=True), (821, 1121)),
        (FacesAsked(bleed=True, size=(825, 1125)), (825, 1125)),
        (FacesAsked(size=(409, 573)), (409, 573)),
    ],
)
def test_pixels_are_exact(tmp_path: Path, asked: FacesAsked, pixels: tuple[int, int]) -> None:
    names = by_name(made(tmp_path, asked))
    assert Image.open(io.BytesIO(names["shell_7.png"])).size == pixels
    listed = json.loads(names["faces.json"])["faces"][0]
    assert (listed["width_px"], listed["height_px"]) == pixels
    assert listed["bleed_mm"] == ("3" if asked.bleed else "0")


def test_pixels_of_another_form_are_refused(tmp_path: Path) -> None:
    produced = made(tmp_path, FacesAsked(size=(825, 825)))
    assert produced.artifacts == ()
    [problem] = produced.problems
    assert (problem.code, problem.message) == ("E838", "825 by 825 pixels are not of the form of a card of 63.5 by 88.9 mm")
    assert problem.hint == "so wide, it has 825 by 1155, or ask for the bleed as well: --bleed"


@pytest.mark.full
@pytest.mark.parametrize("form", ["PNG", "JPEG"])
def test_the_svg_shows_what_the_page_shows(tmp_path: Path, form: str) -> None:
    names = by_name(made(tmp_path, FacesAsked(), form))
    for name in ("shell_7", "tide", "back-plain"):
        pixels = Image.open(io.BytesIO(names[f"{name}.png"])).convert("RGB")
        svg = names[f"{name}.svg"].decode("utf-8")
        assert "<text" not in svg  # text as outlines
        assert apart(pixels, drawn(svg, pixels.size)) < 1


@pytest.mark.full
@pytest.mark.skipif(shutil.which("pdftocairo") is None, reason="poppler is not installed")
def test_the_svg_is_that_of_poppler(tmp_path: Path) -> None:
    """Of the front of all games, and of a back: two programs that read the same page draw the same."""
    texts = game("a: {at: [5, 5, 50, 8], show: name}", extra="only: {suit: coral}")
    (tmp_path / "game.yaml").write_text(texts["game.yaml"], encoding="utf-8")
    names = by_name(produce(compile_game(tmp_path), Settings("a4", NoCache())))
    for name in ("tide", "back-plain"):
        (tmp_path / "page.pdf").write_bytes(names[f"{name}.pdf"])
        subprocess.run(["pdftocairo", "-svg", str(tmp_path / "page.pdf"), str(tmp_path / "page.svg")], check=True)
        ours, theirs = (drawn(svg, (750, 1050)) for svg in (names[f"{name}.svg"].decode(), (tmp_path / "page.svg").read_text()))
        assert apart(ours, theirs) < 0.5


def test_a_page_is_whole_by_itself(tmp_path: Path) -> None:
    names = by_name(made(tmp_path, FacesAsked(bleed=True)))
    data = names["shell_7.pdf"]
    assert all(read.fonts(data).values())  # every font is in the file
    with pikepdf.open(io.BytesIO(data)) as pdf:
        [page] = pdf.pages
        boxes = {name: [round(float(edge) * 25.4 / 72, 2) for edge in page[name]] for name in ("/MediaBox", "/BleedBox", "/TrimBox")}
    assert boxes == {"/MediaBox": [0, 0, 69.5, 94.9], "/BleedBox": [0, 0, 69.5, 94.9], "/TrimBox": [3, 3, 66.5, 91.9]}
    text = read.texts(data)[0]
    assert "Shell 7" in text
    assert text.count("[shell]") == 7
    assert "1/3" in text


def test_a_trimmed_page_is_as_large_as_the_card(tmp_path: Path) -> None:
    with pikepdf.open(io.BytesIO(by_name(made(tmp_path))["tide.pdf"])) as pdf:
        assert [round(float(edge) * 25.4 / 72, 2) for edge in pdf.pages[0].MediaBox] == [3, 3, 66.5, 91.9]


def test_the_list_says_what_each_face_is(tmp_path: Path) -> None:
    names = by_name(made(tmp_path))
    listed = json.loads(names["faces.json"])
    assert (listed["version"], listed["game"]) == (1, "g")
    assert [(face["id"], face["side"], face["deck"], face["copies"], face["back"]) for face in listed["faces"]] == [
        ("shell_7", "front", "all", 1, "back-plain"),
        ("coral_10", "front", "all", 2, "back-plain"),
        ("tide", "front", "all", 1, "back-plain"),
        ("back-plain", "back", "", 0, ""),
    ]
    rows = list(csv.DictReader(io.StringIO(names["faces.csv"].decode("utf-8"))))
    assert [row["png"] for row in rows] == ["shell_7.png", "coral_10.png", "tide.png", "back-plain.png"]


@pytest.mark.full
def test_one_card_and_one_deck(tmp_path: Path) -> None:
    assert {name for name in by_name(made(tmp_path, chosen=Selection(cards=("tide",)))) if name.endswith(".png")} == {
        "tide.png",
        "back-plain.png",
    }
    assert by_name(made(tmp_path, chosen=Selection(cards=("tide",))))["tide.svg"] == by_name(made(tmp_path))["tide.svg"]
    assert "shell_7.png" in by_name(made(tmp_path, chosen=Selection(decks=("all",))))


@pytest.mark.full
def test_a_card_that_is_a_back_says_the_place_of_the_card_before_it(tmp_path: Path) -> None:
    """As on sheets; it has no other back than that card, and is in no deck."""
    (tmp_path / "game.yaml").write_text(WOLVES, encoding="utf-8")
    faces = by_name(produce(compile_game(tmp_path), Settings("a4", NoCache(), GameFiles(tmp_path), faces=ALL)))
    rows = {row["id"]: row for row in csv.DictReader(io.StringIO(faces["faces.csv"].decode("utf-8"), newline=""))}
    assert {name: (row["deck"], row["copies"], row["back"]) for name, row in rows.items()} == {
        "wolf": ("", "0", "man"),
        "elder": ("village", "1", "back-plain"),
        "man": ("village", "2", "wolf"),
        "back-plain": ("", "0", ""),
    }
    assert "2/2" in "".join(read.texts(faces["wolf.pdf"]))


@pytest.mark.full
def test_a_card_in_no_deck_has_a_face(tmp_path: Path) -> None:
    texts = game("a: {at: [5, 5, 50, 8], show: name}")
    (tmp_path / "game.yaml").write_text(texts["game.yaml"].replace("shell_7: 1, ", ""), encoding="utf-8")
    names = by_name(produce(compile_game(tmp_path), Settings("a4", NoCache())))
    assert "shell_7.png" in names


# ------------------------------------------------------------ builds


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, text in files("lamps").items():
        if not name.startswith("schemas/"):
            (tmp_path / "game" / name).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / "game" / name).write_text(text, encoding="utf-8")
    return tmp_path / "game"


@pytest.mark.full
def test_a_build_of_everything_makes_no_single_faces_and_keeps_those_that_are_true(folder: Path, tmp_path: Path) -> None:
    request = BuildRequest(folder, tmp_path / "out", only=("report",))
    whole = build_game(request).target
    assert whole is not None
    asked = BuildRequest(folder, tmp_path / "out", only=("faces",), faces=FacesAsked(dpi=100))
    assert build_game(asked).made == ("faces",)
    assert build_game(asked).made == ()
    assert build_game(request).removed == ()
    assert (whole / "faces" / "lamp_oil.png").is_file()
    assert (whole / "report" / "cards.txt").is_file()
    again = build_game(BuildRequest(folder, tmp_path / "out", only=("faces",), faces=FacesAsked(dpi=50)))
    assert again.made == ("faces",)


def test_a_build_of_one_card_has_a_folder_of_its_own(folder: Path, tmp_path: Path) -> None:
    whole = build_game(BuildRequest(folder, tmp_path / "out", only=("report",))).target
    one = build_game(BuildRequest(folder, tmp_path / "out", only=("faces",), chosen=Selection(cards=("lamp_oil",))))
    assert one.target == tmp_path / "out" / "lamps-card-lamp_oil"
    assert one.removed == ()
    assert whole is not None and (whole / "report" / "cards.txt").is_file()
    assert build_game(BuildRequest(folder, tmp_path / "out", only=("faces",), chosen=Selection(cards=("lamp_oil",)))).made == ()


def test_the_command_line(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[str] = []
    monkeypatch.setattr("click.launch", lambda path: shown.append(path) or 0)
    done = CliRunner().invoke(
        app, ["build", str(folder), "-o", str(tmp_path / "out"), "--card", "lamp_oil", "--dpi", "60", "--open"], standalone_mode=False
    )
    assert done.return_value == 0, done.output
    assert shown == [str(tmp_path / "out" / "lamps-card-lamp_oil" / "faces" / "lamp_oil.png")]


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--card", "lamp_oli"], "--card: {} has no card `lamp_oli`; did you mean `lamp_oil`?"),
        (["--deck", "x"], "--deck: {} has no deck `x`; there is delver"),
        (["--size", "825"], "--size: 825 is not a width and a height in pixels, such as 825x1125"),
        (["--size", "99999x99999"], "12000 pixels are the most"),
        (["--size", "825x1125", "--dpi", "300"], "name one of them"),
        (["--only", "cards", "--dpi", "90"], "are for single faces"),
        (["--only", "cards,engine", "--card", "lamp_oil"], "--card: for card sheets and single faces; leave engine out of --only"),
    ],
)
def test_wrong_use_is_said(folder: Path, tmp_path: Path, words: list[str], says: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["build", str(folder), "-o", str(tmp_path / "out"), *words]) == 2
    assert says.format(folder.as_posix()) in capsys.readouterr().err
