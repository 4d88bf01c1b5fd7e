"""The one type of every mistake that the compiler reports, and the spans it points at.

A stage returns problems beside its value; it never raises for a user's mistake. The fields are those of the report:
``code`` is in :mod:`penance_build.diagnostics.registry`, which also fixes the severity.
"""

from __future__ import annotations

from typing import Final

from msgspec import Struct, field

from penance_build.diagnostics import registry


class Span(Struct, frozen=True, order=True):
    """A range of characters of a file: lines and columns count from 1, columns in code points, the end is exclusive.

    ``file`` is relative to the game's folder, with ``/``. Line 0: the file as a whole.
    """

    file: str
    line: int
    column: int
    end_line: int
    end_column: int


# The game as a whole, for what stands in no place that is known.
NOWHERE: Final = Span("game.yaml", 0, 0, 0, 0)


class Problem(Struct, frozen=True):
    """One mistake, at one span, said in one sentence.

    ``related`` are second spans with their labels; ``entity`` is (kind, id), e.g. ("table", "facing");
    ``path`` the keys and indices that lead to it in its file; ``hint`` the likely fix; ``step`` the number of the step
    of the entity that it stands in, or 0; ``bound`` what has the bounds that a value leaves: kind, id, and its input or result.
    """

    code: str
    message: str
    span: Span
    hint: str = ""
    related: tuple[tuple[Span, str], ...] = ()
    entity: tuple[str, str] = ("", "")
    path: tuple[str | int, ...] = ()
    step: int = 0
    bound: tuple[str, str, str] = ("", "", "")

    @property
    def severity(self) -> str:
        """error, warning or hint: the registry says which."""
        return registry.severity(self.code)

    @property
    def fingerprint(self) -> str:
        """A hash that does not move with the line number."""
        import hashlib  # here, because few runs need it, and it is slow to import

        text = "\0".join((self.code, *self.entity, self.span.file, *map(str, self.path)))
        return hashlib.sha256(text.encode(errors="surrogatepass")).hexdigest()[:16]

    @property
    def sort_key(self) -> tuple[object, ...]:
        """Order of the report: by span, errors before warnings, then code and text."""
        rank = {"error": 0, "warning": 1, "hint": 2}[self.severity]
        return (self.span.file, self.span.line, self.span.column, rank, self.code, self.message)


class Problems(Struct):
    """A list that stages append to; equal problems are kept once."""

    items: list[Problem] = field(default_factory=list)
    _seen: set[Problem] = field(default_factory=set)

    def add(self, problem: Problem) -> None:
        if problem not in self._seen:
            self._seen.add(problem)
            self.items.append(problem)

    def extend(self, problems: list[Problem]) -> None:
        for problem in problems:
            self.add(problem)

    @property
    def has_errors(self) -> bool:
        return any(item.severity == "error" for item in self.items)

    def sorted(self) -> list[Problem]:
        """All of them in the order of the report."""
        return sorted(self.items, key=lambda item: item.sort_key)
