"""Petra Sancta hatching: how heraldry prints a tincture in one ink. Each kind is lines or dots that fill a rectangle.

All kinds but the dots lie symmetrically about the centre of the rectangle, so that a hatched back is the same after half a turn;
the dots do too, because their rows are laid out from the centre. Coordinates are whole units of the caller's drawing.
"""

from __future__ import annotations

from penance_build.press.drawing.shapes import Shape


def hatch(kind: str, width: int, height: int, pitch: int, color: str, weight: int) -> tuple[Shape, ...]:
    """The strokes that fill a rectangle from (0, 0), none for ``plain``.

    ``pitch`` is the distance between two of them, ``weight`` their width; dots are twice as wide, so that both look equally dark.
    """
    if kind == "dots":
        return (
            Shape(_dot_rows(width, height, pitch), stroke=color, width=2 * weight, dash=(0, 2 * pitch), round_caps=True, round_joins=True),
        )
    data = ""
    if kind in ("vertical", "cross"):
        data += _vertical(width, height, pitch)
    if kind in ("horizontal", "cross"):
        data += _horizontal(width, height, pitch)
    if kind in ("bend", "lattice"):
        data += _diagonal(width, height, pitch, falling=True)
    if kind in ("bend_sinister", "lattice"):
        data += _diagonal(width, height, pitch, falling=False)
    return (Shape(data, stroke=color, width=weight),) if data else ()


def _offsets(length: int, pitch: int) -> list[int]:
    """Distances from the start at which strokes lie, symmetric about the middle."""
    middle = length // 2
    count = middle // pitch
    return [middle + pitch * step for step in range(-count, count + 1)]


def _vertical(width: int, height: int, pitch: int) -> str:
    return "".join(f"M{x} 0L{x} {height}" for x in _offsets(width, pitch))


def _horizontal(width: int, height: int, pitch: int) -> str:
    return "".join(f"M0 {y}L{width} {y}" for y in _offsets(height, pitch))


def _diagonal(width: int, height: int, pitch: int, *, falling: bool) -> str:
    """Lines at 45 degrees; ``pitch`` is measured square to them. ``falling``: from upper left to lower right."""
    step = pitch * 1414 // 1000
    reach = (width + height) // 2 // step + 1
    lines = []
    for index in range(-reach, reach + 1):
        # x of the crossing with the horizontal through the centre
        cross = width // 2 + index * step
        top, bottom = cross - height // 2, cross + (height - height // 2)
        start, end = max(0, top), min(width, bottom)
        if start < end:
            y_start, y_end = start - top, end - top
            if not falling:
                y_start, y_end = height - y_start, height - y_end
            lines.append(f"M{start} {y_start}L{end} {y_end}")
    return "".join(lines)


def _dot_rows(width: int, height: int, pitch: int) -> str:
    """Rows of dots, every second one shifted; a row is a line drawn with a dash of length 0."""
    rows = []
    middle, places = width // 2, _offsets(height, pitch)
    for number, y in enumerate(places):
        shift = pitch if (number - len(places) // 2) % 2 else 0
        start = middle - shift - (middle - shift) // (2 * pitch) * 2 * pitch
        rows.append(f"M{start} {y}L{width} {y}")
    return "".join(rows)
