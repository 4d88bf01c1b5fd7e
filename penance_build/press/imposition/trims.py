"""Sizes of cards as data: trim in micrometres, and the bleed and the safe zone that all of them share."""

from __future__ import annotations

from collections.abc import Mapping

from penance_build.ir.record import Record
from penance_build.press.drawing.rect import Rect
from penance_build.press.imposition.measures import size_of

BLEED_UM = 3000
SAFE_UM = 3000
# So much edges that meet lie over one another.
HAIR_UM = 100
# No card is cut smaller or larger than this.
SMALLEST_UM, LARGEST_UM = 20_000, 400_000


class Trim(Record):
    """A finished size; ``name`` is part of the name of a file."""

    name: str
    width_um: int
    height_um: int

    @property
    def page(self) -> Rect:
        """The size with its bleed: the page of a face, from its corner."""
        return Rect(0, 0, self.width_um + 2 * BLEED_UM, self.height_um + 2 * BLEED_UM)


TRIMS: Mapping[str, Trim] = {
    "poker": Trim("poker", 63500, 88900),
    "euro": Trim("euro", 63000, 88000),
    "bridge": Trim("bridge", 57150, 88900),
    "mini": Trim("mini", 44450, 63500),
    "mini_euro": Trim("mini_euro", 44000, 68000),
    "tarot": Trim("tarot", 69850, 120650),
    "square": Trim("square", 70000, 70000),
    "domino": Trim("domino", 44450, 88900),
    "jumbo": Trim("jumbo", 88900, 139700),
}
DEFAULT = "poker"
# What a size may be, in words.
SIZES_SAID = f"{', '.join(TRIMS)}, or a size such as 70 x 120 mm, {SMALLEST_UM // 1000} to {LARGEST_UM // 1000} mm each way"


def trim_of(text: str) -> Trim | None:
    """The size that a name or two lengths mean (``tarot``, ``70 x 120 mm``); None for what is neither, or no size of a card."""
    named = TRIMS.get("_".join(text.strip().lower().replace("-", " ").replace("_", " ").split()))
    if named is not None:
        return named
    size = size_of(text)
    if size is None or not all(SMALLEST_UM <= side <= LARGEST_UM for side in (size.width_um, size.height_um)):
        return None
    same = (trim for trim in TRIMS.values() if (trim.width_um, trim.height_um) == (size.width_um, size.height_um))
    return next(same, Trim(size.text, size.width_um, size.height_um))
