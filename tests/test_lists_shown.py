"""How lists, and the bounds of divisions, are said: hints, differences, printed types."""

from __future__ import annotations

from pathlib import Path

import pytest

from penance_build.api import compile_game
from penance_build.cli.commands.audit import _show_example
from penance_build.ir.nodes import Type
from penance_build.model.formulas.bounds import corners, describe, integer

GAME = """\
game: {id: g, name: G, version: "1", language: 1}
procedures:
  p:
    results: {a: list}
    steps:
      - {list: a, size: 2, of: 0..9, value: 1}
examples: {one: {procedure: p, expect: {a: [1, 1]}, tells: Roll}}
"""


def test_the_hint_for_a_line_to_tell_is_a_list_of_texts(tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text(GAME, encoding="utf-8")
    (problem,) = compile_game(tmp_path).problems
    assert (problem.code, problem.hint) == ("E203", 'write a list of texts: `["Roll"]`')


def test_a_list_in_a_difference_stands_in_brackets(capsys: pytest.CaptureFixture[str]) -> None:
    difference = {"name": "a", "written": [6, 2], "got": [6, 3]}
    example = {"id": "e", "procedure": "p", "verdict": "differs", "source": "", "reason": "", "differences": [difference], "book": []}
    _show_example(example)
    assert capsys.readouterr().out.splitlines() == ["differs: e, p", "  a: expected [6, 2], the rules give [6, 3]"]


def test_a_list_is_described_with_its_unit() -> None:
    assert describe(Type("list", "", 0, 9, "sp", 3, 3)) == "a list of 0..9 sp"
    assert describe(Type("list", "", 0, 9, "", 3, 3)) == "a list of 0..9"
    assert describe(Type("list")) == "a list"


@pytest.mark.parametrize("low", range(-9, 8))
@pytest.mark.parametrize("span", [0, 1, 6])
def test_the_bounds_of_a_division_are_those_that_it_can_have(low: int, span: int) -> None:
    rounded = {"div": lambda a, b: a // b, "cdiv": lambda a, b: -(-a // b), "rdiv": lambda a, b: (2 * a + b) // (2 * b)}
    for divisors in ((2, 2), (1, 3), (-3, -2), (-4, -1), (5, 7)):
        for op, divide in rounded.items():
            found = [divide(a, b) for a in range(low, low + span + 1) for b in range(divisors[0], divisors[1] + 1)]
            assert corners(integer(low, low + span), integer(*divisors), op) == (min(found), max(found))
