"""What is asked of printing: flags, the file print.yaml, which cards changed, and the folders that such builds have."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pypdfium2
import pytest
from PIL import Image

from penance_build.build.prints import anew
from penance_build.cli.catch import run
from penance_build.cli.commands.new import files
from penance_build.cli.printing.file import find_file, read_file
from penance_build.cli.printing.settings import FIGURES, KEYS, Device, hundredths, settings_of
from penance_build.press.imposition.trims import BLEED_UM
from penance_build.product import Printing
from penance_build.schema.registry import read_schema
from tests import press_pdf as read

Said = Callable[..., tuple[int, str, str]]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A small game; the command runs beside it, and the user has no settings."""
    game = tmp_path / "lamps"
    for name, text in files("lamps").items():
        path = game / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("PENANCE_CACHE", str(tmp_path / "cache"))
    monkeypatch.chdir(tmp_path)
    return game


@pytest.fixture
def said(folder: Path, capsys: pytest.CaptureFixture[str]) -> Said:
    """A build of the game: its exit code and what it said on stdout and stderr."""

    def build(*words: str) -> tuple[int, str, str]:
        code = run(["build", "--game", str(folder), "-o", "out", *words])
        done = capsys.readouterr()
        return code, done.out, done.err

    return build


def edit(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")


def cards_file(folder: Path) -> Path:
    return next(path for path in sorted(folder.rglob("*.yaml")) if "lamp_oil:" in path.read_text(encoding="utf-8"))


def count(path: Path) -> list[int]:
    return [len(page.placed) for page in read.pages(path.read_bytes(), BLEED_UM)]


# ---------------------------------------------------------------- the settings


def test_settings_are_those_of_the_schema() -> None:
    schema = read_schema("print")
    assert [*KEYS, "printers"] == list(schema["properties"])
    assert list(FIGURES) == list(schema["$defs"]["device"]["properties"])
    for name, key in KEYS.items():
        node = schema["properties"][name]
        words = [branch["const"] for branch in node.get("oneOf", [])]
        assert all(key.read(word) is not None for word in words)
        assert not words or list(key.words) == words
        assert all(key.read(str(example)) is not None for example in node["examples"])


@pytest.mark.parametrize(
    ("name", "text", "meant"),
    [
        ("gap", "abut", 0), ("gap", "auto", "auto"), ("gap", "4 mm", 4000), ("gap", "0.25in", 6350), ("gap", "4", None),
        ("gap", "60 mm", None),
        ("pages", "fold", "fold"), ("pages", "folded", None), ("marks", "off", "off"), ("blanks", "12", 12), ("blanks", "-1", None),
        ("blanks", "100", None), ("watermark", "A" * 40, "A" * 40), ("watermark", "A" * 41, None), ("watermark", "a\nb", None),
        ("paper", "Letter", "letter"), ("paper", "b9", None), ("grid", "3 x 3", "3x3"), ("grid", "auto", ""), ("grid", "0x1", None),
        ("printer", "HP 200-x", "HP 200-x"), ("printer", "../x", None), ("ink", "low", "low"), ("turn", "lying", "lying"),
    ],
)  # fmt: skip
def test_what_a_setting_may_be(name: str, text: str, meant: Any) -> None:
    assert KEYS[name].read(text) == meant


def test_decimal_numbers_are_whole_hundredths() -> None:
    texts = ("0.35", "-0.2", "+1", "12", "0.355", "1e3", "", "--1", "1.", "٣")
    assert [hundredths(text) for text in texts] == [35, -20, 100, 1200, None, None, None, None, None, None]


def test_a_printer_gives_its_figures() -> None:
    devices = {"home": Device((350, -200), 30, (10_000, 10_040))}
    made = settings_of({"printer": "home", "gap": "auto", "paper": "letter"}, devices)
    assert made.printing == Printing(printer="home", offset=(350, -200), twist=30, scale=(10_000, 10_040))
    assert (made.paper, made.grid) == ("letter", "")


# ---------------------------------------------------------------- the file

WHOLE = """\
pages: backs_last
flip: short
gap: 4 mm
marks: off
blanks: 2
paper: letter
printer: office
printers:
  office: {offset: [0.35, -0.2], turn: -0.3, scale: [100, 100.4]}
  home: {offset: [+1, 0]}
"""


def test_a_file_is_read_as_people_write_it(tmp_path: Path) -> None:
    path = tmp_path / "print.yaml"
    path.write_text(WHOLE, encoding="utf-8")
    found = read_file(path)
    assert found.problems == ()
    assert found.values == {
        "pages": "backs_last", "flip": "short", "gap": 4000, "marks": "off", "blanks": 2, "paper": "letter", "printer": "office",
    }  # fmt: skip
    assert found.devices == {"office": Device((350, -200), -30, (10_000, 10_040)), "home": Device((1000, 0))}


@pytest.mark.parametrize(
    ("text", "place", "says", "cure"),
    [
        ("pages: folded\n", (1, 8), "`pages` is `folded`; expected one of interleaved, backs_last, fronts, fold", "did you mean `fold`?"),
        ("\npage: fold\n", (2, 1), "`page` is no setting of printing", "did you mean `pages`?"),
        ("marks: true\n", (1, 8), "`marks` is `true`; expected one of on, off, lines", ""),
        ("printer: offce\nprinters: {office: {offset: [0, 0]}}\n", (1, 10), "there is no printer `offce`", "did you mean `office`?"),
        ("printers: {office: {offset: 0.35}}\n", (1, 29), "`offset` of the printer `office` is `0.35`; expected two lengths", ""),
        ("printers: {office: {offset: [0.35, 20]}}\n", (1, 29), "is [0.35, 20]; expected two lengths in millimetres", ""),
        ("printers: {office: {ofset: [0, 0]}}\n", (1, 21), "`ofset` is no figure of a printer", "did you mean `offset`?"),
        ("printers: [office]\n", (1, 11), "`printers` is [office]; expected printers by name", ""),
        ("printers: {office: 3}\n", (1, 20), "the printer `office` is `3`; expected offset, turn, scale", ""),
        ("blanks: [1]\n", (1, 9), "`blanks` is [1]; expected a whole number from 0 to 99", ""),
    ],
)
def test_what_is_wrong_with_a_file(tmp_path: Path, text: str, place: tuple[int, int], says: str, cure: str) -> None:
    path = tmp_path / "print.yaml"
    path.write_text(text, encoding="utf-8")
    (problem,) = read_file(path).problems
    assert problem.code == "E870"
    assert (problem.span.line, problem.span.column) == place
    assert says in problem.message
    assert cure in problem.hint


@pytest.mark.parametrize("text", ["a: [", "- x\n", "a: 1\na: 2\n", "\x00", "pages: &a fold\n"])
def test_a_file_that_is_no_yaml_of_ours_has_problems_and_no_traceback(tmp_path: Path, text: str) -> None:
    path = tmp_path / "print.yaml"
    path.write_text(text, encoding="utf-8")
    assert any(problem.severity == "error" for problem in read_file(path).problems)


def test_a_wrong_file_stops_the_build(said: Said, tmp_path: Path) -> None:
    (tmp_path / "print.yaml").write_text("marks: of\n", encoding="utf-8")
    code, out, err = said()
    assert code == 1
    assert "error[E870]: `marks` is `of`; expected one of on, off, lines" in out
    assert "--> print.yaml:1:8" in out
    assert "did you mean `off` or `on`?" in out
    assert "print.yaml: 1 error; nothing was built" in err
    code, out, _ = said("--format", "json")
    assert (code, json.loads(out)["problems"][0]["code"]) == (1, "E870")


@pytest.mark.full
def test_the_file_holds_for_the_base_build_and_lies_here_or_with_the_user(said: Said, tmp_path: Path) -> None:
    here, home = tmp_path / "print.yaml", tmp_path / "config" / "penance" / "print.yaml"
    home.parent.mkdir(parents=True)
    home.write_text("paper: a5\nmarks: off\n", encoding="utf-8")
    assert said("--only", "cards")[0] == 0
    made = tmp_path / "out" / "lamps" / "cards" / "delver-a5.pdf"
    assert all(page.lines == [] for page in read.pages(made.read_bytes(), BLEED_UM))
    here.write_text("paper: letter\n", encoding="utf-8")  # before that of the user
    assert said("--only", "cards")[0] == 0
    assert [path.name for path in made.parent.iterdir()] == ["delver-letter.pdf"]
    assert said("--only", "cards", "--paper", "a4")[0] == 0  # a flag is before both
    assert [path.name for path in made.parent.iterdir()] == ["delver-a4.pdf"]
    other = tmp_path / "mine.yaml"
    other.write_text("paper: a3\n", encoding="utf-8")
    assert said("--only", "cards", "--print-file", str(other))[0] == 0
    assert [path.name for path in made.parent.iterdir()] == ["delver-a3.pdf"]


def test_a_file_in_the_folder_of_the_game_is_no_rules(said: Said, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert said("--only", "engine")[0] == 0
    (folder / "print.yaml").write_text("marks: off\n", encoding="utf-8")
    monkeypatch.chdir(folder)
    code, _, err = said("--only", "cards", "-o", "../out")
    assert code == 0
    assert "stale" not in err
    assert run(["check", "--game", str(folder)]) == 0


# ---------------------------------------------------------------- flags


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--print", "mark=off"], "--print: there is no setting `mark`; did you mean `marks`?"),
        (["--print", "zzz=1"], "--print: there is no setting `zzz`; there is pages, flip, turn, gap, marks, ink, watermark, blanks"),
        (["--print", "marks"], "--print: `marks` has no value; write marks=VALUE, one of on, off, lines"),
        (["--print", "marks=of"], "--print: marks is `of`; expected one of on, off, lines"),
        (["--print", "marks=off", "--print", "marks=on"], "--print: `marks` is given twice, as `off` and `on`"),
        (["--print", "printer=office"], "--print: there is no printer `office` under `printers:` of print.yaml; there are none"),
        (["--print", "printers=x"], "name one of them: --print printer=NAME"),
        (["--print-file", "none.yaml"], "--print-file: there is no file none.yaml"),
        (["--copies", "0"], "--copies: 0 is no number of copies; write 1 to 999, or as-data"),
        (["--copies", "some"], "--copies: some is no number of copies"),
        (["--since", "no-such"], "--since: `no-such` is neither a revision of git nor a manifest.json of a build"),
        (["--card", "lamp_oli"], "lamps has no card `lamp_oli`; did you mean `lamp_oil`?"),
        (["--deck", "x"], "lamps has no deck `x`; there is delver"),
        (["--only", "engine", "--print", "marks=off"], "--print: for card sheets and single faces; leave engine out of --only"),
        (["--only", "faces", "--copies", "2"], "--copies: for card sheets, and single faces are asked for"),
        (["--for", "tts", "--copies", "2"], "--for makes what one maker or program takes and nothing else: leave --copies out"),
    ],
)
def test_wrong_use_is_said(said: Said, words: list[str], says: str) -> None:
    code, _, err = said(*words)
    assert code == 2
    assert says in err


@pytest.mark.full
def test_a_narrowed_build_has_a_folder_of_its_own_and_leaves_the_whole(said: Said, tmp_path: Path) -> None:
    assert said("--only", "cards")[0] == 0
    out = tmp_path / "out"
    base = (out / "lamps" / "manifest.json").read_bytes()
    for words, name in (
        (("--only", "cards", "--card", "lamp_oil"), "lamps-card-lamp_oil"),
        (("--only", "cards", "--deck", "delver"), "lamps-deck-delver"),
        (("--copies", "1"), "lamps-copies-1"),
        (("--print", "marks=off", "--print", "flip=short"), "lamps-print-flip-short+marks-off"),
        (("--print", "gap=4 mm"), "lamps-print-gap-4-mm-??????"),
        (("--print", "watermark=Ærø, 2nd"), "lamps-print-watermark-r-2nd-??????"),
    ):
        code, listed, err = said(*words)
        assert (code, err.count("removed")) == (0, 0), err
        (made,) = out.glob(name)
        assert f"out/{made.name}/cards/delver-a4.pdf" in listed
        assert "nothing has changed" in said(*words)[2]
    assert (out / "lamps" / "manifest.json").read_bytes() == base


@pytest.mark.full
def test_a_card_alone_gives_its_sheet_and_its_face(said: Said, tmp_path: Path) -> None:
    code, listed, _ = said("--card", "lamp_oil")
    assert code == 0
    assert "cards/delver-a4.pdf" in listed
    assert "faces/lamp_oil.png" in listed
    whole = said("--only", "cards")
    assert whole[0] == 0
    copies = count(tmp_path / "out" / "lamps" / "cards" / "delver-a4.pdf")
    assert 0 < count(tmp_path / "out" / "lamps-card-lamp_oil" / "cards" / "delver-a4.pdf")[0] < copies[0]


def test_cards_that_are_in_no_deck_that_is_meant_are_told(said: Said, folder: Path) -> None:
    edit(
        cards_file(folder),
        "cards: {lamp_oil: 4, cold_draught: 2}}",
        "cards: {lamp_oil: 4}}\n  cold: {name: Cold, size: 2, cards: {cold_draught: 2}}",
    )
    edit(cards_file(folder), "size: 6", "size: 4")
    code, _, err = said("--only", "cards", "--card", "lamp_oil", "--deck", "cold")
    assert code == 1
    assert "nothing to print: no cards, for no deck that is meant has a card that is meant" in err


def test_a_card_that_is_only_a_back_names_the_one_before_it(said: Said, folder: Path) -> None:
    edit(cards_file(folder), "cards: {lamp_oil: 4, cold_draught: 2}}", "cards: {lamp_oil: 4}}")
    edit(cards_file(folder), "size: 6", "size: 4")
    edit(cards_file(folder), "  lamp_oil:\n", "  lamp_oil:\n    back: cold_draught\n")
    code, _, err = said("--only", "cards", "--card", "cold_draught")
    assert code == 1
    assert "no cards, `cold_draught` is on the back of `lamp_oil`: ask for that" in err


def test_settings_of_the_file_are_not_asked_twice(said: Said, tmp_path: Path) -> None:
    said("--only", "cards")
    (tmp_path / "print.yaml").write_text("marks: off\n", encoding="utf-8")
    assert "built cards" in said("--only", "cards")[2]
    assert "nothing has changed" in said("--only", "cards")[2]


# ---------------------------------------------------------------- what changed


@pytest.mark.full
def test_what_changed_since_a_build(said: Said, folder: Path, tmp_path: Path) -> None:
    said("--only", "cards")
    before = tmp_path / "before.json"
    manifest = tmp_path / "out" / "lamps" / "manifest.json"
    keep = tmp_path / "kept"
    keep.mkdir()
    (keep / "manifest.json").write_bytes(manifest.read_bytes())
    before.write_bytes(manifest.read_bytes())
    code, listed, err = said("--since", str(keep))
    assert (code, listed) == (0, "")
    assert "nothing to print: no card has changed since" in err
    edit(cards_file(folder), "name: Lamp Oil", "name: Lamp Grease")
    code, listed, err = said("--since", str(keep / "manifest.json"))
    assert code == 0, err
    assert listed.startswith(f"1 changed since {keep / 'manifest.json'}:\n  lamp_oil: front (")
    assert "out/lamps-since-kept-build/cards/delver-a4.pdf" in listed
    code, listed, _ = said("--since", str(keep), "--format", "json")
    data = json.loads(listed)
    assert [item["card"] for item in data["changed"]] == ["lamp_oil"]
    assert data["changed"][0]["reasons"] == ["front"]
    (sheets,) = (tmp_path / "out").glob("lamps-since-*/cards/*.pdf")
    text = pypdfium2.PdfDocument(sheets)[0].get_textpage().get_text_range()
    assert "LAMP GREASE" in text.upper()
    assert sum(count(sheets)[::2]) == sum(data["changed"][0]["copies"].values())
    code, listed, err = said("--since", str(before))  # what a file holds says what it is, not its name
    assert code == 0, err
    assert listed.startswith(f"1 changed since {before}:\n  lamp_oil: front (")
    assert "out/lamps-since-before-build/cards/delver-a4.pdf" in listed
    before.write_text("{}", encoding="utf-8")
    code, _, err = said("--since", str(before))
    assert code == 2
    assert "is no manifest.json of a build" in err


def git(folder: Path, *words: str) -> None:
    own = ["-c", "user.name=a", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false"]
    subprocess.run(["git", *own, *words], cwd=folder, check=True, capture_output=True)


@pytest.mark.full
def test_what_changed_since_a_revision(said: Said, folder: Path, tmp_path: Path) -> None:
    git(tmp_path, "init", "-q")
    git(tmp_path, "add", "lamps")
    git(tmp_path, "commit", "-qm", "first")
    assert "no card has changed since HEAD" in said("--since", "HEAD")[2]
    edit(cards_file(folder), "name: Lamp Oil", "name: Lamp Grease")
    code, listed, err = said("--since", "HEAD")
    assert code == 0, err
    assert listed.startswith("1 changed since HEAD:\n  lamp_oil: name (")
    assert len(list((tmp_path / "out").glob("lamps-since-HEAD/cards/delver-a4.pdf"))) == 1
    edit(cards_file(folder), "name: Lamp Grease", "name: Lamp Oil")
    assert said("--since", "HEAD")[0] == 0
    assert not list((tmp_path / "out").glob("lamps-since-*/cards/*.pdf"))  # what it gave before is not to be printed any more


def test_a_revision_that_does_not_compile_says_why(said: Said, folder: Path, tmp_path: Path) -> None:
    good = cards_file(folder).read_text(encoding="utf-8")
    edit(cards_file(folder), "name: Lamp Oil", "nam: Lamp Oil")
    git(tmp_path, "init", "-q")
    git(tmp_path, "add", "lamps")
    git(tmp_path, "commit", "-qm", "first")
    cards_file(folder).write_text(good, encoding="utf-8")
    code, _, err = said("--since", "HEAD")
    assert code == 2
    assert "the game does not compile as it was in HEAD: E304" in err
    assert f" at {cards_file(folder).name}:" in err and err.rstrip().endswith("; name another revision")


@pytest.mark.full
def test_another_picture_is_another_card(said: Said, folder: Path, tmp_path: Path) -> None:
    cards = cards_file(folder)
    edit(cards, "card_attributes:", "card_attributes:\n  art: {name: Art, type: image}")
    edit(cards, "    name: Lamp Oil\n", "    name: Lamp Oil\n    art: oil.png\n")
    edit(cards, "delver: {name: Delver,", "delver: {name: Delver, back: back.png,")
    for name in ("oil.png", "back.png"):
        Image.new("RGB", (1600, 1600), (200, 90, 30)).save(folder / name)
    git(tmp_path, "init", "-q")
    git(tmp_path, "add", "lamps")
    git(tmp_path, "commit", "-qm", "first")
    assert said("--only", "cards")[0] == 0
    kept = tmp_path / "kept"
    kept.mkdir()
    (kept / "manifest.json").write_bytes((tmp_path / "out" / "lamps" / "manifest.json").read_bytes())

    def changed(since: str) -> list[tuple[str, list[str], dict[str, int]]]:
        code, listed, err = said("--since", since, "--format", "json")
        assert code == 0, err
        return [(item["card"], item["reasons"], item["copies"]) for item in json.loads(listed)["changed"]]

    assert changed("HEAD") == changed(str(kept)) == []
    Image.new("RGB", (1600, 1600), (20, 90, 30)).save(folder / "oil.png")
    assert changed("HEAD") == [("lamp_oil", ["picture"], {"delver": 4})]
    assert changed(str(kept)) == [("lamp_oil", ["front"], {"delver": 4})]
    Image.new("RGB", (1600, 1600), (20, 90, 30)).save(folder / "back.png")
    assert [item[0] for item in changed("HEAD")] == [item[0] for item in changed(str(kept))] == ["lamp_oil", "cold_draught"]


def test_cards_are_held_against_what_they_were_printed_from() -> None:
    old: dict[str, Any] = {
        "same": {"front": "a", "backs": {"d": "x"}, "copies": {"d": 2}},
        "front": {"front": "a", "backs": {"d": "x"}, "copies": {"d": 2}},
        "back": {"front": "a", "backs": {"d": "x", "e": "x"}, "copies": {"d": 2, "e": 1}},
        "more": {"front": "a", "backs": {"d": "x"}, "copies": {"d": 2}},
        "gone": {"front": "a", "backs": {"d": "x"}, "copies": {"d": 2}},
    }
    new: dict[str, Any] = {
        "same": old["same"],
        "front": {"front": "b", "backs": {"d": "x"}, "copies": {"d": 2}},
        "back": {"front": "a", "backs": {"d": "y", "e": "x"}, "copies": {"d": 2, "e": 1}},
        "more": {"front": "a", "backs": {"d": "x", "e": "x"}, "copies": {"d": 3, "e": 1}},
        "new": {"front": "a", "backs": {"d": "x"}, "copies": {"d": 1}},
    }
    assert [(item.card, item.reasons, dict(item.copies)) for item in anew(old, new)] == [
        ("front", ("front",), {"d": 2}),
        ("back", ("back",), {"d": 2}),
        ("more", ("more copies",), {"d": 1, "e": 1}),
        ("new", ("new card",), {"d": 1}),
    ]


@pytest.mark.full
def test_what_is_left_is_told_to_be_stale(said: Said, folder: Path, tmp_path: Path) -> None:
    assert said("--only", "engine,cards")[0] == 0
    edit(cards_file(folder), "name: Lamp Oil", "name: Lamp Grease")
    code, _, err = said("--only", "engine")
    assert code == 0
    assert "out/lamps: left as before, and stale since the game changed: cards" in err
    assert json.loads((tmp_path / "out" / "lamps" / "manifest.json").read_bytes())["stale"] == ["cards"]
    assert "stale since the game changed: cards" in said("--only", "engine")[2]
    assert json.loads(said("--only", "engine", "--format", "json")[1])["stale"] == ["cards"]
    assert "stale" not in said("--only", "cards,engine")[2]
    assert json.loads((tmp_path / "out" / "lamps" / "manifest.json").read_bytes())["stale"] == []


# ---------------------------------------------------------------- the calibration page


@pytest.mark.full
def test_the_calibration_page_needs_no_cards_and_registers(said: Said, tmp_path: Path) -> None:
    (tmp_path / "print.yaml").write_text("printers: {office: {offset: [0.35, -0.2]}}\n", encoding="utf-8")
    assert run(["build", "--game", "skirmish", "-o", "out", "--only", "calibration"]) == 0
    plain = (tmp_path / "out" / "skirmish" / "calibration" / "a4.pdf").read_bytes()
    assert len(read.texts(plain)) == 2
    assert "Hold the sheet to the light" in read.texts(plain)[1].replace("\r\n", " ")
    assert "offset: [x, y]" in read.texts(plain)[1]
    for words in (("--print", "printer=office"), ("--print", "printer=office", "--print", "flip=short")):
        assert run(["build", "--game", "skirmish", "-o", "out", "--only", "calibration", *words]) == 0
    checked = (tmp_path / "out" / "skirmish-print-printer-office" / "calibration" / "a4.pdf").read_bytes()
    texts = read.texts(checked)
    assert len(texts) == 4
    assert "offset [0.35, -0.2] of office" in texts[2]
    # The last back is the first one, moved; the fronts are alike but for their sentence.
    before, after = (read.picture(checked, page, 254).convert("L") for page in (1, 3))
    box = (300, 1000, 700, 1900)  # the scale of x
    moved = before.crop(box), after.crop((box[0] + 4, box[1] - 2, box[2] + 4, box[3] - 2))
    differing = sum(a != b for a, b in zip(moved[0].tobytes(), moved[1].tobytes(), strict=True))
    assert differing < len(moved[0].tobytes()) // 20


def test_lines_of_front_and_back_meet_at_nought_on_every_paper() -> None:
    from penance_build.press.imposition.papers import PAPERS
    from penance_build.press.look.theme import theme_from
    from penance_build.press.sheets.calibration import Places, back_shapes, front_shapes

    for paper in PAPERS.values():
        places = Places(paper.width_um // 10, paper.height_um // 10)
        for edge in ("long", "short"):
            for at in (places.middle, *places.corners, *places.scales):
                there = places.behind(places.behind(at, edge), edge)
                assert there == at
            assert front_shapes(places, theme_from(()), edge)
        assert back_shapes(places, theme_from(()))
        (x, _), (_, y) = places.scales
        assert 1900 <= x < places.width // 2
        assert y + 2700 < places.height


def test_settings_where_nobody_may_look_are_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)

    def refused(path: object, **more: object) -> os.stat_result:
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr(os, "stat", refused)  # as of one who is not root
    assert find_file(None) is None
