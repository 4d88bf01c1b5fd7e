"""The quick reference: one sheet, a page for each of its one or two sides, three columns on a baseline grid.

Each block is measured in a column of its own first; then the blocks are dealt out in their order. Each side takes the
largest type in which it fits, its columns are as even as they can be, and what height is then left over in a column goes
between its blocks, up to two lines more. Steps that go on over several blocks have a thread along them, so that they are
seen as one sequence. A game that says all in half a sheet in such type has it printed twice, to be cut apart.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from penance_build.compilation import Compilation
from penance_build.diagnostics.problem import Problem, Span
from penance_build.ir.nodes import ReferenceSide
from penance_build.ir.record import replace
from penance_build.ir.uses import closure
from penance_build.press.complaints import Complaints
from penance_build.press.documents import opened, written
from penance_build.press.drawing.lengths import css_mm, css_pt, mm
from penance_build.press.edition import edition
from penance_build.press.imposition.tags import append_tagged
from penance_build.press.imposition.true_size import at_true_size
from penance_build.press.look.sizes import sheet_paper_for
from penance_build.press.look.style import say_warnings, style_of
from penance_build.press.pieces.cells import Part
from penance_build.press.pieces.content import Boxes, Content, Hexes, Squares, Tokens, Track
from penance_build.press.pieces.parts import parts_of
from penance_build.press.pieces.pen import Pen
from penance_build.press.reference.blocks import Shown, Unknown, shown_blocks
from penance_build.press.reference.boards import SMALLER, board_pages, planned
from penance_build.press.reference.cells import words_of
from penance_build.press.reference.columns import airy_gap, even, shortest
from penance_build.press.reference.places import Places
from penance_build.press.reference.sheet import (
    GUTTER,
    HALF_FROM,
    HEAD_HEIGHT,
    LADDER,
    SIDES,
    TALL,
    Fit,
    Measured,
    Sheet,
    Type,
    columns_of,
    is_board,
    lying,
    sheet_path,
    sides_of,
)
from penance_build.press.text.layout import LaidOut, layout
from penance_build.press.text.strings import strings_of
from penance_build.press.text.templates import render, template_text
from penance_build.product import Artifact, Produced, Settings

MOST_LINES = 1_000  # of a side; three columns of the largest paper have fewer than 400
MOST_PIECES = 1_500


def produce(compilation: Compilation, settings: Settings) -> Produced:
    """The file ``reference/GAME-PAPER.pdf`` of a game that has a quick reference, and one for each sheet beside it."""
    program = compilation.program
    if program is None or not program.printed.reference:
        return Produced(())
    places = Places(program, compilation.spans)
    names = tuple(dict.fromkeys(side.sheet for side in program.printed.reference))
    problems = [problem for name in names for problem in _too_many_sides(sides_of(program, name), places)]
    if problems:
        return Produced((), tuple(problems))
    words = words_of(program)
    shown: dict[ReferenceSide, tuple[Shown, ...]] = {}
    for side in program.printed.reference:
        try:
            shown[side] = shown_blocks(program, side.blocks, words, settings.answers)
        except Unknown as error:
            problems.append(_problem("E842", f"on the side “{side.title}” of {_called(side.sheet)} {error}", places.side(side)))
        else:
            problems += _too_much(side, shown[side], places.side(side))
    if problems:
        return Produced((), tuple(problems))
    complaints = Complaints(compilation)
    style = style_of(program, complaints, settings.cache, files=settings.files)
    if style is None:
        return Produced((), complaints.found())
    css = style.theme.css() + template_text("reference/sheet.css")
    artifacts: list[Artifact] = []
    paper = sheet_paper_for(program, settings.paper)
    pen = Pen(style.theme, style.fonts)
    for name in names:
        sheet = Sheet(program, paper, style.fonts, css, settings, pen, name)
        sheet = replace(sheet, paper=lying(paper)) if sheet.is_lying else sheet
        blocks = [shown[side] for side in sheet.sides]
        made, found = (
            _board(sheet, blocks[0][0], places, complaints) if is_board(sheet.sides[0]) else _fitted(sheet, blocks, places, complaints)
        )
        artifacts += made
        problems += found
    said = (*problems, *complaints.found())
    return Produced((), said) if problems or complaints.has_errors else Produced(tuple(artifacts), said)


def _too_many_sides(sides: tuple[ReferenceSide, ...], places: Places) -> list[Problem]:
    called, span = _called(sides[0].sheet), places.side(sides[-1])
    if len(sides) > SIDES:
        return [_problem("E841", f"{called} has {len(sides)} sides, and a sheet has {SIDES}", span)]
    if len(sides) > 1 and any(map(is_board, sides)):
        return [_problem("E841", f"{called} has a board and another side: a board is a sheet of its own", span)]
    return []


def _too_much(side: ReferenceSide, blocks: Sequence[Shown], span: Span) -> list[Problem]:
    """A side with more than any paper holds in the smallest type, which is seen before it is laid out fifteen times."""
    parts = [part for block in blocks for part in (block.lines, block.rows, block.members, block.facts, block.figures)]
    lines = len(blocks) + sum(map(len, parts))
    pieces = sum(_pieces(block.content) for block in blocks)
    for many, most, what in ((lines, MOST_LINES, "lines"), (pieces, MOST_PIECES, "boxes, cells and tokens")):
        if many > most:
            message = f"the side “{side.title}” of {_called(side.sheet)} has {many:,} {what}, and {most:,} are the most"
            return [_problem("E840", message, span, "say less on it, or move blocks to another side or a `sheet:` of their own")]
    return []


def _pieces(content: Content | None) -> int:
    """How many boxes, cells or tokens a block draws; a board has a bound of its own."""
    if isinstance(content, Boxes):
        return sum(row.count for row in content.rows)
    return len(content.cells) if isinstance(content, Track) else len(content.tokens) if isinstance(content, Tokens) else 0


def _board(sheet: Sheet, shown: Shown, places: Places, complaints: Complaints) -> tuple[list[Artifact], list[Problem]]:
    """The sheets of a board."""
    (side,), board = sheet.sides, shown.content
    assert isinstance(board, Hexes | Squares)
    plan, wrong, cure = planned(sheet, side, shown, board)
    if wrong:
        return [], [_problem("E840", f"the board “{side.title}” {wrong}", places.block(side, 0), cure)]
    pages = board_pages(sheet, side, shown, board, plan)
    for page in pages:
        say_warnings(complaints, page.warnings, f"the board “{side.title}”", ("reference", ""))
    wide = [problem for page in pages for problem in _wide_title(sheet, side, page, places.side(side))]
    if wide:
        return [], wide[:1]
    return [_artifact(sheet, [page.pdf for page in pages])], []


def _called(sheet: str) -> str:
    return f"the sheet `{sheet}`" if sheet else "the quick reference"


def _problem(code: str, message: str, span: Span, hint: str = "") -> Problem:
    return Problem(code, message, span, hint, entity=("reference", ""))


def _fitted(
    sheet: Sheet, sides: Sequence[tuple[Shown, ...]], places: Places, complaints: Complaints
) -> tuple[list[Artifact], list[Problem]]:
    """Every side in the largest type in which it fits, or the problems of those that do not in the smallest."""
    pages: list[bytes] = []
    problems: list[Problem] = []
    sheet, steps = _chosen(sheet, sides, places)
    for side, blocks, (step, measured, found) in zip(sheet.sides, sides, steps, strict=True):
        if not found:
            page = _page(sheet, side, blocks, measured, step)
            found = _wide_title(sheet, side, page, places.side(side))
            say_warnings(complaints, page.warnings, f"the side “{side.title}” of {_called(sheet.name)}", ("reference", ""))
            pages.append(page.pdf)
        problems += found
    return ([] if problems else [_artifact(sheet, pages)]), problems


def _chosen(sheet: Sheet, sides: Sequence[tuple[Shown, ...]], places: Places) -> tuple[Sheet, list[Fit]]:
    """The sheet as a whole, or in two halves where every side has room for the largest type and half of it is enough."""
    whole = [_largest(sheet, side, blocks, places) for side, blocks in zip(sheet.sides, sides, strict=True)]
    is_counted = any(block.show == "tokens" for side in sheet.sides for block in side.blocks)  # of tokens there are so many, and no more
    if is_counted or any(found or step != LADDER[0] for step, _, found in whole):
        return sheet, whole
    half = replace(sheet, copies=2)
    halves = [_largest(half, side, blocks, places) for side, blocks in zip(sheet.sides, sides, strict=True)]
    return (half, halves) if all(not found and step.size >= HALF_FROM for step, _, found in halves) else (sheet, whole)


def _largest(sheet: Sheet, side: ReferenceSide, blocks: Sequence[Shown], places: Places) -> Fit:
    """The largest type in which a side fits, by halving the ladder; the smallest and its problems where none does."""
    tried: dict[int, tuple[Measured, list[Problem]]] = {}
    low, high = 0, len(LADDER) - 1
    while low not in tried or low < high:
        middle = (low + high) // 2
        measured = _measure(sheet, side, blocks, LADDER[middle])
        wide = _too_wide(sheet, side, blocks, measured, places)
        tried[middle] = measured, [*_too_long(sheet, side, measured, LADDER[middle], places.side(side)), *wide]
        low, high = (min(middle + 1, high), high) if tried[middle][1] else (low, middle)
    return LADDER[low], *tried[low]


def _too_long(sheet: Sheet, side: ReferenceSide, measured: Measured, step: Type, span: Span) -> list[Problem]:
    height = shortest(measured.heights, step.gap, columns_of(side))
    if height <= sheet.room:
        return []
    count = ("one column", "two columns", "three columns")[columns_of(side) - 1]
    message = f"the side “{side.title}” of {_called(sheet.name)} is {mm(height - sheet.room, 1)} mm too long for its {count}"
    return [_problem("E840", message, span, "say less on it, or move blocks to another side or a `sheet:` of their own")]


def _too_wide(sheet: Sheet, side: ReferenceSide, blocks: Sequence[Shown], measured: Measured, places: Places) -> list[Problem]:
    problems = []
    for at, (block, beyond) in enumerate(zip(blocks, measured.beyond, strict=True)):
        if beyond > 100:
            where = f"the block “{block.title}” on the side “{side.title}” of {_called(side.sheet)}"
            message = f"{where} is {mm(beyond, 1)} mm wider than its column"
            cure = _wider(sheet, side, beyond, is_drawn=block.content is not None)
            problems.append(_problem("E840", message, places.block(side, at), cure))
    return problems


def _wider(sheet: Sheet, side: ReferenceSide, beyond: int, *, is_drawn: bool) -> str:
    """How a block that is so much wider than its column gets room."""
    wanted = sheet.column(side) + beyond
    counts = [count for count in range(columns_of(side) - 1, 0, -1) if sheet.column(replace(side, columns=count)) >= wanted]
    if counts:
        return f"give the side `columns: {counts[0]}`"
    lying_down = [] if sheet.is_lying else ["give the side `landscape: true`"]
    return ", or ".join([*lying_down, SMALLER if is_drawn else "shorten its longest words, or show fewer of its `columns:`"])


def _wide_title(sheet: Sheet, side: ReferenceSide, page: LaidOut, span: Span) -> list[Problem]:
    beyond = page.boxes["title"][2] - page.boxes["foot"][0]
    if beyond <= 0:
        return []
    message = f"the title “{side.title}” of {_called(side.sheet)} is {mm(beyond, 1)} mm too wide for its line"
    return [_problem("E840", message, span, "shorten it")]


# ---------------------------------------------------------------- laying out


def _measure(sheet: Sheet, side: ReferenceSide, blocks: Sequence[Shown], step: Type) -> Measured:
    """The blocks below one another in a single column, as high as it takes; each grows as wide as its widest word."""
    style = "float: left; clear: left; min-width: 100%"
    items = [
        {"index": index, "block": block, "parts": _parts(sheet, block), "again": False, "style": style, "thread": "0"}
        for index, block in enumerate(blocks)
    ]
    html = _html(sheet, side, step, items, ())
    settings = sheet.settings
    laid = layout(html, width_um=sheet.column(side), height_um=TALL, cache=settings.cache, fonts=sheet.fonts, css=sheet.css)
    boxes = [laid.boxes[f"b{index}"] for index in range(len(blocks))]
    tables = [laid.boxes.get(f"t{index}", boxes[index]) for index in range(len(blocks))]
    heights = tuple(bottom - top for _, top, _, bottom in boxes)
    rights = [max(box[2], table[2]) for box, table in zip(boxes, tables, strict=True)]
    return Measured(heights, tuple(max(0, right - sheet.column(side)) for right in rights))


def _parts(sheet: Sheet, block: Shown) -> tuple[Part, ...]:
    return () if block.content is None else parts_of(block.content, sheet.pen)


def _page(sheet: Sheet, side: ReferenceSide, blocks: Sequence[Shown], measured: Measured, step: Type) -> LaidOut:
    columns = even(measured.heights, step.gap, sheet.room, columns_of(side))
    width, items = sheet.column(side), []
    for copy in range(sheet.copies):
        for column, indices in enumerate(columns):
            gap = airy_gap(measured.heights, indices, step.gap, sheet.room)
            left, top = sheet.margin + column * (width + GUTTER), copy * sheet.share + sheet.body_top
            for index in indices:
                style = f"position: absolute; left: {css_mm(left)}; top: {css_mm(top)}; width: {css_mm(width)}"
                # The thread of a sequence reaches over the gap to its next block in the column.
                goes_on = index != indices[-1] and blocks[index + 1].is_threaded
                thread = css_mm(-gap if goes_on else 0)
                block = {"block": blocks[index], "parts": _parts(sheet, blocks[index])}
                items.append({**block, "index": index, "style": style, "again": copy > 0, "thread": thread})
                top += measured.heights[index] + gap
    html = _html(sheet, side, step, items, [_head(sheet, copy) for copy in range(sheet.copies)])
    paper, settings = sheet.paper, sheet.settings
    size = {"width_um": paper.width_um, "height_um": paper.height_um}
    return layout(html, **size, cache=settings.cache, fonts=sheet.fonts, css=sheet.css, tags=True)


def _head(sheet: Sheet, copy: int) -> Mapping[str, str]:
    """Where the head of a copy stands, and the line along which it is cut from the one before."""
    top = copy * sheet.share + sheet.head_top
    return {
        "left": css_mm(sheet.margin),
        "top": css_mm(top),
        "width": css_mm(sheet.paper.width_um - 2 * sheet.margin),
        "height": css_mm(HEAD_HEIGHT),
        "foot": css_mm(top + HEAD_HEIGHT - 4200),
        "cut": css_mm(copy * sheet.share) if copy else "",
    }


def _html(sheet: Sheet, side: ReferenceSide, step: Type, items: Sequence[Mapping[str, object]], heads: Sequence[Mapping[str, str]]) -> str:
    program, strings = sheet.program, strings_of(sheet.program)
    return render(
        "reference/sheet.html",
        lang=strings.language,
        game=program.name,
        subtitle=program.printed.subtitle,
        version=strings.say("rules", version=edition(program.version, strings)),
        title=side.title,
        size=css_pt(step.size),
        small=css_pt(step.size - 75),
        tiny=css_pt(step.size - 150),
        grid=css_pt(step.grid),
        items=items,
        heads=heads,
    )


def _artifact(sheet: Sheet, pages: Sequence[bytes]) -> Artifact:
    """The pages as one file."""
    import pikepdf

    with pikepdf.new() as whole:
        for data in pages:
            with opened(data) as page:
                append_tagged(whole, page)
        strings = strings_of(sheet.program)
        whole.Root.Lang = strings.language
        whole.docinfo["/Title"] = f"{sheet.program.name}: {sheet.sides[0].title if sheet.name else strings.say('quick_reference')}"
        made = written(whole)
    path = sheet_path(sheet.program, sheet.name, sheet.paper.id)
    return Artifact(path, at_true_size(made), _made_from(sheet), sheet.copies)


def _made_from(sheet: Sheet) -> tuple[str, ...]:
    parts = {"reference", "theme", "icons"}
    for block in (block for side in sheet.sides for block in side.blocks):
        parts |= set(block.shows)
        spaces = [space for space in sheet.program.spaces if space.id == block.ref and block.show == "hexes"]
        parts |= {f"table {name}" for space in spaces for name in space.layers}
        asked = () if block.odds is None else [cell.procedure for row in block.odds.rows for cell in row.cells]
        parts |= set(closure(sheet.program, asked))
    return tuple(sorted(parts))
