"""Paper dice to fold and stickers for plain dice, as many of each die as a set holds: what each is, and how it is drawn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from penance_build.ir.nodes import Die, Face
from penance_build.ir.record import Record
from penance_build.press.dice.marks import is_spotted, name_mark, spots
from penance_build.press.dice.nets import Mark, Net, Point, bounds, face, net
from penance_build.press.dice.solids import BILLION, KITES, SOLIDS
from penance_build.press.dice.spec import DieSpec
from penance_build.press.drawing.drafting import HAIR, LINE, Pens
from penance_build.press.drawing.lengths import mm
from penance_build.press.drawing.numerals import number_outline, number_width
from penance_build.press.drawing.outline import scaled
from penance_build.press.drawing.shapes import Group, Item, Label, Shape, polygon_data
from penance_build.press.text.fonts import FontSet

INSET_UM = 1_000  # a sticker ends so far inside the edges of its die, which are rounded
BLEED_UM = 800  # its ground goes on beyond the cut
GAP_UM = 1_600  # between the grounds of two stickers
CAPTION_UM = 5_500
MOST_ORDINARY = 6  # of an ordinary die, of which a set says no number
_FOLDED = {4: 32_000, 6: 20_000, 8: 24_000, 10: 30_000, 12: 13_500, 20: 17_000}
_KITE_MIDDLE = 723_606_798  # where the circle within a kite has its middle, in billionths of its axis
_TEXT_UM = 2_500


class Block(Record):
    """Something that stands on a sheet by itself: its size in micrometres, and what is drawn from its upper left corner."""

    width: int
    height: int
    items: tuple[Item, ...]


class Painted(Record):
    """A die and how it is painted: ``spec`` where it is made for a maker, ``icons`` its paths by name, ground and ink as colours.

    ``copies`` is how many a set holds; of an ordinary die, how many one roll takes, within reason.
    """

    die: Die
    spec: DieSpec | None
    icons: Mapping[str, str]
    ground: str
    ink: str
    strong: str
    copies: int
    fonts: FontSet

    @property
    def edge(self) -> int:
        """In micrometres: that of the die which is made, or of the usual one."""
        return self.die.print.edge_um or SOLIDS[len(self.die.faces)].usual

    @property
    def folded(self) -> int:
        """The edge of the paper die: an ordinary one is as large as fingers like it."""
        return self.die.print.edge_um or _FOLDED[len(self.die.faces)]

    def face(self, value: int) -> Face:
        """The face whose place on the usual die is that of this number."""
        by_value = {dict(one.values).get("value"): one for one in self.die.faces}
        if self.spec is None and all(number in by_value for number in range(1, len(self.die.faces) + 1)):
            return by_value[value]
        return self.die.faces[value - 1]


def is_flat(die: Die) -> bool:
    """Whether there is a solid with so many faces."""
    return len(die.faces) in SOLIDS


def painted(die: Die, spec: DieSpec | None, icons: Mapping[str, str], pens: Pens, fonts: FontSet, rolled: int | None = 1) -> Painted:
    """A die in its colours; an ordinary one in the pens of the sheet, faces that mean something in the strong one.

    ``rolled`` is how many of it one roll takes, None where that has no bound.
    """
    made = die.print
    if made.edge_um:
        ink = made.symbol_color or pens.ink
        return Painted(die, spec, icons, made.body_color or pens.paper, ink, ink, made.quantity, fonts)
    copies = MOST_ORDINARY if rolled is None else max(1, min(rolled, MOST_ORDINARY))
    return Painted(die, spec, icons, pens.paper, pens.ink, pens.rubric, copies, fonts)


# ---------------------------------------------------------------- paper dice


def paper_die(one: Painted, width: int, height: int, pens: Pens, caption: str) -> Block:
    """A net with its tabs; its edges are those of the die, or as long as a sheet of this size lets them be."""
    sides, edge = len(one.die.faces), one.folded
    laid = net(sides, edge, has_tabs=True)
    while (found := _size(laid))[0] > width or found[1] + CAPTION_UM > height:
        edge = min(edge * width // max(found[0], width), edge * (height - CAPTION_UM) // max(found[1], height - CAPTION_UM), edge - 100)
        laid = net(sides, edge, has_tabs=True)
    left, top, right, bottom = bounds(_shapes(laid))
    body: list[Item] = [Shape(polygon_data(tab), fill=pens.paper, stroke=pens.quiet, width=HAIR, round_joins=True) for tab in laid.tabs]
    body += [Shape(polygon_data(panel.corners), fill=one.ground) for panel in laid.panels]
    for panel in laid.panels:
        body += [on_face(one, mark, edge) for mark in panel.marks]
    folds = one.ink if one.die.print.edge_um else pens.quiet
    body += [_line(ends, folds, HAIR, (1000, 800)) for ends in laid.folds]
    body += [_line(ends, pens.ink, LINE) for ends in laid.free]
    text = Label(0, 2_800, f"{caption} · {mm(edge)} mm", _TEXT_UM, pens.quiet)
    drawn = Group(f"translate({300 - left} {CAPTION_UM - top})", tuple(body))
    return Block(right - left + 600, bottom - top + CAPTION_UM + 600, (text, drawn))


def _shapes(laid: Net) -> list[tuple[Point, ...]]:
    return [*(panel.corners for panel in laid.panels), *laid.tabs]


def _size(laid: Net) -> tuple[int, int]:
    left, top, right, bottom = bounds(_shapes(laid))
    return right - left + 600, bottom - top + 600


def _line(ends: tuple[Point, Point], color: str, width: int, dash: tuple[int, ...] = ()) -> Shape:
    (ax, ay), (bx, by) = ends
    return Shape(f"M{ax} {ay}L{bx} {by}", stroke=color, width=width, dash=dash, round_caps=not dash)


# ---------------------------------------------------------------- stickers


def stickers(one: Painted, width: int, pens: Pens, caption: str) -> Block:
    """The stickers of one die: as large as the faces of the usual die of its kind, or of its own edge, less what is rounded there."""
    sides, edge = len(one.die.faces), one.edge
    solid = SOLIDS[sides]
    is_triangle = len(solid.edges) == 3
    x, y, row, farthest = 0, CAPTION_UM, 0, 0
    items: list[Item] = [Label(0, 2_800, f"{caption} · {mm(edge)} mm", _TEXT_UM, pens.quiet)]
    for place, value in enumerate(sorted(solid.faces)):
        # Triangles point up and down by turns, so that they lie close.
        turn = 180 if is_triangle and place % 2 else 0
        drawn, (left, top, right, bottom) = _sticker(one, value, edge, turn, pens)
        if x and x + right - left > width:
            x, y, row = 0, y + row + GAP_UM, 0
        items.append(Group(f"translate({x - left} {y - top})", drawn))
        farthest, row = max(farthest, x + right - left), max(row, bottom - top)
        x += (right - left) // 2 + GAP_UM * 1155 // 1000 if is_triangle else right - left + GAP_UM
    return Block(farthest, y + row, tuple(items))


def _sticker(one: Painted, value: int, edge: int, turn: int, pens: Pens) -> tuple[tuple[Item, ...], tuple[int, int, int, int]]:
    panel = face(len(one.die.faces), edge, value)
    ground, cut = (_grown(len(one.die.faces), panel.corners, edge, by) for by in (BLEED_UM - INSET_UM, -INSET_UM))
    if turn:
        ground = tuple((-x, -y) for x, y in ground)
    shapes: list[Item] = [] if one.ground == pens.paper else [Shape(polygon_data(ground), fill=one.ground)]
    art = [on_face(one, mark, edge) for mark in panel.marks]
    color = pens.quiet if one.ground == pens.paper else one.ink
    art.append(Shape(polygon_data(cut), stroke=color, width=HAIR, round_joins=True))
    return (*shapes, Group(f"rotate({turn})", tuple(art))), bounds([ground])


def _grown(sides: int, corners: Sequence[Point], edge: int, by: int) -> tuple[Point, ...]:
    """A face with its edges so far outside of where they are; inside where that is below 0, but never less than half."""
    inside = SOLIDS[sides].inside * edge // BILLION
    if sides == KITES:
        apex, foot = corners[0], corners[2]
        x, y = (apex[way] + (foot[way] - apex[way]) * _KITE_MIDDLE // BILLION for way in (0, 1))
    else:
        x, y = (sum(corner[way] for corner in corners) // len(corners) for way in (0, 1))
    grown = max(inside // 2, inside + by)
    return tuple((x + (cx - x) * grown // inside, y + (cy - y) * grown // inside) for cx, cy in corners)


# ---------------------------------------------------------------- what stands on a face


def on_face(one: Painted, mark: Mark, edge: int) -> Item:
    """The symbol of a face, its number, or both; of one that has none, its spots or its name."""
    shown, room = one.face(mark.value), SOLIDS[len(one.die.faces)].room * edge // 1000
    there = f"translate({mark.at[0]} {mark.at[1]}) rotate({mark.turn})"
    side = None if one.spec is None else one.spec.side(mark.value)
    if side is not None and (side.outline or not is_bare(one.die, shown)):
        grown = f" scale({edge * 1000 // one.edge / 1000:g})" if edge != one.edge else ""
        return Group(f"{there}{grown} translate({-one.edge // 2} {-one.edge // 2})", (Shape(side.outline, fill=one.ink),))
    return Group(there, shown_on(one, shown, room, one.strong if shown.text else one.ink))


def is_bare(die: Die, face: Face) -> bool:
    """Whether nothing is cut into a face of a die for a maker though it means something."""
    is_numbered = die.print.marking == "value" and "value" in dict(face.values)
    return not face.icon and not is_numbered and bool(face.text or any(number for _, number in face.values))


def shown_on(one: Painted, shown: Face, room: int, color: str) -> tuple[Item, ...]:
    """What a face shows round the origin, in a square of ``room`` micrometres: its icon, else its spots or its name."""
    drawn = _symbol(one, shown, room)
    if drawn:
        return (Shape(drawn, fill=color),)
    return spots(shown, room, color) if is_spotted(one.die) else name_mark(shown.name, room, color, one.fonts)


def symbol(one: Painted, shown: Face, edge: int) -> str:
    """The outline of the icon of a face round the origin, with its number beside it where the die says so; "" where it has no icon."""
    return _symbol(one, shown, SOLIDS[len(one.die.faces)].room * edge // 1000)


def _symbol(one: Painted, shown: Face, room: int) -> str:
    path, number = one.icons.get(shown.icon, ""), dict(shown.values).get("value")
    if not path or one.die.print.marking != "value" or number is None:
        return scaled(path, size=room, x=-room // 2, y=-room // 2) if path else ""
    icon, height = room * 7 // 10, room * 3 // 10
    beside = room - icon - room // 25
    height = height * min(beside, number_width(number, height=height)) // number_width(number, height=height)
    drawn = scaled(path, size=icon, x=-room // 2, y=-icon // 2)
    return drawn + number_outline(number, height=height, right=room // 2, bottom=icon // 2)
