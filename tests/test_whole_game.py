"""The vector of a whole game, for engines in other languages: what our engines play is what it says.

``pytest --update-golden`` writes it anew.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from tests.duel_games import compiled
from tests.engine_support import NodeBatch, python_engine

VECTOR = Path(__file__).resolve().parent / "vectors" / "games" / "duel.json"
SETUP = {"setup": "close_quarters", "decks": ["warden", "outrider"]}
SEED = 21
STEPS = 70


def behind(engine: ModuleType, state: Any) -> dict[str, Any]:
    """What a step leads to; with what everybody sees where somebody picks a card."""
    found = {key: state[key] for key in ("counters", "zones", "pending")}
    found["legal"] = engine.legal(state)
    if state["pending"] is None or state["pending"]["type"] == "pick":
        found["views"] = [engine.view(state, player) for player in (0, 1, None)]
    return found


def whole_game(engine: ModuleType) -> dict[str, Any]:
    """A duel in which cards are played, until somebody gives up."""
    state = engine.new_game(SETUP, SEED)
    views = [engine.view(state, player) for player in (0, 1, None)]
    first = {**state, "views": views, "legal": engine.legal(state)}
    steps: list[dict[str, Any]] = []
    mind = 5
    while state["pending"] is not None:
        legal = engine.legal(state)
        mind = (mind * 1103515 + 12345) % 2147483648
        keen = [action for action in legal if action.get("option") in ("play", "move")]
        last = [action for action in legal if action.get("option") == "surrender"] if len(steps) >= STEPS else []
        others = [action for action in legal if action.get("option") != "surrender"]
        from_ = last or keen or others
        action = from_[mind // 65536 % len(from_)]
        state, _ = engine.apply(state, action)
        steps.append({"action": action, **behind(engine, state)})
    return {**SETUP, "seed": SEED, "first": first, "steps": steps, "log": state["log"], "result": state["result"]}


@pytest.mark.full
def test_the_whole_game_is_played_as_it_stands(tmp_path: Path, golden: Callable[[Path, str], None]) -> None:
    game = whole_game(python_engine(compiled(), tmp_path))
    text = json.dumps(game, separators=(",", ":"), sort_keys=True) + "\n"
    golden(VECTOR, text)
    kinds = {entry["type"] for entry in game["log"]}
    assert kinds == {"new_game", "start", "choose", "pick", "roll", "shuffle"}
    assert sum(step["action"]["type"] == "pick" for step in game["steps"]) > 5
    assert len(text) < 400_000


@pytest.mark.full
def test_the_other_language_plays_it_too(tmp_path: Path) -> None:
    game = json.loads(VECTOR.read_text(encoding="utf-8"))
    batch = NodeBatch(tmp_path)
    batch.engine(compiled(), "penance")
    batch.call({"answer": {key: value for key, value in game["first"].items() if key not in ("views", "legal")}}, "new_game", SETUP, SEED)
    engine = python_engine(compiled(), tmp_path)
    state = engine.new_game(SETUP, SEED)
    for step in game["steps"]:
        after, events = engine.apply(state, step["action"])
        batch.call({"answer": {"state": after, "events": events}}, "apply", state, step["action"])
        batch.call({"answer": step["legal"]}, "legal", after)
        state = after
    batch.check()
