"""The arena duel of Penance, played whole: alike in both languages, with what must always hold, and nothing hidden told."""

from __future__ import annotations

import json
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from penance_build.ir.nodes import Program
from tests import duel_games
from tests.engine_support import python_engine


@pytest.fixture(scope="module")
def program() -> Program:
    return duel_games.compiled()


@pytest.fixture(scope="module")
def engine(program: Program, tmp_path_factory: pytest.TempPathFactory) -> ModuleType:
    return python_engine(program, tmp_path_factory.mktemp("duel"))


def a_game_of_each(program: Program) -> list[duel_games.Game]:
    return [
        game for number, decks in enumerate(duel_games.pairings(program)) for game in duel_games.games_of(decks, range(number, number + 1))
    ]


@pytest.mark.full
def test_both_languages_play_the_same_games(program: Program, tmp_path: Path) -> None:
    """At both distances and in both moods, log for log."""
    games = a_game_of_each(program)[::3]
    assert {(setup, mood) for setup, _, _, mood in games} == {
        (setup, mood) for setup in ("duel", "close_quarters") for mood in (False, True)
    }
    assert duel_games.differences(program, games, tmp_path) == []


@pytest.mark.full
def test_both_languages_play_the_same_games_of_every_pairing(program: Program, tmp_path: Path) -> None:
    """``python -m tests.duel_games`` plays two hundred of each."""
    assert duel_games.differences(program, a_game_of_each(program), tmp_path) == []


@pytest.mark.full
def test_both_languages_play_the_same_games_by_the_optional_rules(tmp_path: Path) -> None:
    everything = duel_games.compiled(taint="on", damaged_cards="on", grit="on", suffering_dice="on", dice_pool="v3")
    games = [game for decks in duel_games.pairings(everything)[::3] for game in duel_games.games_of(decks, range(1, 4, 2))]
    assert duel_games.differences(everything, games, tmp_path) == []


class Watch:
    """What must hold after every action of a game."""

    def __init__(self, program: Program, engine: ModuleType) -> None:
        self.program, self.engine, self.actions = program, engine, 0
        self.counters = {counter.id: counter for counter in program.counters}

    def __call__(self, before: dict[str, Any], action: dict[str, Any], state: dict[str, Any], events: list[dict[str, Any]]) -> None:
        self.actions += 1
        placed = [card for piles in state["zones"].values() for pile in piles for card in pile]
        assert sorted(placed) == list(range(len(state["cards"]))), "every card lies in one place"
        assert state["cards"] == before["cards"]
        for name, row in state["counters"].items():
            assert all(self.counters[name].low <= value <= self.counters[name].high for value in row), name
        assert state["counters"]["at"][0] != state["counters"]["at"][1], "two Caskets never share a hex"
        assert events[0]["type"] == action["type"]
        if state["pending"] is None:
            assert state["result"] is not None
            assert self.engine.legal(state) == []
        elif self.actions % 40 == 0:
            for player in (0, 1, None):
                self.hides(state, player)
            assert self.engine.replay(state["log"])["zones"] == state["zones"]
            assert json.loads(json.dumps(state)) == state

    def hides(self, state: dict[str, Any], player: int | None) -> None:
        """A view tells no card that the player may not see, and is the same where only such cards differ."""
        view = self.engine.view(state, player)
        visible = {zone.id: zone.visible for zone in self.program.zones}
        for name, piles in state["zones"].items():
            for owner, pile in enumerate(piles):
                seen = visible[name] == "all" or (visible[name] == "owner" and owner == player)
                assert view["zones"][name][owner] == (pile if seen else len(pile))
                for card in pile:
                    asked = view["pending"] is not None and card in view["pending"].get("cards", [])
                    assert (view["cards"][card] is None) == (not seen and not asked)
        assert not {"log", "rng", "frames", "script"} & set(view)


@pytest.mark.full
@pytest.mark.parametrize(("seed", "mood"), [(seed, seed != 3) for seed in (3, 4, 7, 8, 11)])
def test_what_must_always_hold(program: Program, engine: ModuleType, seed: int, mood: bool) -> None:
    pairings = duel_games.pairings(program)
    watch = Watch(program, engine)
    setup = "close_quarters" if seed % 2 else "duel"
    state = duel_games.play(engine, setup, pairings[seed % len(pairings)], seed, mood, watch)
    assert watch.actions > 50
    assert state["result"]["outcome"] in ("destroyed", "pilot_dead", "time")


def test_giving_up_ends_the_duel(engine: ModuleType) -> None:
    state = engine.new_game({"setup": "duel"}, 5)
    while state["pending"]["slot"] != "action":
        state, _ = engine.apply(state, engine.legal(state)[0])
    who = state["pending"]["by"]
    state, events = engine.apply(state, {"type": "choose", "procedure": "one_action", "slot": "action", "option": "surrender"})
    assert state["result"] == {"outcome": "surrender", "winner": 2 - who, "rounds": 1}
    assert events[-1]["type"] == "end"
    assert engine.legal(state) == []


def until_action(engine: ModuleType, seed: int, setup: dict[str, Any] | None = None) -> dict[str, Any]:
    """A duel at the first choice of an action."""
    state = engine.new_game(setup or {"setup": "duel"}, seed)
    while state["pending"]["slot"] != "action":
        state, _ = engine.apply(state, engine.legal(state)[0])
    return dict(state)


def choose(engine: ModuleType, state: dict[str, Any], option: str) -> dict[str, Any]:
    pending = state["pending"]
    action = {"type": "choose", "procedure": pending["procedure"], "slot": pending["slot"], "option": option}
    return dict(engine.apply(state, action)[0])


def test_moving_costs_what_the_ground_asks(engine: ModuleType) -> None:
    """From g2 the first seat faces clear ground, then rubble; what it cannot pay is not legal, and says why."""
    seed = next(seed for seed in range(20) if until_action(engine, seed)["pending"]["by"] == 0)
    state = until_action(engine, seed)
    assert state["counters"]["sp"][0] == 6
    state = choose(engine, choose(engine, state, "move"), "right")
    assert (state["counters"]["at"][0], state["counters"]["sp"][0], state["counters"]["moved"][0]) == (cell(engine, "g3"), 5, 1)
    state = choose(engine, choose(engine, state, "move"), "right")
    assert (state["counters"]["at"][0], state["counters"]["sp"][0]) == (cell(engine, "g4"), 3)
    state = choose(engine, choose(engine, state, "rotate"), "down_right")
    assert (state["counters"]["heading"][0], state["counters"]["sp"][0]) == (1, 3)
    state = choose(engine, choose(engine, state, "rotate"), "right")
    assert (state["counters"]["heading"][0], state["counters"]["sp"][0]) == (0, 2)
    state = choose(engine, choose(engine, state, "move"), "right")
    state = choose(engine, choose(engine, state, "move"), "right")
    assert (state["counters"]["at"][0], state["counters"]["sp"][0]) == (cell(engine, "g6"), 0)
    refused = {"type": "choose", "procedure": "one_action", "slot": "action", "option": "move"}
    assert engine.why_not(state, refused)["reason"] == "can_move"
    assert refused not in engine.legal(state)


def cell(engine: ModuleType, name: str) -> int:
    """The number of a hex of the arena."""
    return int(engine._DATA["enums"]["arena"].index(name))


def test_a_mulligan_is_a_new_hand(engine: ModuleType) -> None:
    state = engine.new_game({"setup": "duel"}, 11)
    before = list(state["zones"]["hand"][0])
    assert len(before) == 6
    after = choose(engine, state, "again")
    assert len(after["zones"]["hand"][0]) == 6
    assert after["zones"]["hand"][0] != before
    assert after["pending"]["by"] == 1
    with pytest.raises(engine.StateError, match="cannot be undone"):
        engine.undo(after)


def test_passives_lie_open_from_the_start(engine: ModuleType, program: Program) -> None:
    state = engine.new_game({"setup": "duel"}, 2)
    types = {card.id: card.type for card in program.cards}
    for seat in (0, 1):
        assert [types[state["cards"][card]] for card in state["zones"]["tactics"][seat]] == ["passive"] * len(
            state["zones"]["tactics"][seat]
        )
        assert all(types[state["cards"][card]] != "passive" for card in state["zones"]["deck"][seat] + state["zones"]["hand"][seat])
