"""W313: a wording of ``tell`` that no step tells: nothing has read what it says.

Cases: ``tests/cases/bad/tell``.
"""

from __future__ import annotations

from collections.abc import Sequence

from penance_build.checks.distinct import names_read
from penance_build.diagnostics.problem import Problem
from penance_build.model.program.elaborate import Elaborated
from penance_build.surface.cards import ToldText
from penance_build.surface.game import Game


def check(game: Game, combinations: Sequence[Elaborated]) -> list[Problem]:
    """The texts that no combination of the options tells."""
    read = names_read(combinations)
    return [
        Problem(
            "W313",
            f"no step tells `{name}`",
            text.at.key_span,
            f"write `tell: {name}`, or remove it",
            entity=("wording", name),
            path=text.at.path,
        )
        for name, text in game.wording.items()
        if isinstance(text, ToldText) and f"wording {name}" not in read
    ]
