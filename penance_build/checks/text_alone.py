"""W727: a card that has a text alone, among cards of its type that have effects or say why they have none.

In a game whose cards are only printed nobody misses effects; where others of the type are played, one may have been forgotten.
Cases: ``tests/cases/bad/cards``.
"""

from __future__ import annotations

from collections.abc import Sequence

from penance_build.checks.distinct import distinct_cards
from penance_build.diagnostics.problem import Problem
from penance_build.model.program.elaborate import Elaborated
from penance_build.surface.game import Game


def check(game: Game, combinations: Sequence[Elaborated]) -> list[Problem]:
    """Find the cards with nothing but a text."""
    cards = distinct_cards(combinations)
    played = {facts.card.type for facts in cards if facts.card.procedure or facts.card.text_only}
    problems: list[Problem] = []
    for facts in cards:
        card, text = facts.card, facts.item.text
        if text is None or card.procedure or card.text_only or card.type not in played:
            continue
        message = f"nothing plays what card `{card.id}` says, while others of its type have effects"
        hint = "write its `effects:`, or `text_only:` with what the rules language lacks for them"
        problems.append(Problem("W727", message, text.key_span, hint, entity=facts.entity, path=text.path))
    return problems
