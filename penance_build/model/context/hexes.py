"""The hexes of a map, as coordinates: axial, ``q`` to the right and ``r`` down."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from msgspec import Struct

Cell = tuple[int, int]
DIRECTIONS: Final = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))  # clockwise from the right
STEP, Q, R, CELL, DISTANCE, BEARING, LINE = "step", "q", "r", "cell", "distance", "bearing", "line"  # the tables of a space


class Hexes(Struct, frozen=True):
    """The hexes of one space in order: their ids, and where each lies as (q, r)."""

    id: str
    ids: tuple[str, ...]
    cells: tuple[Cell, ...]

    @property
    def is_convex(self) -> bool:
        """Whether the straight line between any two of its hexes stays inside the map."""
        return len(self.cells) == len(_within(self.cells))

    @property
    def reach(self) -> int:
        """The greatest distance between two hexes."""
        return _reach(self.cells)


@lru_cache(maxsize=64)
def _reach(cells: tuple[Cell, ...]) -> int:
    """The greatest distance, computed among the first and last hex of each row alone: no two hexes lie further apart than two of those."""
    rows: dict[int, list[Cell]] = {}
    for cell in cells:
        rows.setdefault(cell[1], []).append(cell)
    rim = [end for row in rows.values() for end in (row[0], row[-1])]
    return max((hexes(one, two) for one in rim for two in rim), default=0)


def hexes(one: Cell, two: Cell) -> int:
    """The distance of two cells, counted in hexes."""
    q, r = two[0] - one[0], two[1] - one[1]
    return max(abs(q), abs(r), abs(q + r))


def _within(cells: tuple[Cell, ...]) -> list[Cell]:
    """All cells within the least and greatest value of each of the three cube coordinates of the given cells."""
    qs, rs, sums = [q for q, _ in cells], [r for _, r in cells], [q + r for q, r in cells]
    columns, rows = range(min(qs), max(qs) + 1), range(min(rs), max(rs) + 1)
    least, most = min(sums), max(sums)
    return [(q, r) for q in columns for r in rows if least <= q + r <= most]
