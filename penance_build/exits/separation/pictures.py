"""Pictures in inks: through the ICC profile of the user, and within the limit on every pixel."""

from __future__ import annotations

import io
import zlib
from typing import TYPE_CHECKING, Any

from pikepdf import Name, Pdf, PdfImage, Stream
from pikepdf.models.image import UnsupportedImageTypeError

from penance_build.exits.separation.icc import Icc

if TYPE_CHECKING:
    from PIL.Image import Image

_MODES = {"/DeviceGray": "L", "/DeviceRGB": "RGB", "/DeviceCMYK": "CMYK"}


class NotSeparated(Exception):
    """A picture that cannot be printed: the code, what is wrong as the end of a sentence, and the cure."""

    def __init__(self, code: str, says: str, cure: str) -> None:
        """Keep them."""
        super().__init__(says)
        self.code, self.says, self.cure = code, says, cure


def separated(pdf: Pdf, found: Any, icc: Icc | None, most: int, *, may_be_clear: bool) -> Any:
    """The picture as an object of the file in DeviceCMYK. Raises ``NotSeparated``.

    ``most`` is the limit of ink in hundredths of a per cent; ``may_be_clear``: some of it may let through what is behind it.
    """
    mask = None if "/SMask" not in found else _mask(pdf, found.SMask)
    if mask is not None and not may_be_clear:
        cure = "save it on its ground, or name the ICC profile of the press, with which the printer takes what is clear"
        raise NotSeparated("E877", "is clear in places, and PDF/X-1a has nothing that is", cure)
    inks = limited(_inks(pixels_of(found), icc), most)
    made = Stream(pdf, zlib.compress(inks.tobytes(), 6))
    made.stream_dict.Type, made.stream_dict.Subtype = Name.XObject, Name.Image
    made.stream_dict.Width, made.stream_dict.Height = inks.size
    made.stream_dict.ColorSpace, made.stream_dict.BitsPerComponent = Name.DeviceCMYK, 8
    made.stream_dict.Filter = Name.FlateDecode
    if mask is not None:
        made.stream_dict.SMask = mask
    return pdf.make_indirect(made)


def pixels_of(found: Any) -> Image:
    """The pixels of a picture of a file. Raises ``NotSeparated``."""
    from PIL import Image

    try:
        if found.get("/Filter") == Name.DCTDecode:
            image: Image.Image = Image.open(io.BytesIO(found.read_raw_bytes()))
            image.load()
            return image
        mode = _MODES.get(str(found.get("/ColorSpace"))) if found.get("/BitsPerComponent") == 8 else None
        if mode is not None:  # the mask of a picture is looked at by itself
            return Image.frombytes(mode, (int(found.Width), int(found.Height)), found.read_bytes())
        made: Image.Image = PdfImage(found).as_pil_image()
        return made
    except (OSError, ValueError, NotImplementedError, UnsupportedImageTypeError) as error:
        raise NotSeparated("E869", "is a picture of a kind that cannot be turned into inks", "save it as PNG or JPEG") from error


def _mask(pdf: Pdf, mask: Any) -> Any:
    """The mask; None where nothing is clear."""
    image = pixels_of(mask).convert("L")
    if image.getextrema() == (255, 255):
        return None
    made = Stream(pdf, zlib.compress(image.tobytes(), 6))
    made.stream_dict.Type, made.stream_dict.Subtype = Name.XObject, Name.Image
    made.stream_dict.Width, made.stream_dict.Height = image.size
    made.stream_dict.ColorSpace, made.stream_dict.BitsPerComponent = Name.DeviceGray, 8
    made.stream_dict.Filter = Name.FlateDecode
    return pdf.make_indirect(made)


def _inks(image: Image, icc: Icc | None) -> Image:
    from PIL import Image as Images

    if image.mode == "CMYK":
        return image
    if image.mode in ("1", "L"):
        black = image.convert("L").point([255 - level for level in range(256)])
        clear = Images.new("L", image.size, 0)
        return Images.merge("CMYK", (clear, clear, clear, black))
    if icc is None:
        cure = "name the ICC profile of the press, as `icc:` in the profile or with --icc, or save the picture in CMYK or in grey"
        raise NotSeparated("E869", "has its pixels in RGB, and nothing says how they become inks", cure)
    return icc.picture(image.convert("RGB"))


def limited(image: Image, most: int) -> Image:
    """The picture (mode CMYK) with no pixel above the limit: black stays, and the three colours give way in their proportion."""
    from PIL import Image as Images
    from PIL import ImageMath

    room = most * 255 // 10_000
    if room >= 4 * 255:
        return image
    channels = image.split()
    wide: dict[str, Any] = dict(zip("cmyk", channels, strict=True))

    def given(part: str) -> Image:
        def reckoned(args: dict[str, Any]) -> Any:
            colours = args["c"] + args["m"] + args["y"]
            over = (colours + args["k"]) > room
            least = args["min"](args["k"], room)
            held = args[part] * (room - least) / args["max"](colours, 1)
            return args["convert"](held * over + args[part] * (over == 0), "L")

        found: Image = ImageMath.lambda_eval(reckoned, **wide)
        return found

    made = tuple(given(part) for part in "cmy")
    black = channels[3] if room >= 255 else channels[3].point([min(level, room) for level in range(256)])
    return Images.merge("CMYK", (*made, black))
