"""The panel of a card: a framed plate, hatched in the tincture of the faction, with the rose in its middle."""

from __future__ import annotations

from penance_build.press.hatching import hatch
from penance_build.press.rose import Figure, Inks, figure_svg
from penance_build.press.vector import circle, hatch_svg, path, rect, stroke, svg

FRAME = 34
INNER = 84


def panel_svg(figure: Figure, inks: Inks, hatching: str, width: int, height: int) -> str:
    """The plate of this size in hundredths of a millimetre."""
    cx, cy = width // 2, height // 2
    radius = (min(width, height) - 2 * INNER) // 2 - 90
    reach = width - 2 * INNER, height - 2 * INNER
    ground = hatch_svg(hatch(hatching, *reach, 62), inks.hatch, 12)
    return svg(
        width,
        height,
        f'<g transform="translate({INNER} {INNER})">{ground}</g>'
        + _axes(inks, cx, cy, width, height)
        + _targets(inks, width, height)
        + figure_svg(figure, inks, cx, cy, radius)
        + rect(FRAME // 2, FRAME // 2, width - FRAME, height - FRAME, stroke(inks.ink, FRAME))
        + rect(INNER, INNER, *reach, stroke(inks.ink, 11)),
    )


def _axes(inks: Inks, cx: int, cy: int, width: int, height: int) -> str:
    """Centre lines, dash and dot, as on a drawing."""
    data = f"M{cx} {INNER}V{height - INNER}M{INNER} {cy}H{width - INNER}"
    return path(data, stroke(inks.ink, 10) + ' stroke-dasharray="140 36 24 36"')


def _targets(inks: Inks, width: int, height: int) -> str:
    """A printer's target in each corner."""
    parts = []
    far = INNER + 290
    for x, y in ((far, far), (width - far, far), (far, height - far), (width - far, height - far)):
        parts.append(circle(x, y, 170, f'fill="{inks.paper}"'))
        parts.append(circle(x, y, 100, stroke(inks.ink, 14)))
        parts.append(path(f"M{x - 150} {y}H{x + 150}M{x} {y - 150}V{y + 150}", stroke(inks.ink, 9)))
        parts.append(circle(x, y, 36, f'fill="{inks.ink}"'))
    return "".join(parts)
