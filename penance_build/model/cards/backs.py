"""Backs of one's own, of a card type or a deck."""

from __future__ import annotations

from collections.abc import Mapping

from penance_build.ir import nodes as ir
from penance_build.surface.cards import Back
from penance_build.surface.game import Game
from penance_build.surface.nodes import At


def back_of(back: Back | None) -> ir.Back | None:
    """A back of one's own, or None where there is none."""
    if back is None:
        return None
    return ir.Back(
        back.text, "" if back.tincture is None else back.tincture.text, back.ornament, "" if back.shows is None else back.shows.text
    )


def shown_on_backs(game: Game) -> Mapping[str, At]:
    """The pictures and layouts that backs name, each where it is named first: by the theme, by types and by decks."""
    found: list[tuple[str, At]] = [(item.text, item.at) for key, item in game.theme.items() if key == "back"]
    backs = [kind.back for kind in game.card_types.values()] + [deck.back for deck in game.decks.values()]
    found += [(back.shows.text, back.shows) for back in backs if back is not None and back.shows is not None]
    return dict(reversed(found))
