"""PNG, JPEG and WebP to streams that a PDF holds. Sizes are judged before a pixel is decoded."""

from __future__ import annotations

import io
import warnings
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from penance_build.press.drawing.lengths import UM_PER_INCH
from penance_build.press.pictures.picture import Fault, Picture

MOST_PIXELS = 60_000_000
# Beyond this nobody sees a difference on paper: what is finer is made coarser, so that files stay small.
FINEST_PPI = 600
FORMATS = ("PNG", "JPEG", "WEBP")


def most_columns(width_um: int) -> int:
    """How many pixels a picture has across at most in a place where it is so wide."""
    return max(1, FINEST_PPI * width_um // UM_PER_INCH)


def open_raster(data: bytes) -> Any:
    """The picture, opened and not decoded. Raises ``Fault``."""
    from PIL import Image

    try:
        with _whole():
            image = Image.open(io.BytesIO(data), formats=FORMATS)
    except Exception as error:  # a decoder raises whatever damaged bytes lead it to
        raise Fault("E835", "is no picture that can be read", "save it as PNG, JPEG, WebP or SVG") from error
    columns, rows = image.size
    if columns * rows > MOST_PIXELS:
        says = f"has {columns} by {rows} pixels, and {MOST_PIXELS // 1_000_000} million are the most"
        raise Fault("E835", says, "save it smaller: 300 pixels an inch are enough")
    if not columns or not rows:
        raise Fault("E835", "has no pixels", "save it again")
    return image


def read_through(data: bytes) -> None:
    """Decode all of it, for one who is given the bytes and takes half a picture for a picture. Raises ``Fault``."""
    image = open_raster(data)
    with _undamaged(image):
        image.load()


def raster(key: str, data: bytes, width_um: int) -> Picture:
    """The picture for a place where it is so wide. Raises ``Fault``."""
    image = open_raster(data)
    with _undamaged(image):
        return _stream(key, data, image, width_um)


@contextmanager
def _undamaged(image: Any) -> Iterator[None]:
    columns, rows = image.size
    try:
        with _whole():
            yield
    except Exception as error:  # a decoder raises whatever damaged bytes lead it to
        raise Fault("E835", f"is damaged: its {columns} by {rows} pixels cannot be read", "save it again") from error


@contextmanager
def _whole() -> Iterator[None]:
    """Half a picture is no picture, whatever the layout engine thinks of it, and what Pillow mutters is no problem of a game."""
    from PIL import Image, ImageFile

    before, ImageFile.LOAD_TRUNCATED_IMAGES = ImageFile.LOAD_TRUNCATED_IMAGES, False
    bound, Image.MAX_IMAGE_PIXELS = Image.MAX_IMAGE_PIXELS, None  # judged here, in our own words
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield
    finally:
        ImageFile.LOAD_TRUNCATED_IMAGES, Image.MAX_IMAGE_PIXELS = before, bound


def _stream(key: str, data: bytes, image: Any, width_um: int) -> Picture:
    from PIL import ImageOps

    width, height = turned_size(image)
    most = most_columns(width_um)
    is_plain = image.format == "JPEG" and image.mode in ("RGB", "L") and _orientation(image) == 1
    if is_plain and width <= most:
        image.load()  # a damaged one is found here, not by a printer
        return Picture(key, "image", width, height, data, width, height, "Gray" if image.mode == "L" else "RGB", "DCT")
    pixels = ImageOps.exif_transpose(image)
    if pixels.mode == "CMYK":  # somebody chose these inks: a press prints them as they are, and screens show what that looks like
        inks = _no_wider(pixels, most)
        columns, rows = inks.size
        return Picture(key, "image", width, height, zlib.compress(inks.tobytes(), 6), columns, rows, "CMYK", "Flate")
    has_alpha = "A" in pixels.getbands() or "transparency" in pixels.info
    pixels = pixels.convert("RGBA" if has_alpha else "L" if pixels.mode in ("1", "L") else "RGB")
    pixels = _no_wider(pixels, most)
    alpha = pixels.getchannel("A") if has_alpha else None
    mask = b"" if alpha is None or alpha.getextrema() == (255, 255) else zlib.compress(alpha.tobytes(), 6)
    color = pixels.convert("RGB") if has_alpha else pixels
    coding, stream = _smaller(color, is_lossy=image.format == "JPEG" or (image.format == "WEBP" and not has_alpha))
    columns, rows = color.size
    return Picture(key, "image", width, height, stream, columns, rows, "Gray" if color.mode == "L" else "RGB", coding, mask)


def _no_wider(image: Any, most: int) -> Any:
    from PIL import Image

    width, height = image.size
    return image if width <= most else image.resize((most, max(1, height * most // width)), Image.Resampling.LANCZOS)


def _smaller(image: Any, *, is_lossy: bool) -> tuple[str, bytes]:
    """Drawings stay as they are; of a photograph, whose exact pixels would take twice the room and more, a fine JPEG is kept."""
    exact = zlib.compress(image.tobytes(), 6)
    out = io.BytesIO()
    image.save(out, "JPEG", quality=95, subsampling=0)
    lossy = out.getvalue()
    return ("DCT", lossy) if is_lossy or len(exact) > 2 * len(lossy) else ("Flate", exact)


def turned_size(image: Any) -> tuple[int, int]:
    """Width and height as a person sees the picture: cameras lay some on their side, and say so. Raises ``Fault``."""
    columns, rows = image.size
    with _undamaged(image):  # what a PNG says of itself may stand behind its pixels
        return (rows, columns) if _orientation(image) >= 5 else (columns, rows)


def _orientation(image: Any) -> int:
    found = image.getexif().get(0x0112, 1)
    return found if isinstance(found, int) and 1 <= found <= 8 else 1
