"""The games of docs/engine.md, python.md and javascript.md; Aethelgard's result object, and lists, in both languages."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from penance_build.engine.languages.types import emit_types
from penance_build.ir.nodes import Program
from tests.engine_support import NodeBatch, javascript, node_path, played, python_engine
from tests.games import shipped


def game(name: str) -> Program:
    return played(shipped(name))


@pytest.mark.full
def test_the_game_of_the_page_is_played_to_its_end(root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    in_place, block = re.findall(r"```python\n(import engine.*?)```", (root / "docs" / "engine.md").read_text(encoding="utf-8"), re.DOTALL)
    assert max(len(in_place.splitlines()), len(block.splitlines())) < 30
    monkeypatch.setitem(sys.modules, "engine", python_engine(game("penance"), tmp_path))
    names: dict[str, Any] = {}
    exec(block, names)
    assert names["state"]["pending"] is None
    assert set(names["state"]["result"]) >= {"outcome", "taken"}
    exec(in_place, names)
    assert names["live"].result["outcome"] == "surrender"


@pytest.mark.full
def test_the_pages_of_both_languages_play_the_same_duel(root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The loops of docs/python.md and docs/javascript.md, as they stand there, decide alike and end alike."""
    program = game("penance")
    ours, _ = re.findall(r"```python\n(.*?)```", (root / "docs" / "python.md").read_text(encoding="utf-8"), re.DOTALL)
    (theirs,) = re.findall(r"```javascript\n(.*?)```", (root / "docs" / "javascript.md").read_text(encoding="utf-8"), re.DOTALL)
    assert max(len(ours.splitlines()), len(theirs.splitlines())) < 30
    monkeypatch.setitem(sys.modules, "engine", python_engine(program, tmp_path))
    names: dict[str, Any] = {}
    exec(ours, names)
    (tmp_path / "engine.mjs").write_text(javascript(program), encoding="utf-8")
    (tmp_path / "duel.mjs").write_text(theirs, encoding="utf-8")
    done = subprocess.run([node_path(), str(tmp_path / "duel.mjs")], capture_output=True, text=True, check=True, timeout=60)
    assert done.stderr == ""
    assert json.loads(done.stdout) == names["state"]["result"]


@pytest.mark.full
def test_a_check_gives_the_result_object_of_the_document(tmp_path: Path) -> None:
    program = game("aethelgard")
    engine, batch = python_engine(program, tmp_path), NodeBatch(tmp_path)
    batch.engine(program, "aethelgard")
    inputs, dice = {"attribute": 7}, {"dice": {"pool": [9, 8, 5, 2, 1, 10, 7]}}
    answer = engine.run("check", inputs, dice)
    assert answer["result"] == {"dice": 7, "successes": 3, "botches": 1, "net": 2, "outcome": "success"}
    values = {
        "individual_rolls": [9, 8, 5, 2, 1, 10, 7],
        "total_successes": 3,
        "total_botches": 1,
        "net_successes": 2,
        "is_critical_success": False,
        "is_fumble": False,
    }
    assert answer["records"] == [{"name": "dice_result", "values": values}]
    assert list(answer["records"][0]["values"]) == list(values)
    assert answer["display"][1] == "  Roll: [9, 8, 5, 2, 1, 10, 7]"
    assert engine.trace("check", inputs, dice)["records"] == answer["records"]
    assert engine.check(attribute=7, dice=dice["dice"]) == answer["result"]
    batch.call({"answer": answer}, "run", "check", inputs, dice)
    batch.check()
    types = emit_types(program)
    assert '"dice_result": { "individual_rolls": Faces["d10"][]; "total_successes": number;' in types
    assert '"check"' in types[types.index("export type Reporting =") :].partition(";")[0]


@pytest.mark.full
def test_a_ranking_is_a_list_of_places(tmp_path: Path) -> None:
    program = game("skirmish")
    engine, batch = python_engine(program, tmp_path), NodeBatch(tmp_path)
    batch.engine(program, "skirmish")
    answer = engine.run("ranking", {"players": 4}, {"dice": {"roll": [5, 2, 5, 2, 1, 3, 6, 4]}})
    assert answer["result"] == {"places": [2, 4, 1, 3], "rounds": 2}
    assert "records" not in answer
    batch.call({"answer": answer}, "run", "ranking", {"players": 4}, {"dice": {"roll": [5, 2, 5, 2, 1, 3, 6, 4]}})
    for seed in range(40):
        answer = engine.run("roll_off", {"players": 6}, {"seed": seed})
        assert answer["result"]["rounds"] >= 1
        batch.call({"answer": answer}, "run", "roll_off", {"players": 6}, {"seed": seed})
    batch.check()
    assert '"places": number[];' in emit_types(program)
