"""A picture that is ready to be placed, and what was found wrong with one."""

from __future__ import annotations

from penance_build.ir.record import Record


class Picture(Record):
    """A picture by its ``key``, the digest of all that it was made from.

    ``kind`` is image (pixels) or page (a PDF of one page that draws it). ``width`` and ``height`` are those of the file: pixels, or
    hundredths of a millimetre of a drawing; ``data`` are the bytes of a stream of ``columns`` by ``rows`` pixels in ``space`` (Gray, RGB
    or CMYK) under ``coding`` (DCT or Flate), with the stream ``mask`` where some of it is clear; ``source`` is the cleaned text
    of a drawing.
    """

    key: str
    kind: str
    width: int
    height: int
    data: bytes
    columns: int = 0
    rows: int = 0
    space: str = ""
    coding: str = ""
    mask: bytes = b""
    source: bytes = b""


class Fault(Exception):
    """A picture that cannot be used: ``code`` of the problem, what is wrong as the end of a sentence, and the cure."""

    def __init__(self, code: str, says: str, cure: str) -> None:
        """Keep them."""
        super().__init__(says)
        self.code, self.says, self.cure = code, says, cure
