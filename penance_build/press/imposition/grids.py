"""How many cards fit on a sheet, and where.

Cards that may abut do: one cut serves two cards, and at home every cut saved is an error saved. Others stand apart by their
bleed on either side. Around the block of cards lie its bleed, the marks of the cuts, at head and foot or at both sides a band of
text, and the margin of the paper. Where cards fit better lying, they lie.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product

from penance_build.ir.record import Record, replace
from penance_build.press.drawing.lengths import mm
from penance_build.press.imposition.papers import Paper
from penance_build.press.imposition.trims import BLEED_UM, HAIR_UM, Trim

# How long a mark is: shorter only where the margin comes nearer.
MARK_UM, LEAST_MARK_UM = 3000, 2000
# How deep a line of text or a ruler beside the marks is, and how far it stays off them.
LINE_UM, OFF_UM = 2600, 300
# How far cards stand apart that do not abut: the bleed of both, which meet a hair over one another, so that no viewer shows white there.
APART_UM = 2 * BLEED_UM - HAIR_UM
_WANTED = re.compile(r"\s*([1-9]\d?)\s*[x×]\s*([1-9]\d?)\s*", re.ASCII)


class Grid(Record):
    """Cells on a sheet: their size, the corner of the first, and whether cards lie in them (a quarter turn).

    ``gap`` is how far cells stand apart; ``marks`` how long marks are at the sides, and at head and foot. ``is_banded`` tells
    whether text stands at head and foot; else it stands at the sides. ``fold`` is the edge to which a fold in the middle of the sheet is
    parallel: the cells are those of the fronts, at the left of it or above it, and as many for backs lie beyond.
    """

    columns: int
    rows: int
    cell_width: int
    cell_height: int
    left: int
    top: int
    sideways: bool
    gap: int = 0
    marks: tuple[int, int] = (MARK_UM, MARK_UM)
    is_banded: bool = True
    fold: str = ""

    @property
    def count(self) -> int:
        """Cards a sheet."""
        return self.columns * self.rows

    @property
    def width(self) -> int:
        """How wide the block of cards is, with their backs where these lie beside them."""
        return _block(self.columns, self.cell_width, self.gap, self.fold == "long")

    @property
    def height(self) -> int:
        """How high the block of cards is, with their backs where these lie below them."""
        return _block(self.rows, self.cell_height, self.gap, self.fold == "short")

    def cell(self, index: int) -> tuple[int, int]:
        """The upper left corner of a cell, counted by rows."""
        row, column = divmod(index, self.columns)
        return self.left + column * (self.cell_width + self.gap), self.top + row * (self.cell_height + self.gap)


def wanted_grid(text: str) -> tuple[int, int] | None:
    """Columns and rows of ``3x3``; None for what is no such thing."""
    found = _WANTED.fullmatch(text)
    return None if found is None else (int(found[1]), int(found[2]))


class Wish(Record):
    """What was asked of a grid beside columns and rows: ``turn`` is ``auto``, ``upright`` or ``lying``.

    ``folds`` are the edges to which a fold may be parallel, "" where nothing is folded. Without marks there is more room.
    """

    turn: str = "auto"
    folds: tuple[str, ...] = ("",)
    has_marks: bool = True

    @property
    def least_mark(self) -> int:
        """How short a mark may be."""
        return LEAST_MARK_UM if self.has_marks else 0

    @property
    def ways(self) -> Iterator[tuple[str, bool, bool]]:
        """Every way to lay cards out, by fold, band and turn: of those that hold the same, the first is taken."""
        turns = {"upright": (False,), "lying": (True,)}.get(self.turn, (False, True))
        return product(self.folds, (True, False), turns)


ANY = Wish()


def grid_for(paper: Paper, trim: Trim, gap: int = 0, wanted: tuple[int, int] | None = None, wish: Wish = ANY) -> Grid | None:
    """The grid that holds most cards, or the wanted one; None where it does not fit, or not even one card does.

    Of grids that hold the same, one with its text at head and foot is taken first, then one whose cards stand upright.
    """
    best = max((_grid(paper, trim, gap, wanted, wish, *way) for way in wish.ways), key=lambda grid: grid.count)
    return best if best.count > 0 else None


def _grid(
    paper: Paper, trim: Trim, gap: int, wanted: tuple[int, int] | None, wish: Wish, fold: str, is_banded: bool, sideways: bool
) -> Grid:
    width, height = (trim.height_um, trim.width_um) if sideways else (trim.width_um, trim.height_um)
    # What stands between the bleed of the block and the end of the paper, without the marks.
    beside, above = _beyond(paper, not is_banded), _beyond(paper, is_banded)
    columns = _fitting(paper.width_um - 2 * (beside + wish.least_mark), width, gap, fold == "long")
    rows = _fitting(paper.height_um - 2 * (above + wish.least_mark), height, gap, fold == "short")
    if wanted is not None:
        fits = columns >= wanted[0] and rows >= wanted[1]
        columns, rows = wanted if fits else (0, 0)
    left = (paper.width_um - _block(columns, width, gap, fold == "long")) // 2
    top = (paper.height_um - _block(rows, height, gap, fold == "short")) // 2
    marks = (min(MARK_UM, left - beside), min(MARK_UM, top - above)) if wish.has_marks else (0, 0)
    return Grid(columns, rows, width, height, left, top, sideways, gap, marks, is_banded, fold)


def _block(count: int, side: int, gap: int, is_folded: bool) -> int:
    """How long so many cells are, twice and with their bleed between them where the sheet is folded there."""
    once = count * (side + gap) - gap
    return 2 * once + APART_UM if is_folded else once


def _beyond(paper: Paper, has_band: bool) -> int:
    """What lies outside of the cards at an edge of the paper, marks left out."""
    return paper.margin_um + BLEED_UM + (LINE_UM + OFF_UM if has_band else 0)


def _fitting(room: int, side: int, gap: int, is_folded: bool) -> int:
    own = (room - APART_UM) // 2 if is_folded else room
    return max(0, (own + gap) // (side + gap))


def no_room(paper: Paper, trim: Trim, gap: int, wanted: tuple[int, int] | None, wish: Wish = ANY) -> tuple[str, str]:
    """Why there is no grid, and what there is instead: the largest grid, or the largest card that fits the paper."""
    apart = f", {mm(gap, 2)} mm apart," if gap else ""
    folded = " beside a fold" if any(wish.folds) else ""
    best = grid_for(paper, trim, gap, None, wish)
    if wanted is not None and best is not None:
        says = f"{wanted[0]} × {wanted[1]} cards of {size_words(trim)}{apart} do not fit on {paper.name}{folded}"
        return says, f"the largest grid that fits is {best.columns} × {best.rows}{', with the cards lying' if best.sideways else ''}"
    if wish.turn != "auto" and grid_for(paper, trim, gap, None, replace(wish, turn="auto")) is not None:
        other = "lying" if wish.turn == "upright" else "upright"
        return f"a card of {size_words(trim)} does not fit {wish.turn} on {paper.name}{folded}", f"it does with `turn: {other}`"
    across = paper.width_um - 2 * (_beyond(paper, False) + wish.least_mark)
    down = paper.height_um - 2 * (_beyond(paper, True) + wish.least_mark)
    if wish.folds[-1] == "short":  # along the longer side there is more room for both
        down = (down - APART_UM) // 2
    elif folded:
        across = (across - APART_UM) // 2
    says = f"a card of {size_words(trim)} does not fit on {paper.name}{folded}"
    return says, f"the largest that fits there is {mm(across, 1)} × {mm(down, 1)} mm: take a larger paper with `--paper`, or smaller cards"


def size_words(trim: Trim) -> str:
    """The size of a card in words: its millimetres."""
    return f"{mm(trim.width_um, 1)} × {mm(trim.height_um, 1)} mm"
