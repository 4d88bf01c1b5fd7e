"""A game of one procedure, which nobody is asked in: there are no cards, counters, zones, dice or setups."""

from __future__ import annotations

import engine

target: int = engine.to_hit(3)["target"]
state = engine.start("to_hit", {"range": 3}, state=engine.new_game())
nothing: engine.Pending | None = state["pending"]
none: list[engine.Action] = engine.legal(state)
assert engine.run("to_hit", {"range": 3})["result"]["target"] == target
assert nothing is None
assert not none
