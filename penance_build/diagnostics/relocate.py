"""Moves problems to paths below another folder: code hosts want paths from the root of the repository, not of the game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from penance_build.diagnostics.problem import Problem, Span


def below(prefix: str, problems: Sequence[Problem], texts: Mapping[str, str]) -> tuple[list[Problem], dict[str, str]]:
    """The same problems and texts with ``prefix/`` before every file; an empty prefix changes nothing."""
    head = prefix.strip("/")
    if not head or head == ".":
        return list(problems), dict(texts)

    def moved(span: Span) -> Span:
        return replace(span, file=head if span.file == "." else f"{head}/{span.file}")

    found = [replace(item, span=moved(item.span), related=tuple((moved(span), label) for span, label in item.related)) for item in problems]
    return found, {f"{head}/{name}": text for name, text in texts.items()}
