"""The parts of a workbook (XLSX): a zip of XML, opened within bounds; what is damaged or too large is one problem of the file."""

from __future__ import annotations

import zipfile
import zlib
from collections.abc import Callable, Iterator, Mapping
from io import BytesIO
from typing import Final
from xml.parsers import expat

from msgspec import Struct

from penance_build.diagnostics.problem import Problem, Span
from penance_build.limits import MAX_TEXT_LENGTH

MAX_PARTS: Final = 2_000
MAX_UNPACKED: Final = 128_000_000  # bytes of all parts together
MAX_ELEMENTS: Final = 2_500_000  # of XML, of all parts that are read
_CHUNK: Final = 2_000_000  # bytes that are unpacked and read at once
_WORDS: Final = 1_000  # names of elements that are kept without their prefixes
_OLD: Final = b"\xd0\xcf\x11\xe0"  # a compound file: an old workbook, or one with a password
_SMALLER: Final = "remove pictures and sheets that are not for cards, or save the sheet as CSV"
_HINT: Final = "open it in a spreadsheet program and save it as a workbook (.xlsx) again"

Attributes = Mapping[str, str]


class Damaged(Exception):
    """The file is no workbook that can be read; the one argument is what is to be said of it."""

    def problem(self, name: str) -> Problem:
        """The problem of the file as a whole."""
        code, message, hint = self.args
        return Problem(code, message, Span(name, 0, 0, 0, 0), hint)


def damaged(what: str) -> Damaged:
    """The file is damaged: ``what`` ends the sentence."""
    return Damaged("E166", f"this is no workbook that can be read: {what}", _HINT)


class Pieces:
    """The text of one cell while it is read, which ends reading where it is longer than a text may be."""

    def __init__(self) -> None:
        self._pieces: list[str] = []
        self._length = 0

    def clear(self) -> None:
        """Begin another text."""
        self._pieces.clear()
        self._length = 0

    def add(self, text: str) -> None:
        """Add a piece; raises ``Damaged``."""
        self._length += len(text)
        if self._length > MAX_TEXT_LENGTH:
            raise Damaged("E167", f"a cell has more than {MAX_TEXT_LENGTH:,} characters", "shorten it, or remove it")
        self._pieces.append(text)

    def joined(self) -> str:
        """The text."""
        return "".join(self._pieces)


class Handlers(Struct, frozen=True):
    """What is called with the events of one part: elements by their names without prefix."""

    start: Callable[[str, Attributes], None]
    end: Callable[[str], None]
    text: Callable[[str], None]


class Package:
    """An opened workbook; its parts are unpacked when they are asked for."""

    def __init__(self, data: bytes) -> None:
        if data.startswith(_OLD):
            raise Damaged(
                "E166", "this is an old workbook (.xls), or one with a password", "save it as a workbook (.xlsx) without a password"
            )
        try:
            self._zip = zipfile.ZipFile(BytesIO(data))
        except (zipfile.BadZipFile, ValueError, OSError, EOFError, NotImplementedError, KeyError) as error:
            raise damaged("it is not packed as one") from error
        parts = self._zip.infolist()
        unpacked = sum(part.file_size for part in parts)
        if len(parts) > MAX_PARTS or unpacked > MAX_UNPACKED:
            message = f"the workbook holds {len(parts):,} parts of {unpacked:,} bytes; {MAX_PARTS:,} and {MAX_UNPACKED:,} are the most"
            raise Damaged("E167", message, _SMALLER)
        if any(part.flag_bits & 1 for part in parts):
            raise Damaged("E166", "the workbook is locked with a password", "save it without one")
        self.names = frozenset(part.filename for part in parts)
        self._unread, self._elements = 2 * MAX_UNPACKED, 0  # one part may be named again and again

    def _chunks(self, name: str) -> Iterator[bytes]:
        """The bytes of a part, a few at once."""
        try:
            with self._zip.open(name) as part:
                while chunk := part.read(_CHUNK):
                    self._unread -= len(chunk)
                    if self._unread < 0:
                        raise Damaged("E167", f"the parts of the workbook are more than {2 * MAX_UNPACKED:,} bytes to read", _SMALLER)
                    yield chunk
        except KeyError:
            raise damaged(f"its part {name} is missing") from None
        except (zipfile.BadZipFile, zlib.error, ValueError, OSError, EOFError, NotImplementedError, RuntimeError) as error:
            raise damaged(f"its part {name} is damaged") from error

    def parse(self, name: str, handlers: Handlers) -> None:
        """Read a part of XML, event by event; one that declares entities is refused before it means anything."""
        parser = expat.ParserCreate()
        parser.buffer_text = True
        short: dict[str, str] = {}

        def start(word: str, given: Attributes) -> None:
            self._elements += 1
            if self._elements > MAX_ELEMENTS:
                raise Damaged("E167", f"the workbook has more than {MAX_ELEMENTS:,} elements of XML", _SMALLER)
            handlers.start(short.get(word) or local(word), given)

        def local(word: str) -> str:
            found = word.rpartition(":")[2]
            if len(short) < _WORDS:
                short[word] = found
            return found

        def refuse(*_: object) -> None:
            raise damaged(f"its part {name} declares a document type")

        parser.StartElementHandler = start
        parser.EndElementHandler = lambda word: handlers.end(short.get(word) or local(word))
        parser.CharacterDataHandler = handlers.text
        parser.StartDoctypeDeclHandler = refuse
        try:
            for chunk in self._chunks(name):
                parser.Parse(chunk, False)
            parser.Parse(b"", True)
        except (expat.ExpatError, ValueError, LookupError) as error:
            raise damaged(f"its part {name} is no XML") from error


def attribute(given: Attributes, name: str) -> str:
    """An attribute by its name without prefix, or ""."""
    if name in given:
        return given[name]
    return next((value for key, value in given.items() if key.rpartition(":")[2] == name), "")
