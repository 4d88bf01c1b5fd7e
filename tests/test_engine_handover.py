"""An attack of the real rules changes hands between Python and JavaScript at every choice, in both directions, under each option."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

from penance_build.ir import nodes
from tests.engine_support import NodeBatch, canonical, python_engine
from tests.games import shipped

OPTIONS: dict[str, dict[str, str]] = {
    "base": {},
    "v3": {"dice_pool": "v3", "suffering_dice": "on"},
    "v3_conversion": {"dice_pool": "v3_conversion", "suffering_dice": "on"},
}
# Cards of the defender: (deck, hand). The places that damage may come from, empty ones included.
PILES = {"both": (6, 4), "hand": (0, 5), "deck": (5, 0), "one each": (1, 1), "nothing": (0, 0)}


def setup(program: nodes.Program, deck: int, hand: int) -> dict[str, Any]:
    ids = [card.id for card in program.cards]
    cards = [ids[place % len(ids)] for place in range(deck + hand)]
    return {"players": 2, "zones": {"deck": [ids[:3], cards[:deck]], "hand": [ids[3:5], cards[deck:]]}}


def saved(value: Any) -> Any:
    """Through JSON and back, as a file would."""
    return json.loads(json.dumps(value))


def games(engine: Any, program: nodes.Program) -> list[tuple[dict[str, Any], dict[str, Any], list[dict[str, Any]], list[dict[str, Any]]]]:
    """(inputs, options, states, actions) of attacks that miss, hit, jam and execute, in Python; hand and deck by turns."""
    played, rng = [], random.Random(4)
    for number, (deck, hand) in enumerate(PILES.values()):
        for attack in ([1, 1], [4, 4], [5, 5], [0, 0]):
            inputs = {"attacker": 0, "defender": 1, "damage": 9}
            options = {"seed": 7 + number, "dice": {"attack": attack}, "setup": setup(program, deck, hand)}
            state = engine.start("attack_and_discard", inputs, options)
            states, actions = [state], []
            while state["pending"]:
                legal = engine.legal(state)
                actions.append(rng.choice(legal))
                state = engine.apply(saved(state), actions[-1])[0]
                states.append(state)
            played.append((inputs, options, states, actions))
    return played


@pytest.mark.full
@pytest.mark.parametrize("choice", ["base", *(pytest.param(name, marks=pytest.mark.soak) for name in ("v3", "v3_conversion"))])
def test_an_attack_changes_hands_at_every_choice(tmp_path: Path, choice: str) -> None:
    program = shipped("penance", **OPTIONS[choice])
    engine, batch = python_engine(program, tmp_path), NodeBatch(tmp_path)
    batch.engine(program, "penance")
    played, handed = games(engine, program), []
    for inputs, options, states, actions in played:
        batch.call({"answer": states[0]}, "start", "attack_and_discard", inputs, options)
        handed.append(states[0])
        for place, action in enumerate(actions):
            batch.call({"answer": engine.legal(states[place])}, "legal", states[place])
            state, events = engine.apply(states[place], action)
            batch.call({"answer": {"state": state, "events": events}}, "apply", states[place], action)
            handed.append(state)
        batch.call({"answer": {**states[-1], "rng": None, "script": None, "used": {}}}, "replay", states[-1]["log"])
    batch.check()
    # What JavaScript saved, Python goes on with: step by step to the same end, for each state is one that was saved there.
    answers = [item["answer"] for item, name in zip(batch.answers(), batch.names, strict=True) if " start " in name or " apply " in name]
    from_node = iter([item["state"] if "events" in item else item for item in answers])
    for _, _, states, actions in played:
        for place, state in enumerate(states):
            other = next(from_node)
            assert canonical(other) == canonical(state)
            if place < len(actions):
                assert canonical(engine.apply(saved(other), actions[place])[0]) == canonical(states[place + 1])
    ends = {states[-1]["result"]["outcome"] for _, _, states, _ in played}
    assert {"execution", "catastrophic_failure"} <= ends
    assert len(ends) > 2
    slots = {(action["type"], action.get("option")) for _, _, _, actions in played for action in actions}
    assert {kind for kind, _ in slots} == {"choose", "pick"}
    assert {("choose", "hand"), ("choose", "deck")} <= slots
    assert len(handed) > len(played) + 10


@pytest.mark.full
def test_an_execution_takes_cards_of_the_deck_alone(tmp_path: Path) -> None:
    program = shipped("penance")
    engine = python_engine(program, tmp_path)
    for inputs, options, states, actions in games(engine, program):
        if states[-1]["result"]["outcome"] != "execution":
            continue
        deck, hand = (len(options["setup"]["zones"][zone][1]) for zone in ("deck", "hand"))
        assert actions == []
        assert len(states[-1]["zones"]["hand"][1]) == hand
        assert len(states[-1]["zones"]["deck"][1]) == max(0, deck - states[-1]["result"]["taken"])
        assert inputs["damage"] == 9
