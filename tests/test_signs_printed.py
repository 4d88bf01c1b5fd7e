"""Markup never reaches paper as it is typed: not in names, titles and headings, nor in texts that are shown elsewhere than others."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from penance_build.api import compile_texts
from penance_build.ir.nodes import Program
from penance_build.ir.text import block_id
from tests.games import program_in, program_of

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
