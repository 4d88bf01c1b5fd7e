"""The solids that dice are: the shape of a face, which corners of the solid each face has, its numbers, and the net in which it lies flat.

Faces are alike. A face is the list of its corners counter-clockwise as seen from outside, beginning at the same corner of its shape, and
is called by its number on the usual die: opposite faces add up to one more than there are faces, and the cube is right-handed.
On the die of four numbers belong to corners: what stands upright at the top of each face in sight is what was rolled.
Lengths are billionths of the edge; angles are degrees, counter-clockwise from the right.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from penance_build.ir.record import Record

BILLION = 1_000_000_000
# How many faces the cube has, and the solid whose faces are kites.
CUBE, KITES = 6, 10
_SINES = {
    0: 0, 18: 309_016_994, 30: 500_000_000, 36: 587_785_252, 54: 809_016_994, 60: 866_025_404, 72: 951_056_516, 90: BILLION,
}  # fmt: skip
SHORT = 381_966_011  # the short edge of a kite whose long edge is 1 and whose angles are 36, 108, 108 and 108 degrees
AXIS = 1_175_570_505  # of such a kite, from its apex to its foot


def sine(degrees: int) -> int:
    """In billionths; for multiples of 18 and of 30."""
    turn = degrees % 360
    sign, turn = (-1, turn - 180) if turn > 180 else (1, turn)
    return sign * _SINES[180 - turn if turn > 90 else turn]


def cosine(degrees: int) -> int:
    """In billionths."""
    return sine(degrees + 90)


class Solid(Record):
    """One kind of die.

    ``edges`` are the length and the direction of each edge of a face that stands upright; ``faces`` the corners of each, by its number;
    ``links`` say for the net which face joins which, each face once; ``turn`` is how far the first face of the net is turned, ``usual``
    the edge in micrometres of dice from shops. ``inside`` is the radius of the circle within a face, ``room`` the side of the square for
    what stands there, in thousandths of the edge. ``is_by_corner``: numbers belong to corners.
    """

    edges: tuple[tuple[int, int], ...]
    faces: Mapping[int, tuple[int, ...]]
    links: tuple[tuple[int, int], ...]
    turn: int
    usual: int
    inside: int
    room: int
    is_by_corner: bool = False


def _regular(sides: int) -> tuple[tuple[int, int], ...]:
    return tuple((BILLION, 360 * side // sides) for side in range(sides))


_KITE = ((BILLION, 252), (SHORT, 324), (SHORT, 36), (BILLION, 108))  # from its apex, which is above

SOLIDS: Mapping[int, Solid] = MappingProxyType({
    4: Solid(
        _regular(3),
        {1: (1, 3, 2), 2: (0, 2, 3), 3: (0, 3, 1), 4: (0, 1, 2)},  # by the corner that it has not
        ((4, 1), (4, 2), (4, 3)), 60, 20_000, 288_675_135, 180, True,
    ),
    6: Solid(
        _regular(4),
        {1: (1, 5, 7, 3), 2: (3, 7, 6, 2), 3: (0, 1, 3, 2), 4: (5, 4, 6, 7), 5: (0, 4, 5, 1), 6: (4, 0, 2, 6)},
        ((1, 2), (1, 3), (1, 4), (4, 6), (1, 5)), 0, 16_000, 500_000_000, 640,
    ),
    8: Solid(
        _regular(3),
        {
            1: (0, 2, 4), 2: (1, 3, 4), 3: (1, 2, 5), 4: (0, 3, 5), 5: (1, 4, 2), 6: (0, 4, 3), 7: (0, 5, 2), 8: (1, 5, 3),
        },
        ((2, 5), (5, 3), (3, 7), (7, 4), (4, 6), (5, 1), (4, 8)), 0, 18_000, 288_675_135, 340,
    ),
    10: Solid(
        _KITE,
        {
            1: (0, 11, 2, 3), 7: (0, 3, 4, 5), 5: (0, 5, 6, 7), 9: (0, 7, 8, 9), 3: (0, 9, 10, 11),
            2: (1, 4, 3, 2), 8: (1, 6, 5, 4), 10: (1, 8, 7, 6), 4: (1, 10, 9, 8), 6: (1, 2, 11, 10),
        },
        ((5, 7), (7, 1), (5, 9), (9, 3), (5, 10), (10, 4), (4, 6), (10, 8), (8, 2)), 180, 17_000, 262_865_556, 360,
    ),
    12: Solid(
        _regular(5),
        {
            1: (2, 6, 3, 1, 0), 2: (15, 19, 17, 11, 9), 3: (4, 7, 13, 16, 10), 4: (8, 10, 16, 18, 14), 5: (12, 14, 18, 19, 15),
            6: (5, 11, 17, 13, 7), 7: (2, 8, 14, 12, 6), 8: (0, 1, 5, 7, 4), 9: (1, 3, 9, 11, 5), 10: (3, 6, 12, 15, 9),
            11: (0, 4, 10, 8, 2), 12: (13, 17, 19, 18, 16),
        },
        ((1, 7), (1, 8), (1, 9), (1, 10), (1, 11), (8, 6), (6, 12), (12, 2), (12, 3), (12, 4), (12, 5)), 72, 8_500, 688_190_960, 900,
    ),
    20: Solid(
        _regular(3),
        {
            1: (0, 2, 1), 2: (8, 10, 11), 3: (3, 6, 0), 4: (5, 11, 7), 5: (2, 8, 5), 6: (3, 7, 9), 7: (0, 4, 2), 8: (6, 9, 10),
            9: (1, 7, 3), 10: (4, 6, 10), 11: (1, 5, 7), 12: (10, 8, 4), 13: (2, 5, 1), 14: (11, 9, 7), 15: (2, 4, 8), 16: (3, 9, 6),
            17: (0, 6, 4), 18: (5, 8, 11), 19: (0, 1, 3), 20: (9, 11, 10),
        },
        (
            (13, 5), (5, 15), (15, 12), (12, 10), (10, 8), (8, 16), (16, 6), (6, 9), (9, 11),
            (13, 1), (15, 7), (9, 19), (10, 17), (16, 3), (8, 20), (6, 14), (12, 2), (11, 4), (5, 18),
        ), 300, 13_000, 288_675_135, 340,
    ),
})  # fmt: skip
