"""Motifs: the shapes that stand in the rings of a rose, each given by half its outline.

A half outline runs along the axis from (0, 0), nearest the centre of the rose, to (1000, 0), farthest from it; the second
number is the distance from the axis in thousandths of the half width. The other half is its mirror image: a petal is cut along its axis
into a lit and a shaded side, as on a compass card. A verb of the rules always draws the same motif: that is what
makes related cards look related.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

from penance_build.press.seed import hash32

# Segments: one point is a straight line, three points a cubic curve.
Segment = tuple[tuple[int, int], ...]

MOTIFS: Mapping[str, tuple[Segment, ...]] = {
    "lancet": (((0, 340),), ((300, 1000), (420, 1000), (560, 940)), ((760, 820), (900, 420), (1000, 0))),
    "blade": (((230, 1000),), ((1000, 0),)),
    "leaf": (((300, 1000), (640, 1060), (1000, 0)),),
    "drop": (((330, 60), (480, 1000), (760, 1000)), ((910, 1000), (1000, 560), (1000, 0))),
    "bud": (((0, 560), (90, 1000), (260, 1000)), ((540, 1000), (660, 90), (1000, 0))),
    "shield": (((210, 180), (380, 820), (520, 1000)), ((940, 1000),), ((1000, 0),)),
    "arrow": (((0, 260),), ((520, 260),), ((440, 1000),), ((1000, 0),)),
    "flame": (((60, 760), (300, 1240), (440, 760)), ((520, 480), (640, 660), (600, 900)), ((800, 640), (880, 240), (1000, 0))),
    "cross": (((0, 320),), ((420, 230),), ((420, 1000),), ((700, 1000),), ((700, 230),), ((1000, 360),), ((1000, 0),)),
    "arch": (((0, 860),), ((540, 860),), ((760, 860), (940, 420), (1000, 0))),
    "trefoil": (((0, 200),), ((240, 200),), ((120, 780), (360, 1160), (600, 860)), ((620, 640), (600, 520), (600, 430)),
                ((760, 620), (1000, 430), (1000, 0))),
    "spear": (((0, 160),), ((430, 300),), ((400, 620), (480, 1000), (600, 1000)), ((700, 700), (860, 260), (1000, 0))),
}  # fmt: skip


def motif_of(verb: str, chosen: Mapping[str, str]) -> str:
    """The motif of a verb: the theme's ``motif_VERB`` where it names one, else one by the hash of the verb."""
    named = chosen.get(f"motif_{verb}", "")
    if named in MOTIFS:
        return named
    names = sorted(MOTIFS)
    return names[hash32(verb) % len(names)]


@dataclass(frozen=True, slots=True)
class Petal:
    """Path data of the two halves of the petals of a ring, and of their outlines."""

    lit: str
    shaded: str
    outline: str


@dataclass(frozen=True, slots=True)
class Place:
    """Where a motif stands: its inner and outer distance from the centre, half its width, the angle in thousandths of a turn."""

    inner: int
    outer: int
    half: int
    turn: int


def polar(cx: int, cy: int, radius: float, turn: float) -> tuple[int, int]:
    """The point at a distance and an angle (thousandths of a turn, clockwise from the top)."""
    angle = turn * math.pi / 500
    return round(cx + radius * math.sin(angle)), round(cy - radius * math.cos(angle))


def _map(cx: int, cy: int, place: Place, point: tuple[int, int], side: int) -> tuple[int, int]:
    along = place.inner + (place.outer - place.inner) * point[0] / 1000
    across = side * place.half * point[1] / 1000
    angle = place.turn * math.pi / 500
    x = cx + along * math.sin(angle) + across * math.cos(angle)
    y = cy - along * math.cos(angle) + across * math.sin(angle)
    return round(x), round(y)


def _half(cx: int, cy: int, place: Place, motif: str, side: int) -> str:
    """Path data of one half without its closing line: it starts and ends on the axis."""
    x, y = _map(cx, cy, place, (0, 0), side)
    data = [f"M{x} {y}"]
    for segment in MOTIFS[motif]:
        points = " ".join("{} {}".format(*_map(cx, cy, place, point, side)) for point in segment)
        data.append(("L" if len(segment) == 1 else "C") + points)
    if MOTIFS[motif][-1][-1] != (1000, 0):
        data.append("L{} {}".format(*_map(cx, cy, place, (1000, 0), side)))
    return "".join(data)


def petals(cx: int, cy: int, motif: str, places: tuple[Place, ...]) -> Petal:
    """The motif at all its places."""
    lit = "".join(_half(cx, cy, place, motif, 1) + "Z" for place in places)
    shaded = "".join(_half(cx, cy, place, motif, -1) + "Z" for place in places)
    outline = "".join(_half(cx, cy, place, motif, 1) + _half(cx, cy, place, motif, -1) for place in places)
    return Petal(lit, shaded, outline)


def ring(inner: int, outer: int, half: int, count: int, start: int = 0) -> tuple[Place, ...]:
    """``count`` places around the centre, the first at the angle ``start`` (thousandths of a turn)."""
    return tuple(Place(inner, outer, half, start + round(1000 * index / count)) for index in range(count))
