"""What compiling a game gives: the value between the compiler and everything that is made from a game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from msgspec import Struct, field

from penance_build.diagnostics.problem import Problem, Span

if TYPE_CHECKING:  # whoever has a program has imported its classes; importing the public names alone costs nothing
    from penance_build.ir.nodes import Program


class Compilation(Struct, frozen=True):
    """What compiling a game gave.

    ``program`` is None where there were errors. ``covered`` counts what was looked at, by kind.
    ``texts`` holds the text of each file read, for snippets. ``spans`` maps ("procedure", id) and the like to
    the place of a definition, and ``steps`` (id of a procedure, number of a step) to the place of that step; ``options`` is
    the full choice of options (option id to value), ``defaults`` what it would be with nothing chosen.
    """

    program: Program | None
    problems: tuple[Problem, ...]
    covered: Mapping[str, int] = field(default_factory=dict)
    texts: Mapping[str, str] = field(default_factory=dict)
    spans: Mapping[tuple[str, str], Span] = field(default_factory=dict)
    steps: Mapping[tuple[str, int], Span] = field(default_factory=dict)
    options: Mapping[str, str] = field(default_factory=dict)
    defaults: Mapping[str, str] = field(default_factory=dict)
