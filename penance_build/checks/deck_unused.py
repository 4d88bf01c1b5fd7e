"""W722: a card that lies in no deck and no set of cards, so that it is printed nowhere; W723: a deck that nobody can bring to any setup.

Cases: ``tests/cases/bad/cards``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from penance_build.diagnostics.problem import Problem
from penance_build.model.program.elaborate import Elaborated
from penance_build.surface.game import Game


def check(game: Game, combinations: Sequence[Elaborated]) -> list[Problem]:
    """Find what lies in nothing, under no combination of options; a game without decks prints no cards, and knows it."""
    return [*_loose_cards(game, combinations), *_unbrought_decks(game, combinations)] if game.decks else []


def _loose_cards(game: Game, combinations: Sequence[Elaborated]) -> Iterator[Problem]:
    programs = [elaborated.program for elaborated in combinations]
    dealt = {card for program in programs for deck in program.decks for card, _ in deck.cards}
    dealt |= {card.back for program in programs for card in program.cards if card.back and card.id in dealt}
    # Players make decks too, of sets and of single cards.
    dealt |= {card for program in programs for card_set in program.card_sets for card, _ in card_set.cards}
    parts = [part for program in programs for construction in program.constructions for part in construction.parts]
    taken = {part.slot for part in parts if part.take == "cards"}
    for name, card in game.cards.items():
        if name not in dealt and (card.slot is None or card.slot.text not in taken):
            message = f"card `{name}` lies in no deck, so it is printed nowhere"
            hint = "put it into a deck under `decks:`"
            yield Problem("W722", message, card.at.key_span, hint, entity=("card", name), path=card.at.path)


def _unbrought_decks(game: Game, combinations: Sequence[Elaborated]) -> Iterator[Problem]:
    setups = [setup for elaborated in combinations for setup in elaborated.program.setups]
    brought = {deck for setup in setups if setup.deck for deck in setup.decks}
    lying = {deck for setup in setups for _, deck in setup.zones}
    if not brought and not lying:
        return  # its setups know no cards
    for name, deck in game.decks.items():
        if name not in brought and name not in lying:
            takers = sorted({setup.id for setup in setups if setup.deck})
            message = f"no setup lets anybody bring the deck `{name}`"
            where = f"to `decks:` of the setup `{takers[0]}`, or write `decks: all` there" if takers else "to `zones:` of a setup"
            yield Problem("W723", message, deck.at.key_span, f"add it {where}", entity=("deck", name), path=deck.at.path)
