"""Allowed warnings, and that one mistake is said once."""

from __future__ import annotations

import pytest

from penance_build.diagnostics.cascade import without_echoes
from penance_build.diagnostics.problem import Problem, Span
from penance_build.diagnostics.relocate import below
from penance_build.diagnostics.suppress import apply, find_allowances


def problem(code: str, line: int, column: int = 1, end: int = 5, file: str = "a.yaml") -> Problem:
    return Problem(code, "words", Span(file, line, column, line, end))


def left(text: str, *problems: Problem) -> list[str]:
    return [f"{item.code} {item.span.line}:{item.span.column}" for item in apply(list(problems), {"a.yaml": text})]


@pytest.mark.parametrize(
    "text",
    [
        "a: b  # penance: allow W161 it is meant\n",
        "# penance: allow W161 it is meant\na: b\n",
        "a: b  # penance: allow W161, W162 both are meant\n",
        "a: b  # penance: allow w161: it is meant\n",
        "a: b  #penance:  allow  W161 - it is meant\n",
    ],
)
def test_allowed(text: str) -> None:
    line = 2 if text.startswith("#") else 1
    rest = left(text, problem("W161", line))
    assert [item for item in rest if item.startswith("W161")] == []


def test_comments_above_reach_over_other_comments() -> None:
    text = "# penance: allow W161 it is meant\n# penance: allow W162 this too\n# a remark\na: b\nc: d\n"
    assert left(text, problem("W161", 4), problem("W162", 4), problem("W161", 5)) == ["W161 5:1"]


def test_another_line_code_or_file_is_not_allowed() -> None:
    text = "a: b  # penance: allow W161 it is meant\n"
    found = left(text, problem("W161", 2), problem("W162", 1), problem("W161", 1, file="b.yaml"), problem("W161", 1))
    assert found == ["W162 1:1", "W161 2:1", "W161 1:1"]


def test_errors_cannot_be_allowed() -> None:
    assert left("a: b  # penance: allow E110 why\n", problem("E110", 1)) == ["E110 1:1", "W192 1:7"]


def test_a_reason_is_needed() -> None:
    assert left("a: b  # penance: allow W161\n", problem("W161", 1)) == ["W161 1:1", "W191 1:7"]
    assert left("a: b  # penance: allow\n") == ["W191 1:7"]
    assert left("a: b  # penance: allow everything\n") == ["W191 1:7"]


def test_unused_only_without_errors() -> None:
    text = "a: b  # penance: allow W161 it is meant\n"
    assert left(text) == ["W190 1:7"]
    assert left(text, problem("E301", 3)) == ["E301 3:1"]


def test_no_comment_no_allowance() -> None:
    assert find_allowances("a.yaml", "a: 'penance: allow W161 x'\nb: x#penance: allow W161 x\n") == []


def test_echoes_of_reading_are_left_out() -> None:
    problems = [
        problem("E110", 3, 9, 11),
        problem("E205", 3, 9, 11),
        problem("E206", 3, 4, 8),
        problem("E205", 4, 9, 11),
        problem("W161", 3, 10, 11),
        problem("E205", 3, 9, 11, "b.yaml"),
    ]
    assert [f"{item.code} {item.span.file} {item.span.line}" for item in without_echoes(problems)] == [
        "E110 a.yaml 3",
        "E206 a.yaml 3",
        "E205 a.yaml 4",
        "W161 a.yaml 3",
        "E205 b.yaml 3",
    ]


def test_below_another_folder() -> None:
    first = Problem("E110", "words", Span("a.yaml", 1, 1, 1, 2), related=((Span("b.yaml", 1, 1, 1, 2), "there"),))
    moved, texts = below("rules/tiny/", [first, Problem("E151", "words", Span(".", 0, 0, 0, 0))], {"a.yaml": "x"})
    assert [item.span.file for item in moved] == ["rules/tiny/a.yaml", "rules/tiny"]
    assert moved[0].related[0][0].file == "rules/tiny/b.yaml"
    assert texts == {"rules/tiny/a.yaml": "x"}
    assert below(".", [first], {}) == ([first], {})
