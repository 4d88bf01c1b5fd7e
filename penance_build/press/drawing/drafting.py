"""What drawing sheets share: pens, widths of lines, dimension lines, the ruler. Lengths are micrometres."""

from __future__ import annotations

from penance_build.ir.record import Record
from penance_build.press.drawing.shapes import Item, Label, Shape

# Line weights: of what is cut, of what is drawn, of dimensions.
CUT, LINE, HAIR = 350, 180, 100
# How high the figures of a dimension and of a ruler are.
_FIGURE, _ON_RULER = 2300, 2100


class Pens(Record):
    """The colours of a drawing: what is cut, what matters, what measures, what it is drawn on."""

    ink: str
    rubric: str
    quiet: str
    paper: str


def line(x1: int, y1: int, x2: int, y2: int, *, color: str, width: int = HAIR, dash: tuple[int, ...] = ()) -> Shape:
    return Shape(f"M{x1} {y1}L{x2} {y2}", stroke=color, width=width, dash=dash)


def arrow(x: int, y: int, dx: int, dy: int, *, color: str, length: int = 1500) -> Shape:
    """The head of a dimension line with its point here, pointing along (dx, dy), one of which is 0 and the other 1 or -1."""
    half = length // 5
    back_x, back_y = x - dx * length, y - dy * length
    return Shape(f"M{x} {y}L{back_x + dy * half} {back_y + dx * half}L{back_x - dy * half} {back_y - dx * half}Z", fill=color)


def dimension_across(x1: int, x2: int, y: int, text: str, *, start: int, color: str) -> list[Item]:
    """A dimension from x1 to x2 at height y; the extension lines begin at height ``start``. A narrow one has its text beside it."""
    below = 1 if y > start else -1
    parts: list[Item] = [line(x, start + 600 * below, x, y + 900 * below, color=color) for x in (x1, x2)]
    if x2 - x1 >= 7000:
        parts += [line(x1, y, x2, y, color=color), arrow(x1, y, -1, 0, color=color), arrow(x2, y, 1, 0, color=color)]
        parts.append(Label((x1 + x2) // 2, y - 600, text, _FIGURE, color, anchor="middle", family="figures"))
    else:
        parts += [line(x1 - 3000, y, x2 + 3000, y, color=color), arrow(x1, y, 1, 0, color=color), arrow(x2, y, -1, 0, color=color)]
        parts.append(Label(x2 + 3500, y + _FIGURE // 3, text, _FIGURE, color, family="figures"))
    return parts


def dimension_down(y1: int, y2: int, x: int, text: str, *, start: int, color: str) -> list[Item]:
    """A dimension from y1 to y2 at x, its text turned to be read from the right; the extension lines begin at ``start``."""
    right = 1 if x > start else -1
    parts: list[Item] = [line(start + 600 * right, y, x + 900 * right, y, color=color) for y in (y1, y2)]
    parts += [line(x, y1, x, y2, color=color), arrow(x, y1, 0, -1, color=color), arrow(x, y2, 0, 1, color=color)]
    parts.append(Label(x - 600, (y1 + y2) // 2, text, _FIGURE, color, anchor="middle", family="figures", turn=-90))
    return parts


def ruler(x: int, y: int, length: int, *, color: str) -> list[Item]:
    """A ruler with a mark each millimetre and a number each ten, ``length`` micrometres long, its base line at y."""
    parts: list[Item] = [line(x, y, x + length, y, color=color, width=LINE)]
    for at in range(0, length + 1, 1000):
        tall = 3000 if at % 10_000 == 0 else 2200 if at % 5000 == 0 else 1300
        parts.append(line(x + at, y, x + at, y - tall, color=color))
        if at % 10_000 == 0:
            parts.append(Label(x + at, y - 3600, str(at // 1000), _ON_RULER, color, anchor="middle", family="figures"))
    parts.append(Label(x + length + 1800, y, "mm", _ON_RULER, color))
    return parts
