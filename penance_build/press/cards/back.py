"""The back of many cards: the pattern of a faction or slot, and the name of the game on it."""

from __future__ import annotations

from penance_build.press.backs.chosen import CardBack
from penance_build.press.cards.faces import Face, Press
from penance_build.press.cards.fit import LIMITS, overflows, predict_line
from penance_build.press.cards.own_face import own_back
from penance_build.press.drawing.lengths import css_mm, css_pt
from penance_build.press.drawing.pdf import pdf_content
from penance_build.press.drawing.rect import Rect
from penance_build.press.drawing.shapes import Layer
from penance_build.press.imposition.trims import BLEED_UM
from penance_build.press.look.back_pattern import Bands, Ground, back_shapes
from penance_build.press.text.letters import missing_letters
from penance_build.press.text.measure import points_to_um, width_um
from penance_build.press.text.templates import render

BAND_UM = 5600
# What stays free at the left and right of the name together.
PADDING_UM = 4000
# Of a card's width, the share of a band in hundredths: the smallest that bears its name, so that the pattern is seen around it.
SHARES: tuple[int, ...] = (56, 64, 72, 80)
# Letter spacing of the name, in thousandths of an em.
SPACING = 60


def back(press: Press, chosen: CardBack) -> Face:
    """The back of all cards that have this one, with the name of the game (or its own) on it twice: the same after half a turn."""
    if chosen.shows:
        return own_back(press, chosen)
    tincture = press.theme.tincture(chosen.tincture)
    page = press.trim.page
    name = chosen.text
    missing = missing_letters(press.fonts, dict(press.theme.values), [(name, "display", 700, "name")])
    if missing:
        return Face(None, missing=missing)
    bands, size = _bands(press, name)
    width = bands.width * 10 - PADDING_UM
    middles = (page.height // 2 - bands.distance * 10, page.height // 2 + bands.distance * 10)
    boxes = [Rect((page.width - width) // 2, middle - BAND_UM // 2, width, BAND_UM) for middle in middles]
    html = render(
        "cards/back.html",
        lang=press.fonts.language,
        title=name,
        name=name,
        boxes=boxes,
        size=css_pt(size),
        line=css_mm(BAND_UM),
        ink=tincture.color,
    )
    laid_out = press.lay_out(html)
    art = back_shapes(
        Ground(chosen.seed, tincture.hatch, chosen.ornament),
        press.inks(tincture),
        (press.trim.width_um // 10, press.trim.height_um // 10),
        BLEED_UM // 10,
        bands,
    )
    edge = " ".join(("back", *chosen.named))
    if press.theme.is_low:
        art = press.inked(art[1:])  # without the ground of all of it
    return Face(laid_out, pdf_content([Layer(0, 0, art)], page.height), overflows=overflows(laid_out.boxes), edge=edge)


def _bands(press: Press, name: str) -> tuple[Bands, int]:
    """The bands, and the size of the name on them."""
    face, smallest = press.fonts.face("display", 700), LIMITS["back"].smallest
    for share in SHARES:
        bands = Bands(press.trim.width_um * share // 1000, BAND_UM // 10, press.trim.height_um * 40 // 1000)
        # The line is indented by the spacing behind its last letter, so that it stands in the middle.
        width = bands.width * 10 - PADDING_UM - points_to_um(LIMITS["back"].largest) * SPACING // 1000
        if width_um(face, name, smallest, SPACING) <= width:
            break
    return bands, predict_line(press.fonts, name, LIMITS["back"], width, role="display", weight=700, spacing=SPACING)
