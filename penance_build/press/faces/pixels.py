"""A page as pixels: in exactly as many as are asked for, which makers of cards count."""

from __future__ import annotations

import io

from penance_build.press.drawing.lengths import UM_PER_INCH

_LEVEL = 3  # of compression: beyond it PNG takes four times as long for a twentieth less


def pixels_at(length_um: int, dpi: int) -> int:
    """How many pixels a length has, to the nearest one."""
    return (2 * length_um * dpi + UM_PER_INCH) // (2 * UM_PER_INCH)


def png(page: bytes, width: int, height: int, dpi: int) -> bytes:
    """The first page of a PDF as PNG of this size; ``dpi`` is what the file says of itself."""
    import pypdfium2

    document = pypdfium2.PdfDocument(page)
    bitmap = pypdfium2.PdfBitmap.new_native(width, height, pypdfium2.raw.FPDFBitmap_BGR)
    bitmap.fill_rect((255, 255, 255, 255), 0, 0, width, height)
    pypdfium2.raw.FPDF_RenderPageBitmap(bitmap, document[0], 0, 0, width, height, 0, 0)
    out = io.BytesIO()
    bitmap.to_pil().convert("RGB").save(out, "PNG", compress_level=_LEVEL, dpi=(dpi, dpi))
    document.close()
    return out.getvalue()


def clear_png(page: bytes) -> bytes:
    """The first page of a PDF as PNG of 600 pixels an inch, clear where nothing is drawn."""
    import pypdfium2

    document = pypdfium2.PdfDocument(page)
    bitmap = document[0].render(scale=600 / 72, fill_color=(255, 255, 255, 0))
    out = io.BytesIO()
    bitmap.to_pil().save(out, "PNG", compress_level=_LEVEL)
    document.close()
    return out.getvalue()
