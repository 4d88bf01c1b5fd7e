"""A cleaned SVG as a page of PDF: lines stay lines. The layout engine draws it, and fetches nothing."""

from __future__ import annotations

from base64 import b64encode

from penance_build.press.pictures.picture import Fault, Picture
from penance_build.press.pictures.svg_clean import Cleaned
from penance_build.press.text.fonts import FontSet
from penance_build.press.text.layout import layout
from penance_build.press.text.libraries import PrintLibraryMissing
from penance_build.product import Cache


def drawing(key: str, cleaned: Cleaned, fonts: FontSet, cache: Cache) -> Picture:
    """The picture of a drawing. Raises ``Fault``."""
    data = b64encode(cleaned.text.encode("utf-8")).decode("ascii")
    style = "display:block;width:100vw;height:100vh"
    html = f'<!DOCTYPE html><html lang="en"><body><img style="{style}" alt="" src="data:image/svg+xml;base64,{data}"></body></html>'
    try:
        made = layout(html, width_um=cleaned.width * 10, height_um=cleaned.height * 10, cache=cache, fonts=fonts)
    except PrintLibraryMissing:
        raise
    except Exception as error:  # the layout engine raises whatever a drawing makes it stumble over
        raise Fault("E835", f"cannot be drawn ({type(error).__name__})", "save it as plain SVG") from error
    return Picture(key, "page", cleaned.width, cleaned.height, made.pdf, source=cleaned.text.encode("utf-8"))
