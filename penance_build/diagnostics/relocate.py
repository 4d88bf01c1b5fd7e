"""Moves problems to paths below another folder: people, editors and code hosts look from where they stand, not from the game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from penance_build.diagnostics.problem import Problem, Span


def below(prefix: str, problems: Sequence[Problem], texts: Mapping[str, str]) -> tuple[list[Problem], dict[str, str]]:
    """The same problems and texts with ``prefix/`` before every file; an empty prefix changes nothing."""
    head = prefix.rstrip("/")
    if prefix in ("", "."):
        return list(problems), dict(texts)

    def moved(span: Span) -> Span:
        return replace(span, file=(head or "/") if span.file == "." else f"{head}/{span.file}")

    found = [replace(item, span=moved(item.span), related=tuple((moved(span), label) for span, label in item.related)) for item in problems]
    return found, {f"{head}/{name}": text for name, text in texts.items()}
