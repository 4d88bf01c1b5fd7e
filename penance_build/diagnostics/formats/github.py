"""The report as annotations of GitHub Actions, within the limits beyond which they are silently lost."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from penance_build.diagnostics.formats.clean import clean, said
from penance_build.diagnostics.pages import page_of
from penance_build.diagnostics.problem import Problem

_COMMANDS = {"error": "error", "warning": "warning", "hint": "notice"}
_EACH = 10


def render(problems: Sequence[Problem], texts: Mapping[str, str], covered: Mapping[str, int], colour: bool = False) -> str:
    """Ten problems of each severity, errors first; then how many more there are."""
    ordered = sorted(problems, key=lambda item: item.sort_key)
    rows = []
    for severity in _COMMANDS:
        found = [item for item in ordered if item.severity == severity]
        rows += [_command(item) for item in found[:_EACH]]
        if len(found) > _EACH:
            more = len(found) - _EACH
            rows.append(f"{more} more {severity}{'s' if more > 1 else ''} not annotated; the text format shows all")
    return "".join(f"{row}\n" for row in rows)


def _command(item: Problem) -> str:
    span = item.span
    properties = [f"file={_property(span.file)}"]
    if span.line > 0:
        properties.append(f"line={span.line}")
        properties.append(f"endLine={span.end_line}")
        if span.end_line == span.line:
            # Columns are inclusive there.
            properties += [f"col={span.column}", f"endColumn={max(span.end_column - 1, span.column)}"]
    found = page_of(item.code)
    title = f"{item.code} {found.title}" if found else item.code
    properties.append(f"title={_property(title)}")
    message = said(item.message) + (f"\n{said(item.hint)}" if item.hint else "")
    return f"::{_COMMANDS[item.severity]} {','.join(properties)}::{_escape(message)}"


def _escape(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _escape(clean(text)).replace(":", "%3A").replace(",", "%2C")
