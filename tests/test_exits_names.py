"""No two different faces have one file, and no file stands for another: backs of cards with two faces, and decks called as other things."""

from __future__ import annotations

import io
import json
import zipfile
from pathlib import Path

import pytest

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


def exported(tmp_path: Path, text: str, name: str) -> dict[str, bytes]:
    (tmp_path / "game.yaml").write_text(text, encoding="utf-8")
    return files_of(left(tmp_path, name), name)


def test_each_back_of_an_order_is_a_file_of_its_own(tmp_path: Path) -> None:
    """The back of the faction and the front of the card are both called wolves; and each back says the number of its own card."""
    files = exported(tmp_path, WOLVES, "mpc")
    order = {row["card"]: (row["front"], row["back"]) for row in rows(files["order.csv"])}
    assert [order[card][1] for card in ("man", "woman", "elder", "wolves")] == [
        "village/back-wolves.png",
        "village/back-wolves-2.png",
        "village/back-wolves-3.png",
        "village/back-wolves-3.png",
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
