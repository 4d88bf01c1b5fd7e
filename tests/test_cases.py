"""Every bad case gives exactly the problems that it says, every good one none of them, and every code has both."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from penance_build.api import compile_game
from penance_build.diagnostics import registry
from penance_build.diagnostics.problem import Problem
from penance_build.diagnostics.suppress import apply
from penance_build.source import read_game
from tests.cases_support import Case, difference, load_case, load_cases

BAD = load_cases("bad")
GOOD = load_cases("good")
READING = "reading"

# Codes whose mistake no file in a repository can hold (a link, a pipe, a huge file, a full disk): the test that makes it.
MADE_BY_TESTS = {
    "E108": "test_source_folder.py::test_file_too_large",
    "E109": "test_source_folder.py::test_game_too_large",
    "W164": "test_source_folder.py::test_each_file_once",
    "E150": "test_source_folder.py::test_without_game_yaml",
    "E151": "test_source_folder.py::test_no_folder",
    "E152": "test_source_folder.py::test_link_out_of_the_game",
    "E153": "test_source_folder.py::test_link_loop",
    "E154": "test_source_folder.py::test_not_a_regular_file",
    "E155": "test_source_folder.py::test_unreadable",
    "E156": "test_source_folder.py::test_unusable_name",
    "E157": "test_source_folder.py::test_too_many_files",
    "E158": "test_source_folder.py::test_folders_too_deep",
    "E131": "test_source_limits.py::test_text_too_long",
    "E132": "test_source_limits.py::test_nested_too_deep",
    "E133": "test_source_limits.py::test_too_many_nodes",
    "E159": "test_source_limits.py::test_too_many_problems",
}


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


@pytest.mark.parametrize("case", [case for case in BAD if case.topic == READING], ids=lambda case: case.name)
def test_later_stages_do_not_hide_what_reading_says(case: Case, tmp_path: Path) -> None:
    compiled = compile_game(case.write(tmp_path)).problems
    read = {(item.file, item.line, item.column, item.code) for item in case.expected if item.code[0] == "E"}
    found = {(item.span.file, item.span.line, item.span.column, item.code) for item in compiled}
    assert read <= found


@pytest.mark.parametrize("item", registry.CODES, ids=lambda item: item.code)
def test_every_code_has_a_bad_case_and_a_good_twin(item: registry.Code) -> None:
    if item.code in MADE_BY_TESTS:
        file, _, name = MADE_BY_TESTS[item.code].partition("::")
        tree = ast.parse((Path(__file__).parent / file).read_text(encoding="utf-8"))
        assert name in {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}
        return
    bad = [case for case in BAD if any(mark.code == item.code for mark in case.expected)]
    assert bad, f"{item.code} ({item.title}): no case in tests/cases/bad expects it"
    good = {(case.topic, case.stem) for case in GOOD}
    assert any((case.topic, case.stem) in good for case in bad), f"{item.code} ({item.title}): {bad[0].name} has no good twin"


def test_no_case_expects_an_unknown_code() -> None:
    unknown = [f"{case.name}: {mark.code}" for case in BAD for mark in case.expected if registry.get(mark.code) is None]
    assert unknown == []


def test_missing_and_surplus_are_both_seen(tmp_path: Path) -> None:
    path = tmp_path / "wrong.yaml"
    path.write_text("a: no\nb: x  #~ E110:4 no such thing\nc: off  #~ E110:4 other words\n", encoding="utf-8")
    case = load_case("bad", READING, path)
    text = difference(case, problems_of(case, tmp_path / "game"))
    assert text.count("missing: ") == 2
    assert text.count("surplus: ") == 2
