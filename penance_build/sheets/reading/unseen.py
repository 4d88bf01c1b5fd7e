"""What cannot be seen in cells: marks that do nothing there are left out and counted, what turns text round is a problem of its cell.

Programs that write texts leave such marks behind; in a file of YAML, which is written by hand, each is E179.
"""

from __future__ import annotations

from collections import Counter
from typing import Final

from msgspec import Struct, field
from msgspec.structs import replace

from penance_build.diagnostics.problem import Problem
from penance_build.sheets.reading.cells import EMPTY_KIND, Book, Cell, Note, Row, Sheet
from penance_build.source.text.unseen import unneeded

_TURNS: Final = "\u202b\u202d\u202e\u2067"  # text that is written from left to right; other marks leave it as it is


class _Unseen(Struct):
    """What was found in the cells of a book."""

    book: Book
    problems: list[Problem] = field(default_factory=list)
    dropped: Counter[str] = field(default_factory=Counter)
    cells: int = 0


def without_unseen(book: Book) -> tuple[Book, list[Problem]]:
    """The book without marks that do nothing, with a note of them; and what turns text round where nothing needs it."""
    found = _Unseen(book)
    sheets = tuple(_sheet(sheet, found) for sheet in book.sheets)
    if not found.dropped:
        return book, found.problems
    marks = ", ".join(
        f"U+{ord(mark):04X} ({'once' if count == 1 else f'{count:,} times'})" for mark, count in sorted(found.dropped.items())
    )
    cells = "1 cell" if found.cells == 1 else f"{found.cells:,} cells"
    note = Note("letters", f"left out of {cells}, for they cannot be seen and do nothing there: {marks}")
    return replace(book, sheets=sheets, notes=(*book.notes, note)), found.problems


def _sheet(sheet: Sheet, found: _Unseen) -> Sheet:
    heads = _cells(sheet.heads, found)
    rows = [(row, _cells(row.cells, found)) for row in sheet.rows]
    kept = [
        row if cells is row.cells else Row(row.number, cells)
        for row, cells in rows
        if cells is row.cells or any(cell.kind != EMPTY_KIND for cell in cells)
    ]
    return replace(sheet, heads=heads, rows=tuple(kept))


def _cells(cells: tuple[Cell, ...], found: _Unseen) -> tuple[Cell, ...]:
    if all(cell.text.isascii() and not cell.items for cell in cells):
        return cells
    made = tuple(_cell(cell, found) for cell in cells)
    return made if any(new is not cell for new, cell in zip(made, cells, strict=True)) else cells


def _cell(cell: Cell, found: _Unseen) -> Cell:
    if cell.items:
        items = tuple(_plain(item, cell, found)[0] for item in cell.items)
        return cell if items == cell.items else replace(cell, items=items)
    text, dropped = _plain(cell.text, cell, found)
    if not dropped:
        return cell
    return Cell(text, cell.kind if text.strip() else EMPTY_KIND, cell.start, cell.end, (), dropped)


def _plain(text: str, cell: Cell, found: _Unseen) -> tuple[str, tuple[int, ...]]:
    """A text without the marks that do nothing, and where these stood."""
    marks = list(unneeded(text))
    dropped = [at for at, _ in marks if text[at] not in _TURNS]
    turning = [(at, says) for at, says in marks if text[at] in _TURNS]
    if turning:
        at, says = turning[0]
        start = found.book.offsets(cell)[0 if cell.items else at]
        span = found.book.lines.span(start, min(start + 1, cell.end))
        found.problems.append(Problem("E179", says, span, "remove it; it is invisible, so retype the text around it"))
    if not dropped:
        return text, ()
    found.dropped.update(text[at] for at in dropped)
    found.cells += 1
    places = frozenset(dropped)
    return "".join(letter for at, letter in enumerate(text) if at not in places), tuple(dropped)
