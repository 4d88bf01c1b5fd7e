"""A small game without setups of its own: two procedures that ask, one that does not."""

from __future__ import annotations

from typing import Literal

import engine

setup: engine.Setup = {
    "zones": {"deck": [["strike", "guard"], ["pray", "pray"]], "commons": ["guard"]},
    "counters": {"round": 4, "heat": [1, 0]},
}
state = engine.start("duel", setup=setup, seed=3)
while state["pending"]:
    pending = state["pending"]
    if pending["type"] == "pick":
        hand: Literal["hand"] = pending["zone"]
        assert hand == "hand"
    elif pending["slot"] == "place":
        places: list[Literal["hand", "deck", "nowhere"]] = pending["options"]
        assert places
    state, _ = engine.apply(state, engine.legal(state)[0])
assert state["result"] is not None
lost: int = state["result"]["lost"]
assert engine.roll_attack(3, dice={"attack": [4, 5], "defense": ["heat", "flesh", "shield"]})["total"] == 9
engine.start("lose_card", {"p": 0}, state=state)
