"""Questions that none of the shipped games asks, as rules that a designer would write: no line of the program knows them."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction as F
from itertools import product

import pytest

from penance_build.ir.interpret.state import new_state
from penance_build.model.formulas.queries import where_expr
from penance_build.odds.walking.exact import Odds
from tests.games import program_of
from tests.odds_oracles import enumerate_program

RULES = """\
game: {id: beyond, name: Beyond, version: "1", language: 1}
dice:
  d4: {sides: 4}
  d6: {sides: 6}
  d8: {sides: 8}
  d10: {sides: 10}
  d20: {sides: 20}
  few: {name: Few, faces: [{id: one, value: 1, copies: 2}, {id: two, value: 2}]}
  blow:
    name: Blow
    faces:
      - {id: hit, values: {damage: 1, effect: 0}}
      - {id: hard, values: {damage: 2, effect: 0}}
      - {id: miss, values: {damage: 0, effect: 0}, copies: 2}
      - {id: special, values: {damage: 1, effect: 1}, copies: 2}
card_types: {any: {name: Any}}
slots: {primary: {name: Primary}, other: {name: Other}}
factions: {all: {name: All, tincture: red}}
zones: {deck: {owner: game, visible: none}, hand: {owner: game, visible: all}}
cards:
  blade: {name: Blade, type: any, slot: primary, faction: all, text: A blade., text_only: there is nothing to play}
  rest: {name: Rest, type: any, slot: other, faction: all, text: A rest., text_only: there is nothing to play}
procedures:
  dice_of_dice:
    results: {high: int}
    steps:
      - {roll: how_many, die: d4}
      - {roll: dice, die: d6, count: sum(how_many)}
      - {let: high, value: highest(dice)}
  reroll_once:
    results: {total: int}
    steps:
      - {roll: dice, die: d6, count: 2}
      - {reroll: dice, where: 1..2}
      - {let: total, value: sum(dice)}
  reroll_until:
    results: {total: int}
    steps:
      - {let: total, value: 0}
      - each: i
        to: 2
        do:
          - repeat: [{roll: one, die: d6}]
            until: sum(one) > 2
          - {let: total, value: total + sum(one)}
  reroll_and_choose:
    results: {total: int}
    steps:
      - {let: total, value: 0}
      - each: i
        to: 2
        do:
          - {roll: one, die: d6}
          - {let: shown, value: sum(one)}
          - if: shown <= 2
            then:
              - {roll: again, die: d6}
              - {let: shown, value: "max(shown, sum(again))"}
          - {let: total, value: total + shown}
  product:
    results: {total: int}
    steps:
      - {roll: ten, die: d10}
      - {roll: times, die: few}
      - {let: total, value: sum(ten) * sum(times)}
  pool:
    inputs: {many: 1..10, from: 1..10}
    results: {net: int, fumble: bool}
    steps:
      - {roll: dice, die: d10, count: many}
      - {let: net, value: "count(dice, face >= from) - count(dice, 1)"}
      - {let: fumble, value: "count(dice, face >= from) == 0 and count(dice, 1) > 0"}
  two_dice:
    results: {high: int}
    steps:
      - {roll: six, die: d6}
      - {roll: eight, die: d8}
      - {let: high, value: "max(sum(six), sum(eight))"}
  two_of_three:
    results: {best_two: int, middle: int, low: int}
    steps:
      - {list: shown, size: 3, of: 0..10, value: 0}
      - {roll: six, die: d6}
      - {let: "shown[1]", value: sum(six)}
      - {roll: eight, die: d8}
      - {let: "shown[2]", value: sum(eight)}
      - {roll: ten, die: d10}
      - {let: "shown[3]", value: sum(ten)}
      - {let: best_two, value: "sum(best(shown, 2))"}
      - {let: low, value: "sum(worst(shown, 1))"}
      - {let: in_order, value: sort(shown)}
      - {let: middle, value: "in_order[2]"}
  blows:
    results: {damage: int, effect: int}
    steps:
      - {roll: dice, die: blow, count: 4}
      - {let: damage, value: "sum(dice, damage)"}
      - {let: effect, value: "sum(dice, effect)"}
  pairs_of_ones:
    results: {net: int, floored: int}
    steps:
      - {roll: dice, die: d6, count: 5}
      - {let: net, value: "count(dice, 4..) - count(dice, 1) // 2"}
      - {let: floored, value: "max(0, net)"}
  hit_wound_save:
    results: {damage: bool}
    steps:
      - {let: damage, value: false}
      - {roll: hit, die: d6}
      - if: sum(hit) >= 3
        then:
          - {roll: wound, die: d6}
          - if: sum(hit) == 6 or sum(wound) >= 3
            then:
              - {roll: save, die: d6}
              - {let: damage, value: sum(save) < 5}
  exploding:
    results: {total: int, rolls: int}
    steps:
      - {let: total, value: 0}
      - {let: rolls, value: 0}
      - repeat:
          - {roll: one, die: d6}
          - {let: total, value: total + sum(one)}
          - {let: rolls, value: rolls + 1}
        until: sum(one) < 6
  ones_again:
    results: {hits: int}
    steps:
      - {roll: dice, die: d6, count: 7}
      - {reroll: dice, where: 1}
      - {let: hits, value: "count(dice, 4..)"}
  half_again:
    inputs: {many: 1..9}
    results: {hits: int, most: int}
    steps:
      - {roll: dice, die: d6, count: many}
      - {reroll: dice, where: 1..2, at_most: size(dice) // 2}
      - {let: hits, value: "count(dice, 4..)"}
      - {let: most, value: same(dice)}
  beaten:
    results: {hits: int}
    steps:
      - {roll: mark, die: d20}
      - {roll: dice, die: d20, count: 10}
      - {let: hits, value: "count(dice, face > sum(mark))"}
  beaten_by_a_number:
    results: {hits: int}
    steps:
      - {roll: mark, die: d20}
      - {let: number, value: sum(mark)}
      - {roll: dice, die: d20, count: 10}
      - {let: hits, value: "count(dice, face > number)"}
  beaten_later:
    results: {hits: int}
    steps:
      - {roll: dice, die: d20, count: 10}
      - {roll: mark, die: d20}
      - {let: hits, value: "count(dice, face > sum(mark))"}
  five_cards:
    results: {found: int}
    steps:
      - {shuffle: deck}
      - {move: top, count: 5, from: deck, to: hand}
      - {let: found, value: "count(hand, card.slot == primary)"}
"""

CHANCES = [
    ("dice_of_dice", {}, "high == 6", F(1829, 5184)),
    ("pool", {"many": 10, "from": 6}, "net < 0", F(97688137, 5000000000)),
    ("pool", {"many": 4, "from": 8}, "fumble", F(221, 2000)),
    ("blows", {}, "damage >= 4 and effect >= 1", F(10, 27)),
    ("hit_wound_save", {}, "damage", F(1, 3)),
    ("exploding", {}, "total >= 13", F(1, 36)),
    ("exploding", {}, "rolls == 3", F(5, 216)),
    ("exploding", {}, "rolls - 3 in 0..2", F(215, 7776)),
    ("exploding", {}, "rolls == 2 and total in 8..9", F(2, 36)),
]
MEANS = [
    ("dice_of_dice", "high", F(23555, 5184)),
    ("reroll_once", "total", F(25, 3)),
    ("reroll_until", "total", F(9)),
    ("reroll_and_choose", "total", F(151, 18)),
    ("product", "total", F(22, 3)),
    ("two_dice", "high", F(251, 48)),
    ("pairs_of_ones", "net", F(559, 243)),
    ("pairs_of_ones", "floored", F(2005, 864)),
    ("exploding", "total", F(21, 5)),
    ("exploding", "rolls", F(6, 5)),
    ("ones_again", "hits", F(49, 12)),
    ("beaten", "hits", F(19, 4)),
    ("beaten_by_a_number", "hits", F(19, 4)),
    ("beaten_later", "hits", F(19, 4)),
]


@pytest.fixture(scope="module")
def odds() -> Odds:
    return Odds(program_of(RULES))


@pytest.mark.parametrize(("procedure", "inputs", "where", "chance"), CHANCES)
def test_chances(odds: Odds, procedure: str, inputs: dict[str, int], where: str, chance: F) -> None:
    event = where_expr(odds.given, procedure, where)
    assert odds.distribution(procedure, inputs, of=[], where=event).p == chance


@pytest.mark.parametrize(("procedure", "result", "mean"), MEANS)
def test_means(odds: Odds, procedure: str, result: str, mean: F) -> None:
    assert odds.distribution(procedure, {}, of=[result]).mean[result] == mean


@pytest.mark.full
@pytest.mark.parametrize("many", [1, 3, 4])
def test_half_of_the_dice_rolled_again(odds: Odds, many: int) -> None:
    """The limit is the number of dice itself: every sequence of faces."""
    expected = enumerate_program(odds.given, "half_again", {"many": many}, ["hits", "most"])
    found = odds.distribution("half_again", {"many": many}, of=["hits", "most"])
    assert {tuple(result.values()): p for result, p in found.outcomes} == expected


def test_the_best_two_of_unlike_dice(odds: Odds) -> None:
    """A d6, a d8 and a d10 in a list: every one of 480 throws."""
    found = odds.distribution("two_of_three", {}, of=["best_two", "middle", "low"])
    thrown = [sorted(dice) for dice in product(range(1, 7), range(1, 9), range(1, 11))]
    counted = Counter((dice[1] + dice[2], dice[1], dice[0]) for dice in thrown)
    assert {tuple(result.values()): p for result, p in found.outcomes} == {key: F(times, 480) for key, times in counted.items()}


def test_five_cards_of_thirty(odds: Odds) -> None:
    state = new_state(odds.given)
    state.cards = [0] * 12 + [1] * 18
    state.zones["deck"][0] = list(range(30))
    event = where_expr(odds.given, "five_cards", "found >= 1")
    assert odds.distribution("five_cards", {}, of=[], where=event, state=state).p == F(1063, 1131)
