"""A board on as many sheets of paper as it needs: parts of one size that overlap by a strip for glue."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

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
# What stands below a board keeps so far off it, and takes at most this share of the height of the paper.
_ABOVE, _SHARE_BELOW = 3_500, 3
# How far a line goes on beyond its part, how high its label is, and how far this stands off the line.
_BEYOND, _LABEL, _APART = 3_000, 2_900, 400
SMALLER = "make its `cell:` smaller"
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


class Parting(Record):
    """How a board is parted: on which paper, into so many parts across and down, each of this size; ``foot`` is kept free below."""

    paper: Paper
    across: int
    down: int
    width: int
    height: int
    foot: int

    @property
    def windows(self) -> tuple[Window, ...]:
        """The parts, row by row; neighbours share a strip."""
        return tuple(
            Window(column * (self.width - GLUE_UM), row * (self.height - GLUE_UM), self.width, self.height)
            for row in range(self.down)
            for column in range(self.across)
        )


class Plan(Record):
    """How a board is printed: its parts, and whether what stands below them takes several rows."""

    parting: Parting
    has_rows: bool


def parting(ways: tuple[Paper, ...], size: tuple[int, int], feet: Sequence[int] = ()) -> Parting:
    """The one of these ways that needs the fewest sheets, the first of several; ``feet`` is how much is kept free below on each."""
    heights = feet or [_FOOT] * len(ways)
    parted = (_parted(paper, size, foot) for paper, foot in zip(ways, heights, strict=True))
    return min(parted, key=lambda found: found.across * found.down)


def _parted(paper: Paper, size: tuple[int, int], foot: int) -> Parting:
    edge = _edge(paper)
    across, width = _share(size[0], paper.width_um - 2 * edge)
    down, height = _share(size[1], paper.height_um - 2 * edge - _HEAD - foot)
    return Parting(paper, across, down, width, height, foot)


def _edge(paper: Paper) -> int:
    """How far all but lines stays off the edge of the paper."""
    return max(_MARGIN, paper.margin_um)


def _share(length: int, room: int) -> tuple[int, int]:
    """Into how many parts a length goes, and how long each is."""
    if length <= room:
        return 1, length
    count = -(-(length - GLUE_UM) // (room - GLUE_UM))
    return count, -(-(length + (count - 1) * GLUE_UM) // count)


def planned(sheet: Sheet, side: ReferenceSide, shown: Shown, board: Hexes | Squares) -> tuple[Plan, str, str]:
    """How a board is printed; why it cannot be, or "", for somebody has to glue its sheets and to read what stands below; and a cure."""
    below = {paper: _below(sheet, side, shown, board, paper) for paper in sheet.ways}
    ways = tuple(paper for paper, (_, foot) in below.items() if foot <= paper.height_um // _SHARE_BELOW)
    size = board_size(board)
    if not ways:
        paper, (has_rows, foot) = next(iter(below.items()))
        beyond = mm(foot - paper.height_um // _SHARE_BELOW, 1)
        return Plan(_parted(paper, size, _FOOT), has_rows), f"has lines below it that are {beyond} mm too high", "say less in its `lines:`"
    found = parting(ways, size, [below[paper][1] for paper in ways])
    plan, count = Plan(found, below[found.paper][0]), found.across * found.down
    if count <= MOST_SHEETS:
        return plan, "", ""
    large = f"{mm(size[0], 0)} × {mm(size[1], 0)} mm"
    return plan, f"is {large} large and needs {count} sheets of {sheet.paper.name}; {MOST_SHEETS} are the most", SMALLER


def _below(sheet: Sheet, side: ReferenceSide, shown: Shown, board: Hexes | Squares, paper: Paper) -> tuple[bool, int]:
    """Whether what stands below a board takes several rows on a paper, and how much it takes with the space above it."""
    foot = _FOOT
    for has_rows in (False, True):
        plan = Plan(Parting(paper, 1, 1, 0, 0, _FOOT), has_rows)
        boxes = _laid(sheet, side, shown, board, plan, 0, is_bare=True).boxes
        foot = max(_FOOT, boxes["below"][3] - boxes["below"][1] + _ABOVE)
        if "last" not in boxes or (foot == _FOOT and boxes["last"][2] <= paper.width_um - _edge(paper)):
            return has_rows, _FOOT
    return True, foot


def board_pages(sheet: Sheet, side: ReferenceSide, shown: Shown, board: Hexes | Squares, plan: Plan) -> list[LaidOut]:
    """The sheets of a board, row by row."""
    return [_laid(sheet, side, shown, board, plan, at) for at in range(len(plan.parting.windows))]


def _laid(
    sheet: Sheet, side: ReferenceSide, shown: Shown, board: Hexes | Squares, plan: Plan, at: int, *, is_bare: bool = False
) -> LaidOut:
    """A sheet of a board; ``is_bare`` without the board, to see what stands below it."""
    program, strings, found, paper = sheet.program, strings_of(sheet.program), plan.parting, plan.parting.paper
    window, edge = found.windows[at], _edge(paper)
    left = (paper.width_um - window.width) // 2
    top = edge + _HEAD + (paper.height_um - 2 * edge - _HEAD - found.foot - window.height) // 2
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
        drawing="" if is_bare else Markup(board_drawing(board, sheet.pen, window)),
        width=css_mm(window.width),
        height=css_mm(window.height),
        legend=legend,
        has_rows=plan.has_rows,
        lines=shown.lines,
        seams=_seams(found, at, (left, top), strings.words),
    )
    settings = sheet.settings
    size = {"width_um": paper.width_um, "height_um": paper.height_um}
    return layout(html, **size, cache=settings.cache, fonts=sheet.fonts, css=sheet.css, tags=not is_bare)


def _seams(found: Parting, at: int, corner: tuple[int, int], words: Mapping[str, str]) -> list[Mapping[str, str]]:
    """The lines along which a part is cut or onto which the next one is glued, each with its letter."""
    row, column = divmod(at, found.across)
    seams: list[Mapping[str, str]] = []
    for is_down, place, count in ((True, column, found.across), (False, row, found.down)):
        for step, is_glued in ((place - 1, False), (place, True)):
            if 0 <= step < count - 1:
                letter = _LETTERS[step if is_down else found.across - 1 + step]
                says = words["board_glue" if is_glued else "board_cut"].replace("{letter}", letter)
                seams.append({"says": says, **_placed(found, corner, is_down=is_down, is_glued=is_glued)})
    return seams


def _placed(found: Parting, corner: tuple[int, int], *, is_down: bool, is_glued: bool) -> Mapping[str, str]:
    """Where a line and its label stand.

    No two labels share a place, and each has the length of its line: on a strip stands its own, from its beginning, where the next
    part covers it; above the part that of its upper cut, and below it that of its left one.
    """
    (left, top), margin = corner, found.paper.margin_um
    inner = (found.width if is_down else found.height) - GLUE_UM if is_glued else 0
    if is_down:
        line = (left + inner, top - _BEYOND, 0, found.height + 2 * _BEYOND)
        text = (line[0] + _LABEL + _APART, top + 2 * _APART) if is_glued else (left + _APART, top + found.height + _APART)
    else:
        before = max(margin, left - _BEYOND)
        line = (before, top + inner, min(found.paper.width_um - margin, left + found.width + _BEYOND) - before, 0)
        text = (left + 2 * _APART, line[1] + _APART) if is_glued else (left + _APART, top - _LABEL - _APART)
    return {
        "kind": "glue" if is_glued else "cut",
        "side": "left" if is_down else "top",
        **{name: css_mm(value) for name, value in zip(("x", "y", "wide", "tall", "text_x", "text_y"), (*line, *text), strict=True)},
    }
