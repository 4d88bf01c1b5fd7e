"""The picture of a card in the panel of its front, in place of the ornament: of its first image attribute that has one."""

from __future__ import annotations

from penance_build.ir.nodes import Card
from penance_build.ir.record import Record
from penance_build.press.cards.faces import Press
from penance_build.press.drawing.rect import Rect
from penance_build.press.layouts.figures import outline
from penance_build.press.layouts.finding import Finding
from penance_build.press.layouts.pen import Corner, Pen
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
    name, corner = names[0], Corner(panel.left, panel.top, panel.width, panel.height)
    try:
        picture = press.gallery.picture(name, panel.width)
        at = place(picture, panel.width, panel.height, "cover", (50, 50))
        picture = press.gallery.picture(name, at.width)
    except Fault as fault:
        return PanelPicture(findings=(Finding(fault.code, "", f"the picture {name} {fault.says}", fault.cure),))
    pen = Pen(press.page.height)
    pen.picture(corner, picture, at, outline("rectangle", panel.width // 10, panel.height // 10))
    findings = [Finding(code, "", says, cure) for code, says, cure in judge(picture, name, panel.width, panel.height, "cover")]
    taken = press.gallery.removed(name)
    findings += [Finding("W839", "", f"{item} was taken out of the picture {name}", "save it as plain SVG") for item in taken]
    return PanelPicture(pen.content(), tuple(sorted(pen.pictures.items())), tuple(findings))
