"""Callers that are right: they pass under ``--strict``, and run."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Literal

import engine

if TYPE_CHECKING:  # types have no counterpart in the module that runs
    from engine import Action, Pending, Setup, State

# A procedure that needs no state: inputs by position or name.
hit = engine.attack(4, 5, seed=11)
outcome: Literal["catastrophic_failure", "miss", "hit", "strong_hit", "critical_hit", "execution"] = hit["outcome"]
assert (outcome, hit["taken"]) == ("strong_hit", 4)
assert engine.attack(damage=4, range=5, seed=engine.Generator(11)) == hit
assert engine.to_hit() == engine.run("to_hit")["result"]

# By name: inputs and dice go back in as they came out.
traced = engine.trace("attack", {"damage": 4}, {"seed": 3})
label: str = traced["trace"][0]["label"]
again = engine.run("attack", traced["inputs"], dice=traced["dice"])
assert again["result"] == traced["result"]
engine.run("attack", {"damage": 4}, dice={"attack": [5, "strike"]}, seed=1)


def decide(pending: Pending, actions: list[Action]) -> Action:
    """Who decides knows what is asked."""
    if pending["procedure"] == "one_action" and pending["slot"] == "action":
        for option in pending["options"]:
            if option != "surrender":
                return {"type": "choose", "procedure": "one_action", "slot": "action", "option": option}
    if pending["type"] == "pick":
        zone: engine.ZoneId = pending["zone"]
        assert zone
        assert pending["cards"]
    return actions[0]


state = engine.new_game({"setup": "duel", "decks": ["confessor", "ironclad"], "counters": {"heat": [1, 2], "smoke": 0}}, 7)
for _ in range(12):
    if state["pending"] is None:
        break
    seen = engine.view(state, state["pending"]["by"])
    opened: list[list[int]] = seen["zones"]["graveyard"]
    closed: list[int] = seen["zones"]["deck"]
    own: list[int | list[int]] = seen["zones"]["hand"]
    assert len(opened) == len(closed) == len(own) == 2
    assert seen["pending"] is not None
    assert seen["pending"]["prompt"]
    state, events = engine.apply(state, decide(state["pending"], engine.legal(state)))
    for event in events:
        if event["type"] == "ask" and event["pending"]["type"] == "choose":
            assert len(event["pending"]["names"]) == len(event["pending"]["options"])
        elif event["type"] == "move":
            assert event["from"] in state["zones"]
        elif event["type"] == "change":
            assert event["from"] != event["to"]
if state["result"] is not None:
    winner: int = state["result"]["winner"]
anything: State = state
loaded: State[engine.DuelResult] = json.loads(json.dumps(state))
assert engine.legal(loaded) == engine.legal(anything)
assert engine.replay(state["log"])["zones"] == state["zones"]
assert len(engine.retell(state["log"])) >= len(state["log"])
refusal = engine.why_not(state, {"type": "choose", "procedure": "take_damage", "slot": "place", "option": "deck"})
reason: str | None = refusal["reason"] if refusal else None

# In place.
live = engine.open(state)
target: int = live.run("to_hit", {"range": 4})["target"]
assert live.counter("heat", 1) + len(live.zone("deck")) > 0
result = live.fork(5).result
how: Literal["time", "surrender", "destroyed", "pilot_dead"] | None = result["outcome"] if result else None
assert live.save()["counters"] == state["counters"]

# A setup that is kept in a variable says its type; one of one's own names cards or decks.
setup: Setup = {"setup": "close_quarters"}
assert engine.new_game(setup, seed=1)["players"] == 2
engine.new_game({"players": 2, "zones": {"deck": ["confessor", ["faithful_thrust"]]}}, 1)
engine.new_game()
fight = engine.start(
    "attack_and_discard",
    {"attacker": 0, "defender": 1, "damage": 6},
    setup={"zones": {"deck": ["confessor", "confessor"]}},
    seed=7,
)
assert fight["procedure"] == "attack_and_discard"
assert (engine.GAME, "attack" in engine.PROCEDURES) == ("penance", True)
try:
    engine.attack(damage=-1)
except engine.InputError as problem:
    assert "damage" in str(problem)
