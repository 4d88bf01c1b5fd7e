"""Several players and teams: four hands, two sides, enemies that are chosen, allies that are helped; the same in both languages."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from penance_build.api import compile_game
from penance_build.ir.nodes import Program
from tests.engine_support import NodeBatch, python_engine
from tests.games import program_of

GAME = """
game: {id: brawl, name: Brawl, version: "1", language: 1}
enums:
  side: {name: Side, members: {red: Red, blue: Blue, nobody: Nobody}}
counters:
  team: {name: Team, owner: player, type: side}
  life: {name: Life, owner: player, type: 0..9, start: 5}
zones:
  deck: {name: Deck, owner: player, visible: none}
  hand: {name: Hand, owner: player, visible: owner}
  discard: {name: Discard pile, owner: player, visible: all}
factions: {plain: {name: Plain, tincture: red}}
slots: {plain: {name: Plain}}
card_types:
  act: {name: Act, inputs: {self: player, enemy: player, ally: player}}
cards:
  blow: {name: Blow, type: act, slot: plain, faction: plain, effects: [{change: enemy.life, by: -2}]}
  balm: {name: Balm, type: act, slot: plain, faction: plain, effects: [{change: ally.life, by: 1}]}
decks:
  plain: {name: Plain, faction: plain, cards: {blow: 7, balm: 3}}
wording:
  hurt: {step: change, counter: enemy.life, direction: down, say: "An enemy loses *{by}* life"}
  heal: {step: change, counter: ally.life, direction: up, say: "An ally gains *{by}* life"}
procedures:
  turn:
    name: Turn
    inputs: {who: {type: player}, ally: {type: player}, left: {type: player}, right: {type: player}}
    steps:
      - {move: top, from: who.deck, to: who.hand}
      - choose: used
        by: who
        prompt: Play a card
        card_from: who.hand
        then:
          - choose: target
            by: who
            prompt: Against whom
            options:
              left: {name: On the left, if: left.life > 0}
              right: {name: On the right, if: right.life > 0}
              neither: {name: Nobody, if: false, fallback: true}
          - {let: enemy, value: if target == right then right else left}
          - {move: card, card: used, to: who.discard}
          - {play: used, with: {self: who, enemy: enemy, ally: ally}}
  brawl:
    name: Brawl
    inputs: {one: {type: player}, two: {type: player}, three: {type: player}, four: {type: player}}
    results: {winner: {type: side, default: nobody}, rounds: int}
    steps:
      - {list: seats, size: 4, of: player, value: one}
      - {let: "seats[2]", value: two}
      - {let: "seats[3]", value: three}
      - {let: "seats[4]", value: four}
      - {let: rounds, value: 0}
      - {let: is_over, value: false}
      - repeat:
          - {let: rounds, value: rounds + 1}
          - each: i
            to: 4
            do:
              - {let: who, value: "seats[i]"}
              - {let: ally, value: "seats[(i + 1) % 4 + 1]"}
              - {let: left, value: "seats[i % 4 + 1]"}
              - {let: right, value: "seats[(i + 2) % 4 + 1]"}
              - if: not is_over and who.life > 0
                then:
                  - {call: turn, with: {who: who, ally: ally, left: left, right: right}}
                  - {let: is_over, value: left.life == 0 and right.life == 0}
                  - if: is_over
                    then: [{let: winner, value: who.team}]
        until: is_over
        at_most: 10
setups:
  brawl:
    name: Two against two
    players: 4
    procedure: brawl
    with: {one: 1, two: 2, three: 3, four: 4}
    deck: deck
bots:
  any: {name: Any}
"""


@pytest.fixture(scope="module")
def program() -> Program:
    return program_of(GAME)


def play(engine: ModuleType, seed: int) -> dict[str, Any]:
    state = engine.new_game({"setup": "brawl", "counters": {"team": [0, 1, 0, 1]}}, seed)
    mind = seed
    while state["pending"]:
        actions = engine.legal(state)
        mind = (mind * 1103515 + 12345) % 2147483648
        state, _ = engine.apply(state, actions[mind // 65536 % len(actions)])
        for player in (*range(4), None):
            view = engine.view(state, player)
            for owner, pile in enumerate(view["zones"]["hand"]):
                assert isinstance(pile, list) == (owner == player)
    return dict(state)


@pytest.mark.full
def test_four_players_in_two_teams_fight_to_the_end(program: Program, tmp_path: Path) -> None:
    engine, batch = python_engine(program, tmp_path), NodeBatch(tmp_path)
    batch.engine(program, "brawl")
    winners = set()
    for seed in range(1, 13):
        state = play(engine, seed)
        life, winner = state["counters"]["life"], state["result"]["winner"]
        winners.add(winner)
        if winner == "red":
            assert life[1] == life[3] == 0
        elif winner == "blue":
            assert life[0] == life[2] == 0
        else:
            assert state["result"]["rounds"] == 10
        batch.call({"answer": engine.replay(state["log"])}, "replay", state["log"])
    assert {"red", "blue"} <= winners
    batch.check()


def test_a_seat_that_nobody_has_is_no_state(program: Program, tmp_path: Path) -> None:
    engine, batch = python_engine(program, tmp_path), NodeBatch(tmp_path)
    batch.engine(program, "brawl")
    state = engine.new_game({"setup": "brawl"}, 3)
    (frame,) = [frame for frame in state["frames"] if frame["p"] == "brawl"]
    assert frame["v"]["seats"] == [0, 1, 2, 3]
    frame["v"]["seats"] = [0, 1, 2, 4]
    message = "this state is damaged: slot seats of brawl"
    with pytest.raises(engine.StateError) as error:
        engine.legal(state)
    assert str(error.value) == message
    batch.call({"error": message, "kind": "StateError"}, "legal", state)
    batch.check()


@pytest.mark.parametrize(
    ("old", "new", "code", "message"),
    [
        ("of: player, value: one}", "of: player, value: 2}", "E403", "expected a player, found the number 2"),
        ("of: player, value: one}", "of: bool, value: true}", "E306", "this must be a number, a player or a member, not true or false"),
        ('{let: "seats[2]", value: two}', '{let: "seats[2]", value: 1}', "E403", "expected a player, found the number 1"),
        ("rounds + 1}", "rounds + sum(seats)}", "E403", "sum(…) takes a list of numbers, found a list of players"),
        ("rounds + 1}", "rounds + highest(seats)}", "E403", "highest(…) takes a list of numbers, found a list of players"),
        ("rounds + 1}", 'rounds + 1, label: "{seats}"}', "E403", "a list of players has no name to print"),
    ],
)
def test_what_a_list_of_players_cannot_do(old: str, new: str, code: str, message: str, tmp_path: Path) -> None:
    assert GAME.count(old) == 1
    (tmp_path / "game.yaml").write_text(GAME.replace(old, new), encoding="utf-8")
    found = compile_game(tmp_path).problems
    assert (code, message) in [(problem.code, problem.message) for problem in found]


def test_players_of_a_list_are_counted(tmp_path: Path) -> None:
    counting = GAME.replace("rounds + 1}", '"rounds + count(seats, item.life < 10 and item == one)"}')
    one, other = (python_engine(program_of(text), tmp_path) for text in (GAME, counting))
    assert play(one, 3)["result"] == play(other, 3)["result"]
