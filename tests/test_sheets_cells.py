"""Sheets as people keep them: words of the language, other scripts, what cannot be seen, errors, days, copies, slips, several tabs."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any

import openpyxl
import pytest

from penance_build.api import compile_game, compile_texts
from penance_build.sheets.importing.files import Asked, import_file
from penance_build.sheets.reading.cells import Cell
from penance_build.sheets.reading.open import Wanted, open_book
from tests.command_line import Ran
from tests.test_sheets_import import GAME, as_json, as_workbook, imported, written


def rows_of(heads: str, *rows: str) -> bytes:
    """A sheet of lines with commas."""
    return "\n".join((heads, *rows, "")).encode()


# ---------------------------------------------------------------- words that are no ids


@pytest.mark.parametrize(
    ("head", "cells", "ids"),
    [
        ("Type", ("If", "Else", "If"), ["type_if", "type_else"]),
        ("Faction", ("Con", "Aux", "Con"), ["faction_con", "faction_aux"]),
        ("Slot", ("Nul", "Not", "Nul"), ["slot_nul", "slot_not"]),
        ("Deck", ("COM1", "LPT9", "COM1"), ["deck_com1", "deck_lpt9"]),
    ],
)
def test_words_that_are_no_ids_stand_behind_their_kind(head: str, cells: tuple[str, ...], ids: list[str]) -> None:
    data = written([["Name", head], *[[f"Card {number}", cell] for number, cell in enumerate(cells)]])
    _, whole, stays, _ = imported("a.csv", data)
    assert whole.problems == stays.problems == ()
    assert whole.program == stays.program
    assert whole.program is not None
    groups: Any = {
        "Type": whole.program.card_types,
        "Faction": whole.program.factions,
        "Slot": whole.program.slots,
        "Deck": whole.program.decks,
    }[head]
    assert [group.id for group in groups] == ids
    assert [group.name for group in groups] == list(dict.fromkeys(cells))


def test_cards_that_are_called_as_words_of_formulas_have_ids_that_are_free() -> None:
    _, whole, stays, notes = imported("a.csv", rows_of("Name,Cost", "Not,1", "Con,2", "Card not,3"))
    assert whole.problems == ()
    assert [problem.code for problem in stays.problems] == ["W178"]
    assert whole.program is not None
    assert [(card.id, card.name) for card in whole.program.cards] == [("card_not", "Not"), ("card_con", "Con"), ("card_not_2", "Card not")]
    assert any("numbered" in note for note in notes)
    _, whole, _, notes = imported("a.csv", rows_of("Id,Name", "not,One", "two,Two"), "columns: {Id: id, Name: name}\n")
    assert whole.program is not None
    assert [card.id for card in whole.program.cards] == ["card_not", "two"]
    assert "ids: changed to be ids: not is card_not" in notes


@pytest.mark.parametrize("words", [("and", "or", "not"), ("TRUE", "FALSE", "maybe"), ("if", "In", "x")])
def test_a_column_of_words_of_formulas_is_a_column_of_words(words: tuple[str, ...]) -> None:
    data = written([["Name", "Link"], *[[f"Card {number}", words[number % 3]] for number in range(12)]])
    _, whole, stays, _ = imported("a.csv", data)
    assert whole.problems == stays.problems == ()
    assert whole.program == stays.program
    assert whole.program is not None
    assert [member.name for member in whole.program.by_id.enums["link"].members] == list(words)


@pytest.mark.parametrize(
    ("map_text", "enums"),
    [
        ("", ["player_2", "word_in"]),  # and pictures, which all lie beside this sheet
        ("columns: {Name: name, Player: player, Image: image, Ins: {to: ins, list: '; '}}\n", ["image_2", "player_2", "word_in"]),
    ],
)
def test_a_column_that_is_called_as_a_type_is_a_column_of_words(map_text: str, enums: list[str]) -> None:
    data = rows_of("Name,Player,Image,Ins", *[f"Card {number},Red,dark,x; y" for number in range(4)])
    _, whole, stays, _ = imported("a.csv", data, map_text.replace("'", '"'))
    assert whole.problems == stays.problems == ()
    assert whole.program is not None
    assert sorted(name for name in whole.program.by_id.enums if "." not in name) == enums


@pytest.mark.parametrize("name", ["game.csv", "aux.csv"])
def test_a_sheet_may_be_called_as_a_file_that_a_game_has(penance: Callable[..., Ran], tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_bytes(rows_of("Name,Type", "Rope,Find", "Hook,Find"))
    ran = penance("import", name, "-o", "con", cwd=tmp_path)
    assert ran.code == 0, ran.out
    assert (tmp_path / "con" / f"{name[:-4]}_cards.yaml").is_file()
    found = compile_game(tmp_path / "con")
    assert found.problems == ()
    assert found.program is not None
    assert (found.program.game, len(found.program.cards)) == ("game_con", 2)


# ---------------------------------------------------------------- what cannot be seen

FORMS = [("cards.csv", written), ("cards.xlsx", as_workbook), ("cards.json", as_json)]


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form[0])
@pytest.mark.parametrize("mark", ["\u200b", "\u200e", "\u200f", "\u2060", "\u202a", "\u2069", "\u00adx\u200b"], ids=ascii)
def test_marks_that_do_nothing_are_left_out_and_told_once(form: tuple[str, Callable[[list[list[Any]]], bytes]], mark: str) -> None:
    name, make = form
    rows = [["Name", f"Co{mark}st", "Text"], [f"La{mark}mp", f"{mark}1", f"Burn{mark} it."], ["Oil", "2", f"{mark}"]]
    _, whole, stays, notes = imported(name, make(rows))
    assert whole.problems == stays.problems == ()
    assert whole.program == stays.program
    plain = [[cell.replace("\u200b" if "x" in mark else mark, "") for cell in row] for row in rows]
    assert whole.program == imported(name, make(plain))[1].program
    (note,) = [note for note in notes if note.startswith("letters:")]
    assert note.startswith("letters: left out of 5 cells, for they cannot be seen and do nothing there: U+")
    assert note.endswith(f"U+{ord(mark[-1]):04X} (5 times)")
    (once,) = [note for note in imported(name, make([["Name"], [f"La{mark}mp"], ["Oil"]]))[3] if note.startswith("letters:")]
    assert once.startswith("letters: left out of 1 cell, ")
    assert once.endswith(f"U+{ord(mark[-1]):04X} (once)")


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form[0])
@pytest.mark.parametrize("mark", ["\u202e", "\u202b", "\u2067"], ids=ascii)
def test_what_turns_text_round_is_a_problem_of_its_cell(form: tuple[str, Callable[[list[list[Any]]], bytes]], mark: str) -> None:
    name, make = form
    data = make([["Name", "Text"], ["Oil", "Burn it."], [f"Kite {mark}gnp.exe", f"Gain 1 {mark}2 ecaf"]])
    sheet = f"cards: {{from: {name}, map: {{columns: {{Name: name, Text: text}}}}}}\n"
    found = compile_texts({"game.yaml": GAME + sheet}, sheets={name: data})
    assert [problem.code for problem in found.problems] == ["E179", "E179"]
    said = found.problems[0].message
    assert said.startswith(f"the character U+{ord(mark):04X} turns the direction of writing, so that text looks other than it is (")
    assert said.endswith("column `Name`)")


def test_marks_that_letters_need_stay() -> None:
    cells = ["\u05d0\u200f!", "\u0646\u200c\u0627", "\u2764\ufe0f"]
    book, problems = open_book("a.csv", written([["Name"], *[[cell] for cell in cells]]), Wanted())
    assert book is not None
    assert problems == []
    assert [row.cells[0].text for row in book.sheets[0].rows] == cells


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form[0])
def test_a_problem_behind_a_mark_stands_where_it_stands(form: tuple[str, Callable[[list[list[Any]]], bytes]]) -> None:
    name, make = form
    book, _ = open_book(name, make([["Name", "Text"], ["Oil", 'a\u200b"b\u200b"c']]), Wanted())
    assert book is not None
    cell = book.sheets[0].rows[0].cells[1]
    assert (cell.text, cell.width) == ('a"b"c', 7)
    bare, _ = open_book(name, make([["Name", "Text"], ["Oil", 'a-"b-"c']]), Wanted())
    assert bare is not None
    other: Cell = bare.sheets[0].rows[0].cells[1]
    wide = 5 if name.endswith("json") else 0  # an escape there
    offsets = [offset - other.start for index, offset in enumerate(bare.offsets(other)) if index not in (1, 4)]
    assert [offset - cell.start for offset in book.offsets(cell)] == [
        offset + wide * (index > 0) + wide * (index > 2) for index, offset in enumerate(offsets)
    ]


# ---------------------------------------------------------------- copies


@pytest.mark.parametrize(
    ("cell", "code"), [("-1", "E174"), ("2x", "E172"), ("-", "E172"), ("2.5", "E172"), ("3000", "E174"), ("1-2", "E172")]
)
def test_a_bad_number_of_copies_is_told_at_its_cell(cell: str, code: str) -> None:
    counts = ["2", "3", "2", cell, "1"]
    asked = Asked("a.csv", written([["Name", "Copies"], *[[f"Card {at}", count] for at, count in enumerate(counts)]]), "a.map.yaml")
    (problem,) = import_file(asked).problems
    assert (problem.code, problem.span.line, problem.span.column) == (code, 5, 8)
    assert problem.message.startswith("`Copies` is ")
    assert problem.hint.startswith("write how many go into the deck, 0 for none; ")


def test_an_empty_cell_of_copies_is_one_and_nought_is_none() -> None:
    _, whole, stays, _ = imported("a.csv", rows_of("Name,Copies", "A,2", "B,", "C,0", "D,3.0"))
    assert whole.program == stays.program
    assert whole.program is not None
    assert whole.program.decks[0].cards == (("a", 2), ("b", 1), ("d", 3))


def test_a_column_that_is_called_as_copies_and_says_none_is_told() -> None:
    texts, whole, _, notes = imported("a.csv", rows_of("Name,Amount", "A,+1", "B,-2", "C,two", "D,-1"))
    assert whole.problems == ()
    assert "Amount: amount" in texts["cards.map.yaml"]
    assert any(note.startswith("copies: Amount is not taken for them, ") for note in notes)


# ---------------------------------------------------------------- errors and days of spreadsheets


@pytest.mark.parametrize("error", ["#REF!", "#N/A", "#VALUE!", "#DIV/0!", "#NAME?", " #REF! ", "#BEZUG!", "#NV", "Err:502"])
@pytest.mark.parametrize("rows", [3, 12])
@pytest.mark.parametrize("name", ["cards.csv", "cards.json"])
def test_an_error_of_a_spreadsheet_is_told_at_its_cell(error: str, rows: int, name: str) -> None:
    cells = [["Name", "Cost"], ["Anvil", error], *[[f"Card {at}", str(at)] for at in range(rows - 1)]]
    done = import_file(Asked(name, written(cells) if name.endswith("csv") else as_json(cells), "a.map.yaml"))
    (problem,) = done.problems
    assert (problem.code, problem.message) == ("E169", f"this cell of `Cost` holds the error {error.strip()}")
    assert "cost: {name: Cost, type: 0..20, shown: cost}" in done.map_text.replace("0..9", "0..20")


DAYS = ["05.Mrz", "5-Mar", "Mar 5", "05. Mai", "5-May-24", "2024-03-05", "3/5/2024", "05.03.24", "1-d\u00e9c", "3-Sept."]


@pytest.mark.parametrize("day", DAYS, ids=ascii)
def test_a_day_among_numbers_is_told_at_its_cell(day: str) -> None:
    for others, what in ((("2-3", "4-5", "2"), "a range as 5-7"), (("1", "2", "-"), "a whole number")):
        done = import_file(
            Asked("a.csv", written([["Name", "Damage"], ["Kite", day], *[[f"C {one}", one] for one in others]]), "a.map.yaml")
        )
        (problem,) = done.problems
        assert (problem.code, problem.span.line) == ("E172", 2)
        assert problem.message == f"`Damage` is {what}, found the date `{day}`"
        assert problem.hint == "a spreadsheet takes 3-5 for a day: format the column as text and write it again"


def test_a_day_of_a_workbook_among_numbers_is_told_at_its_cell() -> None:
    rows: list[list[Any]] = [["Name", "Cost"], ["A", 1], ["B", 2], ["Kite", date(2023, 3, 15)]]
    (problem,) = import_file(Asked("a.xlsx", as_workbook(rows), "a.map.yaml")).problems
    assert (problem.code, problem.message) == ("E172", "`Cost` is a whole number, found the date `2023-03-15`")


@pytest.mark.parametrize("cells", [("5-Mar", "4-Jun", "2024-03-05"), ("5-Mar", "often", "never"), ("5-Mar", "6-Mar", "2")])
def test_days_that_are_printed_are_told(cells: tuple[str, ...]) -> None:
    _, whole, stays, notes = imported("a.csv", written([["Name", "Made"], *[[f"Card {at}", cell] for at, cell in enumerate(cells)]]))
    assert whole.problems == stays.problems == ()
    (note,) = [note for note in notes if note.startswith("dates:")]
    assert "printed as" in note


def test_names_and_rules_that_are_days_are_no_days() -> None:
    _, whole, _, notes = imported("a.csv", rows_of("Name,Cost", "May 5,1", "Mar 12,2", "March,3"))
    assert whole.program is not None
    assert [note for note in notes if note.startswith("dates:")] == []


def test_one_cell_that_is_no_number_is_told_in_a_small_sheet_too() -> None:
    notes = imported("a.csv", rows_of("Name,Cost", "A,X", "B,2", "C,3"))[3]
    assert "types: Cost is text, not numbers, for 'X' stands in row 2" in notes


# ---------------------------------------------------------------- other scripts


def test_words_without_letters_of_ours_get_ids_with_numbers() -> None:
    rows = [["Name", "Faction", "Type", "Deck", "Rank"]]
    words = ["\u0421\u0435\u0432\u0435\u0440", "\u042e\u0433", "\u042e\u0433 2", "\u0421\u0435\u0432\u0435\u0440 2", "Faction 1"]
    rows += [[f"Card {at}", word, words[at % 2], words[at % 2], words[at % 2]] for at, word in enumerate(words)]
    _, whole, stays, _ = imported("a.csv", written(rows))
    assert whole.program is not None
    assert whole.program == stays.program
    ids = ["faction_1", "faction_2", "faction_3", "faction_4", "faction_1_2"]
    assert [(one.id, one.name) for one in whole.program.factions] == list(zip(ids, words, strict=True))
    assert [one.id for one in whole.program.card_types] == ["type_1", "type_2"]
    assert [one.id for one in whole.program.decks] == ["deck_1", "deck_2"]
    assert [one.id for one in whole.program.by_id.enums["rank"].members] == ["rank_1", "rank_2"]


def test_a_word_of_a_sheet_that_stays_is_declared_by_name() -> None:
    sheet = "cards: {from: a.csv, map: {columns: {Name: name, Faction: faction}}}\n"
    data = rows_of("Name,Faction", "A,\u042e\u0433")
    (problem,) = compile_texts({"game.yaml": GAME + sheet}, sheets={"a.csv": data}).problems
    assert (problem.code, problem.span.line) == ("E172", 2)
    assert problem.hint == "declare it with this name (`factions: {ID: {name: \u042e\u0433}}`), or say what it stands for (`values:`)"
    known = "factions: {south: {name: \u042e\u0433, tincture: red}}\n"
    assert compile_texts({"game.yaml": GAME + known + sheet}, sheets={"a.csv": data}).problems == ()


@pytest.mark.parametrize(
    ("name", "text", "theme"),
    [
        ("\u041e\u0433\u043e\u043d\u044c", "Burn.", "theme: {font_display: alegreya-sans}"),
        ("\u03a6\u03c9\u03c2", "Burn.", "theme: {font_display: alegreya-sans}"),
        ("Fire", "Gain \u2665.", "theme: {font_text: spectral}"),
        ("Fire", "Burn.", ""),
    ],
)
@pytest.mark.parametrize("stay", [(), ("--stay",)])
def test_a_new_game_has_a_font_for_its_letters(
    penance: Callable[..., Ran], tmp_path: Path, name: str, text: str, theme: str, stay: tuple[str, ...]
) -> None:
    (tmp_path / "c.csv").write_bytes(rows_of("Name,Text", f"{name},{text}", "Oil,Pour."))
    ran = penance("import", "c.csv", "-o", "g", *stay, cwd=tmp_path)
    assert ran.code == 0, ran.out
    written_game = (tmp_path / "g" / "game.yaml").read_text(encoding="utf-8")
    assert written_game.endswith(f"{theme}\n")
    assert ("letters: the theme of the game names fonts that have those of the cards" in ran.err) == bool(theme)
    assert compile_game(tmp_path / "g").problems == ()


def test_a_new_game_whose_letters_no_font_has_is_written_and_told(penance: Callable[..., Ran], tmp_path: Path) -> None:
    (tmp_path / "c.csv").write_bytes(rows_of("Name,Cost", "\u05d0\u05e9,1", "\u05e7\u05e8\u05d7,2"))
    ran = penance("import", "c.csv", "-o", "g", cwd=tmp_path)
    assert ran.code == 0
    assert "letters: no font of the theme has all of them; put a font that has them into the game's folder" in ran.err
    assert "a build fails, for the fonts lack letters of 2 texts; see: penance check g" in ran.err
    assert "try: penance build" not in ran.err
    assert {problem.code for problem in compile_game(tmp_path / "g").problems} == {"E803"}


# ---------------------------------------------------------------- slips of mappings


@pytest.mark.parametrize(
    ("mapping", "line", "column", "said", "hint"),
    [
        ("columns: {Name: name, Kind: tpye, Count: ignore}", 1, 29, "`Kind` is said to be `tpye`, ", "did you mean `type`? "),
        ("columns: {Name: name, Kind: ignore, Count: copeis}", 1, 44, "`Count` is said to be `copeis`, ", "did you mean `copies`? "),
        ("columns: {Name: name, Kind: each, Count: ignore}", 1, 23, "`each` of a card stands in no sheet", "the targets are id, "),
        ("columns: {Name: name, Kind: not, Count: ignore}", 1, 29, "`not` is a word of formulas, ", "give it another id, as `card_not`"),
        (
            "columns: {Name: name, Kind: ignore, Count: ignore}\ndefaults: {copeis: 2}", 2, 12,
            "`defaults:` names `copeis`, ", "did you mean `copies`?",
        ),
        (
            "columns: {Name: name, Kind: ignore, Count: ignore}\ndefaults: {strength: 2}", 2, 12,
            "`defaults:` names `strength`, ", "declare it: `card_attributes: {strength: {name: …, type: …}}`",
        ),
        ("columns: {Name: name, Kind: ignore, Count: ignore}\ndefaults: {copies: -4}", 2, 20, "`defaults: copies` is 0 to 2000", ""),
    ],
)  # fmt: skip
def test_a_slip_of_a_mapping_is_told_there_and_once(mapping: str, line: int, column: int, said: str, hint: str) -> None:
    data = rows_of("Name,Kind,Count", "A,Attack,1", "B,Trick,2", "C,Trick,2")
    (problem,) = import_file(Asked("a.csv", data, "a.map.yaml", mapping)).problems
    assert problem.code == ("E174" if "0 to 2000" in said else "E171")
    assert (problem.span.file, problem.span.line, problem.span.column) == ("a.map.yaml", line, column)
    assert problem.message.startswith(said)
    assert problem.hint.startswith(hint)


@pytest.mark.parametrize("target", ["age", "{to: test, type: text}", "{to: notes, name: Notes}", "kind", "rank"])
def test_an_attribute_that_is_meant_is_no_slip(target: str) -> None:
    mapping = f"columns: {{Name: name, Kind: {target}}}\n"
    assert imported("a.csv", rows_of("Name,Kind", "A,Round", "B,Square"), mapping)[1].problems == ()


def test_an_attribute_that_a_game_lacks_is_told_at_the_mapping_of_its_sheet() -> None:
    game = GAME + "card_attributes: {cost: {name: Cost, type: 0..9}}\n"
    sheet = "cards: {from: a.csv, map: {columns: {Name: name, Cost: cots}, defaults: {csot: 2}}}\n"
    found = compile_texts({"game.yaml": game + sheet}, sheets={"a.csv": rows_of("Name,Cost", "A,1", "B,2")}).problems
    assert [(problem.code, problem.span.file, problem.hint) for problem in found] == [("E171", "game.yaml", "did you mean `cost`?")] * 2


def test_what_a_mapping_declares_wrongly_is_told_there(penance: Callable[..., Ran], tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_bytes(rows_of("Name,Cost", "A,1", "B,2"))
    declared = "declare: {card_attributes: {cost: {name: Cost, type: 0..}}, factions: {if: {name: If, tincture: red}}}\n"
    (tmp_path / "m.map.yaml").write_text(f"columns: {{Name: name, Cost: cost}}\n{declared}", encoding="utf-8")
    ran = penance("import", "a.csv", "--map", "m.map.yaml", "-o", "g", "--format", "json", cwd=tmp_path)
    assert ran.code == 1
    found = json.loads(ran.out)["problems"]
    assert [(one["code"], one["file"].endswith(".map.yaml"), one["line"], one["column"]) for one in found] == [
        ("E306", True, 2, 54),
        ("E307", True, 2, 76),
    ]


# ---------------------------------------------------------------- columns of a game that there is

MACHINES = """\
card_attributes:
  strength: {name: Power, type: 1..6, shown: cost}
  lore: {name: Flavour, type: text, shown: text}
  price: {name: Cost, type: 0..9, optional: true}
card_types: {machine: {name: Machine}}
cards: {wheel: {name: Wheel, type: machine, strength: 2}}
decks: {d: {name: D, cards: {wheel: 1}}}
"""


def machines(folder: Path, sheet: bytes) -> Path:
    (folder / "g").mkdir()
    (folder / "g" / "game.yaml").write_text(GAME + MACHINES, encoding="utf-8")
    (folder / "more.csv").write_bytes(sheet)
    return folder / "g"


@pytest.mark.parametrize("head", ["Power", "POWER", "strength", "Strength"])
def test_attributes_of_the_game_are_known_by_id_and_by_printed_name(penance: Callable[..., Ran], tmp_path: Path, head: str) -> None:
    lines = ("Night Market,Machine,4,One day; or never,2", "Cog,Machine,2,Grease; and more grease,3")
    game = machines(tmp_path, rows_of(f"Name,Type,{head},Flavour,Cost", *lines))
    ran = penance("import", "more.csv", "--game", "g", cwd=tmp_path)
    assert ran.code == 0, ran.out
    text = (game / "more.yaml").read_text(encoding="utf-8")
    assert "card_attributes" not in text
    assert 'cog: {name: Cog, type: machine, strength: 2, lore: "Grease; and more grease", price: 3}' in text


@pytest.mark.parametrize("stay", [(), ("--stay",)])
def test_a_column_that_is_new_to_a_game_is_optional(penance: Callable[..., Ran], tmp_path: Path, stay: tuple[str, ...]) -> None:
    sheet = rows_of(
        "Name,Type,strength,Weight,Rare,Metal", "Night Market,Machine,4,3,yes,Tin", "Cog,Machine,2,1,no,Tin", "Pin,Machine,2,1,no,Tin"
    )
    game = machines(tmp_path, sheet)
    if stay:
        (tmp_path / "more.csv").rename(game / "more.csv")
    ran = penance("import", "g/more.csv" if stay else "more.csv", "--game", "g", *stay, cwd=tmp_path)
    assert ran.code == 0, ran.out
    found = compile_game(game)
    assert [problem for problem in found.problems if problem.severity == "error"] == []
    assert found.program is not None
    assert len(found.program.cards) == 4
    for name in ("more.yaml", "more.map.yaml"):
        assert (game / name).read_text(encoding="utf-8").count("optional: true") == 3


def test_a_column_that_only_a_mapping_names_is_optional_too(penance: Callable[..., Ran], tmp_path: Path) -> None:
    game = machines(tmp_path, rows_of("Name,strength,Weight,Bulk", "Cog,2,1,4"))
    declared = "declare: {card_attributes: {bulk: {name: Bulk, type: 0..9}}}\n"
    (tmp_path / "m.yaml").write_text("columns: {Name: name, strength: strength, Weight: weight, Bulk: bulk}\n" + declared, encoding="utf-8")
    assert penance("import", "more.csv", "--map", "m.yaml", "--game", "g", cwd=tmp_path).code == 0
    assert [problem.code for problem in compile_game(game).problems if problem.severity == "error"] == []


def test_columns_that_one_sheet_of_several_has_are_optional(penance: Callable[..., Ran], tmp_path: Path) -> None:
    (tmp_path / "heroes.csv").write_bytes(rows_of("Name,Cost", "A,1", "B,2"))
    (tmp_path / "events.csv").write_bytes(rows_of("Name,Power", "C,1", "D,2"))
    ran = penance("import", "heroes.csv", "events.csv", "-o", "g", cwd=tmp_path)
    assert ran.code == 0, ran.out
    assert [problem.code for problem in compile_game(tmp_path / "g").problems if problem.severity == "error"] == []


def test_cards_for_a_deck_that_the_game_has_are_told_with_their_copies(penance: Callable[..., Ran], tmp_path: Path) -> None:
    machines(tmp_path, rows_of("Name,Type,strength,Deck,Copies", "Night Market,Machine,4,D,2", "Cog,Machine,2,D,1"))
    ran = penance("import", "more.csv", "--game", "g", cwd=tmp_path)
    assert "penance: more.csv: 2 cards, in no deck" in ran.err
    assert "decks: the game has the deck `d` already; put these into its `cards:` there: night_market: 2, cog: 1" in ran.err
    assert "imported 2 cards; put them into d, which the game has already, as said above; try: penance build g" in ran.err


# ---------------------------------------------------------------- sums


@pytest.mark.parametrize(("total", "cards"), [("7", ["a", "b"]), ("8", ["a", "b"]), ("9", ["a", "b", "total"])])
def test_a_total_may_be_that_of_the_rows_that_are_kept(total: str, cards: list[str]) -> None:
    mapping = "columns: {Name: name, Qty: copies, Status: ignore}\nskip: {Status: [cut]}\ndefaults: {deck: D}\n"
    data = rows_of("Name,Qty,Status", "A,4,ok", "B,3,ok", "C,1,cut", f"Total,{total},")
    _, whole, stays, notes = imported("a.csv", data, mapping)
    assert whole.program == stays.program
    assert whole.program is not None
    assert [card.id for card in whole.program.cards] == cards
    assert any("row 5 (sums of the rows above)" in note for note in notes) == (len(cards) == 2)
    assert any("row 4 (by `skip:`)" in note for note in notes)


# ---------------------------------------------------------------- one file, several mappings

TABS = {
    "Heroes": [["Hero", "Might", "Deck"], ["Ada", 3, "D"], ["Bo", 12, "D"]],
    "Notes": [["Nothing", "here"], ["at", "all"]],
    "Events": [["Event", "Text", "Deck"], ["Storm", "Lose 1 \u202eship.", "D"], ["Calm", "Rest.", "D"]],
}
TWO = """\
card_attributes: {might: {name: Might, type: 0..9, optional: true}}
decks: {d: {name: D}}
cards:
  - {from: FILE, map: {PART, columns: {Hero: name, Might: might, Deck: deck}}}
  - {from: FILE, map: {OTHER, columns: {Event: name, Text: text, Deck: deck}}}
"""


def tabbed() -> bytes:
    made = openpyxl.Workbook()
    made.remove(made.worksheets[0])
    for name, rows in TABS.items():
        sheet = made.create_sheet(name)
        for row in rows:
            sheet.append(row)
    stream = io.BytesIO()
    made.save(stream)
    return stream.getvalue()


def listed() -> bytes:
    return json.dumps({"all": {name: [dict(zip(rows[0], row, strict=True)) for row in rows[1:]] for name, rows in TABS.items()}}).encode()


@pytest.mark.parametrize(
    ("file", "data", "part", "other", "places"),
    [
        ("a.xlsx", tabbed(), "sheet: Heroes", "sheet: [ events ]", ("Heroes!B3", "Events!B2")),
        ("a.json", listed(), "rows: all.Heroes", "rows: all.Events", ("item 2", "item 1")),
    ],
    ids=["workbook", "json"],
)
def test_one_file_is_read_by_several_mappings(file: str, data: bytes, part: str, other: str, places: tuple[str, str]) -> None:
    text = TWO.replace("FILE", file).replace("PART", part).replace("OTHER", other)
    lines = text.splitlines(keepends=True)
    for game in (text, "".join([*lines[:3], lines[4], lines[3]])):
        found = compile_texts({"game.yaml": GAME + game}, sheets={file: data})
        assert sorted((problem.code, problem.message.rpartition(" (")[2]) for problem in found.problems) == [
            ("E179", f"{places[1]}, column `Text`)"),
            ("E705", f"{places[0]}, column `Might`)"),
        ]
    if file.endswith("json"):
        mended = {file: data.replace(b"12", b"2").replace(b"\\u202e", b"")}
        found = compile_texts({"game.yaml": GAME + text}, sheets=mended)
        assert found.problems == ()
        assert found.program is not None
        assert sorted(card.id for card in found.program.cards) == ["ada", "bo", "calm", "storm"]
        assert sum(count for _, count in found.program.decks[0].cards) == 4


@pytest.mark.parametrize(
    ("file", "part", "other", "said"),
    [
        ("a.xlsx", "sheet: Heroes", "sheet: [Events, heroes]", "`heroes` of `a.xlsx` is read twice"),
        ("a.xlsx", "sheet: Heroes", "head: 1", "`a.xlsx` is read twice"),
        ("a.xlsx", "head: 1", "sheet: Events", "`a.xlsx` is read twice"),
        ("a.json", "rows: all", "rows: all.Events", "`all.Events` of `a.json` is read twice"),
        ("a.csv", "rows: a", "rows: b", "`a.csv` is read twice"),
    ],
)
def test_one_part_of_a_file_is_read_once(file: str, part: str, other: str, said: str) -> None:
    data = {"a.xlsx": tabbed(), "a.json": listed(), "a.csv": rows_of("Hero,Might,Deck", "Ada,3,D")}[file]
    text = TWO.replace("FILE", file).replace("PART", part).replace("OTHER", other)
    found = compile_texts({"game.yaml": GAME + text}, sheets={file: data})
    assert (said, 6) in [(problem.message, problem.span.line) for problem in found.problems if problem.code == "E171"]


def test_a_sheet_that_is_missing_is_told_by_the_mapping_that_names_it_alone() -> None:
    text = TWO.replace("FILE", "a.xlsx").replace("PART", "sheet: Heros").replace("OTHER", "sheet: Events")
    found = compile_texts({"game.yaml": GAME + text}, sheets={"a.xlsx": tabbed()})
    assert [problem.code for problem in found.problems if problem.code in ("E168", "E171")] == ["E168"]


def test_a_deck_that_is_called_as_two_others_is_told() -> None:
    data = b'Name,Deck\nOne,Red\nTwo,Blue\nThree,"Red, Blue"\nFour,Black; White\n'
    notes = import_file(Asked("a.csv", data, "a.map.yaml")).notes
    [note] = [note.says for note in notes if note.kind == "decks"]
    assert note.startswith("`red_blue` is called \u201cRed, Blue\u201d, and each of these is a deck")
    assert 'write `list: ","`' in note
