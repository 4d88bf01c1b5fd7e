"""What n equal dice add up to: the distribution of a sum of vectors, one vector for each class of faces.

Two ways, chosen by an estimate of their cost. Where classes are few, their counts are enumerated with running
binomials, which gives every outcome once. Where sums of different counts meet, a vector is packed into one exponent
and the generating polynomial into one integer, whose n-th power holds all the weights side by side (Kronecker).
"""

from __future__ import annotations

from itertools import pairwise, product
from math import comb, gcd, isqrt

from penance_build.odds.question.refusal import Meter

Vector = tuple[int, ...]
Rows = list[tuple[Vector, int]]
Classes = list[tuple[Vector, int]]
ROOM = 2048  # bits that a row takes


def merge(pairs: Classes) -> tuple[Classes, int]:
    """Equal vectors put together, weights reduced by what they have in common; with the total weight."""
    found: dict[Vector, int] = {}
    for vector, weight in pairs:
        if weight:
            found[vector] = found.get(vector, 0) + weight
    common = gcd(*found.values())
    return [(vector, weight // common) for vector, weight in sorted(found.items())], sum(found.values()) // common


def add_up(classes: Classes, total: int, n: int, meter: Meter, what: str = "") -> Rows:
    """The weights, over ``total ** n``, of every sum that n dice of these classes can show; ``what`` they are part of, for a refusal.

    Raises Refused where more rows than the budget's would have to be visited either way.
    """
    size, what = len(classes[0][0]), what or f"A roll of {n} dice"
    if n == 0:
        return [((0,) * size, 1)]
    if len(classes) == 1 or size == 0:
        return [(tuple([n * part for part in classes[0][0]]), total**n)]
    if n == 1:
        return classes
    if len(classes) == 2:
        return _count_two(classes, n, meter, what)
    counted = comb(n + len(classes) - 1, len(classes) - 1)
    lows = [min(vector[i] for vector, _ in classes) for i in range(size)]
    spans = [n * (max(vector[i] for vector, _ in classes) - lows[i]) + 1 for i in range(size)]
    cells = 1
    for span in spans:
        cells *= span
    bits = (total**n).bit_length()
    cost = _power_cost(cells, bits)
    if counted * (400 + bits) <= cost:
        meter.expect(counted, what, bits)
        meter.spend(counted, 0, what, bits)
        return _count(classes, n)
    meter.expect(min(cells, counted), what, bits)
    meter.expect(cells * bits // ROOM, what)  # the packed power holds a place for sums that never come
    meter.spend(cost // 400, 0, what)
    return _power(classes, n, lows, spans, (bits + 7) // 8)


def _count_two(classes: Classes, n: int, meter: Meter, what: str) -> Rows:
    """Two classes: a binomial, each sum once."""
    (ground, rest), (other, weight) = classes
    bits = n * (rest + weight).bit_length()
    meter.expect(n + 1, what, bits)
    meter.spend(n + 1, 0, what, bits)
    of_rest = [1]
    for _ in range(n):
        of_rest.append(of_rest[-1] * rest)
    ways, of_other = 1, 1
    rows: Rows = []
    for count in range(n + 1):
        sums = tuple([a * (n - count) + b * count for a, b in zip(ground, other, strict=True)])
        rows.append((sums, ways * of_other * of_rest[n - count]))
        ways = ways * (n - count) // (count + 1)
        of_other *= weight
    return rows


def _power_cost(cells: int, bits: int) -> int:
    """About the time of the packed power (Karatsuba's, a little over the power 3/2), where a counted row costs 400 + bits."""
    digits = cells * (bits + 8) // 30 + 1
    return cells * 400 + 8 * digits * isqrt(digits)


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


def terms(n: int, counts: range, weight: int) -> list[int]:
    """In how many ways ``count`` of n dice may show faces of this weight, for each of the counts, which begin at any and go up by one."""
    found: list[int] = []
    ways = comb(n, counts.start) * weight**counts.start if counts else 0
    for count in counts:
        found.append(ways)
        ways = ways * (n - count) * weight // (count + 1)
    return found


def _count(classes: Classes, n: int) -> Rows:
    """Enumerate the counts of the classes. One class is the ground: the others add what they differ from it by."""
    size = len(classes[0][0])
    ground, ground_weight = min(classes, key=lambda item: sum(map(bool, item[0])))
    moves = [(tuple([part - low for part, low in zip(vector, ground, strict=True)]), weight) for vector, weight in classes]
    moves = sorted((move for move in moves if any(move[0])), reverse=True)
    start = tuple([n * part for part in ground])
    heads = [pascal(n, weight, 1) for _, weight in moves[:-1]]
    tail = pascal(n, moves[-1][1], ground_weight)
    if len(moves) == size and all(sum(map(bool, step)) == 1 and step[i] for i, (step, _) in enumerate(moves)):
        return _count_apart([step[i] for i, (step, _) in enumerate(moves)], start, heads, tail)
    steps = [step for step, _ in moves]
    partial = [(n, 1, start)]
    for step, head in zip(steps, heads, strict=False):
        partial = [
            (left - count, weight * ways, tuple([a + count * b for a, b in zip(sums, step, strict=True)]))
            for left, weight, sums in partial
            for count, ways in enumerate(head[left])
        ]
    last = steps[-1]
    return [
        (tuple([a + count * b for a, b in zip(sums, last, strict=True)]), weight * ways)
        for left, weight, sums in partial
        for count, ways in enumerate(tail[left])
    ]


def _count_apart(by: list[int], start: Vector, heads: list[list[list[int]]], tail: list[list[int]]) -> Rows:
    """The common case of ``_count``: each class moves one sum and no other does, so the sums are written one after the other."""
    n = len(tail) - 1
    partial: list[tuple[int, int, Vector]] = [(n, 1, ())]
    for step, first, head in zip(by, start, heads, strict=False):
        partial = [
            (left - count, weight * ways, (*sums, first + count * step))
            for left, weight, sums in partial
            for count, ways in enumerate(head[left])
        ]
    places = range(start[-1], start[-1] + by[-1] * (n + 1), by[-1])
    return [((*sums, place), weight * ways) for left, weight, sums in partial for place, ways in zip(places, tail[left], strict=False)]
