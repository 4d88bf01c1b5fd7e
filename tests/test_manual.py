"""What people settle by hand: the game waits until it is done, in both languages, odds refuse to cross it, and it is counted."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from penance_build.api import compile_game
from penance_build.build.coverage import by_hand
from tests.command_line import Ran
from tests.engine_support import NodeBatch, python_engine
from tests.games import program_of

GAME = """
game: {id: hands, name: Hands, version: "1", language: 1}
counters: {luck: {name: Luck, owner: player, type: 0..9, start: 4}}
rulings: {omen: {status: open, question: What is an omen?, by_hand: true}, coin: {status: open, question: Which coin?}}
procedures:
  omen:
    name: Omen
    inputs: {who: {type: player}}
    results: {left: int}
    steps:
      - {manual: "Read the omen, with {who.luck} luck", by: who}
      - {change: who.luck, by: -1}
      - {manual: "Tell what you saw", by: who}
      - {let: left, value: who.luck}
"""


def test_the_game_waits_until_it_is_done(tmp_path: Path) -> None:
    program = program_of(GAME)
    engine, batch = python_engine(program, tmp_path), NodeBatch(tmp_path)
    batch.engine(program, "hands")
    state = engine.start("omen", {"who": 1}, setup={"players": 2})
    for slot, prompt, luck in (("manual.0", "Read the omen, with 4 luck", 4), ("manual.1", "Tell what you saw", 3)):
        asked = engine.view(state, 1)["pending"]
        assert (asked["slot"], asked["prompt"], asked["names"], asked["by"]) == (slot, prompt, ["Done"], 1)
        assert state["counters"]["luck"][1] == luck
        (done,) = engine.legal(state)
        assert done == {"type": "choose", "procedure": "omen", "slot": slot, "option": "done"}
        state, _ = engine.apply(state, done)
    assert state["result"] == {"left": 3}
    batch.call({"answer": engine.replay(state["log"])}, "replay", state["log"])
    batch.check()


def test_it_is_counted() -> None:
    assert by_hand(program_of(GAME)) == {"steps": {"omen": 2}, "rulings": ["omen"]}


def test_odds_do_not_cross_it(tmp_path: Path, penance: Callable[..., Ran]) -> None:
    (tmp_path / "game.yaml").write_text(GAME, encoding="utf-8")
    ran = penance("odds", "omen", "--game", tmp_path, "--set", "who=1")
    assert (ran.code, ran.out) == (2, "")
    assert "In 'omen' something is settled by hand (Tell what you saw)" in ran.err
    assert penance("odds", "omen", "--game", tmp_path, "--set", "who=1", "--policy", "random").code == 2


@pytest.mark.parametrize("hole", ["{who.luck + 1}", "{row table(1)}", "{left|one|many}"])
def test_a_question_holds_names(hole: str, tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text(GAME.replace("{who.luck}", hole), encoding="utf-8")
    assert "E401" in [problem.code for problem in compile_game(tmp_path).problems]
