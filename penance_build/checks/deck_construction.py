"""E719: a deck that breaks the construction that it names: too many or too few of a part, cards that are no set, another faction's.

Cases: ``tests/cases/bad/cards``.
"""

from __future__ import annotations

from collections.abc import Sequence

from penance_build.diagnostics.problem import Problem
from penance_build.ir.construct import faults
from penance_build.model.program.elaborate import Elaborated
from penance_build.surface.game import Game


def check(game: Game, combinations: Sequence[Elaborated]) -> list[Problem]:
    """Hold every deck against its construction, under each combination of options."""
    problems: dict[Problem, None] = {}
    judged: set[tuple[object, ...]] = set()  # most decks are the same in every combination
    for elaborated in combinations:
        known = {item.id: item for item in elaborated.program.constructions}
        live = {card.id for card in elaborated.program.cards}
        for deck in elaborated.program.decks:
            construction = known.get(deck.construction)
            if construction is None or not all(card in live for card, _ in deck.cards):
                continue
            key = (deck, construction, elaborated.program.cards, elaborated.program.card_sets)
            if key in judged:
                continue
            judged.add(key)
            named = game.decks[deck.id]
            at = named.construction or named.at
            for sentence, fix in faults(elaborated.program, construction, deck):
                message = f"deck `{deck.id}` breaks `{construction.id}`: {sentence}"
                problems[Problem("E719", message, at.span, fix, entity=("deck", deck.id), path=at.path)] = None
    return list(problems)
