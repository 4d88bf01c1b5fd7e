"""The problems of one file while it is read: a list, with offsets turned into spans."""

from __future__ import annotations

from msgspec.structs import replace

from penance_build.diagnostics.problem import Problem
from penance_build.limits import MAX_FILE_PROBLEMS
from penance_build.source.text.lines import Lines

FRACTION = "E118"


class Stop(Exception):
    """Reading this file cannot go on; the problem has been noted."""


class Report:
    """Collects the problems of one file; raises ``Stop`` at the one too many.

    Fractions are counted apart, for the reader takes back those that stand in layouts.
    """

    __slots__ = ("_fractions", "lines", "problems")

    def __init__(self, lines: Lines) -> None:
        self.lines = lines
        self.problems: list[Problem] = []
        self._fractions = 0

    def add(self, code: str, start: int, end: int, message: str, hint: str = "", related: tuple[tuple[int, int, str], ...] = ()) -> None:
        """Note a problem from one offset to another; ``related`` gives (start, end, label)."""
        if code == FRACTION:
            self._fractions += 1
            if self._fractions > MAX_FILE_PROBLEMS:
                return
        elif len(self.problems) - min(self._fractions, MAX_FILE_PROBLEMS) >= MAX_FILE_PROBLEMS:
            message = f"more than {MAX_FILE_PROBLEMS:,} problems in this file; the rest of it was not read"
            self.problems.append(Problem("E159", message, self.lines.span(start, end), "mend the first ones and check again"))
            raise Stop
        seconds = tuple((self.lines.span(first, last), label) for first, last, label in related)
        self.problems.append(Problem(code, message, self.lines.span(start, end), hint, seconds))

    def reach(self, end: int) -> None:
        """Let the last problem reach to an offset behind it in its line: what stands up to there belongs to it."""
        last = self.problems[-1]
        line, column = self.lines.line_and_column(end)
        if line == last.span.end_line and column > last.span.end_column:
            self.problems[-1] = replace(last, span=replace(last.span, end_column=column))


def in_quotes(words: str, text: str) -> str:
    """A cure that shows a text in quotes, ``put it in quotes: "x"``; the words alone where the text is long."""
    return f'{words}: "{text}"' if len(text) <= 200 else words


def shown(text: str, limit: int = 40) -> str:
    """A piece of the author's text between backquotes, cut where it is long."""
    text = " ".join(text.split())
    return f"`{text if len(text) <= limit else text[: limit - 1] + '…'}`"
