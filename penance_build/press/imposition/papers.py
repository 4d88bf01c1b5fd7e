"""Sizes of paper as data, and how many cards fit on one.

Cards abut: one cut serves two cards, and at home every cut saved is an error saved. That asks of a front that
nothing but paper comes near its edge, and of a back that its pattern runs through. Pages always stand upright, so that
"flip on the long edge" means the same for each paper: columns are swapped. Where cards fit better lying, they lie.
"""

from __future__ import annotations

from collections.abc import Mapping

from penance_build.ir.record import Record
from penance_build.press.imposition.trims import Trim

# The margins that stay free of cards: at the sides, and at head and foot, where crop marks, stamp and ruler are.
SIDE_UM = 9000
HEAD_UM = 12000


class Paper(Record):
    """A sheet, standing upright."""

    name: str
    width_um: int
    height_um: int


PAPERS: Mapping[str, Paper] = {
    "a4": Paper("A4", 210000, 297000),
    "letter": Paper("Letter", 215900, 279400),
}


class Grid(Record):
    """Cells on a sheet: their size, the corner of the first, and whether cards lie in them (a quarter turn)."""

    columns: int
    rows: int
    cell_width: int
    cell_height: int
    left: int
    top: int
    sideways: bool

    @property
    def count(self) -> int:
        """Cards a sheet."""
        return self.columns * self.rows

    def cell(self, index: int) -> tuple[int, int]:
        """The upper left corner of a cell, counted by rows."""
        row, column = divmod(index, self.columns)
        return self.left + column * self.cell_width, self.top + row * self.cell_height


def grid_for(paper: Paper, trim: Trim) -> Grid | None:
    """The grid that holds most cards, upright where both ways hold the same; None where not even one fits."""
    found = []
    for sideways in (False, True):
        width, height = (trim.height_um, trim.width_um) if sideways else (trim.width_um, trim.height_um)
        columns = (paper.width_um - 2 * SIDE_UM) // width
        rows = (paper.height_um - 2 * HEAD_UM) // height
        left = (paper.width_um - columns * width) // 2
        top = (paper.height_um - rows * height) // 2
        found.append(Grid(columns, rows, width, height, left, top, sideways))
    best = max(found, key=lambda grid: grid.count)
    return best if best.count > 0 else None
