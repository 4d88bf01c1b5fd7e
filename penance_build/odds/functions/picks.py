"""Which of the legal cards a policy takes: cards of a zone as they lie there, and those that are wanted, each with its weight."""

from __future__ import annotations

from collections.abc import Callable, Sequence

Wanted = tuple[tuple[int, int], ...]


def each_of(legal: Sequence[int]) -> Wanted:
    """Every card alike."""
    return tuple([(card, legal.count(card)) for card in sorted(set(legal))])


def first_of(legal: Sequence[int], ends: int) -> Wanted:
    """The first in the order of the game's cards; those of one kind are alike."""
    least = min([card % ends for card in legal], default=-1)
    return each_of([card for card in legal if card % ends == least])


def greatest_of(scored: Sequence[tuple[int, int]]) -> list[int]:
    """The cards of the greatest score."""
    most = max([score for score, _ in scored], default=0)
    return [card for score, card in scored if score == most]


def the_one(legal: Sequence[int], wanted: int, ends: int, refuse: Callable[[], int]) -> Wanted:
    """The card of this id; refused where others are legal, and it is not."""
    found = each_of([card for card in legal if card % ends == wanted])
    if legal and not found:
        refuse()
    return found


def by_kind(legal: Sequence[int], ends: int) -> list[tuple[int, dict[int, int]]]:
    """The kinds of the cards, each with those of it that lie there and how many; -1 where there is none."""
    found: dict[int, dict[int, int]] = {}
    for card, many in each_of(legal):
        found.setdefault(card % ends, {})[card] = many
    return sorted(found.items()) or [(-1, {})]
