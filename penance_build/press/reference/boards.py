"""A board on as many sheets of paper as it needs: parts of one size that overlap by a strip for glue."""

from __future__ import annotations

from collections.abc import Mapping

from markupsafe import Markup

from penance_build.ir.nodes import ReferenceSide
from penance_build.ir.record import Record
from penance_build.press.drawing.lengths import css_mm, mm
from penance_build.press.edition import edition
from penance_build.press.imposition.papers import Paper
from penance_build.press.pieces.board import Window, board_drawing, board_size, legend_drawings
from penance_build.press.pieces.content import Hexes, Squares
from penance_build.press.reference.blocks import Shown
from penance_build.press.reference.sheet import Sheet
from penance_build.press.text.layout import LaidOut, layout
from penance_build.press.text.strings import strings_of
from penance_build.press.text.templates import render

GLUE_UM = 9_000
MOST_SHEETS = 16
_MARGIN, _HEAD, _FOOT = 8_000, 9_000, 12_000
_LEGEND = 7_000
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


class Parting(Record):
    """How a board is parted: on which paper, into so many parts across and down, each of this size."""

    paper: Paper
    across: int
    down: int
    width: int
    height: int

    @property
    def windows(self) -> tuple[Window, ...]:
        """The parts, row by row; neighbours share a strip."""
        return tuple(
            Window(column * (self.width - GLUE_UM), row * (self.height - GLUE_UM), self.width, self.height)
            for row in range(self.down)
            for column in range(self.across)
        )


def parting(ways: tuple[Paper, ...], size: tuple[int, int]) -> Parting:
    """The one of these ways that needs the fewest sheets, the first of several."""
    return min((_parted(paper, size) for paper in ways), key=lambda found: found.across * found.down)


def _parted(paper: Paper, size: tuple[int, int]) -> Parting:
    edge = max(_MARGIN, paper.margin_um)
    across, width = _share(size[0], paper.width_um - 2 * edge)
    down, height = _share(size[1], paper.height_um - 2 * edge - _HEAD - _FOOT)
    return Parting(paper, across, down, width, height)


def _share(length: int, room: int) -> tuple[int, int]:
    """Into how many parts a length goes, and how long each is."""
    if length <= room:
        return 1, length
    count = -(-(length - GLUE_UM) // (room - GLUE_UM))
    return count, -(-(length + (count - 1) * GLUE_UM) // count)


def too_many(sheet: Sheet, board: Hexes | Squares) -> str:
    """Why a board is too large for any number of sheets that somebody would glue, or ""."""
    size = board_size(board)
    found = parting(sheet.ways, size)
    if found.across * found.down <= MOST_SHEETS:
        return ""
    large, sheets = f"{mm(size[0], 0)} × {mm(size[1], 0)} mm", found.across * found.down
    return f"is {large} large and needs {sheets} sheets of {sheet.paper.name}; {MOST_SHEETS} are the most"


def board_pages(sheet: Sheet, side: ReferenceSide, shown: Shown, board: Hexes | Squares) -> list[LaidOut]:
    """The sheets of a board, row by row."""
    found = parting(sheet.ways, board_size(board))
    return [_page(sheet, side, shown, board, found, at) for at in range(len(found.windows))]


def _page(sheet: Sheet, side: ReferenceSide, shown: Shown, board: Hexes | Squares, found: Parting, at: int) -> LaidOut:
    program, strings, paper = sheet.program, strings_of(sheet.program), found.paper
    window, edge = found.windows[at], max(_MARGIN, paper.margin_um)
    left = (paper.width_um - window.width) // 2
    top = edge + _HEAD + (paper.height_um - 2 * edge - _HEAD - _FOOT - window.height) // 2
    legend = legend_drawings(board, sheet.pen, _LEGEND) if isinstance(board, Hexes) else ()
    html = render(
        "reference/board.html",
        lang=strings.language,
        game=program.name,
        title=side.title,
        version=strings.say("rules", version=edition(program.version, strings)),
        number=strings.say("of", part=at + 1, count=len(found.windows)) if len(found.windows) > 1 else "",
        edge=css_mm(edge),
        left=css_mm(left),
        top=css_mm(top),
        drawing=Markup(board_drawing(board, sheet.pen, window)),
        width=css_mm(window.width),
        height=css_mm(window.height),
        legend=legend,
        lines=shown.lines,
        seams=_seams(found, at, (left, top), strings.words),
    )
    settings = sheet.settings
    size = {"width_um": paper.width_um, "height_um": paper.height_um}
    return layout(html, **size, cache=settings.cache, fonts=sheet.fonts, css=sheet.css, tags=True)


def _seams(found: Parting, at: int, corner: tuple[int, int], words: Mapping[str, str]) -> list[Mapping[str, str]]:
    """The lines along which a part is cut or onto which the next one is glued, each with its letter."""
    row, column = divmod(at, found.across)
    (left, top), (width, height) = corner, (found.width, found.height)
    seams: list[Mapping[str, str]] = []
    for is_down, place, count in ((True, column, found.across), (False, row, found.down)):
        for step, kind in ((place - 1, "cut"), (place, "glue")):
            if not 0 <= step < count - 1:
                continue
            letter = _LETTERS[step if is_down else found.across - 1 + step]
            inner = (width if is_down else height) - GLUE_UM if kind == "glue" else 0
            says = words["board_cut" if kind == "cut" else "board_glue"].replace("{letter}", letter)
            line = (left + inner, top - 3_000, 0, height + 6_000) if is_down else (left - 3_000, top + inner, width + 6_000, 0)
            text = (line[0] + 600, top - 4_600) if is_down else (left - 3_000, line[1] - 3_600)
            seams.append({
                "kind": kind, "says": says, "x": css_mm(line[0]), "y": css_mm(line[1]), "wide": css_mm(line[2]), "tall": css_mm(line[3]),
                "side": "left" if is_down else "top", "text_x": css_mm(text[0]), "text_y": css_mm(text[1]),
            })  # fmt: skip
    return seams
