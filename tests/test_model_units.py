"""Units: numbers of different units never meet, a number without one goes with all, and harder and easier are words."""

from __future__ import annotations

from pathlib import Path

import pytest

from penance_build.api import Compilation, compile_game

RULES = """\
game: {id: g, name: G, version: "1", language: 1}
units: {hex: {name: hex, plural: hexes}, hot: {name: heat}, hit: {name: modifier, up: harder, down: easier}}
constants: {reach: {value: 4, unit: hex}, plain: 4}
counters: {heat: {name: Heat, owner: game, type: 0..9 hot}}
tables:
  far: {name: Far, hit: unique, inputs: {at: 0..9 hex}, outputs: {mod: int hit}, rows: [{at: ..4, mod: none}, {at: 5.., mod: harder 2}]}
  any: {name: Any, hit: unique, inputs: {at: 0..9}, outputs: {mod: int}, rows: [{mod: at}]}
procedures:
  walk: {name: Walk, inputs: {by: 0..9 hex}, results: {left: int hex}, steps: [{let: left, value: 9 - by}]}
  p:
    name: P
    inputs: {h: 1..9 hex, t: 1..9 hot, n1: 1..9}
    results: {x: TYPE}
    steps:
      - {call: walk, with: {by: 1}, take: {spare: left}}
      - {let: q, value: plain + any(1) + heat - heat + reach - reach}
"""


def compiled(folder: Path, steps: str, kind: str = "int") -> Compilation:
    text = RULES.replace("plain + any(1) + heat - heat + reach - reach", "plain").replace("TYPE", kind)
    text += "".join(f"      {line}\n" for line in steps.split("\n"))
    # whatever else is declared is read here, so that nothing is said of it
    text += "  reader: {name: R, results: {a1: int, b1: int, c1: int}, steps: [{let: a1, value: far(reach)}, {let: b1, value: any(3)}, "
    text += "{let: c1, value: far(9)}]}\n"
    (folder / "game.yaml").write_text(text, encoding="utf-8")
    return compile_game(folder)


GIVES = {
    "h": "hex",
    "n1": "",
    "-h": "hex",
    "abs(t)": "hot",
    "h + n1": "hex",
    "n1 - t": "hot",
    "h + 3": "hex",
    "reach + h": "hex",
    "plain + t": "hot",
    "h * n1": "hex",
    "n1 * h": "hex",
    "2 * t": "hot",
    "h // n1": "hex",
    "h // 2": "hex",
    "h * h": "hex",
    "h % 3": "hex",
    "ceil(t / 2)": "hot",
    "min(h, 3)": "hex",
    "max(3, n1, t)": "hot",
    "if h > 3 then h else 2": "hex",
    "if t == heat then 1 else 2": "",
    "far(h)": "hit",
    "far(3)": "hit",
    "any(h)": "",
    "any(t)": "",
    "heat": "hot",
    "spare": "hex",
}


@pytest.mark.parametrize("formula", GIVES)
def test_a_formula_has_the_unit_of_its_parts(formula: str, tmp_path: Path) -> None:
    answer = compiled(tmp_path, f'- {{let: x, value: "{formula}"}}')
    assert answer.program is not None, answer.problems
    made = next(item for item in answer.program.procedures if item.id == "p")
    assert made.results[0].type.unit == GIVES[formula]


MIXED = ("h + t", "t - reach", "h * t", "h // t", "min(h, t)", "max(1, h, t)", "if h > t then 1 else 2", "if h in (t) then 1 else 2",
         "if h in 1..t then 1 else 2", "heat + h", "far(t)", "far(heat)", "far(far(h))", "spare + t", "floor(h / t)")  # fmt: skip


@pytest.mark.parametrize("formula", MIXED)
def test_units_do_not_mix(formula: str, tmp_path: Path) -> None:
    answer = compiled(tmp_path, f'- {{let: x, value: "{formula}"}}')
    assert [item.code for item in answer.problems] == ["E404"]
    [problem] = answer.problems
    assert problem.span.column >= len('      - {let: x, value: "') + 1  # inside the formula


def test_two_branches_of_a_formula_have_one_unit(tmp_path: Path) -> None:
    answer = compiled(tmp_path, '- {let: x, value: "if h > 3 then h else t"}')
    assert [item.code for item in answer.problems] == ["E403"]


PLACES = {
    "- {let: x, value: t}": ("int hex", "E404"),
    "- {let: x, value: h}": ("0..9 hex", ""),
    "- {let: x, value: n1}": ("int hot", ""),
    "- {let: x, value: 1}\n- {change: heat, by: h}": ("int", "E404"),
    "- {let: x, value: 1}\n- {change: heat, by: n1}": ("int", ""),
    "- {let: x, value: 1}\n- {change: heat, to: t}": ("int", ""),
    "- {call: walk, with: {by: t}, take: {x: left}}": ("int", "E404"),
    "- {call: walk, with: {by: n1}, take: {x: left}}": ("int hex", ""),
    "- {call: walk, with: {by: h}, take: {x: left}}": ("int hot", "E404"),
    "- {let: x, value: h}\n- {let: x, value: t}": ("int", "E403"),
    "- {let: x, sum: [h, t]}": ("int", "E404"),
    "- {let: x, sum: [h, 2, n1]}": ("int hex", ""),
}


@pytest.mark.parametrize("steps", PLACES)
def test_a_place_takes_its_own_unit_and_numbers_without_one(steps: str, tmp_path: Path) -> None:
    kind, code = PLACES[steps]
    answer = compiled(tmp_path, steps, kind)
    assert [item.code for item in answer.problems] == ([code] if code else [])


SUMS = {
    "far(h), harder 1": (1, 3),
    "far(h), easier 1": (-1, 1),
    "far(h), none": (0, 2),
    "far(h), harder 0": (0, 2),
    "n1, far(h), harder 2": (3, 13),
    "far(h), n1": (1, 11),
    "5, harder 1, easier 2": (4, 4),  # the base is plain, its unit is that of the result
}


@pytest.mark.parametrize("terms", SUMS)
def test_modifiers_are_words(terms: str, tmp_path: Path) -> None:
    answer = compiled(tmp_path, f"- {{let: x, sum: [{terms}]}}", "int hit")
    assert answer.program is not None, answer.problems
    made = next(item for item in answer.program.procedures if item.id == "p")
    assert (made.results[0].type.low, made.results[0].type.high, made.results[0].type.unit) == (*SUMS[terms], "hit")


@pytest.mark.parametrize("term", ["2", "-2", '"+2"', "hardr 2", "harder two", "harder -1", "Harder 1"])
def test_a_modifier_without_its_word_is_refused(term: str, tmp_path: Path) -> None:
    answer = compiled(tmp_path, f"- {{let: x, sum: [far(h), {term}]}}", "int hit")
    [problem] = answer.problems
    formulas = {"harder two": "E401", "harder -1": "E402"}  # these are read as formulas, and are none
    assert problem.code == formulas.get(term, "E506")
    assert problem.span.column >= len("      - {let: x, sum: [far(h), ") + 1
