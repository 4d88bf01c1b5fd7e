"""Tokens to cut out: round ones, and hexes that fit those of a board, with a front where they face a way."""

from __future__ import annotations

from markupsafe import Markup

from penance_build.press.drawing.drafting import LINE
from penance_build.press.drawing.outline import scaled
from penance_build.press.drawing.shapes import Circle, Item, Shape, polygon_data
from penance_build.press.drawing.svg import svg
from penance_build.press.pieces.content import Token, Tokens
from penance_build.press.pieces.pen import PT, Pen, mixed
from penance_build.press.pieces.polygons import hatched, lying_hexagon, tall_um

_NAME = 700  # hundredths of a point, at most


def tokens_drawings(tokens: Tokens, pen: Pen) -> tuple[Markup, ...]:
    """A drawing for each copy of each token."""
    return tuple(Markup(_hex(token, tokens, pen) if tokens.is_hex else _round(token, tokens.size, pen)) for token in tokens.tokens)


def _round(token: Token, size: int, pen: Pen) -> str:
    middle, radius = size // 2, (size - LINE) // 2
    color = pen.theme.tincture(token.tincture).color if token.tincture else pen.theme.ink
    body: list[Item] = [
        Circle(middle, middle, radius, fill="#ffffff", stroke=pen.theme.ink, line=LINE),
        Circle(middle, middle, radius - size * 5 // 100, stroke=color, line=LINE),
    ]
    return svg(size, size, [*body, *_inside(token, middle, middle, size * 78 // 100, color, pen)])


def _hex(token: Token, tokens: Tokens, pen: Pen) -> str:
    """A hex that lies on a side, its front above: a wedge in rubric."""
    size, wide = tokens.size, tall_um(tokens.size)
    x, y = wide // 2 + LINE, size // 2 + LINE
    outer, inner = lying_hexagon(x, y, size), lying_hexagon(x, y, size * 86 // 100)
    tincture = pen.theme.tincture(token.tincture) if token.tincture else None
    color = tincture.color if tincture else pen.theme.ink
    body: list[Item] = [Shape(polygon_data(outer), fill=mixed(color, 14))]
    body += hatched(outer, tincture.hatch, 1100, color, 160) if tincture else ()
    body.append(Shape(polygon_data(inner), fill="#ffffff"))
    body.append(Shape(polygon_data(outer), stroke=pen.theme.ink, width=LINE))
    if tokens.has_front:
        (left, top), (right, _) = outer[0], outer[1]
        body.append(Shape(f"M{left} {top}L{right} {top}L{x} {top + size * 17 // 100}Z", fill=pen.theme.rubric))
    down = y + size * 5 // 100 if tokens.has_front else y
    return svg(wide + 2 * LINE, size + 2 * LINE, [*body, *_inside(token, x, down, size * 80 // 100, color, pen)])


def _inside(token: Token, x: int, y: int, room: int, color: str, pen: Pen) -> list[Item]:
    """The icon with the name below it, or the name alone; an area about so wide is free."""
    most = 2 if token.icon else 3
    lines = pen.lines(token.name, room * 86 // 100, _NAME, most)
    size = min(pen.size(line, room * 86 // 100, _NAME) for line in lines)
    grid = size * PT * 105 // 10_000
    body: list[Item] = []
    top = y - grid * (len(lines) - 1) // 2
    if token.icon:
        icon = room * (34 if token.says else 46) // 100
        body.append(Shape(scaled(token.icon, size=icon, x=x - icon // 2, y=y - room * (47 if token.says else 44) // 100), fill=color))
        top = y + room * (1 if token.says else 18) // 100
    body += [pen.label(x, top + grid * at, line, room, size, pen.theme.ink) for at, line in enumerate(lines)]
    if token.says:
        body.append(pen.label(x, top + grid * len(lines) + grid // 8, token.says, room * 66 // 100, size, pen.theme.rubric, weight=700))
    return body
