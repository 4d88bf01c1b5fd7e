"""What is too much: it ends in a problem with a place, in bounded time, whatever the parser would do."""

from __future__ import annotations

import time

import pytest

from penance_build.diagnostics.registry import CODES
from penance_build.limits import LIMITS, MAX_DEPTH, MAX_FILE_PROBLEMS, MAX_TEXT_LENGTH
from penance_build.source import read_text
from penance_build.source.parsing import builder
from penance_build.source.parsing.parsers import EventSource, libyaml_events, python_events

PARSERS = pytest.mark.parametrize("parser", [libyaml_events, python_events], ids=lambda parser: parser.__name__)


def codes(text: str, parser: EventSource = libyaml_events) -> list[str]:
    file, problems = read_text("a.yaml", text, parser)
    assert (file is None) == any(item.severity == "error" for item in problems)
    return [f"{item.code} {item.span.line}:{item.span.column}" for item in problems]


@PARSERS
def test_nested_too_deep(parser: EventSource) -> None:
    assert codes("[" * 500, parser) == [f"E132 1:{MAX_DEPTH + 1}"]
    assert codes("a: " + "[" * (MAX_DEPTH - 1) + "]" * (MAX_DEPTH - 1) + "\n", parser) == []
    assert codes("- " * 500 + "x\n", parser) == [f"E132 1:{2 * MAX_DEPTH + 1}"]


@pytest.mark.parametrize("text", ["[" * 100_000, "- " * 20_000, "{a: " * 50_000, "a:\n  " + "[\n  " * 50_000])
def test_deep_nesting_is_refused_at_once(text: str) -> None:
    start = time.process_time()
    found = codes(text)
    assert [item.split()[0] for item in found] == ["E132"]
    assert time.process_time() - start < 2


@PARSERS
def test_too_many_nodes(parser: EventSource, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(builder, "MAX_NODES", 10)
    assert codes("a: [1, 2, 3, 4, 5, 6, 7, 8, 9]\n", parser) == ["E133 2:1"]
    assert codes("a: [1]\n", parser) == []


@PARSERS
@pytest.mark.parametrize("quotes", ["{}", '"{}"', "'{}'", "|\n  {}"])
def test_text_too_long(parser: EventSource, quotes: str) -> None:
    text = quotes.format("x" * (MAX_TEXT_LENGTH + 1))
    _, problems = read_text("a.yaml", f"a: {text}\n", parser)
    assert [item.code for item in problems] == ["E131"]


def test_too_many_problems() -> None:
    file, problems = read_text("a.yaml", "a:\n" + "  - no\n" * (MAX_FILE_PROBLEMS + 50))
    assert file is None
    assert len(problems) == MAX_FILE_PROBLEMS + 1
    assert problems[-1].code == "E159"


@pytest.mark.parametrize("count", [10_000, pytest.param(50_000, marks=pytest.mark.full)])
def test_many_repeated_keys_are_bounded(count: int) -> None:
    text = "a:\n" + "".join(f"  k{number}: 1\n" for number in range(count)) + f"  k{count - 1}: 2\n" * count
    start = time.process_time()
    _, problems = read_text("a.yaml", text)
    assert problems[-1].code == "E159"
    assert time.process_time() - start < count / 2500


@pytest.mark.parametrize("depth", [9, 40])
def test_alias_bombs_are_refused_unread(depth: int) -> None:
    rows = ["a0: &a0 [x, x]"] + [f"a{number}: &a{number} [*a{number - 1}, *a{number - 1}]" for number in range(1, depth)]
    assert {item.split()[0] for item in codes_of("\n".join(rows))} == {"E125"}


def codes_of(text: str) -> list[str]:
    return [f"{item.code} {item.span.line}" for item in read_text("a.yaml", text)[1]]


def test_every_limit_has_a_code() -> None:
    assert len({item.name for item in LIMITS}) == len(LIMITS)
    assert all(item.code in CODES for item in LIMITS)
    assert all(item.value > 0 for item in LIMITS)


@pytest.mark.full
def test_a_long_file_with_an_error_at_its_end_is_not_read_in_python() -> None:
    text = "a:\n" + "".join(f"  k{number}: [1, 2, three]\n" for number in range(20_000)) + "b: [1\nc: 2\n"
    start = time.process_time()
    _, problems = read_text("a.yaml", text)
    assert [(item.code, item.span.line) for item in problems] == [("E141", 20_002)]
    assert time.process_time() - start < 2


@pytest.mark.parametrize(
    "text",
    [
        "# " + "\t" * 400_000 + "\na: 1\n",
        "a: [b" + " " * 400_000 + "c\n",
        "k" + " " * 400_000 + "v\nb: 1\n",
        "a: 1 " + "# " * 200_000 + "\n",
        "a: " + "'" * 399_999 + "\n",
        "a: " + '"\\' * 150_000 + "\n",
        "a: " + "[1, {b: 2}], " * 30_000 + "\n",
        "a: !" + "!" * 300_000 + "\n",
        "# " + "\u200e" * 400_000 + "\n",
    ],
    ids=lambda text: text[:8],
)
def test_hostile_lines_are_read_in_bounded_time(text: str) -> None:
    start = time.process_time()
    read_text("a.yaml", text)
    assert time.process_time() - start < 3


def test_what_joins_and_chooses_the_look_of_signs_is_theirs() -> None:
    assert codes_of("a: \u2764\ufe0f\nb: \U0001f469\u200d\U0001f680\n") == []
    assert codes_of("a: b\ufe0f\n") == ["E179 1"]


def test_a_mark_of_direction_is_doubtful_where_it_is_needed_and_wrong_where_not() -> None:
    wrong = "".join(f"# \u202a{number}\n" for number in range(30))
    assert codes_of(f"{wrong}# \u202a\u05d0\n# \u202a\u05d1\na: 1\n") == [*(f"E179 {line}" for line in range(1, 21)), "W163 31"]


@pytest.mark.parametrize(("text", "code"), [
    ('d: tiny, name: "Tiny", version: \'1\',' + "a" * 3000, "E142"), ("a: !" + "b" * 3000 + " c\n", "E127"),
    ("a: *" + "b" * 3000, "E125"),
    ("a: &" + "b" * 3000 + " c", "E125"), ("a: " + "c" * 3000 + " #d", "W161"),
    ("a: %" + "b" * 3000, "E143"), ("a: [%" + "b" * 3000, "E143"),
])  # fmt: skip
def test_a_long_text_is_not_said_again(text: str, code: str) -> None:
    """A cure shows what to write, but not three thousand letters of it."""
    _, problems = read_text("a.yaml", text.encode())
    assert code in [problem.code for problem in problems]
    assert all(len(problem.message) + len(problem.hint) < 300 for problem in problems)
