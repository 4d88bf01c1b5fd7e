"""Decks that are used up and shuffled anew, asked by name; each answer against an enumeration of its own over multisets."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction as F
from itertools import product
from math import comb, prod
from pathlib import Path

import pytest

from penance_build.api import Refused, odds, situation
from penance_build.ir.nodes import Program
from tests.games import program_of

CASES = Path(__file__).resolve().parent / "cases_odds"
Pile = tuple[int, ...]  # how many of each kind


def case(name: str) -> Program:
    return program_of((CASES / f"{name}.yaml").read_text(encoding="utf-8"))


def drawn(pile: Pile, count: int) -> Iterator[tuple[Pile, F]]:
    """Every way to draw so many cards of a shuffled pile, with its chance."""
    for taken in product(*(range(many + 1) for many in pile)):
        if sum(taken) == count:
            yield taken, F(prod(map(comb, pile, taken)), comb(sum(pile), count))


def plus(one: Pile, other: Pile) -> Pile:
    return tuple(a + b for a, b in zip(one, other, strict=True))


def minus(one: Pile, other: Pile) -> Pile:
    return tuple(a - b for a, b in zip(one, other, strict=True))


def hands(deck: Pile, discard: Pile, count: int, added: Pile) -> Iterator[tuple[Pile, Pile, Pile, int, F]]:
    """A hand, what is left of deck and discard pile, how often it was shuffled, and the chance; ``added`` comes in at a shuffle."""
    if sum(deck) >= count:
        for hand, chance in drawn(deck, count):
            yield hand, minus(deck, hand), discard, 0, chance
        return
    full = plus(discard, added)
    for rest, chance in drawn(full, count - sum(deck)):
        yield plus(deck, rest), minus(full, rest), minus(full, full), 1, chance


def test_eight_coins_by_turn_four() -> None:
    """Copper, silver, gold, estate; gold is bought for six, silver for three."""
    value = (1, 2, 3, 0)
    states: dict[tuple[Pile, Pile, int], F] = {((6, 1, 0, 3), (0, 0, 0, 0), 0): F(1)}
    for _ in range(4):
        after: dict[tuple[Pile, Pile, int], F] = {}
        for (deck, discard, most), mass in states.items():
            for hand, left, thrown, _, chance in hands(deck, discard, 5, (0, 0, 0, 0)):
                coins = sum(many * worth for many, worth in zip(hand, value, strict=True))
                bought = (0, 0, 1, 0) if coins >= 6 else (0, 1, 0, 0) if coins >= 3 else (0, 0, 0, 0)
                key = (left, plus(plus(thrown, hand), bought), max(most, coins))
                after[key] = after.get(key, F(0)) + mass * chance
        states = after
    wanted = sum((mass for (_, _, most), mass in states.items() if most >= 8), F(0))
    program = case("coins")
    game = situation(program, setup="alone")
    answer = odds(program, "turns", of=[], where="most >= 8", policy={"bought": "card.coins"}, situation=game)
    assert (answer.method, answer.p) == ("exact", wanted)
    assert 0 < wanted < 1


def test_damage_cards_after_three_reshuffles() -> None:
    states: dict[tuple[Pile, Pile, Pile, int], F] = {((10, 0), (0, 0), (0, 0), 0): F(1)}
    found: dict[int, F] = {}
    while states:
        after: dict[tuple[Pile, Pile, Pile, int], F] = {}
        for (deck, discard, hand, shuffles), mass in states.items():
            for new, left, thrown, more, chance in hands(deck, plus(discard, hand), 4, (0, 1)):
                if shuffles + more >= 3:
                    found[new[1]] = found.get(new[1], F(0)) + mass * chance
                else:
                    key = (left, thrown, new, shuffles + more)
                    after[key] = after.get(key, F(0)) + mass * chance
        states = after
    program = case("scars")
    answer = odds(program, "rounds", situation=situation(program, setup="alone"))
    assert answer.method == "exact"
    assert {item.result["scars"]: item.p for item in answer.outcomes} == dict(sorted(found.items()))
    with pytest.raises(Refused, match="'rounds' takes cards from 'spare', in which no card lies"):
        odds(program, "rounds", {"me": 1, "shuffles": 3}, where="scars == 0")
