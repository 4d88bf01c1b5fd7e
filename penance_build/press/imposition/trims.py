"""Sizes of cards as data: trim in micrometres, and the bleed and the safe zone that all of them share."""

from __future__ import annotations

from collections.abc import Mapping

from penance_build.ir.record import Record

BLEED_UM = 3000
SAFE_UM = 3000


class Trim(Record):
    """A finished size."""

    name: str
    width_um: int
    height_um: int


TRIMS: Mapping[str, Trim] = {
    "poker": Trim("poker", 63500, 88900),
    "euro": Trim("euro", 63000, 88000),
    "bridge": Trim("bridge", 57150, 88900),
    "tarot": Trim("tarot", 69850, 120650),
    "square": Trim("square", 70000, 70000),
}
