"""A report as plain text of at most 96 columns, as far as its words allow."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from typing import Final

from penance_build.diff.reports.report import Entry, Line, Section, notes, sections, summary, title
from penance_build.diff.result import Comparison

WIDTH: Final = 96


def as_text(comparison: Comparison) -> str:
    """The whole report; its first line is the summary."""
    lines = [*_wrapped(summary(comparison), ""), title(comparison), *(line for note in notes(comparison) for line in _wrapped(note, ""))]
    for section in sections(comparison):
        lines += ["", section.title, *_section(section)]
    return "\n".join(lines) + "\n"


def _section(section: Section) -> Iterator[str]:
    if not any(entry.lines for entry in section.entries):
        yield from _wrapped(", ".join(entry.heading for entry in section.entries), "  ")
        return
    for entry in section.entries:
        yield from _entry(entry)


def _entry(entry: Entry) -> Iterator[str]:
    place = f"  [{entry.place}]" if entry.place else ""
    yield from _wrapped(f"{entry.heading}{place}", "  ")
    for line in entry.lines:
        yield from _line(line)


def _line(line: Line) -> Iterator[str]:
    place = f"  [{line.place}]" if line.place else ""
    label = f"{line.label}: " if line.label else ""
    if line.old is None and line.new is None:
        yield from _wrapped(line.label, "    ")
    elif line.old is None:
        yield from _wrapped(f"+ {label}{line.new}{place}", "    ")
    elif line.new is None:
        yield from _wrapped(f"- {label}{line.old}{place}", "    ")
    else:
        whole = f"    {label}{line.old} → {line.new}{place}"
        if len(whole) <= WIDTH and "\n" not in whole:
            yield whole
        else:
            yield from _wrapped(f"{line.label}{place}", "    ")
            yield from _wrapped(f"was  {line.old}", "      ", "           ")
            yield from _wrapped(f"is   {line.new}", "      ", "           ")


def _wrapped(text: str, indent: str, further: str | None = None) -> list[str]:
    """A text in lines of the width; what goes on is set further in."""
    following = f"{indent}  " if further is None and indent else further or ""
    found: list[str] = []
    for paragraph in text.split("\n"):
        first = following if found else indent
        found += textwrap.wrap(
            paragraph, WIDTH, initial_indent=first, subsequent_indent=following, break_long_words=False, break_on_hyphens=False
        ) or [""]
    return found
