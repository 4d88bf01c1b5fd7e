"""The cells of one sheet of a workbook, as its XML has them."""

from __future__ import annotations

import re
from typing import Final

from msgspec import Struct, field

from penance_build.sheets.reading.cells import (
    DATE,
    EMPTY_KIND,
    ERROR,
    FORMULA,
    FRACTION,
    MAX_CELLS,
    MAX_CHARACTERS,
    MAX_COLUMNS,
    MAX_ROWS,
    NUMBER,
    TEXT,
    TRUTH,
    column_letters,
)  # fmt: skip
from penance_build.sheets.reading.numbers import date_of, plain_number
from penance_build.sheets.reading.package import Attributes, Handlers, Package, Pieces, attribute, damaged

_PLACE: Final = re.compile(r"\$?([A-Za-z]{1,3})\$?([0-9]{1,7})")
_ESCAPE: Final = re.compile("_x([0-9A-Fa-f]{4})_")


class Spent(Struct):
    """What the sheets of one workbook hold so far: cells that were read, filled or stand empty before others, and their characters."""

    cells: int = 0
    characters: int = 0

    def is_over(self, cells: int, characters: int) -> bool:
        """Add some, and say whether there are more than may be."""
        self.cells += cells
        self.characters += characters
        return self.cells > MAX_CELLS or self.characters > MAX_CHARACTERS


class Grid(Struct):
    """Text and kind of each cell that is not empty, by row from 1 and column from 0; and what a report says of the sheet.

    ``too_large`` is where a cell stands that is beyond the bounds, or "".
    """

    rows: dict[int, dict[int, tuple[str, str]]] = field(default_factory=dict)
    formulas: int = 0
    whole: int = 0
    merged: list[tuple[int, int, int, int]] = field(default_factory=list)
    hidden_rows: set[int] = field(default_factory=set)
    hidden_columns: int = 0
    too_large: str = ""


def read_grid(package: Package, part: str, strings: list[str], date_styles: frozenset[int], is_1904: bool, spent: Spent) -> Grid:
    """The cells of one sheet, which are added to what is ``spent``; raises ``Damaged``."""
    reader = _Sheet(strings, date_styles, is_1904, spent)
    package.parse(part, Handlers(reader.start, reader.end, reader.text))
    grid = reader.grid
    last = max(grid.rows, default=0)
    for top, left, bottom, right in grid.merged:
        _fill(grid, spent, top, left, min(bottom, last), min(right, MAX_COLUMNS - 1))
    widths = {number: max(row) + 1 for number, row in grid.rows.items()}
    # All that stands before a cell is shown, and so read, as empty cells; rows end where the widest does.
    padding = max(widths.values(), default=0) * len(widths) - sum(map(len, grid.rows.values()))
    if spent.is_over(padding + last - len(widths), 0):
        widest = max(widths, key=lambda number: (widths[number], number))
        grid.too_large = grid.too_large or f"{column_letters(widths[widest] - 1)}{widest}"
    grid.hidden_rows &= grid.rows.keys()
    return grid


def _fill(grid: Grid, spent: Spent, top: int, left: int, bottom: int, right: int) -> None:
    """Give all cells of a merged one its value, as far as there are rows."""
    value = grid.rows.get(top, {}).get(left)
    if value is None:
        return
    filled = max(bottom - top + 1, 0) * max(right - left + 1, 0)
    if grid.too_large or spent.is_over(filled, filled * len(value[0])):
        grid.too_large = grid.too_large or f"{column_letters(left)}{top}"
        return
    for number in range(top, bottom + 1):
        if number in grid.rows:
            for column in range(left, right + 1):
                grid.rows[number].setdefault(column, value)


class _Sheet:
    """Follows the events of one sheet."""

    def __init__(self, strings: list[str], date_styles: frozenset[int], is_1904: bool, spent: Spent) -> None:
        self.grid, self._spent = Grid(), spent
        self._strings, self._dates, self._is_1904 = strings, date_styles, is_1904
        self._row, self._column = 0, -1
        self._kind, self._style = "n", 0
        self._pieces = Pieces()
        self._is_text = self._is_spoken = False
        self._has_formula = False
        self._has_value = False

    def start(self, word: str, given: Attributes) -> None:
        if word == "c":
            self._begin_cell(given)
        elif word in ("v", "t"):
            self._is_text = not self._is_spoken
            if word == "v":
                self._pieces.clear()
        elif word == "f":
            self._has_formula = True
        elif word == "row":
            number = given.get("r", "")
            self._row = int(number) if number.isascii() and number.isdecimal() and len(number) < 9 else self._row + 1
            self._column = -1
            if given.get("hidden") in ("1", "true"):
                self.grid.hidden_rows.add(min(self._row, MAX_ROWS + 1))
        elif word == "rPh":
            self._is_spoken = True
        elif word == "mergeCell":
            self._merge(attribute(given, "ref"))
        elif word == "col" and given.get("hidden") in ("1", "true"):
            self.grid.hidden_columns += 1

    def _begin_cell(self, given: Attributes) -> None:
        place = given.get("r", "")
        found = _PLACE.fullmatch(place) if place else None
        if found is not None:
            self._column = column_of(found[1])
        elif place:
            raise damaged(f"a cell stands at `{place[:20]}`")
        else:
            self._column += 1
        style = given.get("s", "0")
        self._kind, self._style = given.get("t", "n"), int(style) if style.isascii() and style.isdecimal() else 0
        self._has_formula = self._has_value = False
        self._pieces.clear()

    def text(self, text: str) -> None:
        if self._is_text:
            self._pieces.add(text)

    def end(self, word: str) -> None:
        if word in ("v", "t"):
            self._has_value, self._is_text = True, False
        elif word == "rPh":
            self._is_spoken = False
        elif word == "c":
            self._end_cell()

    def _end_cell(self) -> None:
        text, kind = self._read()
        if kind == EMPTY_KIND:
            return
        grid = self.grid
        is_outside = not 1 <= self._row <= MAX_ROWS or self._column >= MAX_COLUMNS
        if grid.too_large or is_outside or self._spent.is_over(1, len(text)):
            grid.too_large = grid.too_large or f"{column_letters(self._column)}{self._row}"
            return
        grid.rows.setdefault(self._row, {})[self._column] = (text, kind)

    def _read(self) -> tuple[str, str]:
        """The text and the kind of the cell that ends."""
        value, kind = self._pieces.joined() if self._has_value else None, self._kind
        if self._has_formula:
            if value is None or (value == "" and kind != "str"):
                return "", FORMULA
            self.grid.formulas += 1
        if value is None:
            return "", EMPTY_KIND
        if kind == "s":
            if not (value.isascii() and value.isdecimal()) or int(value) >= len(self._strings):
                raise damaged("a cell names a text that is not there")
            value = self._strings[int(value)]
            return value, TEXT if value.strip() else EMPTY_KIND
        if kind in ("str", "inlineStr"):
            value = unescaped(value)
            return value, TEXT if value.strip() else EMPTY_KIND
        if kind == "b":
            return ("true" if value == "1" else "false"), TRUTH
        if kind in ("e", "d"):
            return value, ERROR if kind == "e" else DATE
        return self._number(value.strip())

    def _number(self, value: str) -> tuple[str, str]:
        if not value:
            return "", EMPTY_KIND
        if self._style in self._dates:
            return date_of(value, self._is_1904), DATE
        digits, is_whole = plain_number(value)
        self.grid.whole += is_whole and "." in value
        return digits, NUMBER if is_whole else FRACTION

    def _merge(self, reference: str) -> None:
        ends = [_PLACE.fullmatch(end) for end in reference.split(":")]
        if len(ends) == 2 and ends[0] is not None and ends[1] is not None:
            self.grid.merged.append((int(ends[0][2]), column_of(ends[0][1]), int(ends[1][2]), column_of(ends[1][1])))


def column_of(letters: str) -> int:
    """The number of a column, from 0, by its letters."""
    column = 0
    for letter in letters.upper():
        column = column * 26 + ord(letter) - ord("A") + 1
    return column - 1


def unescaped(text: str) -> str:
    """A text of a cell: characters that XML cannot hold are written ``_x000D_``; line ends are ``\\n``."""
    if "_x" in text:
        text = _ESCAPE.sub(lambda found: chr(int(found[1], 16)), text)
    return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text
