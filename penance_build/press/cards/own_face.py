"""The front of a card in a layout of the game's own, and a back in one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from penance_build.ir.markup import verbatim
from penance_build.ir.nodes import ByValue, Card, Layout, Program
from penance_build.press.backs.chosen import CardBack
from penance_build.press.cards.deck_position import DeckSetting
from penance_build.press.cards.faces import Face, Press
from penance_build.press.cards.front import deck_setting, front
from penance_build.press.cards.saying import Place, layout_of, said_of, with_text
from penance_build.press.layouts.face import Canvas, own_face, text_sizes
from penance_build.press.layouts.page import page_pdf
from penance_build.press.layouts.said import Said
from penance_build.press.look.sizes import trim_for
from penance_build.press.text.layout import LaidOut


def front_of(press: Press, card: Card, place: Place) -> Face:
    """The front of a card in a deck: in a layout of the game's own where one fits it, else as all games have it."""
    layout = layout_of(press.program, card)
    return front(press, card, place[1]) if layout is None else front_in(press, layout, card, place)


def setting_of(press: Press, cards: Iterable[Card]) -> DeckSetting:
    """What the fronts of these cards share: those of one size in a deck, as far as they have no layout of their own."""
    return deck_setting(press, (card for card in cards if layout_of(press.program, card) is None))


def front_in(press: Press, layout: Layout, card: Card, place: Place) -> Face:
    """The front of a card in this layout."""
    tincture = press.tincture_of(card).color
    said = with_text(press.program, card, layout, said_of(press.program, card, place, tincture))
    return drawn(press, layout, said, _shared_sizes(press, layout, place))


def _shared_sizes(press: Press, layout: Layout, place: Place) -> Mapping[str, int]:
    """The sizes of rules text that the cards of a deck share in a layout, where the theme asks for one size in a deck: the smallest."""
    if press.theme.value("text_size") != "deck":
        return {}
    program, (deck, position) = press.program, place
    key = (deck.id, layout.id, press.trim.name)
    if key not in press.deck_sizes:
        found: dict[str, int] = {}
        for card in (program.by_id.cards[name] for name, _ in deck.cards):
            if layout_of(program, card) == layout and trim_for(program, card) == press.trim:
                said = with_text(program, card, layout, said_of(program, card, (deck, position), ""))
                for box, size in text_sizes(_canvas(press), layout, said).items():
                    found[box] = min(size, found.get(box, size))
        press.deck_sizes[key] = found
    return press.deck_sizes[key]


def own_back(press: Press, chosen: CardBack) -> Face:
    """A back that shows a layout or a picture of the game's own."""
    said = said_on_back(press.program, chosen, press.theme.tincture(chosen.tincture).color)
    return drawn(press, layout_on_back(press.program, chosen), said)


def layout_on_back(program: Program, chosen: CardBack) -> Layout:
    """The layout of a back; one of no name where it is a picture that covers the card."""
    ours = next((item for item in program.printed.layouts if item.id == chosen.shows), None)
    return Layout("", (), (), ByValue("", (), chosen.shows), (), is_back=True) if ours is None else ours


def said_on_back(program: Program, chosen: CardBack, tincture: str) -> Said:
    """What a back says."""
    plain = {"id": chosen.name, "name": program.name, "game": program.name, "version": program.version, **dict(chosen.said)}
    texts = {name: verbatim(text) for name, text in plain.items()}
    return Said(texts, dict(chosen.values), {}, "", tincture, frozenset(name for name in texts if texts[name]))


def _canvas(press: Press, sizes: Mapping[str, int] | None = None) -> Canvas:
    return Canvas(press.theme, press.fonts, press.trim, press.gallery, press.templates, sizes or {})


def drawn(press: Press, layout: Layout, said: Said, sizes: Mapping[str, int] | None = None) -> Face:
    """What a layout shows of what is said; no text of a box goes beyond the size that it has in ``sizes``."""
    made = own_face(_canvas(press, sizes), layout, said)
    if made.missing or made.unknown_icons or made.bad_markup is not None:
        missing, unknown, unread = made.missing, made.unknown_icons, made.bad_markup
        return Face(None, missing=missing, unknown_icons=unknown, bad_markup=unread, findings=made.findings, layout=layout.id)
    page = press.trim.page
    pdf = page_pdf(made.pen, page.width, page.height)
    pictures, edge = tuple(sorted(made.pen.pictures.items())), "" if made.has_ink_at_edge else "paper"
    return Face(LaidOut(pdf, 1, {}, ()), findings=made.findings, layout=layout.id, pictures=pictures, edge=edge)
