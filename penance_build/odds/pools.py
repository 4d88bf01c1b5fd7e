"""What n equal dice add up to: the distribution of a sum of vectors, one vector for each class of faces.

Two ways, chosen by an estimate of their cost. Where classes are few, their counts are enumerated with running
binomials, which gives every outcome once. Where sums of different counts meet, a vector is packed into one exponent
and the generating polynomial into one integer, whose n-th power holds all the weights side by side (Kronecker).
"""

from __future__ import annotations

from itertools import pairwise, product
from math import comb, gcd

from penance_build.odds.refusal import Refused

Vector = tuple[int, ...]
Rows = list[tuple[Vector, int]]
Classes = list[tuple[Vector, int]]

# The rank is only computed where it can change the choice.
_FEW = 8


def merge(pairs: Classes) -> tuple[Classes, int]:
    """Equal vectors put together, weights reduced by what they have in common; with the total weight."""
    found: dict[Vector, int] = {}
    for vector, weight in pairs:
        if weight:
            found[vector] = found.get(vector, 0) + weight
    common = gcd(*found.values())
    return [(vector, weight // common) for vector, weight in sorted(found.items())], sum(found.values()) // common


def add_up(classes: Classes, total: int, n: int, most: int) -> Rows:
    """The weights, over ``total ** n``, of every sum that n dice of these classes can show.

    Raises Refused where more than ``most`` rows would have to be visited either way.
    """
    size = len(classes[0][0])
    if n == 0:
        return [((0,) * size, 1)]
    if len(classes) == 1 or size == 0:
        return [(tuple(n * part for part in classes[0][0]), total**n)]
    counted = comb(n + len(classes) - 1, len(classes) - 1)
    lows = [min(vector[i] for vector, _ in classes) for i in range(size)]
    spans = [n * (max(vector[i] for vector, _ in classes) - lows[i]) + 1 for i in range(size)]
    cells = 1
    for span in spans:
        cells *= span
    bits = (total**n).bit_length()
    if counted * (400 + bits) <= _power_cost(cells, bits):
        if counted > most:
            raise Refused(f"A roll of {n} dice has about {counted} different results, more than the limit of {most}.", can_sample=True)
        return _count(classes, n)
    if cells > most:
        raise Refused(
            f"A roll of {n} dice has about {min(cells, counted)} different results, more than the limit of {most}.", can_sample=True
        )
    return _power(classes, n, lows, spans, (bits + 7) // 8)


def _power_cost(cells: int, bits: int) -> int:
    """About the time of the packed power, in the unit in which a counted row costs 400 + bits."""
    digits = cells * (bits + 8) // 30 + 1
    return cells * 400 + int(digits**1.585) * 4


def _power(classes: Classes, n: int, lows: list[int], spans: list[int], width: int) -> Rows:
    strides = [1] * len(spans)
    for i in range(len(spans) - 1, 0, -1):
        strides[i - 1] = strides[i] * spans[i]
    packed = 0
    for vector, weight in classes:
        place = sum((part - low) * stride for part, low, stride in zip(vector, lows, strides, strict=True))
        packed += weight << (8 * width * place)
    raised = packed**n
    data = raised.to_bytes((raised.bit_length() + 7) // 8 + width, "little")
    read = int.from_bytes
    rows: Rows = []
    ranges = [range(n * low, n * low + span) for low, span in zip(lows, spans, strict=True)]
    for sums, at in zip(product(*ranges), range(0, len(data), width), strict=False):
        weight = read(data[at : at + width], "little")
        if weight:
            rows.append((sums, weight))
    return rows


def pascal(n: int, left: int, right: int) -> list[list[int]]:
    """For each r up to n the coefficients of ``(left x + right) ** r``, by power of x."""
    rows = [[1]]
    for _ in range(n):
        last = rows[-1]
        row = [last[0] * right]
        row += [a * left + b * right for a, b in pairwise(last)]
        row.append(last[-1] * left)
        rows.append(row)
    return rows


def _count(classes: Classes, n: int) -> Rows:
    """Enumerate the counts of the classes. The last class is the ground: the others add what they differ from it by."""
    ground, ground_weight = classes[-1]
    steps = [tuple(part - low for part, low in zip(vector, ground, strict=True)) for vector, _ in classes[:-1]]
    start = tuple(n * part for part in ground)
    tail = pascal(n, classes[-2][1], ground_weight)
    heads = [pascal(n, weight, 1) for _, weight in classes[:-2]]
    rows: Rows = []
    _count_from(0, n, 1, start, steps, heads, tail, rows)
    return rows


def _count_from(
    level: int, left: int, weight: int, sums: Vector, steps: list[Vector], heads: list[list[list[int]]], tail: list[list[int]], rows: Rows
) -> None:
    """Place the classes from ``level`` on among the ``left`` dice that remain."""
    step = steps[level]
    if level == len(heads):
        rows += _last(tail[left], weight, sums, step)
        return
    ways = heads[level][left]
    for count in range(left + 1):
        here = tuple([a + count * b for a, b in zip(sums, step, strict=True)]) if count else sums
        _count_from(level + 1, left - count, weight * ways[count], here, steps, heads, tail, rows)


def _last(ways: list[int], weight: int, sums: Vector, step: Vector) -> Rows:
    """The rows of the last free class; the common case that it moves one sum by one is spelled out."""
    moved = [i for i, part in enumerate(step) if part]
    if len(moved) == 1:
        at, by = moved[0], step[moved[0]]
        before, first, after = sums[:at], sums[at], sums[at + 1 :]
        places = range(first, first + by * len(ways), by)
        return [((*before, place, *after), weight * way) for place, way in zip(places, ways, strict=True)]
    return [(tuple([a + count * b for a, b in zip(sums, step, strict=True)]), weight * way) for count, way in enumerate(ways)]
