"""Boards of hexes and squares as drawings, whole or the part of one that lies on a sheet."""

from __future__ import annotations

from markupsafe import Markup

from penance_build.ir.record import Record
from penance_build.press.drawing.drafting import CUT, HAIR, LINE
from penance_build.press.drawing.shapes import Circle, Item, Label, Shape, polygon_data
from penance_build.press.drawing.svg import svg
from penance_build.press.pieces.content import Hex, Hexes, Squares
from penance_build.press.pieces.pen import PT, Pen
from penance_build.press.pieces.polygons import Corners, Point, hexagon, place, rectangle, row_um, tall_um

_EDGE = CUT  # how far the outermost lines lie within the drawing
_NAME = 600  # hundredths of a point
_PITCH = 1_500


class Window(Record):
    """A part of a board, in micrometres from its upper left corner."""

    left: int
    top: int
    width: int
    height: int


def board_size(board: Hexes | Squares) -> tuple[int, int]:
    """The width and the height of a whole board."""
    if isinstance(board, Squares):
        return board.width * board.size + 2 * _EDGE, board.height * board.size + 2 * _EDGE
    xs, ys = ([middle[way] for middle in middles(board)] for way in (0, 1))
    return max(xs) - min(xs) + board.size + 2 * _EDGE, max(ys) - min(ys) + tall_um(board.size) + 2 * _EDGE


def board_drawing(board: Hexes | Squares, pen: Pen, window: Window | None = None) -> Markup:
    """A board at its true size; with a window what lies in it, its upper left corner in that of the drawing."""
    seen = window or Window(0, 0, *board_size(board))
    body = _squares(board, seen, pen) if isinstance(board, Squares) else _hexes(board, seen, pen)
    return Markup(svg(seen.width, seen.height, body))


def _squares(board: Squares, seen: Window, pen: Pen) -> list[Item]:
    body: list[Item] = []
    for row in range(board.height):
        for column in range(board.width):
            left, top = _EDGE + column * board.size - seen.left, _EDGE + row * board.size - seen.top
            corners = rectangle(left, top, left + board.size, top + board.size)
            if _meets(corners, seen):
                body.append(Shape(polygon_data(corners), stroke=pen.theme.ink, width=LINE))
    return body


def middles(board: Hexes) -> list[Point]:
    """The middle of each hex from the upper left corner of the whole board."""
    xs, top = [place(one.q, one.r, board.size)[0] for one in board.hexes], min(one.r for one in board.hexes)
    left, down = min(xs) - board.size // 2 - _EDGE, tall_um(board.size) // 2 + _EDGE
    return [(x - left, (one.r - top) * row_um(board.size) + down) for x, one in zip(xs, board.hexes, strict=True)]


def _hexes(board: Hexes, seen: Window, pen: Pen) -> list[Item]:
    below: list[Item] = []
    above: list[Item] = []
    for one, middle in zip(board.hexes, middles(board), strict=True):
        x, y = middle[0] - seen.left, middle[1] - seen.top
        corners = hexagon(x, y, board.size)
        if _meets(corners, seen):
            below += _ground(board, one, x, y, pen)
            below.append(Shape(polygon_data(corners), stroke=pen.theme.ink, width=LINE, round_joins=True))
            above += _said(board, one, x, y, pen)
    return [*below, *above]


def _meets(corners: Corners, seen: Window) -> bool:
    xs, ys = [x for x, _ in corners], [y for _, y in corners]
    return max(xs) > 0 and min(xs) < seen.width and max(ys) > 0 and min(ys) < seen.height


def _ground(board: Hexes, one: Hex, x: int, y: int, pen: Pen) -> list[Item]:
    known = {ground.id: ground for ground in board.grounds}
    body: list[Item] = []
    for name in one.grounds:
        body += pen.ground(known[name], hexagon(x, y, board.size * 94 // 100), _PITCH * board.size // 20_000 or 1)
    for level in one.levels:
        for ring in range(max(0, level)):
            body.append(Shape(polygon_data(hexagon(x, y, board.size * (84 - 12 * ring) // 100)), stroke=pen.theme.ink, width=2 * HAIR))
    return body


def _said(board: Hexes, one: Hex, x: int, y: int, pen: Pen) -> list[Item]:
    """Its name above, its level in the middle, and a ring where somebody begins."""
    theme, size = pen.theme, board.size
    body: list[Item] = []
    if one.is_marked:
        body.append(Circle(x, y, size * 29 // 100, stroke=theme.rubric, line=3 * LINE))
    type_um = min(_NAME * PT // 100, size * 11 // 100)
    baseline = y - size * 40 // 100 + type_um * 7 // 10
    if one.grounds:
        wide = type_um * (len(one.name) + 1) * 55 // 100
        plate = rectangle(x - wide // 2, baseline - type_um, x + wide // 2, baseline + type_um // 3)
        body.append(Shape(polygon_data(plate), fill="#ffffff"))
    body.append(Label(x, baseline, one.name, type_um, theme.quiet, anchor="middle"))
    for level in one.levels:
        if level:
            body.append(pen.label(x, y, str(level), size // 2, 1300, theme.ink, family="display", weight=700))
    return body


def legend_drawings(board: Hexes, pen: Pen, size: int) -> tuple[tuple[Markup, str], ...]:
    """A hex for each ground and each layer of levels that is on the board, with its name."""
    found = []
    for ground in board.grounds:
        corners = hexagon(size // 2 + LINE, tall_um(size) // 2 + LINE, size)
        body = [*pen.ground(ground, corners, 1_100), Shape(polygon_data(corners), stroke=pen.theme.ink, width=LINE)]
        found.append((Markup(svg(size + 2 * LINE, tall_um(size) + 2 * LINE, body)), ground.name))
    for at, name in enumerate(board.levels):
        levels = {one.levels[at] for one in board.hexes} - {0}
        if levels:
            x, y = size // 2 + LINE, tall_um(size) // 2 + LINE
            rings = [Shape(polygon_data(hexagon(x, y, size * share // 100)), stroke=pen.theme.ink, width=LINE) for share in (100, 74)]
            found.append((Markup(svg(size + 2 * LINE, tall_um(size) + 2 * LINE, rings)), name))
    return tuple(found)
