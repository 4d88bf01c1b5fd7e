"""What a procedure changes, with chances: of cards against a set-up enemy, and of counters of all kinds."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction as F
from pathlib import Path

import pytest

from penance_build.api import OddsAnswer, Program, Refused, odds, odds_data, situation
from tests.games import program_of, shipped

RULES = Path(__file__).resolve().parent.parent / "rules"
GAME = """
game: {id: changed, name: Changed, version: "1", language: 1}
dice: {d6: {sides: 6}}
enums: {mood: {name: Mood, members: {calm: Calm, wild: Wild}}}
counters:
  fuel: {name: Fuel, owner: player, type: 0..9, start: 4, past: clamp}
  lit: {name: Lit, owner: player, type: bool}
  mood: {name: Mood, owner: game, type: mood, start: calm}
  rounds: {name: Rounds, owner: game, type: 0..9, past: clamp}
zones:
  deck: {name: Deck, owner: player, visible: none}
  hand: {name: Hand, owner: player, visible: owner}
card_types: {t: {name: T, inputs: {self: player}}}
slots: {s: {name: S}}
factions: {f: {name: F, tincture: green}}
cards: {a: {name: A, type: t, slot: s, faction: f, text: A., text_only: a card}}
procedures:
  burn:
    inputs: {who: player}
    steps:
      - {roll: d6}
      - {change: who.fuel, by: 0 - sum(d6)}
      - if: sum(d6) == 6
        then:
          - {change: who.lit, to: true}
          - {change: mood, to: wild}
      - {move: top, count: 2, from: who.deck, to: who.hand}
  nothing:
    inputs: {who: player}
    steps:
      - {change: who.fuel, by: 0}
"""


@pytest.fixture(scope="module")
def duel() -> Program:
    return shipped("penance")


def chances(answer: OddsAnswer, name: str, owner: int | str | None) -> Mapping[int | bool | str, F]:
    return next((item.chances for item in answer.changes if (item.name, item.owner) == (name, owner)), {})


def test_counters_and_zones_by_owner() -> None:
    program = program_of(GAME)
    asked = situation(program, zones={"deck": {"a": 3}})
    answer = odds(program, "burn", {"who": 2}, situation=asked, changes=True)
    assert [(item.kind, item.name, item.owner) for item in answer.changes] == [
        ("counter", "fuel", 2), ("counter", "lit", 2), ("counter", "mood", None), ("zone", "deck", 2), ("zone", "hand", 2),
    ]  # fmt: skip
    assert chances(answer, "fuel", 2) == {-4: F(1, 2), -3: F(1, 6), -2: F(1, 6), -1: F(1, 6)}
    assert chances(answer, "lit", 2) == {False: F(5, 6), True: F(1, 6)}
    assert chances(answer, "mood", None) == {"calm": F(5, 6), "wild": F(1, 6)}
    assert chances(answer, "deck", 2) == {-2: F(1)}
    data = odds_data(answer)["changes"]
    assert data[0]["mean"] == "-3"
    assert data[2] == {"counter": "mood", "owner": None, "outcomes": data[2]["outcomes"]}
    assert data[2]["outcomes"][1] == {"to": "wild", "p": "1/6", "decimal": 1 / 6}
    assert odds(program, "burn", {"who": 2}, where="who.fuel == 0 and size(who.deck) == 1", situation=asked).p == F(1, 2)
    assert odds(program, "nothing", {"who": 1}, changes=True).changes == ()
    with pytest.raises(Refused, match="'burn' takes cards from 'deck' of player 1, in which no card lies"):
        odds(program, "burn", {"who": 1}, changes=True)


@pytest.mark.full
def test_a_card_against_a_set_up_enemy(duel: Program) -> None:
    """Faithful Thrust costs the enemy what an attack of damage 4 does, and gives the Heat that it does."""
    asked = situation(duel, setup="duel")
    policy = {"answer_answer": "pass", "place": "deck"}
    answer = odds(duel, "card.faithful_thrust", {"self": 1, "target": 2}, policy=policy, situation=asked, changes=True)
    attack = odds(duel, "attack", {"damage": 4})

    def share(name: str) -> dict[int, F]:
        found: dict[int, F] = {}
        for item in attack.outcomes:
            found[int(str(item.result[name]))] = found.get(int(str(item.result[name])), F(0)) + item.p
        return dict(sorted(found.items()))

    assert chances(answer, "graveyard", 2) == share("taken")
    assert chances(answer, "deck", 2) == dict(sorted((-lost, p) for lost, p in share("taken").items()))
    assert chances(answer, "heat", 2) == share("heat")
    assert chances(answer, "heat", 1) == share("attacker_heat")
    lost = odds(duel, "card.faithful_thrust", {"self": 1, "target": 2}, policy=policy, situation=asked, where="size(target.deck) <= 27").p
    assert lost == sum(p for taken, p in share("taken").items() if taken >= 3)


@pytest.mark.full
def test_a_reaction_by_a_policy(duel: Program) -> None:
    """With a Shield card in the hand that is played, less is lost."""
    hand = {"hand": [{}, {"deflect": 1}]}
    asked = situation(duel, setup="duel", zones=hand)
    inputs = {"self": 1, "target": 2}
    taken = odds(duel, "card.faithful_thrust", inputs, policy={"answer_answer": "pass", "place": "deck"}, situation=asked, changes=True)
    policy = {"answer_answer": "answer", "answer": "deflect", "place": "deck"}
    played = odds(duel, "card.faithful_thrust", inputs, policy=policy, situation=asked, changes=True)
    assert chances(taken, "hand", 2) == {}
    assert max(chances(played, "hand", 2)) <= 0
    assert -1 in chances(played, "hand", 2)
    means = [sum(int(lost) * p for lost, p in chances(one, "graveyard", 2).items()) for one in (taken, played)]
    assert means[1] < means[0]
