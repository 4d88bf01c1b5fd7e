"""Collects what goes wrong in printing, as problems at the place where the card, die or theme is defined."""

from __future__ import annotations

from penance_build.compilation import Compilation
from penance_build.diagnostics.problem import Problem, Problems, Span


class Complaints:
    """Collects the problems of one product."""

    def __init__(self, compilation: Compilation) -> None:
        """Positions come from the compilation."""
        self._spans = compilation.spans
        self._problems = Problems()

    @property
    def has_errors(self) -> bool:
        """Whether nothing may be written."""
        return self._problems.has_errors

    def found(self) -> tuple[Problem, ...]:
        """All of them, in the order of the report."""
        return tuple(self._problems.sorted())

    def say(self, code: str, message: str, entity: tuple[str, str], hint: str = "") -> None:
        """Add one problem, at the place where its entity is defined."""
        span = self._spans.get(entity) or Span("game.yaml", 0, 0, 0, 0)
        self._problems.add(Problem(code, message, span, hint=hint, entity=entity))
