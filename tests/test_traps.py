"""The traps of YAML, as data: every input on which readers disagree has the same answer from both parsers, at its place."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from penance_build.source import read_text
from penance_build.source.parsing.parsers import EventSource, libyaml_events, python_events

FILE = Path(__file__).resolve().parent / "cases_traps" / "yaml.txt"
_REPEATED = re.compile(r'("(?:[^"\\]|\\.)*") ("(?:[^"\\]|\\.)*") \* (\d+) ("(?:[^"\\]|\\.)*")')


def traps() -> Iterator[tuple[str, str, str]]:
    """Each input, with the line that it stands in and what is expected of it."""
    for number, line in enumerate(FILE.read_text(encoding="utf-8").splitlines(), 1):
        if line and not line.startswith("#"):
            written, _, expected = line.rpartition(" -> ")
            repeated = _REPEATED.fullmatch(written)
            if repeated:
                head, unit, tail = (json.loads(repeated[place]) for place in (1, 2, 4))
                yield f"line {number}", head + unit * int(repeated[3]) + tail, expected
            else:
                yield f"line {number}", json.loads(written), expected


TRAPS = list(traps())


def test_all_of_them_are_here() -> None:
    assert len(TRAPS) > 80


@pytest.mark.parametrize("parser", [libyaml_events, python_events], ids=lambda parser: parser.__name__)
@pytest.mark.parametrize(("text", "expected"), [pytest.param(text, expected, id=name) for name, text, expected in TRAPS])
def test_a_trap_is_a_problem_at_its_place(text: str, expected: str, parser: EventSource) -> None:
    _, problems = read_text("a.yaml", text, parser)
    found = " ".join(f"{item.code}:{item.span.line}:{item.span.column}" for item in problems) or "nothing"
    assert found == expected
    for item in problems:
        assert not re.search(r"\b(?:None|float|int\(|Traceback|mapping values|scanner|token)\b", item.message), item.message
