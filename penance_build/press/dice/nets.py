"""Nets of dice: the faces of a solid laid flat, edge to edge, with tabs to glue where two free edges meet.

Corners are worked out from directions in whole degrees and rounded to micrometres once; two faces that hang together share the same two
corners. Drawings run downwards: what was counter-clockwise outside stays so to the eye.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import isqrt

from penance_build.ir.record import Record
from penance_build.press.dice.solids import AXIS, BILLION, KITES, SOLIDS, Solid, cosine, sine

_CENTRE = 690_000_000  # where a number stands on the axis of a kite, in billionths of the axis
_TAB_UM = 5_000  # how deep a tab is at most
_FORMS = ((4, 10), (3, 10), (2, 10), (3, 18), (2, 18))  # of tabs, the best first: quarters of that depth, slope in tenths
_AT_CORNER = 40  # how far from the middle to a corner the number of that corner stands, in hundredths

Point = tuple[int, int]


class Mark(Record):
    """Where a number stands on a face, and how far it is turned from upright, in degrees, clockwise."""

    value: int
    at: Point
    turn: int


class Panel(Record):
    """One face of a net: its number, its corners with the corner of the solid that each is, and its marks."""

    value: int
    corners: tuple[Point, ...]
    vertices: tuple[int, ...]
    marks: tuple[Mark, ...]

    @property
    def at(self) -> Point:
        """Where its first number stands."""
        return self.marks[0].at

    @property
    def turn(self) -> int:
        """How far its first number is turned."""
        return self.marks[0].turn

    def sides(self) -> Iterator[tuple[tuple[int, int], tuple[Point, Point]]]:
        """Each edge: the two corners of the solid, and where they lie."""
        for place in range(len(self.corners)):
            after = (place + 1) % len(self.corners)
            yield (self.vertices[place], self.vertices[after]), (self.corners[place], self.corners[after])


class Net(Record):
    """The faces of a solid laid flat, the edges along which it is folded, those that are free, and the tabs on some of these."""

    panels: tuple[Panel, ...]
    folds: tuple[tuple[Point, Point], ...]
    free: tuple[tuple[Point, Point], ...]
    tabs: tuple[tuple[Point, ...], ...]


def net(sides: int, edge: int, *, has_tabs: bool = False) -> Net:
    """The net of the die with so many sides, its (long) edges ``edge`` micrometres long."""
    solid = SOLIDS[sides]
    panels = _unfolded(solid, edge)
    by_edge: dict[frozenset[int], list[tuple[Point, Point]]] = {}
    for panel in panels:
        for ends, places in panel.sides():
            by_edge.setdefault(frozenset(ends), []).append(places)
    folds = [pair[0] for pair in by_edge.values() if frozenset(pair[0]) == frozenset(pair[1])]
    parted = [pair for pair in by_edge.values() if frozenset(pair[0]) != frozenset(pair[1])]
    tabs = _tabs(panels, parted) if has_tabs else ()
    return Net(panels, tuple(folds), tuple(one for pair in parted for one in pair), tabs)


def face(sides: int, edge: int, value: int = 1) -> Panel:
    """One face by itself, upright, its first corner at the origin; on the die of four with the numbers that this face shows."""
    solid = SOLIDS[sides]
    return _panel(solid, value, _corners(solid, edge, 0, (0, 0)), edge, 0)


def bounds(shapes: Sequence[Sequence[Point]]) -> tuple[int, int, int, int]:
    """Left, top, right and bottom of what lies between some corners."""
    xs = [x for shape in shapes for x, _ in shape]
    ys = [y for shape in shapes for _, y in shape]
    return min(xs), min(ys), max(xs), max(ys)


# ---------------------------------------------------------------- faces


def _unfolded(solid: Solid, edge: int) -> tuple[Panel, ...]:
    first = solid.links[0][0]
    turns = {first: solid.turn}
    placed = {first: _corners(solid, edge, solid.turn, (0, 0))}
    for known, new in solid.links:
        there, here = solid.faces[known], solid.faces[new]
        count = len(here)
        # The edge that both have runs the other way round in the new face.
        at, onto = next(
            (one, other)
            for one in range(count)
            for other in range(count)
            if (there[one], there[(one + 1) % count]) == (here[(other + 1) % count], here[other])
        )
        turns[new] = turns[known] + solid.edges[at][1] + 180 - solid.edges[onto][1]
        begins, ends = placed[known][(at + 1) % count], placed[known][at]
        rough = _corners(solid, edge, turns[new], (0, 0))
        dx, dy = begins[0] - rough[onto][0], begins[1] - rough[onto][1]
        moved = [(x + dx, y + dy) for x, y in rough]
        moved[(onto + 1) % count] = ends
        placed[new] = tuple(moved)
    return tuple(_panel(solid, value, placed[value], edge, turns[value]) for value in placed)


def _corners(solid: Solid, edge: int, turn: int, start: Point) -> tuple[Point, ...]:
    """The corners of a face that is turned counter-clockwise, the first of them at ``start``."""
    x = y = 0
    found = []
    for length, direction in solid.edges:
        found.append((start[0] + _um(x, edge), start[1] - _um(y, edge)))
        x += length * cosine(direction + turn) // BILLION
        y += length * sine(direction + turn) // BILLION
    return tuple(found)


def _um(billionths: int, edge: int) -> int:
    return (2 * billionths * edge + BILLION) // (2 * BILLION)


def _panel(solid: Solid, value: int, corners: tuple[Point, ...], edge: int, turn: int) -> Panel:
    vertices = solid.faces[value]
    if solid.is_by_corner:
        x, y = _middle(corners)
        marks = tuple(
            Mark(vertex + 1, (x + (cx - x) * _AT_CORNER // 100, y + (cy - y) * _AT_CORNER // 100), -(turn + 120 + 120 * place))
            for place, (vertex, (cx, cy)) in enumerate(zip(vertices, corners, strict=True))
        )
        return Panel(value, corners, vertices, marks)
    return Panel(value, corners, vertices, (Mark(value, _number_at(solid, corners, edge, turn), -turn),))


def _middle(corners: Sequence[Point]) -> Point:
    return sum(x for x, _ in corners) // len(corners), sum(y for _, y in corners) // len(corners)


def _number_at(solid: Solid, corners: tuple[Point, ...], edge: int, turn: int) -> Point:
    if len(solid.faces) != KITES:
        return _middle(corners)
    along = AXIS * _CENTRE // BILLION
    down = 270 + turn
    return corners[0][0] + _um(along * cosine(down) // BILLION, edge), corners[0][1] - _um(along * sine(down) // BILLION, edge)


# ---------------------------------------------------------------- tabs


def _tabs(panels: Sequence[Panel], parted: Sequence[list[tuple[Point, Point]]]) -> tuple[tuple[Point, ...], ...]:
    """A tab on one of each two edges that meet, where it has room beside the faces and the other tabs; as deep as it can be."""
    taken: list[tuple[Point, ...]] = [panel.corners for panel in panels]
    found: list[tuple[Point, ...]] = []
    for pair in parted:
        tab = next((tab for form in _FORMS for ends in pair if not _hits(tab := _tab(ends, *form), taken)), None)
        if tab is not None:
            found.append(tab)
            taken.append(tab)
    return tuple(found)


def _tab(ends: tuple[Point, Point], part: int, slope: int) -> tuple[Point, ...]:
    """A tab along an edge, outside of its face: ``part`` quarters as deep as tabs are, its sides ``slope`` tenths as far inwards."""
    (ax, ay), (bx, by) = ends
    dx, dy = bx - ax, by - ay
    length = isqrt(dx * dx + dy * dy)
    deep = min(_TAB_UM, length * 3 // 10) * part // 4
    # Faces run counter-clockwise to the eye: outside is to the right of the way, which is downwards turned by a quarter.
    out = (-dy * deep // length, dx * deep // length)
    side = (dx * deep * slope // (10 * length), dy * deep * slope // (10 * length))
    return (ax, ay), (ax + out[0] + side[0], ay + out[1] + side[1]), (bx + out[0] - side[0], by + out[1] - side[1]), (bx, by)


def _hits(tab: tuple[Point, ...], taken: Sequence[tuple[Point, ...]]) -> bool:
    return any(_overlap(tab, shape) for shape in taken)


def _overlap(one: Sequence[Point], other: Sequence[Point]) -> bool:
    """Whether two convex shapes have an inside in common, by more than rounding: no line along an edge of theirs parts them."""
    for shape in (one, other):
        for place, (ax, ay) in enumerate(shape):
            bx, by = shape[(place + 1) % len(shape)]
            nx, ny = by - ay, ax - bx
            slack = 3 * (abs(nx) + abs(ny))
            ours = [x * nx + y * ny for x, y in one]
            theirs = [x * nx + y * ny for x, y in other]
            if max(ours) <= min(theirs) + slack or max(theirs) <= min(ours) + slack:
                return False
    return True
