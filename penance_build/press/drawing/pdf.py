"""Shapes as a PDF content stream.

Ornament is drawn here and not by the layout engine, which would need longer for a rose than for all the text of its card.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from penance_build.press.drawing.lengths import UM_PER_INCH, decimal
from penance_build.press.drawing.shapes import Layer, Shape

_STEP = re.compile(r"([MLCZ])([^MLCZ]*)")
_OPERATORS = {"M": "m", "L": "l", "C": "c"}


def pdf_content(layers: Sequence[Layer], page_height_um: int) -> bytes:
    """A content stream for a page of this height; its coordinates are points from the lower left corner, as everywhere in PDF."""
    scale = "0.028346456693"  # points in a hundredth of a millimetre
    lines = []
    for layer in layers:
        x, y = (f"{value * 72 / UM_PER_INCH:.5f}" for value in (layer.left, page_height_um - layer.top))
        lines.append(f"q {scale} 0 0 -{scale} {x} {y} cm")
        lines.extend(_shape(shape) for shape in layer.shapes)
        lines.append("Q")
    return "\n".join(lines).encode("ascii")


def _shape(shape: Shape) -> str:
    parts = []
    if shape.fill:
        parts.append(f"{channels(shape.fill)} rg")
    if shape.stroke:
        parts.append(f"{channels(shape.stroke)} RG {shape.width} w")
        parts.append(f"{int(shape.round_caps)} J {int(shape.round_joins)} j")
        parts.append(f"[{' '.join(map(str, shape.dash))}] 0 d")
    parts.append(path_operators(shape.data))
    parts.append({(True, True): "B", (True, False): "f", (False, True): "S"}[bool(shape.fill), bool(shape.stroke)])
    return " ".join(parts)


def channels(color: str) -> str:
    """The three channels of a colour from 0 to 1, with four decimals."""
    return " ".join(decimal((int(color[start : start + 2], 16) * 10000 + 127) // 255, 4) for start in (1, 3, 5))


def path_operators(data: str, placed: Callable[[str], str] = str.strip) -> str:
    """Path data as operators; ``placed`` gives the numbers of a step as they stand on the page."""
    steps = _STEP.findall(data)
    return " ".join("h" if command == "Z" else f"{placed(numbers)} {_OPERATORS[command]}" for command, numbers in steps)
