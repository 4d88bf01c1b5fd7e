"""A piece of the author's text with a mark under the guilty token."""

from __future__ import annotations

from msgspec import Struct

from penance_build.diagnostics.formats.clean import shown, width
from penance_build.diagnostics.problem import Span

_WIDTH = 100
_BEFORE = 40
_CUT = "…"
_LOOKED_AT = 4_000  # characters of a longer line, from before the mark


class Snippet(Struct, frozen=True):
    """A line as it is printed, and where its mark begins and how long it is, in columns of a terminal."""

    text: str
    indent: int
    length: int


def lines_of(text: str) -> list[str]:
    """The lines of a file, without their ends."""
    return text.split("\n")


def snippet(line: str, span: Span) -> Snippet:
    """The line that a span begins on, cut to about a hundred columns around its mark."""
    start = min(span.column - 1, len(line))
    end = min(span.end_column - 1, len(line)) if span.end_line == span.line else len(line.rstrip())
    passed = max(0, start - _LOOKED_AT) if len(line) > 2 * _LOOKED_AT else 0
    line, start, end = line[passed : passed + 2 * _LOOKED_AT], start - passed, max(end, start) - passed
    cells = [shown(character) for character in line]
    first, last = 0, len(cells)
    if width("".join(cells)) > _WIDTH:
        first = max(0, start - _BEFORE)
        while last > first + 1 and width("".join(cells[first:last])) > _WIDTH:
            last = first + (last - first) * 3 // 4 if last - first > 4 * _WIDTH else last - 1
    head = _CUT if first else ""
    tail = _CUT if last < len(cells) else ""
    end = max(min(end, last), start)
    printed = head + "".join(cells[first:last]) + tail
    indent = width(head + "".join(cells[first:start]))
    return Snippet(printed.rstrip(), indent, max(width("".join(cells[start:end])), 1))
