"""The front of a spare card: the frame that the cards of its deck have, with lines in it to be written on, and nothing else.

In a layout of the game's own lines stand where its cards have their name and their text. A deck of several layouts has spare cards of
each in turn, for who writes a card must find the places of its kind; the layout of most cards comes first.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from penance_build.ir.nodes import ByValue, Card, Layout, LayoutBox, Program
from penance_build.ir.record import replace
from penance_build.press.cards.deck_position import DeckSetting
from penance_build.press.cards.faces import Face, Press
from penance_build.press.cards.frame import frame_for
from penance_build.press.cards.own_face import drawn
from penance_build.press.cards.saying import layout_of, said_of
from penance_build.press.drawing.shapes import Shape, rect_data
from penance_build.press.layouts.page import page_pdf
from penance_build.press.layouts.pen import Pen
from penance_build.press.layouts.places import on_card
from penance_build.press.layouts.said import Said
from penance_build.press.look.panel import band_shapes
from penance_build.press.look.strip import strip_shapes
from penance_build.press.text.layout import LaidOut

HAIR = 15
# Two lines to write on stand so far apart.
LINES_UM = 6500


# A line stands so far above the lower edge of its box, and so far below the middle of one in which it is alone.
_ABOVE_EDGE_UM, _BELOW_MIDDLE_UM = 600, LINES_UM // 2
_LINE_UM = 150


def spare_likes(program: Program, cards: Sequence[tuple[Card, int]], faction: str) -> tuple[Card, ...]:
    """The cards that spare ones are like, in turn: one of each layout among these cards with their copies, that of most cards first.

    Cards that show another card on their back stand aside where there are others.
    """
    one_sided = [(card, copies) for card, copies in cards if not card.back] or [cards[0]]
    kinds: dict[str, list[tuple[Card, int]]] = {}
    for card, copies in one_sided:
        layout = layout_of(program, card)
        kinds.setdefault("" if layout is None else layout.id, []).append((card, copies))
    by_count = sorted(kinds.values(), key=lambda kind: -sum(copies for _, copies in kind))
    return tuple(next((card for card, _ in kind if card.faction == faction), kind[0][0]) for kind in by_count)


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
    """The boxes of a layout that say nothing of a card, and lines where it has its name and its text."""
    nothing = replace(like, id="", name="", values=(), words=(), text=(), slot="")
    said = said_of(press.program, nothing, None, press.tincture_of(like).color)
    boxes = on_card(layout.boxes, press.trim)
    written = _written(boxes, replace(said, has=said.has | {"text"})) or _written(boxes, said_of(press.program, like, None, ""))
    lined = tuple(
        made for box in boxes for made in (box, *(lines_in(box, box.id == written.get("name")) if box.id in written.values() else ()))
    )
    return drawn(press, replace(layout, boxes=lined), said)


def _written(boxes: Sequence[LayoutBox], said: Said) -> dict[str, str]:
    """The boxes in which a card of this kind has its name and its text, by these two words."""
    found: dict[str, str] = {}
    for box in boxes:
        texts = (box.content.other, *(text for _, text in box.content.cases))
        for word in ("text", "name"):
            if box.kind == "text" and said.shows(box) and any(f"{{{word}}}" in text for text in texts):
                found.setdefault(word, box.id)
    return found


def lines_in(box: LayoutBox, is_one: bool) -> Iterator[LayoutBox]:
    """The lines to write on in a box of text, along its lines of text: one for a name, else as many as it has room for."""
    turned = dict(box.numbers).get("rotate", 0)
    deep, long = (box.height, box.width) if turned in (0, 180) else (box.width, box.height)
    last = deep - _ABOVE_EDGE_UM
    places = [min(last, deep // 2 + _BELOW_MIDDLE_UM)] if is_one or last < LINES_UM else range(LINES_UM, last + 1, LINES_UM)
    colors = tuple(("stroke", color) for name, color in box.colors if name == "colour")
    for at in places:
        beyond = at if turned in (0, 270) else deep - at
        left, top = (0, beyond) if turned in (0, 180) else (beyond, 0)
        wide, high = (long, 0) if turned in (0, 180) else (0, long)
        yield replace(
            box, id=f"{box.id}.{at}", kind="line", left=box.left + left, top=box.top + top, width=wide, height=high,
            content=ByValue("", (), ""), colors=colors, styles=(), numbers=(("line", _LINE_UM),), types=(), has=(), lacks=(),
        )  # fmt: skip
