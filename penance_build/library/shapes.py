"""What one result of an answer looks like: its values with their chances, its spread, and where how much of it lies."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from msgspec import Struct

from penance_build.library.odds import Chances, OddsAnswer
from penance_build.library.values import Printed

QUANTILES = (Fraction(1, 20), Fraction(1, 4), Fraction(1, 2), Fraction(3, 4), Fraction(19, 20))


class Shape(Struct, frozen=True):
    """The distribution of one result: each value with its chance, numbers in their order, other values as the rules list them.

    Of numbers it has the ``variance``, whose root is the spread, and ``quantiles``, the least value that so much lies at or below.
    """

    values: tuple[tuple[Printed, Fraction], ...]
    variance: Fraction | None = None
    quantiles: tuple[int, ...] = ()

    @property
    def is_number(self) -> bool:
        """Whether its values are numbers."""
        return self.variance is not None


def shape_of(answer: OddsAnswer, name: str) -> Shape:
    """The shape of a result whose outcomes an answer lists."""
    return shapes_of(answer)[name]


def shapes_of(answer: OddsAnswer) -> dict[str, Shape]:
    """The shapes of all results whose outcomes an answer lists, which are looked at once."""
    found = {name: answer.outcomes.of_result(at) if isinstance(answer.outcomes, Chances) else _added(answer, name)
             for at, name in enumerate(answer.results)}  # fmt: skip
    return {name: _shape(pairs, name in answer.mean) for name, pairs in found.items()}


def _added(answer: OddsAnswer, name: str) -> list[tuple[Printed, Fraction]]:
    """The values of a result, from outcomes that are held as they are printed."""
    values: dict[str, tuple[Printed, Fraction]] = {}
    for item in answer.outcomes:
        value = item.result[name]
        values[repr(value)] = value, values.get(repr(value), (value, Fraction(0)))[1] + item.p
    return list(values.values())


def _shape(found: list[tuple[Printed, Fraction]], is_number: bool) -> Shape:
    numbers = sorted((value, p) for value, p in found if isinstance(value, int))
    if len(numbers) < len(found) or not found:
        return Shape(tuple(found))
    if not is_number:
        return Shape(tuple(numbers))
    mean = sum((value * p for value, p in numbers), Fraction(0))
    variance = sum(((value - mean) ** 2 * p for value, p in numbers), Fraction(0))
    return Shape(tuple(numbers), variance, tuple(_quantile(numbers, share) for share in QUANTILES))


def _quantile(values: Sequence[tuple[int, Fraction]], share: Fraction) -> int:
    """The least value that at least this share lies at or below."""
    below = Fraction(0)
    for value, p in values:
        below += p
        if below >= share:
            return value
    return values[-1][0]
