"""A new kind of node cannot be forgotten: in a copy that has one more expression and one more statement, mypy names every reader."""

from __future__ import annotations

import ast
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
READERS = {
    "expression": (
        "engine/writing/expressions.py value",
        "falling/values.py number",
        "ir/interpret/expressions.py value",
        "ir/reach.py bounds",
        "ir/text.py read",
        "ir/uses.py _read",
        "ir/uses.py looks",
        "odds/functions/source.py inner",
        "odds/rewriting/exprs.py is_plain",
    ),
    "statement": (
        "checks/run_length.py one",
        "engine/planning/guards.py _body",
        "engine/planning/refusals.py _statement",
        "engine/writing/statements.py statement",
        "falling/walk.py one",
        "ir/flatten.py _split",
        "ir/interpret/run.py step",
        "ir/uses.py _touched",
        "ir/uses.py effects",
        "ir/walk.py assigned",
        "odds/planning/steps.py step",
    ),
}
ADDED = '''class Twice(Record):
    """Twice a value."""

    kind: ClassVar[str] = "twice"
    value: Expr


class Wait(Record):
    """Nothing, for a while."""

    kind: ClassVar[str] = "wait"
    passes: Expr


'''


def copy_with_two_more_kinds(place: Path) -> None:
    shutil.copytree(ROOT / "penance_build", place / "penance_build", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", place)
    if (ROOT / ".mypy_cache").exists():  # what is known of the other modules need not be found again
        shutil.copytree(ROOT / ".mypy_cache", place / ".mypy_cache")
    nodes = place / "penance_build" / "ir" / "nodes.py"
    text = nodes.read_text(encoding="utf-8")
    text = text.replace("\nExpr = Union[", f"\n{ADDED}Expr = Union[Twice, ").replace("\nStmt = Union[", "\nStmt = Union[Wait, ")
    nodes.write_text(text, encoding="utf-8")


def function_at(file: Path, line: int) -> str:
    found = [
        node
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef) and node.lineno <= line <= (node.end_lineno or 0)
    ]
    return max(found, key=lambda node: node.lineno).name


@pytest.mark.full
def test_the_type_checker_names_every_reader_of_a_new_kind(tmp_path: Path) -> None:
    copy_with_two_more_kinds(tmp_path)
    variables = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    done = subprocess.run([sys.executable, "-m", "mypy"], cwd=tmp_path, env=variables, capture_output=True, text=True, check=False)
    found: dict[str, set[str]] = {"expression": set(), "statement": set()}
    others = []
    for file, line, message in re.findall(r"^(\S+?):(\d+): error: (.*)$", done.stdout, re.MULTILINE):
        kinds = [kind for name, kind in (("Twice", "expression"), ("Wait", "statement")) if f'"{name}"' in message]
        if "assert_never" in message and len(kinds) == 1:
            place = tmp_path / file
            found[kinds[0]].add(f"{place.relative_to(tmp_path / 'penance_build').as_posix()} {function_at(place, int(line))}")
        else:
            others.append(f"{file}:{line} {message}")
    assert not others, done.stdout + done.stderr
    assert {kind: tuple(sorted(names)) for kind, names in found.items()} == READERS
    assert sum(map(len, READERS.values())) == 20


@pytest.mark.full
def test_the_ways_through_programs_and_canonical_json_know_a_new_kind_by_its_fields(tmp_path: Path) -> None:
    copy_with_two_more_kinds(tmp_path)
    code = (
        "from penance_build.ir import canonical, nodes as n, walk\n"
        "twice, wait = n.Twice(n.Var('x')), n.Wait(n.Twice(n.Var('y')))\n"
        "assert walk.children(twice) == (n.Var('x'),) and walk.substitute(twice, 'x', n.Const(1)) == n.Twice(n.Const(1))\n"
        "assert {item.name for item in walk.all_expressions((wait,)) if isinstance(item, n.Var)} == {'y'}\n"
        "assert canonical.from_data(n.Stmt, canonical.to_data(wait)) == wait\n"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
