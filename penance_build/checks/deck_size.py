"""E703: a deck whose copies do not add up to its declared size.

Cases: ``tests/cases/bad/cards``.
"""

from __future__ import annotations

from collections.abc import Sequence

from penance_build.diagnostics.problem import Problem
from penance_build.model.program.elaborate import Elaborated
from penance_build.surface.game import Game


def check(game: Game, combinations: Sequence[Elaborated]) -> list[Problem]:
    """Find the decks of a wrong size; what of a deck is unknown is reported by itself, and not counted."""
    problems: dict[Problem, None] = {}
    for elaborated in combinations:
        live = {card.id for card in elaborated.program.cards}
        for deck in elaborated.program.decks:
            size, wanted = game.decks[deck.id].size, elaborated.sizes.get(deck.id)
            total = sum(count for _, count in deck.cards)
            if size is not None and wanted is not None and total != wanted and all(card in live for card, _ in deck.cards):
                table = ", ".join(f"{count} {card}" for card, count in sorted(deck.cards, key=lambda item: (-item[1], item[0]))[:6])
                message = f"deck `{deck.id}` has {total} cards, needs {wanted}"
                problem = Problem("E703", message, size.span, f"it holds {table} …", entity=("deck", deck.id), path=size.path)
                problems[problem] = None
    return list(problems)
