"""The book's own games, replayed by the engine step by step: the sample turn, and the fight of the combat system."""

from __future__ import annotations

from types import ModuleType
from typing import Any

import pytest

from tests import duel_games
from tests.engine_support import python_engine

Dice = dict[str, list[int | str]]


@pytest.fixture(scope="module")
def engine(tmp_path_factory: pytest.TempPathFactory) -> ModuleType:
    return python_engine(duel_games.compiled(), tmp_path_factory.mktemp("book"))


class Table:
    """A turn that is being replayed: choices by option or by the name of a card."""

    def __init__(self, engine: ModuleType, setup: dict[str, Any], dice: Dice, who: int) -> None:
        self.engine = engine
        self.events: list[dict[str, Any]] = []
        self.state = engine.start("turn", {"who": who, "foe": 1 - who}, setup=setup, dice=dice)

    def choose(self, *options: str) -> Table:
        """Take these options and cards, one after another, each of them legal."""
        for option in options:
            action = self.action(option)
            assert action in self.engine.legal(self.state), (option, self.engine.why_not(self.state, action))
            self.state, events = self.engine.apply(self.state, action)
            self.events += events
        return self

    def action(self, option: str) -> dict[str, Any]:
        pending = self.state["pending"]
        head = {"type": pending["type"], "procedure": pending["procedure"], "slot": pending["slot"]}
        if pending["type"] == "choose":
            return head | {"option": option}
        pile = self.state["zones"][pending["zone"]][pending["owner"]]
        return head | {"card": next(card for card in pile if self.state["cards"][card] == option)}

    def refused(self, option: str) -> str:
        """Why an option, or a card, is not legal here."""
        action = self.action(option)
        assert action not in self.engine.legal(self.state)
        return str(self.engine.why_not(self.state, action)["reason"])

    def counter(self, name: str, player: int) -> int:
        return int(self.state["counters"][name][player])

    def health(self, player: int) -> int:
        """What the rules call HP: deck, hand and discard pile."""
        return sum(len(self.state["zones"][zone][player]) for zone in ("deck", "hand", "discard"))

    def notes(self) -> list[tuple[str, Any]]:
        return [(event["label"], event["running"]) for event in self.events if event["type"] == "note"]


def hexes(engine: ModuleType, *names: str) -> list[int]:
    return [engine._DATA["enums"]["arena"].index(name) for name in names]


def test_the_sample_turn_of_the_quick_reference(engine: ModuleType) -> None:
    """Target 6, total 8, 8 damage, 2 blocks, 6 taken, Component Damage, Heat, 2 SP unused, 22 HP: all as the book has it."""
    setup = {
        "players": 2,
        "zones": {
            "hand": [["blood_offering", "faithful_thrust", "feint", "retreat", "rally_cry", "overextend"], ["retreat"] * 6],
            "deck": [["survey_the_field"] * 18, ["retreat"] * 24],
        },
        "counters": {"frame": [0, 2], "heat": [2, 0], "at": hexes(engine, "h4", "h7"), "heading": [1, 3]},
    }
    faces: Dice = {"attack": [3, 5], "defense": ["shield", "absorb", "critical", "heat", *["flesh_wound"] * 4]}
    table = Table(engine, setup, faces, 0)
    assert (table.counter("sp", 0), table.counter("heat", 0), table.health(0)) == (6, 2, 24)
    table.choose("rotate", "right", "move", "right", "move", "right", "play", "blood_offering")
    assert (table.counter("sp", 0), table.counter("next_damage", 0), table.health(0)) == (4, 3, 22)
    table.choose("play", "faithful_thrust", "right_arm", "pass", *["deck"] * 6)
    notes = dict(table.notes())
    assert (notes["Defender: Stationary (0)"], notes["Attack Dice"], notes["Damage after Defense"], notes["Blocked"]) == (6, 8, 8, 2)
    assert (notes["Damage taken"], table.health(1), table.counter("right_arm", 1), table.counter("heat", 1)) == (6, 24, 1, 1)
    assert table.counter("sp", 0) == 2
    table.choose("pass")
    assert table.state["result"] == {}
    assert (len(table.state["zones"]["hand"][0]), table.health(0)) == (6, 22)


def test_the_first_turn_of_the_fight(engine: ModuleType) -> None:
    """Confessor against Ironclad: the lunge, a strong hit with 7, five dice, four cards and two Component Damage."""
    setup = {
        "players": 2,
        "zones": {
            "hand": [
                ["desperate_lunge", "faithful_thrust", "feint", "retreat", "deflect", "rally_cry"],
                ["faithful_thrust", "retreat", "retreat", "rally_cry", "feint", "overextend"],
            ],
            "deck": [["bash"] * 24, ["bash"] * 24],
        },
        "counters": {"frame": [0, 2], "at": hexes(engine, "h4", "h7"), "heading": [0, 3]},
    }
    faces: Dice = {"attack": [3, 4], "defense": ["shield", "critical", "heat", "flesh_wound", "flesh_wound"]}
    table = Table(engine, setup, faces, 0)
    assert "faithful_thrust" not in [table.state["cards"][card] for card in table.state["pending"].get("cards", [])]
    table.choose("play", "desperate_lunge", "move", "right", "move", "right")
    assert (table.counter("sp", 0), table.counter("moved", 0)) == (5, 2)
    table.choose("play", "faithful_thrust", "right_arm", "pass", "hand", "faithful_thrust", "hand", "retreat", "deck", "deck")
    notes = dict(table.notes())
    assert (notes["Attack Dice"], notes["Damage after Defense"], notes["Blocked"], notes["Damage taken"]) == (7, 5, 1, 4)
    assert (table.counter("right_arm", 1), table.counter("heat", 1), table.health(1)) == (2, 1, 26)
    assert table.counter("sp", 0) == 3
    table.choose("pass")
    assert len(table.state["zones"]["hand"][0]) == 6


def test_what_the_turn_forbids(engine: ModuleType) -> None:
    """Too dear, out of reach, behind the back, without the arm: each refusal names its condition."""
    zones = {"hand": [["divine_judgment", "faithful_thrust", "deflect", "damage_card"], []], "deck": [["bash"] * 20, ["bash"] * 20]}
    setup: dict[str, Any] = {
        "players": 2,
        "zones": zones,
        "counters": {"frame": [3, 0], "at": hexes(engine, "h6", "h7"), "heading": [0, 3]},
    }
    table = Table(engine, setup, {}, 0).choose("play")
    assert [table.state["cards"][card] for card in table.state["pending"]["cards"]] == ["faithful_thrust", "damage_card"]
    for card in ("divine_judgment", "deflect"):
        assert table.refused(card).startswith("the card must lie in hand, with ")
    for counters in ({"heading": [3, 3]}, {"at": hexes(engine, "h5", "h7")}, {"right_arm": [3, 0]}, {"no_rear": [1, 0], "heading": [0, 0]}):
        barred = {**setup, "counters": {**setup["counters"], **counters}}
        table = Table(engine, barred, {}, 0).choose("play")
        assert [table.state["cards"][card] for card in table.state["pending"]["cards"]] == ["damage_card"]
    lame = {**setup, "counters": {**setup["counters"], "frame": [0, 0], "at": hexes(engine, "g8", "c4"), "legs": [3, 0]}}
    table = Table(engine, lame, {}, 0).choose("move", "right")
    assert table.counter("sp", 0) == 4
    table.choose("move", "right")
    assert table.counter("sp", 0) == 1
    assert table.refused("move") == "can_move"


def ironclad(engine: ModuleType, **counters: Any) -> dict[str, Any]:
    """The Ironclad after the first turn of the fight: 1 Heat, 2 Component Damage to the Right Arm, adjacent to an enemy that moved 2."""
    return {
        "players": 2,
        "zones": {
            "hand": [
                ["faithful_thrust", "righteous_cleave", "blood_offering", "bash", "deflect", "rally_cry"],
                ["advance", "hammer_strike", "wall_of_iron", "retreat"],
            ],
            "deck": [["bash"] * 24, ["hammer_strike"] * 22],
        },
        "counters": {
            "frame": [0, 2],
            "at": hexes(engine, "h6", "h7"),
            "heading": [0, 3],
            "heat": [0, 1],
            "right_arm": [0, 2],
            "moved": [2, 0],
            **counters,
        },
    }


FACES: Dice = {"attack": [5, 3], "defense": ["shield", "critical", "critical", "heat", "pierce", "flesh_wound", "flesh_wound"]}


def test_the_second_turn_of_the_fight_is_too_dear_as_the_book_has_it(engine: ModuleType) -> None:
    """Advance and Hammer Strike are 5 SP of 4, and nobody moves towards an enemy that stands beside it."""
    table = Table(engine, ironclad(engine), FACES, 1)
    assert (table.counter("sp", 1), table.counter("heat", 1)) == (4, 1)
    table.choose("play", "advance")
    assert (table.counter("sp", 1), table.counter("round_defense", 1)) == (2, 1)
    table.choose("move")
    assert table.refused("left") == "left"
    table.choose("right", "play")
    assert [table.state["cards"][card] for card in table.state["pending"]["cards"]] == ["retreat"]
    assert table.refused("hammer_strike").startswith("the card must lie in hand, with ")


def test_the_second_turn_of_the_fight_as_the_rules_allow_it(engine: ModuleType) -> None:
    """Without Advance: 6 since the enemy moved, a strong hit with 8, seven dice, six cards lost, four Component Damage, no Right Arm.

    The 7 of the ruling ``example_ironclad`` counts the two hexes that the Ironclad could not have paid for.
    """
    table = Table(engine, ironclad(engine), FACES, 1)
    table.choose("play", "hammer_strike", "right_arm")
    # One of the dice is PIERCE, which the book reads as: no reactive cards. The rules ask before the dice (ruling reactive_timing).
    table.choose("pass", "hand", "faithful_thrust", "hand", "righteous_cleave", "hand", "bash", "deck", "deck", "deck")
    notes = dict(table.notes())
    assert (notes["Attacker: Stationary (0)"], notes["Defender: Moved (2)"], notes["Attack Dice"]) == (5, 6, 8)
    assert (notes["Damage after Defense"], notes["Blocked"], notes["Damage taken"]) == (7, 1, 6)
    assert (notes["CRITICAL faces"], notes["Primary Weapon cards lost"]) == (2, 4)
    assert (table.counter("right_arm", 0), table.counter("heat", 0), table.health(0)) == (3, 1, 24)
    hand = [table.state["cards"][card] for card in table.state["zones"]["hand"][0]]
    assert sorted(hand) == ["deflect", "rally_cry"]
    assert table.counter("sp", 1) == 1
    table.choose("pass")
    assert len(table.state["zones"]["hand"][1]) == 6


def test_the_second_round_of_the_fight_offers_no_blood(engine: ModuleType) -> None:
    """Blood Offering is a Primary card: without the Right Arm it cannot be played, whatever the book might do."""
    table = Table(engine, ironclad(engine, right_arm=[3, 2]), {}, 0).choose("play")
    playable = {table.state["cards"][card] for card in table.state["pending"]["cards"]}
    assert playable == {"bash", "rally_cry"}
    for card in ("blood_offering", "faithful_thrust", "righteous_cleave"):
        assert "arm" in table.refused(card)
