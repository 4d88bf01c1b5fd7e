"""Tracks and boxes. Each cell is a drawing of its own, so that a row breaks where its column ends."""

from __future__ import annotations

from markupsafe import Markup

from penance_build.ir.record import Record
from penance_build.press.drawing.drafting import CUT, HAIR, LINE
from penance_build.press.drawing.shapes import Box, Circle, Item, polygon_data
from penance_build.press.drawing.shapes import Shape as Path
from penance_build.press.drawing.svg import svg
from penance_build.press.pieces.content import Boxes, Cell, Track
from penance_build.press.pieces.pen import Pen, mixed
from penance_build.press.pieces.polygons import hatched, rectangle
from penance_build.press.text.measure import width_um

_NUMBER = 1100  # hundredths of a point


class Part(Record):
    """A part of what is drawn: what stands before or above it, the drawings in their order, and the text below it."""

    label: str
    drawings: tuple[Markup, ...]
    text: str = ""


def track_parts(track: Track, pen: Pen) -> tuple[Part, ...]:
    """A row of cells for each zone: the first is open, those behind it are hatched ever closer, the last of several is solid."""
    zones, last = sorted({cell.zone for cell in track.cells}), len(track.zones) - 1
    texts = [f"{cell.text}+" if cell.is_more else cell.text for cell in track.cells]
    face = pen.fonts.face("display", 700)
    wide = max(
        track.size, *(width_um(face, text, _NUMBER) + 2_000 for text in texts if not text.lstrip("\u2212").rstrip("+").isdecimal()), 0
    )
    parts = []
    for zone in zones:
        drawn = [_cell(cell, wide, track.size, zone, last, pen) for cell in track.cells if cell.zone == zone]
        parts.append(Part(track.zones[zone], tuple(map(Markup, drawn))))
    return tuple(parts)


def _cell(cell: Cell, width: int, height: int, zone: int, last: int, pen: Pen) -> str:
    theme, inset = pen.theme, LINE // 2
    corners = rectangle(inset, inset, width - inset, height - inset)
    is_solid = zone == last and last > 1
    body: list[Item] = []
    if is_solid:
        body.append(Path(polygon_data(corners), fill=theme.rubric))
    elif zone:
        body.append(Path(polygon_data(corners), fill=mixed(theme.rubric, 8)))
        body += hatched(corners, "bend_sinister", max(700, 1700 - 400 * zone), theme.rubric, HAIR)
    body.append(Path(polygon_data(corners), stroke=theme.rubric if zone else theme.ink, width=LINE))
    middle_x, middle_y, around = width // 2, height // 2, min(width, height) * 34 // 100
    if cell.is_start or (zone and not is_solid and width == height):
        ring = theme.paper if is_solid else theme.rubric
        body.append(Circle(middle_x, middle_y, around, fill="" if is_solid else "#ffffff", stroke=ring if cell.is_start else "", line=CUT))
    text = f"{cell.text}+" if cell.is_more else cell.text
    color = theme.paper if is_solid else theme.ink
    body.append(pen.label(middle_x, middle_y, text, width - 1_400, min(_NUMBER, height * 14 // 100), color, family="display", weight=700))
    return svg(width, height, body)


def boxes_parts(boxes: Boxes, pen: Pen) -> tuple[Part, ...]:
    """A row of boxes for each thing; the box with which something is reached is heavier, and in rubric."""
    plain, heavy = Markup(_box(boxes.size, pen.theme.ink, LINE)), Markup(_box(boxes.size, pen.theme.rubric, 2 * LINE))
    parts = []
    for row in boxes.rows:
        is_bounded = boxes.is_bounded and row.count > 1
        parts.append(Part(row.label, (*[plain] * (row.count - is_bounded), *[heavy] * is_bounded), row.text))
    return tuple(parts)


def _box(size: int, color: str, line: int) -> str:
    inset = line // 2
    return svg(size, size, [Box(inset, inset, size - 2 * inset, size - 2 * inset, radius=size // 10, stroke=color, line=line)])
