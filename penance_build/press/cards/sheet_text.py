"""What a sheet says about itself: deck, page, version stamp, how to print it, and a ruler that proves the scale."""

from __future__ import annotations

from markupsafe import Markup

from penance_build.ir.record import Record
from penance_build.press.cards.faces import Press
from penance_build.press.cards.frame import Rect
from penance_build.press.drawing.lengths import css_mm
from penance_build.press.drawing.shapes import Shape
from penance_build.press.drawing.svg import svg_in_hundredths
from penance_build.press.imposition.papers import Grid, Paper
from penance_build.press.imposition.sheets import MARK_LENGTH, Sheet
from penance_build.press.imposition.trims import BLEED_UM
from penance_build.press.text.layout import LaidOut, layout
from penance_build.press.text.templates import render, template_text

RULER_UM = 100_000
INSET = 1200
LINE = 2600
# Printers leave a quarter of an inch white; nothing that must be read stands nearer to the edge.
WHITE = 6350
# A margin wider than this takes the ruler upright.
ROOM = 16000


class Stamp(Record):
    """The words of a sheet."""

    game: str
    deck: str
    version: str
    digest: str


def ruler_svg(ink: str, *, upright: bool, length_um: int = RULER_UM) -> str:
    """A ruler with a tick each millimetre, drawn in hundredths of a millimetre."""
    length = length_um // 10
    lines = [(index * 100 + 10, 180 - (170 if index % 10 == 0 else 120 if index % 5 == 0 else 70)) for index in range(length // 100 + 1)]
    if upright:
        ticks = "".join(f"M10 {along}L{190 - across} {along}" for along, across in lines)
        line, size = f"M10 10L10 {length + 10}", (190, length + 20)
    else:
        ticks = "".join(f"M{along} 180L{along} {across}" for along, across in lines)
        line, size = f"M10 180L{length + 10} 180", (length + 20, 190)
    return svg_in_hundredths(*size, (Shape(ticks, stroke=ink, width=10), Shape(line, stroke=ink, width=14)))


def stamp_page(paper: Paper, grid: Grid, stamp: Stamp, press: Press) -> LaidOut:
    """Lay out the version stamp, alone: it changes with every card, and the rest of a sheet does not."""
    html = render("cards/stamp.html", lang="en", title=stamp.deck, head=_head(paper, grid), stamp=stamp)
    return _lay_out(paper, press, html)


def _head(paper: Paper, grid: Grid) -> Rect:
    """The line at the head of a sheet; the foot is its mirror image."""
    top = max(WHITE, grid.top - BLEED_UM - MARK_LENGTH - LINE + 200)
    return Rect(grid.left, top, grid.columns * grid.cell_width, LINE)


def _lay_out(paper: Paper, press: Press, html: str) -> LaidOut:
    css = press.theme.css() + "\n" + template_text("cards/sheet.css")
    return layout(html, width_um=paper.width_um, height_um=paper.height_um, cache=press.cache, fonts=press.fonts, css=css)


def around_sheet(paper: Paper, grid: Grid, sheet: Sheet, stamp: Stamp, press: Press) -> LaidOut:
    """Lay out the text of one sheet: at head and foot between the marks, the ruler where there is most room."""
    beside = BLEED_UM + MARK_LENGTH
    head = _head(paper, grid)
    upright = grid.left > ROOM
    ruler = Rect(paper.width_um - grid.left + beside + 1000, (paper.height_um - RULER_UM) // 2, 1900, RULER_UM)
    foot = Rect(grid.left, paper.height_um - head.top - LINE, head.width, LINE)
    lying = Rect((paper.width_um - RULER_UM) // 2 - 100, foot.top + 600, RULER_UM, 1900)
    html = render(
        "cards/sheet.html",
        lang="en",
        title=stamp.deck,
        head=head,
        foot=foot,
        # With an even number of columns a mark stands in the middle.
        middle=css_mm(head.width // 2 + INSET) if grid.columns % 2 == 0 else "",
        sheet=sheet,
        stamp=stamp,
        ruler=Markup(ruler_svg(press.theme.ink, upright=upright)),
        box=ruler if upright else lying,
    )
    return _lay_out(paper, press, html)
