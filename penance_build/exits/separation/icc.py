"""The profile of a printing condition, which the user names: colours and pixels of a screen → inks of that printer."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any

from penance_build.exits.builds import Inks

if TYPE_CHECKING:
    from PIL.Image import Image


class IccRefused(Exception):
    """A file that is no profile of a printer: what is wrong, as the end of a sentence, and the cure."""

    def __init__(self, says: str, cure: str) -> None:
        """Keep them."""
        super().__init__(says)
        self.says, self.cure = says, cure


class Icc:
    """A profile of four inks; ``data`` are its bytes, ``name`` what it calls itself."""

    def __init__(self, data: bytes) -> None:
        """Read it. Raises ``IccRefused``."""
        from PIL import ImageCms

        cure = "ask the printer for the ICC profile of its press, a file such as PSOcoated_v3.icc"
        try:
            profile = ImageCms.ImageCmsProfile(io.BytesIO(data))
        except (OSError, ValueError, TypeError, ImageCms.PyCMSError) as error:
            raise IccRefused("is no ICC profile that can be read", cure) from error
        space = profile.profile.xcolor_space.strip()
        if space != "CMYK":
            raise IccRefused(f"is an ICC profile for {space}, and a press has CMYK", cure)
        self.data, self.name = data, _name(profile)
        self._transform = _transform(profile, cure)
        self._known: dict[str, Inks] = {}

    def inks(self, color: str) -> Inks:
        """The inks of one colour (``#rrggbb``), in hundredths of a per cent."""
        if color not in self._known:
            from PIL import Image

            red, green, blue = (int(color[start : start + 2], 16) for start in (1, 3, 5))
            pixel: Any = self.picture(Image.new("RGB", (1, 1), (red, green, blue))).getpixel((0, 0))
            c, m, y, k = (level * 10_000 // 255 for level in pixel)
            self._known[color] = (c, m, y, k)
        return self._known[color]

    def picture(self, image: Image) -> Image:
        """A picture of a screen (mode RGB) as inks (mode CMYK, 255 is solid)."""
        from PIL import ImageCms

        made = ImageCms.applyTransform(image, self._transform)
        assert made is not None
        return made


def _name(profile: Any) -> str:
    found = (profile.profile.profile_description or "").strip()
    return "".join(char for char in found if char.isprintable()) or "a profile without a name"


def _transform(profile: Any, cure: str) -> Any:
    from PIL import ImageCms

    try:
        return ImageCms.buildTransform(
            ImageCms.createProfile("sRGB"),
            profile,
            "RGB",
            "CMYK",
            ImageCms.Intent.RELATIVE_COLORIMETRIC,
            ImageCms.Flags.BLACKPOINTCOMPENSATION,
        )
    except (ImageCms.PyCMSError, OSError, ValueError) as error:
        raise IccRefused("is an ICC profile that colours cannot be turned into", cure) from error
