"""Backs that show a picture or a layout of the game: which cards have them, what they may say, and what is wrong with them."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from PIL import Image

from penance_build.api import compile_game, compile_texts
from penance_build.build.files import GameFiles
from penance_build.diff.compare import compare
from penance_build.diff.result import Side
from penance_build.press.cards.product import produce
from penance_build.press.faces.product import produce as produce_faces
from penance_build.product import FacesAsked, NoCache, Settings
from tests.layout_support import picture
from tests.press_dice_support import text_of

GAME = """
game: {id: tide, name: Tide, version: "1.0", language: 1}
card_types: {event: {name: Event}, number: {name: Number}}
factions: {sea: {name: Sea, tincture: blue}, land: {name: Land, tincture: green}}
slots: {day: {name: Day}, night: {name: Night}}
card_attributes:
  rank: {name: Rank, type: 1..12, played: false, optional: true}
layouts:
  coat:
    ground: tincture
    boxes: {title: {at: [8, 36, 47.5, 12], show: name}, of: {at: [8, 50, 47.5, 8], show: faction}}
cards:
  one: {type: event, name: One, faction: sea, slot: day}
  two: {type: number, name: Two, faction: land, slot: night, rank: 11}
"""


def built(tmp_path: Path, text: str, files: dict[str, bytes] | None = None) -> tuple[dict[str, bytes], list[str]]:
    """The files of the card sheets and faces, and the codes of what was said."""
    for name, data in {"game.yaml": text.encode(), **(files or {})}.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(data)
    made = compile_game(tmp_path)
    assert made.program is not None, [problem.message for problem in made.problems]
    settings = Settings("a4", NoCache(), GameFiles(tmp_path), faces=FacesAsked(dpi=60))
    produced = [produce(made, settings), produce_faces(made, settings)]
    codes = [problem.code for problem in (*made.problems, *produced[0].problems)]
    return {artifact.path: artifact.data for one in produced for artifact in one.artifacts}, codes


def found(text: str) -> list[tuple[str, int, str]]:
    return [(problem.code, problem.span.line, problem.message) for problem in compile_texts({"game.yaml": text}).problems]


@pytest.mark.full
def test_a_deck_a_type_and_the_theme_may_name_a_layout(tmp_path: Path) -> None:
    decks = "decks: {all: {name: All, back: coat, cards: {one: 1}}}\n"
    by_deck, codes = built(tmp_path / "deck", GAME + decks)
    assert codes == ["W722"]  # the other card is in no deck
    assert "Tide" in text_of(by_deck["cards/all-a4.pdf"])
    assert "Sea" in text_of(by_deck["cards/all-a4.pdf"])
    by_type, _ = built(tmp_path / "type", GAME.replace("{name: Event}", "{name: Event, back: coat}") + decks.replace("back: coat, ", ""))
    by_theme, _ = built(tmp_path / "theme", GAME + decks.replace("back: coat, ", "") + "theme: {back: coat}\n")
    names = {name for name in by_deck if name.startswith("faces/back-coat")}
    assert names == {f"faces/back-coat-sea.{ending}" for ending in ("pdf", "png", "svg")}
    for other in (by_type, by_theme):
        assert {name: other[name] for name in names} == {name: by_deck[name] for name in names}


@pytest.mark.full
def test_there_is_one_back_for_each_thing_that_it_says(tmp_path: Path) -> None:
    decks = "decks: {all: {name: All, cards: {one: 1}}, land: {name: Earth, cards: {two: 1}}}\ntheme: {back: coat}\n"
    made, codes = built(tmp_path, GAME + decks)
    assert not codes
    assert {name for name in made if name.startswith("faces/back") and name.endswith("png")} == {
        "faces/back-coat-sea.png",
        "faces/back-coat-land.png",
    }
    colors = [Image.open(io.BytesIO(made[f"faces/back-coat-{name}.png"])).convert("RGB").getpixel((20, 20)) for name in ("sea", "land")]
    assert colors == [(36, 71, 107), (55, 96, 60)]
    assert "Land" in text_of(made["cards/land-a4.pdf"])


@pytest.mark.full
def test_a_picture_covers_the_back(tmp_path: Path) -> None:
    decks = 'decks: {all: {name: All, back: "art/{slot}.png", cards: {one: 2, two: 1}}}\n'
    files = {"art/Day.png": picture(821, 1121), "art/Night.png": picture(821, 1121)}
    made, codes = built(tmp_path, GAME + decks, files)
    assert codes == ["W852"]  # what the backs of one deck tell apart marks its cards
    names = sorted(name for name in made if name.startswith("faces/back") and name.endswith("png"))
    assert names == ["faces/back-back-day.png", "faces/back-back-night.png"]
    image = Image.open(io.BytesIO(made[names[0]])).convert("RGB")
    assert {image.getpixel((x, y)) for x in (0, image.width - 1) for y in (0, image.height - 1)} == {(30, 90, 160)}


@pytest.mark.full
def test_no_front_has_the_layout_of_a_back(tmp_path: Path) -> None:
    decks = "decks: {all: {name: All, back: coat, cards: {one: 1}}}\n"
    made, _ = built(tmp_path, GAME + decks)
    assert text_of(made["faces/one.pdf"]).count("One") == 1


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("back: coat", "back: coast", ("E301", 15, "there is no layout `coast` for a back")),
        ("show: faction", "show: rank", ("E301", 11, "a back says nothing that is called `rank`: it is the same for many cards")),
        ("back: coat", 'back: "art/{rank}.png"', ("E301", 15, "a back says nothing that is called `rank`: it is the same for many cards")),
    ],
)
def test_what_a_back_cannot_show(old: str, new: str, expected: tuple[str, int, str]) -> None:
    text = GAME + "decks: {all: {name: All, back: coat, cards: {one: 1, two: 1}}}\n"
    assert old in text
    assert expected in found(text.replace(old, new))


def test_check_finds_pictures_of_backs_that_are_not_there(tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text(GAME + "decks: {all: {name: All, back: art/back.png, cards: {one: 1, two: 1}}}\n")
    problems = compile_game(tmp_path).problems
    assert [(problem.code, problem.message) for problem in problems] == [("E834", "the picture art/back.png is not there")]


def test_text_that_has_no_room_on_a_back_is_said_once(tmp_path: Path) -> None:
    text = GAME.replace("show: name}", "show: name, size: 60}") + "decks: {all: {name: All, back: coat, cards: {one: 3}}}\n"
    (tmp_path / "game.yaml").write_text(text)
    made = produce(compile_game(tmp_path), Settings("a4", NoCache(), GameFiles(tmp_path)))
    assert [problem.code for problem in made.problems] == ["E833"]
    assert made.problems[0].message.startswith("the back of the cards, box `title` of the layout `coat`: its text is ")


@pytest.mark.full
@pytest.mark.parametrize(
    ("ours", "others", "names"),
    [
        ("art/one/back.png", "art/two/back.png", ["back-back", "back-back2"]),
        ("art/one/back.png", "art/two/Back.png", ["back-back", "back-back2"]),
        ("art/coat.png", "coat", ["back-coat", "back-coat2-land"]),
        ('"art/a-{faction}.png"', "art/a-sea.png", ["back-a-sea", "back-a_sea"]),
        ("art/plain.png", "art/deck-land.png", ["back-plain2", "back-deck_land"]),
        ("art/one.png", '"art/bä ck.png"', ["back-one", "back-b-ck"]),
    ],
)
def test_no_two_backs_are_called_alike(tmp_path: Path, ours: str, others: str, names: list[str]) -> None:
    """Two files of one name in two folders are two backs, whatever the system of files thinks of large letters."""
    decks = f"decks: {{all: {{name: All, back: {ours}, cards: {{one: 1}}}}, land: {{name: Earth, back: {others}, cards: {{two: 1}}}}}}\n"
    files = {name.strip('"').replace("{faction}", "Sea"): picture(821, 1121) for name in (ours, others) if name != "coat"}
    made, codes = built(tmp_path, GAME + decks, files)
    assert not codes
    found = {name.partition("/")[2].removesuffix(".png") for name in made if name.startswith("faces/back") and name.endswith("png")}
    assert found == set(names)


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("back: coat", "back: art/back.png", {"one", "two"}),
        ("at: [8, 36, 47.5, 12]", "at: [8, 30, 47.5, 12]", {"one", "two"}),
        ("name: Sea", "name: Ocean", {"one"}),
        ("name: All", "name: Every", set()),
    ],
)
def test_a_comparison_tells_backs_to_print_anew(old: str, new: str, told: set[str]) -> None:
    text = GAME + "decks: {all: {name: All, back: coat, cards: {one: 1}}, land: {name: Land, back: coat, cards: {two: 1}}}\n"
    before, after = (compile_texts({"game.yaml": one}, every_option=False) for one in (text, text.replace(old, new)))
    cards = compare(Side("old", before), Side("new", after)).printing.cards
    assert {item.key.id for item in cards if "back" in item.reasons} == told


@pytest.mark.full
def test_signs_in_the_names_on_a_back_are_printed(tmp_path: Path) -> None:
    """A layout reads its texts as those of cards, and names are plain by then."""
    text = GAME.replace("name: Tide", 'name: "Ti{sign:asterisk}de"').replace("name: Sea", 'name: "S{sign:open_brace}ea"')
    made, codes = built(tmp_path, text + "decks: {all: {name: All, back: coat, cards: {one: 1}}}\n")
    assert codes == ["W722"]  # the other card is in no deck
    words = text_of(made["cards/all-a4.pdf"])
    assert "Ti*de" in words
    assert "S{ea" in words
