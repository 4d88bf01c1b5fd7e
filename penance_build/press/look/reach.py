"""What a card does on the map, drawn as hexes: how far it reaches, and the area that it strikes or covers.

The drawing is a column at the edge of the panel. The own hex is solid, those on the way are open, those that are meant are in rubric;
ahead is up. A theme says which attribute, procedure or counter is drawn how: see ``diagram``.
"""

from __future__ import annotations

from penance_build.ir.record import Record
from penance_build.press.drawing.shapes import Shape, polygon_data, rect_data
from penance_build.press.look.bodies import Inks

# The drawings that a theme may ask for. ``reach``: one hex at a distance; ``path``: a way of so many hexes; ``several``: so many hexes at
# the distance; ``beside``: also one beside the target; ``sweep``: so many hexes next to the own one; ``around``: all within a distance.
KINDS: tuple[str, ...] = ("around", "beside", "path", "reach", "several", "sweep")
# The column, in hundredths of a millimetre, and the room at its edges.
WIDTH, MARGIN = 900, 90
# The largest height of a hex, and the farthest reach that is drawn hex by hex.
_HEX, _FARTHEST = 520, 12
# The height of a hex in thousandths of its side.
_HEIGHT = 1732
_AHEAD: tuple[tuple[int, int], ...] = ((0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1))

Cell = tuple[int, int]


class Reach(Record):
    """One thing to draw: its kind and how many hexes it is about."""

    kind: str
    size: int


class Cells(Record):
    """The hexes of a drawing, as axial coordinates about the own one: those on the way, and those meant."""

    way: tuple[Cell, ...]
    meant: tuple[Cell, ...]


def cells_of(reaches: tuple[Reach, ...]) -> Cells:
    """The hexes that a card is about. What reaches farther than can be drawn is drawn as the farthest."""
    way: list[Cell] = []
    meant: list[Cell] = []
    distance = max((min(item.size, _FARTHEST) for item in reaches if item.kind == "reach"), default=0)
    kinds = {item.kind for item in reaches}
    if distance and not kinds & {"sweep", "around"}:
        way += [(0, -step) for step in range(1, distance)]
        meant.append((0, -distance))
    for item in reaches:
        if item.kind == "beside":
            meant.append((1, -max(distance, 1)))
        elif item.kind == "several":
            at = max(distance, 1)
            meant += [(0, -at), (1, -at), (-1, 1 - at), (1, -at - 1), (-1, -at)][: item.size]
        elif item.kind == "sweep":
            meant += _AHEAD[: item.size]
        elif item.kind == "around":
            size = min(item.size, _FARTHEST // 2)
            inside = [(q, r) for q in range(-size, size + 1) for r in range(-size, size + 1) if abs(q + r) <= size and (q, r) != (0, 0)]
            if any(other.kind == "around" and other.size < item.size for other in reaches):
                way += inside
            else:
                meant += inside
        elif item.kind == "path" and not meant:
            way += [(0, -step) for step in range(1, min(item.size, _FARTHEST) + 1)]
    marked = tuple(dict.fromkeys(meant))
    return Cells(tuple(dict.fromkeys(cell for cell in way if cell not in marked)), marked)


def reach_shapes(reaches: tuple[Reach, ...], inks: Inks, corner: tuple[int, int], size: tuple[int, int]) -> tuple[Shape, ...]:
    """The column with its upper left corner there, in hundredths of a millimetre; nothing where there is nothing to draw."""
    cells, (width, height) = cells_of(reaches), size
    every = ((0, 0), *cells.way, *cells.meant)
    if len(every) == 1:
        return ()
    # In halves of a side across and halves of a hex down, so that all places are whole numbers.
    across = [3 * q for q, _ in every]
    down = [2 * r + q for q, r in every]
    wide, tall = max(across) - min(across) + 4, max(down) - min(down) + 2
    high = min(_HEX, (height - 2 * MARGIN) * 2 // tall, (width - 2 * MARGIN) * 2 * _HEIGHT // (wide * 1000))
    side = high * 1000 // _HEIGHT
    left = corner[0] + (width - wide * side // 2) // 2 + side - min(across) * side // 2
    top = corner[1] + (height - tall * high // 2) // 2 + high // 2 - min(down) * high // 2

    def places(chosen: tuple[Cell, ...]) -> list[tuple[int, int]]:
        return [(left + 3 * q * side // 2, top + (2 * r + q) * high // 2) for q, r in chosen]

    def hexes(chosen: tuple[Cell, ...]) -> str:
        return "".join(_hexagon(x, y, side * 910 // 1000, high * 910 // 1000) for x, y in places(chosen))

    is_walked = any(item.kind == "path" for item in reaches) and not cells.meant
    line = max(9, min(16, high // 18))
    chevrons = "".join(_chevron(x, y, side) for x, y in places(cells.way)) if is_walked else ""
    shapes = (
        Shape(rect_data(*corner, *size), fill=inks.paper),
        Shape(hexes(cells.way), stroke=inks.ink, width=line),
        Shape(hexes(cells.meant), fill=inks.rubric),
        Shape(hexes(((0, 0),)), fill=inks.ink),
        Shape(chevrons, stroke=inks.rubric, width=4 * line),
        Shape(f"M{corner[0]} {corner[1]}L{corner[0]} {corner[1] + height}", stroke=inks.ink, width=11),
    )
    return tuple(shape for shape in shapes if shape.data)


def _hexagon(x: int, y: int, side: int, high: int) -> str:
    half, quarter = high // 2, side // 2
    return polygon_data(
        ((x - side, y), (x - quarter, y - half), (x + quarter, y - half), (x + side, y), (x + quarter, y + half), (x - quarter, y + half))
    )


def _chevron(x: int, y: int, side: int) -> str:
    third = side * 400 // 1000
    return f"M{x - third} {y + third // 2}L{x} {y - third // 2}L{x + third} {y + third // 2}"
