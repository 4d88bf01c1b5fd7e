"""The characters of a file of text: by its byte order mark, as UTF-8, or in the encoding that is named."""

from __future__ import annotations

import codecs
from typing import Final

from msgspec import Struct

from penance_build.diagnostics.problem import Problem, Span

_FALLBACK: Final = "cp1252"
_MARKS: Final = ((codecs.BOM_UTF8, "utf-8-sig"), (codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"))


class Decoded(Struct, frozen=True):
    """The text with ``\\n`` as its line end and without a byte order mark, and the encoding that it was in."""

    text: str
    encoding: str


def decode(name: str, data: bytes, encoding: str, *, may_guess: bool) -> Decoded | Problem:
    """The text of a file; a problem where it has none.

    ``encoding`` is the one that is named, or "". A byte order mark decides against it. Where nothing is named and the bytes are no
    UTF-8, they are taken for Windows-1252 where ``may_guess``.
    """
    marked = next((found for mark, found in _MARKS if data.startswith(mark)), "")
    wanted = marked or encoding or "utf-8"
    try:
        return Decoded(_lines(data.decode(wanted)), wanted)
    except UnicodeDecodeError as error:
        failed = error
    if not marked and not encoding and may_guess:
        try:
            return Decoded(_lines(data.decode(_FALLBACK)), _FALLBACK)
        except UnicodeDecodeError:
            pass
    hint = f"save it as UTF-8, or name its encoding: `encoding: {_FALLBACK}`" if not encoding else "name another one, or save it as UTF-8"
    # A byte is shown in its line, as far as lines can be told in an encoding that is not the right one.
    before = data[: failed.start].replace(b"\r\n", b"\n")
    line = 1 if wanted == "utf-16" else before.count(b"\n") + 1
    column = 1 if wanted == "utf-16" else len(before[before.rfind(b"\n") + 1 :].decode("utf-8", "replace")) + 1
    byte = f"the byte 0x{data[failed.start]:02X} " if failed.start < len(data) else "its end "
    return Problem("E170", f"{byte}is no text in {wanted.removesuffix('-sig')}", Span(name, line, column, line, column + 1), hint)


def _lines(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n")
