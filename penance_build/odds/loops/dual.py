"""Weights with a slope: the mean of a sum that has no bound, carried along without ever writing the sum down.

A weight ``w (1 + m e)`` with ``e * e = 0`` stands for chance ``w`` and mean ``m``: adding ``d`` to the sum multiplies it by ``1 + d e``,
paths that meet are added, and a loop that is solved in these numbers gives the mean of all that it adds up.
"""

from __future__ import annotations

from fractions import Fraction

from msgspec import Struct


class Dual(Struct, frozen=True):
    """``value + slope * e``."""

    value: Fraction
    slope: Fraction

    def __bool__(self) -> bool:
        return bool(self.value) or bool(self.slope)

    def __add__(self, other: Number | int) -> Dual:
        value, slope = parts(other)
        return Dual(self.value + value, self.slope + slope)

    def __sub__(self, other: Number | int) -> Dual:
        value, slope = parts(other)
        return Dual(self.value - value, self.slope - slope)

    def __rsub__(self, other: Number | int) -> Dual:
        value, slope = parts(other)
        return Dual(value - self.value, slope - self.slope)

    def __mul__(self, other: Number | int) -> Dual:
        value, slope = parts(other)
        return Dual(self.value * value, self.value * slope + self.slope * value)

    def __truediv__(self, other: Number | int) -> Dual:
        value, slope = parts(other)
        return Dual(self.value / value, (self.slope * value - self.value * slope) / (value * value))

    def __rtruediv__(self, other: Number | int) -> Dual:
        return Dual(*parts(other)) / self

    __radd__ = __add__
    __rmul__ = __mul__


Number = Fraction | Dual


def parts(number: Number | int) -> tuple[Fraction, Fraction]:
    """Value and slope of any weight."""
    return (number.value, number.slope) if isinstance(number, Dual) else (Fraction(number), Fraction(0))


def flat(weight: Number | int) -> Number | int:
    """The weight without its slope."""
    return weight.value if isinstance(weight, Dual) else weight


def bump(weight: Number | int, amount: int) -> Number | int:
    """The weight after so much was added to the sum."""
    return weight * Dual(Fraction(1), Fraction(amount)) if amount else weight
