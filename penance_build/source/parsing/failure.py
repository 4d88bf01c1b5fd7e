"""What is known where a parser gave up, or where the two parsers would disagree."""

from __future__ import annotations

from typing import Any

from penance_build.source.text.report import Report, in_quotes, shown

GREEDY_TAG = "tag with brackets or commas"
HALF_CHARACTER = "invalid Unicode character escape code"


class Failure(Exception):
    """A parser gave up: its words, where it stopped and where the thing it was reading began (-1: not said).

    ``opened`` is the innermost bracket that was open then, ``last`` the last key, value or item that was read; or -1.
    """

    def __init__(self, phrase: str, offset: int, context: int) -> None:
        super().__init__(phrase, offset, context)
        self.phrase = phrase
        self.offset = offset
        self.context = context
        self.opened = -1
        self.last = -1

    @classmethod
    def from_yaml(cls, error: Any) -> Failure:
        """From an exception of PyYAML, of either parser."""
        mark, context = error.problem_mark, error.context_mark
        phrase = f"{error.context or ''}: {error.problem or ''}"
        offset = mark.index if mark else context.index if context else 0
        return cls(phrase, offset, context.index if context else -1)


def report_tag(report: Report, start: int, end: int) -> None:
    written = report.lines.text[start:end]
    hint = in_quotes("quote the text if it is meant", written)
    report.add("E127", start, end, f"{shown(written)} is a YAML tag, and tags are not used in rules", hint)
