"""Hexes and what fills them, in whole micrometres: corners, places, hatching that runs on from hex to hex."""

from __future__ import annotations

from collections.abc import Sequence

from penance_build.press.drawing.shapes import Shape

Point = tuple[int, int]
Corners = tuple[Point, ...]
# Half the side of a hex by its width, and the way from row to row, in millionths: 1 / (2 sqrt 3) and sqrt 3 / 2.
_HALF_SIDE, _ROW = 288_675, 866_025
# The lines of each hatching: the numbers by which x and y of its points add up, and the distance of such sums in thousandths of the pitch.
_FAMILIES = {"vertical": (1, 0, 1000), "horizontal": (0, 1, 1000), "bend": (1, -1, 1414), "bend_sinister": (1, 1, 1414)}
_MADE_OF = {"cross": ("vertical", "horizontal"), "lattice": ("bend", "bend_sinister")}


def row_um(width: int) -> int:
    """How far the middles of two rows of hexes lie apart, by the width of a hex from flat side to flat side."""
    return width * _ROW // 1_000_000


def tall_um(width: int) -> int:
    """How tall a hex is that stands on a corner."""
    return 4 * (width * _HALF_SIDE // 1_000_000)


def hexagon(x: int, y: int, width: int) -> Corners:
    """The corners of a hex that stands on a corner, clockwise from above."""
    half, quarter = width // 2, width * _HALF_SIDE // 1_000_000
    return (
        (x, y - 2 * quarter), (x + half, y - quarter), (x + half, y + quarter),
        (x, y + 2 * quarter), (x - half, y + quarter), (x - half, y - quarter),
    )  # fmt: skip


def lying_hexagon(x: int, y: int, width: int) -> Corners:
    """The corners of a hex that lies on a side, clockwise from the left of its upper side: straight ahead is up."""
    half, quarter = width // 2, width * _HALF_SIDE // 1_000_000
    return (
        (x - quarter, y - half), (x + quarter, y - half), (x + 2 * quarter, y),
        (x + quarter, y + half), (x - quarter, y + half), (x - 2 * quarter, y),
    )  # fmt: skip


def place(q: int, r: int, width: int) -> Point:
    """The middle of a hex from that of the hex (0, 0)."""
    return width * (2 * q + r) // 2, r * width * _ROW // 1_000_000


def rectangle(left: int, top: int, right: int, bottom: int) -> Corners:
    """Its corners, clockwise from the upper left."""
    return ((left, top), (right, top), (right, bottom), (left, bottom))


def hatched(corners: Corners, hatch: str, pitch: int, color: str, weight: int) -> tuple[Shape, ...]:
    """The hatching that fills a polygon without dents; its lines are those of the page, so that they run on in the next one."""
    if hatch == "dots":
        data = "".join(f"M{x} {y}L{x + 1} {y}" for x, y in _dots(corners, pitch, weight))
        return (Shape(data, stroke=color, width=2 * weight, round_caps=True),) if data else ()
    families = _MADE_OF.get(hatch, (hatch,) if hatch in _FAMILIES else ())
    data = "".join(_lines(corners, *_FAMILIES[family], pitch) for family in families)
    return (Shape(data, stroke=color, width=weight),) if data else ()


def _lines(corners: Corners, across: int, down: int, apart: int, pitch: int) -> str:
    step = max(1, pitch * apart // 1000)
    sums = [across * x + down * y for x, y in corners]
    parts = []
    for wanted in range(-(-min(sums) // step) * step, max(sums) + 1, step):
        met: list[Point] = []
        for (x, y), here, (nx, ny), there in zip(corners, sums, (*corners[1:], corners[0]), (*sums[1:], sums[0]), strict=True):
            if (here - wanted) * (there - wanted) < 0:
                met.append((x + (nx - x) * (wanted - here) // (there - here), y + (ny - y) * (wanted - here) // (there - here)))
            elif here == wanted:
                met.append((x, y))
        if len(met) > 1 and min(met) != max(met):
            (x, y), (nx, ny) = min(met), max(met)
            parts.append(f"M{x} {y}L{nx} {ny}")
    return "".join(parts)


def _dots(corners: Corners, pitch: int, weight: int) -> list[Point]:
    xs, ys = [x for x, _ in corners], [y for _, y in corners]
    found = []
    for row in range(min(ys) // pitch, max(ys) // pitch + 2):
        shift = pitch if row % 2 else 0
        for column in range(min(xs) // (2 * pitch) - 1, max(xs) // (2 * pitch) + 2):
            x, y = 2 * pitch * column + shift, pitch * row
            if is_inside(corners, x, y, 3 * weight):
                found.append((x, y))
    return found


def is_inside(corners: Sequence[Point], x: int, y: int, margin: int = 0) -> bool:
    """Whether a point lies within a polygon without dents, clockwise on the page, so far off its edges at least."""
    for (x1, y1), (x2, y2) in zip(corners, (*corners[1:], corners[0]), strict=True):
        length = abs(x2 - x1) + abs(y2 - y1)  # at least as long as the edge: the margin is kept, or a little more
        if (x2 - x1) * (y - y1) - (y2 - y1) * (x - x1) < margin * length:
            return False
    return True
