"""`penance import`, and cards that stay in their sheet: what is written is read back as it was, and both ways give one game."""

from __future__ import annotations

import base64
import csv
import io
import json
import random
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from penance_build.api import Compilation, compile_game, compile_texts
from penance_build.sheets.importing.files import Asked, game_texts, import_file, staying_texts
from penance_build.sheets.importing.guess import guess
from penance_build.sheets.importing.yaml_text import scalar, sections
from penance_build.sheets.mapping.ids import id_of
from penance_build.sheets.mapping.texts import card_text, origins
from penance_build.sheets.reading.cells import Cell
from penance_build.source import read_text
from tests.command_line import Ran

PICTURE = base64.b64decode("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==")
GAME = 'game: {id: g, name: G, version: "1", language: 1}\n'


def written(rows: list[list[Any]], separator: str = ",") -> bytes:
    stream = io.StringIO()
    csv.writer(stream, delimiter=separator).writerows(rows)
    return stream.getvalue().encode()


def as_json(rows: list[list[Any]]) -> bytes:
    return json.dumps([dict(zip(rows[0], row, strict=True)) for row in rows[1:]]).encode()


def as_workbook(rows: list[list[Any]]) -> bytes:
    made = openpyxl.Workbook()
    assert made.active is not None
    for row in rows:
        made.active.append(row)
    stream = io.BytesIO()
    made.save(stream)
    return stream.getvalue()


def base(count: int, seed: int = 1) -> list[list[Any]]:
    """A card base as designers have them."""
    chance = random.Random(seed)
    heads = [
        "Card Name", "Type", "Coût", "Attack", "Text", "Flavor", "Keywords", "Qty", "Faction", "Art", "Note", "Rarity", "Range", "Unique",
    ]  # fmt: skip
    rows: list[list[Any]] = [heads]
    for number in range(count):
        rows.append([
            f"Card {number} of Doom", chance.choice(["Attack", "Event", "Ally"]), chance.randrange(8), chance.choice(["+1", "-1",
            "+2", ""]),
            f"Deal {number} damage to {{all}} [gem] *now*.\nThen draw.", "Said by nobody in particular, ever." if number % 3 else "",
            chance.choice(["Swift; Wise", "Guard", "Guard; Swift", ""]), chance.choice([1, 2, 3]), chance.choice(["Red", "Blue"]),
            f"art/card{number}.png", "", chance.choice(["Common", "Rare"]), chance.choice(["1-3", "2", "2–4"]), chance.choice(["x", ""]),
        ])  # fmt: skip
    return rows


def imported(name: str, data: bytes, map_text: str = "", deck: str = "All") -> tuple[dict[str, str], Compilation, Compilation, list[str]]:
    """The texts of the game, the game with its cards in YAML, the game with its cards in the sheet, and the notes."""
    asked = Asked(name, data, "cards.map.yaml", map_text, (), ("gem",), deck, name)
    done = import_file(asked)
    assert [problem for problem in done.problems if problem.severity == "error"] == []
    texts = game_texts([asked], [done])
    stays = staying_texts([asked], [done])
    whole = compile_texts({"game.yaml": GAME + 'icons: {gem: "M0 0 L10 0 L10 10 Z"}\n', **texts})
    staying = compile_texts({"game.yaml": GAME + 'icons: {gem: "M0 0 L10 0 L10 10 Z"}\n', **stays}, sheets={name: data})
    return texts, whole, staying, [f"{note.kind}: {note.says}" for note in done.notes]


@pytest.mark.full
@pytest.mark.parametrize("form", [("cards.csv", written), ("cards.xlsx", as_workbook), ("cards.json", as_json)], ids=lambda form: form[0])
def test_a_base_of_cards_becomes_a_game(form: tuple[str, Callable[[list[list[Any]]], bytes]]) -> None:
    name, make = form
    texts, whole, staying, notes = imported(name, make(base(60)))
    assert whole.problems == staying.problems == ()
    assert whole.program == staying.program
    assert whole.program is not None
    cards = whole.program.by_id.cards
    assert len(cards) == 60
    card = cards["card_7_of_doom"]
    assert card.text == (
        "Deal 7 damage to {sign:open_brace}all{sign:close_brace} {icon:gem} {sign:asterisk}now{sign:asterisk}.",
        "Then draw.",
    )
    assert {attribute.id for attribute in whole.program.attributes} == {"cost", "attack", "rarity", "range", "range_most", "unique"}
    assert {words.id: words.kind for words in whole.program.printed.words} == {"flavour": "text", "keywords": "list", "art": "image"}
    assert sum(count for _, count in whole.program.decks[0].cards) == sum(row[7] for row in base(60)[1:])
    assert any(note.startswith("types:") for note in notes)
    assert texts["cards.map.yaml"].count("# ") > 12  # it says why
    again, other, _, _ = imported(name, make(base(60)), texts["cards.map.yaml"])
    assert {**again, "cards.map.yaml": ""} == {**texts, "cards.map.yaml": ""}
    assert other == whole


def test_all_forms_give_one_game() -> None:
    rows = base(20, 7)
    programs = {imported(name, make(rows))[1].program for name, make in (("a.csv", written), ("a.xlsx", as_workbook), ("a.json", as_json))}
    assert len(programs) == 1


def test_heads_of_other_languages_and_none() -> None:
    german = written(
        [["Kartenname", "Kartentyp", "Kosten", "Regeltext", "Anzahl"], *[[f"Karte {n}", "AB"[n % 2], n, "Ziehe.", 2] for n in range(9)]],
        ";",
    )
    _, whole, _, notes = imported("karten.csv", german)
    assert whole.program is not None
    assert whole.program.by_id.cards["karte_3"].values == (("cost", 3),)
    assert sum(count for _, count in whole.program.decks[0].cards) == 18
    assert notes[0] == "dialect: columns are separated by semicolon, as was found out"
    plain = written([["Suit", "Rank"], *[[suit, rank] for suit in ("Shell", "Coral") for rank in range(1, 6)]])
    texts, whole, _, _ = imported("plain.csv", plain)
    assert 'ids: "{Suit} {Rank}"' in texts["cards.map.yaml"]
    assert whole.program is not None
    assert whole.problems == ()
    assert [card.id for card in whole.program.cards][:2] == ["shell_1", "shell_2"]


def test_what_is_bent_is_said() -> None:
    rows = [
        ["Name", "Type", "Cost"],
        ["Strike", "Attack", 1],
        ["Strike", "attack ", 2],
        ["", "Attack", 9],
        ["Übung", "Event", 3],
        ["!!!", "Event", 3],
    ]
    _, whole, _, notes = imported("a.csv", written(rows))
    assert whole.program is not None
    assert [card.id for card in whole.program.cards] == ["strike", "strike_2", "ubung", "card_6"]
    assert any("numbered" in note and "strike_2 (Strike, row 3)" in note for note in notes)
    assert any("no cards: row 4 (no name)" in note for note in notes)


def test_one_row_for_each_deck_is_one_card() -> None:
    rows = [["Name", "Cost", "Deck", "Copies"], ["Strike", 1, "Red", 3], ["Strike", 1, "Blue x2", 1], ["Run", 2, "Red; Blue x4", 1]]
    text = "columns: {Name: name, Cost: {to: cost, type: 0..9}, Deck: {to: deck, list: ;}, Copies: copies}\n".replace(
        "list: ;", 'list: ";"'
    )
    _, whole, staying, _ = imported("a.csv", written(rows), text)
    assert whole.program is not None
    assert {deck.id: deck.cards for deck in whole.program.decks} == {
        "red": (("strike", 3), ("run", 1)),
        "blue": (("strike", 2), ("run", 4)),
    }
    assert staying.program == whole.program


# ---------------------------------------------------------------- the parts

MARKED = st.text(st.sampled_from("ab *{}[]gem\n\t  .é"), max_size=20)


@given(MARKED)
def test_texts_are_printed_as_they_stand(text: str) -> None:
    from penance_build.ir.markup import plain

    made = card_text(text, {}, False)
    assert plain(made).split() == text.split()
    found = origins(text, {"[gem]": "{icon:gem}"}, False)
    marked = card_text(text, {"[gem]": "{icon:gem}"}, False)
    assert len(found) == len(marked) + 1 or marked == text
    assert found == sorted(found)
    assert all(0 <= at <= len(text) for at in found)


@given(st.text(max_size=30))
def test_ids(text: str) -> None:
    found = id_of(text)
    assert found == "" or (found[0].isalpha() and found.isascii() and found.replace("_", "a").isalnum() and id_of(found) == found)


def test_ids_of_names() -> None:
    names = ["Knight's Oath!", "Œuvre d’été", "7th Son", "Straße", "Łódź", "漢字", "A  -  B"]
    assert [id_of(name) for name in names] == ["knights_oath", "oeuvre_dete", "n7th_son", "strasse", "lodz", "", "a_b"]


WORDS = st.text(
    st.characters(exclude_categories=("Cs", "Cc", "Zl", "Zp"), exclude_characters="\ufeff\ufffe\uffff"), min_size=1, max_size=30
)


@pytest.mark.full
@given(
    st.dictionaries(
        st.sampled_from(["name", "text", "a_b", "note"]),
        WORDS | st.integers(-99, 99) | st.booleans() | st.lists(WORDS, min_size=1, max_size=3),
        min_size=1,
    )
)
def test_what_is_written_is_read_back(entry: dict[str, Any]) -> None:
    text = sections({"cards": {"x": entry, "y": {**entry, "text": "one\ntwo: #three\n{four}"}}})
    file, problems = read_text("a.yaml", text)
    assert file is not None, (text, problems)
    assert file.root == {"cards": {"x": entry, "y": {**entry, "text": "one\ntwo: #three\n{four}"}}}
    assert [problem for problem in problems if problem.code != "W163"] == []


def test_scalars_that_are_meant_otherwise_are_quoted() -> None:
    for word in (
        "yes",
        "No",
        "null",
        "1",
        "1.5",
        "0x1F",
        "1:30",
        "2026-05-03",
        "true",
        "a: b",
        "a #b",
        "-",
        "?",
        "n",
        "~",
        "a,b",
        "x ",
        "{a}",
        "*a",
        "&a",
        "!a",
        "@a",
    ):
        file, problems = read_text("a.yaml", f"cards: {{x: {{name: {scalar(word, is_flow=True)}}}}}\n")
        assert file is not None
        assert problems == []
        assert file.root["cards"]["x"]["name"] == word


def cells(*texts: str) -> list[Cell]:
    return [Cell(text, "text" if text else "empty", 0, 0) for text in texts]


@pytest.mark.parametrize(("texts", "kind", "declared"), [
    (["1", "2", "17"], "number", {"type": "0..20"}),
    (["+1", "-2", ""], "number", {"type": "-9..9", "signed": True, "optional": True}),
    (["3", "-", "4"], "number", {"type": "0..9", "optional": True}),
    (["1-3", "2", "4–5"], "range", {"type": "0..9"}),
    (["yes", "no", "yes"], "truth", {"type": "bool"}),
    (["a.png", "b/c.JPG"], "image", {"type": "image"}),
    (["Swift, Wise", "Swift", "Wise, Swift"], "list", {}),
    (["Common", "Rare", "Common", "Common"], "words", {}),
    (["Draw a card, then discard another one.", "Deal 3 damage to a foe."], "prose", {"type": "text"}),
    (["", ""], "empty", {}),
])  # fmt: skip
def test_guesses(texts: list[str], kind: str, declared: dict[str, Any]) -> None:
    found = guess(cells(*texts))
    assert found.kind == kind
    if kind != "number" or "-" not in texts:
        assert found.declared == declared
    else:
        assert found.values == ("-",)


# ---------------------------------------------------------------- the command


def test_the_command_makes_a_game(penance: Callable[..., Ran], tmp_path: Path) -> None:
    (tmp_path / "art").mkdir()
    for number in range(11):
        (tmp_path / "art" / f"card{number}.png").write_bytes(PICTURE)
    (tmp_path / "cards.csv").write_bytes(written(base(12)))
    ran = penance("import", "cards.csv", "-o", "first", cwd=tmp_path)
    assert ran.code == 0, ran.err
    assert "12 cards" in ran.err
    assert "pictures: 11 copied into the game's folder" in ran.err
    assert "pictures: 1 missing beside the sheet; put it into the game's folder: art/card11.png" in ran.err
    assert "1 picture is missing, and a build needs it; see: penance check first" in ran.err
    assert "try: penance build" not in ran.err
    assert (tmp_path / "first" / "art" / "card0.png").read_bytes() == PICTURE
    assert [problem.code for problem in compile_game(tmp_path / "first").problems] == ["E834"]
    (tmp_path / "art" / "card11.png").write_bytes(PICTURE)
    (tmp_path / "first" / "art" / "card11.png").write_bytes(PICTURE)
    assert compile_game(tmp_path / "first").problems == ()
    again = penance("import", "cards.csv", "-o", "first", cwd=tmp_path)
    assert (again.code, "not an empty folder" in again.err) == (2, True)
    # The mapping of the first is edited and used again; the cards stay in the sheet.
    text = (tmp_path / "first" / "cards.map.yaml").read_text(encoding="utf-8").replace("name: Coût", "name: Price")
    (tmp_path / "mine.map.yaml").write_text(text, encoding="utf-8")
    stays = penance("import", "cards.csv", "--map", "mine.map.yaml", "-o", "second", "--stay", "--format", "json", cwd=tmp_path)
    assert stays.code == 0, stays.err
    answer = json.loads(stays.out)
    assert (answer["version"], answer["cards"], answer["problems"]) == (1, 12, [])
    assert {note["kind"] for note in answer["notes"]} >= {"dialect", "encoding"}
    second = compile_game(tmp_path / "second")
    assert second.problems == ()
    assert second.program is not None
    assert second.program.by_id.attributes["cost"].name == "Price"
    assert {"cards.csv", "cards.map.yaml"}.isdisjoint(second.ignored)


def test_a_mapping_is_proposed_alone(penance: Callable[..., Ran], tmp_path: Path) -> None:
    (tmp_path / "cards.csv").write_bytes(written(base(5)))
    ran = penance("import", "cards.csv", "--map", "cards.map.yaml", cwd=tmp_path)
    assert (ran.code, ran.out) == (0, "cards.map.yaml\n")
    assert sorted(path.name for path in tmp_path.iterdir() if not path.name.startswith(".")) == ["cards.csv", "cards.map.yaml"]
    assert penance("import", "cards.csv", "--map", "cards.txt", cwd=tmp_path).code == 2


def test_into_the_game_at_hand(penance: Callable[..., Ran], tmp_path: Path) -> None:
    assert penance("new", "game", cwd=tmp_path).code == 0
    game = tmp_path / "game"
    rows = [
        ["Name", "Type", "Cost", "Faction", "Deck", "Text"],
        ["Torch", "find", 2, "delvers", "Extra", "Shine."],
        ["Rope", "Find", 1, "Delvers", "Extra", "Climb."],
    ]
    (tmp_path / "more.csv").write_bytes(written(rows))
    ran = penance("import", "../more.csv", cwd=game)
    assert ran.code == 0, ran.err
    found = compile_game(game)
    assert [problem for problem in found.problems if problem.severity == "error"] == []
    assert found.program is not None
    assert found.program.by_id.cards["rope"].type == "find"
    assert "card_types" not in (game / "more.yaml").read_text()
    again = penance("import", "../more.csv", cwd=game)
    assert (again.code, "not written over" in again.err) == (2, True)
    (tmp_path / "bad.csv").write_bytes(written([["Name", "Type", "Cost", "Faction"], ["Lamp", "find", 77, "delvers"]]))
    before = sorted(path.name for path in game.iterdir())
    bad = penance("import", "../bad.csv", cwd=game)
    assert (bad.code, sorted(path.name for path in game.iterdir())) == (1, before)
    assert "E705" in bad.out
    assert "row 2, column `Cost`" in bad.out


def test_wrong_use(penance: Callable[..., Ran], tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("Name\nX\n")
    assert penance("import", "b.csv", "-o", "g", cwd=tmp_path).code == 2
    assert penance("import", "a.csv", cwd=tmp_path).code == 2
    assert penance("import", "a.csv", "-o", "g", "--game", "h", cwd=tmp_path).code == 2
    assert penance("import", "a.csv", "a.csv", "-o", "g", cwd=tmp_path).code == 2
    (tmp_path / "a.xlsx").write_bytes(b"PK\x03\x04")
    ran = penance("import", "a.xlsx", "-o", "g", cwd=tmp_path)
    assert (ran.code, "E166" in ran.out, (tmp_path / "g").exists()) == (1, True, False)


# ---------------------------------------------------------------- at each build


def test_a_sheet_is_read_at_each_build() -> None:
    game = (
        GAME + "card_types: {a: {name: A}}\ncard_attributes: {cost: {type: 0..9, optional: true}}\ndecks: {d: {name: D, cards: {x: 1}}}\n"
    )
    game += "cards: [{from: one.csv, map: m.map.yaml}, {from: two.json, map: {columns: {name: name, deck: deck}}}]\n"
    files = {"game.yaml": game, "more.yaml": "cards: {x: {cost: 1}}\n", "m.map.yaml": "columns: {Name: name, Cost: cost, Deck: deck}\n"}
    first = compile_texts({**files, "one.csv": "Name,Cost,Deck\nY,2,D x2\n", "two.json": '[{"name": "Z", "deck": "d"}]'})
    assert first.problems == ()
    assert first.program is not None
    assert first.program.decks[0].cards == (("x", 1), ("y", 2), ("z", 1))
    changed = {**files, "one.csv": "Name,Cost,Deck\nY,3,D x4\n", "two.json": '[{"name": "Z", "deck": "d"}]'}
    second = compile_texts(changed, previous=first)
    assert second == compile_texts(changed)
    assert second.program is not None
    assert second.program.decks[0].cards == (("x", 1), ("y", 4), ("z", 1))
    less = {
        **files,
        "game.yaml": game.replace("{from: two.json, map: {columns: {name: name, deck: deck}}}", "{from: three.csv, map: m.map.yaml}"),
    }
    third = compile_texts({**less, "one.csv": "Name,Cost,Deck\nY,3,\n", "three.csv": "Name,Cost,Deck\nW,3,\n"}, previous=second)
    assert third.program is not None
    assert third.program.decks[0].cards == (("x", 1),)
    twice = compile_texts({**files, "game.yaml": game.replace("two.json", "one.csv"), "one.csv": "Name,Cost,Deck\nY,2,d\n"})
    assert "E171" in {problem.code for problem in twice.problems}


def test_a_workbook_in_memory() -> None:
    game = GAME + "card_types: {a: {name: A}}\ncards: {from: a.xlsx, map: {columns: {Name: name, Cost: ignore}}}\n"
    found = compile_texts({"game.yaml": game}, sheets={"a.xlsx": as_workbook([["Name", "Cost"], ["Strike", 1]])})
    assert found.problems == ()
    assert found.program is not None
    assert [card.name for card in found.program.cards] == ["Strike"]


def test_pictures_that_are_not_there_are_left_out_of_a_proposal(penance: Callable[..., Ran], tmp_path: Path) -> None:
    (tmp_path / "cards.csv").write_bytes(written(base(5)))
    assert penance("import", "cards.csv", "-o", "game", cwd=tmp_path).code == 0
    assert "Art: ignore" in (tmp_path / "game" / "cards.map.yaml").read_text(encoding="utf-8")
    assert compile_game(tmp_path / "game").problems == ()


def pictured(count: int, name: str = "Card") -> bytes:
    """Cards whose pictures are bare names of files."""
    return written([["Name", "Might", "Image"], *[[f"{name} {number}", number % 5, f"{number:02}.png"] for number in range(count)]])


def put_pictures(folder: Path, count: int) -> None:
    folder.mkdir()
    for number in range(count):
        (folder / f"{number:02}.png").write_bytes(PICTURE)


@pytest.mark.parametrize("folder", ["art", "pics of mine"])
def test_pictures_of_bare_names_are_found_in_a_folder_beside_the_sheet(penance: Callable[..., Ran], tmp_path: Path, folder: str) -> None:
    put_pictures(tmp_path / folder, 6)
    put_pictures(tmp_path / "a few of them", 2)
    (tmp_path / "cards.csv").write_bytes(pictured(6))
    ran = penance("import", "cards.csv", "-o", "game", cwd=tmp_path)
    assert ran.code == 0, ran.err
    assert f"pictures: those of the column Image are taken from the folder {folder}\n" in ran.err
    assert "pictures: 6 copied into the game's folder\n" in ran.err
    assert "try: penance build game" in ran.err
    found = compile_game(tmp_path / "game")
    assert found.problems == ()
    assert found.program is not None
    assert dict(found.program.by_id.cards["card_3"].words)["art"] == (f"{folder}/03.png",)
    assert (tmp_path / "game" / folder / "05.png").read_bytes() == PICTURE
    # The mapping that was proposed does so again, and so do cards that stay.
    (tmp_path / "cards.map.yaml").write_bytes((tmp_path / "game" / "cards.map.yaml").read_bytes())
    assert penance("import", "cards.csv", "-o", "stays", "--stay", cwd=tmp_path).code == 0
    stays = compile_game(tmp_path / "stays")
    assert (stays.problems, stays.program is None) == ((), False)
    (tmp_path / "stays" / folder / "03.png").unlink()
    (problem,) = compile_game(tmp_path / "stays").problems
    assert (problem.code, problem.span.file, problem.span.line, problem.span.column) == ("E834", "cards.csv", 5, 10)
    assert problem.message == f"the picture {folder}/03.png of card “Card 3” is not there (row 5, column `Image`)"
    assert penance("check", "stays", cwd=tmp_path).code == 1


def test_pictures_that_are_not_found_are_said(penance: Callable[..., Ran], tmp_path: Path) -> None:
    (tmp_path / "cards.csv").write_bytes(pictured(60))
    put_pictures(tmp_path / "art", 30)
    says = (
        "pictures: the column Image is ignored: none of its 60 files lies beside the sheet; "
        "put them there, or into one folder beside it (art has 30 of them, which is not most), and import again\n"
    )
    proposed = penance("import", "cards.csv", "--map", "mine.map.yaml", cwd=tmp_path)
    assert says in proposed.err
    ran = penance("import", "cards.csv", "-o", "game", cwd=tmp_path)
    assert (ran.code, says in ran.err) == (0, True)
    assert "try: penance build game" in ran.err
    assert compile_game(tmp_path / "game").problems == ()


def test_a_folder_is_for_bare_names_of_pictures() -> None:
    rows = [["Name", "Image"], ["A", "1.png"], ["B", "own\\2.png"]]
    game = GAME + "card_types: {a: {name: A}}\ncard_attributes: {art: {type: image}}\n"
    mapping = "{columns: {Name: name, Image: {to: art, folder: pics/}}}"
    found = compile_texts({"game.yaml": f"{game}cards: {{from: a.csv, map: {mapping}}}\n"}, sheets={"a.csv": written(rows)})
    assert found.problems == ()
    assert found.program is not None
    assert [dict(card.words)["art"] for card in found.program.cards] == [("pics/1.png",), ("own/2.png",)]
    wrong = game + "cards: {from: a.csv, map: {columns: {Name: {to: name, folder: pics}, Image: art}}}\n"
    (problem,) = compile_texts({"game.yaml": wrong}, sheets={"a.csv": written(rows)}).problems
    assert (problem.code, problem.message) == ("E171", "`Name` has a folder, and is no picture")


def test_pictures_are_copied_into_a_game_that_there_is(penance: Callable[..., Ran], tmp_path: Path) -> None:
    put_pictures(tmp_path / "art", 4)
    (tmp_path / "first.csv").write_bytes(pictured(4))
    (tmp_path / "game").mkdir()
    (tmp_path / "game" / "game.yaml").write_text(GAME, encoding="utf-8")
    first = penance("import", "first.csv", "--game", "game", cwd=tmp_path)
    assert (first.code, "pictures: 4 copied into the game's folder\n" in first.err) == (0, True), first.err
    # Now the game declares the attribute. Two pictures are new, one is another than the game's, one lies nowhere.
    for number in (4, 5):
        (tmp_path / "art" / f"{number:02}.png").write_bytes(PICTURE)
    (tmp_path / "art" / "03.png").write_bytes(PICTURE + b"other")
    (tmp_path / "more.csv").write_bytes(pictured(7, "More"))
    ran = penance("import", "more.csv", "--game", "game", cwd=tmp_path)
    assert ran.code == 0, ran.err
    assert "pictures: 2 copied into the game's folder\n" in ran.err
    assert "pictures: 1 missing beside the sheet; put it into the game's folder: art/06.png\n" in ran.err
    assert "pictures: 1 not copied, for the game has another file of that name, which is not written over: art/03.png\n" in ran.err
    assert "1 picture is missing, and a build needs it; see: penance check game" in ran.err
    assert (tmp_path / "game" / "art" / "03.png").read_bytes() == PICTURE
    assert (tmp_path / "game" / "art" / "05.png").read_bytes() == PICTURE
    errors = [problem for problem in compile_game(tmp_path / "game").problems if problem.severity == "error"]
    assert [problem.message for problem in errors] == ["the picture art/06.png of card “More 6” is not there"]
    # What is wrong elsewhere in the game hinders a build as well.
    (tmp_path / "plain.csv").write_text("Name,Might,Image\nLamp,1,00.png\n", encoding="utf-8")
    plain = penance("import", "plain.csv", "--game", "game", cwd=tmp_path)
    assert plain.code == 0, plain.err
    assert "a build fails, for the game has errors elsewhere: 1 error; see: penance check game" in plain.err


def test_a_picture_of_two_sheets_that_differs_is_said(penance: Callable[..., Ran], tmp_path: Path) -> None:
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        put_pictures(tmp_path / name / "art", 2)
    (tmp_path / "two" / "art" / "01.png").write_bytes(PICTURE + b"other")
    for name, own in (("one", "02.png"), ("two", "03.png")):  # 04 lies beside neither
        (tmp_path / name / "art" / own).write_bytes(PICTURE)
        (tmp_path / name / f"{name}.csv").write_bytes(pictured(5, name))
    ran = penance("import", "one/one.csv", "two/two.csv", "-o", "game", cwd=tmp_path)
    assert ran.code == 0, ran.err
    assert "pictures: 4 copied into the game's folder\n" in ran.err
    assert "pictures: 1 missing beside the sheet; put it into the game's folder: art/04.png\n" in ran.err
    assert "pictures: 1 not copied, for the game has another file of that name, which is not written over: art/01.png\n" in ran.err


@pytest.mark.parametrize(("cells", "says"), [
    ([*range(5), *range(5), "X", *range(4)], "Might is words, not numbers, for 'X' stands in row 12"),
    ([*range(10), "X", "1/2", *range(9)], "Might is words, not numbers, for 'X' stands in row 12 (and 1 more)"),
    ([*range(100, 112), "12.5"], "Might is text, not numbers, for '12.5' stands in row 14"),
    ([1, 2, "X", 3, "Y", 4], ""),  # not a few
    ([1, 2, "-", 3, 4, 5], ""),  # a dash is for none
    (["Red", "Blue", "Red"], ""),
])  # fmt: skip
def test_why_a_column_of_numbers_is_words(cells: list[Any], says: str) -> None:
    rows = [["Name", "Might"], *[[f"Card {number}", cell] for number, cell in enumerate(cells)]]
    _, whole, _, notes = imported("a.csv", written(rows))
    assert whole.program is not None
    assert [note for note in notes if "not numbers" in note] == ([f"types: {says}"] if says else [])


def test_a_running_number_is_kept_and_not_shown() -> None:
    rows = [["#", "Title", "Status"], *[[number, f"Card {number}", "done" if number % 2 else "draft"] for number in range(1, 9)]]
    texts, whole, _, _ = imported("a.csv", written(rows))
    assert "number: {name: Number, type: 0..9}" in texts["cards.map.yaml"]
    assert "`skip: {Status: […]}`" in texts["cards.map.yaml"]
    assert whole.program is not None
    assert [card.id for card in whole.program.cards][:2] == ["card_1", "card_2"]


# ---------------------------------------------------------------- anything at all

PIECES = [
    "columns:", "name", "text", "{", "}", "[", "]", ":", "\n", "  ", '"', "to", "list", "split", "values", "ids", "defaults", "copies",
    "deck", "3", "symbols", "declare", "card_attributes", "type", "Card Name", "Range", "-1", "skip", "enums",
    "effects", "id", "0..9", "bool",
]  # fmt: skip


@pytest.mark.full
@pytest.mark.parametrize("seed", range(60))
def test_broken_mappings_and_sheets_give_problems_and_no_more(seed: int) -> None:
    chance = random.Random(seed)
    data = written(base(6, seed))
    asked = Asked("cards.csv", data, "cards.map.yaml", "", (), (), "All", "cards.csv")
    text = import_file(asked).map_text
    for _ in range(12):
        broken = text
        for _ in range(chance.randint(1, 4)):
            at = chance.randrange(len(broken))
            match chance.randrange(3):
                case 0:
                    broken = broken[:at] + broken[at + chance.randint(1, 12) :]
                case 1:
                    broken = broken[:at] + chance.choice(PIECES) + broken[at:]
                case _:
                    lines = broken.split("\n")
                    chance.shuffle(lines)
                    broken = "\n".join(lines)
        cut = bytearray(data)
        if chance.random() < 0.5:
            del cut[(at := chance.randrange(len(cut))) : at + chance.randint(1, 30)]
        done = import_file(Asked("cards.csv", bytes(cut), "cards.map.yaml", broken, (), (), "All", "cards.csv"))
        if not any(problem.severity == "error" for problem in done.problems):
            compile_texts({"game.yaml": GAME, **game_texts([asked], [done])})
        game = GAME + "cards: {from: cards.csv, map: cards.map.yaml}\ncard_types: {attack: {name: A}}\ndecks: {all: {name: All}}\n"
        compile_texts({"game.yaml": game, "cards.map.yaml": broken}, sheets={"cards.csv": bytes(cut)})


@pytest.mark.parametrize(("mapping", "found"), [
    ("columns: {Name: name, Cost: effects}", ["E171 `effects` of a card stands in no sheet"]),
    ("columns: {Name: name, Cost: {to: type, type: bool}}", ["E171 `type` is no attribute"]),
    ('columns: {Name: name, Cost: {to: [a, text], split: "-"}}', ["E171 `text` is no attribute"]),
    ("columns: {Name: name, Cost: {to: [a, b]}}", ["E171 `Cost` has two targets and no `split:`"]),
    ('columns: {Name: name, Cost: {to: [a, b, c], split: "-"}}', ["E171 `Cost` has 3 targets"]),
    ("columns: {Name: name, Cost: ignore}\ndefaults: {type: '!!'}", ["E172 `defaults: type` has no letter"]),
    ("columns: {Name: name, Cost: ignore}\ndefaults: {copies: -4}", ["E174 `defaults: copies` is 0 to 2000"]),
])  # fmt: skip
def test_what_a_mapping_cannot_say(mapping: str, found: list[str]) -> None:
    done = import_file(Asked("a.csv", b"Name,Cost\nX,1-2\n", "cards.map.yaml", mapping))
    said = [f"{problem.code} {problem.message}" for problem in done.problems]
    assert len(said) == len(found)
    assert all(text.startswith(start) for text, start in zip(said, found, strict=True))


def test_symbols_are_reported() -> None:
    rows = [["Name", "Text"], *[[f"Card {number}", "Gain {light} <b>now</b> [gem]."] for number in range(4)]]
    _, whole, _, notes = imported("a.csv", written(rows))
    assert "symbols: dropped: </b> (4 times), <b> (4 times)" in notes
    assert "symbols: printed as they stand, for the mapping has none of them: {light} (4 times)" in notes
    assert whole.program is not None
    assert whole.program.cards[0].text == ("Gain {sign:open_brace}light{sign:close_brace} now {icon:gem}.",)


@pytest.mark.parametrize("form", [("cards.csv", written), ("cards.xlsx", as_workbook)], ids=["csv", "xlsx"])
@pytest.mark.parametrize("word", ["Total", "Summe:", "GESAMT", "Σ"])
def test_a_row_of_sums_is_no_card_and_is_told(form: tuple[str, Callable[[list[list[Any]]], bytes]], word: str) -> None:
    name, make = form
    rows: list[list[Any]] = [["Name", "Cost", "Qty", "Text"], ["Strike", 2, 3, "Hit."], ["Guard", 1, 4, "Stand."], [word, 3, 7, ""]]
    _, imported_game, _, notes = imported(name, make(rows))
    assert imported_game.program is not None
    assert [card.id for card in imported_game.program.cards] == ["strike", "guard"]
    assert imported_game.program.attributes[0].type.high <= 9  # the sum is no number of a card either
    where = "Sheet!A4" if name.endswith("xlsx") else "row 4"
    assert f"rows: no cards: {where} (sums of the rows above)" in notes


@pytest.mark.parametrize(
    "last",
    [
        ["Total", 4, 7, ""],  # not the sum
        ["Total", 3, 7, "Add them up."],  # a card that says something
        ["Totality", 3, 7, ""],
        ["Total", "", "", ""],
    ],
)
def test_a_card_that_is_called_total_stays_a_card(last: list[Any]) -> None:
    rows: list[list[Any]] = [["Name", "Cost", "Qty", "Text"], ["Strike", 2, 3, "Hit."], ["Guard", 1, 4, "Stand."], last]
    _, game, _, _ = imported("cards.csv", written(rows))
    assert game.program is not None
    assert len(game.program.cards) == 3


def test_a_row_of_sums_in_a_sheet_that_stays_is_a_warning_at_its_cell() -> None:
    rows = [["Name", "Cost"], ["Strike", "2"], ["Guard", "1"], ["Total", "3"]]
    text = GAME + "card_types: {a: {name: A}}\ncard_attributes: {cost: {name: Cost, type: 0..3}}\n"
    skip = "cards: {from: a.csv, map: {columns: {Name: name, Cost: cost}, skip: {Name: [total]}}}\n"
    game = text + skip.replace(", skip: {Name: [total]}", "")
    (problem,) = compile_texts({"game.yaml": game}, sheets={"a.csv": written(rows)}).problems
    assert (problem.code, problem.span.line) == ("W177", 4)
    assert problem.message == "this row has the sums of those above, and is no card (row 4, column `Name`)"
    assert compile_texts({"game.yaml": text + skip}, sheets={"a.csv": written(rows)}).problems == ()


def test_pictures_of_bare_names_that_lie_in_a_folder_are_told_with_it(penance: Callable[..., Ran], tmp_path: Path) -> None:
    (tmp_path / "cards.csv").write_bytes(pictured(3))
    put_pictures(tmp_path / "art", 3)
    (tmp_path / "cards.map.yaml").write_text(
        "columns: {Name: name, Image: art}\ndeclare: {card_attributes: {art: {type: image}}}\n", encoding="utf-8"
    )
    ran = penance("import", "cards.csv", "-o", "game", cwd=tmp_path)
    assert "pictures: those lie in the folder art: write {to: art, folder: art} for their column in the mapping" in ran.err
    put_pictures(tmp_path / "game" / "art", 3)
    hints = {problem.hint for problem in compile_game(tmp_path / "game").problems if problem.code == "E834"}
    assert hints == {f"it lies in the folder art: write art/0{number}.png" for number in range(3)}
    ran = penance("import", "cards.csv", "-o", "stays", "--stay", cwd=tmp_path)
    put_pictures(tmp_path / "stays" / "art", 3)
    hints = {problem.hint for problem in compile_game(tmp_path / "stays").problems if problem.code == "E834"}
    assert hints == {"it lies in the folder art: name that in the mapping, COLUMN: {to: art, folder: art}"}


@pytest.mark.parametrize(("name", "text", "code", "says"), [
    ("a.csv", "Name,Copies,Deck\nFoo,999999999,D\nBar,9007199254740991,D\n", "E174", "0 to 2000 copies, found 999999999"),
    ("a.csv", "Name,Copies,Deck\nBar,9007199254740991,D\n", "E174", "found 9007199254740991"),
    ("a.csv", "x" * 200 + "\n1\n2\n", "E168", "no head of a column has 1 to 120 characters"),
], ids=("nine digits", "sixteen digits", "long head"))  # fmt: skip
def test_what_cannot_be_proposed_is_said_of_the_sheet(name: str, text: str, code: str, says: str) -> None:
    done = import_file(Asked(name, text.encode(), "a.map.yaml"))
    assert done.problems[0].code == code
    assert says in done.problems[0].message
    assert {problem.span.file for problem in done.problems} == {name}


def letters(number: int) -> str:
    """A word without digits, another one for each number."""
    return "kind" + str(number).translate(str.maketrans("0123456789", "abcdefghij"))


@pytest.mark.full
@pytest.mark.parametrize(("name", "data"), [
    ("a.csv", "Name,Number\n" + "".join(f"Card,{number}\n" for number in range(20_000))),
    ("a.json", json.dumps([{"name": "A", "keys": [f"w{number}" for number in range(20_000)]}])),
    pytest.param(
        "a.csv", "Name,Kind\n" + "".join(f"C{number},{letters(number // 3)}\n" for number in range(15_000)), marks=pytest.mark.soak
    ),
], ids=("one name", "one list", "many words"))  # fmt: skip
def test_many_of_a_kind_are_read_in_one_pass(name: str, data: str) -> None:
    began = time.process_time()
    imported(name, data.encode())
    assert time.process_time() - began < 20
