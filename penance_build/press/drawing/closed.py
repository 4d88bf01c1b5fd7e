"""Outlines as machines that cut need them: closed contours that do not run over one another, as curves or as short straight pieces.

All lengths are whole micrometres. The union is that of Skia; what it gives is rounded again, so that the same outline gives the same text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from math import isqrt
from typing import Any

from penance_build.press.drawing.shapes import polygon_data

Point = tuple[int, int]
Ring = tuple[Point, ...]
Step = tuple[str, tuple[Point, ...]]

# How far a straight piece may be from its curve; the ends of pieces are rounded, which adds less than one.
CHORD_UM = 4
_MOST_PIECES = 200  # of one curve: of 40 mm it needs fewer
_STEP = re.compile(r"([MLCQZ])([-0-9 ]*)")


def steps(data: str) -> Iterator[Step]:
    """The steps M, L, C, Q and Z of path data in whole micrometres, as ``outline.scaled`` writes them."""
    for name, numbers in _STEP.findall(data):
        found = [int(number) for number in numbers.split()]
        yield name, tuple(zip(found[::2], found[1::2], strict=True))


def unioned(data: str) -> str:
    """The same ink as path data whose contours are closed and do not cross; curves stay curves. ValueError where there is no union."""
    import pathops

    for plain in (data, _straightened(data)):
        path = pathops.Path(fillType=pathops.FillType.WINDING)
        _draw(plain, path)
        try:
            path.simplify(fix_winding=True, keep_starting_points=True)
        except pathops.PathOpsError:
            continue  # there are curves that it cannot part; their straight pieces it can
        return _written(path)
    raise ValueError("its contours cannot be joined into one outline")


def _draw(data: str, path: Any) -> None:
    verbs = {"M": "moveTo", "L": "lineTo", "Q": "quadTo", "C": "cubicTo"}
    is_open = False
    for name, points in steps(data):
        if is_open and name in "MZ":
            path.close()
        is_open = name not in "MZ"
        if name != "Z":
            getattr(path, verbs[name])(*(float(value) for point in points for value in point))
    if is_open:
        path.close()


def _written(path: Any) -> str:
    names = {"moveTo": "M", "lineTo": "L", "qCurveTo": "Q", "curveTo": "C", "closePath": "Z", "endPath": "Z"}
    out: list[str] = []
    here: Point | None = None
    for verb, points in path.segments:
        whole = [(round(x), round(y)) for x, y in points]
        if verb == "lineTo" and whole[-1] == here:
            continue  # shorter than a micrometre
        # A quadratic of several control points has a point of the outline in the middle between each two of these.
        if verb == "qCurveTo":
            *handles, end = whole
            ends = [*(((ax + bx) // 2, (ay + by) // 2) for (ax, ay), (bx, by) in pairwise(handles)), end]
            out += [f"Q{_numbers([handle, to])}" for handle, to in zip(handles, ends, strict=True)]
        else:
            out.append(names[verb] + _numbers(whole))
        here = whole[-1] if whole else here
    return "".join(out)


def _numbers(points: list[Point]) -> str:
    return " ".join(f"{x} {y}" for x, y in points)


def rings(data: str) -> tuple[Ring, ...]:
    """The contours as polygons, without their first point again at the end; no point of a curve is further than 5 micrometres away."""
    found: list[Ring] = []
    ring: list[Point] = []
    for name, points in steps(data):
        if name == "M":
            _keep(ring, found)
            ring = [points[0]]
        elif name == "Z":
            _keep(ring, found)
            ring = ring[:1]
        else:
            ring += pieces((ring[-1], *points))
    _keep(ring, found)
    return tuple(found)


def pieces(points: tuple[Point, ...]) -> list[Point]:
    """The ends of the straight pieces of a line or a curve from its first point, which is left out."""
    if len(points) == 2:
        return [points[1]]
    bent = max(max(abs(a[way] - 2 * b[way] + c[way]) for way in (0, 1)) for a, b, c in zip(points, points[1:], points[2:], strict=False))
    degree = len(points) - 1
    # A chord over 1/n of a curve is off by degree (degree - 1) / 8 of its second difference, by n squared; both ways together: twice.
    count = min(_MOST_PIECES, isqrt(max(0, 2 * degree * (degree - 1) * bent // (8 * CHORD_UM))) + 1)
    return [_at(points, step, count) for step in range(1, count + 1)]


def _at(points: tuple[Point, ...], step: int, count: int) -> Point:
    """The point of a curve at ``step`` of ``count``, by de Casteljau's construction, in whole numbers."""
    level, scale = list(points), 1
    while len(level) > 1:
        level = [(a[0] * (count - step) + b[0] * step, a[1] * (count - step) + b[1] * step) for a, b in pairwise(level)]
        scale *= count
    (x, y) = level[0]
    return (2 * x + scale) // (2 * scale), (2 * y + scale) // (2 * scale)


def _keep(ring: list[Point], found: list[Ring]) -> None:
    """Take a contour over where it encloses something, without points that stand twice."""
    kept = [point for place, point in enumerate(ring) if place == 0 or point != ring[place - 1]]
    while len(kept) > 1 and kept[-1] == kept[0]:
        kept.pop()
    if len(kept) > 2:
        found.append(tuple(kept))


def _straightened(data: str) -> str:
    return "".join(map(polygon_data, rings(data)))
