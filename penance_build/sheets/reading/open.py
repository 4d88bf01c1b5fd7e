"""A file of cards to its book: by the end of its name."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from penance_build.diagnostics.problem import Problem, Span
from penance_build.sheets.reading.cells import Book
from penance_build.sheets.reading.decoding import decode
from penance_build.sheets.reading.delimited import read_delimited
from penance_build.sheets.reading.objects import read_objects
from penance_build.sheets.reading.totals import without_totals
from penance_build.sheets.reading.unseen import without_unseen
from penance_build.sheets.reading.workbook import read_workbook

SUFFIXES: Final = (".csv", ".tsv", ".txt", ".xlsx", ".json")
_ELSE: Final = {
    ".xls": "save it as a workbook (.xlsx)", ".xlsm": "save it as a workbook (.xlsx): macros are not read",
    ".ods": "save it as a workbook (.xlsx) or as CSV", ".numbers": "export it as CSV or as a workbook (.xlsx)",
}  # fmt: skip


class Wanted(Struct, frozen=True):
    """How to read a file, as a mapping says it; "" and 0 where it says nothing. ``may_guess``: also the encoding.

    ``beside`` are the sheets of a workbook that are read by other mappings: they stand in the same text.
    """

    sheets: tuple[str, ...] = ()
    rows: str = ""
    head: int = 0
    encoding: str = ""
    separator: str = ""
    may_guess: bool = False
    beside: tuple[str, ...] = ()


def suffix_of(name: str) -> str:
    """The end of a file's name, in small letters, with its dot; "" where it has none."""
    dot = name.rpartition("/")[2].rpartition(".")
    return f".{dot[2].lower()}" if dot[0] else ""


def open_book(name: str, data: bytes, wanted: Wanted) -> tuple[Book | None, list[Problem]]:
    """The sheets of a file of cards, or None with the problems that say why there are none.

    Rows of sums stand apart, and marks that cannot be seen and do nothing are left out.
    """
    book, problems = _opened(name, data, wanted)
    if book is None:
        return None, problems
    seen, unseen = without_unseen(book)
    return without_totals(seen), [*problems, *unseen]


def _opened(name: str, data: bytes, wanted: Wanted) -> tuple[Book | None, list[Problem]]:
    suffix = suffix_of(name)
    if suffix not in SUFFIXES:
        message = f"a file `{suffix or name}` is no sheet that can be read: {', '.join(SUFFIXES)} are"
        return None, [Problem("E166", message, Span(name, 0, 0, 0, 0), _ELSE.get(suffix, "save it as CSV, or as a workbook (.xlsx)"))]
    if suffix == ".xlsx":
        return read_workbook(name, data, wanted.sheets, wanted.head, wanted.beside)
    if data.startswith(b"PK\x03\x04"):
        return None, [Problem("E166", "this is a workbook, and no text", Span(name, 0, 0, 0, 0), "let its name end with .xlsx")]
    decoded = decode(name, data, wanted.encoding, may_guess=wanted.may_guess and suffix != ".json")
    if isinstance(decoded, Problem):
        return None, [decoded]
    if suffix == ".json":
        return read_objects(name, decoded.text, wanted.rows)
    return read_delimited(name, decoded, wanted.separator, wanted.head)
