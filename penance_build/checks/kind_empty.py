"""W746: a card type, a slot or a faction that is declared, and that no card has.

A faction of a deck or a set and a slot of a construction are in use, and what cites a `ruling:` is known to be empty; a game whose
cards have none of a kind at all is not asked for it. Cases: ``tests/cases/bad/bases``.
"""

from __future__ import annotations

from collections.abc import Sequence

from penance_build.diagnostics.problem import Problem
from penance_build.model.program.elaborate import Elaborated
from penance_build.surface.game import Game


def check(game: Game, combinations: Sequence[Elaborated]) -> list[Problem]:
    """Find what is empty, whatever the options: a card that exists under one of them counts."""
    cards = game.cards.values()
    used = {
        "card_type": {card.type.text for card in cards if card.type is not None},
        "slot": {card.slot.text for card in cards if card.slot is not None},
        "faction": {at.text for card in cards for at in (card.faction, *card.others) if at is not None},
    }
    kept = {
        "card_type": set[str](),
        "slot": {part.slot for item in game.constructions.values() for part in item.parts} | {s.slot.text for s in game.card_sets.values()},
        "faction": {deck.faction for deck in game.decks.values()} | {item.faction.text for item in game.card_sets.values()},
    }
    problems: list[Problem] = []
    for kind, names in used.items():
        if not names:
            continue
        for name, item in game.of(kind).items():
            if name not in names and name not in kept[kind] and not game.below[kind, name].rulings:
                word = kind.replace("_", " ")
                message, hint = (
                    f"no card has the {word} `{name}`",
                    f"give it cards, or remove it; the cards have: {', '.join(sorted(names)[:6])}",
                )
                problems.append(Problem("W746", message, item.at.key_span, hint, entity=(kind, name), path=item.at.path))
    return problems
