"""Every bad case gives exactly the problems that it says, every good one none of them, and every code has both."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from penance_build.api import compile_game
from penance_build.diagnostics.problem import Problem
from penance_build.diagnostics.registry import CODES
from penance_build.diagnostics.suppress import apply
from penance_build.source import read_game
from penance_build.source.parsing.parsers import EventSource, libyaml_events, python_events
from tests.cases_support import CASES, Case, difference, load_case, load_cases

BAD = load_cases("bad")
GOOD = load_cases("good")
READING = "reading"
PARSERS = (libyaml_events, python_events)


def problems_of(case: Case, folder: Path) -> list[Problem]:
    """Reading cases are pieces of a game, so they are read only; the others are compiled."""
    place = case.write(folder)
    if case.topic == READING:
        source, problems = read_game(place)
        return apply(problems, source.texts)
    return list(compile_game(place).problems)


def test_there_are_cases() -> None:
    assert BAD
    assert GOOD


@pytest.mark.parametrize("case", BAD, ids=lambda case: case.name)
def test_bad(case: Case, tmp_path: Path) -> None:
    assert case.expected, "a bad case says what is expected of it"
    assert difference(case, problems_of(case, tmp_path)) == ""


@pytest.mark.parametrize("case", GOOD, ids=lambda case: case.name)
def test_good(case: Case, tmp_path: Path) -> None:
    twin = [item for item in BAD if (item.topic, item.stem) == (case.topic, case.stem)]
    about = {item.code for bad in twin for item in bad.expected}
    found = [item for item in problems_of(case, tmp_path) if item.severity == "error" or item.code in about]
    assert difference(case, found) == ""


@pytest.mark.parametrize("parser", PARSERS, ids=lambda parser: parser.__name__)
@pytest.mark.parametrize("case", [case for case in (*BAD, *GOOD) if case.topic == READING], ids=lambda case: case.name)
def test_both_parsers_say_the_same(case: Case, parser: EventSource, tmp_path: Path) -> None:
    source, problems = read_game(case.write(tmp_path), parser)
    assert difference(case, apply(problems, source.texts)) == ""


@pytest.mark.parametrize("case", [case for case in BAD if case.topic == READING], ids=lambda case: case.name)
def test_later_stages_do_not_hide_what_reading_says(case: Case, tmp_path: Path) -> None:
    compiled = compile_game(case.write(tmp_path)).problems
    read = {(item.file, item.line, item.column, item.code) for item in case.expected if item.code[0] == "E"}
    found = {(item.span.file, item.span.line, item.span.column, item.code) for item in compiled}
    assert read <= found


def made_by_tests() -> dict[str, str]:
    """Codes whose mistake no file can hold, and the test that makes it: ``CODE FILE::TEST`` in ``cases/made/*.txt``."""
    found = {}
    for path in sorted((CASES / "made").glob("*.txt")):
        for line in path.read_text(encoding="utf-8").splitlines():
            if line.strip() and not line.startswith("#"):
                code, test = line.split()
                found[code] = test
    return found


def test_every_code_has_a_bad_case() -> None:
    """The codes without a case in ``tests/cases/bad`` and without a test in ``tests/cases/made``."""
    have = {mark.code for case in BAD for mark in case.expected} | made_by_tests().keys()
    assert [code for code in CODES if code not in have] == []


def test_every_code_has_a_good_twin() -> None:
    """Of a code, the bad case: the ones with no file of the same name in ``tests/cases/good``."""
    good = {(case.topic, case.stem) for case in GOOD}
    alone = []
    for code in CODES:
        bad = [case for case in BAD if any(mark.code == code for mark in case.expected)]
        if bad and not any((case.topic, case.stem) in good for case in bad):
            alone.append(f"{code} {bad[0].name}")
    assert not alone, "no good twin:\n" + "\n".join(alone)


@pytest.mark.parametrize("code", sorted(made_by_tests()))
def test_the_tests_that_make_a_mistake_exist(code: str) -> None:
    file, _, name = made_by_tests()[code].partition("::")
    text = (CASES.parent / file).read_text(encoding="utf-8")
    assert code in CODES
    assert name in {node.name for node in ast.parse(text).body if isinstance(node, ast.FunctionDef)}
    assert code in text


def test_no_case_expects_an_unknown_code() -> None:
    unknown = [f"{case.name}: {mark.code}" for case in BAD for mark in case.expected if mark.code not in CODES]
    assert unknown == []


def test_missing_and_surplus_are_both_seen(tmp_path: Path) -> None:
    path = tmp_path / "wrong.yaml"
    path.write_text("a: no\nb: x  #~ E110:4 no such thing\nc: off  #~ E110:4 other words\n", encoding="utf-8")
    case = load_case("bad", READING, path)
    text = difference(case, problems_of(case, tmp_path / "game"))
    assert text.count("missing: ") == 2
    assert text.count("surplus: ") == 2
