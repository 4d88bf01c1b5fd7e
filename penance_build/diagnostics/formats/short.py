"""One line for each problem, as compilers write them: ``path:line:column: E204 message``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from penance_build.diagnostics.formats.clean import clean, said
from penance_build.diagnostics.problem import Problem


def render(problems: Sequence[Problem], texts: Mapping[str, str], covered: Mapping[str, int], colour: bool = False) -> str:
    """All problems by position. A problem of a file as a whole stands at 1:1."""
    rows = []
    for item in sorted(problems, key=lambda item: item.sort_key):
        line, column = max(item.span.line, 1), max(item.span.column, 1)
        rows.append(f"{clean(item.span.file)}:{line}:{column}: {item.code} {said(item.message)}\n")
    return "".join(rows)
