"""Cards that are one card under two ids: held against every pair of a small group, and fast in a large one."""

from __future__ import annotations

import random
from collections.abc import Sequence
from time import process_time

from penance_build.checks.card_twice import _twins, folded
from penance_build.diagnostics.suggest import distance
from penance_build.ir import nodes as ir


def cards(names: Sequence[str]) -> list[ir.Card]:
    return [ir.Card(f"c{at}", name, "", "", "", (), (), "", "", (), "") for at, name in enumerate(names)]


def is_near(first: str, second: str) -> bool:
    """Equal but for what is no letter; or longer than five letters, and one of them more, less, other, or swapped with the next."""
    mine, theirs = folded(first), folded(second)
    return mine == theirs or (len(mine) > 5 and mine.isalpha() and theirs.isalpha() and distance(mine, theirs, 1) <= 1)


def changed(word: str, dice: random.Random) -> str:
    letters = list(word)
    for _ in range(dice.randrange(3)):
        at = dice.randrange(len(letters))
        how = dice.randrange(3)
        if how == 0:
            letters[at] = dice.choice("abcAB1 -")
        elif how == 1:
            letters.insert(at, dice.choice("abc "))
        elif at + 1 < len(letters):
            letters[at], letters[at + 1] = letters[at + 1], letters[at]
    return "".join(letters)


def test_twins_are_those_that_every_pair_would_show() -> None:
    found = 0
    for seed in range(500):
        dice = random.Random(seed)
        words = ["".join(dice.choice("abc") for _ in range(dice.randrange(3, 9))) for _ in range(3)]
        group = cards([changed(dice.choice(words), dice) for _ in range(8)])
        wanted = [next((other for other in group[:at] if is_near(other.name, card.name)), None) for at, card in enumerate(group)]
        assert _twins(group) == wanted
        found += len(wanted) - wanted.count(None)
    assert found > 500


def test_many_cards_that_are_alike_take_no_pairs() -> None:
    """Ten thousand cards with names of their own and nothing else: fifty million pairs took a minute."""
    dice = random.Random(1)
    group = cards([f"{dice.getrandbits(60):x} {at}" for at in range(10_000)])
    began = process_time()
    assert set(_twins(group)) == {None}
    assert process_time() - began < 3
