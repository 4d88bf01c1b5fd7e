"""What is laid beside the pieces: a ruler with its bands, and what lies round a hex, direction by direction."""

from __future__ import annotations

from markupsafe import Markup

from penance_build.press.drawing.drafting import CUT, HAIR, LINE, line
from penance_build.press.drawing.shapes import Circle, Item, Shape, polygon_data
from penance_build.press.drawing.svg import svg
from penance_build.press.pieces.content import Arcs, Ruler
from penance_build.press.pieces.pen import Pen, mixed
from penance_build.press.pieces.polygons import hatched, lying_hexagon, rectangle

# The ruler: its height, and how high its marks and bands reach.
_TALL, _BAND, _MARK = 17_000, 9_500, 2_600
_ARROW = 9_000
_HEAD, _SAID = 900, 750  # hundredths of a point
# Sine and cosine of multiples of 30 degrees, clockwise from above, in millionths.
_TURNS = (
    (0, 1_000_000), (500_000, 866_025), (866_025, 500_000), (1_000_000, 0), (866_025, -500_000), (500_000, -866_025),
    (0, -1_000_000), (-500_000, -866_025), (-866_025, -500_000), (-1_000_000, 0), (-866_025, 500_000), (-500_000, 866_025),
)  # fmt: skip


def ruler_length(ruler: Ruler) -> int:
    """The length from its 0 to its last mark, in steps."""
    return max(band.low if band.high is None else band.high for band in ruler.bands)


def ruler_drawing(ruler: Ruler, pen: Pen) -> Markup:
    """Marks at whole steps from the left edge; a band reaches to its last step, the last one beyond the end."""
    theme, size = pen.theme, ruler.size
    steps = ruler_length(ruler)
    is_open = any(band.high is None for band in ruler.bands)
    width = steps * size + (_ARROW if is_open else 0)
    left, top = LINE, LINE
    body: list[Item] = []
    start = left
    for at, band in enumerate(ruler.bands):
        end = left + (width if band.high is None else band.high * size)
        if end <= start:
            continue
        corners = rectangle(start, top, end, top + _BAND)
        if at:
            body.append(Shape(polygon_data(corners), fill=mixed(theme.rubric, 8)))
            body += hatched(corners, "bend_sinister", max(700, 2300 - 400 * at), mixed(theme.rubric, 45), HAIR)
        room, middle = end - start - 1_500, (start + end) // 2
        says = " · ".join(band.says)
        plate = min(end - start - 800, 4_000 + max(pen.width(band.name, _HEAD, "display", 700), pen.width(says, _SAID)))
        under = rectangle(middle - plate // 2, top + 1_200, middle + plate // 2, top + _BAND - 1_200)
        body.append(Shape(polygon_data(under), fill="#ffffff"))
        body.append(
            pen.label(
                middle, top + (3_300 if says else _BAND // 2), band.name, min(room, plate), _HEAD, theme.ink, family="display", weight=700
            )
        )
        if says:
            body.append(pen.label(middle, top + 6_500, says, min(room, plate), _SAID, theme.rubric))
        body.append(Shape(polygon_data(corners), stroke=theme.ink, width=LINE))
        start = end
    foot = top + _BAND
    for step in range(steps + 1):
        x = left + step * size
        body.append(line(x, foot, x, foot + _MARK, color=theme.ink, width=LINE))
        if step:
            body.append(pen.label(x, foot + _MARK + 2_000, str(step), size, 900, theme.ink, family="display", weight=700))
    body.append(pen.label(left + size // 2, foot + _MARK + 2_000, ruler.unit, size - 3_000, 700, theme.quiet))
    body.append(Shape(polygon_data(rectangle(left, top, left + width, _TALL)), stroke=theme.ink, width=CUT))
    return Markup(svg(width + 2 * LINE, _TALL + LINE, body))


def arcs_drawing(arcs: Arcs, pen: Pen) -> Markup:
    """A hex that looks up, and round it a ring with the six directions; a dot at the side of a border to which the border belongs."""
    theme, size, count = pen.theme, arcs.size, len(arcs.ways)
    inner, outer = size * 62 // 100, size * 195 // 100
    wide = 2 * outer + 2_000
    x = y = wide // 2
    body: list[Item] = []
    each = count // 6
    for way in range(6):
        at = arcs.ways[way * each]
        corners = tuple(
            _polar(x, y, radius, turn)
            for radius, turn in ((inner, 2 * way - 1), (outer, 2 * way - 1), (outer, 2 * way + 1), (inner, 2 * way + 1))
        )
        if at:
            body.append(Shape(polygon_data(corners), fill=mixed(theme.rubric, 5 + 3 * (at % 3))))
        body.append(Shape(polygon_data(corners), stroke=theme.ink, width=LINE, round_joins=True))
        middle_x, middle_y = _polar(x, y, (inner + outer) * 46 // 100, 2 * way)
        room, arc = size * 96 // 100, arcs.arcs[at]
        lines = [(arc.name, "display", 700, 850, theme.ink), *((text, "text", 400, 750, theme.rubric) for text in arc.says)]
        for number, (text, family, weight, largest, color) in enumerate(lines):
            down = middle_y + 3_400 * number - 1_700 * (len(lines) - 1)
            body.append(pen.label(middle_x, down, text, room, largest, color, family=family, weight=weight))
    for way in range(6 if each == 2 else 0):
        owner, before, after = arcs.ways[2 * way + 1], arcs.ways[2 * way], arcs.ways[(2 * way + 2) % count]
        if before != after:
            (near_x, near_y), (beside_x, beside_y) = (
                _polar(x, y, outer * 90 // 100, 2 * way + 1),
                _polar(x, y, outer, 2 * way + (0 if owner == before else 2)),
            )
            radius = outer * 16 // 1000
            body.append(Circle(near_x + (beside_x - near_x) * 7 // 100, near_y + (beside_y - near_y) * 7 // 100, radius, fill=theme.rubric))
    own = lying_hexagon(x, y, size)
    body.append(Shape(polygon_data(own), fill="#ffffff", stroke=theme.ink, width=CUT, round_joins=True))
    body.append(Shape(polygon_data((*own[:2], (x, own[0][1] + size * 24 // 100))), fill=theme.rubric))
    return Markup(svg(wide, wide, body))


def _polar(x: int, y: int, radius: int, turn: int) -> tuple[int, int]:
    """A point at so many times 30 degrees clockwise from above."""
    across, up = _TURNS[turn % 12]
    return x + radius * across // 1_000_000, y - radius * up // 1_000_000
