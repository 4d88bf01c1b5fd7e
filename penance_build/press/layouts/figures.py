"""The outlines of shapes: paths in hundredths of a millimetre from the corner of their box."""

from __future__ import annotations

from penance_build.press.drawing.shapes import QUARTER, polygon_data, rect_data


def outline(kind: str, width: int, height: int, corner: int = 0) -> str:
    """Path data of a rectangle (its corners rounded), ellipse, rhombus or line of this size."""
    if kind == "line":
        return f"M0 0L{width} {height}"
    if kind == "rhombus":
        return polygon_data(((width // 2, 0), (width, height // 2), (width // 2, height), (0, height // 2)))
    radius = min(corner, width // 2, height // 2)
    if kind == "ellipse":
        return _rounded(width, height, width // 2, height // 2)
    return _rounded(width, height, radius, radius) if radius else rect_data(0, 0, width, height)


def _rounded(width: int, height: int, across: int, down: int) -> str:
    """A rectangle whose corners are quarters of an ellipse."""
    kx, ky = across * (1000 - QUARTER) // 1000, down * (1000 - QUARTER) // 1000
    right, bottom = width - across, height - down
    return (
        f"M{across} 0L{right} 0C{width - kx} 0 {width} {ky} {width} {down}L{width} {bottom}"
        f"C{width} {height - ky} {width - kx} {height} {right} {height}L{across} {height}"
        f"C{kx} {height} 0 {height - ky} 0 {bottom}L0 {down}C0 {ky} {kx} 0 {across} 0Z"
    )
