"""JSON to a sheet: a list of objects, a row each; what lies within an object is a column of its own, ``stats.hp``."""

from __future__ import annotations

import re
from functools import lru_cache
from json import JSONDecodeError
from json.decoder import scanstring  # type: ignore[attr-defined]
from typing import Any, Final, cast

from msgspec import Struct

from penance_build.diagnostics.problem import Problem
from penance_build.limits import MAX_DEPTH, MAX_TEXT_LENGTH
from penance_build.sheets.reading.cells import (
    EMPTY_KIND,
    FRACTION,
    LIST,
    MAX_CELLS,
    MAX_COLUMNS,
    MAX_ROWS,
    NESTED,
    NUMBER,
    TEXT,
    TRUTH,
    Book,
    Cell,
    Note,
    Reader,
    Row,
    Sheet,
    check_width,
    forbidden,
)  # fmt: skip
from penance_build.sheets.reading.numbers import plain_number
from penance_build.source.text.lines import Lines
from penance_build.source.text.report import Stop

_SPACE: Final = re.compile(r"[ \t\n\r]*")
_NUMBER: Final = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?")
_DIGITS: Final = 400  # characters of the longest number that is read
_WORDS: Final = {"true": TRUTH, "false": TRUTH, "null": EMPTY_KIND}


class Value(Struct, frozen=True):
    """A value of JSON and where it stands: a scalar as a cell, an object by its keys, or a list."""

    cell: Cell
    fields: dict[str, Value] | None = None
    items: list[Value] | None = None


class _Parser:
    """Reads one text; raises ``Stop`` after noting what is wrong."""

    def __init__(self, reader: Reader) -> None:
        self.reader, self.text, self.count = reader, reader.lines.text, 0

    def whole(self) -> Value:
        value, at = self.value(0, 0)
        at = self.space(at)
        if at < len(self.text):
            raise self.wrong(at, "text follows the end of the JSON")
        return value

    def space(self, at: int) -> int:
        return cast(re.Match[str], _SPACE.match(self.text, at)).end()

    def wrong(self, at: int, message: str, hint: str = "") -> Stop:
        return self.reader.stop("E166", at, at + 1, message, hint or "the file must be JSON: is a comma, a quote or a bracket missing?")

    def value(self, at: int, depth: int) -> tuple[Value, int]:
        """The value that begins at or behind an offset, and the offset behind it."""
        at = self.space(at)
        self.count += 1
        if depth > MAX_DEPTH or self.count > MAX_CELLS:
            raise self.reader.stop("E167", at, at + 1, f"the JSON is nested more than {MAX_DEPTH} deep, or has too many values")
        first = self.text[at : at + 1]
        if first == '"':
            text, end = self.string(at)
            return Value(Cell(text, TEXT if text.strip() else EMPTY_KIND, at, end)), end
        if first == "{":
            return self.object(at, depth)
        if first == "[":
            return self.list(at, depth)
        number = _NUMBER.match(self.text, at)
        if number:
            if number.end() - at > _DIGITS:
                raise self.wrong(at, f"a number has {number.end() - at:,} characters, the limit is {_DIGITS}", "write it as a text")
            text, is_whole = plain_number(number[0])
            return Value(Cell(text, NUMBER if is_whole else FRACTION, at, number.end())), number.end()
        for word, kind in _WORDS.items():
            if self.text.startswith(word, at):
                return Value(Cell("" if word == "null" else word, kind, at, at + len(word))), at + len(word)
        raise self.wrong(at, "a value was expected here" if first else "the JSON ends before it is complete")

    def string(self, at: int) -> tuple[str, int]:
        try:
            text, end = scanstring(self.text, at + 1, True)
        except JSONDecodeError as error:
            raise self.wrong(min(error.pos, len(self.text)), "this text in quotes is not valid JSON: " + error.msg.lower()) from None
        if letter := forbidden(text):
            self.reader.refuse(letter, at, end)
            raise Stop
        if len(text) > MAX_TEXT_LENGTH:
            raise self.reader.stop("E167", at, at + 1, f"a text has {len(text):,} characters; {MAX_TEXT_LENGTH:,} are the most")
        return text, end

    def object(self, start: int, depth: int) -> tuple[Value, int]:
        fields: dict[str, Value] = {}
        at = self.space(start + 1)
        while not (self.text.startswith("}", at) and not fields):
            if not self.text.startswith('"', at):
                raise self.wrong(at, "a key in double quotes was expected here")
            key, end = self.string(at)
            if key in fields:
                raise self.wrong(
                    at, f"the key `{key}` stands twice in one object", "a second value would replace the first: rename or remove one"
                )
            end = self.space(end)
            if not self.text.startswith(":", end):
                raise self.wrong(end, "a colon was expected here")
            fields[key], at = self.value(end + 1, depth + 1)
            at = self.space(at)
            if self.text.startswith("}", at):
                break
            at = self.comma(at)
        return Value(Cell("", NESTED, start, at + 1), fields=fields), at + 1

    def list(self, start: int, depth: int) -> tuple[Value, int]:
        items: list[Value] = []
        at = self.space(start + 1)
        while not (self.text.startswith("]", at) and not items):
            item, at = self.value(at, depth + 1)
            items.append(item)
            at = self.space(at)
            if self.text.startswith("]", at):
                break
            at = self.comma(at)
        return Value(_list_cell(items, start, at + 1), items=items), at + 1

    def comma(self, at: int) -> int:
        if not self.text.startswith(",", at):
            raise self.wrong(at, "a comma or a closing bracket was expected here")
        return self.space(at + 1)


def _list_cell(items: list[Value], start: int, end: int) -> Cell:
    """A list of scalars is one cell with items; any other is nested."""
    if any(item.fields is not None or item.items is not None for item in items):
        return Cell("", NESTED, start, end)
    texts = tuple(item.cell.text for item in items if item.cell.kind != EMPTY_KIND)
    return Cell("; ".join(texts), LIST if texts else EMPTY_KIND, start, end, texts)


@lru_cache(maxsize=2)  # an import and the check behind it, and builds of one process, read the same bytes
def read_objects(name: str, text: str, rows: str) -> tuple[Book | None, list[Problem]]:
    """The sheet of a JSON text; ``rows`` is the path to the list, or "": the file itself, or the one list of objects in it."""
    reader = Reader(Lines(name, text))
    try:
        found, path = _rows(reader, _Parser(reader).whole(), rows)
        return _book(reader, found, path), reader.problems
    except Stop:
        return None, reader.problems


def _rows(reader: Reader, root: Value, path: str) -> tuple[list[tuple[str, Value]], str]:
    """The objects that are rows, each with its key where they stand in an object; and the path to them."""
    value = root
    for part in path.split(".") if path else ():
        inner = None if value.fields is None else value.fields.get(part)
        if inner is None:
            known = ", ".join(f"`{key}`" for key in (value.fields or ())) or "nothing"
            raise reader.stop("E168", value.cell.start, value.cell.start + 1, f"`rows: {path}` leads to nothing: here is {known}")
        value = inner
    if not path and value.fields is not None and (len(value.fields) == 1 or not _is_rows(value)):
        lists = [key for key, inner in value.fields.items() if _is_rows(inner)]
        if len(lists) == 1:
            path, value = lists[0], value.fields[lists[0]]
    if not _is_rows(value):
        hint = "name the path to them: `rows: data.cards`"
        raise reader.stop("E168", value.cell.start, value.cell.start + 1, "there is no list of objects here, a card each", hint)
    found = [("", item) for item in value.items] if value.items is not None else list((value.fields or {}).items())
    if len(found) > MAX_ROWS:
        raise reader.stop(
            "E167", value.cell.start, value.cell.start + 1, f"there are {len(found):,} rows; {MAX_ROWS:,} are the most", "split it"
        )
    return found, path


def _is_rows(value: Value) -> bool:
    items = list(value.fields.values()) if value.fields is not None else value.items
    return bool(items) and all(item.fields is not None for item in items or ())


def _book(reader: Reader, rows: list[tuple[str, Value]], path: str) -> Book:
    heads: dict[str, Cell] = {}
    flat: list[dict[str, Cell]] = []
    for key, value in rows:
        cells: dict[str, Cell] = {}
        if key:
            cells["key"] = Cell(key, TEXT, value.cell.start, value.cell.start + 1)
        _flatten(reader, value, "", cells)
        for head, cell in cells.items():
            heads.setdefault(head, Cell(head, TEXT, cell.start, cell.end))
        flat.append(cells)
    if len(heads) > MAX_COLUMNS:
        raise reader.stop("E167", 0, 1, f"the objects have {len(heads):,} different keys; {MAX_COLUMNS} are the most")
    check_width(reader, rows[0][1].cell, len(heads), len(rows))
    made = []
    for number, ((_, value), cells) in enumerate(zip(rows, flat, strict=True), 1):
        start = value.cell.start
        empty = Cell("", EMPTY_KIND, start, start + 1)
        made.append(Row(number, tuple(cells.get(head, empty) for head in heads)))
    notes = (Note("rows", f"the cards are the list at `{path}`"),) if path else ()
    choices = (("rows", path),) if path else ()
    return Book(reader.lines.name, "json", reader.lines, (Sheet("", tuple(heads.values()), tuple(made)),), notes, (), choices)


def _flatten(reader: Reader, value: Value, prefix: str, cells: dict[str, Cell]) -> None:
    for key, inner in cast(dict[str, Any], value.fields).items():
        head = prefix + key
        if inner.fields is not None:
            _flatten(reader, inner, head + ".", cells)
        elif head in cells:
            message = f"`{head}` is given twice: as one key, and as a key within an object"
            raise reader.stop("E166", inner.cell.start, inner.cell.end, message, "rename one of them")
        else:
            cells[head] = inner.cell
