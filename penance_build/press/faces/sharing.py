"""What the fronts of a deck share, for those who ask what a card is printed from: found as sheets find it, once for each deck and size."""

from __future__ import annotations

from penance_build.ir.nodes import Card, DeckDef, Program
from penance_build.ir.record import replace
from penance_build.press.cards.deck_position import DeckPosition
from penance_build.press.cards.faces import Press, press_with
from penance_build.press.cards.own_face import setting_of, shared_sizes
from penance_build.press.cards.printed import InDeck
from penance_build.press.cards.saying import layout_of
from penance_build.press.look.sizes import trim_for, trim_of_theme
from penance_build.press.look.theme import theme_from
from penance_build.press.text.fonts import FontMissing, font_set
from penance_build.press.text.icon_font import BadIcon
from penance_build.press.text.strings import ENGLISH
from penance_build.product import Cache, Files, NoCache


class Decks:
    """The decks of a game. Where a font cannot be had, what depends on it is not known, and left out."""

    def __init__(self, program: Program, files: Files, cache: Cache | None = None) -> None:
        self._program, self._press = program, _press(program, files, cache or NoCache())
        self._found: dict[str, dict[str, InDeck]] = {}

    def place(self, deck: DeckDef, card: str) -> InDeck:
        """A card of a deck, and what its front shares with others there."""
        if deck.id not in self._found:
            self._found[deck.id] = self._of(deck)
        return self._found[deck.id][card]

    def _of(self, deck: DeckDef) -> dict[str, InDeck]:
        cards = {name: self._program.by_id.cards[name] for name, _ in deck.cards}
        positions = {name: DeckPosition(at, len(cards), copies) for at, (name, copies) in enumerate(deck.cards, start=1)}
        found = {name: InDeck((deck, position)) for name, position in positions.items()}
        press = self._press
        if press is None:
            return found
        for trim in {trim.name: trim for trim in (trim_for(self._program, card) for card in cards.values())}.values():
            mine = [card for card in cards.values() if trim_for(self._program, card) == trim]
            found |= _shared(replace(press, trim=trim), deck, mine, positions)
        return found


def _shared(press: Press, deck: DeckDef, cards: list[Card], positions: dict[str, DeckPosition]) -> dict[str, InDeck]:
    """Those cards of a deck that are of one size."""
    setting, sizes = setting_of(press, cards), {}
    for card in cards:
        layout = layout_of(press.program, card)
        if layout is not None and layout.id not in sizes:
            sizes[layout.id] = tuple(shared_sizes(press, layout, (deck, positions[card.id])).items())
    shared = tuple(sizes.items())
    return {card.id: InDeck((deck, replace(positions[card.id], setting=setting)), shared) for card in cards}


def _press(program: Program, files: Files, cache: Cache) -> Press | None:
    try:
        fonts = font_set(dict(program.printed.theme), program.printed.icons, cache, files)
    except (FontMissing, BadIcon):
        return None
    fonts = replace(fonts, language=program.printed.locale or ENGLISH)
    return press_with(program, theme_from(program.printed.theme), fonts, trim_of_theme(program), cache, files)
