"""Pages as they are seen: their letters, a small picture of them, and whether ink fills their bleed."""

from __future__ import annotations

import ctypes
from collections import Counter
from typing import Any

from penance_build.ir.record import Record
from penance_build.press.drawing.lengths import UM_PER_INCH, UM_PER_POINT

_DPI = 150
_SMALL = (24, 34)


class Glance(Record):
    """A page: its letters with their ink in points from the lower left corner of the page, and a small picture of its trim.

    ``bare`` are the sides on which its bleed has no ink, each with how far beyond the cut there is some, in micrometres; ``is_blank``:
    nothing is on it at all.
    """

    letters: tuple[tuple[str, float, float, float, float], ...]
    small: bytes
    bare: tuple[tuple[str, int], ...]
    is_blank: bool

    @property
    def text(self) -> Counter[str]:
        """How often it has each letter that leaves ink."""
        return Counter(letter[0] for letter in self.letters if not letter[0].isspace())


class Pages:
    """The pages of a file; close it when it has been looked at."""

    def __init__(self, data: bytes) -> None:
        import pypdfium2

        self._document = pypdfium2.PdfDocument(data)

    def close(self) -> None:
        self._document.close()

    def glance(self, index: int, cut: tuple[float, float, float, float]) -> Glance:
        """The page of this index from 0; ``cut`` are the left, lower, right and upper edge of its trim in points from its corner."""
        page = self._document[index]
        picture = _drawn(page)
        scale = _DPI / 72
        high = picture.height
        box = (round(cut[0] * scale), high - round(cut[3] * scale), round(cut[2] * scale), high - round(cut[1] * scale))
        alpha = picture.getchannel("A")
        flat = _on_white(picture).crop(box).resize(_SMALL)
        return Glance(_letters(page), flat.tobytes(), tuple(_bare(alpha, box)), alpha.getextrema()[1] == 0)


def apart(one: bytes, other: bytes) -> int:
    """How much two small pictures differ: the sum over all channels."""
    return sum(abs(a - b) for a, b in zip(one, other, strict=True))


def _drawn(page: Any) -> Any:
    import pypdfium2
    from pypdfium2 import raw

    width, height = (max(1, round(side * _DPI / 72)) for side in page.get_size())
    bitmap = pypdfium2.PdfBitmap.new_native(width, height, raw.FPDFBitmap_BGRA)
    bitmap.fill_rect((0, 0, 0, 0), 0, 0, width, height)
    raw.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, 0)
    return bitmap.to_pil().convert("RGBA")


def _on_white(picture: Any) -> Any:
    from PIL import Image

    white = Image.new("RGBA", picture.size, (255, 255, 255, 255))
    return Image.alpha_composite(white, picture).convert("RGB")


def _bare(alpha: Any, box: tuple[int, int, int, int]) -> Any:
    """The sides whose bleed has a place without ink: looked at a pixel inside of the page, for its edge is half there."""
    left, top, right, below = box
    width, height = alpha.size
    strips = {
        "left": (1, 1, left, height - 1),
        "top": (1, 1, width - 1, top),
        "right": (right, 1, width - 1, height - 1),
        "bottom": (1, below, width - 1, height - 1),
    }
    for side, strip in strips.items():
        if strip[2] <= strip[0] or strip[3] <= strip[1]:
            continue
        part = alpha.crop(strip)
        if part.getextrema()[0] < 250:
            yield side, _reach(part, side)


def _reach(part: Any, side: str) -> int:
    """How far beyond the cut every row or column has ink, in micrometres."""
    width, height = part.size
    depth: int = width if side in ("left", "right") else height
    for step in range(depth):
        at = depth - 1 - step if side in ("left", "top") else step
        line = (at, 0, at + 1, height) if side in ("left", "right") else (0, at, width, at + 1)
        if part.crop(line).getextrema()[0] < 250:
            return step * UM_PER_INCH // _DPI
    return depth * UM_PER_INCH // _DPI


def _letters(page: Any) -> tuple[tuple[str, float, float, float, float], ...]:
    from pypdfium2 import raw

    text, found = page.get_textpage(), []
    for index in range(raw.FPDFText_CountChars(text)):
        box = [ctypes.c_double() for _ in range(4)]
        raw.FPDFText_GetCharBox(text, index, *(ctypes.byref(edge) for edge in box))
        left, right, low, top = (edge.value for edge in box)
        if right > left and top > low:
            found.append((chr(raw.FPDFText_GetUnicode(text, index)), left, low, right, top))
    text.close()
    return tuple(found)


def in_um(points: float) -> int:
    """Points as whole micrometres."""
    return round(points * UM_PER_POINT)
