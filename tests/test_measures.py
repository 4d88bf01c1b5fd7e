"""A number where a length is asked for: what to write is said at once, and is taken when it is written."""

from __future__ import annotations

import re
from typing import Any

import pytest

from penance_build.api import compile_texts
from penance_build.diagnostics.problem import Problem
from penance_build.schema.measures import measure_hint

GAME = """\
game: {id: g, name: G, version: "1", language: 1}
card_types: {event: {name: Event, SIZE}}
cards: {one: {type: event, text: Hello}}
decks: {all: {name: All, cards: {one: 1}}}
dice: {coin: {name: Coin, sides: 6, print: {EDGE}}}
reference:
  - title: M
    blocks: [{show: squares, width: 8, height: 8, CELL}]
"""
RIGHT = {"SIZE": "size: tarot", "EDGE": "edge: 16 mm", "CELL": "cell: 20 mm"}


def errors(**written: str) -> list[Problem]:
    text = GAME
    for hole, right in RIGHT.items():
        text = text.replace(hole, written.get(hole, right))
    return [problem for problem in compile_texts({"game.yaml": text}).problems if problem.severity == "error"]


@pytest.mark.parametrize(
    ("hole", "written", "code", "meant"),
    [
        ("EDGE", "edge: 16", "E203", "16 mm"),
        ("EDGE", 'edge: "16"', "E214", "16 mm"),
        ("EDGE", "edge: 12.5mm", "E214", "12.5 mm"),
        ("EDGE", 'edge: "12,5"', "E214", "12.5 mm"),
        ("EDGE", "edge: 1.6 cm", "E214", "16 mm"),
        ("EDGE", "edge: 1.25 cm", "E214", "12.5 mm"),
        ("CELL", "cell: 12", "E203", "12 mm"),
        ("CELL", 'cell: "12"', "E306", "12 mm"),
        ("CELL", 'cell: "12.5"', "E306", "12.5 mm"),
        ("SIZE", "size: 60", "E203", "70 x 120 mm"),
    ],
)
def test_what_to_write_is_said_and_taken(hole: str, written: str, code: str, meant: str) -> None:
    [problem] = errors(**{hole: written})
    assert problem.code == code
    assert f"`{meant}`" in problem.hint and "quotes" not in problem.hint
    key = written.partition(":")[0]
    assert errors(**{hole: f"{key}: {meant}"}) == []


def test_a_fraction_is_told_of_units() -> None:
    [problem] = errors(CELL="cell: 12.5")
    assert problem.code == "E118"
    assert "write a length with its unit, as `4.5 mm`" in problem.hint


@pytest.mark.parametrize(
    ("value", "forms", "hint"),
    [
        (3, ["36 px"], "write `3 px`"),
        (3, ["0.25 pt"], "write `3 pt`"),
        ("1 in", ["3 mm", "0.125 in"], "write `1 in`"),
        ("1 inch", ["3 mm", "0.125 in"], "write `1 in`"),
        ("about 3", ["3 mm"], "write it as `3 mm`"),
        ("3 px", ["3 mm"], "write it as `3 mm`"),
        (-3, ["3 mm"], "write it as `3 mm`"),
        (True, ["3 mm"], ""),
        (3, ["Acrylic"], ""),
    ],
)
def test_units_are_those_of_the_examples(value: Any, forms: list[str], hint: str) -> None:
    assert measure_hint({"forms": forms}, value) == hint
    written = re.search(r"`(.+)`", hint)
    assert written is None or re.fullmatch(r"[0-9.]+ (mm|in|pt|px)", written[1])
