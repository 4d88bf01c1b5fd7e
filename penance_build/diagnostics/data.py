"""A problem as plain data, as ``penance check --format json`` gives it: the shape only ever grows within a version."""

from __future__ import annotations

from typing import TypedDict

from penance_build.diagnostics.problem import Problem, Span


class PlaceData(TypedDict):
    """A range of characters: lines and columns count from 1, the end is exclusive; line 0 is the file as a whole."""

    file: str
    line: int
    column: int
    end_line: int
    end_column: int


class RelatedData(PlaceData):
    """A second place that a problem speaks of, with what is to be said about it."""

    label: str


class ProblemData(PlaceData):
    """A problem: what it is, where it stands, and what it is about.

    ``severity`` is error, warning or hint; ``entity`` is [kind, id] of the definition, or None; ``step`` the number of the step of
    that definition, or None; ``path`` the keys and indices that lead to it in its file; ``fingerprint`` does not move with lines.
    """

    code: str
    severity: str
    message: str
    hint: str
    related: list[RelatedData]
    entity: list[str] | None
    path: list[str | int]
    step: int | None
    fingerprint: str


def problem_data(problem: Problem) -> ProblemData:
    """The problem as JSON can hold it."""
    return {
        "code": problem.code,
        "severity": problem.severity,
        "message": problem.message,
        **_place(problem.span),
        "hint": problem.hint,
        "related": [{**_place(span), "label": label} for span, label in problem.related],
        "entity": list(problem.entity) if any(problem.entity) else None,
        "path": list(problem.path),
        "step": problem.step or None,
        "fingerprint": problem.fingerprint,
    }


def _place(span: Span) -> PlaceData:
    return {"file": span.file, "line": span.line, "column": span.column, "end_line": span.end_line, "end_column": span.end_column}
