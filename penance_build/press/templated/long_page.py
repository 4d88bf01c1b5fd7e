"""A page as the layout engine gives it: much longer than its place, for on a short one the engine drops what has no room.

Where its text lies is read back from it, whatever turned or moved that; then it is cut to its place.
"""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pypdfium2
from pikepdf import Array

from penance_build.press.documents import opened, written
from penance_build.press.drawing.lengths import UM_PER_POINT, pdf_points

LONG_UM = 3_000_000


def text_places(pdf: bytes) -> tuple[tuple[int, int, int, int], ...]:
    """Of each run of text on the first page: left, top, right and bottom in micrometres from the upper left corner."""
    document = pypdfium2.PdfDocument(pdf)
    try:
        page = document[0]
        text, high = page.get_textpage(), page.get_height()
        found = []
        for index in range(text.count_rects()):
            left, low, right, top = text.get_rect(index)
            found.append((_um(left), _um(high - top), _um(right), _um(high - low)))
        return tuple(found)
    finally:
        document.close()


def cut(pdf: bytes, height_um: int) -> bytes:
    """The first page, so much of it from above, with its lower left corner in the origin."""
    with opened(pdf) as document:
        page = document.pages[0]
        wide, high = (Decimal(pdf_points(int(UM_PER_POINT * float(edge) + 0.5))) for edge in list(page.MediaBox)[2:])
        short = Decimal(pdf_points(height_um))
        page.contents_add(f"1 0 0 1 0 {short - high} cm".encode("ascii"), prepend=True)
        _move_patterns(page.Resources, short - high)
        page.MediaBox = Array([0, 0, wide, short])
        for name in ("/CropBox", "/TrimBox", "/BleedBox", "/ArtBox"):
            if name in page:
                del page[name]
        del document.pages[1:]
        return written(document, "disable")


def _move_patterns(resources: Any, up: Decimal) -> None:
    """Patterns lie on the page as it was, whatever moves the operators that paint with them: a gradient would begin in its middle."""
    for pattern in dict(resources.get("/Pattern", {})).values():
        *others, y = list(pattern.get("/Matrix", (1, 0, 0, 1, 0, 0)))
        pattern.Matrix = Array([*others, y + up])


def _um(points: float) -> int:
    return round(points * UM_PER_POINT)
