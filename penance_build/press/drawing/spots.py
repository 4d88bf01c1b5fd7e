"""A face of an ordinary die with its spots."""

from __future__ import annotations

from penance_build.press.drawing.drafting import HAIR, LINE, Pens
from penance_build.press.drawing.shapes import Box, Circle
from penance_build.press.drawing.svg import svg

_SPOTS = {1: "c", 2: "ai", 3: "aci", 4: "agbi", 5: "agcbi", 6: "agdfbi"}
# Where a spot stands, in quarters of the edge.
_PLACES = {"a": (1, 1), "b": (3, 1), "g": (1, 3), "i": (3, 3), "c": (2, 2), "d": (1, 2), "f": (3, 2)}


def spots_drawing(number: int, pens: Pens, *, size: int = 5200) -> str:
    """A face of a plain die with this many spots."""
    step, radius = size // 4, size // 11
    spots = [Circle(x * step, y * step, radius, fill=pens.ink) for x, y in (_PLACES[key] for key in _SPOTS[number])]
    return svg(size, size, [Box(HAIR, HAIR, size - 2 * HAIR, size - 2 * HAIR, radius=size // 7, stroke=pens.ink, line=LINE), *spots])
