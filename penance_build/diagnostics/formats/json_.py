"""The report for programs: one JSON object whose shape only ever grows within a version."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from penance_build.diagnostics.problem import Problem, Span


def render(problems: Sequence[Problem], texts: Mapping[str, str], covered: Mapping[str, int], colour: bool = False) -> str:
    """All problems by position, and what was covered. Everything beyond ASCII is escaped, so that any pipe carries it."""
    ordered = sorted(problems, key=lambda item: item.sort_key)
    report = {"version": 1, "problems": [_problem(item) for item in ordered], "covered": dict(covered)}
    return json.dumps(report, indent=2, ensure_ascii=True, allow_nan=False) + "\n"


def _problem(item: Problem) -> dict[str, Any]:
    return {
        "code": item.code,
        "severity": item.severity,
        "message": item.message,
        **_span(item.span),
        "hint": item.hint,
        "related": [{**_span(span), "label": label} for span, label in item.related],
        "entity": list(item.entity) if any(item.entity) else None,
        "path": list(item.path),
        "step": item.step or None,
        "fingerprint": item.fingerprint,
    }


def _span(span: Span) -> dict[str, Any]:
    return {"file": span.file, "line": span.line, "column": span.column, "end_line": span.end_line, "end_column": span.end_column}
