"""W748: a card lacks what all others of its type have: an optional number, word or picture, or a text.

One card among ten or more that is the only one without a price was forgotten more often than it was meant; where several lack it,
or few have it, nothing is said. Truths are left out where they are false, and texts that are only printed are for colour: neither is
asked for. Cases: ``tests/cases/bad/bases``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from penance_build.diagnostics.problem import Problem
from penance_build.model.program.elaborate import Elaborated
from penance_build.surface.cards import CARD_KEYS, Card
from penance_build.surface.game import Game

_FEWEST: Final = 10  # cards of a type
_UNASKED: Final = ("text", "bool")


def check(game: Game, combinations: Sequence[Elaborated]) -> list[Problem]:
    """Go through the cards of each type, whatever the options."""
    by_type: dict[str, list[Card]] = {}
    for card in game.cards.values():
        by_type.setdefault("" if card.type is None else card.type.text, []).append(card)
    return [problem for name, cards in by_type.items() if len(cards) >= _FEWEST for problem in _lacking(game, name, cards)]


def _lacking(game: Game, type_: str, cards: Sequence[Card]) -> Iterator[Problem]:
    ends = {item.to.text for item in game.attributes.values() if item.to is not None}
    for name, attribute in game.attributes.items():
        word = attribute.type.text
        is_asked = word not in _UNASKED and not word.startswith("list of ") and name not in ends and name not in CARD_KEYS
        if is_asked and (attribute.is_optional or word == "image"):
            yield from _only(type_, cards, [card for card in cards if name not in card.values and name not in card.said], name)
    yield from _only(type_, cards, [card for card in cards if not _says(card)], "text")


def _only(type_: str, cards: Sequence[Card], lacking: Sequence[Card], what: str) -> Iterator[Problem]:
    if len(lacking) != 1:
        return
    card, count = lacking[0], len(cards) - 1
    of = f" of the type `{type_}`" if type_ else ""
    message = f"card `{card.id}` has no `{what}`, and the other {count} cards{of} have one"
    hint = f"write {what}: …; if it is meant, say so: `# penance: allow W748 the reason`"
    yield Problem("W748", message, card.at.key_span, hint, entity=("card", card.id), path=card.at.path)


def _says(card: Card) -> bool:
    """Whether a card has something to say, or something that says why not."""
    return card.text is not None or card.also_text is not None or card.effects is not None or bool(card.text_only)
