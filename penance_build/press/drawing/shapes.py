"""What is drawn, as data: paths and labels with their paint, in whole units of the drawing, y downwards.

``pdf`` writes paths as a content stream and ``svg`` writes everything as SVG, so that a drawing does not know where it will stand.
Path data are absolute SVG path data; those for a content stream know M, L, C and Z alone.
"""

from __future__ import annotations

from collections.abc import Sequence

from penance_build.ir.record import Record

# How far the control points of a cubic stand from its ends that is a quarter of a circle, in thousandths of the radius.
QUARTER = 552


class Shape(Record):
    """A path with its paint: ``fill`` and ``stroke`` are ``#rrggbb`` or empty; ``dash`` alternates on and off."""

    data: str
    fill: str = ""
    stroke: str = ""
    width: int = 0
    dash: tuple[int, ...] = ()
    round_caps: bool = False
    round_joins: bool = False


class Box(Record):
    """A rectangle, its corners rounded by ``radius``; for SVG alone."""

    left: int
    top: int
    width: int
    height: int
    radius: int = 0
    fill: str = ""
    stroke: str = ""
    line: int = 0
    dash: tuple[int, ...] = ()


class Circle(Record):
    """A circle; for SVG alone."""

    cx: int
    cy: int
    radius: int
    fill: str = ""
    stroke: str = ""
    line: int = 0


class Label(Record):
    """A line of text; for SVG alone.

    Its baseline begins (``start``), is centred (``middle``) or ends (``end``) at the point; ``turn`` is in degrees.
    """

    x: int
    y: int
    text: str
    size: int
    color: str
    anchor: str = "start"
    weight: int = 400
    family: str = "text"
    turn: int = 0


class Group(Record):
    """Items under an SVG transformation; for SVG alone."""

    transform: str
    items: tuple[Item, ...]


Item = Shape | Box | Circle | Label | Group


class Layer(Record):
    """Shapes in hundredths of a millimetre with their origin at a place of the page, in micrometres."""

    left: int
    top: int
    shapes: tuple[Shape, ...]


def rect_data(left: int, top: int, width: int, height: int) -> str:
    """Path data of a rectangle."""
    right, bottom = left + width, top + height
    return f"M{left} {top}L{right} {top}L{right} {bottom}L{left} {bottom}Z"


def circle_data(cx: int, cy: int, radius: int) -> str:
    """Path data of a circle, clockwise."""
    k = radius * QUARTER // 1000
    left, right, top, bottom = cx - radius, cx + radius, cy - radius, cy + radius
    return (
        f"M{cx} {top}C{cx + k} {top} {right} {cy - k} {right} {cy}C{right} {cy + k} {cx + k} {bottom} {cx} {bottom}"
        f"C{cx - k} {bottom} {left} {cy + k} {left} {cy}C{left} {cy - k} {cx - k} {top} {cx} {top}Z"
    )


def polygon_data(corners: Sequence[tuple[int, int]], dx: int = 0, dy: int = 0) -> str:
    """Path data of a polygon, moved."""
    return "M" + "L".join(f"{x + dx} {y + dy}" for x, y in corners) + "Z"
