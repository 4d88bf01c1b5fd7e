"""E703: a deck or a set of cards whose copies do not add up to its declared size; E741: a deck with too many copies of one card.

Cases: ``tests/cases/bad/cards``, ``tests/cases/bad/bases``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from penance_build.diagnostics.problem import Problem
from penance_build.model.program.elaborate import Elaborated
from penance_build.surface.game import Game

_SHOWN: Final = 6  # cards


def check(game: Game, combinations: Sequence[Elaborated]) -> list[Problem]:
    """Find the decks and sets of a wrong size; what of one is unknown is reported by itself, and not counted."""
    problems: dict[Problem, None] = {}
    for elaborated in combinations:
        live = {card.id for card in elaborated.program.cards}
        for kind, items in (("deck", elaborated.program.decks), ("card_set", elaborated.program.card_sets)):
            for item in items:
                size = game.decks[item.id].size if kind == "deck" else game.card_sets[item.id].size
                wanted, total = elaborated.sizes.get((kind, item.id)), sum(count for _, count in item.cards)
                if size is None or wanted is None or wanted[0] <= total <= wanted[1] or not all(card in live for card, _ in item.cards):
                    continue
                message = f"{kind.replace('_', ' ')} `{item.id}` has {total} cards, needs {_said(wanted)}"
                listed = (game.decks[item.id] if kind == "deck" else game.card_sets[item.id]).cards
                related = tuple((copies.at.key_span, "its cards begin here") for copies in listed[:1])
                hint = _held(item.cards)
                problems[Problem("E703", message, size.span, hint, related, (kind, item.id), size.path)] = None
    return [*problems, *_copies(game)]


def _held(cards: Sequence[tuple[str, int]]) -> str:
    """What a deck holds, the most copies first."""
    table = [f"{count} {card}" for card, count in sorted(cards, key=lambda held: (-held[1], held[0])) if count]
    if not table:
        return "it holds none: name its cards under `cards:`"
    return f"it holds {', '.join(table[:_SHOWN])}{' …' * (len(table) > _SHOWN)}"


def _said(wanted: tuple[int, int]) -> str:
    low, high = wanted
    return str(low) if low == high else f"{low} to {high}"


def _copies(game: Game) -> Iterator[Problem]:
    """The cards of which a deck has more copies than it says by itself."""
    for name, deck in game.decks.items():
        for copies in deck.cards:
            if 0 < deck.most < copies.count:
                message = f"deck `{name}` has {copies.count} copies of `{copies.card}`, and says at most {deck.most}"
                hint = "take some out, or raise `most:`"
                yield Problem("E741", message, copies.at.span, hint, entity=("deck", name), path=copies.at.path)
