"""The public names of Penance Build.

``compile_game`` runs read, validate, link, check and lower; every product is made from the ``Program`` in its answer.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from penance_build.diagnostics.problem import Problem, Span
from penance_build.ir.nodes import Program


@dataclass(frozen=True, slots=True)
class Compilation:
    """What compiling a game gave.

    ``program`` is None where there were errors. ``covered`` counts what was looked at, by kind.
    ``texts`` holds the text of each file read, for snippets. ``spans`` maps ("procedure", id) and the like to
    the place of a definition; ``options`` is the full choice of options (option id to value), ``defaults`` what it would be
    with nothing chosen.
    """

    program: Program | None
    problems: tuple[Problem, ...]
    covered: Mapping[str, int] = field(default_factory=dict)
    texts: Mapping[str, str] = field(default_factory=dict)
    spans: Mapping[tuple[str, str], Span] = field(default_factory=dict)
    options: Mapping[str, str] = field(default_factory=dict)
    defaults: Mapping[str, str] = field(default_factory=dict)


def compile_game(folder: Path, options: Mapping[str, str] | None = None, *, every_option: bool = True) -> Compilation:
    """Compile the game in ``folder`` with the given options (others keep their default).

    With ``every_option`` (the default) the problems of all other combinations of the options are found too; the program
    is always that of the options given.
    Raises ``UnknownOption`` for an option or value that the game does not declare.
    Bad rules are problems in the answer, never exceptions.
    """
    from penance_build.model.compile import compile_folder

    return compile_folder(folder, dict(options or {}), every_option)
