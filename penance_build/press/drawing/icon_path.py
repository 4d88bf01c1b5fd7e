"""The path of an icon, held against what the press can draw: plain SVG path data whose points lie on the 24-unit grid.

One reader serves the cards, the dice and the quick reference, so that an icon that one of them refuses is refused by all.
The signs are counted first: the parser of paths steps over whatever is no command and no number, and the path itself
stands in an attribute of a drawing.
"""

from __future__ import annotations

import re
from functools import lru_cache
from math import isfinite
from types import MappingProxyType
from typing import Any

GRID = 24
# Handles of curves, and the tips of a figure that is optically as large as its neighbours, reach a little beyond the grid.
BEYOND = 4
LONGEST = 20_000
# What an icon may be made of, lines and the chords of curves: each is held against each other where lines and gaps are measured.
MOST_PIECES = 1_000
_SIGNS = re.compile(r"[MmLlHhVvCcSsQqTtAaZzeE0-9.,+\- \t\r\n]*")
_COMMAND = re.compile(r"([MmLlHhVvCcSsQqTtAaZz])([^MmLlHhVvCcSsQqTtAaZz]*)")
_NUMBER = re.compile(r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]{1,3})?")
CHORDS = 8  # straight pieces that a curve is measured by
# Of each command: how many numbers it takes at a time, and how many pieces they draw; an arc is up to four curves.
_TAKES = MappingProxyType({
    "M": (2, 1), "L": (2, 1), "H": (1, 1), "V": (1, 1), "C": (6, CHORDS), "S": (4, CHORDS), "Q": (4, CHORDS), "T": (2, CHORDS),
    "A": (7, 4 * CHORDS), "Z": (0, 1),
})  # fmt: skip

Command = tuple[str, tuple[Any, ...]]


class BadPath(ValueError):
    """Why a path cannot be drawn, as the end of a sentence."""


@lru_cache(maxsize=512)
def commands(path: str) -> tuple[Command, ...]:
    """What the path tells a pen to do, in order, absolute. Raises ``BadPath``."""
    from fontTools.pens.recordingPen import RecordingPen
    from fontTools.svgLib.path import parse_path

    judge(path)
    pen = RecordingPen()
    try:
        parse_path(path, pen)
    except Exception as error:  # the parser of paths raises whatever it stumbles over, in words of its own
        raise BadPath("its commands and numbers draw no outline") from error
    found = tuple((str(name), tuple(points)) for name, points in pen.value)
    _check(found)
    return found


def judge(path: str) -> None:
    """Hold the text of a path against what can be drawn in bounded time, without drawing it. Raises ``BadPath``."""
    if len(path) > LONGEST:
        raise BadPath(f"it has {len(path):,} characters, and an icon may have {LONGEST:,}")
    signs = _SIGNS.match(path)
    at = signs.end() if signs else 0
    if at < len(path):
        raise BadPath(f"character {at + 1}, `{path[at]}`, is no part of SVG path data")
    if path.strip()[:1] not in ("M", "m", ""):
        raise BadPath("a path begins with M, the point where the pen is set down")
    pieces = 0
    for command, numbers in _COMMAND.findall(path):
        takes, draws = _TAKES[command.upper()]
        left = _NUMBER.sub(" ", numbers).replace(",", " ").strip()
        if left:
            raise BadPath(f"behind {command} stands {_short(left)}, which is no number")
        count = len(_NUMBER.findall(numbers))
        # The two flags of an arc may be glued to what follows, so its numbers cannot be counted so simply.
        if command not in "Aa" and (count % takes if takes else count):
            raise BadPath(f"{command} takes {takes} numbers at a time, and {count} stand behind it")
        if takes and not count:
            raise BadPath(f"{command} takes {takes} numbers, and none stands behind it")
        pieces += draws * max(1, -(-count // takes) if takes else 1)
    if pieces > MOST_PIECES:
        raise BadPath(f"its outline has {pieces:,} pieces, and an icon may have {MOST_PIECES:,}; a line is one, a curve {CHORDS}")


def _short(text: str) -> str:
    return text if len(text) <= 20 else text[:17] + "..."


def _check(found: tuple[Command, ...]) -> None:
    points = [point for _, points in found for point in points]
    for x, y in points:
        if not (isfinite(x) and isfinite(y) and -BEYOND <= x <= GRID + BEYOND and -BEYOND <= y <= GRID + BEYOND):
            raise BadPath(f"the point {x:g} {y:g} lies beyond the grid of {GRID} units")
    if not any(name in ("lineTo", "curveTo", "qCurveTo") for name, _ in found) or len(set(points)) < 3:
        raise BadPath("it encloses no area, so that nothing would be seen")
