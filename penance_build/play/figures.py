"""Figures of many games: shares with their intervals, medians and quartiles, histograms."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import Any

Z = 1.959963984540054  # 95 % of a normal distribution lie within so many deviations


def wilson(hits: int, trials: int) -> tuple[float, float]:
    """The 95 % interval of Wilson for a share; from 0 to 1 where nothing was tried."""
    if trials == 0:
        return 0.0, 1.0
    share, square = hits / trials, Z * Z
    middle = (share + square / (2 * trials)) / (1 + square / trials)
    reach = Z * sqrt(share * (1 - share) / trials + square / (4 * trials * trials)) / (1 + square / trials)
    return (0.0 if hits == 0 else max(0.0, middle - reach)), (1.0 if hits == trials else min(1.0, middle + reach))


def share(hits: int, trials: int) -> dict[str, Any]:
    """A count as it is reported: of how many, the share, and its interval; four places."""
    low, high = wilson(hits, trials)
    part = round(hits / trials, 4) if trials else None
    return {"count": hits, "of": trials, "share": part, "low": round(low, 4), "high": round(high, 4)}


def spread(values: Sequence[int]) -> dict[str, Any]:
    """Least, quartiles, greatest, mean and histogram of whole numbers."""
    if not values:
        return {"count": 0}
    ordered = sorted(values)
    found: dict[str, Any] = {"count": len(ordered), "least": ordered[0]}
    found.update({name: quantile(ordered, quarter) for name, quarter in (("lower", 1), ("median", 2), ("upper", 3))})
    found.update(greatest=ordered[-1], mean=round(sum(ordered) / len(ordered), 2))
    return {**found, "histogram": {str(value): ordered.count(value) for value in sorted(set(ordered))}}


def quantile(ordered: Sequence[int], quarters: int) -> int | float:
    """The value at so many quarters of an ordered row; between two it is halfway or a quarter of the way."""
    place, rest = divmod((len(ordered) - 1) * quarters, 4)
    value = ordered[place]
    return value if not rest else value + (ordered[place + 1] - value) * rest / 4
