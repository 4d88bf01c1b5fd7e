"""Formats exact fractions as texts and as decimals; the only module of reports that rounds."""

from __future__ import annotations

from fractions import Fraction


def ratio(value: Fraction) -> str:
    """``7/12``; a whole number without its ``/1``."""
    return str(value)


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
