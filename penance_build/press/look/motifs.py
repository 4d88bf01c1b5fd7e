"""Motifs: the shapes that stand in the rings of a rose, each given by half its outline.

A half outline runs along the axis from (0, 0), nearest the centre of the rose, to (1000, 0), farthest from it; the second
number is the distance from the axis in thousandths of the half width. The other half is its mirror image. Slender
motifs are cut along their axis into a lit and a shaded side, as on a compass card; broad ones are solid with an inlay.
A verb of the rules always draws the same motif: that is what makes related cards look related.
"""

from __future__ import annotations

import math
from collections.abc import Mapping

from penance_build.ir.record import Record
from penance_build.press.look.seed import hash32

# Segments: one point is a straight line, three points a cubic curve.
Segment = tuple[tuple[int, int], ...]


class Motif(Record):
    """Half an outline, and whether the motif is cut into two sides (else it is inlaid)."""

    half: tuple[Segment, ...]
    faceted: bool


MOTIFS: Mapping[str, Motif] = {
    "arch": Motif((((0, 820),), ((520, 860),), ((760, 860), (940, 420), (1000, 0))), False),
    "blade": Motif((((260, 1000),), ((1000, 0),)), True),
    "bud": Motif((((0, 460), (90, 1000), (270, 1000)), ((560, 1000), (640, 60), (1000, 0))), True),
    "drop": Motif((((330, 60), (470, 1000), (750, 1000)), ((910, 1000), (1000, 560), (1000, 0))), False),
    "flame": Motif((((40, 700), (260, 1200), (420, 820)), ((520, 600), (600, 760), (660, 640)), ((800, 380), (900, 160), (1000, 0))), True),
    "kite": Motif((((640, 1000),), ((1000, 0),)), True),
    "lancet": Motif((((0, 300),), ((280, 1000), (420, 1000), (560, 940)), ((760, 820), (900, 420), (1000, 0))), True),
    "leaf": Motif((((300, 1000), (640, 1060), (1000, 0)),), True),
    "shield": Motif((((200, 160), (360, 800), (520, 1000)), ((820, 1000),), ((1000, 0),)), False),
    "thorn": Motif((((120, 900), (300, 980), (440, 560)), ((600, 240), (800, 120), (1000, 0))), True),
    "trefoil": Motif(
        (
            ((0, 180),),
            ((200, 180),),
            ((60, 760), (330, 1180), (590, 880)),
            ((640, 720), (640, 560), (600, 440)),
            ((760, 640), (1000, 440), (1000, 0)),
        ),
        False,
    ),
    "vesica": Motif((((200, 760), (360, 1000), (500, 1000)), ((640, 1000), (800, 760), (1000, 0))), False),
}


def motif_of(verb: str, chosen: Mapping[str, str]) -> str:
    """The motif of a verb: the theme's ``motif_VERB`` where it names one, else one by the hash of the verb."""
    named = chosen.get(f"motif_{verb}", "")
    if named in MOTIFS:
        return named
    names = sorted(MOTIFS)
    return names[hash32(verb) % len(names)]


class Petal(Record):
    """A motif in a ring: its inner and outer distance from the centre, half its width, its angle in thousandths of a turn.

    ``swing`` turns the outer end further than the inner one, in thousandths of a turn.
    """

    inner: int
    outer: int
    half: int
    turn: float
    swing: int = 0


def polar(cx: int, cy: int, radius: float, turn: float) -> tuple[int, int]:
    """The point at a distance and an angle (thousandths of a turn, clockwise from the top)."""
    angle = turn * math.pi / 500
    return round(cx + radius * math.sin(angle)), round(cy - radius * math.cos(angle))


def _map(cx: int, cy: int, petal: Petal, point: tuple[int, int], side: int) -> tuple[int, int]:
    along = petal.inner + (petal.outer - petal.inner) * point[0] / 1000
    across = side * petal.half * point[1] / 1000
    angle = (petal.turn + petal.swing * point[0] / 1000) * math.pi / 500
    x = cx + along * math.sin(angle) + across * math.cos(angle)
    y = cy - along * math.cos(angle) + across * math.sin(angle)
    return round(x), round(y)


def _there(cx: int, cy: int, petal: Petal, motif: Motif, side: int) -> str:
    """Path data along one half, from the inner end of the axis to the outer."""
    data = []
    for segment in motif.half:
        points = " ".join("{} {}".format(*_map(cx, cy, petal, point, side)) for point in segment)
        data.append(("L" if len(segment) == 1 else "C") + points)
    return "".join(data)


def _back(cx: int, cy: int, petal: Petal, motif: Motif, side: int) -> str:
    """Path data along one half, from the outer end of the axis to the inner: the same segments the other way round."""
    data = []
    ends = [(0, 0), *(segment[-1] for segment in motif.half)]
    for index in range(len(motif.half) - 1, -1, -1):
        points = [*reversed(motif.half[index][:-1]), ends[index]]
        text = " ".join("{} {}".format(*_map(cx, cy, petal, point, side)) for point in points)
        data.append(("L" if len(points) == 1 else "C") + text)
    return "".join(data)


def outline(cx: int, cy: int, name: str, petals: tuple[Petal, ...]) -> str:
    """Path data of a motif as all these petals."""
    motif = MOTIFS[name]
    return "".join(
        "M{} {}".format(*_map(cx, cy, petal, (0, 0), 1)) + _there(cx, cy, petal, motif, 1) + _back(cx, cy, petal, motif, -1) + "Z"
        for petal in petals
    )


def shaded_half(cx: int, cy: int, name: str, petals: tuple[Petal, ...]) -> str:
    """Path data of the side of a motif that is on the left, seen from the centre, as all these petals."""
    motif = MOTIFS[name]
    start = ("M{} {}".format(*_map(cx, cy, petal, (0, 0), -1)) for petal in petals)
    return "".join(move + _there(cx, cy, petal, motif, -1) + "Z" for move, petal in zip(start, petals, strict=True))


def shrunk(petal: Petal, share: int) -> Petal:
    """A petal inside another: ``share`` is what is left of it, in thousandths."""
    length = petal.outer - petal.inner
    cut = length * (1000 - share) // 1000
    swing = petal.swing * (1000 - share) / 1000
    return Petal(petal.inner + cut * 6 // 10, petal.outer - cut * 4 // 10, petal.half * share // 1000, petal.turn + swing, petal.swing)


def ring(inner: int, outer: int, half: int, count: int, start: float = 0, swing: int = 0) -> tuple[Petal, ...]:
    """``count`` petals around the centre, the first at the angle ``start`` (thousandths of a turn)."""
    return tuple(Petal(inner, outer, half, start + 1000 * index / count, swing) for index in range(count))
