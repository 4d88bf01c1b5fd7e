"""W312: a constant that nothing reads: no formula, no bound, no printed line. Most often its number stands somewhere else once more.

W315: a constant that is printed, and no rule reads it: what is printed is not what is played. E626: one recorded as such that a rule
reads. A game without procedures is only printed. Cases: ``tests/cases/bad/names``.
"""

from __future__ import annotations

from collections.abc import Sequence

from penance_build.checks.distinct import names_read
from penance_build.diagnostics.problem import Problem
from penance_build.model.program.elaborate import Elaborated
from penance_build.surface.game import Game


def check(game: Game, combinations: Sequence[Elaborated]) -> list[Problem]:
    """The constants that no combination of the options reads, or that only printed texts read."""
    read = names_read(combinations)
    problems: list[Problem] = []
    for name, item in game.constants.items():
        known, entity, path = item.known, ("constant", name), item.at.path
        if known is not None and name in read:
            message = f"`{name}` is recorded as unread, but a rule reads it"
            problems.append(Problem("E626", message, known.span, "remove `known:`", entity=entity, path=path))
        elif name in read or known is not None:
            continue
        elif f"printed {name}" not in read:
            message, hint = f"nothing reads the constant `{name}`", "use it where its number is written out, or remove it"
            problems.append(Problem("W312", message, item.at.key_span, hint, entity=entity, path=path))
        elif game.procedures:
            message = f"`{name}` is printed, and no rule reads it"
            hint = "let a rule read it where its number is written out, or write `known: unread` where people see to it"
            problems.append(Problem("W315", message, item.at.key_span, hint, entity=entity, path=path))
    return problems
