"""The back of many cards: the pattern of a faction or slot, and the name of the game on it."""

from __future__ import annotations

from penance_build.ir.nodes import Card, DeckDef
from penance_build.ir.record import Record
from penance_build.press.cards.faces import Face, Press
from penance_build.press.cards.fit import LIMITS, overflows, predict_line
from penance_build.press.cards.frame import Rect
from penance_build.press.drawing.lengths import css_mm, css_pt
from penance_build.press.drawing.pdf import pdf_content
from penance_build.press.drawing.shapes import Layer
from penance_build.press.imposition.trims import BLEED_UM
from penance_build.press.look.back_pattern import Bands, back_shapes
from penance_build.press.text.letters import missing_letters
from penance_build.press.text.templates import render

BAND_UM = 5600
# Letter spacing of the name, in thousandths of an em.
SPACING = 160


class BackOf(Record):
    """Which back: what it depends on beside the game, what files of it are called, and its tincture."""

    seed: str
    name: str
    tincture: str


def back_of(press: Press, deck: DeckDef | None, card: Card) -> BackOf:
    """The back of a card in a deck: cards that are shuffled together look the same from behind, so it is that of the deck's faction.

    With ``backs: slot`` in the theme there is one for each slot.
    """
    owner = (deck.faction if deck is not None else "") or card.faction
    slot = card.slot if press.theme.value("backs") == "slot" else ""
    named = "-".join(part for part in (owner, slot) if part)
    return BackOf(f"{owner} {slot}".strip(), named or "plain", press.faction(owner).tincture)


def back(press: Press, seed: str, tincture_name: str) -> Face:
    """The back of all cards that share this seed, with the name of the game on it twice: the same after half a turn."""
    tincture = press.theme.tincture(tincture_name)
    page = Rect(0, 0, press.trim.width_um + 2 * BLEED_UM, press.trim.height_um + 2 * BLEED_UM)
    name = press.program.name
    missing = missing_letters(press.fonts, dict(press.theme.values), [(name, "display", 700, "name")])
    if missing:
        return Face(None, missing=missing)
    bands = Bands(press.trim.width_um * 56 // 1000, BAND_UM // 10, press.trim.height_um * 40 // 1000)
    width = bands.width * 10 - 4000
    size = predict_line(press.fonts, name, LIMITS["back"], width, role="display", weight=700, spacing=SPACING)
    middles = (page.height // 2 - bands.distance * 10, page.height // 2 + bands.distance * 10)
    boxes = [Rect((page.width - width) // 2, middle - BAND_UM // 2, width, BAND_UM) for middle in middles]
    html = render(
        "cards/back.html", lang="en", title=name, name=name, boxes=boxes, size=css_pt(size), line=css_mm(BAND_UM), ink=tincture.color
    )
    laid_out = press.lay_out(html)
    art = back_shapes(
        seed, press.inks(tincture), tincture.hatch, (press.trim.width_um // 10, press.trim.height_um // 10), BLEED_UM // 10, bands
    )
    return Face(laid_out, pdf_content([Layer(0, 0, art)], page.height), overflows=overflows(laid_out.boxes))
