"""Slips of sheets that an import meets: cards that the game has, stale sums, braces in names, pictures without endings."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from penance_build.api import compile_game, compile_texts
from penance_build.ir.markup import signed, unsigned
from tests.command_line import Ran
from tests.test_sheets_import import GAME, PICTURE, as_workbook, imported, written

LAMP = """\
card_types: {find: {name: Find}}
card_attributes: {depth: {name: Depth, type: 0..9, optional: true}}
cards:
  lamp_oil: {name: Lamp Oil, type: find, text: Burn it., depth: 3}
decks: {wreck: {name: Wreck, cards: {lamp_oil: 1}}}
"""


def write(folder: Path, files: Mapping[str, str | bytes]) -> Path:
    for name, data in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data.encode() if isinstance(data, str) else data)
    return folder


def files_of(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


# ---------------------------------------------------------------- cards that the game has


@pytest.mark.parametrize("own", ["cards.yaml", "zebra.yaml"])
@pytest.mark.parametrize("stay", [(), ("--stay",)])
def test_a_card_that_the_game_has_is_refused_at_its_row(
    penance: Callable[..., Ran], tmp_path: Path, own: str, stay: tuple[str, ...]
) -> None:
    write(tmp_path, {"g/game.yaml": GAME, f"g/{own}": LAMP})
    write(tmp_path, {"g/more.csv" if stay else "more.csv": "Name,Type,Text\nRope,find,Tie.\nLamp Oil,find,Shine.\n"})
    before = files_of(tmp_path)
    ran = penance("import", "g/more.csv" if stay else "more.csv", "--game", "g", *stay, cwd=tmp_path)
    assert ran.code == 1
    assert "error[E302]: card `lamp_oil` is defined twice" in ran.out
    assert "more.csv:3:1" in ran.out
    assert f"{own}:4:3" in ran.out
    assert "the game has it here" in ran.out
    assert "help: give this one another name or id, or leave it out" in ran.out
    assert ran.err.strip() == "penance: 1 error; nothing was written"
    assert files_of(tmp_path) == before


def test_errors_that_the_game_had_before_do_not_refuse_an_import(penance: Callable[..., Ran], tmp_path: Path) -> None:
    write(tmp_path, {"g/game.yaml": GAME, "g/cards.yaml": LAMP.replace("depth: 3", "depth: 12"), "more.csv": "Name,Type\nRope,find\n"})
    ran = penance("import", "more.csv", "--game", "g", cwd=tmp_path)
    assert ran.code == 0
    assert (tmp_path / "g" / "more.yaml").is_file()


def test_a_pipe_beside_the_game_is_not_waited_for(penance: Callable[..., Ran], tmp_path: Path) -> None:
    write(tmp_path, {"g/game.yaml": GAME, "more.csv": "Name,Type\nRope,find\n"})
    os.mkfifo(tmp_path / "g" / "a.csv")
    assert penance("import", "more.csv", "--game", "g", cwd=tmp_path).code == 0


def test_a_number_beyond_an_attribute_of_the_game_says_which_type_to_widen(penance: Callable[..., Ran], tmp_path: Path) -> None:
    write(tmp_path, {"g/game.yaml": GAME, "g/cards.yaml": LAMP, "more.csv": "Name,Type,Depth\nRope,find,12\nHook,find,2\n"})
    ran = penance("import", "more.csv", "--game", "g", cwd=tmp_path)
    assert ran.code == 1
    assert "error[E705]: `depth` is 0..9, found 12" in ran.out
    assert "widen the type of the attribute: `card_attributes: {depth: {type: 0..12}}`" in ran.out


# ---------------------------------------------------------------- rows of sums


@pytest.mark.parametrize("word", ["TOTAL CARDS", "Total cards:", "Sum (all)", "Summe aller Karten"])
def test_a_row_whose_name_begins_with_a_word_for_sums_is_left_out_where_they_fit(word: str) -> None:
    rows: list[list[Any]] = [["Name", "Type", "Text", "Qty"], ["Rope", "Find", "Tie.", 2], ["Hook", "Find", "Pull.", 3], [word, "", "", 5]]
    _, game, _, notes = imported("cards.csv", written(rows))
    assert game.program is not None
    assert [card.id for card in game.program.cards] == ["rope", "hook"]
    assert "rows: no cards: row 4 (sums of the rows above)" in notes


@pytest.mark.parametrize("word", ["Total", "TOTAL CARDS"])
def test_stale_sums_are_told_with_their_row(word: str) -> None:
    rows: list[list[Any]] = [["Name", "Type", "Text", "Qty"], ["Rope", "Find", "Tie.", 2], ["Hook", "Find", "Pull.", 3], [word, "", "", 6]]
    _, game, stays, notes = imported("cards.csv", written(rows))
    assert game.program is not None
    assert len(game.program.cards) == 3
    assert f"rows: made cards, and look like sums that do not fit the rows above: row 4 ({word})" in notes
    (problem,) = [problem for problem in stays.problems if problem.code == "W177"]
    assert problem.span.line == 4
    assert problem.message.startswith(f"this row is called “{word}”, and its numbers are not the sums of those above: it is a card")


@pytest.mark.parametrize(
    "last", [["Totality", "", "", 6], ["Total Eclipse", "Find", "", 6], ["Total", "", "Count.", 6], ["Total", "", "", ""]]
)
def test_cards_that_look_like_no_sums_are_not_doubted(last: list[Any]) -> None:
    rows: list[list[Any]] = [["Name", "Type", "Text", "Qty"], ["Rope", "Find", "Tie.", 2], ["Hook", "Find", "Pull.", 3], last]
    _, game, stays, notes = imported("cards.csv", written(rows))
    assert game.program is not None
    assert len(game.program.cards) == 3
    assert [note for note in notes if note.startswith("rows:")] == []
    assert "W177" not in {problem.code for problem in stays.problems}


# ---------------------------------------------------------------- letters of names


def test_braces_stars_and_tags_in_names_are_as_in_texts() -> None:
    rows = [
        ["Name", "Type", "{Rank}", "Text"],
        ["The {Old} *Man*", "<b>Fi{n}d</b>", "a{b}", "Go <b>{up}</b>."],
        ["<b>Rope</b>", "<b>Fi{n}d</b>", "a{b}", "Tie."],
        ["Hook", "<b>Fi{n}d</b>", "a{b}", "Pull."],
    ]
    _, whole, stays, notes = imported("cards.csv", written(rows))
    assert whole.problems == stays.problems == ()
    assert whole.program == stays.program
    assert whole.program is not None
    cards = whole.program.by_id.cards
    assert {name: card.name for name, card in cards.items()} == {"the_old_man": "The {Old} *Man*", "rope": "Rope", "hook": "Hook"}
    assert cards["the_old_man"].text == ("Go {sign:open_brace}up{sign:close_brace}.",)
    assert [group.name for group in whole.program.card_types] == ["Fi{n}d"]
    assert [member.name for member in whole.program.by_id.enums["rank"].members] == ["a{b}"]
    assert [attribute.name for attribute in whole.program.attributes] == ["{Rank}"]
    assert "symbols: dropped: </b> (5 times), <b> (5 times)" in notes


def test_a_column_that_is_called_as_a_key_of_cards_is_an_attribute_of_another_name() -> None:
    texts, whole, stays, _ = imported("cards.csv", b"Name,Back,When\nRope,the moon,dawn\nHook,a wood,dusk\nLamp,the moon,noon\n")
    assert whole.problems == stays.problems == ()
    assert "Back: card_back" in texts["cards.map.yaml"]
    assert "When: card_when" in texts["cards.map.yaml"]


def test_dates_of_rows_that_are_skipped_are_not_printed() -> None:
    rows: list[list[Any]] = [["Name", "Made"], ["Rope", date(2024, 1, 5)], ["Hook", date(2024, 2, 6)]]
    text = "columns: {Name: name, Made: {to: made, type: text}}\nskip: {Name: [Hook]}\n"
    assert "dates: 1 dates printed as texts: 2024-01-05" in imported("cards.xlsx", as_workbook(rows), text)[3]


def test_an_id_has_nothing_of_a_sign_and_a_game_knows_its_names_with_braces() -> None:
    text = GAME + 'card_types: {find: {name: "Fi{sign:open_brace}n{sign:close_brace}d"}}\n'
    sheet = "cards: {from: a.csv, map: {columns: {Name: name, Type: type}}}\n"
    found = compile_texts({"game.yaml": text + sheet}, sheets={"a.csv": written([["Name", "Type"], ["{x} One", "fi{n}d"]])})
    assert found.problems == ()
    assert found.program is not None
    (card,) = found.program.cards
    assert (card.id, card.name, card.type) == ("x_one", "{x} One", "find")


def test_a_name_with_a_brace_is_read_by_a_hole() -> None:
    text = GAME + 'cards:\n  man: {name: "{sign:open_brace}Old{sign:close_brace} Man"}\n  x: {text: "Take {card man}."}\n'
    found = compile_texts({"game.yaml": text})
    assert found.problems == ()
    assert found.program is not None
    assert found.program.by_id.cards["man"].name == "{Old} Man"
    assert found.program.by_id.cards["x"].text == ("Take {sign:open_brace}Old{sign:close_brace} Man.",)


def test_what_is_signed_is_unsigned() -> None:
    for name in ("The {Old} Man", "{", "}{", "*3*", "{sign:open_brace}", ""):
        assert unsigned(signed(name)) == name
    assert unsigned("{card x} {sign:asterisk}") == "{card x} *"


def test_names_with_braces_come_back_from_what_a_build_writes(penance: Callable[..., Ran], tmp_path: Path) -> None:
    write(tmp_path, {"cards.csv": "Name,Type,Text\nThe {Old} Man,Fi{n}d,Go {up}.\nRope,Fi{n}d,Tie it to a post.\n"})
    assert penance("import", "cards.csv", "-o", "g", cwd=tmp_path).code == 0
    assert penance("build", "g", "-o", "out", "--only", "data", cwd=tmp_path).code == 0
    data = next((tmp_path / "out").rglob("cards.csv"))
    assert penance("import", str(data), "-o", "again", cwd=tmp_path).code == 0
    first, second = compile_game(tmp_path / "g").program, compile_game(tmp_path / "again").program
    assert first is not None
    assert second is not None
    assert [(card.id, card.name, card.text) for card in first.cards] == [(card.id, card.name, card.text) for card in second.cards]
    assert second.card_types[0].name == "Fi{n}d"


# ---------------------------------------------------------------- pictures


@pytest.mark.parametrize("stay", [(), ("--stay",)])
@pytest.mark.parametrize("end", ["png", "PNG"])
def test_pictures_without_an_ending_are_found_beside_the_sheet(
    penance: Callable[..., Ran], tmp_path: Path, stay: tuple[str, ...], end: str
) -> None:
    write(tmp_path, {"art/" + f"find.{end}": PICTURE, f"art/gear.{end}": PICTURE})
    write(tmp_path, {"cards.csv": "Name,Type,Picture\nRope,Find,find\nHook,Find,find\nAxe,Find,gear\n"})
    ran = penance("import", "cards.csv", "-o", "g", *stay, cwd=tmp_path)
    assert f"pictures: those of the column Picture are taken for files that end with .{end}" in ran.err
    assert "pictures: 2 copied into the game's folder" in ran.err
    assert f"Picture: {{to: art, ending: {end}, folder: art}}" in (tmp_path / "g" / "cards.map.yaml").read_text()
    found = compile_game(tmp_path / "g")
    assert found.problems == ()
    assert found.program is not None
    assert [dict(card.words)["art"] for card in found.program.cards] == [(f"art/{name}.{end}",) for name in ("find", "find", "gear")]


def test_words_of_a_column_of_pictures_without_files_stay_words(penance: Callable[..., Ran], tmp_path: Path) -> None:
    write(tmp_path, {"art/other.png": PICTURE, "cards.csv": "Name,Type,Picture\nRope,Find,find\nHook,Find,find\nAxe,Find,gear\n"})
    ran = penance("import", "cards.csv", "-o", "g", cwd=tmp_path)
    assert "pictures:" not in ran.err
    assert "ending" not in (tmp_path / "g" / "cards.map.yaml").read_text()


@pytest.mark.parametrize(
    ("cell", "hint"),
    [
        ("art/find", "did you mean `art/find.png`?"),
        ("find", "did you mean `art/find.png`?"),
        ("gear.png", "did you mean `Gear.PNG`?"),
        ("ART/find.png", "did you mean `art/find.png`?"),
        ("find.png", "it lies in the folder art: write art/find.png"),
        ("nothing", "put it into the game's folder"),
    ],
)
def test_a_missing_picture_is_told_as_what_is_there(tmp_path: Path, cell: str, hint: str) -> None:
    write(tmp_path, {"art/find.png": PICTURE, "Gear.PNG": PICTURE})
    card = f"card_attributes: {{art: {{type: image}}}}\ncards: {{rope: {{name: Rope, art: {cell}}}}}\n"
    write(tmp_path, {"game.yaml": GAME + card})
    assert [problem.hint for problem in compile_game(tmp_path).problems if problem.code == "E834"] == [hint]


def test_an_ending_of_a_column_that_is_no_picture_is_told() -> None:
    text = GAME + "cards: {from: a.csv, map: {columns: {Name: {to: name, ending: png}}}}\n"
    (problem,) = compile_texts({"game.yaml": text}, sheets={"a.csv": b"Name\nRope\n"}).problems
    assert (problem.code, problem.message) == ("E171", "`Name` has an ending, and is no picture")
    assert problem.hint == "leave `ending:` out, or say `type: image`"


# ---------------------------------------------------------------- what is said


def test_an_import_counts_the_warnings_that_a_check_shows(penance: Callable[..., Ran], tmp_path: Path) -> None:
    write(tmp_path, {"cards.csv": "Name,Type,Text,Qty\nRope,Find,Tie.,2\nHook,Find,TBD,1\nTotal,,,9\n,,a remark,17\n"})
    for folder, options, count in (("g", (), 1), ("s", ("--stay",), 3)):
        ran = penance("import", "cards.csv", "-o", folder, *options, cwd=tmp_path)
        assert f"({count} {'warning' if count == 1 else 'warnings'}, see penance check)" in ran.err
        shown = json.loads(penance("check", folder, "--format", "json", cwd=tmp_path).out)
        assert sum(problem["severity"] == "warning" for problem in shown["problems"]) == count
        assert "row 4 (Total)" in ran.err
        assert "row 5 (no name)" in ran.err


@pytest.mark.parametrize("folder", ["my_game_2", "my-game-12", "game2024"])
def test_the_name_of_a_fresh_game_looks_like_nothing(penance: Callable[..., Ran], tmp_path: Path, folder: str) -> None:
    write(tmp_path, {"n.csv": "Name,Type,Text\nRope,Find,Tie.\n"})
    ran = penance("import", "n.csv", "-o", folder, cwd=tmp_path)
    assert "warning" not in ran.err
    assert compile_game(tmp_path / folder).problems == ()


def test_names_that_differ_by_a_number_are_no_slips_and_others_are() -> None:
    text = "counters: {mine: {name: Mine Shaft 2, owner: player, type: 0..9}, vent: {name: Emergency Vent, owner: player, type: 0..9}}\n"
    for said, count in (("Dig the Mine Shaft now.", 0), ("Open the Emergncy Vent.", 1), ("Open the Emergency-Vent.", 1)):
        found = compile_texts({"game.yaml": GAME + text + f"cards: {{x: {{text: {said}}}}}\n"}).problems
        assert sum(problem.code == "W725" for problem in found) == count, said


def test_what_was_forgotten_in_one_row_is_told_at_its_cell() -> None:
    rows: list[list[Any]] = [["Name", "Type", "Price", "Coins", "Text"]]
    names = "Anchor Buoy Compass Dinghy Engine Flare Gloves Hook Ivory Jib Kedge Lamp".split()
    rows += [[name, "Gear", number % 7, 3, f"Use the {name.lower()} at once."] for number, name in enumerate(names)]
    rows[3][1] = "Geer"
    rows[5][2] = ""
    rows[7][4] = ""
    rows[9][4] = "Costs 3 coins. Use it at once."
    _, whole, stays, _ = imported("cards.csv", written(rows))
    found = sorted((problem.code, problem.span.line) for problem in stays.problems)
    assert found == [("W740", 10), ("W748", 6), ("W748", 8)]  # Geer is one letter for another, on a type of four letters
    assert sorted(problem.code for problem in whole.problems) == ["W740", "W748", "W748"]
    rows[3][1] = "Gar"
    _, _, stays, _ = imported("cards.csv", written(rows))
    assert [problem.span.line for problem in stays.problems if problem.code == "W744"] == [4]
