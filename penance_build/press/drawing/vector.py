"""Flat vector drawing: shapes as data, written as a PDF content stream or as SVG.

Ornament is drawn here and not by the layout engine, which would need longer for a rose than for all the text of its card.
Drawing units are hundredths of a millimetre, y downwards, whole numbers; path data know M, L, C and Z, absolute.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

_STEP = re.compile(r"([MLCZ])([^MLCZ]*)")
_OPERATORS = {"M": "m", "L": "l", "C": "c"}
# A quarter of a circle as a cubic, in thousandths.
_QUARTER = 552


@dataclass(frozen=True, slots=True)
class Shape:
    """A path with its paint: ``fill`` and ``stroke`` are ``#rrggbb`` or empty; ``dash`` alternates on and off."""

    data: str
    fill: str = ""
    stroke: str = ""
    width: int = 0
    dash: tuple[int, ...] = ()
    is_round: bool = False


@dataclass(frozen=True, slots=True)
class Layer:
    """Shapes with their origin at a place of the page, in micrometres."""

    left: int
    top: int
    shapes: tuple[Shape, ...]


def rect_data(left: int, top: int, width: int, height: int) -> str:
    """Path data of a rectangle."""
    right, bottom = left + width, top + height
    return f"M{left} {top}L{right} {top}L{right} {bottom}L{left} {bottom}Z"


def circle_data(cx: int, cy: int, radius: int) -> str:
    """Path data of a circle, clockwise."""
    k = radius * _QUARTER // 1000
    left, right, top, bottom = cx - radius, cx + radius, cy - radius, cy + radius
    return (
        f"M{cx} {top}C{cx + k} {top} {right} {cy - k} {right} {cy}C{right} {cy + k} {cx + k} {bottom} {cx} {bottom}"
        f"C{cx - k} {bottom} {left} {cy + k} {left} {cy}C{left} {cy - k} {cx - k} {top} {cx} {top}Z"
    )


def _channels(color: str) -> str:
    """The three channels of a colour from 0 to 1, with four decimals."""
    values = [(int(color[start : start + 2], 16) * 10000 + 127) // 255 for start in (1, 3, 5)]
    return " ".join(f"{value // 10000}.{value % 10000:04d}".rstrip("0").rstrip(".") for value in values)


def _pdf_path(data: str) -> str:
    parts = []
    for command, numbers in _STEP.findall(data):
        parts.append("h" if command == "Z" else f"{numbers.strip()} {_OPERATORS[command]}")
    return " ".join(parts)


def _pdf_shape(shape: Shape) -> str:
    parts = []
    if shape.fill:
        parts.append(f"{_channels(shape.fill)} rg")
    if shape.stroke:
        parts.append(f"{_channels(shape.stroke)} RG {shape.width} w")
        parts.append("1 J 1 j" if shape.is_round else "0 J 0 j")
        parts.append(f"[{' '.join(map(str, shape.dash))}] 0 d")
    parts.append(_pdf_path(shape.data))
    parts.append({(True, True): "B", (True, False): "f", (False, True): "S"}[bool(shape.fill), bool(shape.stroke)])
    return " ".join(parts)


def pdf_content(layers: Sequence[Layer], page_height_um: int) -> bytes:
    """A content stream for a page of this height; its coordinates are points from the lower left corner, as everywhere in PDF."""
    scale = "0.028346456693"  # points in a hundredth of a millimetre
    lines = []
    for layer in layers:
        x, y = (f"{value * 72 / 25400:.5f}" for value in (layer.left, page_height_um - layer.top))
        lines.append(f"q {scale} 0 0 -{scale} {x} {y} cm")
        lines.extend(_pdf_shape(shape) for shape in layer.shapes)
        lines.append("Q")
    return "\n".join(lines).encode("ascii")


def svg(width: int, height: int, shapes: Sequence[Shape]) -> str:
    """The same as an SVG document of this size."""
    parts = []
    for shape in shapes:
        paint = f'fill="{shape.fill or "none"}"'
        if shape.stroke:
            paint += f' stroke="{shape.stroke}" stroke-width="{shape.width}"'
        if shape.dash:
            paint += f' stroke-dasharray="{" ".join(map(str, shape.dash))}"'
        if shape.is_round:
            paint += ' stroke-linecap="round" stroke-linejoin="round"'
        parts.append(f'<path d="{shape.data}" {paint}/>')
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width // 100}.{width % 100:02d}mm" '
        f'height="{height // 100}.{height % 100:02d}mm">{"".join(parts)}</svg>'
    )
