"""Every key, item and character of a value is found again in the text of the file."""

from __future__ import annotations

from typing import Any

import pytest

from penance_build.diagnostics.problem import Span
from penance_build.source import SourceFile, read_text
from penance_build.source.parsing.parsers import EventSource, libyaml_events, python_events

PARSERS = pytest.mark.parametrize("parser", [libyaml_events, python_events], ids=lambda parser: parser.__name__)

TEXT = """\
game:
  id: tiny
  "na me": 'it''s'   # a comment
  ok: true
  num: -12
list:
  - 0..3
  - [a, {b: c}]
  - let: x
    sum: [1,
      2]
flow: {one: 1, two: {three: 3} }  # end
emoji: \U0001f600 is one, {x} é
folded: >-
  Deal *2*
  damage {icon:blood}

  twice
literal: |
  one
    two
plain: first
  second
  third
quoted: "a\\tb\\u00e9c \\
   d
   e"
last: 5
"""


def read(parser: EventSource = libyaml_events, text: str = TEXT) -> SourceFile:
    file, problems = read_text("a.yaml", text, parser)
    assert problems == []
    assert file is not None
    return file


def cut(text: str, span: Span) -> str:
    lines = text.split("\n")
    if span.line == span.end_line:
        return lines[span.line - 1][span.column - 1 : span.end_column - 1]
    rows = [lines[span.line - 1][span.column - 1 :], *lines[span.line : span.end_line - 1], lines[span.end_line - 1][: span.end_column - 1]]
    return "\n".join(rows)


def value(file: SourceFile, container: Any, key: str | int) -> str:
    return cut(file.text, file.positions.value(container, key))


@PARSERS
def test_keys(parser: EventSource) -> None:
    file = read(parser)
    root, game = file.root, file.root["game"]
    assert file.positions.key(root, "game") == Span("a.yaml", 1, 1, 1, 5)
    assert file.positions.key(game, "na me") == Span("a.yaml", 3, 3, 3, 10)
    assert [cut(TEXT, file.positions.key(root, key)) for key in root] == list(root)
    assert [cut(TEXT, file.positions.key(root["list"], index)) for index in range(3)] == ["0..3", "[", "let"]


@PARSERS
def test_scalars_are_exact(parser: EventSource) -> None:
    file = read(parser)
    game = file.root["game"]
    assert [value(file, game, key) for key in game] == ["tiny", "'it''s'", "true", "-12"]
    assert value(file, file.root["list"][2]["sum"], 1) == "2"
    assert value(file, file.root["flow"]["two"], "three") == "3"
    assert value(file, file.root, "emoji") == "\U0001f600 is one, {x} é"
    assert value(file, file.root, "plain") == "first\n  second\n  third"
    assert value(file, file.root, "literal") == "|\n  one\n    two"
    assert value(file, file.root, "folded").endswith("\n  twice")
    assert value(file, file.root, "quoted").endswith('   e"')
    assert value(file, file.root, "last") == "5"


@PARSERS
def test_collections(parser: EventSource) -> None:
    file = read(parser)
    root = file.root
    assert value(file, root, "game") == "id: tiny"
    assert value(file, root, "flow") == "{one: 1, two: {three: 3} }"
    assert value(file, root["list"], 1) == "[a, {b: c}]"
    assert value(file, root["list"][2], "sum") == "[1,"
    assert cut(TEXT, file.positions.of(root["list"][1][1])) == "{b: c}"
    assert cut(TEXT, file.positions.of(root)) == "game:"


@PARSERS
@pytest.mark.parametrize(
    ("key", "part", "source"),
    [
        ("emoji", "is", "is"),
        ("emoji", "{x} é", "{x} é"),
        ("folded", "{icon:blood}", "{icon:blood}"),
        ("folded", "twice", "twice"),
        ("literal", "two", "two"),
        ("plain", "second", "second"),
        ("plain", "third", "third"),
        ("quoted", "\t", "\\t"),
        ("quoted", "é", "\\u00e9"),
        ("quoted", "c", "c"),
        ("quoted", "d", "d"),
        ("quoted", "e", "e"),
    ],
)
def test_inside(parser: EventSource, key: str, part: str, source: str) -> None:
    file = read(parser)
    text = file.root[key]
    start = text.rindex(part)
    assert cut(TEXT, file.positions.inside(file.root, key, start, start + len(part))) == source


def test_inside_single_quotes() -> None:
    file = read()
    game = file.root["game"]
    assert file.positions.inside(game, "na me", 2, 3) == Span("a.yaml", 3, 15, 3, 17)
    assert file.positions.inside(game, "na me", 3, 4) == Span("a.yaml", 3, 17, 3, 18)
    assert file.positions.inside(game, "na me", 0, 99) == Span("a.yaml", 3, 13, 3, 18)


def test_big_maps_are_searched_by_an_index() -> None:
    file = read(text="a:\n" + "".join(f"  k{number}: {number}\n" for number in range(100)))
    spans = [file.positions.key(file.root["a"], f"k{number}") for number in range(100)]
    assert spans == [Span("a.yaml", number + 2, 3, number + 2, 4 + len(str(number))) for number in range(100)]
    with pytest.raises(KeyError):
        file.positions.key(file.root["a"], "k100")
    with pytest.raises(KeyError):
        file.positions.key({}, "a")


def test_windows_line_ends_and_the_mark_do_not_move_anything() -> None:
    plain, windows = read(), read_text("a.yaml", b"\xef\xbb\xbf" + TEXT.replace("\n", "\r\n").encode())[0]
    assert windows is not None
    assert windows.root == plain.root
    assert windows.text == plain.text
    assert [windows.positions.value(windows.root, key) for key in windows.root] == [
        plain.positions.value(plain.root, key) for key in plain.root
    ]


def test_places_after_refused_entries() -> None:
    file, problems = read_text("a.yaml", "a: 1\na: 2\n<<: {x: 1}\nb: 3\n")
    assert [item.code for item in problems] == ["E124", "E126"]
    assert file is not None
    assert file.root == {"a": 1, "b": 3}
    assert file.positions.value(file.root, "b") == Span("a.yaml", 4, 4, 4, 5)
