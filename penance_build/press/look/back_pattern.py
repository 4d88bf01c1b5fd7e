"""The back of a card: an all-over pattern that runs through every edge, and a rose in its middle.

Nothing is parallel and near to the edge, so that a sheet printed a millimetre off shows it nowhere. Everything is the same
after half a turn, so that a card has no wrong way up, and it does not matter on which edge the printer flips.
"""

from __future__ import annotations

from penance_build.ir.record import Record
from penance_build.press.drawing.shapes import Shape, circle_data, rect_data
from penance_build.press.look.bodies import Inks
from penance_build.press.look.colors import BACK_HATCH, LATTICE, mix
from penance_build.press.look.hatching import hatch
from penance_build.press.look.motifs import MOTIFS, outline, ring
from penance_build.press.look.rose import Figure, even_look, figure_shapes
from penance_build.press.look.seed import pick

# About how wide and high a lozenge of the lattice is; it divides the trim evenly, so that the pattern runs on from card to card.
LOZENGE = (1060, 1110)
FLOWER = 130
# How far the wreath reaches around the rose.
WREATH = 330
# Flowers stay this far inside the trim; the lines of the lattice run on into the bleed.
CLEAR = 400


class Bands(Record):
    """The two bands that bear a name, one the other turned round: width, height, distance of their middles from the centre."""

    width: int
    height: int
    distance: int


class Ground(Record):
    """What a pattern is computed from: its seed, its hatching, and its ornament: lattice (over the hatching), hatching or plain."""

    seed: str
    hatching: str
    ornament: str


def back_shapes(ground: Ground, inks: Inks, trim: tuple[int, int], bleed: int, bands: Bands) -> tuple[Shape, ...]:
    """The back in hundredths of a millimetre: the trim and the bleed around it."""
    seed = ground.seed
    width, height = trim[0] + 2 * bleed, trim[1] + 2 * bleed
    cx, cy = width // 2, height // 2
    names = sorted(MOTIFS)
    figure = Figure(seed, seed, 6, (pick(seed, "first", names), pick(seed, "second", names)))
    radius = min(trim[0] * 370 // 1000, bands.distance - bands.height // 2 - WREATH - 60)
    hatched = (
        () if ground.ornament == "plain" else hatch(ground.hatching, width, height, 80, mix(inks.tincture, inks.paper, BACK_HATCH), 14)
    )
    return (
        Shape(rect_data(0, 0, width, height), fill=inks.tincture),
        *hatched,
        *(_latticed(inks, pick(seed, "flower", names), trim, bleed, (radius + WREATH, bands)) if ground.ornament == "lattice" else ()),
        *_medallion(inks, cx, cy, radius),
        *figure_shapes(figure, inks, cx, cy, radius, even_look(figure)),
        *_bands(inks, cx, cy, bands),
    )


def _steps(trim: tuple[int, int]) -> tuple[int, int]:
    """How many lozenges lie across and down the trim."""
    return max(2, round(trim[0] / LOZENGE[0])), max(2, round(trim[1] / LOZENGE[1]))


def _lattice(trim: tuple[int, int], bleed: int) -> str:
    """Both families of slanting lines, each long enough to leave the page."""
    across, down = _steps(trim)
    cx, cy = trim[0] // 2 + bleed, trim[1] // 2 + bleed
    reach = across + down + 4
    data = []
    for index in range(-reach, reach + 1):
        x = cx + index * trim[0] // across
        run, rise = reach * trim[0] // (2 * across), reach * trim[1] // (2 * down)
        data.append(f"M{x - run} {cy - rise}L{x + run} {cy + rise}M{x - run} {cy + rise}L{x + run} {cy - rise}")
    return "".join(data)


def _latticed(inks: Inks, motif: str, trim: tuple[int, int], bleed: int, keep_out: tuple[int, Bands]) -> tuple[Shape, ...]:
    """The lattice and its flowers."""
    lattice = _lattice(trim, bleed)
    return (
        Shape(lattice, stroke=inks.tincture, width=110),
        Shape(lattice, stroke=mix(inks.tincture, inks.paper, LATTICE), width=60),
        Shape(lattice, stroke=inks.tincture, width=24),
        *_flowers(inks, motif, trim, bleed, keep_out),
    )


def _flowers(inks: Inks, motif: str, trim: tuple[int, int], bleed: int, keep_out: tuple[int, Bands]) -> tuple[Shape, ...]:
    """A small flower on every crossing of the lattice that is not near the cut, the medallion or a band."""
    reach, bands = keep_out
    across, down = _steps(trim)
    cx, cy = trim[0] // 2 + bleed, trim[1] // 2 + bleed
    grounds, petals, hearts = [], [], []
    for row in range(-down, down + 1):
        for column in range(-across, across + 1):
            x, y = cx + column * trim[0] // (2 * across), cy + row * trim[1] // (2 * down)
            dx, dy = abs(x - cx), abs(y - cy)
            inside = dx < trim[0] // 2 - CLEAR and dy < trim[1] // 2 - CLEAR
            outside = dx * dx + dy * dy > (reach + FLOWER + 90) ** 2
            beside = dx > bands.width // 2 + FLOWER + 60 or abs(dy - bands.distance) > bands.height // 2 + FLOWER + 60
            if inside and outside and beside and (row + column) % 2 == 0:
                grounds.append(circle_data(x, y, FLOWER + 70))
                petals.append(outline(x, y, motif, ring(50, FLOWER, 44, 8)))
                hearts.append(circle_data(x, y, 34))
    return (
        Shape("".join(grounds), fill=inks.tincture),
        Shape("".join(petals), fill=inks.paper),
        Shape("".join(hearts), fill=inks.paper),
    )


def _medallion(inks: Inks, cx: int, cy: int, radius: int) -> tuple[Shape, ...]:
    """The ground of the rose: a wreath of small arches around it."""
    reach = radius + WREATH
    wreath = outline(cx, cy, "arch", ring(radius + 60, reach - 40, 74, 72))
    return (
        Shape(circle_data(cx, cy, reach), fill=inks.tincture, stroke=inks.paper, width=26),
        Shape(wreath, fill=inks.paper),
    )


def _bands(inks: Inks, cx: int, cy: int, bands: Bands) -> tuple[Shape, ...]:
    outer, inner = [], []
    for middle in (cy - bands.distance, cy + bands.distance):
        left, top = cx - bands.width // 2, middle - bands.height // 2
        outer.append(rect_data(left, top, bands.width, bands.height))
        inner.append(rect_data(left + 50, top + 50, bands.width - 100, bands.height - 100))
    return (
        Shape("".join(outer), fill=inks.paper, stroke=inks.tincture, width=60),
        Shape("".join(outer), stroke=inks.ink, width=24),
        Shape("".join(inner), stroke=inks.ink, width=9),
    )
