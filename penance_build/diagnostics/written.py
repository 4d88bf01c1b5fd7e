"""What the author wrote of something that runs: the texts behind it, with their places."""

from __future__ import annotations

from msgspec import Struct

from penance_build.diagnostics.problem import Span


class Written(Struct, frozen=True):
    """What a statement or a row was made from: the place of its step, its formulas or cells and its branches, each with text and place.

    Behind the formulas stand the values that they name: constants, attributes of a card, defaults of inputs that a call leaves out.
    """

    at: Span
    parts: tuple[tuple[str, Span], ...]
    branches: tuple[tuple[str, Span], ...] = ()
