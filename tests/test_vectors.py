"""The vectors of ``docs/ir.md``: up to date, complete, and true in the interpreter, both engines and an engine of a third language.

``pytest tests/test_vectors.py --update-golden`` writes them anew. The third engine (Perl, ``tests/other_language``) knows the page
and the files alone.
"""

from __future__ import annotations

import json
import shutil
import subprocess
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from penance_build.ir import nodes, walk
from penance_build.ir.canonical import from_data
from tests.engine_support import NodeBatch, border, canonical, python_engine
from tests.vector_programs import files

HERE = Path(__file__).resolve().parent
VECTORS = HERE / "vectors"
NAMES = sorted(path.name for path in VECTORS.glob("*.json"))
OTHER = HERE / "other_language" / "interpreter.pl"


@cache
def read(name: str) -> tuple[nodes.Program, list[dict[str, Any]]]:
    """The program and the cases of a file."""
    data = json.loads((VECTORS / name).read_text(encoding="utf-8"))
    made = from_data(nodes.Program, data["program"])
    assert isinstance(made, nodes.Program)
    return made, data["cases"]


def test_the_files_are_what_the_interpreter_gives(request: pytest.FixtureRequest) -> None:
    made = files()
    if request.config.getoption("--update-golden"):
        for name, text in made.items():
            (VECTORS / name).write_text(text, encoding="utf-8")
    assert sorted(made) == sorted(path.name for path in VECTORS.glob("*.json"))
    for name, text in made.items():
        assert (VECTORS / name).read_text(encoding="utf-8") == text, f"{name}: --update-golden writes it anew"


def test_every_kind_and_every_operation_occurs() -> None:
    kinds: set[str] = set()
    ops: set[str] = set()
    flags: set[tuple[str, object]] = set()
    for name in NAMES:
        program, _ = read(name)
        flags |= {("policy", table.policy) for table in program.tables} | {("past", counter.past) for counter in program.counters}
        for procedure in program.procedures:
            for stmt in walk.statements(procedure.body):
                kinds.add(stmt.kind)
                flags |= {(stmt.kind, getattr(stmt, key)) for key in ("is_set", "bottom", "checked", "fallback") if hasattr(stmt, key)}
            for expr in walk.all_expressions(procedure.body):
                kinds.add(expr.kind)
                flags |= {(expr.kind, getattr(expr, key)) for key in ("high", "what") if hasattr(expr, key)}
                if isinstance(expr, nodes.Op | nodes.ListOp):
                    ops.add(f"{expr.kind} {expr.op}")
    assert kinds == {cls.kind for cls in (*nodes.EXPR_KINDS, *nodes.STMT_KINDS)}  # type: ignore[attr-defined]
    numbers = "add sub mul div mod cdiv rdiv min max and or not neg abs eq ne lt le gt ge".split()
    assert ops == {f"op {op}" for op in numbers} | {f"list_op {op}" for op in "fill put first sort best worst at max min same size".split()}
    assert {("policy", policy) for policy in ("unique", "first", "sum", "max")} <= flags
    assert {("past", "clamp"), ("past", "illegal"), ("shape", "same"), ("shape", "run"), ("let", True), ("choose", "")} <= flags
    assert {(kind, value) for kind, value in flags if value is True} >= {("keep", True), ("change", True), ("move", True)}


def test_every_error_of_the_page_occurs() -> None:
    errors = [case["error"] for name in NAMES for case in read(name)[1] if "error" in case]
    wanted = (
        "there is no procedure", "there is no input", "must be given", "must be a whole number", "must be a player", "needed, ", "only ",
        "a shuffle needs a seed", "would be", "no option of", "is not legal for", "went past 2^53 - 1",
    )  # fmt: skip
    assert not [part for part in wanted if not any(part in error for error in errors)]


def straight(program: nodes.Program, cases: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The cases that an engine can run in one call: those of procedures that never choose. (Of players it names the bounds too.)"""
    choosers = {item.id for item in program.procedures if "choose" in kinds_of(program, item.id) or "pick" in kinds_of(program, item.id)}
    known = {item.id: {one.name for one in item.inputs} for item in program.procedures}
    able = [case for case in cases if case["procedure"] in known and case["procedure"] not in choosers]
    return [case for case in able if set(case["inputs"]) <= known[case["procedure"]] and "must be a player" not in case.get("error", "")]


def kinds_of(program: nodes.Program, name: str) -> set[str]:
    """The kinds of statements of a procedure and its callees."""
    body = next(item for item in program.procedures if item.id == name).body
    found = {stmt.kind for stmt in walk.statements(body)}
    for callee in walk.calls(body):
        found |= kinds_of(program, callee)
    return found


def options_of(program: nodes.Program, case: dict[str, Any]) -> dict[str, Any]:
    """The case as the options of an engine's ``trace``."""
    dice = {item.id: item for item in program.dice}
    stmts = [stmt for item in program.procedures for stmt in walk.statements(item.body)]
    rolls = {stmt.name: stmt.die for stmt in stmts if isinstance(stmt, nodes.Roll | nodes.Reroll)}
    words = {name: [word(dice[rolls[name]], face) if name in rolls else face for face in faces] for name, faces in case["dice"].items()}
    state = case["state"]
    options: dict[str, Any] = {"dice": words or None, "seed": case["seed"]}
    if state is not None:
        ids = [program.cards[card].id for card in state["cards"]]
        zones = {name: [[ids[card] for card in pile] for pile in piles] for name, piles in state["zones"].items()}
        options["setup"] = {"players": state["players"], "zones": zones, "counters": state["counters"]}
    return {key: value for key, value in options.items() if value is not None}


def word(die: nodes.Die, face: int) -> int | str:
    return dict(die.faces[face].values)["value"] if die.has_values else die.faces[face].id


def expected(case: dict[str, Any]) -> dict[str, Any]:
    """What an engine must say."""
    if "error" in case:
        return {"error": case["error"]}
    lines = [dict(zip(("label", "value", "running", "source", "procedure", "step"), line, strict=True)) for line in case["trace"]]
    told = [item if isinstance(item, str) else {"name": item[0], "values": dict(item[1])} for item in case["told"]]
    return {"result": case["printed"], "trace": lines, "told": told}


def said(answer: dict[str, Any]) -> dict[str, Any]:
    """The same of an answer; lines and records apart, for engines keep no common order of them."""
    return {"result": answer["result"], "trace": answer["trace"], "told": [*answer.get("display", ()), *answer.get("records", ())]}


def apart(found: dict[str, Any]) -> dict[str, Any]:
    return found if "error" in found else {**found, "told": sorted(found["told"], key=lambda item: not isinstance(item, str))}


@pytest.mark.full
@pytest.mark.parametrize("name", NAMES)
def test_both_engines_give_the_same(name: str, tmp_path: Path) -> None:
    program, cases = read(name)
    chosen = straight(program, cases)
    engine, batch = python_engine(program, tmp_path), NodeBatch(tmp_path)
    batch.engine(program, "engine")
    ran: Counter[str] = Counter()
    for case in chosen:
        procedure = next(item for item in program.procedures if item.id == case["procedure"])
        given, options = border(program, procedure, case["inputs"]), options_of(program, case)
        try:
            found = said(engine.trace(procedure.id, given, options))
        except engine.RulesError as error:
            found = {"error": str(error)}
        assert canonical(found) == canonical(apart(expected(case))), case
        batch.call(None, "trace", procedure.id, given, options)
        ran["error" if "error" in case else "fine"] += 1
    answers = batch.answers() if chosen else []
    for answer, case in zip(answers, chosen, strict=True):
        found = said(answer["answer"]) if "answer" in answer else {"error": answer["error"]}
        assert canonical(found) == canonical(apart(expected(case))), case
    assert ran["fine"] or not chosen


@pytest.mark.parametrize("name", NAMES)
def test_an_engine_in_a_third_language_gives_the_same(name: str) -> None:
    perl = shutil.which("perl")
    assert perl is not None, "Perl is needed: it is on every Debian, elsewhere install the package perl"
    done = subprocess.run([perl, str(OTHER), str(VECTORS / name)], capture_output=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr.decode("utf-8", "replace")
    answers = [json.loads(line) for line in done.stdout.decode("utf-8").splitlines()]
    _, cases = read(name)
    assert len(answers) == len(cases)
    for answer, case in zip(answers, cases, strict=True):
        keys = ("error",) if "error" in case else ("results", "printed", "draws", "trace", "told", "after")
        assert canonical(answer) == canonical({key: case[key] for key in keys}), (case["procedure"], case["inputs"])


def test_the_third_engine_declares_what_it_covers() -> None:
    perl = shutil.which("perl")
    assert perl is not None
    done = subprocess.run([perl, str(OTHER), "--kinds"], capture_output=True, timeout=60, check=True)
    declared = set(done.stdout.decode("ascii").split())
    assert declared == {cls.kind for cls in (*nodes.EXPR_KINDS, *nodes.STMT_KINDS)}  # type: ignore[attr-defined]
