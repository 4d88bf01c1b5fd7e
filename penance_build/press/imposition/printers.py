"""What a printer does to a page, undone: backs that it shifts or turns, and pages that it scales.

A page that is only shifted has each thing at its shifted place. One that is turned or scaled is drawn through one matrix, about the
centre of the paper. Everything is reckoned in whole numbers, so that it is the same everywhere.
"""

from __future__ import annotations

from penance_build.ir.record import Record
from penance_build.press.drawing.lengths import decimal, pdf_points
from penance_build.press.imposition.papers import Paper
from penance_build.press.imposition.sheets import Sheet, moved
from penance_build.product import Printing

USUAL = Printing()
_ONE = 10**12
# A hundredth of a degree in radians.
_STEP = 174_532_925


class Placing(Record):
    """A page as it is drawn: the operators before all that is on it, and before its texts, "" where there are none."""

    sheet: Sheet
    whole: str = ""
    around: str = ""


def duplex(printing: Printing) -> str:
    """How the printer's dialogue is asked to print: on both sides only where backs follow their fronts."""
    if printing.pages != "interleaved":
        return "Simplex"
    return "DuplexFlipShortEdge" if printing.edge == "short" else "DuplexFlipLongEdge"


def placing_of(sheet: Sheet, printing: Printing, paper: Paper) -> Placing:
    """A page as this printer needs it."""
    is_back = sheet.side == "back"
    across, down = printing.offset if is_back else (0, 0)
    twist = printing.twist if is_back else 0
    if not twist and printing.scale == USUAL.scale:
        shift = f"q 1 0 0 1 {pdf_points(across)} {pdf_points(-down)} cm " if across or down else ""
        return Placing(moved(sheet, across, down) if shift else sheet, around=shift)
    return Placing(sheet, whole=f"q {matrix(paper, (across, down), twist, printing.scale)} cm")


def matrix(paper: Paper, offset: tuple[int, int], twist: int, scale: tuple[int, int]) -> str:
    """The six numbers of a PDF matrix that scales and turns (with the clock) about the centre of the paper, and then moves."""
    sine, cosine = sine_and_cosine(-twist)
    a, b, c, d = (part * by // 10_000 for part, by in ((cosine, scale[0]), (sine, scale[0]), (-sine, scale[1]), (cosine, scale[1])))
    x, y = paper.width_um // 2, paper.height_um // 2
    e = x + offset[0] - _rounded(a * x + c * y)
    f = y - offset[1] - _rounded(b * x + d * y)
    return " ".join([*(decimal(_rounded(part * 10**8), 8) for part in (a, b, c, d)), pdf_points(e), pdf_points(f)])


def _rounded(value: int) -> int:
    """So many millionths of a millionth as a whole number."""
    return (2 * value + _ONE) // (2 * _ONE)


def sine_and_cosine(hundredths: int) -> tuple[int, int]:
    """Of an angle of a few degrees, in millionths of a millionth: four terms of each series are more than enough."""
    angle = hundredths * _STEP
    square = angle * angle // _ONE
    sine = angle - angle * square // (6 * _ONE) + angle * square // _ONE * square // (120 * _ONE)
    cosine = _ONE - square // 2 + square * square // (24 * _ONE) - square * square // _ONE * square // (720 * _ONE)
    return sine, cosine
