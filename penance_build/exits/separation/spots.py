"""Spot colours: what is printed with more than four inks, each solid and over all that lies under it."""

from __future__ import annotations

from typing import Any

from pikepdf import Array, Dictionary, Name, Pdf

from penance_build.press.drawing.lengths import pdf_points
from penance_build.press.drawing.shapes import QUARTER

# How a screen shows a plate: cyan, magenta, yellow, black.
_SHOWN = ((0, 1, 0, 0), (0, 0.2, 0.7, 0.3), (0.4, 0, 0, 0), (0, 0.6, 0.8, 0))
LINE_POINTS = "0.5"


class Spots:
    """The plates of a file, by what a layout calls them."""

    def __init__(self, pdf: Pdf, plates: tuple[tuple[str, str], ...]) -> None:
        self._pdf = pdf
        self._spaces = {finish: self._space(plate, _SHOWN[index % len(_SHOWN)]) for index, (finish, plate) in enumerate(plates)}
        self._over = pdf.make_indirect(Dictionary(Type=Name.ExtGState, OP=True, op=True, OPM=1))

    def __contains__(self, finish: str) -> bool:
        return finish in self._spaces

    def _space(self, plate: str, shown: tuple[float, ...]) -> Any:
        tint = Dictionary(FunctionType=2, Domain=Array([0, 1]), C0=Array([0, 0, 0, 0]), C1=Array(shown), N=1)
        return self._pdf.make_indirect(Array([Name.Separation, Name(f"/{plate}"), Name.DeviceCMYK, self._pdf.make_indirect(tint)]))

    def begin(self, resources: Dictionary, finish: str) -> str:
        """The operators that set the plate, solid and overprinting, for fill and stroke."""
        if "/ColorSpace" not in resources:
            resources.ColorSpace, resources.ExtGState = Dictionary(), Dictionary()
        resources.ExtGState["/Over"] = self._over
        resources.ColorSpace[f"/{finish}"] = self._spaces[finish]
        return f"/Over gs /{finish} cs 1 scn /{finish} CS 1 SCN"


def outline(left: int, low: int, width: int, height: int, corner: int) -> str:
    """The operators of a rectangle with round corners, in micrometres from the lower left corner of the page."""
    right, high, k = left + width, low + height, corner * (1000 - QUARTER) // 1000

    def point(x: int, y: int) -> str:
        return f"{pdf_points(x)} {pdf_points(y)}"

    if not corner:
        return f"{point(left, low)} {pdf_points(width)} {pdf_points(height)} re"
    steps = [
        f"{point(left + corner, low)} m {point(right - corner, low)} l",
        f"{point(right - k, low)} {point(right, low + k)} {point(right, low + corner)} c {point(right, high - corner)} l",
        f"{point(right, high - k)} {point(right - k, high)} {point(right - corner, high)} c {point(left + corner, high)} l",
        f"{point(left + k, high)} {point(left, high - k)} {point(left, high - corner)} c {point(left, low + corner)} l",
        f"{point(left, low + k)} {point(left + k, low)} {point(left + corner, low)} c h",
    ]
    return " ".join(steps)
