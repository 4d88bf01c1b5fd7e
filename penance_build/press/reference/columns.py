"""Blocks of given heights in one to three columns, in their order. Heights and gaps are micrometres."""

from __future__ import annotations

from collections.abc import Sequence

COLUMNS = 3


def shortest(heights: Sequence[int], gap: int, count: int = COLUMNS) -> int:
    """The least height in which blocks in their order go into so many columns."""
    low, high = max(heights, default=0), sum(heights) + gap * len(heights)
    while low < high:
        middle = (low + high) // 2
        if len(dealt(heights, gap, middle)) <= count:
            high = middle
        else:
            low = middle + 1
    return low


def dealt(heights: Sequence[int], gap: int, room: int) -> list[list[int]]:
    """The indices of the blocks column by column, each column filled before the next begins."""
    columns: list[list[int]] = []
    used = 0
    for index, height in enumerate(heights):
        if columns and used + gap + height <= room:
            columns[-1].append(index)
            used += gap + height
        else:
            columns.append([index])
            used = height
    return columns


def even(heights: Sequence[int], gap: int, room: int, most: int = COLUMNS) -> list[list[int]]:
    """The indices of the blocks in the columns whose lengths differ least, of all that keep their order and fit the room."""
    count = len(heights)
    best, least = dealt(heights, gap, room), -1
    for first in range(1 if most > 1 else count, count + 1):
        for second in range(first if most > 2 else count, count + 1):
            columns = [list(range(*ends)) for ends in ((0, first), (first, second), (second, count)) if ends[0] < ends[1]]
            lengths = [sum(heights[index] for index in column) + gap * (len(column) - 1) for column in columns]
            squares = sum(length * length for length in lengths)
            if max(lengths) <= room and (least < 0 or squares < least):
                best, least = columns, squares
    return best


def airy_gap(heights: Sequence[int], column: Sequence[int], gap: int, room: int) -> int:
    """The space between the blocks of a column with which it reaches the foot, between one line and three."""
    if len(column) < 2:
        return gap
    spare = (room - sum(heights[index] for index in column)) // (len(column) - 1)
    return max(gap, min(3 * gap, spare))
