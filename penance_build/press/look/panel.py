"""The panel of a card: a framed plate, hatched in the tincture of the faction, with the rose in its middle."""

from __future__ import annotations

from penance_build.press.drawing.shapes import Shape, circle_data, rect_data
from penance_build.press.look.bodies import Inks
from penance_build.press.look.hatching import hatch
from penance_build.press.look.reach import WIDTH, Reach, reach_shapes
from penance_build.press.look.rose import Figure, figure_shapes

FRAME = 34
INNER = 84


def panel_shapes(figure: Figure, inks: Inks, hatching: str, width: int, height: int, reaches: tuple[Reach, ...] = ()) -> tuple[Shape, ...]:
    """The plate of this size in hundredths of a millimetre, at its right edge what the card does on the map."""
    map_width = min(WIDTH, width // 4)
    drawn = reach_shapes(reaches, inks, (width - INNER - map_width, INNER), (map_width, height - 2 * INNER))
    free = width - (map_width + INNER if drawn else 0)
    cx, cy = (free + (INNER if drawn else 0)) // 2, height // 2
    radius = (min(free, height) - 2 * INNER) // 2 - 90
    right = width - INNER - (map_width if drawn else 0)
    axes = f"M{cx} {INNER}L{cx} {height - INNER}M{INNER} {cy}L{right} {cy}"
    return (
        *hatch(hatching, width, height, 62, inks.hatch, 12),
        _band(inks, width, height),
        # Centre lines, dash and dot, as on a drawing.
        Shape(axes, stroke=inks.ink, width=10, dash=(140, 36, 24, 36)),
        *_targets(inks, right, width, height),
        *figure_shapes(figure, inks, cx, cy, radius),
        *drawn,
        *_lines(inks, width, height),
    )


def band_shapes(inks: Inks, width: int, height: int) -> tuple[Shape, ...]:
    """What is around a picture in the panel: the band of paper, and its lines."""
    return (_band(inks, width, height), *_lines(inks, width, height))


def _band(inks: Inks, width: int, height: int) -> Shape:
    return Shape(rect_data(INNER // 2, INNER // 2, width - INNER, height - INNER), stroke=inks.paper, width=INNER)


def _lines(inks: Inks, width: int, height: int) -> tuple[Shape, ...]:
    return (
        Shape(rect_data(FRAME // 2, FRAME // 2, width - FRAME, height - FRAME), stroke=inks.ink, width=FRAME),
        Shape(rect_data(INNER, INNER, width - 2 * INNER, height - 2 * INNER), stroke=inks.ink, width=11),
    )


def _targets(inks: Inks, right: int, width: int, height: int) -> tuple[Shape, ...]:
    """A printer's target in each corner; the right ones stand left of ``right``, where something else begins."""
    far = INNER + 290
    corners = tuple((x, y) for x in (far, min(right, width - INNER) - 290) for y in (far, height - far))
    cross = "".join(f"M{x - 150} {y}L{x + 150} {y}M{x} {y - 150}L{x} {y + 150}" for x, y in corners)
    return (
        Shape("".join(circle_data(x, y, 170) for x, y in corners), fill=inks.paper),
        Shape("".join(circle_data(x, y, 100) for x, y in corners), stroke=inks.ink, width=14),
        Shape(cross, stroke=inks.ink, width=9),
        Shape("".join(circle_data(x, y, 36) for x, y in corners), fill=inks.ink),
    )
