"""Rectangles on a page."""

from __future__ import annotations

from penance_build.ir.record import Record
from penance_build.press.drawing.lengths import css_mm


class Rect(Record):
    """A rectangle in micrometres."""

    left: int
    top: int
    width: int
    height: int

    @property
    def style(self) -> str:
        """Its place, as an inline style."""
        return f"left:{css_mm(self.left)};top:{css_mm(self.top)};width:{css_mm(self.width)};height:{css_mm(self.height)}"

    @property
    def bottom(self) -> int:
        return self.top + self.height
