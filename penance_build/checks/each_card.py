"""The cards of all combinations of options, each once: what the checks of cards go through."""

from __future__ import annotations

from collections.abc import Sequence

from penance_build.model.cards.facts import CardFacts
from penance_build.model.program.elaborate import Elaborated


def distinct_cards(combinations: Sequence[Elaborated]) -> list[CardFacts]:
    """Every card, anew only where another choice of options makes it another card."""
    found = {id(facts): facts for elaborated in combinations for facts in elaborated.cards}
    return list(found.values())
