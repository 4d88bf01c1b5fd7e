"""Rerolls, the commonest question of wargames: asked of the rules that ship, against every sequence of faces and known values."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction as F
from pathlib import Path

import pytest

from penance_build.library.odds import odds
from penance_build.odds.walking.exact import Odds
from tests.games import shipped

RULES = Path(__file__).resolve().parent.parent / "rules" / "skirmish"
OF = ("wounds", "double", "triple", "scale")


@pytest.fixture(scope="module")
def skirmish() -> Odds:
    return Odds(shipped("skirmish"))


def sequences(atk: int, defence: int, rerolls: int, rerolling: str) -> Iterator[tuple[list[int], int]]:
    """The dice as they lie at the end, with weights over 36 ** atk, by the words of the rules: first die first, no die twice."""

    def first(dice: list[int]) -> Iterator[list[int]]:
        if len(dice) == atk:
            yield dice
        else:
            for face in range(1, 7):
                yield from first([*dice, face])

    def again(dice: list[int], places: list[int], at: int) -> Iterator[list[int]]:
        if at == len(places):
            yield dice
        else:
            for face in range(1, 7):
                yield from again([*dice[: places[at]], face, *dice[places[at] + 1 :]], places, at + 1)

    for dice in first([]):
        places = [place for place, face in enumerate(dice) if face < defence]
        if rerolling == "for_double":
            places = list(range(atk)) if len(set(dice)) == atk else []
        if rerolling == "none":
            places = []
        places = places[:rerolls]
        for after in again(dice, places, 0):
            yield after, 6 ** (atk - len(places))


def enumerated(atk: int, defence: int, rerolls: int, rerolling: str) -> dict[tuple[object, ...], F]:
    found: dict[tuple[object, ...], F] = {}
    for dice, weight in sequences(atk, defence, rerolls, rerolling):
        alike = max(dice.count(face) for face in dice)
        run = any({face, face + 1, face + 2} <= set(dice) for face in dice)
        key = (sum(face >= defence for face in dice), alike >= 2, alike >= 3, run)
        found[key] = found.get(key, F(0)) + F(weight, 36**atk)
    return found


@pytest.mark.parametrize("rerolling", ["failures", "for_double", "none"])
@pytest.mark.parametrize(
    ("atk", "defence", "rerolls"), [(2, 4, 1), (3, 5, 1), (3, 2, 3), pytest.param(4, 4, 2, marks=pytest.mark.full), (3, 7, 2), (3, 1, 3)]
)
def test_every_sequence_of_faces(skirmish: Odds, atk: int, defence: int, rerolls: int, rerolling: str) -> None:
    """All four results at once, for whatever may be rolled again."""
    given = {"atk": atk, "def": defence, "rerolls": rerolls, "rerolling": rerolling}
    answer = odds(skirmish.given, "attack", given, of=OF, evaluator=skirmish)
    assert answer.method == "exact"
    assert {tuple(item.result[name] for name in OF): item.p for item in answer.outcomes} == enumerated(atk, defence, rerolls, rerolling)


@pytest.mark.parametrize(
    ("atk", "defence", "rerolls", "where", "chance"),
    [
        (4, 5, 2, "wounds == 4", F(19, 243)),
        (3, 5, 3, "triple", F(47, 972)),
        (4, 3, 4, "scale", F(82, 243)),
        (2, 4, 1, "wounds == 2", F(1, 2)),
    ],
)
def test_chances(skirmish: Odds, atk: int, defence: int, rerolls: int, where: str, chance: F) -> None:
    answer = odds(skirmish.given, "attack", {"atk": atk, "def": defence, "rerolls": rerolls}, where=where, evaluator=skirmish)
    assert (answer.method, answer.p) == ("exact", chance)
    assert not answer.outcomes[1:], "what nobody asked for is not computed"


@pytest.mark.parametrize(("atk", "rerolls", "mean"), [(8, 2, F(1275, 256)), (60, 60, F(45)), (60, 0, F(30))])
def test_means(skirmish: Odds, atk: int, rerolls: int, mean: F) -> None:
    """On 4+, all that failed rolled again: each die wounds with 3/4."""
    answer = odds(skirmish.given, "attack", {"atk": atk, "def": 4, "rerolls": rerolls}, of=["wounds"], evaluator=skirmish)
    assert (answer.method, answer.mean["wounds"]) == ("exact", mean)


@pytest.mark.full
@pytest.mark.parametrize(("atk", "rerolls"), [(20, 10), (60, 30), (60, 60)])
def test_many_dice_are_exact_too(skirmish: Odds, atk: int, rerolls: int) -> None:
    """All results of the largest attack at once; wounds have the mean of dice, of which so many failures get another roll."""
    answer = odds(skirmish.given, "attack", {"atk": atk, "def": 4, "rerolls": rerolls}, of=OF, evaluator=skirmish)
    assert answer.method == "exact"
    assert sum(item.p for item in answer.outcomes) == 1
    alone = odds(skirmish.given, "attack", {"atk": atk, "def": 4, "rerolls": rerolls}, of=["wounds"], evaluator=skirmish)
    assert answer.mean["wounds"] == alone.mean["wounds"]


def test_one_plan_serves_all_numbers_that_decide_alike(skirmish: Odds) -> None:
    """Dice, defence and how many may be rolled again are numbers of one plan; whether any may, and which, are not."""
    made = len(skirmish._plans)
    for rerolls in (0, 1, 2):
        for rerolling in ("failures", "none"):
            for atk in (2, 3):
                given = {"atk": atk, "def": 3, "rerolls": rerolls, "rerolling": rerolling}
                odds(skirmish.given, "attack", given, of=["double"], evaluator=skirmish)
    assert len(skirmish._plans) - made <= 4  # of `attack` one, of `atk_roll` three: no rerolls at all, failures, none
