"""What the operators of a face have set so far: the place, the colours, and where the pen stands."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from penance_build.exits.builds import Inks
from penance_build.press.drawing.lengths import decimal
from penance_build.press.faces.ink import IDENTITY, Matrix
from penance_build.press.look.colors import grey

# A colour: ``#rrggbb``, inks that were written as such, or "" for a pattern, which has colours of its own.
Paint = str | Inks


class State(Struct):
    """What q keeps and Q brings back: colours, with the spaces that operators name apart from them; ``clear``: why not all covers.

    ``base`` is the matrix with which the stream begins: patterns lie on that, whatever it has become.
    """

    matrix: Matrix = IDENTITY
    fill: Paint = "#000000"
    stroke: Paint = "#000000"
    fill_space: str = "/DeviceGray"
    stroke_space: str = "/DeviceGray"
    clear: frozenset[str] = frozenset()
    base: Matrix = IDENTITY

    def copy(self) -> State:
        """The same, to be changed."""
        return replace(self)


def hundredths(values: list[Any]) -> Inks:
    """Four shares of ink as a file writes them, from 0 to 1."""
    c, m, y, k = (min(10_000, max(0, round(float(value) * 10_000))) for value in values)
    return (c, m, y, k)


def shares(inks: Inks) -> list[Decimal]:
    """Shares of ink as a file writes them."""
    return [Decimal(decimal(ink, 4)) for ink in inks]


def light(paint: Paint) -> Decimal:
    """How light a colour is, from 0 to 1: what a mask lets through where it has it."""
    if isinstance(paint, str):
        return Decimal(decimal(grey(paint or "#000000") * 10_000 // 255, 4))
    c, m, y, k = (10_000 - ink for ink in paint)
    return Decimal(decimal((299 * c + 587 * m + 114 * y) // 1000 * k // 10_000, 4))
