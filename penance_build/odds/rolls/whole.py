"""A roll that is kept whole: its faces, where what is asked of them is not known when they fall."""

from __future__ import annotations

from itertools import combinations_with_replacement, product
from math import comb, factorial
from typing import Any

from penance_build.odds.question.refusal import Meter
from penance_build.odds.rolls.requests import Faces


def kept_whole(die: Faces, n: int, ordered: bool, meter: Meter) -> tuple[list[Any], int]:
    """The faces of n dice: sorted with their multiplicity, or in order where a later step tells; and the total weight."""
    kinds: dict[int, int] = {}
    for face in range(len(die.ids)):
        first = next(other for other in range(face + 1) if (die.ids[other], die.values[other]) == (die.ids[face], die.values[face]))
        kinds[first] = kinds.get(first, 0) + 1
    rows: list[Any] = []
    many = len(kinds) ** n if ordered else comb(n + len(kinds) - 1, n)
    bits = n * len(die.ids).bit_length()
    meter.expect(many, f"A roll of {n} dice", cells=n)
    meter.spend(many * len(kinds), 0, f"A roll of {n} dice", bits, cells=n, by=bits)
    for faces in product(kinds, repeat=n) if ordered else combinations_with_replacement(kinds, n):
        weight = 1 if ordered else factorial(n)
        for kind, copies in kinds.items():
            count = faces.count(kind)
            weight = weight * copies**count // (1 if ordered else factorial(count))
        rows.append(((faces,), weight))
    return rows, len(die.ids) ** n
