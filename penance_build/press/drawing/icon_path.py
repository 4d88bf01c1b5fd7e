"""The path of an icon, held against what the press can draw: plain SVG path data whose points lie on the 24-unit grid.

One reader serves the cards, the dice and the quick reference, so that an icon that one of them refuses is refused by all.
The signs are counted first: the parser of paths steps over whatever is no command and no number, and the path itself
stands in an attribute of a drawing.
"""

from __future__ import annotations

import re
from functools import lru_cache
from math import isfinite
from typing import Any

GRID = 24
# Handles of curves, and the tips of a figure that is optically as large as its neighbours, reach a little beyond the grid.
BEYOND = 4
LONGEST = 20_000
_SIGNS = re.compile(r"[MmLlHhVvCcSsQqTtAaZzeE0-9.,+\- \t\r\n]*")

Command = tuple[str, tuple[Any, ...]]


class BadPath(ValueError):
    """Why a path cannot be drawn, as the end of a sentence."""


@lru_cache(maxsize=512)
def commands(path: str) -> tuple[Command, ...]:
    """What the path tells a pen to do, in order, absolute. Raises ``BadPath``."""
    from fontTools.pens.recordingPen import RecordingPen
    from fontTools.svgLib.path import parse_path

    if len(path) > LONGEST:
        raise BadPath(f"it has {len(path)} characters, and an icon may have {LONGEST}")
    signs = _SIGNS.match(path)
    at = signs.end() if signs else 0
    if at < len(path):
        raise BadPath(f"character {at + 1}, {path[at]!r}, is no part of SVG path data")
    pen = RecordingPen()
    try:
        parse_path(path, pen)
    except Exception as error:  # the parser of paths raises whatever it stumbles over
        raise BadPath(_short(str(error) or type(error).__name__)) from error
    found = tuple((str(name), tuple(points)) for name, points in pen.value)
    _check(found)
    return found


def _check(found: tuple[Command, ...]) -> None:
    points = [point for _, points in found for point in points]
    for x, y in points:
        if not (isfinite(x) and isfinite(y) and -BEYOND <= x <= GRID + BEYOND and -BEYOND <= y <= GRID + BEYOND):
            raise BadPath(f"the point {x:g} {y:g} lies beyond the grid of {GRID} units")
    if not any(name in ("lineTo", "curveTo", "qCurveTo") for name, _ in found) or len(set(points)) < 3:
        raise BadPath("it encloses no area, so that nothing would be seen")


def _short(text: str) -> str:
    return text if len(text) <= 120 else text[:117] + "..."
