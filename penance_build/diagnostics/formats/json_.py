"""The report for programs: one JSON object whose shape only ever grows within a version."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

from penance_build.diagnostics.data import problem_data
from penance_build.diagnostics.problem import Problem


def render(problems: Sequence[Problem], texts: Mapping[str, str], covered: Mapping[str, int], colour: bool = False) -> str:
    """All problems by position, and what was covered. Everything beyond ASCII is escaped, so that any pipe carries it."""
    ordered = sorted(problems, key=lambda item: item.sort_key)
    report = {"version": 1, "problems": [problem_data(item) for item in ordered], "covered": dict(covered)}
    return json.dumps(report, indent=2, ensure_ascii=True, allow_nan=False) + "\n"
