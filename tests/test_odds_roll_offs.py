"""The roll-off and the ranking of ``rules/skirmish`` against chains that are made here, from the rules in the book.

A roll-off is followed by how many are still in it; a ranking by how many stand together at each place that is shared.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction as F
from functools import cache
from itertools import permutations, product
from pathlib import Path

import pytest

from penance_build.model.formulas.queries import where_expr
from penance_build.odds.walking.exact import Odds
from tests.games import shipped

RULES = Path(__file__).resolve().parent.parent / "rules" / "skirmish"
Groups = tuple[int, ...]


@pytest.fixture(scope="module")
def odds() -> Odds:
    return Odds(shipped("skirmish"))


@cache
def split(many: int) -> dict[Groups, F]:
    """Into which shared places so many players fall in one round; the highest faces first."""
    ways: Counter[Groups] = Counter()
    for faces in product(range(6), repeat=many):
        ways[tuple(count for _, count in sorted(Counter(faces).items(), reverse=True))] += 1
    return {groups: F(count, 6**many) for groups, count in ways.items()}


@cache
def top(many: int) -> dict[int, F]:
    """How many share the highest face."""
    found: dict[int, F] = {}
    for groups, chance in split(many).items():
        found[groups[0]] = found.get(groups[0], F(0)) + chance
    return found


@cache
def within(many: int, rounds: int) -> F:
    """The chance that a roll-off is over after so many rounds."""
    if many == 1 or not rounds:
        return F(many == 1)
    return sum((chance * within(left, rounds - 1) for left, chance in top(many).items()), F(0))


@cache
def expected(many: int) -> F:
    """The rounds of a roll-off."""
    if many == 1:
        return F(0)
    others = sum((chance * expected(left) for left, chance in top(many).items() if left != many), F(1))
    return others / (1 - top(many)[many])


@cache
def ranked(groups: Groups) -> F:
    """The rounds until no place of these is shared."""
    tied = tuple(sorted(group for group in groups if group > 1))
    if not tied:
        return F(0)
    stays, rest = F(0), F(1)
    for parts in product(*(split(group).items() for group in tied)):
        chance = F(1)
        for _, share in parts:
            chance *= share
        after = tuple(sorted(group for found, _ in parts for group in found if group > 1))
        if after == tied:
            stays += chance
        else:
            rest += chance * ranked(after)
    return rest / (1 - stays)


@pytest.mark.parametrize("players", [2, 3, 4, *(pytest.param(players, marks=pytest.mark.full) for players in (5, 6))])
def test_a_roll_off(odds: Odds, players: int) -> None:
    inputs = {"players": players}
    answer = odds.distribution("roll_off", inputs)
    assert {outcome["winner"]: chance for outcome, chance in answer.outcomes} == dict.fromkeys(range(1, players + 1), F(1, players))
    assert answer.mean["rounds"] == answer.unbounded["rounds"] == expected(players)
    for rounds in (1, 3, 7):
        event = where_expr(odds.given, "roll_off", f"rounds <= {rounds}")
        assert odds.distribution("roll_off", inputs, of=[], where=event).p == within(players, rounds)
    event = where_expr(odds.given, "roll_off", "rounds == 2 and winner == 1")
    assert odds.distribution("roll_off", inputs, of=[], where=event).p == (within(players, 2) - within(players, 1)) / players


def test_the_rounds_that_are_printed() -> None:
    assert (expected(2), expected(3)) == (F(6, 5), F(9, 7))


@pytest.mark.full
@pytest.mark.parametrize("players", range(2, 5))
def test_a_ranking(odds: Odds, players: int) -> None:
    answer = odds.distribution("ranking", {"players": players})
    orders = set(permutations(range(1, players + 1)))
    found: dict[object, F] = {outcome["places"]: chance for outcome, chance in answer.outcomes}
    assert found == dict.fromkeys(orders, F(1, len(orders)))
    assert answer.mean == {"rounds": ranked((players,))}
