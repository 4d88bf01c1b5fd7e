"""What a sheet says about itself: deck, page, version stamp, how to print it, and a ruler that proves the scale."""

from __future__ import annotations

from markupsafe import Markup

from penance_build.press.drawing.shapes import Shape
from penance_build.press.drawing.svg import svg_in_hundredths
from penance_build.press.imposition.grids import Grid
from penance_build.press.imposition.papers import Paper
from penance_build.press.imposition.sheets import Sheet
from penance_build.press.sheets.bands import SheetLook, Stamp, foot_of, frame_of, head_of
from penance_build.press.text.layout import LaidOut, layout
from penance_build.press.text.templates import render, template_text
from penance_build.product import Printing

# How sheets are printed, by the order of pages and the edge over which paper is turned.
_HOW = {
    ("interleaved", "long"): "two_sided",
    ("interleaved", "short"): "two_sided_short",
    ("backs_last", "long"): "by_hand",
    ("backs_last", "short"): "by_hand_short",
    ("fronts", ""): "one_sided",
    ("fold", ""): "folded",
}
# What is on a page, by its side.
_SIDES = {"front": "fronts", "back": "backs", "both": "both"}


def ruler_svg(ink: str, length_um: int) -> str:
    """A ruler with a tick each millimetre, drawn in hundredths of a millimetre."""
    length = length_um // 10
    lines = [(index * 100 + 10, 180 - (170 if index % 10 == 0 else 120 if index % 5 == 0 else 70)) for index in range(length // 100 + 1)]
    ticks = "".join(f"M{along} 180L{along} {across}" for along, across in lines)
    shapes = (Shape(ticks, stroke=ink, width=10), Shape(f"M10 180L{length + 10} 180", stroke=ink, width=14))
    return svg_in_hundredths(length + 20, 190, shapes)


def ruler_marks(left: int, top: int, length: int, *, is_upright: bool = False) -> str:
    """The path of such a ruler that begins at a point, its ticks upwards or, where it stands, to the left."""
    ends = f"M{left} {top}L{left} {top + length}" if is_upright else f"M{left} {top}L{left + length} {top}"
    ticks = []
    for index in range(length // 100 + 1):
        along, reach = index * 100, 250 if index % 10 == 0 else 170 if index % 5 == 0 else 100
        at, to = ((left, top + along), (left - reach, top + along)) if is_upright else ((left + along, top), (left + along, top - reach))
        ticks.append(f"M{at[0]} {at[1]}L{to[0]} {to[1]}")
    return ends + "".join(ticks)


def how_printed(printing: Printing) -> str:
    """The key of the words that say how sheets are printed."""
    return _HOW.get((printing.pages, "")) or _HOW[printing.pages, printing.edge]


def sheet_texts(paper: Paper, grid: Grid, sheets: tuple[Sheet, ...], stamp: Stamp, look: SheetLook, how: str = "two_sided") -> LaidOut:
    """Lay out what the sheets of a file say, as one document, which costs a third of many.

    Its first page is of all sheets: whose they are and the stamp at their head, ``how`` they are printed at their foot, and there the
    ruler. Then comes a page for each sheet with what it says alone, its number and its side.
    """
    frame = frame_of(paper, grid)
    foot, total = foot_of(frame, look, how), max(sheet.total for sheet in sheets)
    html = render(
        "cards/sheet.html",
        lang=look.strings.language,
        title=stamp.deck,
        frame=frame,
        head=head_of(frame, stamp, _number(look, _longest(grid), total, total), look),
        foot=foot,
        ruler=Markup(ruler_svg(look.theme.ink, foot.length)),
        numbers=[_number(look, _SIDES[sheet.side], sheet.number, sheet.total) for sheet in sheets],
    )
    css = look.theme.css() + "\n" + template_text("cards/sheet.css")
    return layout(html, width_um=paper.width_um, height_um=paper.height_um, cache=look.cache, fonts=look.fonts, css=css)


def _longest(grid: Grid) -> str:
    """The words for what is on a sheet that are as long as any in its file."""
    return "both" if grid.fold else "fronts"


def _number(look: SheetLook, side: str, number: int, total: int) -> str:
    return look.strings.say("sheet", number=number, total=total, side=look.strings.say(side))
