"""Two independent probability libraries as oracles, on pools too large to enumerate."""

from __future__ import annotations

from fractions import Fraction as F

import dyce
import icepool
import pytest

from penance_build.ir import nodes as n
from penance_build.odds.walking.exact import distribution
from tests.odds_oracles import aethelgard, at_least, best, d, equals, fold, game, op, skirmish, total

Found = dict[int, F]


def ours(body: list[n.Stmt], **parts: object) -> Found:
    """The distribution of the one result ``x``."""
    return {result["x"]: p for result, p in distribution(game(body, ["x"], **parts), "p", {}).outcomes}  # type: ignore[arg-type]


def ice(die: object) -> Found:
    """A die of icepool as probabilities."""
    whole = die.denominator()  # type: ignore[attr-defined]
    return {int(key): F(ways, whole) for key, ways in die.items()}  # type: ignore[attr-defined]


def dyced(histogram: object) -> Found:
    """A histogram of dyce as probabilities."""
    whole = sum(histogram.values())  # type: ignore[attr-defined]
    return {int(key): F(int(ways), int(whole)) for key, ways in histogram.items() if ways}  # type: ignore[attr-defined]


@pytest.mark.full
@pytest.mark.parametrize(("dice", "kept", "high"), [(4, 3, True), (9, 2, True), (12, 5, False), (20, 1, True), (7, 7, False)])
def test_keeping(dice: int, kept: int, high: bool) -> None:
    """The sum of the dice kept of a pool of d10."""
    body = [n.Roll("a", "d10", n.Const(dice), "a"), n.Let("x", total(best("a", "d10", kept, high), "d10"))]
    pool = icepool.d10.pool(dice)
    expected = ice((pool.highest(kept) if high else pool.lowest(kept)).sum())
    assert ours(body, dice=[d(10)]) == expected
    if dice < 10:
        places = slice(dice - kept, None) if high else slice(kept)
        sums: dict[int, int] = {}
        for roll, ways in (dice @ dyce.P(10)).rolls_with_counts():
            kept_sum = sum(int(face) for face in roll[places])
            sums[kept_sum] = sums.get(kept_sum, 0) + int(ways)
        assert dyced(sums) == expected


@pytest.mark.parametrize("dice", [1, 6, 40])
def test_net_successes(dice: int) -> None:
    """Successes less botches, by both libraries."""
    net = op("sub", fold("a", "d10", at_least(8)), fold("a", "d10", equals(1)))
    expected = ice(dice @ icepool.d10.map(lambda x: (x >= 8) - (x == 1)))
    assert ours([n.Roll("a", "d10", n.Const(dice), "a"), n.Let("x", net)], dice=[d(10)]) == expected
    assert dyced(dice @ dyce.H({1: 3, 0: 6, -1: 1})) == expected


def test_sum_of_many_unlike_dice() -> None:
    """20d6 + 15d8 - 10d4."""
    body = [n.Roll(name, die, n.Const(count), name) for name, die, count in (("a", "d6", 20), ("b", "d8", 15), ("c", "d4", 10))]
    value = op("sub", op("add", total("a", "d6"), total("b", "d8")), total("c", "d4"))
    assert ours([*body, n.Let("x", value)]) == ice((20 @ icepool.d6) + (15 @ icepool.d8) - (10 @ icepool.d4))


@pytest.mark.full
def test_joint_successes_and_botches() -> None:
    """Two counts of fifty dice at once, from a multinomial."""
    answer = distribution(aethelgard(), "check", {"dice": 50}, of=["successes", "botches"])
    marked = icepool.d10.map(lambda x: icepool.Vector((int(x >= 8), int(x == 1))))
    die = 50 @ marked
    expected = {tuple(key): F(ways, die.denominator()) for key, ways in die.items()}
    assert {tuple(result.values()): p for result, p in answer.outcomes} == expected


@pytest.mark.parametrize("dice", [5, 9])
def test_greatest_number_alike(dice: int) -> None:
    """``same`` and ``run`` against counts of a pool."""
    program = skirmish()
    shapes = ("double", "triple", "scale")
    answer = distribution(program, "attack", {"atk": dice, "def": 4}, of=shapes)
    pool = icepool.d6.pool(dice)

    class Shapes(icepool.MultisetEvaluator):  # type: ignore[type-arg,misc]
        """The greatest count and the longest run."""

        def next_state(self, state: tuple[int, int, int] | None, order: object, outcome: int, count: int) -> tuple[int, int, int]:
            alike, run, longest = state or (0, 0, 0)
            run = run + 1 if count else 0
            return max(alike, count), run, max(longest, run)

        def final_outcome(self, state: tuple[int, int, int], *rest: object) -> tuple[int, int, int]:
            return int(state[0] >= 2), int(state[0] >= 3), int(state[2] >= 3)

    die = Shapes().evaluate(pool)
    expected = {tuple(key): F(ways, die.denominator()) for key, ways in die.items()}
    assert {tuple(result.values()): p for result, p in answer.outcomes} == expected


def test_dice_counted_by_a_roll() -> None:
    """As many d6 as a d8 says, the highest kept."""
    body = [
        n.Roll("a", "d8", n.Const(1), "a"),
        n.Roll("b", "d6", total("a", "d8"), "b"),
        n.Let("x", total(best("b", "d6", 1), "d6")),
    ]
    expected = icepool.d8.map(lambda count: icepool.d6.pool(count).highest(1).sum())
    assert ours(body) == ice(expected)
