"""What a designer would not write and an attacker might: each ends soon, with one clear problem for each cause."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from penance_build.api import compile_game

GAME = 'game: {id: g, name: G, version: "1", language: 1}\n'
SECONDS = 20  # what it may take on a busy machine; each takes a fraction of a second on a quiet one


def nest(depth: int) -> str:
    """Loops in loops that add up a number."""
    lines = ["- {let: x, value: 0}"]
    for level in range(depth):
        pad = "    " * level
        lines += [f"{pad}- each: i{level}", f"{pad}  to: 10000", f"{pad}  do:"]
    lines.append("    " * depth + "- {let: x, value: x + 1}")
    return "\n".join(lines)


def steps(text: str) -> str:
    head = "procedures:\n  p:\n    name: P\n    inputs: {a: 0..10, b: bool}\n    results: {x: int}\n    steps:\n"
    return head + "".join(f"      {line}\n" for line in text.split("\n"))


def chain(length: int) -> str:
    links = [f"  p{index}: {{name: P, steps: [{{call: p{index + 1}}}]}}\n" for index in range(length)]
    return "procedures:\n" + "".join(links) + f"  p{length}: {{name: P, steps: [{{let: v, value: 1}}]}}\n"


def options(count: int) -> str:
    declared = "".join(f"  o{index}: {{name: O, values: {{a: A, b: B}}}}\n" for index in range(count))
    lets = "".join(f"      - {{let: v{index}, value: 1, when: o{index} == a}}\n" for index in range(count))
    return "options:\n" + declared + "procedures:\n  p:\n    name: P\n    steps:\n" + lets


def rows(count: int, row: str, inputs: str, hit: str = "unique") -> str:
    head = f"tables:\n  t:\n    name: T\n    hit: {hit}\n    inputs: {{{inputs}}}\n    outputs: {{m: int}}\n    rows:\n"
    return head + "".join("      - {" + row.format(index) + "}\n" for index in range(count))


def sums(count: int) -> str:
    loop = "- each: i{0}\n  to: 10000\n  do: [{{let: x, value: x + 1}}]"
    return "- {let: x, value: 0}\n" + "\n".join(loop.format(index) for index in range(count))


def kept(count: int) -> str:
    return sums(count).replace("value: x + 1", "value: 'min(1000, x + 1)'")


ATTACKS = {
    "loops in loops": (steps(nest(6)), {"E610": 1}),
    "a chain of calls": (chain(1500), {"E615": 1}),
    "sixty options": (options(60), {"W311": 1}),
    "a thousand rows": (rows(1000, "k: {0}, m: {0}", "k: 0..999"), {}),
    "a thousand rows of two inputs": (rows(1000, "k: {0}, j: {0}.., m: {0}", "k: 0..999, j: 0..999", "sum"), {"E509": 1}),
    "rows that all overlap": (rows(300, "k: 0..99, m: {0}", "k: 0..99"), {"E502": 299}),
    "many loops that keep their bounds": (steps(kept(100)), {}),
    "steps without end": (steps("- {let: x, value: 0}\n" + "\n".join("- {let: x, value: x + 1}" for _ in range(2000))), {"E616": 1}),
    "doubling": (steps("- {let: x, value: 1}\n" + "\n".join("- {let: x, value: x + x}" for _ in range(80))), {"E408": 1}),
    "a long formula": (steps("- {let: x, value: " + "+".join(["a"] * 65) + "}"), {}),
    "a formula of many terms": (steps("- {let: x, value: " + "+".join(["a"] * 248) + "}"), {"E415": 1}),
    "a formula too long": (steps("- {let: x, value: " + "+".join(["a"] * 300) + "}"), {"E415": 1}),
    "brackets in brackets": (steps("- {let: x, value: " + "(" * 100 + "a" + ")" * 100 + "}"), {"E415": 1}),
    "a long modifier": ("units: {u: {name: U, up: harder, down: easier}}\n"
                        + rows(1, "m: harder " + "9" * 5000, "k: 0..3", "sum").replace("m: int", "m: int u"), {"E415": 1}),
    "an enum of thousands": ("enums:\n  e:\n    name: E\n    members:\n" + "".join(f"      m{index}: M\n" for index in range(5000))
                             + "procedures: {p: {name: P, inputs: {e: e}, steps: [{match: e, cases: {m1: [{let: v, value: 1}]}}]}}\n",
                             {"E604": 1}),
    "a match of millions": (steps("- {match: a * 1000000, cases: {0..9999999: [{let: x, value: 1}]}}"), {"E604": 1}),
    "a million sides": ("dice: {d: {name: D, sides: 1000000}}\n", {"E205": 1}),
    "too many copies": ("dice: {d: {name: D, faces: [{id: f, name: F, copies: 1000000000}]}}\n", {"E205": 1}),
    "a deck of millions": ("decks: {d: {name: D, cards: {c: 1000000000}}}\n", {"E205": 1}),
    "dice by the thousand": (
        "dice: {d: {name: D, sides: 6}}\n" + steps("- {roll: d, count: a * 1001}\n- {let: x, value: sum(d)}"), {"E611": 1}),
    "a map of millions": (
        "spaces:\n  m:\n    legend: {'.': {}}\n    map:\n" + "".join(f'      - "{" " * (row % 2)}{". " * 45000}"\n' for row in range(64)),
        {"E623": 1}),
    "loops that nobody waits for": (steps(nest(3).replace("x + 1", "'min(9, x + 1)'")), {"E629": 1}),
    "calls that double": (
        "procedures:\n"
        + "".join(f"  p{index}: {{name: P, steps: [{{call: p{index + 1}}}, {{call: p{index + 1}}}]}}\n" for index in range(50))
        + "  p50: {name: P, steps: [{let: v, value: 1}]}\n", {"E629": 1}),
    "powers of powers": (steps("- {let: x, value: 9**9**9}"), {"E401": 1}),
    "a divisor of nothing": (steps("- {let: x, value: a % (a - a)}"), {"E407": 1}),
    "a sum beyond numbers": (steps("- {let: x, sum: [9007199254740991, 9007199254740991]}"), {"E408": 1}),
}  # fmt: skip


# The largest tables are of the full tier.
@pytest.mark.parametrize("name", [pytest.param(name, marks=[pytest.mark.full] * ("rows" in name)) for name in ATTACKS])
def test_an_attack_ends_soon_with_a_problem_for_each_cause(name: str, tmp_path: Path) -> None:
    text, expected = ATTACKS[name]
    (tmp_path / "game.yaml").write_text(GAME + text, encoding="utf-8")
    start = time.monotonic()
    found: dict[str, int] = {}
    for problem in compile_game(tmp_path).problems:
        found[problem.code] = found.get(problem.code, 0) + 1
    assert found == expected
    assert time.monotonic() - start < SECONDS
