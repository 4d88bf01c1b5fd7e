"""The edge strip of a front: a solid head for cost and badges, and under it the hatching of the tincture cut out in white lines."""

from __future__ import annotations

from penance_build.press.drawing.shapes import Shape, rect_data
from penance_build.press.look.bodies import Inks
from penance_build.press.look.colors import STRIP_HATCH, mix
from penance_build.press.look.hatching import hatch

FOOT = 540


def strip_shapes(inks: Inks, hatching: str, width: int, height: int, head: int) -> tuple[Shape, ...]:
    """The strip in hundredths of a millimetre; ``head`` is how far down its solid part reaches."""
    lines = hatch(hatching, width, height, 80, mix(inks.tincture, inks.paper, STRIP_HATCH), 16)
    foot = height - FOOT
    rules = "".join(f"M0 {y}L{width} {y}" for y in (head, foot))
    return (
        Shape(rect_data(0, 0, width, height), fill=inks.tincture),
        *lines,
        Shape(rect_data(0, 0, width, head) + rect_data(0, foot, width, height - foot), fill=inks.tincture),
        Shape(rules, stroke=inks.paper, width=22),
    )
