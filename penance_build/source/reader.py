"""Reads one file: bytes to a tree with positions; what could be read in two ways is refused.

libyaml's events are the fast way. Whatever libyaml cannot read is read again by the parser in Python, so that both
give the same answer; only for long files its own words have to do.
"""

from __future__ import annotations

import re
from typing import Any

import yaml

from penance_build.diagnostics.problem import Problem, Span
from penance_build.limits import MAX_FILE_BYTES
from penance_build.source.collector import put_off
from penance_build.source.parsing.builder import build
from penance_build.source.parsing.comments import check_cut_texts
from penance_build.source.parsing.failure import Failure
from penance_build.source.parsing.judge import Judge
from penance_build.source.parsing.parsers import EventSource, default_events, python_events
from penance_build.source.text.brackets import innermost_open
from penance_build.source.text.decode import check_characters, decode
from penance_build.source.text.lines import Lines
from penance_build.source.text.positions import Positions
from penance_build.source.text.report import FRACTION, Report, Stop
from penance_build.source.tree import SourceFile

_REREAD_LENGTH = 200_000
# Empty scalars at the very end are said to begin behind it.
_PAD = "\n\n\n\n"


def read_text(name: str, source: str | bytes, events: EventSource | None = None) -> tuple[SourceFile | None, list[Problem]]:
    """Read one file that is called ``name`` in problems. None where it has no tree, which an error then says."""
    data = source.encode("utf-8", "surrogatepass") if isinstance(source, str) else source
    if len(data) > MAX_FILE_BYTES:
        return None, [too_large(name, len(data))]
    text, problems = decode(name, data)
    if text is None:
        return None, problems
    lines = Lines(name, text)
    problems = check_characters(lines)
    if any(item.severity == "error" for item in problems):
        return None, problems
    file, found = _read(lines, events or default_events())
    return file, problems + found


def too_large(name: str, size: int) -> Problem:
    """The problem of a file that is longer than files may be; ``size`` in bytes."""
    message = f"the file has {size:,} bytes; {MAX_FILE_BYTES:,} are the most"
    return Problem("E108", message, Span(name, 0, 0, 0, 0), "split it into several files")


def _read(lines: Lines, events: EventSource) -> tuple[SourceFile | None, list[Problem]]:
    report = Report(lines)
    table: dict[int, list[int]] = {}
    try:
        roots = _tree(lines.text, events, report, table)
    except Stop:
        return None, report.problems
    except Failure as failure:
        if events is not python_events and len(lines.text) <= _REREAD_LENGTH:
            return _read(lines, python_events)
        failure.last = max((starts[-1] for starts in table.values()), default=-1)
        failure.opened = innermost_open(lines.text, (starts[0] for starts in reversed(table.values())))
        from penance_build.source.parsing.syntax import explain_failure  # few files need it

        _allow_lengths_unread(report)
        return None, explain_failure(report, failure)
    try:
        root = _root(roots, table, report)
        if root is None:
            return None, report.problems
        positions = Positions(lines, table, roots)
        check_cut_texts(report, root, table)
        _allow_lengths(report, root, table[id(root)])
    except Stop:
        return None, report.problems
    return SourceFile(lines.name, lines.text, root, positions), report.problems


# The section in which lengths are written as decimal fractions of a millimetre; they are kept as the texts that they are.
_LENGTHS = "layouts"


def _allow_lengths(report: Report, root: dict[str, Any], spots: list[int]) -> None:
    """Take back what was said of fractions in the section of layouts: rules have whole numbers only, and a layout is no rule."""
    if _LENGTHS not in root or not any(problem.code == FRACTION for problem in report.problems):
        return
    index = list(root).index(_LENGTHS)
    starts = [*spots[1::2], len(report.lines.text)]
    _allow_fractions(report, *starts[index : index + 2])


# Where that section begins in a file without a tree, and where the next one does.
_BEGIN = re.compile(r"^(?P<indent>[ ]*)[\"']?layouts[\"']?[ ]*:|[{,]\s*[\"']?layouts[\"']?[ ]*:", re.MULTILINE)
_NEXT = re.compile(r"^[^\s#]", re.MULTILINE)


def _allow_lengths_unread(report: Report) -> None:
    """As ``_allow_lengths``, of a file that could not be read to its end: what is wrong with it is one thing, not a length each."""
    text = report.lines.text
    begin = _BEGIN.search(text)
    if begin is None:
        return
    following = _NEXT.search(text, begin.end()) if begin["indent"] == "" else None
    _allow_fractions(report, begin.start(), len(text) if following is None else following.start())


def _allow_fractions(report: Report, start: int, end: int) -> None:
    """Take back what was said of fractions from one offset to another."""
    first, last = report.lines.line_and_column(start), report.lines.line_and_column(end)
    report.problems[:] = [
        problem for problem in report.problems if problem.code != FRACTION or not first <= (problem.span.line, problem.span.column) < last
    ]


def _tree(text: str, events: EventSource, report: Report, table: dict[int, list[int]]) -> list[Any]:
    try:
        with put_off():
            return build(events(text), text + _PAD, Judge(report), table)
    except yaml.MarkedYAMLError as error:
        raise Failure.from_yaml(error) from error
    except (yaml.YAMLError, ValueError, OverflowError, RecursionError) as error:
        raise Failure(str(error), len(text), -1) from error


def _root(roots: list[Any], table: dict[int, list[int]], report: Report) -> dict[str, Any] | None:
    text = report.lines.text
    if not roots or (roots[0] == "" and not report.problems):
        report.add("W160", 0, 0, "the file has no data", "remove it, or give it a section")
        empty: dict[str, Any] = {}
        roots.append(empty)
        table[id(empty)] = [0]
        return empty
    root = roots[0]
    if isinstance(root, dict):
        return root
    if report.problems:
        return None
    start = table[id(root)][0] if isinstance(root, list) else len(text) - len(text.lstrip())
    what = "a list" if isinstance(root, list) else "a single value"
    line_end = report.lines.bounds(report.lines.line_and_column(start)[0])[1]
    report.add("E136", start, line_end, f"the file holds {what}, not sections", "begin with the name of a section and a colon: `cards:`")
    return None
