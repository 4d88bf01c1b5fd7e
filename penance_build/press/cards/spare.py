"""The front of a spare card: the frame that the cards of its deck have, and nothing in it, to be written on."""

from __future__ import annotations

from penance_build.ir.nodes import Card, Layout
from penance_build.ir.record import replace
from penance_build.press.cards.deck_position import DeckSetting
from penance_build.press.cards.faces import Face, Press
from penance_build.press.cards.frame import frame_for
from penance_build.press.cards.own_face import drawn
from penance_build.press.cards.saying import layout_of, said_of
from penance_build.press.drawing.shapes import Shape, rect_data
from penance_build.press.layouts.page import page_pdf
from penance_build.press.layouts.pen import Pen
from penance_build.press.look.panel import band_shapes
from penance_build.press.look.strip import strip_shapes
from penance_build.press.text.layout import LaidOut

HAIR = 15
# Two lines to write on stand so far apart.
LINES_UM = 6500


def spare_front(press: Press, like: Card, setting: DeckSetting) -> Face:
    """A front without a card, in the colour and the layout of one of its deck."""
    layout = layout_of(press.program, like)
    if layout is not None:
        return _in_layout(press, layout, like)
    tincture = press.tincture_of(like)
    inks, frame = press.inks(tincture), frame_for(press.trim, has_marks=False, share=setting.share)
    pen, page = Pen(frame.page.height), frame.page
    pen.shapes(0, 0, (Shape(rect_data(0, 0, page.width // 10, page.height // 10), fill=inks.paper),))
    strip, panel = frame.strip, frame.panel
    pen.shapes(strip.left, strip.top, press.inked(strip_shapes(inks, tincture.hatch, strip.width // 10, strip.height // 10, 100)))
    pen.shapes(panel.left, panel.top, press.inked(band_shapes(inks, panel.width // 10, panel.height // 10)))
    # Lines under the name, for the text, and over the last line.
    lines = [frame.name.bottom - 600, *range(frame.rules.top + LINES_UM, frame.quiet.top - LINES_UM // 2, LINES_UM), frame.quiet.top]
    drawn_lines = "".join(f"M0 {(at - page.top) // 10}L{frame.name.width // 10} {(at - page.top) // 10}" for at in lines)
    pen.shapes(frame.name.left, 0, (Shape(drawn_lines, stroke=inks.ink, width=HAIR),))
    return Face(LaidOut(page_pdf(pen, page.width, page.height), 1, {}, ()), edge="paper")


def _in_layout(press: Press, layout: Layout, like: Card) -> Face:
    """The boxes of a layout that say nothing of a card."""
    nothing = replace(like, id="", name="", values=(), words=(), text=(), slot="")
    said = said_of(press.program, nothing, None, press.tincture_of(like).color)
    return drawn(press, layout, said)
