"""Converts offsets to lines and columns."""

from __future__ import annotations

from bisect import bisect_right

from penance_build.diagnostics.problem import Span


class Lines:
    """Where the lines of one text begin; worked out at the first question."""

    __slots__ = ("_starts", "name", "text")

    def __init__(self, name: str, text: str) -> None:
        self.name = name
        self.text = text
        self._starts: list[int] | None = None

    @property
    def starts(self) -> list[int]:
        """The offset of the first character of each line."""
        if self._starts is None:
            starts = [0]
            find = self.text.find
            at = find("\n")
            while at >= 0:
                starts.append(at + 1)
                at = find("\n", at + 1)
            self._starts = starts
        return self._starts

    def line_and_column(self, offset: int) -> tuple[int, int]:
        """Line and column, both from 1, of an offset; beyond the text: its end."""
        offset = min(max(offset, 0), len(self.text))
        line = bisect_right(self.starts, offset)
        return line, offset - self.starts[line - 1] + 1

    def span(self, start: int, end: int) -> Span:
        """The span from one offset to another, the end exclusive."""
        line, column = self.line_and_column(start)
        end_line, end_column = self.line_and_column(max(start, end))
        return Span(self.name, line, column, end_line, end_column)

    def bounds(self, line: int) -> tuple[int, int]:
        """The offsets of a line's first character and of its end, without the line break."""
        start = self.starts[line - 1]
        end = self.starts[line] - 1 if line < len(self.starts) else len(self.text)
        return start, end

    def line_text(self, line: int) -> str:
        """The text of a line without its line break."""
        start, end = self.bounds(line)
        return self.text[start:end]
