"""W312: a constant that nothing reads: no formula, no bound, no printed line. Most often its number stands somewhere else once more.

Cases: ``tests/cases/bad/names``.
"""

from __future__ import annotations

from collections.abc import Sequence

from penance_build.diagnostics.problem import Problem
from penance_build.model.context.report import distinct
from penance_build.model.program.elaborate import Elaborated
from penance_build.surface.game import Game


def check(game: Game, combinations: Sequence[Elaborated]) -> list[Problem]:
    """The constants that no combination of the options reads."""
    read = frozenset[str]().union(*(report.read for report in distinct(elaborated.report for elaborated in combinations)))
    hint = "use it where its number is written out, or remove it"
    return [
        Problem("W312", f"nothing reads the constant `{name}`", item.at.key_span, hint, entity=("constant", name), path=item.at.path)
        for name, item in game.constants.items()
        if name not in read
    ]
