"""What may become of one die through its rerolls: its ways, each a few independent draws, and the dice of a roll shared out among them.

A draw is a face that falls once, and lies there at some stages. On one way it is known which rerolls took the die, so the draws
are independent, each among the faces that the tests on the way leave.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from math import comb, prod

from msgspec import Struct

from penance_build.odds.rolls.requests import Asked, History, Pools

FAILS, STAYS, AGAIN = range(3)  # at the reroll whose limit binds; all dice are FAILS where none does


class Draw(Struct, frozen=True):
    """The faces that may fall, and the stages at which the die shows this one."""

    faces: tuple[int, ...]
    stages: tuple[int, ...]


class Way(Struct, frozen=True):
    """What befalls a die at the reroll whose limit binds, its draws, and the weight of each way in which they fall."""

    kind: int
    draws: tuple[Draw, ...]
    weight: int


def ways(asked: Asked, limited: int | None) -> list[Way]:
    """All ways of one die; the limit of the reroll ``limited`` binds, by its index, and no other does."""
    sides = len(asked.columns)
    everything = tuple(range(sides))
    found = [Way(FAILS, (Draw(everything, (0,)),), 1)]
    for at, stage in enumerate(asked.request.stages):
        here = at + 1
        grown: list[Way] = []
        for way in found:
            place = next(place for place, draw in enumerate(way.draws) if stage.parent in draw.stages)
            draw = way.draws[place]
            passes = tuple([face for face in draw.faces if asked.columns[face][stage.test]])
            others = tuple([face for face in draw.faces if not asked.columns[face][stage.test]])
            weight = way.weight if at == limited else way.weight * sides
            lies = (*draw.stages, here)
            if others:
                grown.append(Way(way.kind, _with(way.draws, place, Draw(others, lies)), weight))
            if passes and at == limited:
                grown.append(Way(STAYS, _with(way.draws, place, Draw(passes, lies)), weight))
            if passes:
                draws = (*_with(way.draws, place, Draw(passes, draw.stages)), Draw(everything, (here,)))
                grown.append(Way(AGAIN if at == limited else way.kind, draws, way.weight))
        found = grown
    return found


def _with(draws: tuple[Draw, ...], place: int, draw: Draw) -> tuple[Draw, ...]:
    return (*draws[:place], draw, *draws[place + 1 :])


def histories(asked: Asked, found: list[Way]) -> list[tuple[History, int]]:
    """The faces of one die at each stage, with their weights."""
    stages = len(asked.request.stages)
    many = sum(prod(len(draw.faces) for draw in way.draws) for way in found)
    asked.meter.expect(many, f"The history of one die of {asked.what.lower()}")
    asked.meter.spend(many, 0, asked.what)
    pairs: list[tuple[History, int]] = []
    for way in found:
        lies = [next(place for place, draw in enumerate(way.draws) if stage in draw.stages) for stage in range(stages + 1)]
        pairs += [(tuple([faces[place] for place in lies]), way.weight) for faces in product(*(draw.faces for draw in way.draws))]
    return pairs


class Shares:
    """The ways to share dice out among some ways, for any number of them: as pools that may be dealt by value.

    ``seen`` are the stages at which anything is asked, ``placed`` those at which values matter: a die that shows several faces at these
    is dealt as several, each at its own stages. The pools are the same for each number of dice, and some may be empty.
    """

    def __init__(self, asked: Asked, found: list[Way], seen: set[int], placed: set[int]) -> None:
        self.asked = asked
        stages = len(asked.request.stages)
        together = [way for way in found if sum(not placed.isdisjoint(draw.stages) for draw in way.draws) <= 1]
        self.whole = histories(asked, together)
        self.apart: list[tuple[int, list[list[tuple[History, int]]]]] = []  # of each way the weight of a die, and the pools of its draws
        for way in found:
            if way in together:
                continue
            weight, pools = way.weight, list[list[tuple[History, int]]]()
            for draw in way.draws:
                if seen.isdisjoint(draw.stages):
                    weight *= len(draw.faces)
                else:
                    lies = [stage in draw.stages for stage in range(stages + 1)]
                    pools.append([(tuple([face if here else None for here in lies]), 1) for face in draw.faces])
            self.apart.append((weight, pools))

    def of(self, n: int) -> Iterator[tuple[Pools, int]]:
        """The ways for n dice: the pools, each with the number of its dice, and the weight."""
        many = len(self.apart)
        for counts, times in _compositions(n, many, bool(self.whole)):
            self.asked.meter.spend(1 + many, 0, self.asked.what, n * (1 + many), by=times.bit_length())
            pools: Pools = [(self.whole, counts[0])] if self.whole else []
            for (weight, draws), count in zip(self.apart, counts[1:], strict=True):
                times *= weight**count
                pools += [(draw, count) for draw in draws]
            yield pools, times


def _compositions(n: int, others: int, has_first: bool) -> Iterator[tuple[tuple[int, ...], int]]:
    """The numbers of dice of the first and of the other groups, with how many ways there are to choose them."""
    if not others:
        if has_first or not n:
            yield (n,), 1
        return
    for last in range(n + 1):
        for counts, times in _compositions(n - last, others - 1, has_first):
            yield (*counts, last), times * comb(n, last)
