"""Faces as pixels: a card alone, or on the canvas of a maker."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

from penance_build.exits.drawn import Drawn
from penance_build.exits.profiles import CardCanvas
from penance_build.press.documents import opened, written
from penance_build.press.drawing.lengths import UM_PER_INCH, UM_PER_POINT
from penance_build.press.faces.pixels import LEVEL, on_white

if TYPE_CHECKING:
    from PIL.Image import Image

_QUALITY = 95


def card_picture(face: Drawn, width: int, height: int) -> Image:
    """The card without its bleed, in exactly so many pixels."""
    return on_white(_cut(face), (width, height))


def _cut(face: Drawn) -> bytes:
    """The page without its bleed: nothing of it changes but its boxes, so that it is drawn as the page of a single face is."""
    with opened(face.page) as pdf:
        page = pdf.pages[0]
        page.mediabox = page.cropbox = page.trimbox
        return written(pdf)


def canvas_picture(face: Drawn, canvas: CardCanvas, dpi: int) -> Image:
    """The card at its true size in the middle of a canvas.

    Where the canvas shows more than our bleed, by less than a fifth of a millimetre for most makers, the last pixels are carried on.
    """
    scale = dpi / UM_PER_INCH  # pixels of a micrometre
    width, height = canvas.pixels
    # How far the page with its bleed begins within the canvas: less than a pixel's fraction is kept, so that the cut is where it belongs.
    left, top = ((canvas.pixels[way] - face.size[way] * scale) / 2 - face.bleed * scale for way in (0, 1))
    page_width, page_height = ((face.size[way] + 2 * face.bleed) * scale for way in (0, 1))
    picture = on_white(face.page, (width, height), (scale * UM_PER_POINT, left, top))
    inner = [_up(left), _up(top), min(width, int(left + page_width)), min(height, int(top + page_height))]
    return _carried_on(picture, (inner[0], inner[1], inner[2], inner[3]))


def file_of(picture: Image, kind: str, dpi: int = 0) -> bytes:
    """The picture as a file; ``dpi`` is what it says of itself."""
    out = io.BytesIO()
    more = {"dpi": (dpi, dpi)} if dpi else {}
    if kind == "jpg":
        picture.save(out, "JPEG", quality=_QUALITY, subsampling=0, **more)
    else:
        picture.save(out, "PNG", compress_level=LEVEL, **more)
    return out.getvalue()


def _up(length: float) -> int:
    return max(0, -int(-length // 1))


def _carried_on(picture: Image, inner: tuple[int, int, int, int]) -> Image:
    """What lies around ``inner`` gets the pixels at its edge."""
    left, top, right, bottom = inner
    width, height = picture.size
    for x, at in ((0, left), (right, right - 1)):
        span = left if x == 0 else width - right
        if span > 0:
            picture.paste(picture.crop((at, 0, at + 1, height)).resize((span, height)), (x, 0))
    for y, at in ((0, top), (bottom, bottom - 1)):
        span = top if y == 0 else height - bottom
        if span > 0:
            picture.paste(picture.crop((0, at, width, at + 1)).resize((width, span)), (0, y))
    return picture
