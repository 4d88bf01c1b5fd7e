"""The inputs of elaborated rules beside their own text: results are reused while these are unchanged."""

from __future__ import annotations

from typing import Final

from penance_build.surface.cards import HarmlessWords, ToldText
from penance_build.surface.game import Game

DECLARATIONS: Final = ("unit", "constant", "enum", "die", "table", "space", "counter", "zone", "attribute", "card_type", "slot", "faction")


def world_of_rules(game: Game) -> tuple[object, ...]:
    """All declarations as written, and the names of all other definitions, since formulas may clash with those.

    Equal results mean identical records, because records are compared by identity.
    """
    declared = [tuple(game.of(kind).values()) for kind in (*DECLARATIONS, "option", "parameter")]
    cards = tuple((card.id, card.name, None if card.type is None else card.type.text, _when(card.when)) for card in game.cards.values())
    told = tuple(text for text in game.wording.values() if isinstance(text, ToldText | HarmlessWords))
    named = tuple((kind, name, _when(item.when)) for kind, items in game.kinds.items() for name, item in items.items())
    return (*declared, cards, told, named)


def _when(when: object) -> object:
    return getattr(when, "text", None)
