"""The border of a drawing sheet, with its zones and centring marks."""

from __future__ import annotations

from penance_build.press.drawing.drafting import HAIR, LINE, Pens, arrow, line
from penance_build.press.drawing.shapes import Box, Item, Label
from penance_build.press.drawing.svg import svg

# How far the outer line stands from the edge of the paper at least, and the inner one from the outer.
OUTER_UM, DEEP_UM = 5000, 4000


def border_drawing(width: int, height: int, outer: int, pens: Pens) -> str:
    """A line around the sheet, zones marked by letters down and numbers across, and an arrow in the middle of each side.

    ``outer`` is how far its outer line stands from the edge of the paper.
    """
    inner = outer + DEEP_UM
    body: list[Item] = [
        Box(inner, inner, width - 2 * inner, height - 2 * inner, stroke=pens.ink, line=LINE),
        Box(outer, outer, width - 2 * outer, height - 2 * outer, stroke=pens.ink, line=HAIR),
    ]
    columns, rows = 6, 4
    text_x, text_y = (outer + inner) // 2, (outer + inner) // 2 + 750
    for index in range(columns):
        start = inner + (width - 2 * inner) * index // columns
        middle = inner + (width - 2 * inner) * (2 * index + 1) // (2 * columns)
        for edge, tick in ((outer, inner), (height - inner, height - outer)):
            if index:
                body.append(line(start, edge, start, tick, color=pens.ink))
            body.append(_zone(middle, edge + text_y - outer, str(index + 1), pens))
    for index in range(rows):
        start = inner + (height - 2 * inner) * index // rows
        middle = inner + (height - 2 * inner) * (2 * index + 1) // (2 * rows)
        for edge, tick in ((outer, inner), (width - inner, width - outer)):
            if index:
                body.append(line(edge, start, tick, start, color=pens.ink))
            body.append(_zone(edge + text_x - outer, middle + 750, "ABCD"[index], pens))
    across, down = width // 2, height // 2
    for x, y, dx, dy in ((across, inner, 0, 1), (across, height - inner, 0, -1), (inner, down, 1, 0), (width - inner, down, -1, 0)):
        body.append(arrow(x, y, dx, dy, color=pens.ink, length=1800))
    return svg(width, height, body)


def _zone(x: int, y: int, name: str, pens: Pens) -> Label:
    return Label(x, y, name, 2000, pens.quiet, anchor="middle", family="figures")
