"""The five formats of a report, and that nobody's text acts on a terminal or a log."""

from __future__ import annotations

import json
import random
import time
from types import ModuleType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from penance_build.diagnostics import registry
from penance_build.diagnostics.explain import UnknownCode, all_codes, explain
from penance_build.diagnostics.formats import github, json_, sarif, short, text
from penance_build.diagnostics.formats.snippet import snippet
from penance_build.diagnostics.pages import page_of
from penance_build.diagnostics.problem import Problem, Span

FORMATS = (text, short, json_, sarif, github)
TEXTS = {"game.yaml": "game:\n  id: tiny\n  cost: no\n", "sub/b c.yaml": "list:\n  - 漢字 x: é no\n"}

FIRST = Problem(
    "E110",
    "`no` is doubtful",
    Span("game.yaml", 3, 9, 3, 11),
    'write "no"',
    ((Span("game.yaml", 1, 1, 1, 5), "in this section"), (Span("sub/b c.yaml", 1, 1, 1, 5), "as here")),
    ("card", "tiny"),
    ("game", "cost"),
)
SECOND = Problem("W161", "the text ends: here, %", Span("sub/b c.yaml", 2, 11, 2, 13))
WHOLE = Problem("E150", "the folder has no game.yaml", Span("game.yaml", 0, 0, 0, 0))

EXPECTED = """\
error[E110]: `no` is doubtful
 --> game.yaml:3:9
2 |   id: tiny
3 |   cost: no
  |         ^^
 ::: game.yaml:1:1
1 | game:
  | ---- in this section
 --> sub/b c.yaml:1:1
1 | list:
  | ---- as here
  help: write "no"

warning[W161]: the text ends: here, %
 --> sub/b c.yaml:2:11
1 | list:
2 |   - 漢字 x: é no
  |             ^^
"""


def test_text() -> None:
    assert text.render([SECOND, FIRST], TEXTS, {}) == EXPECTED


def test_text_of_nothing() -> None:
    assert text.render([], TEXTS, {"cards": 3}) == ""


def test_text_of_a_whole_file() -> None:
    assert text.render([WHOLE], {}, {}) == "error[E150]: the folder has no game.yaml\n --> game.yaml\n"


def test_colour_only_when_asked() -> None:
    coloured = text.render([FIRST, SECOND], TEXTS, {}, colour=True)
    assert "\x1b[1;31m" in coloured
    assert "\x1b" not in text.render([FIRST, SECOND], TEXTS, {})


def test_short() -> None:
    assert short.render([WHOLE, SECOND, FIRST], TEXTS, {}) == (
        "game.yaml:1:1: E150 the folder has no game.yaml\n"
        "game.yaml:3:9: E110 `no` is doubtful\n"
        "sub/b c.yaml:2:11: W161 the text ends: here, %\n"
    )


def test_json() -> None:
    report = json.loads(json_.render([SECOND, FIRST], TEXTS, {"cards": 3}))
    assert report["version"] == 1
    assert report["covered"] == {"cards": 3}
    first = report["problems"][0]
    place = {"file": "game.yaml", "line": 3, "column": 9, "end_line": 3, "end_column": 11}
    assert {key: first[key] for key in place} == place
    assert (first["code"], first["severity"], first["hint"]) == ("E110", "error", 'write "no"')
    assert first["related"][0]["label"] == "in this section"
    assert report["problems"][1]["severity"] == "warning"


def test_sarif() -> None:
    report = json.loads(sarif.render([SECOND, FIRST, FIRST, WHOLE], TEXTS, {}))
    assert report["version"] == "2.1.0"
    run = report["runs"][0]
    assert run["columnKind"] == "unicodeCodePoints"
    rules = [rule["id"] for rule in run["tool"]["driver"]["rules"]]
    assert rules == ["E110", "E150", "W161"]
    results = run["results"]
    assert [rules[item["ruleIndex"]] for item in results] == [item["ruleId"] for item in results]
    assert [item["level"] for item in results] == ["error", "error", "error", "warning"]
    last = results[-1]["locations"][0]["physicalLocation"]
    assert last["artifactLocation"]["uri"] == "sub/b%20c.yaml"
    assert last["region"] == {"startLine": 2, "startColumn": 11, "endLine": 2, "endColumn": 13}
    assert "region" not in results[0]["locations"][0]["physicalLocation"]
    prints = [item["partialFingerprints"]["penanceBuild/v1"] for item in results]
    assert len(set(prints)) == len(prints)


def test_github() -> None:
    rows = github.render([SECOND, FIRST], TEXTS, {}).splitlines()
    assert rows == [
        '::error file=game.yaml,line=3,endLine=3,col=9,endColumn=10,title=E110 Ambiguous true or false::`no` is doubtful%0Awrite "no"',
        "::warning file=sub/b c.yaml,line=2,endLine=2,col=11,endColumn=12,title=W161 Text cut by a comment::the text ends: here, %25",
    ]


def test_github_limits() -> None:
    many = [Problem(code, "words", Span("a.yaml", line, 1, line, 2)) for line in range(1, 13) for code in ("W161", "E110")]
    rows = github.render(many, {}, {}).splitlines()
    assert [row.split(" ")[0] for row in rows] == ["::error"] * 10 + ["2"] + ["::warning"] * 10 + ["2"]


def test_github_commands_cannot_be_injected() -> None:
    evil = Problem("E110", "x\n::set-output name=a::b", Span("a,line=9:b\n.yaml", 1, 1, 1, 2), "\r::error::x")
    out = github.render([evil], {}, {})
    assert out.count("\n") == 1
    assert "file=a%2Cline=9%3Ab" in out


def test_a_mark_in_a_very_long_line_is_shown_with_what_stands_around_it() -> None:
    line = "b" * 3_000_000 + "mark" + "c" * 3_000_000
    began = time.process_time()
    found = snippet(line, Span("a.yaml", 1, 3_000_001, 1, 3_000_005))
    assert (found.text, found.indent, found.length) == (f"…{'b' * 40}mark{'c' * 56}…", 41, 4)
    assert snippet(line, Span("a.yaml", 1, 1, 1, 2)).text == f"{'b' * 100}…"
    assert snippet(line, Span("a.yaml", 1, 6_000_003, 1, 6_000_005)).text == f"…{'c' * 42}"
    assert time.process_time() - began < 1


def test_the_hundred_and_first_is_counted() -> None:
    many = [Problem("E110", "words", Span(f"f{line % 3}.yaml", line, 1, line, 2)) for line in range(1, 1_235)]
    out = text.render(many, {}, {})
    assert out.count("error[E110]") == 100
    assert "and 1,134 more:\n  E110  1,134 errors\n" in out
    assert "  f2.yaml  " in out


@pytest.mark.full
def test_many_problems_are_fast() -> None:
    lines = "\n".join(f"  key_{number}: value" for number in range(10_000))
    many = [Problem("E110", "words", Span("a.yaml", line, 3, line, 6)) for line in range(1, 10_001)]
    random.Random(1).shuffle(many)
    start = time.process_time()
    for module in FORMATS:
        assert module.render(many, {"a.yaml": lines}, {})
    assert time.process_time() - start < 5


@pytest.mark.parametrize("module", FORMATS, ids=lambda module: module.__name__)
@given(evil=st.text(st.characters(), max_size=20))
def test_nothing_acts(module: ModuleType, evil: str) -> None:
    name = evil.encode("utf-8", "backslashreplace").decode() or "x"
    span = Span(name, 1, 1, 1, max(len(evil.split("\n")[0]), 1) + 1)
    item = Problem("E110", evil, span, evil, ((span, evil),))
    out = module.render([item], {name: evil}, {})
    shown = [character for character in out if character != "\n"]
    assert all(ord(character) >= 0x20 and not 0x7F <= ord(character) < 0xA0 for character in shown)
    assert not {"\u202e", "\u2066", "\u2028", "\u200f"} & set(shown)
    assert not any(0xD800 <= ord(character) < 0xE000 for character in shown)


@pytest.mark.parametrize(("column", "length"), [(1, 3), (500, 4), (9_990, 5), (5_000, 4_000)])
def test_wide_lines_are_cut_around_the_mark(column: int, length: int) -> None:
    line = "".join(chr(97 + index % 26) for index in range(10_000))
    piece = snippet(line, Span("a", 1, column, 1, column + length))
    assert len(piece.text) <= 102
    marked = piece.text[piece.indent : piece.indent + piece.length]
    assert marked == line[column - 1 : column - 1 + len(marked)]
    assert len(marked) >= min(length, 40)


def test_escapes_move_the_mark() -> None:
    piece = snippet("a\x07b: no", Span("a", 1, 6, 1, 8))
    assert piece.text == "a\\x07b: no"
    assert piece.text[piece.indent : piece.indent + piece.length] == "no"


@pytest.mark.parametrize("code", all_codes())
def test_explain(code: str) -> None:
    page = explain(code.lower())
    found = page_of(code)
    assert found is not None
    assert page.startswith(f"{code}: {found.title} ({registry.severity(code)})\n")
    assert found.cause.split()[0] in page
    assert "Wrong:" in page
    assert "Right:" in page
    assert found.bad.split("\n")[0] in page
    assert found.good.split("\n")[0] in page


def test_explain_unknown() -> None:
    with pytest.raises(UnknownCode, match="there is no code E1001"):
        explain("E1001")


def test_codes_are_unique_and_complete() -> None:
    assert sorted(registry.CODES) == sorted(set(registry.CODES))
    pages = [page_of(code) for code in registry.CODES]
    titles = [item.title for item in pages if item is not None]
    assert len(set(titles)) == len(titles) == len(registry.CODES)
    for item in pages:
        assert item is not None
        assert item.code[0] in "EWH"
        assert item.code[1:].isdigit()
        assert all((item.title, item.cause, item.bad, item.good)), item.code
        assert item.bad != item.good, item.code
