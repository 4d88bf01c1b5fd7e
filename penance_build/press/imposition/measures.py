"""Lengths and sizes as people write them, `5 mm` and `2.5 x 3.5 in`, as whole micrometres."""

from __future__ import annotations

import re
from collections.abc import Mapping

from penance_build.ir.record import Record
from penance_build.press.drawing.lengths import UM_PER_INCH

_UNITS: Mapping[str, int] = {"mm": 1000, "cm": 10_000, "in": UM_PER_INCH}
_NUMBER = r"\d{1,5}(?:\.\d{1,4})?"
_UNIT = "|".join(_UNITS)
_LENGTH = re.compile(rf"\s*({_NUMBER})\s*({_UNIT})\s*", re.ASCII)
_SIZE = re.compile(rf"\s*({_NUMBER})\s*(?:{_UNIT})?\s*[x×]\s*({_NUMBER})\s*({_UNIT})\s*", re.ASCII | re.IGNORECASE)


class Written(Record):
    """A width and a height in micrometres; ``text`` is how they are written in the name of a file: ``70x120mm``."""

    width_um: int
    height_um: int
    unit: str
    text: str


def length_of(text: str) -> int | None:
    """The micrometres of ``5 mm``, ``0.5 cm`` or ``0.25 in``; None for what is none of these."""
    found = _LENGTH.fullmatch(text)
    return None if found is None else _um(found[1], found[2])


def size_of(text: str) -> Written | None:
    """The width and height of ``70 x 120 mm`` or ``2.5 x 3.5 in``; None for what is neither."""
    found = _SIZE.fullmatch(text)
    if found is None:
        return None
    unit = found[3].lower()
    return Written(_um(found[1], unit), _um(found[2], unit), unit, f"{_plain(found[1])}x{_plain(found[2])}{unit}")


def _um(number: str, unit: str) -> int:
    whole, _, part = number.partition(".")
    scale: int = 10 ** len(part)
    return (2 * int(whole + part) * _UNITS[unit] + scale) // (2 * scale)


def _plain(number: str) -> str:
    """A number without idle zeros."""
    whole, _, part = number.partition(".")
    part = part.rstrip("0")
    return f"{int(whole)}.{part}" if part else str(int(whole))
