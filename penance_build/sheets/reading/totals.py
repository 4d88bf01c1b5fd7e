"""Rows of sums below the cards: a word such as total, and numbers that are those of the rows above, added up. They are no cards."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Final

from msgspec.structs import replace

from penance_build.sheets.reading.cells import EMPTY_KIND, Book, Cell, Row, Sheet
from penance_build.sheets.reading.numbers import plain_number

_WORDS: Final = frozenset(
    ("total|totals|sum|sums|subtotal|sub-total|sub total|grand total|overall|summe|summen|gesamt|gesamtsumme|gesamtzahl|zwischensumme"
    "|insgesamt|somme|totaux|sous-total|total général|suma|sumas|subtotales|totales|totale|totali|somma|soma|totais|totaal|som|razem"
    "|summa|totalt|итого|всего|сумма|合計|計|σ|∑").split("|")
)  # fmt: skip
_BEGINS: Final = re.compile(rf"(?:{'|'.join(sorted(map(re.escape, _WORDS), key=len, reverse=True))})(?!\w)")
_FEWEST: Final = 2  # rows above


def without_totals(book: Book) -> Book:
    """The book, in each sheet of which rows of sums stand apart."""
    return replace(book, sheets=tuple(map(_parted, book.sheets)))


def _parted(sheet: Sheet) -> Sheet:
    totals = totals_of(sheet.rows)
    numbers = {row.number for row in totals}
    kept = [row for row in sheet.rows if row.number not in numbers]
    return replace(sheet, rows=tuple(kept), totals=totals) if totals and kept else sheet


def totals_of(rows: Sequence[Row]) -> tuple[Row, ...]:
    """Those of some rows that have the sums of others above them."""
    if not any(map(_is_named_total, rows)):
        return ()
    totals: list[Row] = []
    above, since = _Sums(), _Sums()  # of all rows, and of those behind the last total
    for row in rows:
        numbers = _numbers(row)
        if _is_named_total(row) and (above.are(numbers) or since.are(numbers)):
            totals.append(row)
            since = _Sums()
        else:
            above.add(numbers)
            since.add(numbers)
    return tuple(totals)


def looks_like_sums(row: Row) -> bool:
    """Whether a row that is a card may have been meant as one of sums, which are stale: a name for a sum, numbers, and nothing else."""
    return _is_named_total(row) and bool(_numbers(row))


def _is_named_total(row: Row) -> bool:
    """Whether its only text is a word for a sum, or begins with one: ``Total``, ``TOTAL CARDS``."""
    texts = (cell for cell in row.cells if cell.kind != EMPTY_KIND and _number(cell) is None)
    first = next(texts, None)
    return first is not None and _BEGINS.match(" ".join(first.text.split()).casefold()) is not None and next(texts, None) is None


class _Sums:
    """The sums of the columns of some rows."""

    def __init__(self) -> None:
        self.rows, self.columns = 0, dict[int, Fraction]()

    def add(self, numbers: Mapping[int, Fraction]) -> None:
        """Add a row."""
        self.rows += 1
        for index, number in numbers.items():
            self.columns[index] = self.columns.get(index, Fraction(0)) + number

    def are(self, numbers: Mapping[int, Fraction]) -> bool:
        """Whether a row has numbers, and each is the sum of its column."""
        return self.rows >= _FEWEST and bool(numbers) and all(number == self.columns.get(index, 0) for index, number in numbers.items())


def _numbers(row: Row) -> dict[int, Fraction]:
    """The numbers of a row by their columns."""
    return {index: number for index, cell in enumerate(row.cells) if (number := _number(cell)) is not None}


def _number(cell: Cell) -> Fraction | None:
    digits = plain_number(cell.text.strip())[0]
    whole, _, part = digits.removeprefix("-").partition(".")
    is_number = whole.isdecimal() and whole.isascii() and (not part or (part.isdecimal() and part.isascii()))
    return Fraction(digits) if is_number and len(digits) < 40 else None  # beyond so many digits nothing is added up
