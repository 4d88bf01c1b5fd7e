"""Collects what goes wrong in printing, as problems at the place where the card, die or theme is defined."""

from __future__ import annotations

from collections.abc import Sequence

from penance_build.compilation import Compilation
from penance_build.diagnostics.problem import NOWHERE, Problem, Problems, Span

# A kind and an id.
Entity = tuple[str, str]


class Complaints:
    """Collects the problems of one product."""

    def __init__(self, compilation: Compilation) -> None:
        self._spans, self._steps = compilation.spans, compilation.steps
        self._problems = Problems()

    @property
    def has_errors(self) -> bool:
        """Whether nothing may be written."""
        return self._problems.has_errors

    def found(self) -> tuple[Problem, ...]:
        """All of them, in the order of the report."""
        return tuple(self._problems.sorted())

    def say(
        self,
        code: str,
        message: str,
        entity: Entity,
        hint: str = "",
        related: Sequence[Entity] = (),
        at: Span | None = None,
        path: tuple[str, ...] = (),
    ) -> None:
        """Add one problem, at the place where its entity is defined; ``related`` are others of which it is true.

        ``at`` is a place in a file that the entity names, and then that is where it is told; ``path`` leads to a part of the entity.
        """
        others = tuple((self._span(other), "and here") for other in related)
        if at is not None:
            others = ((self._span(entity), "which is drawn here"), *others)
        self._problems.add(Problem(code, message, at or self._span(entity), hint, others, entity, path))

    def _span(self, entity: Entity) -> Span:
        return self._spans.get(entity) or NOWHERE

    def say_of_text(self, code: str, message: str, card: str, hint: str = "") -> None:
        """Add one problem of the text of a card, where that comes from: its first step, where it is written from an effect."""
        span = self._spans.get(("card text", card))
        if span is None:
            self.say(code, message, ("card", card), hint)
            return
        step = 1 if self._steps.get((f"card.{card}", 1)) == span else 0
        self._problems.add(Problem(code, message, span, hint=hint, entity=("card", card), step=step))
