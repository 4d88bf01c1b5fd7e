"""A report as Markdown, for a pull request or a patch note."""

from __future__ import annotations

import re
from collections.abc import Iterator

from penance_build.diff.reports.report import Entry, Line, notes, sections, summary, title
from penance_build.diff.result import Comparison

_MARKUP = re.compile(r"([\\`*\[\]<>|~]|(?<![A-Za-z0-9])_|_(?![A-Za-z0-9]))")


def as_markdown(comparison: Comparison) -> str:
    """The whole report: a heading, the summary, a list for each sort of difference."""
    lines = [f"## {_plain(title(comparison))}", "", f"**{_plain(summary(comparison))}**", *_notes(comparison)]
    for section in sections(comparison):
        lines += ["", f"### {section.title}", ""]
        for entry in section.entries:
            lines += _entry(entry)
    return "\n".join(lines) + "\n"


def _notes(comparison: Comparison) -> Iterator[str]:
    for note in notes(comparison):
        yield from ("", _plain(note))


def _entry(entry: Entry) -> Iterator[str]:
    yield f"- **{_plain(entry.heading)}**{_place(entry.place)}"
    for line in entry.lines:
        yield f"  - {_line(line)}"


def _line(line: Line) -> str:
    label = f"{_plain(line.label)}: " if line.label else ""
    if line.old is None and line.new is None:
        return _plain(line.label)
    if line.old is None:
        return f"added {label}{_code(line.new or '')}{_place(line.place)}"
    if line.new is None:
        return f"removed {label}{_code(line.old)}{_place(line.place)}"
    return f"{label}{_code(line.old)} → {_code(line.new)}{_place(line.place)}"


def _place(place: str) -> str:
    return f" ({_code(place)})" if place else ""


def _plain(text: str) -> str:
    """A text without markup of its own."""
    return _MARKUP.sub(r"\\\1", text.replace("\n", " "))


def _code(text: str) -> str:
    """A text as code, whatever stands in it."""
    text = text.replace("\n", " / ")
    longest = max((len(run) for run in re.findall(r"`+", text)), default=0)
    ticks = "`" * (longest + 1)
    space = " " if text.startswith("`") or text.endswith("`") else ""
    return f"{ticks}{space}{text}{space}{ticks}"
