"""Contours that are filled by counting how many lie around a place, as contours that are filled by the way in which they run."""

from __future__ import annotations

from typing import Any

from penance_build.press.drawing.outline import Point, chords

Contour = list[tuple[str, tuple[Any, ...]]]


def by_nesting(contours: list[Contour]) -> list[Contour]:
    """The same contours, each running the other way than the one that it lies in: holes stay holes under either rule."""
    polygons = [_polygon(contour) for contour in contours]
    found = []
    for contour, own in zip(contours, polygons, strict=True):
        depth = sum(_is_inside(own[0], other) for other in polygons if other is not own)
        is_right = (_area(own) > 0) == (depth % 2 == 0)
        found.append(contour if is_right else _reversed(contour))
    return found


def _polygon(contour: Contour) -> list[Point]:
    points: list[Point] = []
    for name, steps in contour:
        if name in ("moveTo", "lineTo"):
            points.append(steps[0])
        elif steps:
            points += chords(points[-1], steps)
    return points


def _area(points: list[Point]) -> float:
    return sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(points, [*points[1:], points[0]], strict=True)) / 2


def _is_inside(point: Point, polygon: list[Point]) -> bool:
    x, y = point
    inside = False
    for a, b in zip(polygon, [*polygon[1:], polygon[0]], strict=True):
        if (a[1] > y) != (b[1] > y) and x < (b[0] - a[0]) * (y - a[1]) / (b[1] - a[1]) + a[0]:
            inside = not inside
    return inside


def _reversed(contour: Contour) -> Contour:
    from fontTools.pens.recordingPen import RecordingPen
    from fontTools.pens.reverseContourPen import ReverseContourPen

    pen: Any = RecordingPen()
    back = ReverseContourPen(pen)
    for name, points in contour:
        getattr(back, name)(*points)
    if contour[-1][0] not in ("closePath", "endPath"):
        back.closePath()
    return [(name, tuple(points)) for name, points in pen.value]
