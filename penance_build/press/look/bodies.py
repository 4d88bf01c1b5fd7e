"""Bodies: the large forms at the heart of a figure, each with a silhouette of its own that is told apart at arm's length.

A body fills a disc. Its symmetry is the number of its parts, its turns are chosen by the seed, and everything is flat ink.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping

from penance_build.ir.record import Record
from penance_build.press.drawing.shapes import Shape, circle_data, polygon_data
from penance_build.press.look.motifs import polar
from penance_build.press.look.seed import draw


class Inks(Record):
    """The colours of a figure, as ``#rrggbb``."""

    paper: str
    ink: str
    tincture: str
    rubric: str
    hatch: str


class Disc(Record):
    """Where a body is drawn: the centre and radius of its disc, how many parts it has, the seed of its choices, its colours."""

    cx: int
    cy: int
    radius: int
    count: int
    seed: str
    inks: Inks

    def at(self, share: float, turn: float) -> tuple[int, int]:
        """The point at a share of the radius (thousandths) and an angle (thousandths of a turn)."""
        return polar(self.cx, self.cy, self.radius * share / 1000, turn)

    def circle(self, share: int) -> str:
        """Path data of a circle about the centre."""
        return circle_data(self.cx, self.cy, self.radius * share // 1000)

    def sector(self, inner: int, outer: int, start: float, end: float) -> str:
        """Path data of a piece of a ring between two shares of the radius and two angles."""
        return sector(self.cx, self.cy, self.radius * inner // 1000, self.radius * outer // 1000, start, end)


def sector(cx: int, cy: int, inner: int, outer: int, start: float, end: float) -> str:
    """Path data of a piece of a ring between two angles that are at most half a turn apart, its arcs as cubics."""
    if end - start > 250:
        middle = (start + end) / 2
        return sector(cx, cy, inner, outer, start, middle) + sector(cx, cy, inner, outer, middle, end)
    turn = (end - start) * math.pi / 500
    bend = 4 / 3 * math.tan(turn / 4)
    far = math.sqrt(1 + bend * bend)
    lean = math.atan(bend) * 500 / math.pi
    a, b = polar(cx, cy, outer, start), polar(cx, cy, outer, end)
    a1, b1 = polar(cx, cy, outer * far, start + lean), polar(cx, cy, outer * far, end - lean)
    c, d = polar(cx, cy, inner, end), polar(cx, cy, inner, start)
    c1, d1 = polar(cx, cy, inner * far, end - lean), polar(cx, cy, inner * far, start + lean)
    return "M{} {}C{} {} {} {} {} {}L{} {}C{} {} {} {} {} {}Z".format(*a, *a1, *b1, *b, *c, *c1, *d1, *d)


def _star(disc: Disc) -> tuple[Shape, ...]:
    """A solid star with faceted points, as on a compass card."""
    count, deep = disc.count, (300, 420, 520)[draw(disc.seed, "deep", 3)]
    whole, lit = "", ""
    for index in range(count):
        turn, half = 1000 * index / count, 500 / count
        tip, left, right = disc.at(960, turn), disc.at(deep, turn - half), disc.at(deep, turn + half)
        whole += polygon_data([(disc.cx, disc.cy), left, tip, right])
        lit += polygon_data([(disc.cx, disc.cy), left, tip])
    inks = disc.inks
    return Shape(whole, fill=inks.tincture), Shape(lit, fill=inks.ink), Shape(whole, stroke=inks.paper, width=14, round_joins=True)


def star_steps(count: int) -> list[int]:
    """From corner to corner of a star of so many: the steps with which one line goes through all of them."""
    return [step for step in range(2, (count + 1) // 2) if math.gcd(step, count) == 1] or [1]


def _polygram(disc: Disc) -> tuple[Shape, ...]:
    """A star polygon drawn as a broad ribbon."""
    count = max(disc.count, 5)
    steps = star_steps(count)
    step = steps[-1] if count < 9 else steps[draw(disc.seed, "step", len(steps))]
    data = polygon_data([disc.at(900, 1000 * index * step / count) for index in range(count)])
    wide = disc.radius * 110 // 1000
    return (
        Shape(data, stroke=disc.inks.ink, width=wide, round_joins=True),
        Shape(data, stroke=disc.inks.tincture, width=wide - 44, round_joins=True),
        Shape(data, stroke=disc.inks.paper, width=14),
    )


def _spiral(disc: Disc) -> tuple[Shape, ...]:
    """Curved blades that turn out of the centre, one way or the other."""
    count, way = disc.count, 1 if draw(disc.seed, "way", 2) else -1
    swing, steps = 150 + 70 * draw(disc.seed, "swing", 3), 10
    data, edge = "", ""
    for index in range(count):
        base = 1000 * index / count
        near = [disc.at(120 + 840 * step / steps, base + way * swing * (step / steps) ** 1.3) for step in range(steps + 1)]
        away = [disc.at(120 + 840 * step / steps, base + way * (swing * (step / steps) ** 1.3 + 520 / count)) for step in range(steps + 1)]
        data += polygon_data([*near, *reversed(away)])
        edge += "M" + "L".join(f"{x} {y}" for x, y in near)
    return Shape(data, fill=disc.inks.tincture), Shape(edge, stroke=disc.inks.ink, width=40, round_caps=True, round_joins=True)


def _bars(disc: Disc) -> tuple[Shape, ...]:
    """Bars across the disc: level, upright or aslant, alternately broad and fine."""
    tilt, count = (0, 250, 125, 375)[draw(disc.seed, "tilt", 4)], disc.count + 2
    broad, fine = "", ""
    for index in range(count):
        low = -940 + 1880 * index / count
        for start, end, is_broad in ((low, low + 1880 / count * 0.58, True), (low + 1880 / count * 0.74, low + 1880 / count * 0.84, False)):
            inside = [(share, math.sqrt(max(0, 960**2 - share**2))) for share in (start, end)]
            corners = [(-inside[0][1], start), (inside[0][1], start), (inside[1][1], end), (-inside[1][1], end)]
            data = polygon_data([disc.at(math.hypot(x, y), tilt + math.atan2(x, -y) * 500 / math.pi) for x, y in corners])
            broad, fine = (broad + data, fine) if is_broad else (broad, fine + data)
    return Shape(broad, fill=disc.inks.tincture), Shape(fine, fill=disc.inks.ink)


def _rising(disc: Disc) -> tuple[Shape, ...]:
    """Half a figure: rays above a horizon, and level water below it, turned by quarters."""
    quarter, rays = 250 * draw(disc.seed, "quarter", 4), 2 * (disc.count // 2) + 3
    fan = "".join(
        disc.sector(330, 960, quarter - 250 + 500 * index / rays, quarter - 250 + 500 * (index + 1) / rays) for index in range(0, rays, 2)
    )
    below = disc.sector(0, 960, quarter + 250, quarter + 750)
    lines = "".join(
        "M{} {}L{} {}".format(
            *disc.at(math.hypot(wide, deep), quarter + 500 - math.atan2(wide, deep) * 500 / math.pi),
            *disc.at(math.hypot(wide, deep), quarter + 500 + math.atan2(wide, deep) * 500 / math.pi),
        )
        for deep in range(140, 900, 150)
        for wide in (math.sqrt(900**2 - deep**2),)
    )
    sun = disc.sector(0, 270, quarter - 250, quarter + 250)
    inks = disc.inks
    return (
        Shape(fan, fill=inks.tincture),
        Shape(sun, fill=inks.ink),
        Shape(below, fill=inks.ink),
        Shape(lines, stroke=inks.paper, width=disc.radius * 28 // 1000),
    )


def _orbits(disc: Disc) -> tuple[Shape, ...]:
    """Circles with discs on them, larger ones farther out."""
    rings = (380, 600, 820)
    tracks = "".join(disc.circle(share) for share in rings)
    small, large = "", ""
    for number, share in enumerate(rings):
        start, bodies = draw(disc.seed, f"orbit {share}", 1000), 1 + (disc.count + number) % 3
        for index in range(bodies):
            x, y = disc.at(share, start + 1000 * index / bodies)
            data = circle_data(x, y, disc.radius * (90 + 25 * number) // 1000)
            small, large = (small + data, large) if number % 2 else (small, large + data)
    inks = disc.inks
    return (
        Shape(tracks, stroke=inks.ink, width=22),
        Shape(large, fill=inks.tincture, stroke=inks.ink, width=26),
        Shape(small, fill=inks.ink, stroke=inks.paper, width=26),
        Shape(disc.circle(210), fill=inks.tincture, stroke=inks.ink, width=26),
    )


def _chequer(disc: Disc) -> tuple[Shape, ...]:
    """A board bent into a ring: fields alternately inked."""
    rings, fields = (960, 740, 520, 300), 2 * max(disc.count, 4)
    dark, light = "", ""
    for number in range(3):
        for index in range(fields):
            data = disc.sector(rings[number + 1], rings[number], 1000 * index / fields, 1000 * (index + 1) / fields)
            if (index + number) % 2 == 0:
                dark, light = (dark + data, light) if number % 2 else (dark, light + data)
    return Shape(dark, fill=disc.inks.ink), Shape(light, fill=disc.inks.tincture), Shape(disc.circle(300), stroke=disc.inks.ink, width=30)


def _cross(disc: Disc) -> tuple[Shape, ...]:
    """Flared arms, three to six of them, with a hollow inside each."""
    arms = 3 + disc.count % 4
    half, start = 1000 / arms * 0.34, 0 if draw(disc.seed, "upright", 2) else 500 / arms
    whole = "".join(
        polygon_data(
            [disc.at(150, turn - 60), disc.at(960, turn - half), disc.at(820, turn), disc.at(960, turn + half), disc.at(150, turn + 60)]
        )
        for turn in (start + 1000 * index / arms for index in range(arms))
    )
    hollow = "".join(
        polygon_data([disc.at(330, turn), disc.at(830, turn - half * 0.62), disc.at(720, turn), disc.at(830, turn + half * 0.62)])
        for turn in (start + 1000 * index / arms for index in range(arms))
    )
    return Shape(whole, fill=disc.inks.ink), Shape(hollow, fill=disc.inks.tincture)


def _nest(disc: Disc) -> tuple[Shape, ...]:
    """Polygons within one another, each turned against the one around it, alternately inked."""
    sides = 3 + disc.count % 4
    shapes: list[Shape] = []
    share, turn = 960.0, 0.0 if draw(disc.seed, "turned", 2) else 500 / sides
    fills = (disc.inks.ink, disc.inks.paper, disc.inks.tincture, disc.inks.paper)
    for number in range(6 if sides == 3 else 8):
        data = polygon_data([disc.at(share, turn + 1000 * index / sides) for index in range(sides)])
        shapes.append(Shape(data, fill=fills[number % 4]))
        if number % 2 == 0:
            share *= 0.86
        else:
            share, turn = share * math.cos(math.pi / sides) * (1.12 if sides == 3 else 1), turn + 500 / sides
    return tuple(shapes)


def _moons(disc: Disc) -> tuple[Shape, ...]:
    """Circles that touch at one point of the rim, alternately inked: nested crescents."""
    turn, steps = 125 * draw(disc.seed, "turn", 8), 3 + disc.count % 3
    fills = (disc.inks.ink, disc.inks.paper, disc.inks.tincture, disc.inks.paper)
    shapes = []
    for number in range(2 * steps):
        share = 960 - 900 * number // (2 * steps)
        x, y = disc.at(960 - share, turn)
        shapes.append(Shape(circle_data(x, y, disc.radius * share // 1000), fill=fills[number % 4]))
    return tuple(shapes)


def _maze(disc: Disc) -> tuple[Shape, ...]:
    """Broken rings, each with its gaps elsewhere."""
    dark, light = "", ""
    for number, share in enumerate((960, 790, 620, 450)):
        gaps = 1 + (disc.count + number) % 3
        start, gap = draw(disc.seed, f"gap {share}", 1000), 60 + 22 * number
        for index in range(gaps):
            low, high = start + 1000 * index / gaps + gap / 2, start + 1000 * (index + 1) / gaps - gap / 2
            middle = (low + high) / 2
            data = disc.sector(share - 110, share, low, middle) + disc.sector(share - 110, share, middle, high)
            dark, light = (dark + data, light) if number % 2 == 0 else (dark, light + data)
    return Shape(dark, fill=disc.inks.ink), Shape(light, fill=disc.inks.tincture)


def _gyron(disc: Disc) -> tuple[Shape, ...]:
    """Sectors alternately inked, as a shield is parted; few of them, so that each is large."""
    parts = 3 + disc.count % 5
    start = 0 if draw(disc.seed, "start", 2) else 250 / parts
    dark = "".join(disc.sector(0, 960, start + 1000 * index / parts, start + 1000 * (index + 0.5) / parts) for index in range(parts))
    rim = "".join(
        disc.sector(700, 960, start + 1000 * (index + 0.62) / parts, start + 1000 * (index + 0.88) / parts) for index in range(parts)
    )
    return (
        Shape(dark, fill=disc.inks.tincture),
        Shape(rim, fill=disc.inks.ink),
        Shape(dark, stroke=disc.inks.ink, width=24, round_joins=True),
    )


def _parted(disc: Disc) -> tuple[Shape, ...]:
    """A disc parted in two: concentric half rings, those of one side in the gaps of the other."""
    turn = 125 * draw(disc.seed, "parted", 8)
    shares = tuple(range(960, 120, -140))
    one = "".join(disc.sector(share - 70, share, turn, turn + 500) for share in shares)
    other = "".join(disc.sector(max(0, share - 140), share - 70, turn + 500, turn + 1000) for share in shares)
    return Shape(one, fill=disc.inks.ink), Shape(other, fill=disc.inks.tincture)


def _scales(disc: Disc) -> tuple[Shape, ...]:
    """Overlapping lobes in rings, as scales or feathers."""
    shapes = []
    for number, share in enumerate((760, 600, 440, 280)):
        parts = max(disc.count, 5)
        shift = 0 if number % 2 else 500 / parts
        lobe = min(200, round(share * math.sin(math.pi / parts) * 1.05))
        data = "".join(circle_data(*disc.at(share, shift + 1000 * index / parts), disc.radius * lobe // 1000) for index in range(parts))
        shapes.append(Shape(data, fill=disc.inks.paper if number % 2 else disc.inks.tincture, stroke=disc.inks.ink, width=26))
    return tuple(shapes)


BODIES: Mapping[str, Callable[[Disc], tuple[Shape, ...]]] = {
    "bars": _bars,
    "chequer": _chequer,
    "cross": _cross,
    "gyron": _gyron,
    "maze": _maze,
    "moons": _moons,
    "nest": _nest,
    "orbits": _orbits,
    "parted": _parted,
    "polygram": _polygram,
    "rising": _rising,
    "scales": _scales,
    "spiral": _spiral,
    "star": _star,
}
