"""Which card stands where: placements of fronts and backs on sheets, and the marks to cut along.

Lengths are micrometres from the upper left corner of the sheet. A sheet of fronts is followed by its backs; a back lies
where its front lies when the paper is turned over: for the long edge columns are swapped (x_back = W - x - w), for the
short edge rows do. A sheet that is folded has its backs where they lie when it is turned over the fold, on the same page.
"""

from __future__ import annotations

from penance_build.ir.record import Record, replace
from penance_build.press.imposition.grids import Grid
from penance_build.press.imposition.papers import Paper
from penance_build.press.imposition.trims import BLEED_UM, HAIR_UM


class Placement(Record):
    """A face on a sheet: its key, its trim rectangle, its turn counter-clockwise in degrees, and its bleed left, top, right, below.

    Where cards abut the neighbour begins; where they stand apart, each has its own bleed, up to half way. Either reaches half a hair too
    far, for edges that only meet let white through in viewers.
    """

    face: str
    left: int
    top: int
    width: int
    height: int
    turn: int
    bleed: tuple[int, int, int, int]
    is_front: bool = True


class Line(Record):
    """A straight line of a mark; ``is_fold``: one along which paper is folded."""

    x1: int
    y1: int
    x2: int
    y2: int
    is_fold: bool = False


class Sheet(Record):
    """One page: ``side`` is front, back, or both, where the sheet is folded; ``number`` of ``total`` sheets of paper."""

    side: str
    number: int
    total: int
    placements: tuple[Placement, ...]
    marks: tuple[Line, ...]


def sheets_for(
    paper: Paper, grid: Grid, cards: tuple[tuple[str, str], ...], flip: str = "long", pages: str = "interleaved", marks: str = "on"
) -> tuple[Sheet, ...]:
    """The pages for cards given as (front, back) in order, every copy once: fronts and backs in turn, or as ``pages`` says.

    A grid with a fold gives pages with both.
    """
    total = -(-len(cards) // grid.count)
    fronts, backs = [], []
    for number in range(total):
        chunk = cards[number * grid.count : (number + 1) * grid.count]
        faces = tuple(_place(grid, index, front, len(chunk)) for index, (front, _) in enumerate(chunk))
        behind = (replace(_place(grid, index, back, len(chunk)), is_front=False) for index, (_, back) in enumerate(chunk))
        turned = tuple(_turned(item, paper, grid.fold or flip) for item in behind)
        if grid.fold:
            lines = (*cut_marks((*faces, *turned), grid.marks, marks), *_fold(paper, grid, (*faces, *turned)))
            fronts.append(Sheet("both", number + 1, total, (*faces, *turned), lines))
            continue
        fronts.append(Sheet("front", number + 1, total, faces, cut_marks(faces, grid.marks, marks)))
        backs.append(Sheet("back", number + 1, total, turned, cut_marks(turned, grid.marks, marks)))
    if pages == "interleaved" and backs:
        return tuple(page for both in zip(fronts, backs, strict=True) for page in both)
    return tuple(fronts) if pages == "fronts" else (*fronts, *backs)


def _place(grid: Grid, index: int, face: str, used: int) -> Placement:
    left, top = grid.cell(index)
    row, column = divmod(index, grid.columns)

    def free(to_row: int, to_column: int) -> int:
        inside = 0 <= to_column < grid.columns and to_row >= 0 and to_row * grid.columns + to_column < used
        return min(BLEED_UM, (grid.gap + HAIR_UM) // 2) if inside else BLEED_UM

    bleed = (free(row, column - 1), free(row - 1, column), free(row, column + 1), free(row + 1, column))
    return Placement(face, left, top, grid.cell_width, grid.cell_height, 90 if grid.sideways else 0, bleed)


def _turned(front: Placement, paper: Paper, flip: str) -> Placement:
    """Where the back of a card lies when the paper is turned over, so that a card turned like a page has its back upright."""
    left, top, right, below = front.bleed
    if flip == "short":
        mirrored, turn = paper.height_um - front.top - front.height, (180 - front.turn) % 360
        return replace(front, top=mirrored, turn=turn, bleed=(left, below, right, top))
    return replace(front, left=paper.width_um - front.left - front.width, turn=-front.turn % 360, bleed=(right, top, left, below))


def moved(sheet: Sheet, across: int, down: int) -> Sheet:
    """The same page with all that is on it moved to the right and down."""
    marks = (replace(item, x1=item.x1 + across, y1=item.y1 + down, x2=item.x2 + across, y2=item.y2 + down) for item in sheet.marks)
    placements = (replace(item, left=item.left + across, top=item.top + down) for item in sheet.placements)
    return replace(sheet, placements=tuple(placements), marks=tuple(marks))


def cut_marks(placements: tuple[Placement, ...], lengths: tuple[int, int], marks: str = "on") -> tuple[Line, ...]:
    """The marks of a page: at its outside, or none, or as lines through all fronts, where a cut that is off shows on no back."""
    if marks == "off":
        return ()
    fronts = tuple(item for item in placements if item.is_front)
    return (*crop_marks(placements, lengths), *(_cuts(fronts) if marks == "lines" and fronts else ()))


def crop_marks(placements: tuple[Placement, ...], lengths: tuple[int, int]) -> tuple[Line, ...]:
    """Marks at the outside of the block of cards, one for each cut, beginning where the bleed ends.

    ``lengths`` are those of marks at the sides, and at head and foot.
    """
    beside, above = lengths
    left, top, right, bottom = _around(placements)
    lines = []
    for x in sorted({edge for item in placements for edge in (item.left, item.left + item.width)}):
        lines.append(Line(x, top - above, x, top))
        lines.append(Line(x, bottom, x, bottom + above))
    for y in sorted({edge for item in placements for edge in (item.top, item.top + item.height)}):
        lines.append(Line(left - beside, y, left, y))
        lines.append(Line(right, y, right + beside, y))
    return tuple(lines)


def _cuts(placements: tuple[Placement, ...]) -> tuple[Line, ...]:
    """A line along each cut, from bleed to bleed."""
    left, top, right, bottom = _around(placements)
    across = sorted({edge for item in placements for edge in (item.left, item.left + item.width)})
    down = sorted({edge for item in placements for edge in (item.top, item.top + item.height)})
    return (*(Line(x, top, x, bottom) for x in across), *(Line(left, y, right, y) for y in down))


def _fold(paper: Paper, grid: Grid, placements: tuple[Placement, ...]) -> tuple[Line, ...]:
    """The line along which a sheet is folded, as long as its cards and their marks."""
    left, top, right, bottom = _around(placements)
    beside, above = grid.marks
    if grid.fold == "long":
        middle = paper.width_um // 2
        return (Line(middle, top - above, middle, bottom + above, is_fold=True),)
    middle = paper.height_um // 2
    return (Line(left - beside, middle, right + beside, middle, is_fold=True),)


def _around(placements: tuple[Placement, ...]) -> tuple[int, int, int, int]:
    """Left, top, right and bottom of a block of cards with its bleed."""
    return (
        min(item.left for item in placements) - BLEED_UM,
        min(item.top for item in placements) - BLEED_UM,
        max(item.left + item.width for item in placements) + BLEED_UM,
        max(item.top + item.height for item in placements) + BLEED_UM,
    )
