"""Drops what later stages report about a span that reading has already refused: one cause, one problem."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Set

from penance_build.diagnostics.lookalikes import skeleton
from penance_build.diagnostics.problem import Problem

_READING = "E1"


def without_echoes(problems: list[Problem]) -> list[Problem]:
    """The problems, less those of later stages that begin inside a span with an error of reading."""
    refused: dict[str, list[tuple[tuple[int, int], tuple[int, int]]]] = {}
    for problem in problems:
        span = problem.span
        if problem.code.startswith(_READING) and span.line > 0:
            refused.setdefault(span.file, []).append(((span.line, span.column), (span.end_line, span.end_column)))
    if not refused:
        return problems
    for spans in refused.values():
        spans.sort()
    return [problem for problem in problems if problem.code[1:2] == "1" or not _is_inside(problem, refused.get(problem.span.file, []))]


def _is_inside(problem: Problem, spans: list[tuple[tuple[int, int], tuple[int, int]]]) -> bool:
    at = (problem.span.line, problem.span.column)
    index = bisect_right(spans, (at, (1 << 62, 0))) - 1
    return index >= 0 and at <= spans[index][1]


# Nothing reads this, or leads here: so far as all was read, under every option.
_UNREAD = frozenset({"W312", "W313", "W504", "W625", "W746"})
_UNKNOWN = frozenset({"E301", "E303", "E304", "E310", "E402", "E406", "E411", "E603", "E608"})


def own_mistakes(
    problems: list[Problem], texts: Mapping[str, str], broken_words: Set[str], *, is_partial: bool, is_all: bool
) -> list[Problem]:
    """The problems, less those that only say that something unknown is unknown because its definition could not be used.

    ``broken_words`` are the words of the entries that were left out for their shape; ``is_partial``: a whole file is missing,
    so that nothing can be said about names at all. Where anything was left out it may be what reads what seems unread, and so may
    be what exists under other options, unless ``is_all`` of them were looked at.
    """
    if is_partial or broken_words or not is_all:
        problems = [problem for problem in problems if problem.code not in _UNREAD]
    # What is called alike was meant: of an id with a letter of another script the plain one is spoken of.
    broken_words = broken_words | {skeleton(word) for word in broken_words if not word.isascii()}
    lines: dict[str, list[str]] = {}
    for name in {problem.span.file for problem in problems if problem.code in _UNKNOWN}:
        lines[name] = texts.get(name, "").split("\n")
    return [problem for problem in problems if problem.code not in _UNKNOWN or not (is_partial or _word_at(problem, lines) in broken_words)]


def _word_at(problem: Problem, texts: Mapping[str, list[str]]) -> str:
    lines = texts[problem.span.file]
    if not 0 < problem.span.line <= len(lines):
        return ""
    return lines[problem.span.line - 1][problem.span.column - 1 : problem.span.end_column - 1].strip("\"'")
