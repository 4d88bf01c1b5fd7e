"""Where pips stand: the centres of so many icons in a box, and which of them stand on their heads."""

from __future__ import annotations

from penance_build.ir.record import Record

# On playing cards, in twelfths of the free width and height: a seven has six in two columns, and one above the middle.
_LEFT, _MIDDLE, _RIGHT = 0, 6, 12
_CARDS: tuple[tuple[tuple[int, int], ...], ...] = (
    ((_MIDDLE, 6),),
    ((_MIDDLE, 0), (_MIDDLE, 12)),
    ((_MIDDLE, 0), (_MIDDLE, 6), (_MIDDLE, 12)),
    ((_LEFT, 0), (_RIGHT, 0), (_LEFT, 12), (_RIGHT, 12)),
    ((_LEFT, 0), (_RIGHT, 0), (_MIDDLE, 6), (_LEFT, 12), (_RIGHT, 12)),
    ((_LEFT, 0), (_RIGHT, 0), (_LEFT, 6), (_RIGHT, 6), (_LEFT, 12), (_RIGHT, 12)),
    ((_LEFT, 0), (_RIGHT, 0), (_MIDDLE, 3), (_LEFT, 6), (_RIGHT, 6), (_LEFT, 12), (_RIGHT, 12)),
    ((_LEFT, 0), (_RIGHT, 0), (_MIDDLE, 3), (_LEFT, 6), (_RIGHT, 6), (_MIDDLE, 9), (_LEFT, 12), (_RIGHT, 12)),
    ((_LEFT, 0), (_RIGHT, 0), (_LEFT, 4), (_RIGHT, 4), (_MIDDLE, 6), (_LEFT, 8), (_RIGHT, 8), (_LEFT, 12), (_RIGHT, 12)),
    ((_LEFT, 0), (_RIGHT, 0), (_MIDDLE, 2), (_LEFT, 4), (_RIGHT, 4), (_LEFT, 8), (_RIGHT, 8), (_MIDDLE, 10), (_LEFT, 12), (_RIGHT, 12)),
)
# The room between icons that are as large as they can be, in per cent of their size.
_GAP = 25
MOST_PIPS = 400  # of one box


class Pip(Record):
    """The centre of an icon in micrometres from the corner of the box, and whether it is turned by half."""

    x: int
    y: int
    is_turned: bool


class Pips(Record):
    """Icons of one size; ``size`` is in micrometres."""

    size: int
    pips: tuple[Pip, ...]


def pips(count: int, arrangement: str, width: int, height: int, size: int = 0, align: str = "centre") -> Pips:
    """So many pips in a box; ``size`` 0: as large as there is room for them."""
    if count < 1:
        return Pips(size, ())
    if arrangement == "cards" and count <= len(_CARDS):
        # One size for all numbers of a suit: that of the ten.
        side = size or min(width * 30 // 100, height * 21 // 100)
        places = _CARDS[count - 1]
        return Pips(side, tuple(Pip(_at(x, width, side), _at(y, height, side), y > 6) for x, y in places))
    columns, rows = _rows(count, arrangement, width, height)
    side = size or min(width * 100 // (columns * 100 + (columns - 1) * _GAP), height * 100 // (rows * 100 + (rows - 1) * _GAP))
    found = []
    for index in range(count):
        row, column = divmod(index, columns)
        in_row = min(columns, count - row * columns)
        step = _step(width, side, columns)
        used = side + (in_row - 1) * step
        left = {"left": 0, "right": width - used}.get(align, (width - used) // 2)
        down = _step(height, side, rows)
        top = (height - side - (rows - 1) * down) // 2
        found.append(Pip(left + column * step + side // 2, top + row * down + side // 2, False))
    return Pips(side, tuple(found))


def _at(twelfths: int, length: int, side: int) -> int:
    return side // 2 + (length - side) * twelfths // 12


def _step(length: int, side: int, count: int) -> int:
    """From one icon to the next: a little room between them, less where there is none."""
    return min(side * (100 + _GAP) // 100, (length - side) // max(1, count - 1))


def _rows(count: int, arrangement: str, width: int, height: int) -> tuple[int, int]:
    """Columns and rows: of a grid those in which icons are largest."""
    if arrangement == "row":
        return count, 1
    if arrangement == "column":
        return 1, count
    shapes = [(columns, -(-count // columns)) for columns in range(1, count + 1)]
    return max(shapes, key=lambda shape: (min(width // shape[0], height // shape[1]), shape[0]))
