"""How far a sampled figure may be off: intervals at 95 %, in integers and fractions, rounded outwards to millionths."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import isqrt

Z = Fraction(49, 25)  # 95 % of the normal distribution lie within it
_PLACES = 10**6
_WIDE = 10**18
Interval = tuple[Fraction, Fraction]


def wilson(hits: int, runs: int) -> Interval:
    """Wilson's score interval of a proportion; it is never empty, not even where every run hit or none did."""
    z2 = Z * Z
    middle = hits + z2 / 2
    half = Z * root_above(Fraction(hits * (runs - hits), runs) + z2 / 4)
    low, high = outwards((middle - half) / (runs + z2), (middle + half) / (runs + z2))
    return max(Fraction(0), low), min(Fraction(1), high)


def of_mean(counts: Mapping[int, int], low: int | None, high: int | None) -> Interval:
    """The interval of a mean, from how often each value came and the bounds that the result is declared or inferred to have.

    It is the normal one from the variance of the sample. Where only one value ever came there is no variance to see; then
    another value may still be as likely as Wilson's bound for what never happened, and lie as far away as the bounds allow.
    """
    runs = sum(counts.values())
    mean = Fraction(sum(value * count for value, count in counts.items()), runs)
    if len(counts) == 1:
        unseen = wilson(0, runs)[1]
        below = Fraction(0) if low is None else unseen * (mean - low)
        above = Fraction(0) if high is None else unseen * (high - mean)
    else:
        squares = sum(((value - mean) * (value - mean) * count for value, count in counts.items()), Fraction(0))
        below = above = Z * root_above(squares / (runs - 1) / runs)
    least, most = outwards(mean - below, mean + above)
    return least if low is None else max(least, Fraction(low)), most if high is None else min(most, Fraction(high))


def root_above(value: Fraction) -> Fraction:
    """A square root, from above."""
    return Fraction(isqrt(value.numerator * _WIDE * _WIDE // value.denominator) + 1, _WIDE)


def outwards(low: Fraction, high: Fraction) -> Interval:
    """Both ends as millionths, the low one rounded down and the high one up."""
    return Fraction((low * _PLACES).__floor__(), _PLACES), Fraction((high * _PLACES).__ceil__(), _PLACES)
