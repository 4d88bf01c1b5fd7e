"""A page as pixels: in exactly as many as are asked for, which makers of cards count."""

from __future__ import annotations

import ctypes
import io
from typing import TYPE_CHECKING

from penance_build.press.drawing.lengths import UM_PER_INCH

if TYPE_CHECKING:
    from PIL.Image import Image

LEVEL = 3  # of compression: beyond it PNG takes four times as long for a twentieth less


def pixels_at(length_um: int, dpi: int) -> int:
    """How many pixels a length has, to the nearest one."""
    return (2 * length_um * dpi + UM_PER_INCH) // (2 * UM_PER_INCH)


def on_white(page: bytes, size: tuple[int, int], placed: tuple[float, float, float] | None = None) -> Image:
    """The first page of a PDF on white, in so many pixels.

    It is stretched to the size, or ``placed`` with a scale (pixels of a point) and the place of its upper left corner.
    """
    import pypdfium2
    from pypdfium2 import raw

    document = pypdfium2.PdfDocument(page)
    bitmap = pypdfium2.PdfBitmap.new_native(*size, raw.FPDFBitmap_BGR)
    bitmap.fill_rect((255, 255, 255, 255), 0, 0, *size)
    if placed is None:
        raw.FPDF_RenderPageBitmap(bitmap, document[0], 0, 0, *size, 0, 0)
    else:
        scale, left, top = placed
        matrix, clip = raw.FS_MATRIX(scale, 0, 0, scale, left, top), raw.FS_RECTF(0, 0, *size)
        raw.FPDF_RenderPageBitmapWithMatrix(bitmap, document[0], ctypes.byref(matrix), ctypes.byref(clip), 0)
    picture: Image = bitmap.to_pil().convert("RGB")
    document.close()
    return picture


def png(page: bytes, width: int, height: int, dpi: int) -> bytes:
    """The first page of a PDF as PNG of this size; ``dpi`` is what the file says of itself."""
    out = io.BytesIO()
    on_white(page, (width, height)).save(out, "PNG", compress_level=LEVEL, dpi=(dpi, dpi))
    return out.getvalue()


def clear_png(page: bytes) -> bytes:
    """The first page of a PDF as PNG of 600 pixels an inch, clear where nothing is drawn."""
    import pypdfium2

    document = pypdfium2.PdfDocument(page)
    bitmap = document[0].render(scale=600 / 72, fill_color=(255, 255, 255, 0))
    out = io.BytesIO()
    bitmap.to_pil().save(out, "PNG", compress_level=LEVEL)
    document.close()
    return out.getvalue()
