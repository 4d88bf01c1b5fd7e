"""Printed odds: exact chances and means as the texts of cells, each with a scale as long as it is likely.

A chance of nothing is `0 %`, a certainty `100 %`, and nothing else is printed so: what rounds to one of them stands behind `<` or `>`.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from penance_build.ir.nodes import Asked, OddsTable
from penance_build.ir.record import Record
from penance_build.press.reference.cells import MINUS

_SIGN = "\N{NO-BREAK SPACE}%"
Answers = Mapping[Asked, Fraction]


class Figure(Record):
    """A figure in a cell: its text, the sign behind it, the length of its scale in hundredths of a percent (-1: none).

    ``quiet``: it is exactly nothing.
    """

    text: str
    sign: str = ""
    length: int = -1
    quiet: bool = False

    @property
    def whole(self) -> str:
        """What is read from afar: a mean, and a chance as far as the point."""
        return self.text.partition(".")[0] if self.sign else self.text

    @property
    def part(self) -> str:
        """What stands behind that, with the point."""
        return self.text[len(self.whole) :]

    @property
    def width(self) -> str:
        """The length of the scale for a style sheet."""
        return f"{self.length // 100}.{self.length % 100:02}%"


class FigureRow(Record):
    """A row of figures with its heading."""

    head: str
    figures: tuple[Figure, ...]


def percent(p: Fraction, digits: int) -> str:
    """A chance in percent without the sign, rounded half up: ``58.3``, ``<0.1``, ``>99.9``; ``0`` and ``100`` only where they are exact."""
    if p in (0, 1):
        return str(p * 100)
    half = Fraction(1, 2 * 10**digits)
    if p * 100 < half:
        return f"<{decimal(2 * half, digits)}"
    if p * 100 >= 100 - half:
        return f">{decimal(100 - 2 * half, digits)}"
    return decimal(p * 100, digits)


def decimal(value: Fraction, digits: int) -> str:
    """A number with so many digits behind the point, rounded half up in size."""
    scaled = abs(value) * 10**digits
    number = (2 * scaled.numerator + scaled.denominator) // (2 * scaled.denominator)
    text = str(number).rjust(digits + 1, "0")
    whole = f"{text[:-digits]}.{text[-digits:]}" if digits else text
    return f"{MINUS}{whole}" if value < 0 and number else whole


def figure_rows(table: OddsTable, answers: Answers) -> tuple[FigureRow, ...]:
    """The rows of a block. Bars are as long as the greatest of their block allows, scales as the whole is. Raises KeyError."""
    found = [[answers[cell] for cell in row.cells] for row in table.rows]
    greatest = max((abs(value) for row in found for value in row), default=Fraction(0)) if table.bars else Fraction(1)
    return tuple(
        FigureRow(row.head, tuple(_figure(cell, value, greatest, table) for cell, value in zip(row.cells, values, strict=True)))
        for row, values in zip(table.rows, found, strict=True)
    )


def _figure(cell: Asked, value: Fraction, greatest: Fraction, table: OddsTable) -> Figure:
    length = int(abs(value) * 10_000 / greatest) if greatest else 0
    if cell.mean:
        return Figure(decimal(value, table.digits), "", length if table.bars else -1, quiet=value == 0)
    return Figure(percent(value, table.digits), _SIGN, length, quiet=value == 0)
