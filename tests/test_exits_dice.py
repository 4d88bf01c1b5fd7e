"""Makers of dice: their profiles, the preflight, and the archive of an order, read back as a maker opens it."""

from __future__ import annotations

import csv
import io
import json
import zipfile
from pathlib import Path
from typing import Any

import pypdfium2
import pytest
from shapely.geometry import Polygon

from penance_build.exits.dice_form import DiceForm
from penance_build.exits.profiles import read_profile
from penance_build.press.drawing.closed import rings
from penance_build.product import NoFiles, Produced
from tests.exits_support import folder, left
from tests.games import shipped
from tests.press_dice_support import text_of

full = pytest.mark.full
OURS = ("dice_engraved", "dice_printed", "dice_laser")
FINE = """
name: The engraver round the corner
form: dice
dice: {method: Fine engraving, line: 0.1 mm, gap: 0.1 mm}
games: 40
"""
HARD = """
name: The mason
form: dice
dice: {method: Chisel, line: 30 mm, gap: 30 mm, margin: 7 mm, colours: 0}
"""


@pytest.fixture(scope="module")
def order(tmp_path_factory: pytest.TempPathFactory) -> Produced:
    return left(folder(tmp_path_factory.mktemp("dice"), profile={"fine": FINE}), "fine")


def opened(produced: Produced) -> dict[str, bytes]:
    """What is in the archive."""
    assert produced.problems == (), [(problem.code, problem.message) for problem in produced.problems]
    [data] = [artifact.data for artifact in produced.artifacts if artifact.path.endswith(".zip")]
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        assert archive.testzip() is None
        assert {entry.date_time for entry in archive.infolist()} == {(1980, 1, 1, 0, 0, 0)}
        return {name: archive.read(name) for name in archive.namelist()}


def rows(data: bytes) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(data.decode("utf-8"), newline="")))


def form(name: str) -> DiceForm:
    profile, problems = read_profile(name, NoFiles())
    assert problems == []
    assert profile is not None
    assert profile.dice is not None
    return profile.dice


# ---------------------------------------------------------------- profiles


@pytest.mark.parametrize("name", OURS)
def test_our_makers_of_dice(name: str) -> None:
    made = form(name)
    assert 200 <= made.line <= 500
    assert 300 <= made.gap <= 500
    assert (made.margin, made.sides, made.edges) == (2000, (6,), ())


def test_the_figures_of_our_makers() -> None:
    assert [(form(name).line, form(name).gap, form(name).colours) for name in OURS] == [(500, 500, 1), (300, 300, 1), (300, 400, 0)]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("name: A\nform: dice\n", "a profile of the form `dice` needs `dice`"),
        (FINE.replace("line: 0.1 mm, ", ""), "has no `line`"),
        (FINE.replace("0.1 mm, gap", "0.1 km, gap"), "`line`"),
    ],
)
def test_a_wrong_profile_is_said_at_its_line(tmp_path: Path, text: str, says: str) -> None:
    made = left(folder(tmp_path, profile={"own": text}), "own")
    assert made.artifacts == ()
    assert any(says in problem.message and problem.span.file == "profiles/own.yaml" for problem in made.problems), made.problems


# ---------------------------------------------------------------- the order


@full
def test_an_order_is_one_archive(order: Produced) -> None:
    assert [artifact.path for artifact in order.artifacts] == ["for-fine/order.pdf", "for-fine/g-dice.zip"]
    files = opened(order)
    assert files["order.pdf"] == order.artifacts[0].data
    faces = [f"fate-{face}" for face in "abcdef"]
    assert sorted(files) == sorted(
        ["order.pdf", "order.csv", "order.json", "faces.csv", "drawings/fate-a4.pdf"]
        + [f"faces-{kind}/{face}.{kind}" for face in faces for kind in ("svg", "dxf")]
    )


@full
def test_a_die_called_as_other_sheets_takes_none_of_them(tmp_path: Path) -> None:
    path = folder(tmp_path, profile={"fine": FINE})
    game = path / "game.yaml"
    game.write_text(
        game.read_text(encoding="utf-8").replace("  fate:\n", "  paper:\n").replace("ref: fate", "ref: paper"), encoding="utf-8"
    )
    files = opened(left(path, "fine"))
    assert [name for name in files if name.startswith("drawings/")] == ["drawings/paper-a4.pdf"]


@full
def test_what_is_ordered(order: Produced) -> None:
    files = opened(order)
    [line] = rows(files["order.csv"])
    assert (line["die"], line["quantity a set"], line["quantity in all"], line["edge mm"], line["body"], line["symbol colour"]) == (
        "fate", "2", "80", "16", "Black", "#ffffff",
    )  # fmt: skip
    data: dict[str, Any] = json.loads(files["order.json"])
    assert (data["maker"], data["sets"], data["dice"][0]["quantity_in_all"]) == ("The engraver round the corner", 40, 80)
    assert line["revision"] == data["dice"][0]["revision"]
    faces = rows(files["faces.csv"])
    assert [face["position"] for face in faces] == list("123456")
    assert all(int(face["position"]) + int(face["opposite"]) == 7 for face in faces)
    assert all(f"faces-svg/{face['svg']}" in files and f"faces-dxf/{face['dxf']}" in files for face in faces)


@full
def test_the_sheet_says_all_of_it(order: Produced) -> None:
    data = opened(order)["order.pdf"]
    text = text_of(data)
    line = rows(opened(order)["order.csv"])[0]
    for word in (
        "The engraver round the corner",
        "Fine engraving",
        "Fate",
        "Acrylic",
        "Black",
        "#101010",
        "White",
        line["revision"],
        "80",
        "SHELL",
    ):
        assert word in text, word
    assert "0.10" in text
    assert len(pypdfium2.PdfDocument(data)) == 2


@full
def test_outlines_are_the_same_in_both_kinds(order: Produced) -> None:
    import re

    import ezdxf

    files = opened(order)
    for face in rows(files["faces.csv"]):
        [data] = re.findall(r' d="([^"]*)"', files[f"faces-svg/{face['svg']}"].decode())
        contours = rings(re.sub(r"-?[0-9]+(\.[0-9]+)?", lambda found: str(round(float(found[0]) * 1000)), data))
        lines = ezdxf.read(io.StringIO(files[f"faces-dxf/{face['dxf']}"].decode())).modelspace()  # type: ignore[attr-defined]
        assert sorted(Polygon(ring).area / 1e6 for ring in contours) == pytest.approx(
            sorted(Polygon(line.get_points("xy")).area for line in lines)
        )


@full
def test_the_same_order_has_the_same_bytes(order: Produced, tmp_path: Path) -> None:
    again = left(folder(tmp_path, profile={"fine": FINE}), "fine")
    assert [artifact.data for artifact in again.artifacts] == [artifact.data for artifact in order.artifacts]


@full
def test_a_maker_has_the_kinds_of_files_that_it_takes(tmp_path: Path) -> None:
    files = opened(left(folder(tmp_path, profile={"own": FINE.replace("gap: 0.1 mm", "gap: 0.1 mm, files: [dxf]")}), "own"))
    assert {name.partition("/")[0] for name in files} == {"order.pdf", "order.csv", "order.json", "faces.csv", "drawings", "faces-dxf"}
    assert {face["svg"] for face in rows(files["faces.csv"])} == {""}


# ---------------------------------------------------------------- the preflight


@full
def test_what_a_maker_would_spoil_is_named(tmp_path: Path) -> None:
    made = left(folder(tmp_path, profile={"own": HARD}), "own")
    found = [(problem.code, problem.message) for problem in made.problems]
    assert [code for code, _ in found if code != "W879"] == ["W880", "W881"]
    lines = [says for code, says in found if code == "W879"]
    assert 1 <= len(lines) <= 2
    assert all(says.startswith("Fate, face ") and "The mason asks for 30.00 mm" in says for says in lines)
    assert any(": the icon " in says and " has a line of " in says for says in lines)
    near, colours = (says for code, says in found if code != "W879")
    assert "from the edge, and The mason asks for 7.00 mm; so have 5 more faces" in near
    assert colours == "The mason fills no colour into what it cuts, and symbols have one: Fate (White)"
    assert made.artifacts, "warnings stop nothing"
    assert all(problem.span.file == "game.yaml" and problem.span.line > 0 for problem in made.problems)


@full
@pytest.mark.parametrize(
    ("more", "says"),
    [
        ("edges: [12 mm, 14 mm]", "Fate has edges of 16 mm, and The engraver round the corner makes 12, 14 mm"),
        ("sides: [8, 20]", "Fate has 6 faces, and The engraver round the corner makes dice of 8, 20"),
    ],
)
def test_what_a_maker_does_not_make_is_refused(tmp_path: Path, more: str, says: str) -> None:
    made = left(folder(tmp_path, profile={"own": FINE.replace("gap: 0.1 mm", f"gap: 0.1 mm, {more}")}), "own")
    assert made.artifacts == ()
    assert [(problem.code, problem.message) for problem in made.problems] == [("E878", says)]


@full
def test_numbers_are_measured_too() -> None:
    """The numbers on the Attack Die are 2.4 mm high, with lines of a sixth of that: less than any of its icons has."""
    from penance_build.press.dice.spec import die_spec, number_measures

    program = shipped("penance")
    spec = die_spec(program, next(die for die in program.dice if die.id == "attack"))
    assert spec.thinnest("line") == min(number_measures(16_000, side.number)[0] for side in spec.sides if side.number is not None)
    assert spec.thinnest("line") < min(side.line_um for side in spec.sides)
    plain = die_spec(program, next(die for die in program.dice if die.id == "defense"))
    assert plain.thinnest("line") == min(side.line_um for side in plain.sides)


def test_a_game_without_dice_that_are_made_has_nothing_to_order(tmp_path: Path) -> None:
    path = folder(tmp_path, profile={"own": FINE})
    text = path.joinpath("game.yaml").read_text(encoding="utf-8")
    files = {one: one.read_text(encoding="utf-8") for one in path.glob("*.yaml")}
    for one, text in files.items():
        one.write_text(text.replace("    print: {edge: 16 mm", "    note: plain\n    #print: {edge: 16 mm"), encoding="utf-8")
    made = left(path, "own")
    assert [problem.code for problem in made.problems] == ["E878"]
    assert "nothing to order" in made.problems[0].message


@full
def test_a_die_without_a_drawing_is_left_out(tmp_path: Path) -> None:
    more = """
dice:
  omen:
    name: Omen
    faces: [{id: sun, name: SUN, icon: shell, copies: 7}, {id: moon, name: MOON, icon: coral}]
    print: {edge: 18 mm}
"""
    path = folder(tmp_path, profile={"own": FINE})
    (path / "more.yaml").write_text(more, encoding="utf-8")
    made = left(path, "own")
    assert [(problem.code, problem.message.partition(":")[0]) for problem in made.problems] == [
        ("W882", "Omen has 8 faces and is left out of the order")
    ]
    assert len(made.artifacts) == 2
