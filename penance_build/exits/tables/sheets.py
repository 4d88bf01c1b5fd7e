"""Faces on sheets, as virtual tables read them: a grid of cells, row by row."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from penance_build.exits.drawn import Drawn, Entry, Pile
from penance_build.exits.letters import letters_of
from penance_build.exits.profiles import SheetForm
from penance_build.exits.raster import card_picture
from penance_build.ir.record import Record
from penance_build.press.drawing.lengths import UM_PER_INCH

if TYPE_CHECKING:
    from PIL.Image import Image

# A pile with more backs than this has a sheet of backs.
_BACKS_APART = 2


class Grid(Record):
    """A sheet: columns and rows, and the pixels of a cell."""

    columns: int
    rows: int
    cell: tuple[int, int]


class Sheet(Record):
    """Cards of a pile on one sheet: ``name`` of its file, its grid, its cards in the order of the cells.

    ``backs`` are the keys of the backs: one for all, or one for each cell, on a sheet of the same grid.
    """

    name: str
    grid: Grid
    entries: tuple[Entry, ...]
    backs: tuple[str, ...]

    @property
    def has_back_sheet(self) -> bool:
        """Whether its backs are a sheet of their own."""
        return len(self.backs) > 1


def sheets_of(pile: Pile, faces: Mapping[str, Drawn], form: SheetForm) -> tuple[Sheet, ...]:
    """The sheets of a pile: cards with the same back together; where there are many backs, a sheet of backs beside each."""
    backs = tuple(dict.fromkeys(entry.back for entry in pile.entries))
    is_apart = len(backs) <= _BACKS_APART
    sizes = tuple(dict.fromkeys(faces[entry.front].size for entry in pile.entries))
    made: list[Sheet] = []
    for size in sizes:
        for back in backs if is_apart else ("",):
            cards = [entry for entry in pile.entries if faces[entry.front].size == size and back in ("", entry.back)]
            if not cards:
                continue
            columns, rows, cell = _room(form, size, _smallest(cards, faces))
            for start in range(0, len(cards), columns * rows):
                part = tuple(cards[start : start + columns * rows])
                across = min(columns, len(part))
                grid = Grid(across, -(-len(part) // across), cell)
                behind = (back,) if back else tuple(entry.back for entry in part)
                made.append(Sheet(f"{pile.stem}-{len(made) + 1}", grid, part, behind if len(set(behind)) > 1 else behind[:1]))
    return tuple(made)


def _smallest(cards: Sequence[Entry], faces: Mapping[str, Drawn]) -> int:
    """The em of the smallest letters of these fronts in hundredths of a point; 0 where there are none."""
    return min((letter.em for entry in cards for letter in letters_of(faces[entry.front]) if letter.em), default=0)


def _room(form: SheetForm, size: tuple[int, int], em: int) -> tuple[int, int, tuple[int, int]]:
    """How many columns and rows leave the smallest letters large enough, and the cell that then has most pixels."""
    columns = form.columns
    if em:
        # Pixels that a card must be wide so that an em has its pixels: width in points, by pixels of a point.
        wanted = -(-form.em * 100 * size[0] * 72 // (em * UM_PER_INCH))
        columns = max(1, min(columns, form.side // max(1, wanted)))
    width = form.side // columns
    height = (width * size[1] * 2 + size[0]) // (2 * size[0])
    if height > form.side:
        width, height = form.side * size[0] // size[1], form.side
    return columns, max(1, min(form.rows, form.side // height)), (width, height)


def picture_of(sheet: Sheet, keys: Sequence[str], faces: Mapping[str, Drawn]) -> Image:
    """The sheet with these faces, row by row; cells that are left over are white."""
    from PIL import Image

    width, height = sheet.grid.cell
    picture = Image.new("RGB", (sheet.grid.columns * width, sheet.grid.rows * height), (255, 255, 255))
    for cell, key in enumerate(keys):
        row, column = divmod(cell, sheet.grid.columns)
        picture.paste(card_picture(faces[key], width, height), (column * width, row * height))
    return picture
