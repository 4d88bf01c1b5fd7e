"""Ranges in the notation of other books are reported with ours, wherever a pattern stands; so are values that a comma cut."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest

from penance_build import api
from penance_build.diagnostics.problem import Problem
from penance_build.formula.ranges import EVERY, cure

GAME = """\
game: {id: gale, name: Gale, version: "1", language: 1}
dice: {d10: {sides: 10, marks: [{where: MARK, text: Hit}]}}
enums: {hue: {name: Hue, members: {red: Red, blue: Blue}}}
tables:
  weather:
    hit: first
    inputs: {total: -10..10, hue: hue}
    outputs: {wind: 0..9}
    rows:
      - {CELL, wind: 4}
      - {wind: WIND}
procedures:
  sail:
    inputs: {total: {type: -10..10, default: 2}, hue: {type: hue, default: red}}
    results: {wind: int, hits: int, calm: bool, kind: int}
    steps:
      - {let: wind, value: "weather(total, hue)"}
      - {roll: d10, count: 3}
      - {roll: again, die: d10}
      - {reroll: again, where: REROLL}
      - {let: hits, value: "COUNT"}
      - {let: calm, value: "CALM"}
      - match: total
        cases: {KEY: [{let: kind, value: 1}]}
        else: [{let: kind, value: 0}]
claims:
  some: {says: "65.7 %", procedure: sail, where: "CLAIM", verdict: rounded}
"""
RIGHT = {
    "MARK": "8..10",
    "CELL": "total: 1..3",
    "WIND": "7",
    "REROLL": "1..2",
    "COUNT": "count(d10, 8..10)",
    "CALM": "total in 1..3",
    "KEY": "1..3",
    "CLAIM": "hits in 1..3",
}


def game(**parts: str) -> str:
    """The game with something else in some of its places."""
    text = GAME
    for name, right in RIGHT.items():
        text = text.replace(name, parts.get(name, right))
    return text


def problems(text: str) -> list[Problem]:
    """What is wrong with a game of one file."""
    return list(api.compile_texts({"game.yaml": text}).problems)


def test_the_game_is_right() -> None:
    assert problems(game()) == []


def test_right_values() -> None:
    """With the ranges as they are meant, two on the table is wind 4 and calm, and of three dice 9/10 show 8, 9 or 10."""
    compiled = api.compile_texts({"game.yaml": game()})
    assert compiled.program is not None
    answer = api.odds(compiled.program, "sail", {"total": 2})
    assert {(item.result["wind"], item.result["calm"]) for item in answer.outcomes} == {(4, True)}
    assert answer.mean["hits"] == Fraction(9, 10)


HYPHENS = (
    ("MARK", "8-10", "8-10", "write 8..10"),
    ("CELL", "total: 1-3", "1-3", "write 1..3"),
    ("CELL", "total: 1 - 3", "1 - 3", "write 1..3"),
    ("CELL", "total: -3--1", "-3--1", "write -3..-1"),
    ("CELL", "total: 5 or 7-9", "7-9", "write 5 or 7..9"),
    ("REROLL", "1-2", "1-2", "write 1..2"),
    ("COUNT", "count(d10, 8-10)", "8-10", "write 8..10"),
    ("COUNT", "count(d10, 1 or 8-10)", "8-10", "write 8..10"),
    ("COUNT", "count(d10, face in 8-10)", "8-10", "write 8..10"),
    ("COUNT", "count(d10, face == 8-10)", "8-10", "write in 8..10"),
    ("COUNT", "count(d10, not 8-10)", "8-10", "write 8..10"),
    ("CALM", "total in 1-3", "1-3", "write 1..3"),
    ("CALM", "total in (1-3, 7)", "1-3", "write 1..3"),
    ("CALM", "total == 1-3", "1-3", "write in 1..3"),
    ("KEY", "1-3", "1-3", "write 1..3"),
    ("CLAIM", "hits in 1-3", "1-3", "write 1..3"),
)


@pytest.mark.parametrize(("place", "written", "at", "hint"), HYPHENS, ids=[f"{item[0]} {item[1]}" for item in HYPHENS])
def test_a_hyphen_where_a_range_is_meant(place: str, written: str, at: str, hint: str) -> None:
    text = game(**{place: written})
    [problem] = problems(text)
    assert (problem.code, problem.hint) == ("E416", hint)
    line = text.splitlines()[problem.span.line - 1]
    assert written in line
    start = line.index(written) + written.index(at)
    assert problem.span.column == start + 1
    ours = re.sub(r"^write (in )?", "", hint)
    assert problem.message == f"this is the difference of two numbers; a range is written {ours.rpartition(' ')[2]}"


@pytest.mark.parametrize("place", ["count: 3", "value: 0", "type: -10..10", "0..9}"])
def test_a_hyphen_elsewhere(place: str) -> None:
    """No pattern is meant here, or a type: but nobody writes -2 as 1-3."""
    key = place.partition(":")[0]
    text = game().replace(place, "1-3}" if place == "0..9}" else f"{key}: 1-3")
    found = problems(text)
    assert {item.code for item in found} <= {"E416", "E306", "E606"}
    assert "1..3" in found[0].message + found[0].hint


def test_differences_stay_differences() -> None:
    assert problems(game(COUNT="count(d10, face - 1 == 3)", CALM="total + 10 - 3 in (1 - total, 7)", CELL="total: 3..10")) == []


NOTATIONS = (
    ("<= 5", "write ..5"), ("≤ 5", "write ..5"), (">= 5", "write 5.."), ("< 5", "write ..4"), ("> 5", "write 6.."),
    ("6,7", "write 6 or 7"), ("6, 7, 8", "write 6 or 7 or 8"), ("6/7", "write 6 or 7"), ("6|7", "write 6 or 7"),
    ("1-3, 7", "write 1..3 or 7"),
    ("-", EVERY), ("*", EVERY), ("any", EVERY), ("all", EVERY), ("else", EVERY), ("–", EVERY),
    ("6+", "write 6.."), ("6 or more", "write 6.."), ("up to 3", "write ..3"), ("3 or less", "write ..3"), ("3-", "write ..3"),
    ("1–3", "write 1..3"), ("1 to 3", "write 1..3"), ("1…3", "write 1..3"), ("1...3", "write 1..3"), ("from 1 to 3", "write 1..3"),
    ("!= 3", "write ..2 or 4.."), ("= 3", "write 3"),
)  # fmt: skip


@pytest.mark.parametrize("place", ["CELL", "KEY", "REROLL", "MARK"])
@pytest.mark.parametrize(("written", "hint"), NOTATIONS, ids=[item[0] for item in NOTATIONS])
def test_the_notations_of_other_books(place: str, written: str, hint: str) -> None:
    quoted = f'"{written}"'
    [problem, *others] = problems(game(**{place: f"total: {quoted}" if place == "CELL" else quoted}))
    assert others == []
    if hint != EVERY or place == "CELL":
        assert problem.hint == hint


@pytest.mark.parametrize(("written", "ours"), [(written, hint) for written, hint in NOTATIONS if hint != EVERY])
def test_what_is_advised_is_right(written: str, ours: str) -> None:
    """The cure is a pattern that can be read, and another advice is not given for it."""
    advised = ours.removeprefix("write ")
    assert cure(advised) == ""
    assert problems(game(CELL=f"total: {advised}", KEY=advised)) == []


def test_comparisons_within_formulas() -> None:
    for place, written, hint in (("COUNT", "count(d10, >= 8)", "write 8.."), ("CALM", "total in <= 3", "write ..3")):
        [problem] = problems(game(**{place: written}))
        assert (problem.code, problem.hint) == ("E401", hint)


def test_an_output_of_nothing() -> None:
    [problem] = problems(game(WIND='"-"'))
    assert (problem.code, problem.hint) == ("E401", "each row gives every output: write 0 where there is nothing")


def test_members_are_joined_by_or() -> None:
    [problem] = problems(game(CELL='hue: "red, blue"'))
    assert problem.hint == "write red or blue"
    [problem] = problems(game(CELL="hue: any"))
    assert problem.hint == EVERY


COMMAS = (
    ("value: weather(total, hue)", 'put the formula in quotes: value: "weather(total, hue)"'),
    ("value: max(1, min(2, 3)) + 1", 'put the formula in quotes: value: "max(1, min(2, 3)) + 1"'),
    ("value: min(1, 2), source: x/1", 'put the formula in quotes: value: "min(1, 2)"'),
    ("value: if total in (1, 2) then 1 else 0", 'put the formula in quotes: value: "if total in (1, 2) then 1 else 0"'),
)


@pytest.mark.parametrize(("entry", "hint"), COMMAS)
def test_a_comma_ends_the_value(entry: str, hint: str) -> None:
    text = game().replace('value: "weather(total, hue)"', entry)
    problem, *others = [item for item in problems(text) if item.code != "E214"]
    assert (problem.code, problem.message, problem.hint) == ("E123", "the comma ends the value here", hint)
    line = text.splitlines()[problem.span.line - 1]
    assert problem.span.column == line.index(",", line.index("value: ")) + 1
    assert not any(item.span.line == problem.span.line for item in others)  # nothing follows from what the comma left


def test_a_comma_between_values_of_a_cell() -> None:
    for written, ours in (("6,7", "6 or 7"), ("6, 7, 8", "6 or 7 or 8"), ("1..3, 7", "1..3 or 7")):
        [problem] = problems(game(CELL=f"total: {written}"))
        assert (problem.code, problem.hint) == ("E123", f"several values are joined by `or`: total: {ours}")
    [problem] = problems(game(CELL="total: 1, hue"))  # a key without its value
    assert problem.hint == "a map in braces needs `key: value`; a list is written [a, b]"


@pytest.mark.parametrize("written", ["1-3", "1–3", "1 to 3", "1...3", "1..3"])
def test_a_range_where_one_number_is_meant_says_how_a_range_is_written(written: str) -> None:
    """A face, a copy, a size: places that take one number, and of which a reader may think that they take more."""
    for key in ("value", "copies"):
        text = GAME.replace("d10: {sides: 10, marks: [{where: MARK, text: Hit}]}", f"d10: {{faces: [{{id: a, {key}: {written}}}]}}")
        found = [item for item in api.compile_texts({"game.yaml": text}).problems if item.code == "E203"]
        assert [item.hint for item in found] == ["a range is written `1..3`, where one may stand; this takes one whole number"]


def test_a_text_that_is_no_range_has_no_such_hint() -> None:
    text = GAME.replace("d10: {sides: 10, marks: [{where: MARK, text: Hit}]}", "d10: {sides: ten}")
    assert [item.hint for item in api.compile_texts({"game.yaml": text}).problems if item.code == "E203"] == [""]
