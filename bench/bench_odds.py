"""Exact odds against icepool, in its own best idiom for each question; both in one run, in turn, the least of several tries.

``ours`` is the walk of a question that is compiled, with no table of any roll made yet: what an evaluator of icepool does,
which Python compiled when it was imported. ``from nothing`` has the planning and compiling in it, as the first question of a
run has. The attack is asked of the IR as a test writes it by hand, and of ``rules/penance`` as compiled, where a procedure of
eighteen inputs calls three others. Answers are compared before times are.
"""

from __future__ import annotations

import gc
import sys
import time
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import icepool

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

from odds_oracles import aethelgard, best, d, deck_of_thirty, game, penance_attack, skirmish, total  # noqa: E402

from penance_build.api import compile_game  # noqa: E402
from penance_build.ir import nodes as n  # noqa: E402
from penance_build.odds.walking.exact import Odds  # noqa: E402

CHECK = ("successes", "botches", "raw", "net", "fumble", "outcome")
JOINT = ("taken", "blocked", "component_damage", "heat", "pierce", "outcome")
Made = dict[tuple[int, ...], Fraction]


class CountTwo(icepool.MultisetEvaluator):  # type: ignore[type-arg,misc]
    """How many dice show each of two marks."""

    def next_state(self, state: Any, order: Any, outcome: Any, count: Any) -> Any:
        """Add one outcome's count to its place."""
        first, second = state or (0, 0)
        return (count if outcome == 2 else first, count if outcome == 1 else second)


class CountFour(icepool.MultisetEvaluator):  # type: ignore[type-arg,misc]
    """How many Defense Dice show a block, a critical, heat and a pierce."""

    def next_state(self, state: Any, order: Any, outcome: Any, count: Any) -> Any:
        """Add one outcome's count to its place."""
        blocks, criticals, heat, pierce = state or (0, 0, 0, 0)
        if outcome == 0:
            return count, criticals, heat, pierce
        if outcome == 1:
            return blocks, count, heat, pierce
        if outcome == 2:
            return blocks, criticals, count, pierce
        return blocks, criticals, heat, (count if outcome == 3 else pierce)


class Combinations(icepool.MultisetEvaluator):  # type: ignore[type-arg,misc]
    """Wounds on 4+, and whether there is a double, a triple and a run of three, outcomes in ascending order."""

    def next_state(self, state: Any, order: Any, outcome: Any, count: Any) -> Any:
        """Add one value's count."""
        wounds, alike, run, longest = state or (0, 0, 0, 0)
        run = run + 1 if count else 0
        return wounds + (count if outcome >= 4 else 0), min(3, max(alike, count)), min(run, 3), min(3, max(longest, run))

    def final_outcome(self, state: Any, *rest: Any) -> Any:
        """As the results of the game."""
        wounds, alike, _, longest = state
        return wounds, int(alike >= 2), int(alike >= 3), int(longest >= 3)


def ice_attack() -> Any:
    """The whole attack at base damage 8: the bands, then a pool of Defense Dice for each."""
    attack = icepool.Die([1, 2, 3, 4, 5, 0])
    defense = icepool.Die([0, 0, 4, 1, 2, 3])
    count = CountFour()
    bands = [(9, 4, 10), (7, 3, 9), (5, 2, 8)]

    def band(a: int, b: int) -> tuple[int, int]:
        if a + b < 5:
            return (0 if a + b == 0 else 1), 0
        if a + b == 10:
            return 5, 0
        return next((outcome, dice) for least, outcome, dice in bands if a + b >= least)

    def finish(outcome: int, dice: int) -> Any:
        if not dice:
            return icepool.Die([(8 if outcome == 5 else 0, 0, 0, 0, 0, outcome)])
        return count.evaluate(defense.pool(dice)).map(lambda v: (dice - v[0], v[0], v[1], v[2], v[3], outcome))

    return icepool.map(band, attack, attack).map(lambda state: finish(*state))


def ice_two(dice: int) -> Any:
    """Successes and botches of a pool of d10."""
    return CountTwo().evaluate(icepool.d10.map(lambda x: 2 if x >= 8 else int(x == 1)).pool(dice))


def ice_net(dice: int) -> Any:
    """Successes less botches."""
    return dice @ icepool.d10.map(lambda x: (x >= 8) - (x == 1))


def ice_check(dice: int) -> Any:
    """Every result of a check against 1."""

    def finish(state: tuple[int, int]) -> tuple[int, ...]:
        successes, botches = state
        fumble = successes == 0 and botches > 0
        net = max(0, successes - botches)
        return successes, botches, successes - botches, net, int(fumble), 0 if fumble else 1 if net < 1 else 2 + (net >= 5)

    return ice_two(dice).map(finish)


def ice_skirmish() -> Any:
    """Eight dice, up to two failures rerolled: the pools of those that fail, stay and are rolled again, for each number of failures."""
    low, high = icepool.Die([1, 2, 3]), icepool.Die([4, 5, 6])
    count = Combinations()

    def finish(failed: int) -> Any:
        again = min(failed, 2)
        pools = [high.pool(8 - failed), low.pool(failed - again), icepool.d6.pool(again)]
        return count.evaluate(pools[0] + pools[1] + pools[2])

    return (8 @ icepool.Die([0, 1])).map(finish)


def as_fractions(die: Any) -> Made:
    """A die of icepool as probabilities by tuple."""
    whole = die.denominator()
    return {tuple(key) if isinstance(key, tuple | icepool.Vector) else (key,): Fraction(ways, whole) for key, ways in die.items()}


def keep_two() -> n.Program:
    """4d6, the two highest."""
    return game([n.Roll("a", "d6", n.Const(4), "a"), n.Let("x", total(best("a", "d6", 2), "d6"))], ["x"], dice=[d(6)])


def thirty_cards() -> n.Program:
    """Five cards of thirty, twelve of them Primary."""
    return deck_of_thirty()[0]


def rules_penance() -> n.Program:
    """The game that ships with the program."""
    program = compile_game(ROOT / "rules" / "penance").program
    assert program is not None
    return program


# name, program, procedure, inputs, results, the same of icepool, the bound, and the bound from nothing
QUESTIONS: tuple[tuple[str, Callable[[], n.Program], str, dict[str, int], tuple[str, ...], Callable[[], Any], str, str], ...] = (
    ("attack, damage 8, full joint", penance_attack, "attack", {"damage": 8}, JOINT, ice_attack, "0.3", "0.4"),
    ("rules/penance attack, damage 8, full joint", rules_penance, "attack", {"damage": 8}, JOINT, ice_attack, "0.3", "0.5"),
    ("200d10 successes and botches", aethelgard, "check", {"dice": 200}, ("successes", "botches"), lambda: ice_two(200), "0.2", "0.2"),
    ("200d10 net", aethelgard, "check", {"dice": 200}, ("raw",), lambda: ice_net(200), "0.3", ""),
    ("20d10 net", aethelgard, "check", {"dice": 20}, ("raw",), lambda: ice_net(20), "", ""),
    ("4d6 keep 2 high", keep_two, "p", {}, ("x",), lambda: icepool.d6.pool(4).highest(2).sum(), "", ""),
    ("23d10 check", aethelgard, "check", {"dice": 23}, CHECK, lambda: ice_check(23), "", ""),
    (
        "skirmish attack, 8 dice, 2 rerolls", skirmish, "attack", {"atk": 8, "def": 4, "rerolls": 2},
        ("wounds", "double", "triple", "scale"), ice_skirmish, "", "",
    ),
    ("5 of 30 cards, 12 Primary", thirty_cards, "p", {}, ("x",), lambda: icepool.Deck({1: 12, 0: 18}).deal(5).sum(), "", ""),
)  # fmt: skip


def least(tries: int, *work: Callable[[], Any]) -> list[float]:
    """The least processor time of each, taken in turn: a busy machine disturbs it less than the clock."""
    times = [float("inf")] * len(work)
    for _ in range(tries):
        for at, run in enumerate(work):
            gc.collect()
            start = time.process_time()
            run()
            times[at] = min(times[at], time.process_time() - start)
    return times


def main() -> None:
    """Print the rows."""
    for name, make, procedure, inputs, of, theirs, bound, first_bound in QUESTIONS:
        program = make()
        loaded = Odds(program)
        state = deck_of_thirty()[1] if make is thirty_cards else None
        answer = loaded.distribution(procedure, inputs, of=of, state=state)
        assert {tuple(result.values()): p for result, p in answer.outcomes} == as_fractions(theirs()), name

        ask: dict[str, Any] = {"procedure_id": procedure, "inputs": inputs, "of": of, "state": state}

        def first(program: n.Program = program, ask: dict[str, Any] = ask) -> Any:
            return Odds(program).distribution(**ask)

        def walk(loaded: Odds = loaded, ask: dict[str, Any] = ask) -> Any:
            loaded.forget_tables()
            return loaded.distribution(**ask)

        whole, ours, ice = least(9, first, walk, theirs)
        print(f"{name} | {ours * 1e3:.2f} ms | icepool {ice * 1e3:.2f} ms | {ours / ice:.2f} | {bound}")
        print(f"{name}, from nothing | {whole * 1e3:.2f} ms | icepool {ice * 1e3:.2f} ms | {whole / ice:.2f} | {first_bound}")


if __name__ == "__main__":
    main()
