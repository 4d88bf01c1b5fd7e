"""A face of an ordinary die with its spots."""

from __future__ import annotations

from penance_build.press.drawing.svg import HAIR, LINE, Pens, svg

_PIPS = {1: "c", 2: "ai", 3: "aci", 4: "agbi", 5: "agcbi", 6: "agdfbi"}
_PIP_AT = {"a": (1, 1), "b": (3, 1), "g": (1, 3), "i": (3, 3), "c": (2, 2), "d": (1, 2), "f": (3, 2)}


def pips_drawing(number: int, pens: Pens, *, size: int = 5200) -> str:
    """A face of a plain die with this many spots."""
    step, radius = size // 4, size // 11
    spots = [
        f'<circle cx="{x * step}" cy="{y * step}" r="{radius}" fill="{pens.ink}"/>' for x, y in (_PIP_AT[key] for key in _PIPS[number])
    ]
    inset = HAIR
    square = (
        f'<rect x="{inset}" y="{inset}" width="{size - 2 * inset}" height="{size - 2 * inset}" rx="{size // 7}" '
        f'fill="none" stroke="{pens.ink}" stroke-width="{LINE}"/>'
    )
    return svg(size, size, [square, *spots])
