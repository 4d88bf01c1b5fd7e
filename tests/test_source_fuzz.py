"""Random and damaged bytes: no exception, the same answer from both parsers, and every place inside its file."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from penance_build.diagnostics.problem import Problem, Span
from penance_build.source import SourceFile, read_text, reader
from penance_build.source.parsing.parsers import libyaml_events, python_events

GAME = """\
game: {id: tiny, name: "Tiny", version: '1', language: 1}
units:   # how far
  hex: {name: hex, plural: hexes}
tables:
  range:
    inputs: {range: 0..60 hex}
    rows:
      - {range: 0..3, modifier: none, label: Short}
      - {range: "4..6", modifier: harder 1, label: 'it''s'}
procedures:
  attack:
    note: >-
      Folded text
      of two lines
    text: |
      one
        two
    steps:
      - let: x
        value: max(a, b) + 2
        sum: [1, -2, {label: "A \\u00e9", value: true}]
      - if: size(target.deck) <= 5
        then: []
plain: text of
  two lines
"""

PIECES = st.sampled_from(
    [
        *"\n :-[]{},'\"#&*!|>%@`?~=\\0159abx\té–\u2028\ufeff\x00\x85",
        "\n  ", "\n- ", ": ", "? ", " #", "---\n", "...\n", "%YAML 1.2\n", "%TAG x\n", "<<: ", "!!str ", "&a ", "*a", "{{", "}}", "[[",
        '"\\ud83d"', '"\\x0', "|2-\n", ">\n", "'", '"', "no", "1:30", "1_0", "- - ", "a: ", "a:\n  ", "b: 1\n", "''", '""', "\r\n", "\r",
    ]
)  # fmt: skip
SOUP = st.lists(PIECES, max_size=25).map("".join)


@st.composite
def damaged(draw: st.DrawFn) -> str:
    """A valid file with a few pieces put in, taken out or doubled."""
    text = GAME
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, len(text)))
        length = draw(st.integers(0, 12))
        middle = draw(st.one_of(PIECES, st.just(""), st.just(text[at : at + length] * 2)))
        text = text[:at] + middle + text[at + length :]
    return text


@pytest.mark.full
@given(st.one_of(SOUP, damaged()))
@settings(max_examples=800)
def test_both_parsers_agree_at_length(text: str) -> None:
    check(text.encode("utf-8", "surrogatepass"))


@pytest.mark.full
@given(st.one_of(SOUP, damaged()))
@settings(max_examples=200)
@example("a: \n")
@example("{a, b: , c}")
@example("? a\n")
@example("- \n- # x\n- b\n")
@example("a: |#\n")
@example("\u3000>\n[")
@example("?")
@example("a: [x?y, is it? no]\n")
def test_both_parsers_agree_and_places_are_inside(text: str) -> None:
    check(text.encode("utf-8", "surrogatepass"))


@given(st.binary(max_size=60))
@settings(max_examples=300)
def test_bytes(data: bytes) -> None:
    check(data)


@pytest.mark.full
@given(st.one_of(SOUP, damaged()))
@settings(max_examples=300)
def test_the_words_of_libyaml_do_for_long_files(text: str) -> None:
    """What is said where a file is too long to be read again in Python."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(reader, "_REREAD_LENGTH", -1)
        file, problems = read_text("a.yaml", text.encode("utf-8", "surrogatepass"))
    assert file is not None or any(item.severity == "error" for item in problems)
    lines = text.removeprefix("\ufeff").replace("\r\n", "\n").split("\n")
    for problem in problems:
        assert_inside(problem.span, lines)


def check(data: bytes) -> None:
    first, problems = read_text("a.yaml", data, libyaml_events)
    second, others = read_text("a.yaml", data, python_events)
    assert problems == others
    assert (first is None) == (second is None)
    has_errors = any(item.severity == "error" for item in problems)
    assert first is not None or has_errors
    text = data.decode("utf-8-sig", "replace").replace("\r\n", "\n")
    for problem in problems:
        for span in (problem.span, *(span for span, _ in problem.related)):
            assert_inside(span, text.split("\n"))
    if first is not None and second is not None:
        assert_same(first, second, first.root, second.root)


def assert_inside(span: Span, lines: list[str]) -> None:
    if span.line == 0:
        return
    assert 1 <= span.line <= span.end_line <= len(lines)
    assert 1 <= span.column <= len(lines[span.line - 1]) + 1
    assert 1 <= span.end_column <= len(lines[span.end_line - 1]) + 1
    assert (span.line, span.column) <= (span.end_line, span.end_column)


def assert_same(first: SourceFile, second: SourceFile, left: Any, right: Any) -> None:
    """The same values with the same places, all of them inside the file."""
    assert type(left) is type(right)
    lines = first.text.split("\n")
    assert first.positions.of(left) == second.positions.of(right)
    assert_inside(first.positions.of(left), lines)
    assert len(left) == len(right)
    for key in list(left) if isinstance(left, dict) else range(len(left)):
        value, other = left[key], right[key]
        for ask in ("key", "value"):
            span = getattr(first.positions, ask)(left, key)
            assert span == getattr(second.positions, ask)(right, key)
            assert_inside(span, lines)
        if isinstance(value, (dict, list)):
            assert_same(first, second, value, other)
            continue
        assert value == other
        assert type(value) is type(other)
        length = len(value) if isinstance(value, str) else 1
        for start in range(length + 1):
            assert_inside(first.positions.inside(left, key, start, start + 1), lines)


def test_the_file_that_is_damaged_is_sound() -> None:
    file, problems = read_text("a.yaml", GAME)
    assert problems == []
    assert file is not None
    assert isinstance(problems, list)
    assert all(isinstance(item, Problem) for item in problems)
