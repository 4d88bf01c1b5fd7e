"""What the compiler knows along the steps: what is assigned, between which bounds, and which paths have ended."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from penance_build.api import Compilation, compile_game

HEAD = """\
game: {id: g, name: G, version: "1", language: 1}
enums: {side: {name: Side, members: {front: Front, flank: Flank, rear: Rear}}}
dice: {d6: {name: d6, sides: 6}}
procedures:
  give: {name: Give, inputs: {n1: 0..9}, results: {made: int}, steps: [{let: made, value: n1 + 1}]}
  p:
    name: P
    inputs: {a: 0..10, b: bool, s: side}
    results: {x: int, outcome: {type: bool, default: false}}
    steps:
"""
Check = Callable[[str], Compilation]


@pytest.fixture
def steps(tmp_path: Path) -> Check:
    """Compile a procedure of these steps, with the inputs ``a`` (0..10), ``b`` and ``s`` and the results ``x`` and ``outcome``."""

    def check(text: str) -> Compilation:
        body = "".join(f"      {line}\n" for line in text.strip("\n").split("\n"))
        (tmp_path / "game.yaml").write_text(HEAD + body, encoding="utf-8")
        return compile_game(tmp_path)

    return check


def bounds(compilation: Compilation) -> tuple[int | None, int | None]:
    """The bounds of the result ``x``."""
    assert compilation.program is not None, compilation.problems
    made = next(item for item in compilation.program.procedures if item.id == "p")
    kind = next(slot.type for slot in made.results if slot.name == "x")
    return kind.low, kind.high


def codes(compilation: Compilation) -> list[str]:
    return [problem.code for problem in compilation.problems]


ASSIGNED = {
    "in both branches": ("- {if: b, then: [{let: x, value: 1}], else: [{let: x, value: 3}]}", (1, 3)),
    "before, and in one branch": ("- {let: x, value: 5}\n- {if: b, then: [{let: x, value: 9}]}", (5, 9)),
    "in every case": ("- match: s\n  cases:\n    front or flank: [{let: x, value: 1}]\n    rear: [{let: x, value: 2}]", (1, 2)),
    "in every case and else": ("- match: a\n  cases:\n    0..3: [{let: x, value: a}]\n  else: [{let: x, value: 20}]", (0, 20)),
    "in the branch that goes on": ("- {let: x, value: 4}\n- {if: b, then: [{outcome: true}]}\n- {let: x, value: x + 1}", (4, 5)),
    "where the other branch has ended": (
        "- if: b\n  then:\n    - {let: x, value: 1}\n    - {outcome: true}\n  else:\n    - {let: q, value: 2}\n- {let: x, value: q}",
        (1, 2)),
    "in nested branches": (
        "- if: b\n  then:\n    - {if: a > 3, then: [{let: x, value: 1}], else: [{let: x, value: 2}]}\n  else:\n    - {let: x, value: 7}",
        (1, 7)),
    "by a call": ("- {call: give, with: {n1: 4}, take: {x: made}}", (1, 10)),
    "by a choice of words": (
        "- {choose: c, by: one, prompt: P, options: {l: Left, r: Right}}\n- match: c\n  cases:\n"
        "    l: [{let: x, value: 1}]\n    r: [{let: x, value: 2}]", (1, 2)),
}  # fmt: skip


@pytest.mark.parametrize("name", ASSIGNED)
def test_a_variable_is_assigned(name: str, steps: Check, monkeypatch: pytest.MonkeyPatch) -> None:
    text, expected = ASSIGNED[name]
    monkeypatch.setattr(f"{__name__}.HEAD", HEAD.replace("s: side}", "s: side, one: player}"))
    assert bounds(steps(text)) == expected


MAYBE = {
    "in one branch": "- {if: b, then: [{let: q, value: 1}]}",
    "in the other branch": "- {if: b, then: [{let: r, value: 1}], else: [{let: q, value: 1}]}",
    "in one case": "- match: a\n  cases:\n    0..3: [{let: q, value: a}]\n  else: [{let: r, value: 20}]",
    "in a loop that may not run": "- {each: i, to: a, do: [{let: q, value: i}]}",
    "in one of nested branches": "- if: b\n  then:\n    - {if: a > 3, then: [{let: q, value: 1}]}\n  else:\n    - {let: q, value: 7}",
}


@pytest.mark.parametrize("name", MAYBE)
def test_a_variable_that_some_path_leaves_out_cannot_be_read(name: str, steps: Check) -> None:
    assert codes(steps(MAYBE[name] + "\n- {let: x, value: q}")) == ["E410"]


NARROWED = {
    # condition: the bounds of `a` (0..10) where it holds, and where it does not
    "a > 3": ((4, 10), (0, 3)),
    "a >= 3": ((3, 10), (0, 2)),
    "a < 3": ((0, 2), (3, 10)),
    "a <= 3": ((0, 3), (4, 10)),
    "3 < a": ((4, 10), (0, 3)),
    "a == 7": ((7, 7), (0, 10)),
    "a == 0": ((0, 0), (1, 10)),
    "a != 10": ((0, 9), (10, 10)),
    "a > 2 and a < 8": ((3, 7), (0, 10)),
    "a < 2 or b": ((0, 10), (2, 10)),
    "not (a < 4)": ((4, 10), (0, 3)),
    "not (a < 2 or a > 8)": ((2, 8), (0, 10)),
    "a in 2..5": ((2, 5), (0, 10)),
    "b": ((0, 10), (0, 10)),
}


@pytest.mark.parametrize("test", NARROWED)
def test_a_condition_narrows_what_it_speaks_of(test: str, steps: Check) -> None:
    yes, no = NARROWED[test]
    assert bounds(steps(f'- {{if: "{test}", then: [{{let: x, value: a}}], else: [{{let: x, value: 5}}]}}')) == joined(yes, (5, 5))
    assert bounds(steps(f'- {{if: "{test}", then: [{{let: x, value: 5}}], else: [{{let: x, value: a}}]}}')) == joined(no, (5, 5))


def joined(left: tuple[int, int], right: tuple[int, int]) -> tuple[int, int]:
    return min(left[0], right[0]), max(left[1], right[1])


def test_what_a_condition_taught_ends_with_its_branch(steps: Check) -> None:
    assert bounds(steps("- {if: a > 3, then: [{let: q, value: 1}]}\n- {let: x, value: a}")) == (0, 10)


def test_what_a_condition_taught_stays_where_the_other_branch_has_ended(steps: Check) -> None:
    assert bounds(steps("- {let: x, value: 9}\n- {if: a < 5, then: [{outcome: true}]}\n- {let: x, value: a}")) == (5, 10)


def test_a_divisor_that_a_condition_keeps_from_0(steps: Check) -> None:
    assert bounds(steps("- {if: a == 0, then: [{let: x, value: 0}], else: [{let: x, value: 10 // a}]}")) == (0, 10)
    assert codes(steps("- {let: x, value: 10 // a}")) == ["E407"]


LOOPS = {
    "a sum over a few passes": ("- {each: i, to: 5, do: [{let: x, value: x + 2}]}", (0, 10)),
    "a sum of the counter": ("- {each: i, from: 2, to: 4, do: [{let: x, value: x + i}]}", (0, 12)),
    "kept in by min": ("- {each: i, to: 5000, do: [{let: x, value: 'min(7, x + 1)'}]}", (0, 7)),
    "kept in from both sides": ("- {each: i, to: 9000, do: [{let: x, value: 'max(-3, min(7, x + a - 5))'}]}", (-3, 7)),
    "kept in by a condition": ("- {each: i, to: 150, do: [{if: x < 50, then: [{let: x, value: x + 1}]}]}", (0, 50)),
    "taken anew in each pass": ("- {each: i, to: 1000, do: [{let: x, value: i}]}", (0, 1000)),
    "a loop in a loop": ("- {each: i, to: 3, do: [{each: j, to: 4, do: [{let: x, value: x + 1}]}]}", (0, 12)),
    "an end that grows": (
        "- {let: q, value: 1}\n- {each: i, to: 3, do: [{let: q, value: q + 1}, {each: j, to: q, do: [{let: x, value: j}]}]}", (0, 4)),
    "an end in mid-loop": ("- {each: i, to: 3, do: [{let: x, value: x + 1}, {if: x > 1, then: [{outcome: true}]}]}", (0, 2)),
    "always ended in the first pass": ("- {each: i, to: a, do: [{let: x, value: 8}, {outcome: true}]}", (0, 8)),
}  # fmt: skip


@pytest.mark.parametrize("name", LOOPS)
def test_a_loop_has_bounds_that_hold_in_every_pass(name: str, steps: Check) -> None:
    text, expected = LOOPS[name]
    assert bounds(steps("- {let: x, value: 0}\n" + text)) == expected


ENDED = {
    "after the outcome": "- {let: x, value: 1}\n- {outcome: true}\n- {let: x, value: 2}",
    "after two branches that end":
        "- {let: x, value: 1}\n- {if: b, then: [{outcome: true}], else: [{outcome: false}]}\n- {let: x, value: 2}",
    "after cases that all end":
        "- {let: x, value: 1}\n- match: b\n  cases:\n    true: [{outcome: true}]\n    false: [{outcome: false}]\n- {let: x, value: 2}",
    "inside a branch": "- {let: x, value: 1}\n- {if: b, then: [{outcome: true}, {let: x, value: 2}]}",
    "inside a loop": "- {let: x, value: 1}\n- {each: i, to: a, do: [{outcome: true}, {let: x, value: 2}]}",
}  # fmt: skip


@pytest.mark.parametrize("name", ENDED)
def test_a_step_behind_the_end_is_reported_once(name: str, steps: Check) -> None:
    assert codes(steps(ENDED[name])) == ["E607"]


def test_every_end_needs_every_result(steps: Check) -> None:
    found = steps("- {if: b, then: [{outcome: true}]}\n- {let: x, value: 1}")
    assert codes(found) == ["E606"]
    assert found.problems[0].span.line == len(HEAD.splitlines()) + 1


COVERED = {
    "- match: s\n  cases:\n    front: [{let: x, value: 1}]\n    rear: [{let: x, value: 1}]": ("E604", "`flank`"),
    "- match: b\n  cases:\n    true: [{let: x, value: 1}]": ("E604", "`false`"),
    "- match: a\n  cases:\n    0..4: [{let: x, value: 1}]\n    6..: [{let: x, value: 1}]": ("E604", "`5`"),
    "- match: a\n  cases:\n    0..5: [{let: x, value: 1}]\n    5..10: [{let: x, value: 1}]": ("E605", "`5..10`"),
    "- match: s\n  cases:\n    front or flank: [{let: x, value: 1}]\n    flank or rear: [{let: x, value: 1}]": ("E605", "`flank or rear`"),
    "- match: a * 3000\n  cases:\n    0..3: [{let: x, value: 1}]": ("E604", "`4`, `5`, `6`"),
}


@pytest.mark.parametrize("text", COVERED)
def test_a_match_handles_each_value_once(text: str, steps: Check) -> None:
    code, words = COVERED[text]
    found = steps(text)
    assert codes(found) == [code]
    assert words in found.problems[0].message


def test_a_match_of_what_a_condition_left_needs_no_more(steps: Check) -> None:
    cases = "    flank: [{let: x, value: 1}]\n    rear: [{let: x, value: 2}]"
    text = f"- if: s == front\n  then: [{{let: x, value: 0}}]\n  else:\n    - match: s\n      cases:\n    {cases}"
    assert bounds(steps(text.replace("\n    rear", "\n        rear"))) == (0, 2)
