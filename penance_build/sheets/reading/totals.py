"""Rows of sums below the cards: a word such as total, and numbers that are those of the rows above, added up. They are no cards."""

from __future__ import annotations

import re
from collections.abc import Sequence
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
    kept: list[Row] = []
    totals: list[Row] = []
    since = 0  # the first row behind the last total
    for row in sheet.rows:
        if _is_named_total(row) and (_adds_up(row, kept) or _adds_up(row, kept[since:])):
            totals.append(row)
            since = len(kept)
        else:
            kept.append(row)
    return replace(sheet, rows=tuple(kept), totals=tuple(totals)) if totals and kept else sheet


def looks_like_sums(row: Row) -> bool:
    """Whether a row that is a card may have been meant as one of sums, which are stale: a name for a sum, numbers, and nothing else."""
    return _is_named_total(row) and any(_number(cell) is not None for cell in row.cells)


def _is_named_total(row: Row) -> bool:
    """Whether its only text is a word for a sum, or begins with one: ``Total``, ``TOTAL CARDS``."""
    texts = [cell for cell in row.cells if cell.kind != EMPTY_KIND and _number(cell) is None]
    return len(texts) == 1 and _BEGINS.match(" ".join(texts[0].text.split()).casefold()) is not None


def _adds_up(row: Row, above: Sequence[Row]) -> bool:
    """Whether it has numbers, and each is the sum of its column."""
    if len(above) < _FEWEST:
        return False
    found = [(index, number) for index, cell in enumerate(row.cells) if (number := _number(cell)) is not None]
    return bool(found) and all(number == _sum(above, index) for index, number in found)


def _sum(rows: Sequence[Row], index: int) -> Fraction:
    numbers = (_number(row.cells[index]) for row in rows if index < len(row.cells))
    return sum((number for number in numbers if number is not None), Fraction(0))


def _number(cell: Cell) -> Fraction | None:
    digits = plain_number(cell.text.strip())[0]
    whole, _, part = digits.removeprefix("-").partition(".")
    is_number = whole.isdecimal() and whole.isascii() and (not part or (part.isdecimal() and part.isascii()))
    return Fraction(digits) if is_number and len(digits) < 40 else None  # beyond so many digits nothing is added up
