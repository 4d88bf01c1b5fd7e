"""``penance dump``: what a stage holds, with its places; what is wrong with a broken game is said, and is exit code 1."""

from __future__ import annotations

import json
from pathlib import Path
from shutil import copytree
from typing import Any

import pytest

from penance_build.api import compile_game
from penance_build.cli.commands.dump import put_stage
from penance_build.cli.formulas import pointer
from penance_build.model.formulas.expressions import Expressions
from penance_build.surface.nodes import Formula
from tests.conftest import ROOT

GAME = """\
game: {id: small, name: Small, version: "1", language: 1}
enums:
  side:
    name: "Side"
    members: {front: "Front / rear", back: Back}
tables:
  bonus:
    name: Bonus
    inputs: {side: side}
    hit: unique
    outputs: {amount: 0..9}
    rows:
      - {side: front, amount: 4}
      - {side: back, amount: 7}
"""


def dumped(stage: str, folder: Path, text: str, capsys: pytest.CaptureFixture[str], name: str | None = None) -> tuple[int, Any, str]:
    """The exit code, the JSON and what stands on stderr."""
    (folder / "game.yaml").write_text(text, encoding="utf-8")
    code = put_stage(stage, name, str(folder), ())
    shown = capsys.readouterr()
    return code, json.loads(shown.out), shown.err


def test_every_key_and_value_of_the_source_has_its_place(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, data, err = dumped("source", tmp_path, GAME, capsys)
    assert (code, err, list(data)) == (0, "", ["game.yaml"])
    tree, places = data["game.yaml"]["tree"], data["game.yaml"]["places"]
    assert tree["tables"]["bonus"]["rows"][1]["amount"] == 7
    assert places["/tables/bonus/rows/1/amount"] == {"key": "14:22-14:28", "value": "14:30-14:31"}
    assert places["/tables/bonus/rows/0"] == {"value": "13:9-13:33"}
    assert places["/enums/side/members/front"] == {"key": "5:15-5:20", "value": "5:22-5:36"}
    lines = GAME.splitlines()

    def told(value: Any, pointer: str) -> int:
        """Every scalar stands where it is said to; the answer counts keys and items."""
        count = 0
        for key, inner in value.items() if isinstance(value, dict) else enumerate(value):
            place = places[f"{pointer}/{key}"]
            if not isinstance(inner, dict | list):
                line, start, end = _span(place)
                assert lines[line - 1][start - 1 : end - 1].strip('"') == str(inner)
            count += 1 + (told(inner, f"{pointer}/{key}") if isinstance(inner, dict | list) else 0)
        return count

    assert told(tree, "") == len(places)


def _span(place: dict[str, str]) -> tuple[int, int, int]:
    begin, end = place["value"].split("-")
    line, start = map(int, begin.split(":"))
    assert int(end.split(":")[0]) == line
    return line, start, int(end.split(":")[1])


def test_a_slash_in_a_key_is_escaped(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _, data, _ = dumped("source", tmp_path, 'game: {id: g}\nicons: {"a/b~c": 1}\n', capsys)
    assert "/icons/a~1b~0c" in data["game.yaml"]["places"]


def test_one_part_of_a_stage(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert dumped("source", tmp_path, GAME, capsys, "bonus")[1]["name"] == "Bonus"
    assert dumped("model", tmp_path, GAME, capsys, "table")[1] == {"bonus": "game.yaml:7:3"}


def test_a_file_that_cannot_be_read_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "broken.yaml").write_text("tables: {a: [\n", encoding="utf-8")
    code, data, err = dumped("source", tmp_path, GAME, capsys)
    assert (code, list(data)) == (1, ["game.yaml"])
    assert err.startswith(f"{tmp_path.as_posix()}/broken.yaml:")
    assert "E1" in err


def test_the_model_of_a_broken_game_is_what_is_whole_of_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, data, err = dumped("model", tmp_path, GAME.replace("hit:", "hti:"), capsys)
    assert code == 1
    assert "enum" in data
    assert "bonus" not in data.get("table", {})
    assert "E201" in err


@pytest.mark.parametrize("game", [pytest.param("penance", marks=pytest.mark.full), "aethelgard", "skirmish"])
def test_every_formula_that_compiling_reads_has_its_tree(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    read: dict[tuple[str, str], str] = {}
    parse = Expressions.parse

    def noted(scope: Expressions, formula: Formula) -> Any:
        read[formula.span.file, pointer(formula.path)] = formula.text
        return parse(scope, formula)

    monkeypatch.setattr(Expressions, "parse", noted)
    folder = copytree(ROOT / "rules" / game, tmp_path / game)  # what lies in the repository is not compiled a second time
    assert compile_game(folder).program is not None
    assert put_stage("formula", None, str(folder), ()) == 0
    dumped = {
        (file, pointer): found for file, formulas in json.loads(capsys.readouterr().out).items() for pointer, found in formulas.items()
    }
    assert all("tree" in found for found in dumped.values())
    assert len(read) >= 8
    missing = {where for where, text in read.items() if dumped.get(where, {}).get("text") != text}
    assert all("/rows/" in where for _, where in missing), "only cells that are patterns are no formulas"


def test_the_tree_of_a_formula(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    steps = ["{let: x, value: 'max(1, -x)'}", "{let: x, value: '1 +'}"]
    text = GAME + "procedures:\n  p:\n    name: P\n    results: {x: int}\n    steps:\n" + "".join(f"      - {step}\n" for step in steps)
    code, data, err = dumped("formula", tmp_path, text, capsys)
    assert (code, err.count("E401")) == (1, 1)
    first, second = (found for pointer, found in data["game.yaml"].items() if pointer.startswith("/procedures/"))
    assert (first["place"], first["text"]) == ("20:25-20:37", "max(1, -x)")
    one, minus = first["tree"].pop("arguments")
    assert first["tree"] == {"kind": "apply", "start": 0, "end": 10, "name": "max"}
    assert one == {"kind": "number", "start": 4, "end": 5, "value": 1}
    assert minus["operand"] == {"kind": "name", "start": 8, "end": 9, "id": "x"}
    assert second["problem"]["code"] == "E401"
