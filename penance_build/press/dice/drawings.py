"""The drawings of a dice sheet: the net at true size, one face enlarged and measured, and a view of the die in its colours."""

from __future__ import annotations

from penance_build.press.dice.spec import NET, NET_SIZE, OPPOSITE, DieSpec, Side, number_box
from penance_build.press.drawing.drafting import CUT, HAIR, LINE, Pens, dimension_across, dimension_down, line
from penance_build.press.drawing.icon_path import GRID
from penance_build.press.drawing.lengths import mm
from penance_build.press.drawing.numerals import number_outline
from penance_build.press.drawing.outline import Narrowest, measure, scaled
from penance_build.press.drawing.shapes import Box, Circle, Group, Item, Label, Shape
from penance_build.press.drawing.svg import svg
from penance_build.press.text.strings import Strings


def opposite(position: int) -> int:
    """The position on the other side of the die."""
    return next(b if a == position else a for a, b in OPPOSITE if position in (a, b))


# ---------------------------------------------------------------- the net


def net_drawing(spec: DieSpec, pens: Pens, strings: Strings) -> str:
    """The six faces at true size as they unfold, with up-marks, positions, opposite positions and measures."""
    edge = spec.edge
    width, height = NET_SIZE[0] * edge, NET_SIZE[1] * edge
    left, top, right, bottom = 1000, 1000, 14_000, 12_000
    body: list[Item] = [_net_face(spec, spec.side(position), column * edge, row * edge, pens, strings) for position, column, row in NET]
    body += _net_outline(edge, pens)
    body += dimension_across(0, width, height + 8000, mm(width), start=2 * edge, color=pens.quiet)
    body += dimension_down(0, height, width + 9000, mm(height), start=2 * edge, color=pens.quiet)
    body += dimension_across(3 * edge, 4 * edge, edge - 6000, mm(edge), start=edge, color=pens.quiet)
    return svg(left + width + right, top + height + bottom, [_moved(left, top, body)])


def _moved(x: int, y: int, items: list[Item]) -> Group:
    return Group(f"translate({x} {y})", tuple(items))


def _net_outline(edge: int, pens: Pens) -> list[Shape]:
    """The outer edge of the net as a line, the folds within it as dashes."""
    e = edge
    cross = f"M{e} 0H{2 * e}V{e}H{4 * e}V{2 * e}H{2 * e}V{3 * e}H{e}V{2 * e}H0V{e}H{e}Z"
    folds = ((e, e, 2 * e, e), (e, 2 * e, 2 * e, 2 * e), (e, e, e, 2 * e), (2 * e, e, 2 * e, 2 * e), (3 * e, e, 3 * e, 2 * e))
    lines = [line(*fold, color=pens.ink, dash=(1400, 700)) for fold in folds]
    return [Shape(cross, stroke=pens.ink, width=LINE, round_joins=True), *lines]


def _net_face(spec: DieSpec, side: Side, x: int, y: int, pens: Pens, strings: Strings) -> Group:
    edge = spec.edge
    body: list[Item] = [Shape(side.outline, fill=pens.ink)] if side.outline else []
    body.append(Shape(f"M{edge // 2} 500L{edge // 2 + 550} 1500H{edge // 2 - 550}Z", fill=pens.rubric))
    body.append(Label(600, 2050, str(side.position), 2000, pens.rubric, weight=700, family="figures"))
    short = strings.say("opposite_short", position=opposite(side.position))
    body.append(Label(edge - 600, 1950, short, 1950, pens.quiet, anchor="end", family="figures"))
    return _moved(x, y, body)


# ---------------------------------------------------------------- the enlarged face


def enlargement(spec: DieSpec) -> int:
    """How many times larger the one face is drawn: as often as goes into 64 mm, at least once."""
    return max(1, 64_000 // spec.edge)


def face_drawing(spec: DieSpec, side: Side, pens: Pens) -> str:
    """One face enlarged, with the square of its symbol, its margins, and its thinnest line and gap."""
    times = enlargement(spec)
    edge, symbol, at = spec.edge * times, spec.symbol * times, spec.symbol_at * times
    left, top, right, bottom = 12_000, 10_000, 2_000, 10_500
    body: list[Item] = [Box(at, at, symbol, symbol, stroke=pens.quiet, line=HAIR, dash=(1600, 900))]
    if side.icon:
        body.append(Shape(scaled(side.icon, size=symbol, x=at, y=at), fill=pens.ink))
    if side.number is not None:
        body.append(_enlarged_number(spec, side.number, times, pens))
    radius = spec.radius * times
    body.append(Box(0, 0, edge, edge, stroke=pens.ink, line=CUT))
    body.append(Box(0, 0, edge, edge, radius=radius, stroke=pens.ink, line=HAIR, dash=(2600, 700, 600, 700)))
    body.append(Shape(f"M{edge // 2} 900L{edge // 2 + 1300} 3300H{edge // 2 - 1300}Z", fill=pens.rubric))
    body += dimension_across(at, at + symbol, -5500, mm(spec.symbol), start=0, color=pens.quiet)
    body += dimension_across(0, edge, edge + 6500, mm(spec.edge), start=edge, color=pens.quiet)
    body += dimension_down(at, at + symbol, -6500, mm(spec.symbol), start=0, color=pens.quiet)
    body += _callouts(side, symbol, at, pens)
    return svg(left + edge + right, top + edge + bottom, [_moved(left, top, body)])


def _enlarged_number(spec: DieSpec, number: int, times: int, pens: Pens) -> Shape:
    box = [value * times for value in number_box(spec.edge, number)]
    return Shape(number_outline(number, height=box[3] - box[1], right=box[2], bottom=box[3]), fill=pens.ink)


def _callouts(side: Side, symbol: int, at: int, pens: Pens) -> list[Item]:
    """Marks A and B across the thinnest line and the thinnest gap."""
    measured = measure(side.icon) if side.icon else None
    if measured is None:
        return []
    found = [(name, narrowest) for name, narrowest in (("A", measured.line), ("B", measured.gap)) if narrowest is not None]
    return [item for name, narrowest in found for item in _callout(name, narrowest, symbol, at, pens)]


def _callout(name: str, narrowest: Narrowest, symbol: int, at: int, pens: Pens) -> list[Item]:
    """A short measured stroke with its letter in a ring beside it, on the side where the stroke points."""
    unit = GRID * 1000
    x1, y1, x2, y2 = (at + value * symbol // unit for value in (*narrowest.start, *narrowest.end))
    middle_x, middle_y = (x1 + x2) // 2, (y1 + y2) // 2
    away = 7500 if middle_x < at + symbol // 2 else -7500
    ring_x, ring_y = middle_x - away, middle_y + 4200
    return [
        line(middle_x, middle_y, ring_x, ring_y, color=pens.paper, width=600),
        line(x1, y1, x2, y2, color=pens.paper, width=1100),
        line(x1, y1, x2, y2, color=pens.rubric, width=500),
        line(middle_x, middle_y, ring_x, ring_y, color=pens.rubric, width=HAIR * 2),
        Circle(ring_x, ring_y, 2300, fill=pens.paper, stroke=pens.rubric, line=LINE),
        Label(ring_x, ring_y + 1050, name, 3000, pens.rubric, anchor="middle", weight=700),
    ]


# ---------------------------------------------------------------- the view and small things


def view_drawing(spec: DieSpec, pens: Pens, *, size: int) -> str:
    """The die in its colours with faces 1, 2 and 3 in sight, its edge drawn ``size`` micrometres long."""
    across, down = size * 8660 // 10_000, size // 2
    # For each side in sight: where its upper left corner lies, and how far its edges run to the right and down.
    corner = (across + 1000, size + 1000)
    faces = (
        (2, (corner[0] - across, corner[1] - down), (across, -down), (across, down)),
        (1, corner, (across, -down), (0, size)),
        (3, (corner[0] - across, corner[1] - down), (across, down), (0, size)),
    )
    made = spec.die.print
    body: list[Item] = []
    for position, (x, y), (rx, ry), (dx, dy) in faces:
        edges = ", ".join(_ratio(value, spec.edge) for value in (rx, ry, dx, dy))
        side = spec.side(position)
        art = (Shape(side.outline, fill=made.symbol_color),) if side.outline else ()
        square = f"M{x} {y}L{x + rx} {y + ry}L{x + rx + dx} {y + ry + dy}L{x + dx} {y + dy}Z"
        body.append(Shape(square, fill=made.body_color, stroke=pens.paper, width=350, round_joins=True))
        body.append(Group(f"matrix({edges}, {x}, {y})", art))
    x, y = corner
    hull = f"M{x} {y - size}L{x + across} {y - down}V{y - down + size}L{x} {y + size}L{x - across} {y - down + size}V{y - down}Z"
    body.append(Shape(hull, stroke=pens.ink, width=LINE, round_joins=True))
    return svg(2 * across + 2000, 2 * size + 2000, body)


def _ratio(numerator: int, denominator: int) -> str:
    """A fraction with six decimals, by whole numbers."""
    millionths = (abs(numerator) * 1_000_000 + denominator // 2) // denominator
    sign = "-" if numerator < 0 else ""
    return f"{sign}{millionths // 1_000_000}.{millionths % 1_000_000:06d}"


def icon_drawing(path: str, *, size: int, color: str) -> str:
    """An icon at a size in micrometres."""
    return svg(size, size, [Shape(scaled(path, size=size, x=0, y=0), fill=color)] if path else [])
