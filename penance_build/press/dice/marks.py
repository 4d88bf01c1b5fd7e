"""What stands on a face of a die where nothing is cut: its spots, or its name as large as it has room."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations

from penance_build.ir.nodes import Die, Face
from penance_build.press.dice.solids import CUBE
from penance_build.press.drawing.drafting import HAIR
from penance_build.press.drawing.shapes import Circle, Item, Label, Shape
from penance_build.press.text.fonts import FontSet
from penance_build.press.text.measure import advance

_MOST_LINES = 3
_LEADING = 108  # from line to line, in hundredths of the size of type
# Where the spots of a face of a cube stand, in quarters of the room from its middle.
_SPOTS: Mapping[int, tuple[tuple[int, int], ...]] = {
    1: ((0, 0),), 2: ((-1, -1), (1, 1)), 3: ((-1, -1), (0, 0), (1, 1)), 4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)), 6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}  # fmt: skip


def is_spotted(die: Die) -> bool:
    """Whether it is the usual die of six: its faces are called by their numbers from 1 to 6."""
    numbers = {dict(face.values).get("value") for face in die.faces if face.name == str(dict(face.values).get("value"))}
    return len(die.faces) == CUBE and numbers == {*_SPOTS}


def spots(face: Face, room: int, color: str) -> tuple[Item, ...]:
    """The spots of a face of the usual die of six round the origin, in a square of ``room`` micrometres."""
    number = dict(face.values)["value"]
    return tuple(Circle(room * 3 // 10 * x, room * 3 // 10 * y, room // 9, fill=color) for x, y in _SPOTS[number])


def name_mark(name: str, room: int, color: str, fonts: FontSet) -> tuple[Item, ...]:
    """A name round the origin, in as many lines as make it largest in a square of ``room`` micrometres.

    6 and 9 are underlined, for they look alike.
    """
    lines, size = _set(name, room, fonts)
    first = size * 35 // 100 - (len(lines) - 1) * size * _LEADING // 200
    labels = tuple(
        Label(0, first + at * size * _LEADING // 100, line, size, color, anchor="middle", weight=700, family="display")
        for at, line in enumerate(lines)
    )
    if name not in ("6", "9"):
        return labels
    bar = f"M{-size // 4} {size // 2}H{size // 4}V{size // 2 + max(2 * HAIR, size // 16)}H{-size // 4}Z"
    return *labels, Shape(bar, fill=color)


def type_size(name: str, room: int, fonts: FontSet) -> int:
    """The size of type of a name in a square of ``room`` micrometres, in micrometres."""
    return _set(name, room, fonts)[1]


def _set(name: str, room: int, fonts: FontSet) -> tuple[tuple[str, ...], int]:
    """The lines of a name and their size."""
    found = ((lines, _size(lines, room, fonts)) for lines in _broken(name))
    return max(found, key=lambda item: (item[1], -len(item[0])))


def _size(lines: tuple[str, ...], room: int, fonts: FontSet) -> int:
    face = fonts.face("display", 700)
    widest = max(advance(face, line, is_lining=True) for line in lines)
    high = room * 4 // 5 if len(lines) == 1 else room * 100 // (len(lines) * _LEADING)
    return min(high, room * 980 // max(1, widest))


def _broken(name: str) -> Iterator[tuple[str, ...]]:
    """Every way to part the words of a name into a few lines."""
    words = name.split() or [""]
    for count in range(min(_MOST_LINES, len(words))):
        for ends in combinations(range(1, min(len(words), 8)), count):
            starts = (0, *ends)
            yield tuple(" ".join(words[start:end]) for start, end in zip(starts, (*ends, len(words)), strict=True))
