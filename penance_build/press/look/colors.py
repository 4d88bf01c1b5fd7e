"""Colours reckoned with in whole numbers, so that they are the same everywhere."""

from __future__ import annotations

# How much of a tincture ornament has, the rest being paper, in per cent: in the hatching of panels, of strips and of backs, and in
# lines over that. Whoever says the inks of colours knows all of these.
HATCH, STRIP_HATCH, BACK_HATCH, LATTICE = 60, 50, 72, 45
MIXED = (HATCH, STRIP_HATCH, BACK_HATCH, LATTICE)


def mix(one: str, other: str, percent: int) -> str:
    """A colour between two ``#rrggbb``: ``percent`` of the first, in whole steps, so that it is the same everywhere."""
    channels = []
    for start in (1, 3, 5):
        a, b = int(one[start : start + 2], 16), int(other[start : start + 2], 16)
        channels.append((a * percent + b * (100 - percent) + 50) // 100)
    return "#" + "".join(f"{channel:02x}" for channel in channels)


def grey(color: str) -> int:
    """How light a colour looks when it is printed in grey, from 0 to 255."""
    red, green, blue = (int(color[start : start + 2], 16) for start in (1, 3, 5))
    return (299 * red + 587 * green + 114 * blue) // 1000
