"""Text with separators (CSV) to a sheet: the separator is found, quotes may hold separators and line ends, each cell has its place."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import islice
from typing import Final

from penance_build.diagnostics.problem import Problem
from penance_build.limits import MAX_TEXT_LENGTH
from penance_build.sheets.reading.cells import (
    COMPUTED,
    EMPTY_KIND,
    MAX_CELLS,
    MAX_COLUMNS,
    MAX_ROWS,
    TEXT,
    Book,
    Cell,
    Note,
    Reader,
    Row,
    Sheet,
    check_width,
    headed,
    padded,
)
from penance_build.sheets.reading.decoding import Decoded
from penance_build.source.text.lines import Lines
from penance_build.source.text.report import Stop

SEPARATORS: Final = {",": "comma", ";": "semicolon", "\t": "tab", "|": "bar"}
_LOOKED_AT: Final = 100  # records that tell which separator is meant,
_LOOKED_THROUGH: Final = 1_000_000  # in so many characters
_SEP_LINE: Final = re.compile(r"sep=([,;\t|])[ ]*(?:\n|\Z)", re.IGNORECASE)


@cache
def _field(separator: str) -> re.Pattern[str]:
    """A cell in quotes, which may have spaces around it, or one without."""
    return re.compile(rf'[ ]*("(?:[^"]++|"")*+")[ ]*(?=[{re.escape(separator)}\n]|\Z)|([^{re.escape(separator)}\n]*)')


@lru_cache(maxsize=2)  # an import and the check behind it, and builds of one process, read the same bytes
def read_delimited(name: str, decoded: Decoded, separator: str, head: int) -> tuple[Book | None, list[Problem]]:
    """The sheet of a text; ``separator`` and ``head`` (the row of the heads) as named, or "" and 0."""
    text = decoded.text
    reader = Reader(Lines(name, text))
    first = _SEP_LINE.match(text)
    found = separator or (first[1] if first else "") or sniff(text)
    try:
        records = scan(reader, found, first.end() if first else 0, 2 if first else 1)
        reader.check_characters(0, len(text))
    except Stop:
        return None, reader.problems
    filled = [(number, cells) for number, cells in records if any(cell.kind != EMPTY_KIND for cell in cells)]
    top = headed(filled, head)
    if top is None:
        reader.add("E168", 0, 0, f"the sheet has no row {head}" if filled else "the sheet is empty", "its first row names the columns")
        return None, reader.problems
    number, heads, below = top
    beyond = [(at, cell) for at, cells in below if (cell := _beyond(cells, len(heads))) is not None]
    if beyond:
        at, cell = beyond[0]
        more = (
            f", and so have {len(beyond) - 1:,} more rows" if len(beyond) > 2 else ", and so has one more row" if len(beyond) == 2 else ""
        )
        message = f"row {at} has more cells than the {len(heads)} of the heads in row {number}{more}"
        hint = f"put a text that has a {SEPARATORS[found]} in it into quotes; or give the column a head"
        reader.add("E166", cell.start, cell.end, message, hint)
        return None, reader.problems
    width = max([len(heads), *(len(cells) for _, cells in below)])
    try:
        check_width(reader, heads[0], width, len(below))
    except Stop:
        return None, reader.problems
    sheet = Sheet("", padded(heads, width), tuple(Row(at, padded(cells, width)) for at, cells in below), number)
    notes = [Note("dialect", f"columns are separated by {SEPARATORS[found]}{'' if separator else ', as was found out'}")]
    notes.append(Note("encoding", f"read as {_printed(decoded.encoding)}"))
    above = len(filled) - len(below) - 1
    if above:
        notes.append(Note("rows", f"{above} {'row' if above == 1 else 'rows'} above the heads in row {number} passed over"))
    choices = (("separator", found), ("encoding", decoded.encoding.removesuffix("-sig")))
    return Book(name, "csv", reader.lines, (sheet,), tuple(notes), (), choices), reader.problems


def _beyond(cells: list[Cell], heads: int) -> Cell | None:
    """The first cell with something in it that stands under no head."""
    return next((cell for cell in cells[heads:] if cell.kind != EMPTY_KIND), None)


def _printed(encoding: str) -> str:
    return {"utf-8": "UTF-8", "utf-8-sig": "UTF-8 with a byte order mark", "cp1252": "Windows-1252 (it is no UTF-8)"}.get(
        encoding, encoding
    )


def scan(reader: Reader, separator: str, start: int, number: int) -> list[tuple[int, list[Cell]]]:
    """The records from an offset on, with their numbers, of which the first is given; raises ``Stop`` after noting what is wrong."""
    text = reader.lines.text
    match = _field(separator).match
    records: list[tuple[int, list[Cell]]] = []
    cells: list[Cell] = []
    at, end, count = start, len(text), 0
    while True:
        found = match(text, at)
        assert found is not None
        quoted = found[1]
        if quoted is not None:
            value = harmless(quoted[1:-1].replace('""', '"'))
            cells.append(Cell(value, TEXT if value.strip() else EMPTY_KIND, found.start(1), found.end(1)))
        else:
            value = harmless(found[2])
            if '"' in value and value.lstrip(" ").startswith('"'):
                raise _wrong_quote(reader, text, found.start(), separator)
            cells.append(Cell(value, TEXT if value.strip() else EMPTY_KIND, found.start(2), found.end(2)))
        if len(value) > MAX_TEXT_LENGTH:
            raise reader.stop(
                "E167", found.start(), found.start() + 1, f"a cell has {len(value):,} characters; {MAX_TEXT_LENGTH:,} are the most"
            )
        at = found.end()
        if at < end and text[at] == separator:
            at += 1
            if len(cells) >= MAX_COLUMNS:
                raise reader.stop("E167", at, at + 1, f"the row has more than {MAX_COLUMNS} columns", "is this the right separator?")
            continue
        count += len(cells)
        records.append((number, cells))
        number += 1
        if len(records) > MAX_ROWS or count > MAX_CELLS:
            raise reader.stop("E167", at, at, f"the sheet has more than {MAX_ROWS:,} rows or {MAX_CELLS:,} cells", "split it")
        if at >= end or at + 1 >= end:
            return records
        cells = []
        at += 1


def harmless(text: str) -> str:
    """A text without the apostrophe that keeps spreadsheets from computing it: ``'=1`` is ``=1``, ``''=1`` is ``'=1``."""
    return text[1:] if text.startswith("'") and COMPUTED.match(text) else text


def _wrong_quote(reader: Reader, text: str, at: int, separator: str) -> Stop:
    """The problem of a cell that begins with a quotation mark and does not end with one."""
    opened = text.index('"', at)
    closed = opened + 1
    while 0 <= closed < len(text):
        closed = text.find('"', closed)
        if closed < 0 or not text.startswith('""', closed):
            break
        closed += 2
    if closed < 0 or closed >= len(text):
        message = "a quotation mark opens a cell here and is never closed"
        return reader.stop("E166", opened, opened + 1, message, 'close it, or write `""` for a quotation mark inside of quotes')
    message = f"text follows the quotation mark that closes a cell; a {SEPARATORS[separator]} or a line end was expected"
    return reader.stop("E166", closed + 1, closed + 2, message, 'write `""` for a quotation mark inside of quotes')


def sniff(text: str) -> str:
    """The separator that gives most records of the first ones as many cells as the first; a comma where none separates anything."""
    best = ((0, 0, 0), ",")
    text = text[:_LOOKED_THROUGH]
    for rank, separator in enumerate(SEPARATORS):
        widths = list(islice(_widths(text, separator), _LOOKED_AT))
        most = max(widths, default=0)
        if most < 2:
            continue
        common = max(set(widths), key=lambda width: (widths.count(width), width))
        if common < 2:
            continue
        share = widths.count(common) * 1000 // len(widths)
        best = max(best, ((share, common, -rank), separator))
    return best[1]


def _widths(text: str, separator: str) -> Iterator[int]:
    """How many cells each record has that is not empty."""
    match = _field(separator).match
    at, width, has_text = 0, 1, False
    while at <= len(text):
        found = match(text, at)
        assert found is not None
        has_text = has_text or found.end() > at
        at = found.end()
        if at < len(text) and text[at] == separator:
            width += 1
        else:
            if has_text:
                yield width
            width, has_text = 1, False
        at += 1
