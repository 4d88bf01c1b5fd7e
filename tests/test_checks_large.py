"""E616: each bound of a rule and of a table, at it and one beyond it."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from penance_build.api import compile_game, compile_texts
from penance_build.checks.boxes import MAX_ROWS
from penance_build.checks.too_large import MAX_BRANCHES, MAX_LOOPS, MAX_OPTIONS, MAX_STATEMENTS
from penance_build.engine.languages.javascript import emit_javascript
from penance_build.engine.languages.python import emit_python

HEAD = 'game: {id: g, name: G, version: "1", language: 1}\n'


def nested(keyword: str, inner: str, depth: int) -> str:
    """Steps within steps, in flow style, so that YAML's own depth is what it must be."""
    text = "{let: q, value: 1}"
    for level in range(depth):
        text = keyword.replace("N", f"i{level}") + f", {inner}: [{text}]}}"
    return f"procedures:\n  p: {{name: P, inputs: {{k: 0..1}}, steps: [{text}]}}\n"


def steps(count: int) -> str:
    return "procedures:\n  p:\n    name: P\n    steps:\n" + "      - {let: q, value: 1}\n" * count


def options(count: int) -> str:
    listed = ", ".join(f"o{number}: O{number}" for number in range(count))
    return f"procedures:\n  p: {{name: P, inputs: {{who: player}}, steps: [{{choose: x, by: who, options: {{{listed}}}}}]}}\n"


def rows(count: int) -> str:
    listed = "".join(f"      - {{k: {number}, value: {number}}}\n" for number in range(count))
    return f"tables:\n  t:\n    name: T\n    hit: sum\n    inputs: {{k: 0..9999}}\n    outputs: {{value: int}}\n    rows:\n{listed}"


CASES = {
    "statements": (steps, MAX_STATEMENTS, f"`p` comes to {MAX_STATEMENTS + 1} statements, the limit is {MAX_STATEMENTS}"),
    "options": (options, MAX_OPTIONS, f"`p` offers {MAX_OPTIONS + 1} options at once, the limit is {MAX_OPTIONS}"),
    "rows": (rows, MAX_ROWS, f"`t` has {MAX_ROWS + 1} rows, the limit is {MAX_ROWS}"),
    "loops": (
        lambda depth: nested("{each: N, to: 1", "do", depth),
        MAX_LOOPS,
        f"`p` has {MAX_LOOPS + 1} loops within loops, the limit is {MAX_LOOPS}",
    ),
}


@pytest.mark.parametrize("name", [pytest.param(name, marks=[pytest.mark.full] * (name == "rows")) for name in sorted(CASES)])
def test_at_the_bound_and_beyond(name: str, tmp_path: Path) -> None:
    make, bound, message = CASES[name]
    (tmp_path / "game.yaml").write_text(HEAD + make(bound + 1), encoding="utf-8")
    assert [(problem.code, problem.message) for problem in compile_game(tmp_path).problems] == [("E616", message)]
    (tmp_path / "game.yaml").write_text(HEAD + make(bound), encoding="utf-8")
    program = compile_game(tmp_path).program
    assert program is not None
    if name != "statements":  # writing thousands out takes seconds; the loops and options are what languages bound
        compile(emit_python(program), "engine.py", "exec")
        assert emit_javascript(program)


def test_branches_within_branches(tmp_path: Path) -> None:
    """YAML's own bound of 64 levels comes before the bound of branches, at about 30; engines hold that."""
    (tmp_path / "game.yaml").write_text(HEAD + nested("{if: k == 1", "then", 28), encoding="utf-8")
    program = compile_game(tmp_path).program
    assert program is not None
    assert MAX_BRANCHES > 28
    compile(emit_python(program), "engine.py", "exec")


def test_of_a_table_with_too_many_rows_no_region_is_looked_for() -> None:
    """Beyond the limit of rows only that is said, and in no time."""
    rows = "\n".join(f"      - {{c: {number}, o: {number}}}" for number in range(8_000))
    head = f"{HEAD}tables:\n  t:\n    hit: unique\n    inputs: {{c: 0..8000}}\n    outputs: {{o: int}}\n"
    start = time.process_time()
    problems = compile_texts({"game.yaml": f"{head}    rows:\n{rows}\n"}).problems
    assert [problem.code for problem in problems if problem.severity == "error"] == ["E616"]
    assert time.process_time() - start < 5
