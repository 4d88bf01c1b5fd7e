"""Formats exact fractions as texts and as decimals; the only module of reports that rounds."""

from __future__ import annotations

from fractions import Fraction
from math import isqrt

_LONG = 10**4000


def ratio(value: Fraction) -> str:
    """``7/12``; a whole number without its ``/1``. The chances of thousands of dice have thousands of digits."""
    below = "" if value.denominator == 1 else f"/{_digits(value.denominator)}"
    return f"{'-' if value < 0 else ''}{_digits(abs(value.numerator))}{below}"


def _digits(number: int) -> str:
    """A number from 0 on in decimal, in halves where it has more digits than Python writes at once."""
    if number < _LONG:
        return str(number)
    half = number.bit_length() * 3 // 20  # about half of its digits
    high, low = divmod(number, 10**half)
    return _digits(high) + _digits(low).rjust(half, "0")


def decimal(value: Fraction) -> float:
    """The nearest number that JSON can hold."""
    return value.numerator / value.denominator


def rounded(value: Fraction, digits: int) -> str:
    """In decimal, rounded half up in size: ``3.3889``."""
    scaled = abs(value) * 10**digits
    number = (2 * scaled.numerator + scaled.denominator) // (2 * scaled.denominator)
    text = str(number).rjust(digits + 1, "0")
    sign = "-" if value < 0 and number else ""
    return f"{sign}{text[:-digits]}.{text[-digits:]}" if digits else f"{sign}{text}"


def percent(value: Fraction) -> str:
    """``58.33 %``; what is there but too small to show is ``<0.01 %``."""
    if 0 < value < Fraction(1, 20000):
        return "<0.01 %"
    if Fraction(19999, 20000) < value < 1:
        return ">99.99 %"
    return f"{rounded(value * 100, 2)} %"


def root(value: Fraction) -> Fraction:
    """A square root: exact where it is a fraction, else to thirty digits."""
    top, bottom = isqrt(value.numerator), isqrt(value.denominator)
    if top * top == value.numerator and bottom * bottom == value.denominator:
        return Fraction(top, bottom)
    return Fraction(isqrt(value.numerator * 10**60 // value.denominator), 10**30)


def root_text(value: Fraction) -> str:
    """A square root as it is printed: ``sqrt(35/12)``, or the fraction where it is one."""
    found = root(value)
    return ratio(found) if found * found == value else f"sqrt({value})"
