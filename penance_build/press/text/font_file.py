"""One face of a font, and the font that cannot be had."""

from __future__ import annotations

from penance_build.ir.record import Record


class FontMissing(Exception):
    """A font package is not installed, the theme names a family that the press does not know, or a file that is no font.

    ``key`` is that of the theme, ``cure`` what helps.
    """

    def __init__(self, says: str, key: str = "fonts", cure: str = "") -> None:
        """Keep them."""
        super().__init__(says)
        self.key, self.cure = key, cure


class FontFile(Record):
    """One face: ``family`` is its role in style sheets, ``style`` normal or italic, ``data`` a static TrueType file."""

    family: str
    weight: int
    style: str
    data: bytes
    digest: str
