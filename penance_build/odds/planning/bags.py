"""Piles of cards as blocks from the bottom up: cards that are known, and bags in unknown order, each order alike."""

from __future__ import annotations

from collections import Counter as Multiset
from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import permutations
from math import comb, factorial, prod

from penance_build.odds.question.refusal import Refused

Bag = tuple[int, ...]
Pile = tuple[int | Bag, ...]
MANY_ORDERS = 720


def cards(pile: Pile) -> Iterator[int]:
    """The cards of a zone, bags in no order."""
    for block in pile:
        if isinstance(block, int):
            yield block
        else:
            yield from block


def bagged(found: Iterable[int]) -> Pile:
    """One bag of these cards; nothing where there are none."""
    return blocks_of(tuple(sorted(found)))


def blocks_of(bag: Bag) -> Pile:
    """A bag as the blocks of a pile: a single card is known."""
    return (bag,) if len(bag) > 1 else bag


def arranged(pile: Pile) -> list[tuple[Pile, Fraction]]:
    """Every order in which the cards of a pile may lie, with its chance. Raises Refused where there are too many."""
    found: list[tuple[Pile, Fraction]] = [((), Fraction(1))]
    for block in pile:
        if isinstance(block, int):
            found = [((*below, block), chance) for below, chance in found]
            continue
        ways = Multiset(block)
        if len(block) > 1 and factorial(len(block)) // prod(map(factorial, ways.values())) * len(found) > MANY_ORDERS:
            raise Refused(f"{len(block)} cards that a player sees may lie in more than {MANY_ORDERS} orders.")
        orders = sorted(set(permutations(block))) if len(ways) > 1 else [block]
        found = [((*below, *order), chance / len(orders)) for below, chance in found for order in orders]
    return found


def size_of(block: int | Bag) -> int:
    """How many cards a block holds."""
    return 1 if isinstance(block, int) else len(block)


def parts_of(bag: Bag, count: int) -> Iterator[tuple[Bag, Bag, int]]:
    """Every choice of so many cards of a bag, up to equal ones: those chosen, the others, and in how many ways."""
    sizes = [(card, bag.count(card)) for card in dict.fromkeys(bag)]
    left = len(bag)
    open_: list[tuple[Bag, Bag, int]] = [((), (), 1)]
    for card, many in sizes:
        left -= many
        open_ = [
            ((*part, *[card] * taken), (*rest, *[card] * (many - taken)), weight * comb(many, taken))
            for part, rest, weight in open_
            for taken in range(max(0, count - len(part) - left), min(many, count - len(part)) + 1)
        ]
    yield from open_


def choices_of(bag: Bag, count: int) -> int:
    """How many ``parts_of`` there are."""
    ways = [1] + [0] * count
    for card in dict.fromkeys(bag):
        many = bag.count(card)
        ways = [sum(ways[max(0, at - many) : at + 1]) for at in range(count + 1)]
    return ways[count]


def without(block: Iterable[int], card: int) -> list[int]:
    """The cards of a block but for one."""
    found = list(block)
    found.remove(card)
    return found


def removed(pile: Pile, handle: int) -> Pile:
    """A pile without a card."""
    for at, block in enumerate(pile):
        if block == handle:
            return (*pile[:at], *pile[at + 1 :])
        if not isinstance(block, int) and handle in block:
            return (*pile[:at], *blocks_of(tuple(without(block, handle))), *pile[at + 1 :])
    return pile
