"""A workbook (XLSX) to its sheets: values of formulas, whole numbers, dates, merged cells; what has no value is a kind of its own."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Final

from msgspec import Struct, field

from penance_build.diagnostics.problem import Problem
from penance_build.sheets.reading.cells import (
    EMPTY_KIND,
    MAX_CELLS,
    MAX_CHARACTERS,
    MAX_COLUMNS,
    MAX_ROWS,
    Book,
    Cell,
    Note,
    Reader,
    Row,
    Sheet,
    forbidden,
    headed,
    padded,
)
from penance_build.sheets.reading.grid import Grid, Spent, read_grid, unescaped
from penance_build.sheets.reading.package import Attributes, Damaged, Handlers, Package, Pieces, attribute, damaged
from penance_build.source.text.lines import Lines

_DATES: Final = frozenset(map(str, (*range(14, 23), *range(27, 37), *range(45, 48), *range(50, 59))))  # as a file writes them
_LONGEST_FORMAT: Final = 255  # characters, as spreadsheets have it
_LITERAL: Final = re.compile(r'"[^"]*"|\\.|\[[^\]]*\]|_.|\*.')
_BREAK: Final = "\u23ce"  # how a line end within a cell is shown


class _Named(Struct, frozen=True):
    """A sheet as the workbook lists it."""

    name: str
    part: str
    is_hidden: bool


class _Contents(Struct):
    """What the workbook says of all its sheets."""

    sheets: list[_Named] = field(default_factory=list)
    strings: list[str] = field(default_factory=list)
    date_styles: frozenset[int] = frozenset()
    is_1904: bool = False


@lru_cache(maxsize=2)  # an import and the check behind it, and builds of one process, read the same bytes
def read_workbook(
    name: str, data: bytes, wanted: tuple[str, ...], head: int, beside: tuple[str, ...] = ()
) -> tuple[Book | None, list[Problem]]:
    """The sheets that are ``wanted`` by name, or the first that has rows, and those with the same heads.

    The text of the book has also those that are named ``beside``, so that it is the same whichever of them are wanted.
    """
    try:
        package = Package(data)
        contents = _contents(package)
        chosen, grids = _chosen(package, contents, wanted, beside)
    except Damaged as error:
        return None, [error.problem(name)]
    shown = [_Shown(item.name, grid) for item, grid in zip(chosen, grids, strict=True)]
    reader = Reader(Lines(name, _text(shown)))
    sheets: list[Sheet] = []
    notes: list[Note] = []
    for item in _in_order(shown, wanted):
        sheet = _sheet(reader, item, head, is_wanted=bool(wanted))
        if sheet is None or (not wanted and sheets and not _is_alike(sheet, sheets[0])):
            continue
        sheets.append(sheet)
        notes += _notes(item, sheet)
    if not sheets:
        if not reader.problems:
            reader.add(
                "E168",
                0,
                0,
                f"the sheet has no row {head}" if head else "the workbook has no sheet with cells",
                "its first row names the columns",
            )
        return None, reader.problems
    read = [sheet.name for sheet in sheets]
    others = tuple(item.name for item in contents.sheets if item.name not in read)
    notes.insert(0, Note("sheets", f"read: {', '.join(read)}" + (f"; not read: {', '.join(others)}" if others else "")))
    return Book(name, "xlsx", reader.lines, tuple(sheets), tuple(notes), others, (("sheet", read[0]),) if others else ()), reader.problems


def _is_alike(sheet: Sheet, first: Sheet) -> bool:
    return [cell.text.strip().casefold() for cell in sheet.heads] == [cell.text.strip().casefold() for cell in first.heads]


def _plain(name: str) -> str:
    return name.strip().casefold()


def _in_order(shown: list[_Shown], wanted: Sequence[str]) -> list[_Shown]:
    """Those that are wanted, in the order in which they are named; all, where none is."""
    by_name = {_plain(item.name): item for item in shown}
    return [by_name[_plain(name)] for name in wanted] or shown


def _chosen(package: Package, contents: _Contents, wanted: Sequence[str], beside: Sequence[str]) -> tuple[list[_Named], list[Grid]]:
    known = {_plain(item.name): item for item in contents.sheets}
    missing = [name for name in wanted if _plain(name) not in known]
    if missing:
        names = ", ".join(f"`{item.name}`" for item in contents.sheets) or "none"
        raise Damaged("E168", f"the workbook has no sheet `{missing[0]}`; it has {names}", "name one of them: `sheet: …`")
    items = [known[_plain(name)] for name in wanted] or [item for item in contents.sheets if not item.is_hidden]
    if beside:
        together = set(map(_plain, (*wanted, *beside)))
        items = [item for item in contents.sheets if _plain(item.name) in together]
    grids: list[Grid] = []
    spent = Spent()
    for item in items:
        grid = read_grid(package, item.part, contents.strings, contents.date_styles, contents.is_1904, spent)
        grids.append(grid)
        if grid.too_large:
            limit = f"{MAX_ROWS:,} rows, {MAX_COLUMNS} columns, {MAX_CELLS:,} cells and {MAX_CHARACTERS:,} characters are the most"
            raise Damaged(
                "E167", f"a cell of the sheet `{item.name}` stands at {grid.too_large}; {limit}", "remove stray cells, or split it"
            )
    return items, grids


# ---------------------------------------------------------------- what all sheets share


def _contents(package: Package) -> _Contents:
    book = _target(package, "_rels/.rels", "officeDocument", "") or "xl/workbook.xml"
    found = _Contents()
    listed: list[tuple[str, str, bool]] = []

    def start(word: str, given: Attributes) -> None:
        if word == "sheet":
            listed.append((attribute(given, "name"), attribute(given, "id"), attribute(given, "state") in ("hidden", "veryHidden")))
        elif word == "workbookPr":
            found.is_1904 = attribute(given, "date1904") in ("1", "true")

    package.parse(book, Handlers(start, lambda word: None, lambda text: None))
    relations = _relations(package, _beside(book))
    folder = posixpath.dirname(book)
    for name, key, is_hidden in listed:
        kind, target = relations.get(key, ("", ""))
        if kind in ("worksheet", ""):  # charts have a list of their own
            found.sheets.append(_Named(name, _part(folder, target), is_hidden))
    for kind, target in relations.values():
        if kind == "sharedStrings":
            found.strings = _strings(package, _part(folder, target))
        elif kind == "styles":
            found.date_styles = _date_styles(package, _part(folder, target))
    return found


def _beside(part: str) -> str:
    folder, _, name = part.rpartition("/")
    return f"{folder}/_rels/{name}.rels".lstrip("/")


def _part(folder: str, target: str) -> str:
    if not target:
        raise damaged("it does not say where a sheet is")
    return target.lstrip("/") if target.startswith("/") else posixpath.normpath(posixpath.join(folder, target))


def _relations(package: Package, part: str) -> dict[str, tuple[str, str]]:
    """The kinds and targets of relations by their ids; what lies outside of the file is left out."""
    found: dict[str, tuple[str, str]] = {}
    if part not in package.names:
        return found

    def start(word: str, given: Attributes) -> None:
        if word == "Relationship" and attribute(given, "TargetMode") != "External":
            found[attribute(given, "Id")] = (attribute(given, "Type").rpartition("/")[2], attribute(given, "Target"))

    package.parse(part, Handlers(start, lambda word: None, lambda text: None))
    return found


def _target(package: Package, part: str, kind: str, folder: str) -> str:
    return next((_part(folder, target) for found, target in _relations(package, part).values() if found == kind), "")


def _strings(package: Package, part: str) -> list[str]:
    """The texts that cells share; what is said of their pronunciation is no part of them."""
    found: list[str] = []
    state = {"text": False, "spoken": False}
    pieces = Pieces()

    def start(word: str, given: Attributes) -> None:
        if word == "si":
            pieces.clear()
        elif word == "rPh":
            state["spoken"] = True
        elif word == "t":
            state["text"] = not state["spoken"]

    def end(word: str) -> None:
        if word == "si":
            found.append(unescaped(pieces.joined()))
        elif word == "rPh":
            state["spoken"] = False
        elif word == "t":
            state["text"] = False

    package.parse(part, Handlers(start, end, lambda text: pieces.add(text) if state["text"] else None))
    return found


def _date_styles(package: Package, part: str) -> frozenset[int]:
    """The styles whose numbers are days."""
    formats: dict[str, str] = {}
    styles: list[str] = []
    inside: list[str] = []

    def start(word: str, given: Attributes) -> None:
        if word == "numFmt":
            formats[attribute(given, "numFmtId")] = attribute(given, "formatCode")
        elif word == "xf" and inside and inside[-1] == "cellXfs":
            styles.append(attribute(given, "numFmtId"))
        if word in ("cellXfs", "cellStyleXfs"):
            inside.append(word)

    def end(word: str) -> None:
        if word in ("cellXfs", "cellStyleXfs") and inside:
            inside.pop()

    package.parse(part, Handlers(start, end, lambda text: None))

    @cache
    def is_date(key: str) -> bool:
        code = _LITERAL.sub("", formats[key][:_LONGEST_FORMAT]).lower() if key in formats else ""
        return any(letter in code for letter in "dmyhs") and "general" not in code if code else key in _DATES

    return frozenset(index for index, key in enumerate(styles) if is_date(key))


# ---------------------------------------------------------------- one sheet


class _Shown(Struct):
    """A sheet with its cells, and the line of the text that its first row is."""

    name: str
    grid: Grid
    line: int = 0
    places: dict[int, list[Cell]] = field(default_factory=dict)


def _text(shown: list[_Shown]) -> str:
    """The rows of all sheets, a line each; gives each cell its place."""
    lines: list[str] = []
    offset = 0
    for item in shown:
        item.line = len(lines)
        rows = item.grid.rows
        for number in range(1, max(rows, default=0) + 1):
            pieces: list[str] = []
            cells: list[Cell] = []
            at = offset
            given = rows.get(number, {})
            for column in range(max(given, default=-1) + 1):
                text, kind = given.get(column, ("", EMPTY_KIND))
                cells.append(Cell(text, kind, at, at + len(text)))
                pieces.append(_printable(text))
                at += len(text) + 3
            if cells:
                item.places[number] = cells
            line = " | ".join(pieces)
            lines.append(line)
            offset += len(line) + 1
    return "\n".join(lines)


def _printable(text: str) -> str:
    if text.isprintable():
        return text
    return "".join(_BREAK if letter == "\n" else letter if letter.isprintable() else " " for letter in text)


def _sheet(reader: Reader, item: _Shown, head: int, *, is_wanted: bool) -> Sheet | None:
    rows = [(number, cells) for number, cells in item.places.items() if any(cell.kind != EMPTY_KIND for cell in cells)]
    top = headed(rows, head)
    if top is None:
        if is_wanted:
            start = reader.lines.starts[min(item.line, len(reader.lines.starts) - 1)]
            wrong = f"the sheet `{item.name}` has no row {head}" if head and rows else f"the sheet `{item.name}` is empty"
            reader.add("E168", start, start, wrong, "its first row names the columns")
        return None
    number, heads, below = top
    width = max([len(heads), *(len(cells) for _, cells in below)])
    for _, cells in rows:
        for cell in cells:
            letter = forbidden(cell.text) if not cell.text.isprintable() else ""
            if letter:
                reader.refuse(letter, cell.start, cell.end)
    return Sheet(item.name, padded(heads, width), tuple(Row(at, padded(cells, width)) for at, cells in below), number)


def _notes(item: _Shown, sheet: Sheet) -> list[Note]:
    grid, found = item.grid, []
    above = sum(number < sheet.head_row for number in item.places)
    if above:
        found.append(Note("rows", f"{item.name}: {_count(above, 'row')} above the heads in row {sheet.head_row} passed over"))
    if grid.formulas:
        found.append(Note("formulas", f"{item.name}: {_count(grid.formulas, 'formula')} read by the stored value"))
    if grid.whole:
        found.append(Note("numbers", f"{item.name}: {_count(grid.whole, 'number')} written with a point read as whole (3.0 is 3)"))
    if grid.merged:
        found.append(Note("merged", f"{item.name}: {_count(len(grid.merged), 'merged cell')}, each with its value in all of its cells"))
    if grid.hidden_rows:
        rows = ", ".join(map(str, sorted(grid.hidden_rows)[:8])) + (", …" if len(grid.hidden_rows) > 8 else "")
        found.append(Note("hidden", f"{item.name}: {_count(len(grid.hidden_rows), 'hidden row')} read like the others: {rows}"))
    if grid.hidden_columns:
        found.append(Note("hidden", f"{item.name}: {_count(grid.hidden_columns, 'hidden column')} read like the others"))
    return found


def _count(number: int, word: str) -> str:
    return f"1 {word}" if number == 1 else f"{number:,} {word}s"
