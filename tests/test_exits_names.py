"""No two different faces have one file, and no file stands for another: backs of cards with two faces, and decks called as other things."""

from __future__ import annotations

import io
import json
import zipfile
from pathlib import Path

import pytest

from penance_build.api import compile_game
from penance_build.build.files import GameFiles
from penance_build.press.cards.product import produce as card_sheets
from penance_build.press.faces.product import produce as single_faces
from penance_build.product import FacesAsked, NoCache, Settings
from tests import press_pdf as read
from tests.exits_support import files_of, left, opened, rows

pytestmark = pytest.mark.full

WOLVES = """
game: {language: 1, id: wolf, name: Wolf, version: "1"}
factions: {wolves: {name: Wolves, tincture: red}}
card_types: {role: {name: Role}}
cards:
  wolves: {name: Wolves, type: role, faction: wolves, text: Howl.}
  man: {name: Man, type: role, faction: wolves, back: wolves, text: Sleep.}
  woman: {name: Woman, type: role, faction: wolves, back: wolves, text: Sleep too.}
  elder: {name: Elder, type: role, faction: wolves, text: Wake.}
decks:
  village: {name: Village, faction: wolves, cards: {man: 1, woman: 1, elder: 1, wolves: 1}}
"""
# The same without the number of the card in its deck, so that both backs look the same.
PLAIN = WOLVES + "layouts: {all: {boxes: {title: {at: [5, 5, 53, 8], show: name, size: 9..14, colour: ink}}}}\n"
# A deck and a card with the names that files of backs, boards and tokens have.
CALLED = """
game: {language: 1, id: called, name: Called, version: "1"}
card_types: {thing: {name: Thing}}
cards:
  plain: {name: Plain, type: thing, text: One.}
  other: {name: Other, type: thing, text: Two.}
decks:
  back: {name: Back, cards: {plain: 1, other: 1}}
  board: {name: Board, cards: {plain: 1, other: 1}}
  token: {name: Token, cards: {plain: 1, other: 1}}
  pile: {name: Pile, cards: {plain: 1, other: 1}}
enums: {piece: {name: Piece, members: {scout: Scout}}}
reference:
  - title: To play with
    blocks:
      - {show: squares, title: The arena, width: 5, height: 4, cell: 20 mm}
      - {show: tokens, enum: piece, count: 3}
"""

PLAIN_FACTION = """
game: {language: 1, id: plainly, name: Plainly, version: "1"}
factions: {plain: {name: The Plain, tincture: green}, hill: {name: The Hill, tincture: red}}
card_types: {a: {name: A}}
cards: {one: {name: One, type: a, faction: plain, text: One.}, two: {name: Two, type: a, faction: hill, text: Two.}}
decks: {mixed: {name: Mixed, cards: {one: 1, two: 1}}, plains: {name: Plains, faction: plain, cards: {one: 2}}}
"""
TWINS = """
game: {language: 1, id: twins, name: Twins, version: "1"}
slots: {left: {name: Hand}, right: {name: Hand}}
card_types: {a: {name: A}}
layouts: {coat: {boxes: {d: {at: bleed, shape: rectangle, fill: {slot: {left: "#ff0000", right: "#0000ff"}}}}}}
cards: {l: {name: Left, type: a, slot: left, text: L.}, r: {name: Right, type: a, slot: right, text: R.}}
decks: {d: {name: Deck, back: coat, cards: {l: 1, r: 1}}}
"""
SIZES = """
game: {language: 1, id: sizes, name: Sizes, version: "1"}
card_types:
  a: {name: A, size: poker}
  b: {name: B, size: 63.5 x 88.9 mm}
  c: {name: C, size: 2.5 x 3.5 in}
  d: {name: D, size: mini}
cards:
  one: {name: One, type: a, text: One., back: two}
  two: {name: Two, type: b, text: Two.}
  three: {name: Three, type: c, text: Three.}
  four: {name: Four, type: d, text: Four.}
decks: {all: {name: All, cards: {one: 1, two: 1, three: 1, four: 1}}}
"""


def by_name(path: Path) -> dict[str, bytes]:
    """The single faces of a game, by the names of their files."""
    made = single_faces(compile_game(path), Settings("a4", NoCache(), GameFiles(path), faces=FacesAsked()))
    return {artifact.path.removeprefix("faces/"): artifact.data for artifact in made.artifacts}


def exported(tmp_path: Path, text: str, name: str) -> dict[str, bytes]:
    (tmp_path / "game.yaml").write_text(text, encoding="utf-8")
    return files_of(left(tmp_path, name), name)


def test_each_back_of_an_order_is_a_file_of_its_own(tmp_path: Path) -> None:
    """The back of the faction and the front of the card are both called wolves; and each back says the number of its own card."""
    files = exported(tmp_path, WOLVES, "mpc")
    order = {row["card"]: (row["front"], row["back"]) for row in rows(files["order.csv"])}
    assert [order[card][1] for card in ("man", "woman", "elder", "wolves")] == [
        "village/back-wolves-2.png",
        "village/back-wolves-3.png",
        "village/back-wolves.png",
        "village/back-wolves.png",
    ]
    faces = [files[name] for name in {name for both in order.values() for name in both}]
    assert len(faces) == len(set(faces)) == 7


def test_backs_that_look_the_same_are_one_file(tmp_path: Path) -> None:
    files = exported(tmp_path, PLAIN, "mpc")
    order = {row["card"]: (row["front"], row["back"]) for row in rows(files["order.csv"])}
    assert order["man"][1] == order["woman"][1] != order["elder"][1]
    assert files[order["man"][1]] == files[order["wolves"][0]] != files[order["elder"][1]]


def test_a_room_shows_each_card_its_own_back(tmp_path: Path) -> None:
    files = exported(tmp_path, WOLVES, "pcio")
    with zipfile.ZipFile(io.BytesIO(files["wolf.pcio"])) as room:
        widgets = json.loads(room.read("widgets.json"))
        [deck] = [widget for widget in widgets if widget["type"] == "cardDeck"]
        backs = {card: room.read(kind["back"].removeprefix("package://")) for card, kind in deck["cardTypes"].items()}
    assert backs["elder"] == backs["wolves"]
    assert len(set(backs.values())) == 3


def test_different_backs_of_one_name_are_two_files_everywhere(tmp_path: Path) -> None:
    """One is of no faction, the other of a faction that is called as such backs are."""
    files = exported(tmp_path, PLAIN_FACTION, "mpc")
    assert files["mixed/back-plain.png"] != files["plains/back-plain-2.png"]
    rows_ = {row["deck"]: row["back"] for row in rows(files["order.csv"])}
    assert rows_ == {"mixed": "mixed/back-plain.png", "plains": "plains/back-plain-2.png"}
    faces = by_name(tmp_path)
    assert {name for name in faces if name.startswith("back-") and name.endswith(".png")} == {"back-plain.png", "back-plain-2.png"}
    listed = {row["id"]: row["back"] for row in rows(faces["faces.csv"])}
    assert listed["one"] == "back-plain back-plain-2"  # it lies in both decks
    assert listed["two"] == "back-plain"


def test_slots_of_one_printed_name_have_two_backs(tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text(TWINS, encoding="utf-8")
    compiled = compile_game(tmp_path)
    assert [problem.code for problem in compiled.problems] == ["W852"]
    made = card_sheets(compiled, Settings("a4", NoCache(), GameFiles(tmp_path)))
    [sheet] = [artifact.data for artifact in made.artifacts]
    backs = read.picture(sheet, 1, 40).getcolors(100_000)
    assert backs is not None
    assert {(255, 0, 0), (0, 0, 255)} <= {color for _, color in backs}


def test_cards_of_no_deck_are_the_same_everywhere(tmp_path: Path) -> None:
    """A game without decks is one deck of all its cards; what is only the back of another is no card of it."""
    text = WOLVES.partition("decks:")[0]
    files = exported(tmp_path, text, "mpc")
    order = {row["card"]: row["back"] for row in rows(files["order.csv"])}
    assert list(order) == ["man", "woman", "elder"]
    faces = by_name(tmp_path)
    listed = {row["id"]: (row["deck"], row["copies"], row["back"]) for row in rows(faces["faces.csv"])}
    assert listed == {
        "wolves": ("", "0", "man"),
        "man": ("cards", "1", "wolves"),
        "woman": ("cards", "1", "wolves"),
        "elder": ("cards", "1", "back-wolves"),
        "back-wolves": ("", "0", ""),
    }


def test_a_deck_called_order_is_no_order(tmp_path: Path) -> None:
    files = exported(tmp_path, CALLED.replace("  back: {name", "  order: {name"), "offset")
    assert {"order.pdf", "pile-order.pdf", "pile-board.pdf"} <= set(files)
    assert {row["file"] for row in rows(files["order.csv"])} == {f"pile-{deck}.pdf" for deck in ("order", "board", "token", "pile")}


def test_one_size_is_one_however_it_is_written(tmp_path: Path) -> None:
    files = exported(tmp_path, SIZES, "pcio")
    widgets = json.loads(zipfile.ZipFile(io.BytesIO(files["sizes.pcio"])).read("widgets.json"))
    decks = {widget["id"]: (widget["cardWidth"], widget["cardHeight"]) for widget in widgets if widget["type"] == "cardDeck"}
    assert decks == {"deck-all-poker": (103, 144), "deck-all-mini": (72, 103)}


def test_dice_that_a_table_has_not_are_told(tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text(CALLED + "dice: {d3: {sides: 3}, d8: {sides: 8}}\n", encoding="utf-8")
    made = left(tmp_path, "tts")
    [problem] = made.problems
    assert (problem.code, problem.span.file) == ("W882", "game.yaml")
    assert "has 3 faces and is left out" in problem.message


@pytest.mark.parametrize("name", ["tts", "ttpg", "pcio"])
def test_decks_may_be_called_as_other_things(tmp_path: Path, name: str) -> None:
    files = exported(tmp_path, CALLED, name)
    pictures = {path.rpartition("/")[2]: opened(data) for path, data in files.items() if path.endswith(".png")}
    decks = ("back", "board", "token", "pile")
    if name == "pcio":
        assert set(pictures) == {"back-plain.png", *(f"pile-{deck}-{card}.png" for deck in decks for card in ("plain", "other"))}
        return
    more = {"board-1.png", "token-1.png"} if name == "tts" else set()
    assert set(pictures) == {"back-plain.png", *(f"pile-{deck}-1.png" for deck in decks)} | more
    if name == "tts":
        saved = json.loads(files["called.json"])
        tiles = {item["CustomImage"]["ImageURL"].rpartition("/")[2] for item in saved["ObjectStates"] if item["Name"] == "Custom_Tile"}
        assert tiles == more
        assert pictures["board-1.png"].size != pictures["pile-board-1.png"].size
