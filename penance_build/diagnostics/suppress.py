"""Comments that allow a warning: ``# penance: allow W161 the number sign is meant``.

Behind something, the comment is for its own line; alone on a line, for the next line that is no comment. A reason must be
given. A comment that allows nothing is itself a warning, unless errors kept later checks from running.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct

from penance_build.diagnostics import registry
from penance_build.diagnostics.cascade import without_echoes
from penance_build.diagnostics.problem import Problem, Span

_COMMENT = re.compile(r"(?:^|(?<=\s))#\s*penance:\s*allow\b[ ]*([^\n]*)", re.MULTILINE)
_CODES = re.compile(r"((?:[A-Za-z][0-9]{3})(?:[ ]*,[ ]*[A-Za-z][0-9]{3})*)[ ,:-]*(.*)")
_MARK = "penance:"
# What is found after compiling, by judging claims and by laying out: whether it is there is not known here.
_LATER = frozenset({"W717", "W718", "W724", "W807", "W822", "W824"})


class Allowance(Struct, frozen=True):
    """One comment: the codes it allows on ``line``, where it stands, and its reason (which may be missing)."""

    codes: tuple[str, ...]
    line: int
    span: Span
    reason: str


def apply(problems: list[Problem], texts: Mapping[str, str], is_all: bool = True) -> list[Problem]:
    """The problems without echoes and allowed warnings, with those of the comments themselves, in the order of the report.

    That a comment allows nothing is said only where ``is_all`` was looked at: every option, with every check.
    """
    problems = without_echoes(problems)
    allowances = [item for name in sorted(texts) for item in find_allowances(name, texts[name])]
    if not allowances:
        return problems
    allowed = _allowed(allowances)
    used: set[tuple[str, int, str]] = set()
    kept: list[Problem] = []
    for problem in problems:
        key = (problem.span.file, problem.span.line, problem.code)
        if key in allowed:
            used.add(key)
        else:
            kept.append(problem)
    is_all = is_all and not any(problem.severity == "error" for problem in kept)
    for item in allowances:
        kept.extend(_complaints(item, used, is_all))
    return sorted(kept, key=lambda problem: problem.sort_key)


def not_allowed(problems: Sequence[Problem], texts: Mapping[str, str]) -> list[Problem]:
    """Problems that were found after compiling, less those that a comment allows."""
    names = sorted({problem.span.file for problem in problems} & texts.keys())
    allowed = _allowed(item for name in names for item in find_allowances(name, texts[name]))
    return [problem for problem in problems if (problem.span.file, problem.span.line, problem.code) not in allowed]


def _allowed(allowances: Iterable[Allowance]) -> set[tuple[str, int, str]]:
    """What some comments allow, by file, line and code: no error, and nothing without a reason."""
    return {(item.span.file, item.line, code) for item in allowances if item.reason for code in item.codes if code[0] != "E"}


def find_allowances(name: str, text: str) -> list[Allowance]:
    """The comments of one file, in its order."""
    if _MARK not in text:
        return []
    lines = text.split("\n")
    found: list[Allowance] = []
    for number, line in enumerate(lines, 1):
        match = _COMMENT.search(line) if _MARK in line else None
        if match is None:
            continue
        span = Span(name, number, match.start() + 1, number, len(line) + 1)
        parts = _CODES.match(match[1])
        codes = tuple(code.strip().upper() for code in parts[1].split(",")) if parts else ()
        target = number if line[: match.start()].strip() else _next_content(lines, number)
        found.append(Allowance(codes, target, span, parts[2].strip() if parts else ""))
    return found


def _next_content(lines: list[str], number: int) -> int:
    """The first line after ``number`` that is no comment."""
    while number < len(lines) and lines[number].lstrip().startswith("#"):
        number += 1
    return number + 1


def _complaints(item: Allowance, used: set[tuple[str, int, str]], is_all: bool) -> list[Problem]:
    if not item.codes:
        return [Problem("W191", "this comment allows nothing: it names no code", item.span, "write `# penance: allow W161 the reason`")]
    if not item.reason:
        message = f"this comment allows {', '.join(item.codes)} without a reason, and has no effect"
        return [Problem("W191", message, item.span, f"write `# penance: allow {item.codes[0]} the reason`")]
    found: list[Problem] = []
    for code in item.codes:
        if code.startswith("E"):
            found.append(Problem("W192", f"{code} is an error and cannot be allowed", item.span, "mend the cause"))
        elif code not in registry.CODES:
            found.append(Problem("W192", f"there is no warning {code}", item.span, "take the code from the report"))
        elif (item.span.file, item.line, code) not in used and is_all and code not in _LATER:
            found.append(Problem("W190", f"there is no {code} on the line that this comment is for", item.span, "remove the comment"))
    return found
