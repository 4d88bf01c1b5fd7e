"""A report of problems in one of its formats, and the sentence that sums it up."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module

from penance_build.api import Compilation
from penance_build.diagnostics.problem import Problem

FORMATS = ("text", "short", "json", "sarif", "github")


def render(form: str, compilation: Compilation, problems: Sequence[Problem] | None = None, colour: bool = False) -> str:
    """The problems (those of the compilation where none are given) as one text."""
    module = import_module(f"penance_build.diagnostics.formats.{form.replace('json', 'json_')}")
    shown = list(compilation.problems if problems is None else problems)
    text = module.render(shown, compilation.texts, compilation.covered, colour=colour)
    assert isinstance(text, str)
    return text


def has_errors(problems: Sequence[Problem]) -> bool:
    """Whether any problem is an error."""
    return any(problem.severity == "error" for problem in problems)


def tally(problems: Sequence[Problem]) -> str:
    """``2 errors, 1 warning``; ``no problems`` where there are none."""
    counts = [(sum(problem.severity == severity for problem in problems), severity) for severity in ("error", "warning", "hint")]
    return ", ".join(plural(count, word) for count, word in counts if count) or "no problems"


def plural(count: int, word: str) -> str:
    """``1 card``, ``2 cards``, ``3 entries``."""
    if count == 1:
        return f"1 {word}"
    return f"{count} {word[:-1]}ies" if word.endswith("y") else f"{count} {word}s"


def coverage(compilation: Compilation) -> str:
    """What was looked at: a report says what it covered, not only that it found nothing."""
    return ", ".join(f"{count} {kind}" for kind, count in compilation.covered.items() if count) or "nothing"
