"""The picture of a card in the panel of its front, in place of the ornament: of its first image attribute that has one."""

from __future__ import annotations

from penance_build.ir.nodes import Card
from penance_build.ir.record import Record
from penance_build.press.cards.faces import Press
from penance_build.press.drawing.rect import Rect
from penance_build.press.layouts.figures import outline
from penance_build.press.layouts.finding import Finding, at_fault, taken_out, unsuited
from penance_build.press.layouts.pen import Corner, Pen
from penance_build.press.look.panel import INNER
from penance_build.press.pictures.judged import judge, place
from penance_build.press.pictures.picture import Fault, Picture


class PanelPicture(Record):
    """A content stream that draws it, the pictures that this names, and what is wrong."""

    content: bytes = b""
    pictures: tuple[tuple[str, Picture], ...] = ()
    findings: tuple[Finding, ...] = ()


def picture_in(press: Press, card: Card, panel: Rect) -> PanelPicture:
    """The picture of a card in its panel; nothing where it has none."""
    words = dict(card.words)
    names = [words[item.id][0] for item in press.program.printed.words if item.kind == "image" and words.get(item.id)]
    if not names:
        return PanelPicture()
    name, edge = names[0], INNER * 5  # it ends in the middle of the band around it
    corner = Corner(panel.left + edge, panel.top + edge, panel.width - 2 * edge, panel.height - 2 * edge)
    try:
        picture = press.gallery.picture(name, corner.width)
        at = place(picture, corner.width, corner.height, "cover", (50, 50))
        picture = press.gallery.picture(name, at.width)
    except Fault as fault:
        return PanelPicture(findings=(at_fault("", name, fault),))
    pen = Pen(press.trim.page.height)
    pen.picture(corner, picture, at, outline("rectangle", corner.width // 10, corner.height // 10))
    findings = (
        *unsuited("", name, judge(picture, name, corner.width, corner.height, "cover")),
        *taken_out("", name, press.gallery.removed(name)),
    )
    return PanelPicture(pen.content(), tuple(sorted(pen.pictures.items())), findings)
