"""What a page paints with while its operators are followed: matrices, colours, lines, text, clips."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from penance_build.ir.record import Record, replace

Matrix = tuple[float, float, float, float, float, float]
IDENTITY: Matrix = (1, 0, 0, 1, 0, 0)


def is_number(operand: Any) -> bool:
    """Whether an operand of a stream is a number."""
    return isinstance(operand, int | float | Decimal)


def matrix_of(operands: Any) -> Matrix:
    """Six numbers of a file."""
    a, b, c, d, e, f = (float(value) for value in operands)
    return (a, b, c, d, e, f)


def times(one: Matrix, other: Matrix) -> Matrix:
    """First ``one``, then ``other``."""
    a, b, c, d, e, f = one
    k, m, n, o, p, q = other
    return (a * k + b * n, a * m + b * o, c * k + d * n, c * m + d * o, e * k + f * n + p, e * m + f * o + q)


def at(matrix: Matrix, x: float, y: float) -> tuple[float, float]:
    """Where a point goes."""
    a, b, c, d, e, f = matrix
    return a * x + c * y + e, b * x + d * y + f


class Ink(Record):
    """The state of the page that q keeps and Q brings back."""

    matrix: Matrix
    fill: str = "#000000"
    stroke: str = "#000000"
    fill_opacity: float = 1
    stroke_opacity: float = 1
    width: float = 1
    cap: int = 0
    join: int = 0
    dash: tuple[float, ...] = ()
    clips: tuple[str, ...] = ()
    font: Any = None
    size: float = 1
    spacing: float = 0
    rise: float = 0
    stretch: float = 1
    mode: int = 0

    def but(self, **changes: Any) -> Ink:
        """The same, but for these."""
        return replace(self, **changes)

    @property
    def scale(self) -> float:
        """How much longer a length becomes."""
        a, b, c, d, _, _ = self.matrix
        return float(abs(a * d - b * c) ** 0.5)


def grey(*channels: float) -> str:
    """A colour of one channel."""
    [level] = channels
    return rgb(level, level, level)


def rgb(*channels: float) -> str:
    """A colour as ``#rrggbb``."""
    return "#" + "".join(f"{min(255, max(0, round(channel * 255))):02x}" for channel in channels)


def cmyk(*inks: float) -> str:
    """Four inks as a screen shows them."""
    c, m, y, k = inks
    return rgb(*((1 - ink) * (1 - k) for ink in (c, m, y)))
