"""Markup never reaches paper as it is typed: not in names, titles and headings, nor in texts that are shown elsewhere than others."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from msgspec import Struct

from penance_build.api import compile_texts
from penance_build.ir.markup import in_words
from penance_build.ir.nodes import Program
from penance_build.ir.text import block_id
from penance_build.press.cards.face_text import Shown, shown
from penance_build.press.cards.printed import front_parts
from penance_build.press.cards.product import produce
from penance_build.press.dice.product import produce as dice
from penance_build.press.text.icon_font import FIRST
from penance_build.product import NoCache, Settings
from tests.games import program_in, program_of
from tests.press_dice_support import text_of

ICON = f'<span class="icon">{chr(FIRST)}</span>'
NAMES = """
game: {id: g, name: "G{sign:asterisk}me", subtitle: "{sign:open_brace}A tale{sign:close_brace}", version: "1", language: 1}
units: {sp: {name: "S{sign:asterisk}P", plural: "S{sign:asterisk}Ps"}}
enums: {suit: {name: "Su{sign:asterisk}it", members: {front: "Fr{sign:asterisk}nt"}}}
constants: {three: {value: 3, known: unread}}
dice:
  die:
    name: "D{sign:asterisk}e"
    faces: [{id: x, name: "X{sign:asterisk}", values: {value: 1}}, {id: z, name: Z, values: {value: 0}}]
    print: {edge: 16 mm, material: "Ac{sign:asterisk}", body: {name: "B{sign:asterisk}", color: "#101010"},
            symbol: {name: "W{sign:asterisk}", color: "#ffffff"}, note: "N{sign:asterisk}"}
tables:
  met:
    name: "M{sign:asterisk}t"
    hit: unique
    inputs: {at: 0..1}
    outputs: {more: 0..9}
    rows: [{at: 0, more: 1, label: "L{sign:asterisk}w"}, {at: 1, more: 2, label: High}]
card_types: {a: {name: "Ty{sign:asterisk}", back: {text: "B{sign:asterisk}ck"}}}
cards: {one: {name: "O{sign:asterisk}e", type: a, text: One.}}
decks: {d: {name: "D{sign:asterisk}ck", cards: {one: 1}}}
procedures:
  strike:
    inputs: {extra: 0..2}
    results: {sum: int}
    steps: [{roll: r, die: die, count: 1}, {let: sum, value: sum(r) + extra}]
reference:
  - title: "Q{sign:asterisk}ck"
    blocks:
      - {title: "Ti{sign:asterisk} {card one}", show: enum, ref: suit}
      - {show: table, ref: met}
      - show: odds
        title: "O{sign:asterisk}dds"
        procedure: strike
        down_heading: "Do{sign:asterisk}"
        across_heading: "Ac{sign:asterisk}"
        down: [{title: "Ro{sign:asterisk}", where: sum > 1}]
        across: [{each: {extra: [0, 1, 2]}, heading: "Mo{sign:asterisk}"}]
"""


def names(item: object) -> Iterator[str]:
    """Every text of a program."""
    if isinstance(item, str):
        yield item
    elif isinstance(item, tuple):
        for one in item:
            yield from names(one)
    elif isinstance(item, Struct):
        for name in item.__struct_fields__:
            yield from names(getattr(item, name))


def program(text: str = NAMES) -> Program:
    return program_of(text)


def test_a_sign_in_a_name_or_a_title_is_its_character() -> None:
    game = program()
    assert (game.name, game.printed.subtitle) == ("G*me", "{A tale}")
    [side] = game.printed.reference
    assert [side.title, *(block.title for block in side.blocks)] == ["Q*ck", "Ti* O*e", "", "O*dds"]
    assert [(unit.name, unit.plural) for unit in game.printed.units] == [("S*P", "S*Ps")]
    odds = side.blocks[2].odds
    assert odds is not None
    assert (odds.down, odds.across, [row.head for row in odds.rows]) == ("Do*", (("Ac*", 3),), ["Ro*"])
    assert [row.label for row in game.by_id.tables["met"].rows] == ["L*w", "High"]
    assert [found for found in names(game) if "{sign:" in found] == []


def test_a_block_whose_title_has_a_sign_is_found_by_its_problems() -> None:
    found = compile_texts({"game.yaml": NAMES})
    assert program_in(found).printed.reference[0].blocks[2].title == "O*dds"
    assert found.spans["block", block_id(1, "odds", "", "O*dds")].line == found.spans["odds", "1.3"].line - 2


# ---------------------------------------------------------------- texts that are shown elsewhere

SHOWN = """
game: {id: g, name: G, version: "1", language: 1}
icons: {st: "M12 2L22 22L2 22Z"}
enums: {kw: {name: Kw, known: unread, members: {fly: {name: "Fl{sign:asterisk}y", text: "Flies *far*."}, dig: "D{sign:asterisk}g"}}}
card_types: {a: {name: A}}
card_attributes:
  said: {name: Said, type: text, shown: PLACE}
  kws: {name: Kws, type: list of kw, shown: KWS}
cards:
  one: {name: One, type: a, said: "l{sign:asterisk} *3* {card two} {icon:st}", kws: [fly, dig], text: One.}
  two: {name: "T{sign:asterisk}o", type: a, text: Two.}
decks: {d: {name: D, cards: {one: 1, two: 1}}}
"""


def placed(place: str, kws: str = "line") -> Shown:
    game = program(SHOWN.replace("PLACE", place).replace("KWS", kws))
    return shown(game, game.by_id.cards["one"])


def test_a_text_outside_of_the_rules_text_is_printed_without_its_markup() -> None:
    assert placed("line").line == ("Said l* 3 T*o", "Kws Fl*y, D*g")
    assert [(mark.glyph, mark.text) for mark in placed("cost").costs] == [(ICON, "l* 3 T*o")]


@pytest.mark.parametrize("place", ["mark", "slot"])
def test_its_icon_stands_with_that_of_its_attribute(place: str) -> None:
    found = placed(place)
    [mark] = found.marks if place == "mark" else found.badges
    assert (mark.glyph, mark.text) == (ICON, "l* 3 T*o")


def test_under_the_rules_text_a_text_keeps_its_markup() -> None:
    notes = [note.text for note in placed("text", "text").notes]
    assert notes == ["l{sign:asterisk} *3* T{sign:asterisk}o {icon:st}", "D{sign:asterisk}g", "Fl{sign:asterisk}y: Flies *far*."]


def test_an_icon_of_such_a_text_is_one_that_the_card_is_printed_from() -> None:
    game = program(SHOWN.replace("PLACE", "mark").replace("KWS", "line"))
    assert front_parts(game, game.by_id.cards["one"])["icons"] == ["M12 2L22 22L2 22Z"]


@pytest.mark.full
@pytest.mark.parametrize("place", ["line", "mark", "slot", "text"])
def test_so_the_sheet_says_it(place: str) -> None:
    """Beside the figures of a cost there is no room for so long a text."""
    found = compile_texts({"game.yaml": SHOWN.replace("PLACE", place).replace("KWS", "line")})
    made = produce(found, Settings("a4", NoCache()))
    assert [problem.code for problem in (*found.problems, *made.problems) if problem.severity == "error"] == []
    words = text_of(made.artifacts[0].data)
    assert "sign:" not in words
    assert "*3*" not in words


# ---------------------------------------------------------------- dice

DICE = """
game: {id: g, name: G, version: "1", language: 1}
icons: {st: "M12 2L22 22L2 22Z"}
dice:
  die:
    name: Die
    text: "Roll {icon:st} it for {sign:asterisk}."
    faces:
      - {id: x, name: X, icon: st, values: {value: 3}, text: "Take *{value}* {icon:st} of {sign:asterisk}", copies: 3}
      - {id: w, name: W, icon: st, values: {value: 1}, text: "{icon:st}", copies: 2}
      - {id: z, name: Z, icon: st, values: {value: 0}}
    PRINT
"""
MADE = 'print: {edge: 16 mm, material: Acrylic, body: {name: Black, color: "#101010"}, symbol: {name: White, color: "#ffffff"}}'


def test_what_is_said_in_words_has_no_markup_and_nothing_is_lost() -> None:
    assert in_words("Take *3* {icon:st} of {sign:asterisk}") == "Take 3 of *"
    assert in_words("{icon:first_star}{icon:st}") == "first star, st"
    assert in_words("") == ""


@pytest.mark.full
@pytest.mark.parametrize("made", ["", MADE])
def test_sheets_of_dice_print_what_faces_mean_without_markup(made: str) -> None:
    produced = dice(compile_texts({"game.yaml": DICE.replace("PRINT", made)}), Settings("a4", NoCache()))
    assert [problem for problem in produced.problems if problem.severity == "error"] == []
    [sheet] = [artifact.data for artifact in produced.artifacts if artifact.path == "dice/die-a4.pdf"]
    words = text_of(sheet)
    assert "Take 3 of *" in words
    assert "Roll it for *." in words
    assert not re.search(r"icon:|sign:|\*3\*", words)
    told = [artifact.data.decode() for artifact in produced.artifacts if artifact.path.endswith(".json")]
    assert not [text for text in told if "icon:" in text or "*3*" in text]
