"""Fit or fail: the largest size at which a text fits its box, and how much is missing where none does.

A size is predicted by measuring and verified on the laid out page: every box ``NAME`` of a face has its content in an element
``NAME-text``, and content that reaches out of its box is found by comparing the two rectangles.
"""

from __future__ import annotations

from collections.abc import Mapping

from penance_build.ir.record import Record
from penance_build.press.layouts.setting import PARAGRAPH_GAP, STEP
from penance_build.press.text.fonts import FontSet
from penance_build.press.text.layout import Box
from penance_build.press.text.libraries import line_breaks
from penance_build.press.text.measure import paragraph_lines, points_to_um, width_um
from penance_build.press.text.rich_text import Paragraph

# The layout engine places boxes on a grid finer than the tolerance of any cut; less than this is not an overflow.
TOLERANCE_UM = 60
LEADING = 1250
# Beside the text of a cell of the last line, and the line between two; the style sheet has the same.
CELL_PADDING = 1100
CELL_RULE = 150


class Limits(Record):
    """The sizes that a text may have, in hundredths of a point."""

    largest: int
    smallest: int

    def below(self, size: int) -> int | None:
        """The next smaller size, or None at the limit."""
        return max(size - STEP, self.smallest) if size > self.smallest else None


# Rules grow to fill their box, are never smaller than 7 points, and nothing is smaller than 5.5.
LIMITS: Mapping[str, Limits] = {
    "name": Limits(1300, 800),
    "rules": Limits(1200, 750),
    "marks": Limits(1400, 1050),
    "quiet": Limits(600, 550),
    "back": Limits(1000, 550),
    "cost": Limits(2500, 900),
    "unit": Limits(550, 550),
}


def predict_line(fonts: FontSet, text: str, limits: Limits, box_um: int, *, role: str, weight: int, spacing: int = 0) -> int:
    """The largest size at which a line is no wider than its box, or the smallest allowed."""
    size = limits.largest
    while width_um(fonts.face(role, weight), text, size, spacing) > box_um:
        smaller = limits.below(size)
        if smaller is None:
            return size
        size = smaller
    return size


def title_lines(fonts: FontSet, title: str, limits: Limits, box_um: int) -> tuple[str, ...]:
    """A title as one line, or as the two most even ones where one would be wider than its box at the smallest size and two are not."""
    face = fonts.face("display", 700)
    if width_um(face, title, limits.smallest) <= box_um:
        return (title,)
    halves = []
    for at, has_hyphen in line_breaks(title, fonts.language):
        first, second = title[:at].rstrip() + "-" * has_hyphen, title[at:]
        widest = max(width_um(face, half, limits.smallest) for half in (first, second))
        halves.append((widest, at, (first, second)))
    widest, _, found = min(halves, default=(box_um + 1, 0, (title,)))
    return found if widest <= box_um else (title,)


def cell_rows(fonts: FontSet, cells: tuple[str, ...], box_um: int) -> tuple[tuple[str, ...], ...]:
    """The cells of a last line in one row, or in the two most even ones where one would be wider than its box at the smallest size."""
    if len(cells) < 2 or cells_width(fonts, cells, LIMITS["quiet"].smallest) <= box_um:
        return (cells,)
    halves = [(cells[:at], cells[at:]) for at in range(1, len(cells))]
    return min(halves, key=lambda rows: max(cells_width(fonts, row, LIMITS["quiet"].smallest) for row in rows))


def cells_width(fonts: FontSet, cells: tuple[str, ...], size: int) -> int:
    """How wide the cells of a row are, with the lines between them."""
    around = CELL_PADDING * (2 * len(cells) - 1) + CELL_RULE * (len(cells) - 1)
    return width_um(fonts.face("text", 400), "".join(cells), size, is_lining=True) + around


def predict_cells(fonts: FontSet, rows: tuple[tuple[str, ...], ...], box_um: int) -> int:
    """The largest size at which no row of a last line is wider than its box, or the smallest allowed."""
    size: int | None = LIMITS["quiet"].largest
    while size is not None and max(cells_width(fonts, row, size) for row in rows) > box_um:
        size = LIMITS["quiet"].below(size)
    return size or LIMITS["quiet"].smallest


def predict_rules(fonts: FontSet, paragraphs: tuple[Paragraph, ...], limits: Limits, box_um: int, height_um: int) -> int:
    """The largest size at which paragraphs are no higher and no wider than their box, or the smallest allowed."""
    size = limits.largest
    while True:
        high, too_wide = rules_size(fonts, paragraphs, box_um, size)
        fits = high <= height_um and not too_wide
        smaller = limits.below(size)
        if fits or smaller is None:
            return size
        size = smaller


def rules_size(fonts: FontSet, paragraphs: tuple[Paragraph, ...], box_um: int, size: int) -> tuple[int, int]:
    """(how high paragraphs will be at this size, by how much an unbreakable group is too wide)."""
    counted = [paragraph_lines(fonts, paragraph, box_um, size) for paragraph in paragraphs]
    lines = sum(count for count, _ in counted)
    thousandths = lines * LEADING + max(0, len(paragraphs) - 1) * PARAGRAPH_GAP
    return thousandths * points_to_um(size) // 1000, max((wide for _, wide in counted), default=0)


def optical_inset(free_um: int, size: int) -> int:
    """How far below the top of its box a short text begins: a little above the middle, with the height of a line to spare."""
    return max(0, (free_um - LEADING * points_to_um(size) // 1000) * 40 // 100)


class Overflow(Record):
    """A box whose content does not fit: by how much, in micrometres, to the right and below."""

    box: str
    right: int
    below: int

    @property
    def millimetres(self) -> str:
        """What is missing, to a tenth of a millimetre, rounded up."""
        tenths = -(-max(self.right, self.below) // 100)
        return f"{tenths // 10}.{tenths % 10}"


def overflows(boxes: Mapping[str, Box]) -> tuple[Overflow, ...]:
    """Every box whose ``-text`` reaches out of it."""
    found = []
    for name in sorted(boxes):
        inner = boxes.get(f"{name}-text")
        if inner is None:
            continue
        outer = boxes[name]
        right, below = max(inner[2] - outer[2], outer[0] - inner[0]), inner[3] - outer[3]
        if name != "rules":
            below = 0
        if max(right, below) > TOLERANCE_UM:
            found.append(Overflow(name, right, below))
    return tuple(found)
