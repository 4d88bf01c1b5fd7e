"""Faces and nets of ordinary dice, to read and to fold: the cube and the pentagonal trapezohedron, the die of ten.

The faces of the trapezohedron are kites with angles of 36, 108, 108 and 108 degrees. Five of them round one apex unfold to half a
disc; the other five hang on by a short edge, turned half round its middle, as the solid itself is carried over by such a turn.
Lengths are micrometres; sines and cosines are written out in millionths, so that every machine draws the same.
"""

from __future__ import annotations

from penance_build.ir.record import Record
from penance_build.press.dice.spec import NET

MILLION = 1_000_000
# Cosine and sine of multiples of 18 degrees, in millionths.
TURNS: tuple[tuple[int, int], ...] = (
    (1_000_000, 0), (951_057, 309_017), (809_017, 587_785), (587_785, 809_017), (309_017, 951_057),
    (0, 1_000_000), (-309_017, 951_057), (-587_785, 809_017), (-809_017, 587_785), (-951_057, 309_017),
    (-1_000_000, 0), (-951_057, -309_017), (-809_017, -587_785), (-587_785, -809_017), (-309_017, -951_057),
    (0, -1_000_000), (309_017, -951_057), (587_785, -809_017), (809_017, -587_785), (951_057, -309_017),
)  # fmt: skip
AXIS = 1_175_571  # of a kite from its apex to its foot, in millionths of its long edge
CENTRE = 640_000  # where a number stands on the axis, in millionths of the axis
# The numbers of the five faces round one apex; those opposite them add up to eleven.
UPPER = (1, 7, 5, 9, 3)
SIDES = 10

Point = tuple[int, int]


class Panel(Record):
    """One face of a net: its corners, where its number stands, and how far it is turned from upright, in degrees."""

    value: int
    corners: tuple[Point, ...]
    at: Point
    turn: int


def kite(edge: int, steps: int = 5) -> tuple[Point, ...]:
    """The corners of a kite whose apex is at the origin, its axis turned by so many steps of 18 degrees (5: straight down)."""
    return (0, 0), _polar(edge, steps - 1), _polar(edge * AXIS // MILLION, steps), _polar(edge, steps + 1)


def trapezohedron(edge: int) -> tuple[Panel, ...]:
    """The net of the die of ten, as seen from outside, with its upper fan above."""
    fan = [(UPPER[index], 15 + 2 * (2 - index)) for index in range(5)]  # upwards, counter-clockwise from the right
    middle = kite(edge, 15)
    twice = middle[1][0] + middle[2][0], middle[1][1] + middle[2][1]  # the middle of the shared edge, doubled
    panels: list[Panel] = []
    for index, (value, steps) in enumerate(fan):
        corners = kite(edge, steps)
        at = _polar(edge * AXIS // MILLION * CENTRE // MILLION, steps)
        panels.append(Panel(value, corners, at, steps * 18 - 90))
        other = SIDES + 1 - UPPER[(4 - index - 2) % 5]  # the turn carries upper face k to lower face 4 - k, opposite upper face 4 - k - 2
        turned = tuple((twice[0] - x, twice[1] - y) for x, y in corners)
        panels.append(Panel(other, turned, (twice[0] - at[0], twice[1] - at[1]), steps * 18 + 90))
    return tuple(panels)


def cube(edge: int) -> tuple[Panel, ...]:
    """The net of the die of six, the same as that of a die that is to be made: right-handed, opposite faces add up to seven."""
    panels = []
    for value, column, row in NET:
        x, y = column * edge, row * edge
        panels.append(Panel(value, ((x, y), (x + edge, y), (x + edge, y + edge), (x, y + edge)), (x + edge // 2, y + edge // 2), 0))
    return tuple(panels)


def bounds(panels: tuple[Panel, ...]) -> tuple[int, int, int, int]:
    """Left, top, right and bottom of a net."""
    xs = [x for panel in panels for x, _ in panel.corners]
    ys = [y for panel in panels for _, y in panel.corners]
    return min(xs), min(ys), max(xs), max(ys)


def _polar(length: int, steps: int) -> Point:
    cos, sin = TURNS[steps % len(TURNS)]
    return length * cos // MILLION, length * sin // MILLION
