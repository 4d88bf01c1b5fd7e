"""What reading a file of cards gives: sheets of cells, and where each cell stands in the text that problems show."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from msgspec import Struct, field

from penance_build.diagnostics.problem import Problem, Span
from penance_build.source.text.decode import FORBIDDEN
from penance_build.source.text.lines import Lines
from penance_build.source.text.report import Stop

MAX_ROWS: Final = 50_000
MAX_COLUMNS: Final = 500
MAX_CELLS: Final = 500_000
MAX_CHARACTERS: Final = 16_000_000  # of the cells of a workbook, which may name one text again and again

# The kinds of cells. A fraction is a number that is not whole; a formula has no stored value; an error is one of a spreadsheet.
EMPTY_KIND, TEXT, NUMBER, FRACTION, TRUTH, DATE, FORMULA, ERROR, LIST, NESTED = (
    "empty", "text", "number", "fraction", "truth", "date", "formula", "error", "list", "nested",
)  # fmt: skip
# A text that a spreadsheet would compute, kept from it by an apostrophe.
COMPUTED: Final = re.compile(r"'+[=+\-@\t\r]")
_FORBIDDEN: Final = re.compile(f"[{FORBIDDEN}]")


class Cell(Struct, frozen=True, gc=False):
    """One cell: its text as it stands there, its kind, and the offsets in the text of its book between which it is written.

    ``items`` are the texts of a list, which only JSON has; ``dropped`` are the places of characters that it has without its text.
    """

    text: str
    kind: str
    start: int
    end: int
    items: tuple[str, ...] = ()
    dropped: tuple[int, ...] = ()

    @property
    def width(self) -> int:
        """How many characters it has with those that were dropped."""
        return len(self.text) + len(self.dropped)


class Row(Struct, frozen=True):
    """One row: its number as a spreadsheet counts it (in JSON: the place in the list, from 1), and a cell for each head."""

    number: int
    cells: tuple[Cell, ...]


class Sheet(Struct, frozen=True):
    """One sheet. ``name`` is "" where its file has but one; ``heads`` are cells of the row ``head_row``, 0 where there is no such row.

    ``totals`` are rows of sums, which are none of the ``rows``.
    """

    name: str
    heads: tuple[Cell, ...]
    rows: tuple[Row, ...]
    head_row: int = 0
    totals: tuple[Row, ...] = ()


class Note(Struct, frozen=True):
    """Something that reading bent or passed over, for the report of an import: what kind it is of, and a sentence."""

    kind: str
    says: str


class Book(Struct, frozen=True):
    """A file of cards. ``text`` is what problems show of it: the file's own, or the rows of a workbook, a line each.

    ``form`` is csv, xlsx or json; ``others`` names the sheets of a workbook that were not read.
    """

    name: str
    form: str
    lines: Lines
    sheets: tuple[Sheet, ...]
    notes: tuple[Note, ...] = ()
    others: tuple[str, ...] = ()
    choices: tuple[tuple[str, str], ...] = ()  # what was found out: encoding, separator, rows, by the keys of a mapping

    def span(self, cell: Cell) -> Span:
        """Where a cell stands."""
        return self.lines.span(cell.start, cell.end)

    def column(self, index: int) -> list[Cell]:
        """The cells of a column in the rows of all sheets, as far as they have it."""
        return [row.cells[index] for sheet in self.sheets for row in sheet.rows if index < len(row.cells)]

    def offsets(self, cell: Cell) -> list[int]:
        """For each character of a cell its offset in the text, and one more for the end."""
        found = self._offsets(cell)
        return [offset for index, offset in enumerate(found) if index not in cell.dropped] if cell.dropped else found

    def _offsets(self, cell: Cell) -> list[int]:
        text = self.lines.text
        if self.form == "csv":
            # Less than is written: quotes around it and within, an apostrophe before it.
            quote = int(text.startswith('"', cell.start))
            mark = int(COMPUTED.match(text, cell.start + quote) is not None)
            return _escaped(text, cell, quote + mark, lambda at: 2 if quote and text[at] == '"' else 1)
        if self.form == "json" and text.startswith('"', cell.start):
            return _escaped(text, cell, 1, lambda at: _json_width(text, at))
        last = max(cell.end, cell.start)
        return [min(cell.start + index, last) for index in range(cell.width + 1)]

    def where(self, sheet: Sheet, row: int, column: int) -> str:
        """A cell as people look for it: ``Cards!C7``, ``row 7``, ``item 6``; ``column`` counts from 0."""
        if self.form == "xlsx":
            return f"{sheet.name}!{column_letters(column)}{row}"
        return f"item {row}" if self.form == "json" else f"row {row}"


def _escaped(text: str, cell: Cell, quote: int, width: Callable[[int], int]) -> list[int]:
    """The offsets of a quoted cell, in which some characters are written as several."""
    at, offsets = cell.start + quote, []
    for _ in range(cell.width):
        offsets.append(at)
        at += width(min(at, len(text) - 1))
    offsets.append(at)
    return [min(offset, cell.end) for offset in offsets]


def _json_width(text: str, at: int) -> int:
    if text[at] != "\\":
        return 1
    if not text.startswith("\\u", at):
        return 2
    is_pair = text[at + 2 : at + 4].lower() in ("d8", "d9", "da", "db") and text.startswith("\\u", at + 6)
    return 12 if is_pair else 6


def column_letters(column: int) -> str:
    """The letters of a column, which counts from 0: ``C`` for 2, ``AA`` for 26."""
    letters = ""
    column += 1
    while column:
        column, rest = divmod(column - 1, 26)
        letters = chr(ord("A") + rest) + letters
    return letters


class Reader(Struct):
    """Collects the problems of one file while it is read; ``stop`` ends reading it."""

    lines: Lines
    problems: list[Problem] = field(default_factory=list)

    def add(self, code: str, start: int, end: int, message: str, hint: str = "") -> None:
        """Note a problem from one offset of the text to another."""
        self.problems.append(Problem(code, message, self.lines.span(start, end), hint))

    def stop(self, code: str, start: int, end: int, message: str, hint: str = "") -> Stop:
        """Note a problem, and give what ends reading."""
        self.add(code, start, end, message, hint)
        return Stop()

    def check_characters(self, start: int, end: int) -> None:
        """Refuse the first character of this part of the text that no file of a game may hold."""
        found = _FORBIDDEN.search(self.lines.text, start, end)
        if found is not None:
            self.refuse(found[0], found.start(), found.end())

    def refuse(self, letter: str, start: int, end: int) -> None:
        """Note a character that no file of a game may hold."""
        self.add("E103", start, end, f"the character U+{ord(letter):04X} cannot stand in a sheet of cards", "remove it")


def check_width(reader: Reader, cell: Cell, width: int, rows: int) -> None:
    """Refuse rows that are more cells than may be once they are as wide as the widest; raises ``Stop``."""
    if width * rows > MAX_CELLS:
        message = f"{rows:,} rows of {width:,} columns are {width * rows:,} cells; {MAX_CELLS:,} are the most"
        raise reader.stop("E167", cell.start, cell.start + 1, message, "remove stray cells, or split it")


def forbidden(text: str) -> str:
    """The first character of a text that no file of a game may hold, or ""."""
    found = _FORBIDDEN.search(text)
    return "" if found is None else found[0]


def padded(cells: list[Cell], width: int) -> tuple[Cell, ...]:
    """A row that is as wide as its sheet: what is not written of it stands empty at its end."""
    end = cells[-1].end
    return (*cells, *[Cell("", EMPTY_KIND, end, end)] * (width - len(cells)))


def headed(rows: list[tuple[int, list[Cell]]], wanted: int) -> tuple[int, list[Cell], list[tuple[int, list[Cell]]]] | None:
    """The row of heads (its number and cells) and the rows below it, of rows that are not empty; None where there is none.

    ``wanted`` is its number, or 0: then it is the first row with two cells that are not empty, or the first of all: what stands above
    a table is its title.
    """
    for index, (number, cells) in enumerate(rows):
        if number == wanted if wanted else sum(cell.kind != EMPTY_KIND for cell in cells) >= 2:
            return number, cells, rows[index + 1 :]
    return None if wanted or not rows else (rows[0][0], rows[0][1], rows[1:])
