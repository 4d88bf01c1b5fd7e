"""A picture within an SVG: the file itself where it is one that every viewer shows, else its pixels as PNG."""

from __future__ import annotations

import io
import zlib
from base64 import b64encode

from penance_build.press.pictures.picture import Picture

_MODES = {"Gray": "L", "RGB": "RGB", "CMYK": "CMYK"}


def data_address(picture: Picture) -> str:
    """The address that holds the picture."""
    if picture.kind == "page":
        return svg_address(picture.source.decode("utf-8"))
    if picture.coding == "DCT" and not picture.mask:
        return _address("image/jpeg", picture.data)
    return png_address(_png(picture))


def svg_address(text: str) -> str:
    """The address that holds a drawing."""
    return _address("image/svg+xml", text.encode("utf-8"))


def png_address(data: bytes) -> str:
    """The address that holds pixels."""
    return _address("image/png", data)


def _png(picture: Picture) -> bytes:
    from PIL import Image

    size = (picture.columns, picture.rows)
    if picture.coding == "DCT":
        image = Image.open(io.BytesIO(picture.data)).convert(_MODES[picture.space])
    else:
        image = Image.frombytes(_MODES[picture.space], size, zlib.decompress(picture.data))
        image = image.convert("RGB") if picture.space == "CMYK" else image
    if picture.mask:
        image = image.convert("RGB")
        image.putalpha(Image.frombytes("L", size, zlib.decompress(picture.mask)))
    out = io.BytesIO()
    image.save(out, "PNG", compress_level=6)
    return out.getvalue()


def _address(kind: str, data: bytes) -> str:
    return f"data:{kind};base64,{b64encode(data).decode('ascii')}"
