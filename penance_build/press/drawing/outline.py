"""Outlines of icons as a maker needs them: true size, closed, and with their thinnest line and gap measured.

An icon is drawn on a 24-unit grid. A *line* is ink between two edges that run about parallel, a *gap* is paper between
two such edges; the sharp end of a drop is neither. Both are measured by casting a ray from points along the outline
straight across to the next edge.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise
from math import hypot

from penance_build.ir.record import Record
from penance_build.press.drawing.icon_path import CHORDS, GRID, commands
from penance_build.press.drawing.lengths import mm

# Between measured points, and how far from antiparallel two edges may be to be the two sides of one line (cosine of 15 degrees).
_STEP = 0.4
_MOST_POINTS = 2_000  # points beyond the first of each edge; a longer outline has them further apart
_PARALLEL = 0.966

Point = tuple[float, float]
Segment = tuple[str, tuple[Point, ...]]


class Narrowest(Record):
    """The narrowest place of a kind: its width and its two ends, in thousandths of a unit of the grid."""

    width: int
    start: tuple[int, int]
    end: tuple[int, int]


class Measured(Record):
    """The thinnest line and the thinnest gap of an icon; None where it has none."""

    line: Narrowest | None
    gap: Narrowest | None


@lru_cache(maxsize=512)
def segments(path: str) -> tuple[Segment, ...]:
    """The steps M, L, C, Q, Z of an SVG path, absolute. Raises ValueError where it is not one, or leaves the grid."""
    names = {"moveTo": "M", "lineTo": "L", "curveTo": "C", "qCurveTo": "Q", "closePath": "Z", "endPath": "Z"}
    steps: list[Segment] = []
    for name, points in commands(path):
        if name == "qCurveTo" and len(points) != 2:
            raise ValueError("an SVG path has one control point in a quadratic curve")
        steps.append((names[name], tuple((float(x), float(y)) for x, y in points)))
    return tuple(steps)


def scaled(path: str, *, size: int, x: int, y: int, grid: int = GRID) -> str:
    """The path with its grid ``size`` micrometres wide and its corner at (x, y), in whole micrometres."""
    out = []
    for name, points in segments(path):
        numbers = [f"{_place(px, size, grid) + x} {_place(py, size, grid) + y}" for px, py in points]
        out.append(name + " ".join(numbers))
    return "".join(out)


def in_mm(data: str) -> str:
    """Path data in whole micrometres, rewritten in millimetres with three decimals at most."""
    out, number = [], ""
    for char in data + " ":
        if char.isdigit() or char == "-":
            number += char
            continue
        if number:
            out.append(mm(int(number)))
            number = ""
        out.append(char)
    return "".join(out).strip()


def _place(value: float, size: int, grid: int) -> int:
    # Hundredths first: path data has no more, and whole numbers round the same way everywhere.
    hundredths = round(value * 100)
    return (2 * hundredths * size + 100 * grid) // (200 * grid)


@lru_cache(maxsize=512)
def measure(path: str) -> Measured:
    edges = _edges(path)
    best: dict[bool, tuple[float, Point, Point]] = {}
    apart = max(_STEP, sum(hypot(b[0] - a[0], b[1] - a[1]) for a, b in edges) / _MOST_POINTS)
    for index, (a, b) in enumerate(edges):
        length = hypot(b[0] - a[0], b[1] - a[1])
        count = max(1, int(length / apart))
        for step in range(count):
            t = (step + 0.5) / count
            origin = (a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t)
            normal = ((a[1] - b[1]) / length, (b[0] - a[0]) / length)
            for side in (1, -1):
                direction = (normal[0] * side, normal[1] * side)
                found = _across(edges, index, origin, direction)
                if found is None:
                    continue
                end = (origin[0] + direction[0] * found, origin[1] + direction[1] * found)
                inside = _winding(edges, ((origin[0] + end[0]) / 2, (origin[1] + end[1]) / 2)) != 0 if _beats(best, found) else None
                if inside is not None and (inside not in best or found < best[inside][0]):
                    best[inside] = (found, origin, end)
    return Measured(_narrowest(best.get(True)), _narrowest(best.get(False)))


def _beats(best: dict[bool, tuple[float, Point, Point]], width: float) -> bool:
    return len(best) < 2 or width < max(best[True][0], best[False][0])


def _narrowest(found: tuple[float, Point, Point] | None) -> Narrowest | None:
    if found is None:
        return None
    width, start, end = found
    return Narrowest(round(width * 1000), (round(start[0] * 1000), round(start[1] * 1000)), (round(end[0] * 1000), round(end[1] * 1000)))


def _across(edges: list[tuple[Point, Point]], own: int, origin: Point, direction: Point) -> float | None:
    """How far it is to the first edge in this direction, if that edge is about parallel to our own."""
    nearest, aligned = None, False
    ox, oy = origin
    dx, dy = direction
    for index, (a, b) in enumerate(edges):
        if index == own:
            continue
        ex, ey = b[0] - a[0], b[1] - a[1]
        cross = dx * ey - dy * ex
        if -1e-9 < cross < 1e-9:
            continue
        ax, ay = a[0] - ox, a[1] - oy
        distance = (ax * ey - ay * ex) / cross
        if distance <= 1e-6 or (nearest is not None and distance >= nearest):
            continue
        along = (ax * dy - ay * dx) / cross
        if 0 <= along <= 1:
            nearest, aligned = distance, abs(cross) >= _PARALLEL * hypot(ex, ey)
    return nearest if aligned else None


def _winding(edges: list[tuple[Point, Point]], point: Point) -> int:
    """How often the outline runs round a point: 0 is outside."""
    x, y = point
    turns = 0
    for (ax, ay), (bx, by) in edges:
        if (ay <= y) != (by <= y):
            left = (bx - ax) * (y - ay) - (x - ax) * (by - ay)
            if by > ay and left > 0:
                turns += 1
            elif by < ay and left < 0:
                turns -= 1
    return turns


def _edges(path: str) -> list[tuple[Point, Point]]:
    """The outline as straight edges, curves as chords; edges of no length are left out."""
    edges: list[tuple[Point, Point]] = []
    start = here = (0.0, 0.0)
    for name, points in segments(path):
        targets: list[Point] = []
        if name == "M":
            start = here = points[0]
        elif name == "Z":
            targets = [start]
        elif name == "L":
            targets = [points[0]]
        else:
            targets = chords(here, points)
        for target in targets:
            if hypot(target[0] - here[0], target[1] - here[1]) > 1e-6:
                edges.append((here, target))
            here = target
    return edges


def chords(start: Point, points: tuple[Point, ...]) -> list[Point]:
    """Points along a quadratic or cubic curve behind its start, by de Casteljau's construction: the ends of ``CHORDS`` straight pieces."""
    out = []
    for step in range(1, CHORDS + 1):
        t = step / CHORDS
        level = [start, *points]
        while len(level) > 1:
            level = [(p[0] + (q[0] - p[0]) * t, p[1] + (q[1] - p[1]) * t) for p, q in pairwise(level)]
        out.append(level[0])
    return out
