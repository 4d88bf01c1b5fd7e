"""Drops what later stages report about a span that reading has already refused, or that follows from another: one cause, one problem."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Mapping, Set

from penance_build.diagnostics.collapse import MANY
from penance_build.diagnostics.lookalikes import skeleton
from penance_build.diagnostics.problem import Problem

_READING = "E1"
_WRITTEN = frozenset({"E207", "E214"})  # of a text: that it is blank, or has another form
_LETTER_KEY = re.compile(r"the key `([A-Za-z])` is true or false")


def without_echoes(problems: list[Problem]) -> list[Problem]:
    """The problems, less those of later stages that begin inside a span with an error of reading, or speak of how a text is written in
    which there is one."""
    problems = _declared_once(problems)
    refused: dict[str, list[tuple[tuple[int, int], tuple[int, int]]]] = {}
    for problem in problems:
        span = problem.span
        if problem.code.startswith(_READING) and span.line > 0:
            refused.setdefault(span.file, []).append(((span.line, span.column), (span.end_line, span.end_column)))
    if not refused:
        return problems
    for spans in refused.values():
        spans.sort()
    return [problem for problem in problems if problem.code[1:2] == "1" or not _is_echo(problem, refused.get(problem.span.file, []))]


def _declared_once(problems: list[Problem]) -> list[Problem]:
    """The problems, those of a variable of one letter only where it is declared; of many ``collapsed`` makes one."""
    letters = {found[1] for problem in problems if (found := _LETTER_KEY.match(problem.message))}
    used = Counter(problem.message[1] for problem in problems if problem.code == "E110" and problem.message[2:3] == "`")
    few = {letter for letter in letters if used[letter] < MANY}
    return [problem for problem in problems if problem.code != "E110" or problem.message[2:3] != "`" or problem.message[1] not in few]


def _is_echo(problem: Problem, spans: list[tuple[tuple[int, int], tuple[int, int]]]) -> bool:
    at = (problem.span.line, problem.span.column)
    index = bisect_right(spans, (at, (1 << 62, 0))) - 1
    if index >= 0 and at <= spans[index][1]:
        return True
    end = (problem.span.end_line, problem.span.end_column)
    return problem.code in _WRITTEN and index + 1 < len(spans) and spans[index + 1][1] <= end


# Nothing reads this, or leads here: so far as all was read, under every option.
_UNREAD = frozenset({"W312", "W313", "W504", "W625", "W746"})
_UNKNOWN = frozenset({"E301", "E303", "E304", "E310", "E402", "E406", "E411", "E603", "E608", "E701"})
_UNKNOWN_LOOKS = frozenset({"E712", "E811", "E821"})
_LACKING = frozenset({"E508"})  # what lacks something that is there under a misspelt name
_OF_DECLARATIONS = frozenset({"E301", "E306"})  # what makes a declaration one that nothing can be held against
_DECLARING = frozenset({"attribute", "constant", "counter", "die", "enum", "parameter", "space", "table", "unit", "zone"})
_TOLD = re.compile(r"\b(?:no wording says `([a-z_]+)|(?:there is|has|have) no (?:[a-z]+ )*`([^`]*)`)")
_MEANT = re.compile(r"did you mean `([^`]*)`\?")


def own_mistakes(
    problems: list[Problem], before: list[Problem], texts: Mapping[str, str], broken_words: Set[str], *, is_partial: bool, is_all: bool
) -> list[Problem]:
    """The problems, less those that only say what follows from another one, which may be one of those ``before``.

    ``broken_words`` are the words of the entries that were left out for their shape; ``is_partial``: a whole file is missing,
    so that nothing can be said about names at all. Where anything was left out it may be what reads what seems unread, and so may
    be what exists under other options, unless ``is_all`` of them were looked at.
    """
    if is_partial or broken_words or not is_all:
        problems = [problem for problem in problems if problem.code not in _UNREAD]
    # What is called alike was meant: of an id with a letter of another script the plain one is spoken of.
    broken_words = broken_words | {skeleton(word) for word in broken_words if not word.isascii()}
    refused = {problem.span for problem in before if problem.severity == "error" and problem.span.line}
    around = _Around(texts, broken_words, problems)
    return [problem for problem in problems if problem.span not in refused and not (around.follows(problem, is_partial))]


class _Around:
    """What is wrong already: words of what could not be read, definitions that are refused, names that a misspelt one was meant for."""

    def __init__(self, texts: Mapping[str, str], broken_words: Set[str], problems: list[Problem]) -> None:
        self.broken_words = broken_words
        named = {problem.span.file for problem in problems if problem.code in _UNKNOWN}
        self.lines = {name: texts.get(name, "").split("\n") for name in named}
        self.refused: dict[str, set[tuple[str, str]]] = {}
        self.meant: dict[tuple[tuple[str, str], str], list[Problem]] = {}
        for problem in problems:
            kind, name = problem.entity
            if kind in _DECLARING and problem.code in _OF_DECLARATIONS:
                self.refused.setdefault(name, set()).add(problem.entity)
            if problem.code in _UNKNOWN and (asked := _MEANT.match(problem.hint)) is not None:
                self.meant.setdefault((problem.entity, asked[1]), []).append(problem)

    def follows(self, problem: Problem, is_partial: bool) -> bool:
        """Whether something else says why this name is unknown."""
        told = _TOLD.search(problem.message)
        name = "" if told is None else told[1] or told[2]
        if problem.code in _LACKING:
            return any(other.path[:-1] == problem.path for other in self.meant.get((problem.entity, name), ()))
        if problem.code not in _UNKNOWN:
            return is_partial and problem.code in _UNKNOWN_LOOKS
        if is_partial or name in self.broken_words or _word_at(problem, self.lines) in self.broken_words:
            return True
        # The variable of a roll, which is called as its die.
        is_named_so = problem.message.startswith("there is no name ") and (problem.entity, name) in self.meant
        return is_named_so or bool(self.refused.get(name, set()) - {problem.entity})


def _word_at(problem: Problem, texts: Mapping[str, list[str]]) -> str:
    lines = texts[problem.span.file]
    if not 0 < problem.span.line <= len(lines):
        return ""
    return lines[problem.span.line - 1][problem.span.column - 1 : problem.span.end_column - 1].strip("\"'")
