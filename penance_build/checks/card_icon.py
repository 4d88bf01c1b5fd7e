"""E712: a text of a card that names an icon which the game does not draw.

Cases: ``tests/cases/bad/cards``.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from penance_build.checks.distinct import distinct_cards
from penance_build.diagnostics.problem import Problem
from penance_build.diagnostics.suggest import did_you_mean
from penance_build.model.program.elaborate import Elaborated
from penance_build.surface.game import Game

_ICON: Final = re.compile(r"\{icon:([^{}]*)\}")


def check(game: Game, combinations: Sequence[Elaborated]) -> list[Problem]:
    """Find the unknown icons; a game that draws none has those of the program only."""
    known = game.icons
    problems: list[Problem] = []
    for facts in distinct_cards(combinations) if known else []:
        for icon in dict.fromkeys(_ICON.findall("\n".join(facts.card.text))):
            if icon not in known:
                at = facts.item.text
                span, path = (facts.item.at.key_span, facts.item.at.path) if at is None else (at.span, at.path)
                hint = did_you_mean(icon, sorted(known))
                problems.append(Problem("E712", f"there is no icon `{icon}`", span, hint, entity=facts.entity, path=path))
    return problems
