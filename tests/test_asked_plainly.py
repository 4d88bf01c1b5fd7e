"""What the command line says where it needs an answer, or where none makes a difference; and where values without a bound lie."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise
from math import comb

import pytest

from penance_build.cli.showing.asking import FIRST, spans_of
from tests.command_line import Ran

GAME = """
game: {id: g, name: G, version: "1", language: 1}
dice: {d6: {name: D6, sides: 6}}
card_attributes: {cost: {name: Cost, type: 0..9, played: false}}
card_types: {act: {name: Act}}
cards:
  low: {name: Low Road, type: act, cost: 1, text: a, text_only: tests}
  high: {name: High Road, type: act, cost: 5, text: b, text_only: tests}
  over: {name: Overpass, type: act, cost: 7, text: c, text_only: tests}
decks: {pile: {name: Pile, size: 3, cards: {low: 1, high: 1, over: 1}}}
zones: {hand: {name: Hand, owner: player, visible: owner}}
procedures:
  vain:
    inputs: {me: player}
    results: {points: {type: 0..40, default: 0}}
    steps:
      - {choose: next, by: me, prompt: Go on, options: {roll: {name: Roll}, hold: {name: Hold}}}
      - {roll: d6}
      - {let: points, value: sum(d6)}
  plain: {results: {points: int}, steps: [{roll: d6}, {let: points, value: sum(d6)}]}
  pay:
    inputs: {me: player}
    results: {paid: {type: 0..9, default: 0}}
    steps:
      - choose: card
        by: me
        prompt: Which
        card_from: me.hand
        where: card.cost > 2
        then: [{let: paid, value: card.cost}]
        else: [{let: paid, value: 0}]
"""


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> str:
    folder = tmp_path_factory.mktemp("plainly")
    (folder / "game.yaml").write_text(GAME, encoding="utf-8")
    return str(folder)


def test_a_choice_that_makes_no_difference_is_said_to_make_none(penance: Callable[..., Ran], game: str) -> None:
    ran = penance("odds", "vain", "--game", game, "--set", "me=1", "--best", "points")
    assert "No choice that 'vain' leaves open ('next') makes a difference here: it is 7/2 whatever is taken." in ran.err
    named = penance("odds", "vain", "--game", game, "--set", "me=1", "--best", "points", "--policy", "next=roll")
    assert "'vain' leaves no choice open" in named.err
    none = penance("odds", "plain", "--game", game, "--best", "points")
    assert "'plain' leaves no choice open" in none.err


def test_a_choice_without_a_policy_lists_what_may_be_answered(penance: Callable[..., Ran], game: str) -> None:
    ran = penance("odds", "pay", "--game", game, "--set", "me=1", "--zone", "hand=pile")
    assert "needs a policy. --policy card=… may be high, over, first, random, or a score such as card.cost" in ran.err
    wrong = penance("odds", "pay", "--game", game, "--set", "me=1", "--zone", "hand=pile", "--policy", "card=lw")
    assert "the choice `card` has no card `lw`; there is high, over" in wrong.err


def test_a_card_that_is_asked_for_is_named_and_may_be_answered_by_its_id(penance: Callable[..., Ran], game: str) -> None:
    asked = ("run", "pay", "--game", game, "--set", "me=1", "--zone", "hand=pile")
    ran = penance(*asked)
    assert "`pay` asks: Which (1 High Road, 2 Overpass); answer with --choose" in ran.err
    assert "paid = 7" in penance(*asked, "--choose", "over").out
    assert "paid = 5" in penance(*asked, "--choose", "1").out
    assert "--choose low does not answer: Which (1 High Road, 2 Overpass)" in penance(*asked, "--choose", "low").err


# ---------------------------------------------------------------- results without a bound


def until_sixes(sixes: int) -> Callable[[int], Fraction]:
    """The chance that so many sixes come within so many dice, by the binomial."""

    def below(dice: int) -> Fraction:
        missing = sum(comb(dice, hits) * 5 ** (dice - hits) for hits in range(min(sixes, dice + 1)))
        return 1 - Fraction(missing, 6**dice) if dice >= 0 else Fraction(0)

    return below


@pytest.mark.parametrize("sixes", [1, 2, 4, 20, 60])
def test_the_values_that_are_shown_are_those_that_come(sixes: int) -> None:
    below = until_sixes(sixes)
    found = spans_of(below, 0, Fraction(6 * sixes))
    assert all(span.p == below(span.high) - below(span.low - 1) for span in found)
    assert all(after.low == before.high + 1 for before, after in pairwise(found))
    assert len(found) <= FIRST + 1
    assert max(span.p for span in found) < Fraction(1, 2)
    assert sum(span.p for span in found) > Fraction(9, 10) or sixes == 4


def test_values_in_a_narrow_place_are_taken_apart() -> None:
    """All lies at 1000 and 1001: a step that holds both says nothing."""
    chances = {1000: Fraction(1, 3), 1001: Fraction(2, 3)}
    found = spans_of(lambda value: sum((p for at, p in chances.items() if at <= value), Fraction(0)), 0, Fraction(3002, 3))
    assert [(span.low, span.high, span.p) for span in found if span.p] == [(1000, 1000, Fraction(1, 3)), (1001, 1001, Fraction(2, 3))]
