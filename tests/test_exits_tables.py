"""Virtual tables: saved objects, packages and rooms, held against their formats and read back as their programs read them."""

from __future__ import annotations

import io
import json
import zipfile
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from penance_build.exits.drawn import Drawn, Entry, Pile
from penance_build.exits.names import shipped_names
from penance_build.exits.profiles import SheetForm, read_profile
from penance_build.exits.raster import card_picture
from penance_build.exits.tables import dice
from penance_build.exits.tables.ids import Guids
from penance_build.exits.tables.sheets import picture_of, sheets_of
from penance_build.ir.markup import plain
from penance_build.ir.nodes import Card
from penance_build.press.cards.saying import card_words
from penance_build.press.pieces.board import board_size
from penance_build.press.reference.cells import words_of
from penance_build.press.reference.pieces import content_of
from penance_build.product import NoFiles
from penance_build.shipped import data_folder
from tests.exits_support import CARDS, apart, faces_at, files_of, folder, held, left, opened, rows
from tests.games import shipped
from tests.press_pdf import run_cache

BASE = "https://example.org/cards/"
NO_CARDS = """
game: {id: arena, name: Arena, version: 0.1.0, language: 1}
dice:
  luck:
    name: Luck
    faces: [{id: a, name: A}, {id: b, name: B}, {id: c, name: C}, {id: d, name: D}, {id: e, name: E}, {id: f, name: F}]
enums:
  piece: {name: Piece, members: {scout: Scout}}
reference:
  - title: To play with
    blocks:
      - {show: squares, title: The arena, width: 5, height: 4, cell: 20 mm}
      - {show: tokens, enum: piece, count: 3}
"""

SHORT_AND_LONG = """
game: {{id: g, name: G, version: 0.1.0, language: 1}}
card_types: {{event: {{name: Event}}}}
cards:
  short: {{name: Short, type: event, text: Draw a card.}}
  long: {{name: Long, type: event, text: "{long}"}}
decks:
  all: {{name: All, cards: {{short: 1, long: 1}}}}
  other: {{name: Other, cards: {{short: 1}}}}
"""


def everything(objects: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The objects and all that they hold."""
    return [item for entry in objects for item in (entry, *everything(entry.get("ContainedObjects", [])))]


def cell(sheet: Image.Image, custom: dict[str, Any], number: int) -> Image.Image:
    """The picture of a cell, counted row by row, as the program cuts it out."""
    columns, lines = custom["NumWidth"], custom["NumHeight"]
    assert sheet.width % columns == 0
    assert sheet.height % lines == 0
    width, height = sheet.width // columns, sheet.height // lines
    row, column = divmod(number, columns)
    assert row < lines
    return sheet.crop((column * width, row * height, (column + 1) * width, (row + 1) * height))


def check_saved(files: dict[str, bytes], name: str, base: str) -> dict[str, Any]:
    """Whether a saved object is whole: ids once, cards that are in their sheets, pictures that are there and small enough."""
    saved: dict[str, Any] = json.loads(files[name])
    held("tts", saved)
    objects = everything(saved["ObjectStates"])
    guids = [item["GUID"] for item in objects]
    assert len(set(guids)) == len(guids)
    uploads = {row["address"]: row["file"] for row in rows(files["upload.csv"])}
    assert set(uploads.values()) == set(files) - {name, "upload.csv", "NOTICE.txt"}
    keys: dict[str, dict[str, Any]] = {}
    for item in objects:
        for key, custom in item.get("CustomDeck", {}).items():
            assert keys.setdefault(key, custom) == custom
            for kind in ("FaceURL", "BackURL"):
                sheet = opened(files[uploads[custom[kind]]])
                assert max(sheet.size) <= 4096
                assert custom[kind] == base + uploads[custom[kind]]
        if item["Name"] == "DeckCustom":
            assert item["DeckIDs"] == [card["CardID"] for card in item["ContainedObjects"]]
        if item["Name"] in ("Card", "CardCustom"):
            [key] = item["CustomDeck"]
            assert item["CardID"] // 100 == int(key)
            assert item["CardID"] % 100 < item["CustomDeck"][key]["NumWidth"] * item["CustomDeck"][key]["NumHeight"]
            assert item["Transform"]["rotZ"] == 180
        if item["Name"] == "Custom_Model":
            assert {item["CustomMesh"]["MeshURL"], item["CustomMesh"]["DiffuseURL"]} <= set(uploads)
    return saved


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return folder(tmp_path_factory.mktemp("tables"))


@pytest.fixture(scope="module")
def saved_files(game: Path) -> dict[str, bytes]:
    return files_of(left(game, "tts", BASE), "tts")


@pytest.mark.full
def test_a_saved_object_is_whole(saved_files: dict[str, bytes]) -> None:
    saved = check_saved(saved_files, "g.json", BASE)
    kinds = Counter(item["Name"] for item in saved["ObjectStates"])
    assert kinds == {"DeckCustom": 1, "CardCustom": 1, "Custom_Model": 2, "Die_4": 1, "Bag": 3, "Notecard": 1}
    deck, card = saved["ObjectStates"][:2]
    assert (deck["Nickname"], deck["DeckIDs"]) == ("All", [100, 101, 101, 101, 102])
    assert (card["Nickname"], card["CardID"]) == ("The Tide", 200)


@pytest.mark.full
def test_every_cell_is_its_face(game: Path, saved_files: dict[str, bytes]) -> None:
    """The faces are those that ``--only faces`` gives in as many pixels."""
    deck = json.loads(saved_files["g.json"])["ObjectStates"][0]
    custom = deck["CustomDeck"]["1"]
    sheet = opened(saved_files["all-1.png"])
    size = (sheet.width // custom["NumWidth"], sheet.height // custom["NumHeight"])
    faces = faces_at(game, *size, deck="all")
    names = {"Shell 7": "shell_7", "Coral & Ten": "coral_10", "The Tide": "tide"}
    seen = {card["CardID"]: names[card["Nickname"]] for card in deck["ContainedObjects"]}
    assert len(seen) == 3
    for number, name in seen.items():
        assert apart(cell(sheet, custom, number % 100), faces[name]) <= 2
    assert apart(opened(saved_files["back-plain.png"]), faces["back-plain"]) <= 2
    assert apart(cell(sheet, custom, 0), faces["tide"]) > 100  # the comparison sees a wrong one


def test_fronts_that_all_games_have_share_their_panels(tmp_path: Path) -> None:
    """As on card sheets: the panels of a deck are as high as its longest text lets them be."""
    long = "Draw a card, look at it, show it to all, and put it back. " * 5
    (tmp_path / "game.yaml").write_text(SHORT_AND_LONG.format(long=long), encoding="utf-8")
    files = files_of(left(tmp_path, "tts", BASE), "tts")
    deck = json.loads(files["g.json"])["ObjectStates"][0]
    [custom] = deck["CustomDeck"].values()
    sheet = opened(files["all-1.png"])
    size = (sheet.width // custom["NumWidth"], sheet.height // custom["NumHeight"])
    for card in deck["ContainedObjects"]:
        shared = faces_at(tmp_path, *size, deck="all")[card["Nickname"].lower()]
        alone = faces_at(tmp_path, *size, deck="other")["short"]
        assert apart(cell(sheet, custom, card["CardID"] % 100), shared) <= 2
        assert apart(shared, alone) > 100


@pytest.mark.full
def test_the_smallest_letters_decide_how_many_columns_there_are(saved_files: dict[str, bytes]) -> None:
    """Of 6 points with 20 pixels an em, a card of 180 points is 600 pixels wide: six of them in 4096, which are 682."""
    sheet = opened(saved_files["all-1.png"])
    assert sheet.size == (3 * 682, 955)


def test_players_read_the_rules_text(saved_files: dict[str, bytes]) -> None:
    saved = json.loads(saved_files["g.json"])
    said = {item["Nickname"]: item["Description"] for item in everything(saved["ObjectStates"])}
    assert said["Shell 7"] == "Number\nSuit Shells, Rank 7\nTake 7 {shells}."
    assert said["Coral & Ten"] == "Number\nSuit Coral, Rank 10\nDraw 2 cards, then give shells away."
    assert said["The Tide"] == "Event\nIt comes.\nAnd goes."
    assert said["Fate"] == "Rolled for shells.\n1: SHELL - Take one.\n2: CORAL\n3: C\n4: D\n5: E\n6: F"
    assert said["Gold, player 2"] == "From 0 to 20, begins at 3."
    assert said["How to play"].startswith("== The turn ==\n1. Draw a card.\n2. Play it.\n\n== Fate ==")
    assert [item["Counter"]["value"] for item in everything(saved["ObjectStates"]) if item["Name"] == "Counter"] == [3, 3, 0]


def test_dice_show_our_faces(saved_files: dict[str, bytes]) -> None:
    """Each side of the cube has one cell of the picture, upright and seen from outside; the turned die has that face on top."""
    lines = saved_files["die.obj"].decode("ascii").splitlines()
    points = [tuple(float(number) for number in line.split()[1:]) for line in lines if line.startswith("v ")]
    places = [tuple(float(number) for number in line.split()[1:]) for line in lines if line.startswith("vt ")]
    sides = [[int(word.split("/")[0]) - 1 for word in line.split()[1:]] for line in lines if line.startswith("f ")]
    assert len(sides) == 6
    normals = []
    for position, side in enumerate(sides):
        a, b, c = (points[number] for number in side[:3])
        one, other = [q - p for p, q in zip(a, b, strict=True)], [q - p for p, q in zip(a, c, strict=True)]
        normal = (one[1] * other[2] - one[2] * other[1], one[2] * other[0] - one[0] * other[2], one[0] * other[1] - one[1] * other[0])
        middle = [sum(points[number][at] for number in side) / 4 for at in range(3)]
        assert [round(part, 6) for part in normal] == [2 * part for part in middle]  # it looks outwards
        normals.append(tuple(round(2 * part) for part in middle))
        left_, low = position % 3 / 3, 0.5 - position // 3 / 2
        assert [(round(x - left_, 5), round(y - low, 5)) for x, y in (places[number] for number in side)] == [
            (0, 0), (0.33333, 0), (0.33333, 0.5), (0, 0.5),
        ]  # fmt: skip
    assert [tuple(p + q for p, q in zip(normals[n], normals[5 - n], strict=True)) for n in range(3)] == [(0, 0, 0)] * 3
    for position, turn in dice.turned():
        x, y, z = normals[position - 1]
        assert turned((-x, y, z), turn) == (0, 1, 0)  # the table's x runs the other way
    picture = opened(saved_files["die-fate.png"])
    assert picture.size == (1536, 1024)
    assert apart(picture.crop((0, 0, 512, 512)), picture.crop((1024, 0, 1536, 512))) == 0  # faces 1 and 3 are shells
    assert picture.getpixel((256, 256)) == (255, 255, 255)
    assert picture.getpixel((5, 5)) == (16, 16, 16)


def turned(axis: tuple[int, int, int], turn: tuple[int, int, int]) -> tuple[int, int, int]:
    """An axis of the table (left-handed) after quarter turns about z, x and y, in the order in which it turns things."""
    x, y, z = axis
    for _ in range(turn[2] // 90):
        x, y = -y, x
    for _ in range(turn[0] // 90):
        y, z = -z, y
    for _ in range(turn[1] // 90):
        z, x = -x, z
    return x, y, z


@pytest.mark.full
def test_addresses_without_a_base_are_those_of_a_server_at_home(game: Path) -> None:
    check_saved(files_of(left(game, "tts"), "tts"), "g.json", "http://localhost:8000/for-tts/")


@pytest.mark.full
@pytest.mark.parametrize("name", sorted(set(shipped_names()) - {"tgc", "mpc"}))
def test_the_same_game_gives_the_same_bytes(game: Path, tmp_path: Path, name: str) -> None:
    other = folder(tmp_path)
    assert left(game, name) == left(other, name)


def face(name: str, colour: tuple[int, int]) -> Drawn:
    """A face of one grey, drawn by hand."""
    import pikepdf

    pdf = pikepdf.new()
    pdf.add_blank_page(page_size=(63.5 * 72 / 25.4, 88.9 * 72 / 25.4))
    pdf.pages[0].Contents = pikepdf.Stream(pdf, f"{colour[0] / 255} {colour[1] / 255} 0 rg 0 0 200 300 re f".encode())
    out = io.BytesIO()
    pdf.save(out)
    return Drawn(name, name, name, (63500, 88900), 0, out.getvalue(), (), ())


def card(name: str) -> Card:
    return Card(name, name, "", "", "", (), (), "x", "", (), "")


@pytest.mark.full
@pytest.mark.parametrize(
    ("count", "backs", "sheets"), [(69, 1, [69]), (70, 1, [70]), (71, 1, [70, 1]), (150, 3, [70, 70, 10]), (9, 2, [5, 4])]
)
def test_sheets_of_many_cards(count: int, backs: int, sheets: list[int]) -> None:
    """Each cell of each sheet is the face of its card, also where backs have a sheet of their own."""
    faces = {f"f{at}": face(f"f{at}", (at, 255 - at)) for at in range(count)}
    faces |= {f"b{at}": face(f"b{at}", (9 * at, 200)) for at in range(backs)}
    pile = Pile("p", "P", tuple(Entry(card(f"c{at}"), at + 1, 1, f"f{at}", f"b{at % backs}") for at in range(count)), "p")
    made = sheets_of(pile, faces, SheetForm(700, 10, 7, 20))
    assert [len(sheet.entries) for sheet in made] == sheets
    for sheet in made:
        columns, lines = sheet.grid.columns, sheet.grid.rows
        assert columns <= 10
        assert lines <= 7
        assert max(columns * sheet.grid.cell[0], lines * sheet.grid.cell[1]) <= 700
        fronts = picture_of(sheet, [entry.front for entry in sheet.entries], faces)
        custom = {"NumWidth": columns, "NumHeight": lines}
        for number, entry in enumerate(sheet.entries):
            assert apart(cell(fronts, custom, number), card_picture(faces[entry.front], *sheet.grid.cell)) <= 2
        if sheet.has_back_sheet:
            behind = picture_of(sheet, sheet.backs, faces)
            for number, entry in enumerate(sheet.entries):
                assert apart(cell(behind, custom, number), card_picture(faces[entry.back], *sheet.grid.cell)) <= 2
        else:
            assert {entry.back for entry in sheet.entries} == set(sheet.backs)


def test_no_id_is_given_twice() -> None:
    guids = Guids("g", 2)
    given = [guids.of(f"thing {number}") for number in range(200)]
    assert len(set(given)) == 200
    assert Guids("g", 6).of("a") == Guids("g", 6).of("a") != Guids("h", 6).of("a")


# ------------------------------------------------------------ packages and rooms


@pytest.mark.full
def test_a_package_of_tabletop_playground(game: Path) -> None:
    files = files_of(left(game, "ttpg"), "ttpg")
    manifest = json.loads(files["g/manifest.json"])
    templates = {name: json.loads(data) for name, data in files.items() if "/Templates/" in name}
    for data in (manifest, *templates.values()):
        held("ttpg", data)
    assert len({manifest["GUID"], *(item["GUID"] for item in templates.values())}) == 3
    by_name = {item["Name"]: item for item in templates.values()}
    assert all(name == f"g/Templates/{item['GUID']}.json" for name, item in templates.items())
    assert by_name["All"]["Indices"] == [0, 1, 1, 1, 2]
    assert by_name["All"]["CardNames"] == {"0": "Shell 7", "1": "Coral & Ten", "2": "The Tide"}
    assert by_name["All"]["CardMetadata"]["2"] == "Event\nIt comes.\nAnd goes."
    assert (by_name["All"]["Width"], by_name["All"]["Height"], by_name["All"]["BackIndex"]) == (6.35, 8.89, -2)
    faces = faces_at(game, 682, 955, deck="all")
    for item in by_name.values():
        sheet = opened(files[f"g/Textures/{item['FrontTexture']}"])
        assert f"g/Textures/{item['BackTexture']}" in files
        grid = {"NumWidth": item["NumHorizontal"], "NumHeight": item["NumVertical"]}
        if item["Name"] == "All":
            assert apart(cell(sheet, grid, 1), faces["coral_10"]) <= 2


@pytest.mark.full
def test_a_room_of_playingcards_io(game: Path) -> None:
    files = files_of(left(game, "pcio", BASE), "pcio")
    with zipfile.ZipFile(io.BytesIO(files["g.pcio"])) as room:
        assert {(item.compress_type, item.date_time) for item in room.infolist()} == {(zipfile.ZIP_STORED, (1980, 1, 1, 0, 0, 0))}
        inside = {item.filename: room.read(item) for item in room.infolist()}
    assert inside["schemaVersion"] == b"8"
    widgets = json.loads(inside["widgets.json"])
    held("pcio", widgets)
    ids = [widget["id"] for widget in widgets]
    assert len(set(ids)) == len(ids)
    decks = {widget["id"]: widget for widget in widgets if widget["type"] == "cardDeck"}
    cards = [widget for widget in widgets if widget["type"] == "card"]
    assert Counter((item["deck"], item["cardType"]) for item in cards) == {
        ("deck-all", "shell_7"): 1, ("deck-all", "coral_10"): 3, ("deck-all", "tide"): 1, ("deck-one", "tide"): 1,
    }  # fmt: skip
    assert {item["parent"] for item in cards} == {widget["id"] for widget in widgets if widget["type"] == "holder"}
    faces = faces_at(game, 500, 700, deck="all")
    for kind, item in decks["deck-all"]["cardTypes"].items():
        data = inside[item["face"].removeprefix("package://")]
        assert apart(opened(data), faces[kind]) <= 2
        assert len(data) < 10 * 1024 * 1024
        assert item["back"].removeprefix("package://") in inside
    table = rows(files["all.csv"])
    assert list(table[0])[:4] == ["image", "label", "item-count", "item-key"]
    assert [(row["label"], row["item-count"], row["item-key"]) for row in table] == [
        ("Shell 7", "1", "shell_7"), ("Coral & Ten", "3", "coral_10"), ("The Tide", "1", "tide"),
    ]  # fmt: skip
    assert all(row["image"].removeprefix(BASE) in files for row in table)


def test_a_picture_that_is_too_large_is_refused(tmp_path: Path) -> None:
    own = {"small": "name: Small\nform: pcio\nwidth: 500 px\nlimits: {bytes: 5000}\n"}
    made = left(folder(tmp_path, profile=own), "small")
    assert made.artifacts == ()
    assert {problem.code for problem in made.problems} == {"E865"}
    assert made.problems[0].message.endswith("bytes, and Small takes 5,000")


@pytest.mark.full
@pytest.mark.parametrize("name", ["tts", "ttpg", "pcio"])
def test_a_whole_game_leaves(name: str) -> None:
    root = data_folder("rules") / "penance"
    files = files_of(left(root, name, cache=run_cache()), name)
    program = shipped("penance")
    if name == "tts":
        saved = check_saved(files, "penance.json", "http://localhost:8000/for-tts/")
        counts = {
            item["Nickname"].partition(",")[0]: len(item["ContainedObjects"])
            for item in saved["ObjectStates"]
            if item["Name"] == "DeckCustom"
        }
        assert counts == {deck.name: sum(copies for _, copies in deck.cards) for deck in program.decks}
        dice_ = Counter(item["Nickname"] for item in saved["ObjectStates"] if item["Name"] == "Custom_Model")
        assert dice_["Defense Die"] == 12
        tiles = [item for item in saved["ObjectStates"] if item["Name"] == "Custom_Tile"]
        board, *tokens = sorted(tiles, key=lambda item: not item["Locked"])
        content = {block.show: content_of(program, block, words_of(program)) for side in program.printed.reference for block in side.blocks
                   if block.show in ("hexes", "tokens")}  # fmt: skip
        width, height = board_size(content["hexes"])
        picture = opened(files["board-1.png"])
        assert max(picture.size) <= 4096
        assert abs(picture.width * height - picture.height * width) <= max(width, height)
        assert board["Transform"]["scaleX"] == round(width / 1000 * 0.0353 / 2, 4)
        named = [token.name for side in program.printed.reference for block in side.blocks if block.show == "tokens"
                 for token in content_of(program, block, words_of(program)).tokens]  # fmt: skip
        assert Counter(item["Nickname"] for item in tokens) == Counter(named)
        assert {item["CustomImage"]["CustomTile"]["Type"] for item in tokens} == {1, 2}
        by_name = {item["Nickname"].partition(",")[0]: item for item in saved["ObjectStates"] if item["Name"] == "DeckCustom"}
        for deck in program.decks:
            cards = [program.by_id.cards[known] for known, copies in deck.cards for _ in range(copies)]
            told = [item["Description"] for item in by_name[deck.name]["ContainedObjects"]]
            assert told == [card_words(program, known) for known in cards]
            assert all(plain(line) in text for known, text in zip(cards, told, strict=True) for line in known.text)
    elif name == "ttpg":
        for path, data in files.items():
            if path.endswith(".json"):
                held("ttpg", json.loads(data))
    else:
        with zipfile.ZipFile(io.BytesIO(files["penance.pcio"])) as room:
            held("pcio", json.loads(room.read("widgets.json")))


@pytest.mark.full
def test_a_board_is_called_by_its_title_or_by_that_of_its_side(tmp_path: Path) -> None:
    second = "{show: squares, width: 1, height: 1}"
    bare = NO_CARDS.replace("title: The arena, ", "").replace("{show: tokens, enum: piece, count: 3}", second)
    for text, names in ((NO_CARDS, ["The arena"]), (bare, ["To play with", "To play with"])):
        (tmp_path / "game.yaml").write_text(text, encoding="utf-8")
        saved = check_saved(files_of(left(tmp_path, "tts", BASE), "tts"), "arena.json", BASE)
        assert [item["Nickname"] for item in saved["ObjectStates"] if item["Name"] == "Custom_Tile" and item["Locked"]] == names


def test_a_game_without_cards_leaves_with_its_dice_and_boards(tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text(NO_CARDS, encoding="utf-8")
    files = files_of(left(tmp_path, "tts", BASE), "tts")
    saved = check_saved(files, "arena.json", BASE)
    kinds = Counter((item["Name"], item["Nickname"]) for item in saved["ObjectStates"])
    assert kinds == {("Die_6", "Luck"): 1, ("Custom_Tile", "The arena"): 1, ("Custom_Tile", "Scout"): 3}
    assert opened(files["board-1.png"]).getextrema() != ((255, 255),) * 3
    (tmp_path / "game.yaml").write_text("game: {id: arena, name: Arena, version: 0.1.0, language: 1}\n", encoding="utf-8")
    for name in ("tts", "mpc"):
        assert left(tmp_path, name).artifacts == ()


@pytest.mark.full
def test_there_are_as_many_pieces_as_on_the_sheets(tmp_path: Path) -> None:
    """A sheet of each player is there for each of them; a board that another sheet shows again lies there once more."""
    more = """
  - title: Mine
    sheet: mine
    owner: player
    blocks:
      - {show: squares, title: The arena, width: 5, height: 4, cell: 20 mm}
      - {show: tokens, enum: piece, count: 3}
"""
    (tmp_path / "game.yaml").write_text(NO_CARDS + more.lstrip("\n"), encoding="utf-8")
    saved = check_saved(files_of(left(tmp_path, "tts", BASE), "tts"), "arena.json", BASE)
    kinds = Counter(item["Nickname"] for item in saved["ObjectStates"] if item["Name"] == "Custom_Tile")
    assert kinds == {"The arena": 3, "Scout": 9}
    many = "setups: {many: {name: Many, players: 100, procedure: main, with: {}}}\nprocedures: {main: {steps: [{roll: luck}]}}\n"
    (tmp_path / "game.yaml").write_text(NO_CARDS + more.lstrip("\n") + many, encoding="utf-8")
    saved = check_saved(files_of(left(tmp_path, "tts", BASE), "tts"), "arena.json", BASE)
    kinds = Counter(item["Nickname"] for item in saved["ObjectStates"] if item["Name"] == "Custom_Tile")
    assert kinds == {"The arena": 11, "Scout": 33}  # a table has ten seats


def test_shipped_profiles_of_tables_are_read() -> None:
    for name in ("tts", "ttpg", "pcio"):
        profile, problems = read_profile(name, NoFiles())
        assert problems == []
        assert profile is not None and profile.folder == f"for-{name}"


@pytest.mark.full
def test_cards_of_several_sizes_and_with_two_faces(tmp_path: Path) -> None:
    """Cards of each size are a deck of their own; the back of a card with two faces is the front of the other one."""
    cards = CARDS.replace("coral_10: {type: number,", "coral_10: {type: number, back: shell_7,").replace(
        "one: {name: One", "two: {name: Two"
    )
    path = folder(tmp_path, cards=cards)
    text = (path / "game.yaml").read_text(encoding="utf-8").replace("event: {name: Event}", "event: {name: Event, size: tarot}")
    (path / "game.yaml").write_text(text, encoding="utf-8")
    files = files_of(left(path, "tts", BASE), "tts")
    saved = check_saved(files, "g.json", BASE)
    decks = {item["Nickname"]: item for item in saved["ObjectStates"] if item["Name"] in ("DeckCustom", "CardCustom")}
    assert {name: item["Name"] for name, item in decks.items()} == {"All, poker": "DeckCustom", "The Tide": "CardCustom"}
    by_name = {item["Nickname"]: item for item in decks["All, poker"]["ContainedObjects"]}
    [custom] = by_name["Coral & Ten"]["CustomDeck"].values()
    [front] = by_name["Shell 7"]["CustomDeck"].values()
    behind, sheet = (opened(files[address.removeprefix(BASE)]) for address in (custom["BackURL"], front["FaceURL"]))
    assert apart(behind, cell(sheet, front, by_name["Shell 7"]["CardID"] % 100)) == 0
    two, one = by_name["Coral & Ten"], by_name["Shell 7"]
    assert two["Description"].endswith(f"\n\nOn its back: Shell 7\n{one['Description']}")
    assert (two["HideWhenFaceDown"], one["HideWhenFaceDown"]) == (False, True)
