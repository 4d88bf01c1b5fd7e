"""Questions about a saved game: its counters and zones as they are, the cards of hidden zones in an order that nobody has seen."""

from __future__ import annotations

import json
from collections.abc import Callable
from fractions import Fraction as F
from pathlib import Path
from typing import Any

import pytest

from penance_build.api import Program, WrongUse, odds, saved_game
from penance_build.play.table import Table
from tests.games import program_of

COINS = Path(__file__).resolve().parent / "cases_odds" / "coins.yaml"


@pytest.fixture(scope="module")
def program() -> Program:
    return program_of(COINS.read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def state(program: Program) -> dict[str, Any]:
    """A game at its first choice: five cards in the hand, five in the deck."""
    table = Table(program)
    kept: dict[str, Any] = json.loads(json.dumps(table.new_game(table.setup("alone"), [], 11)))
    return kept


def copper_left(state: dict[str, Any]) -> int:
    return sum(state["cards"][card] == "copper" for card in state["zones"]["deck"][0])


def test_the_next_card_of_a_saved_game(program: Program, state: dict[str, Any]) -> None:
    """It is any of those that are left, whatever the file says of their order."""
    held = sum(state["cards"][card] == "copper" for card in state["zones"]["hand"][0])
    where = f"count(me.hand, card == copper) == {held + 1}"
    found = odds(program, "draw", {"me": 1, "cards": 1}, where=where, situation=saved_game(program, state))
    assert found.p == F(copper_left(state), 5)
    turned = {**state, "zones": {**state["zones"], "deck": [state["zones"]["deck"][0][::-1]]}}
    assert odds(program, "draw", {"me": 1, "cards": 1}, where=where, situation=saved_game(program, turned)).p == found.p
    assert saved_game(program, {"version": 1, "setup": "alone", "state": state}).zones == saved_game(program, state).zones


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"rules": "0" * 64}, "saved under other rules"),
        ({"players": 0}, "damaged"),
        ({"players": 2}, "damaged"),
        ({"cards": ["copper"]}, "damaged"),
        ({"zones": {}}, "damaged"),
        ({"zones": 5}, "damaged"),
        ({"cards": None}, "damaged"),
    ],
)
def test_what_is_no_game_of_these_rules(program: Program, state: dict[str, Any], changed: dict[str, Any], said: str) -> None:
    with pytest.raises(WrongUse, match=said):
        saved_game(program, {**state, **changed})


@pytest.mark.parametrize("other", [None, [], 5, "state", {}, {"state": 3}, {"rules": "x"}])
def test_what_is_no_game(program: Program, other: Any) -> None:
    with pytest.raises(WrongUse, match="not a saved game"):
        saved_game(program, other)


def test_on_the_command_line(penance: Callable[..., Any], state: dict[str, Any], tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text(COINS.read_text(encoding="utf-8"), encoding="utf-8")
    (tmp_path / "kept.json").write_text(json.dumps({"version": 1, "setup": "alone", "state": state}), encoding="utf-8")
    asked = ("odds", "draw", "--set", "me=1", "--set", "cards=5", "--state")
    ran = penance(*asked, "kept.json", "--where", "size(me.hand) == 10", cwd=tmp_path)
    assert (ran.code, ran.out) == (0, "size(me.hand) == 10: 1 = 100.00 %\n")
    ran = penance("run", "draw", "--set", "me=1", "--set", "cards=2", "--state", "kept.json", "--seed", "3", cwd=tmp_path)
    assert ran.code == 0, ran.err
    ran = penance(*asked, "none.json", cwd=tmp_path)
    assert ran.code == 3, ran.err
