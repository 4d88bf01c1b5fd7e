"""Which card stands where: placements of fronts and backs on sheets, and the marks to cut along.

Lengths are micrometres from the upper left corner of the sheet. A sheet of fronts is followed by its backs; a back lies
where its front lies when the paper is turned over: for the long edge columns are swapped (x_back = W - x - w), for the
short edge rows do.
"""

from __future__ import annotations

from penance_build.ir.record import Record
from penance_build.press.imposition.grids import Grid
from penance_build.press.imposition.papers import Paper
from penance_build.press.imposition.trims import BLEED_UM

FLIPS: tuple[str, ...] = ("long", "short")


class Placement(Record):
    """A face on a sheet: its key, its trim rectangle, its turn counter-clockwise in degrees, and its bleed left, top, right, below.

    Where cards abut there is no bleed between them: the neighbour begins. Where they stand apart, each has its own.
    """

    face: str
    left: int
    top: int
    width: int
    height: int
    turn: int
    bleed: tuple[int, int, int, int]


class Line(Record):
    """A straight line of a mark."""

    x1: int
    y1: int
    x2: int
    y2: int


class Sheet(Record):
    """One page: ``side`` is front or back, ``number`` of ``total`` sheets of paper."""

    side: str
    number: int
    total: int
    placements: tuple[Placement, ...]
    marks: tuple[Line, ...]


def sheets_for(paper: Paper, grid: Grid, cards: tuple[tuple[str, str], ...], flip: str = "long") -> tuple[Sheet, ...]:
    """The pages for cards given as (front, back) in order, every copy once: fronts and backs in turn."""
    total = -(-len(cards) // grid.count)
    pages: list[Sheet] = []
    for number in range(total):
        chunk = cards[number * grid.count : (number + 1) * grid.count]
        fronts = tuple(_place(grid, index, front, len(chunk)) for index, (front, _) in enumerate(chunk))
        backs = tuple(_turned(_place(grid, index, back, len(chunk)), paper, flip) for index, (_, back) in enumerate(chunk))
        pages.append(Sheet("front", number + 1, total, fronts, crop_marks(fronts, grid.marks)))
        pages.append(Sheet("back", number + 1, total, backs, crop_marks(backs, grid.marks)))
    return tuple(pages)


def _place(grid: Grid, index: int, face: str, used: int) -> Placement:
    left, top = grid.cell(index)
    row, column = divmod(index, grid.columns)

    def free(to_row: int, to_column: int) -> int:
        if grid.gap:
            return BLEED_UM
        inside = 0 <= to_column < grid.columns and to_row >= 0 and to_row * grid.columns + to_column < used
        return 0 if inside else BLEED_UM

    bleed = (free(row, column - 1), free(row - 1, column), free(row, column + 1), free(row + 1, column))
    return Placement(face, left, top, grid.cell_width, grid.cell_height, 90 if grid.sideways else 0, bleed)


def _turned(front: Placement, paper: Paper, flip: str) -> Placement:
    """Where the back of a card lies when the paper is turned over, so that a card turned like a page has its back upright."""
    left, top, right, below = front.bleed
    if flip == "short":
        mirrored = paper.height_um - front.top - front.height
        return Placement(front.face, front.left, mirrored, front.width, front.height, (180 - front.turn) % 360, (left, below, right, top))
    mirrored = paper.width_um - front.left - front.width
    return Placement(front.face, mirrored, front.top, front.width, front.height, -front.turn % 360, (right, top, left, below))


def crop_marks(placements: tuple[Placement, ...], lengths: tuple[int, int]) -> tuple[Line, ...]:
    """Marks at the outside of the block of cards, one for each cut, beginning where the bleed ends.

    ``lengths`` are those of marks at the sides, and at head and foot.
    """
    beside, above = lengths
    left = min(item.left for item in placements) - BLEED_UM
    right = max(item.left + item.width for item in placements) + BLEED_UM
    top = min(item.top for item in placements) - BLEED_UM
    bottom = max(item.top + item.height for item in placements) + BLEED_UM
    lines = []
    for x in sorted({edge for item in placements for edge in (item.left, item.left + item.width)}):
        lines.append(Line(x, top - above, x, top))
        lines.append(Line(x, bottom, x, bottom + above))
    for y in sorted({edge for item in placements for edge in (item.top, item.top + item.height)}):
        lines.append(Line(left - beside, y, left, y))
        lines.append(Line(right, y, right + beside, y))
    return tuple(lines)
