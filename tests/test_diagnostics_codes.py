"""The pages of the codes: each has its file, and its two examples are cases: the bad one has the mistake, the good one has not."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from penance_build.api import compile_game
from penance_build.diagnostics.pages import page_of, path_of
from penance_build.diagnostics.problem import Problem
from penance_build.diagnostics.registry import CODES
from penance_build.diagnostics.suppress import apply
from penance_build.source import read_text

ROOT = Path(__file__).resolve().parent.parent
FOLDER = path_of("E101").parent
# What stands around an example: the line of `…` is the example, each line of it as far in as that line.
GAME = 'game: {id: example, name: Example, version: "1", language: 1}\n…\n'
TEXTS = {"title", "cause", "bad", "good"}


@cache
def fields(code: str) -> dict[str, Any]:
    return tomllib.loads(path_of(code).read_text(encoding="utf-8"))


def cases(found: str) -> list[str]:
    return [code for code in CODES if fields(code)["case"]["found"] == found]


def test_every_code_has_a_page_and_every_page_a_code() -> None:
    assert sorted(path.stem for path in FOLDER.iterdir() if path.name != "__pycache__") == sorted(CODES)
    assert len(set(CODES)) == len(CODES) > 170
    for code in CODES:
        case = fields(code)["case"]
        assert TEXTS <= fields(code).keys() <= TEXTS | {"suppress", "case"}, code
        assert case["found"] in ("reading", "compiling", "elsewhere"), code
        assert case.keys() <= {"found", "at", "within"}, code
        assert ("at" in case) == (case["found"] != "elsewhere"), code
    assert len(cases("compiling")) > 80


@pytest.mark.full
def test_every_code_that_is_named_exists_and_every_code_is_named() -> None:
    named: dict[str, str] = {}
    for path in sorted((ROOT / "penance_build").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and re.fullmatch(r"[EWH][0-9]{3}", node.value):
                named[node.value] = f"{path.relative_to(ROOT)}:{node.lineno} {node.value}"
    assert [place for code, place in named.items() if code not in CODES] == []
    assert set(CODES) - named.keys() == set()


@pytest.mark.parametrize("code", cases("reading"))
def test_reading(code: str) -> None:
    page, case = page_of(code), fields(code)["case"]
    assert page is not None
    assert [where(problem) for problem in read(page.bad) if problem.code == code] == case["at"].split(", ")
    assert read(page.good) == []


def read(text: str) -> list[Problem]:
    _, problems = read_text("game.yaml", text)
    return apply(problems, {"game.yaml": text})


@pytest.mark.parametrize("code", cases("compiling"))
def test_compiling(code: str, tmp_path: Path) -> None:
    page, case = page_of(code), fields(code)["case"]
    assert page is not None
    before, _, after = case.get("within", GAME).partition("…")
    inset = before.rpartition("\n")[2]
    assert not inset.strip()

    def compiled(example: str) -> list[Problem]:
        (tmp_path / "game.yaml").write_text(before + example.replace("\n", "\n" + inset) + after, encoding="utf-8")
        return list(compile_game(tmp_path).problems)

    places = [(problem.code, where(problem, before.count("\n"), len(inset))) for problem in compiled(page.bad)]
    assert places == [(code, place) for place in case["at"].split(", ")]
    assert [problem for problem in compiled(page.good) if problem.severity == "error" or problem.code == code] == []


def where(problem: Problem, lines: int = 0, columns: int = 0) -> str:
    return f"{problem.span.line - lines}:{problem.span.column - columns}"


@pytest.mark.full
def test_a_check_reads_no_page() -> None:
    code = (
        "import sys; from pathlib import Path; from penance_build.api import compile_game; "
        "assert not compile_game(Path('rules/skirmish')).problems; print(*sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert not {"tomllib", "penance_build.diagnostics.pages"} & set(done.stdout.split())
