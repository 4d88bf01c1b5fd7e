"""Borders: what stands around the window of a figure, so that even its outline tells cards apart.

A border fills the square of twice its radius about the centre, or the circle in it; the window takes the share of the radius that is left.
"""

from __future__ import annotations

from penance_build.press.drawing.shapes import Shape, circle_data, polygon_data, rect_data
from penance_build.press.look.bodies import Inks, sector
from penance_build.press.look.motifs import polar

# The kinds of border, with the share of the radius that the window has, in thousandths.
_SHARES: dict[str, int] = {"bare": 960, "cog": 830, "dial": 850, "foils": 820, "octagon": 890, "rays": 780, "square": 900}
BORDERS: tuple[str, ...] = tuple(_SHARES)


def glass_share(kind: str) -> int:
    """The share of the radius that the window inside a border has, in thousandths."""
    return _SHARES[kind]


def border_shapes(kind: str, inks: Inks, cx: int, cy: int, radius: int) -> tuple[Shape, ...]:
    """A border of this kind about the centre."""
    if kind == "dial":
        return (Shape(circle_data(cx, cy, radius + 40), fill=inks.paper), *rim_shapes(inks, cx, cy, radius))
    if kind == "square":
        return _square(inks, cx, cy, radius)
    if kind == "octagon":
        return _octagon(inks, cx, cy, radius)
    if kind == "cog":
        return _cog(inks, cx, cy, radius)
    if kind == "foils":
        return _foils(inks, cx, cy, radius)
    if kind == "rays":
        return _rays(inks, cx, cy, radius)
    return (Shape(circle_data(cx, cy, radius + 40), fill=inks.paper),)


def _square(inks: Inks, cx: int, cy: int, radius: int) -> tuple[Shape, ...]:
    """A plate with a leaf in each corner."""
    corner = "".join(
        f"M{cx + x * radius} {cy + y * radius}L{cx + x * (radius - reach)} {cy + y * radius}"
        f"L{cx + x * (radius - reach // 3)} {cy + y * (radius - reach // 3)}L{cx + x * radius} {cy + y * (radius - reach)}Z"
        for x in (-1, 1)
        for y in (-1, 1)
        for reach in (radius * 560 // 1000,)
    )
    return (
        Shape(rect_data(cx - radius, cy - radius, 2 * radius, 2 * radius), fill=inks.paper, stroke=inks.ink, width=30),
        Shape(corner, fill=inks.ink),
    )


def _octagon(inks: Inks, cx: int, cy: int, radius: int) -> tuple[Shape, ...]:
    """A solid eight-sided frame with a fine line in it."""
    out = radius * 1000 / 924
    whole = [polar(cx, cy, out, 62.5 + 125 * index) for index in range(8)]
    line = [polar(cx, cy, out * 0.955, 62.5 + 125 * index) for index in range(8)]
    return Shape(polygon_data(whole), fill=inks.ink), Shape(polygon_data(line), stroke=inks.paper, width=16)


def _cog(inks: Inks, cx: int, cy: int, radius: int) -> tuple[Shape, ...]:
    """A toothed wheel."""
    teeth = 20
    data = "".join(
        sector(cx, cy, radius * 900 // 1000, radius, 1000 * (index - 0.25) / teeth, 1000 * (index + 0.25) / teeth) for index in range(teeth)
    )
    return (
        Shape(circle_data(cx, cy, radius + 40), fill=inks.paper),
        Shape(data + circle_data(cx, cy, radius * 920 // 1000), fill=inks.ink),
        Shape(circle_data(cx, cy, radius * 875 // 1000), stroke=inks.paper, width=16),
    )


def _foils(inks: Inks, cx: int, cy: int, radius: int) -> tuple[Shape, ...]:
    """Lobes around the window, with a bead in each."""
    lobes = 16
    middle, size = radius * 845 // 1000, radius * 150 // 1000
    places = [polar(cx, cy, middle, 1000 * index / lobes) for index in range(lobes)]
    beads = [polar(cx, cy, radius * 905 // 1000, 1000 * index / lobes) for index in range(lobes)]
    return (
        Shape("".join(circle_data(x, y, size + 30) for x, y in places), fill=inks.paper),
        Shape("".join(circle_data(x, y, size) for x, y in places), fill=inks.tincture, stroke=inks.ink, width=16),
        Shape("".join(circle_data(x, y, size * 330 // 1000) for x, y in beads), fill=inks.paper),
    )


def _rays(inks: Inks, cx: int, cy: int, radius: int) -> tuple[Shape, ...]:
    """Pointed rays around the window."""
    count = 24
    data = "".join(
        polygon_data(
            [
                polar(cx, cy, radius * 760 // 1000, 1000 * (index - 0.5) / count),
                polar(cx, cy, radius, 1000 * index / count),
                polar(cx, cy, radius * 760 // 1000, 1000 * (index + 0.5) / count),
            ]
        )
        for index in range(count)
    )
    return (
        Shape(circle_data(cx, cy, radius + 40), fill=inks.paper),
        Shape(data, fill=inks.ink),
        Shape(circle_data(cx, cy, radius * 820 // 1000), fill=inks.paper),
    )


def rim_shapes(inks: Inks, cx: int, cy: int, radius: int) -> tuple[Shape, ...]:
    """The graduated ring: 36 fields alternately black and white as on a chart, and 72 divisions inside them."""
    field, inner = radius * 962 // 1000, radius * 895 // 1000
    fields = "".join(sector(cx, cy, field, radius, 1000 * index / 36, 1000 * (index + 1) / 36) for index in range(0, 36, 2))
    ticks = []
    for index in range(72):
        start = polar(cx, cy, inner if index % 6 == 0 else inner + (field - inner) // 2, 1000 * index / 72)
        ticks.append("M{} {}L{} {}".format(*start, *polar(cx, cy, field, 1000 * index / 72)))
    return (
        Shape(fields, fill=inks.ink),
        Shape("".join(ticks), stroke=inks.ink, width=9),
        Shape(circle_data(cx, cy, radius), stroke=inks.ink, width=18),
        Shape(circle_data(cx, cy, field), stroke=inks.ink, width=12),
    )
