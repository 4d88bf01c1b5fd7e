"""What a sheet says about itself: deck, page, version stamp, how to print it, and a ruler that proves the scale."""

from __future__ import annotations

from dataclasses import dataclass

from markupsafe import Markup

from penance_build.press.faces import Press
from penance_build.press.frame import Rect, mm
from penance_build.press.layout import LaidOut, layout
from penance_build.press.papers import Grid, Paper
from penance_build.press.sheets import MARK_LENGTH, Sheet
from penance_build.press.templates import render, template_text
from penance_build.press.trims import BLEED_UM
from penance_build.press.vector import Shape, svg

RULER_UM = 100_000
INSET = 1200
LINE = 2600
# Printers leave a quarter of an inch white; nothing that must be read stands nearer to the edge.
WHITE = 6350


@dataclass(frozen=True, slots=True)
class Stamp:
    """The words of a sheet."""

    game: str
    deck: str
    version: str
    digest: str


def ruler_svg(ink: str, length_um: int = RULER_UM) -> str:
    """A ruler with a tick each millimetre, drawn in hundredths of a millimetre."""
    length = length_um // 10
    ticks = []
    for index in range(length // 100 + 1):
        tall = 170 if index % 10 == 0 else 120 if index % 5 == 0 else 70
        ticks.append(f"M{index * 100 + 10} 180L{index * 100 + 10} {180 - tall}")
    line = f"M10 180L{length + 10} 180"
    return svg(length + 20, 190, (Shape("".join(ticks), stroke=ink, width=10), Shape(line, stroke=ink, width=14)))


def around_sheet(paper: Paper, grid: Grid, sheet: Sheet, stamp: Stamp, press: Press) -> LaidOut:
    """Lay out the text of one sheet."""
    beside = BLEED_UM + MARK_LENGTH
    top = max(WHITE, grid.top - beside - LINE + 200)
    html = render(
        "cards/sheet.html",
        lang="en",
        title=stamp.deck,
        page=Rect(0, 0, paper.width_um, paper.height_um),
        head=Rect(grid.left, top, grid.columns * grid.cell_width, LINE),
        foot=Rect(grid.left, paper.height_um - top - LINE, grid.columns * grid.cell_width, LINE),
        sheet=sheet,
        stamp=stamp,
        ruler=Markup(ruler_svg(press.theme.ink)),
        inset=mm(INSET),
    )
    css = press.theme.css() + "\n" + template_text("cards/sheet.css")
    return layout(html, width_um=paper.width_um, height_um=paper.height_um, cache=press.cache, fonts=press.fonts, css=css)
