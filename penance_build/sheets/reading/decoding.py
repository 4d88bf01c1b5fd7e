"""The characters of a file of text: by its byte order mark, as UTF-8, or in the encoding that is named."""

from __future__ import annotations

import codecs
from typing import Final

from msgspec import Struct

from penance_build.diagnostics.problem import Problem, Span

_FALLBACK: Final = "cp1252"
_MARKS: Final = ((codecs.BOM_UTF8, "utf-8-sig"), (codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"))
_WIDE: Final = "utf-16"
_SAVE: Final = "save it as UTF-8"
_LOOK_AT: Final = 20_000  # bytes
_SURE: Final = 50  # in 100 characters of a file of which nothing is said


class Decoded(Struct, frozen=True):
    """The text with ``\\n`` as its line end and without a byte order mark, and the encoding that it was in."""

    text: str
    encoding: str


def decode(name: str, data: bytes, encoding: str, *, may_guess: bool) -> Decoded | Problem:
    """The text of a file; a problem where it has none.

    ``encoding`` is the one that is named, or "". A byte order mark decides against it. Where nothing is named and the bytes are no
    UTF-8, they are taken for Windows-1252 where ``may_guess``; every other byte 0 makes them UTF-16.
    """
    marked = next((found for mark, found in _MARKS if data.startswith(mark)), "")
    wanted = marked or encoding or "utf-8"
    order = "" if marked else _order(data, 1 if wanted == _WIDE else _SURE)
    if order and may_guess and not encoding:
        wanted = _WIDE
    if wanted == _WIDE and not marked and not order:
        return Problem("E170", "the file has no byte order mark, and the order of its bytes cannot be told", Span(name, 0, 0, 0, 0), _SAVE)
    if wanted != _WIDE and order:
        hint = f"{_SAVE}, or name its encoding: `encoding: {_WIDE}`"
        return Problem("E170", "the file is saved as UTF-16, without a byte order mark", Span(name, 0, 0, 0, 0), hint)
    try:
        return Decoded(_lines(data.decode(order or wanted)), wanted)
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
    line = 1 if wanted == _WIDE else before.count(b"\n") + 1
    column = 1 if wanted == _WIDE else len(before[before.rfind(b"\n") + 1 :].decode("utf-8", "replace")) + 1
    byte = f"the byte 0x{data[failed.start]:02X} " if failed.start < len(data) else "its end "
    return Problem("E170", f"{byte}is no text in {wanted.removesuffix('-sig')}", Span(name, line, column, line, column + 1), hint)


def _order(data: bytes, least: int) -> str:
    """The order of the bytes of UTF-16 without a mark, by where the zeros of plain letters, separators and line ends stand; else empty.

    ``least`` in 100 characters must have one.
    """
    first, second = data[:_LOOK_AT:2].count(0), data[1:_LOOK_AT:2].count(0)
    needed = max(1, min(len(data), _LOOK_AT) // 2 * least // 100)
    if max(first, second) < needed or first == second:
        return ""
    return "utf-16-be" if first > second else "utf-16-le"


def _lines(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n")
