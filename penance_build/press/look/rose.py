"""The figure of a card: a rose window with the rim of an instrument, computed from the card itself.

What a thing is decides what is seen. The faction gives the tincture, the type gives the plan of the window, the cost gives
the number of its lights, the verbs give the motifs of its rings, the id gives proportions and star. So each card has its
own figure, copies are equal, and relatives look related. The graduated rim carries one pointer per
card: its number, read like a dial.

Everything is flat ink: fills and strokes in hundredths of a millimetre.
"""

from __future__ import annotations

import math
from collections.abc import Mapping

from penance_build.ir.record import Record
from penance_build.press.drawing.shapes import Shape, circle_data
from penance_build.press.look.motifs import MOTIFS, Petal, motif_of, outline, polar, ring, shaded_half, shrunk
from penance_build.press.look.seed import draw, pick


class Inks(Record):
    """The colours of a figure, as ``#rrggbb``."""

    paper: str
    ink: str
    tincture: str
    rubric: str
    hatch: str


class Figure(Record):
    """What a rose is computed from: ``number`` of ``total`` is where the pointer of the rim stands (total 0: none)."""

    seed: str
    plan: str
    cost: int
    motifs: tuple[str, ...]
    number: int = 0
    total: int = 0


class RingPlan(Record):
    """A ring of petals between two distances (thousandths of the radius).

    ``verb`` says whose motif, ``fill`` how much of its share a petal takes, ``times`` petals for each light, ``shifted``
    that they stand between the axes, ``style`` how it is drawn: star (free petals in the tincture), dark (in ink),
    arcade (openings cut out of a solid ring).
    """

    verb: int
    inner: int
    outer: int
    fill: int
    times: int = 1
    shifted: bool = False
    style: str = "star"
    swing: int = 0


class Plan(Record):
    """The plan of a window: its rings from below to above, oculi as (distance, size, times, shifted), circles, boss."""

    rings: tuple[RingPlan, ...]
    oculi: tuple[tuple[int, int, int, bool], ...]
    circles: tuple[int, ...]
    boss: int


PLANS: tuple[Plan, ...] = (
    # A wheel: an arcade outside, a star in its hub.
    Plan((RingPlan(1, 580, 985, 880, 2, True, "arcade"), RingPlan(0, 150, 590, 900)), ((520, 30, 1, True),), (570,), 165),
    # A compass: long points on the axes, short ones between them.
    Plan(
        (RingPlan(1, 300, 800, 620, 1, True, "dark"), RingPlan(0, 110, 975, 560)),
        ((900, 42, 1, True), (770, 26, 2, True)),
        (560,),
        150,
    ),
    # A rosette: broad petals around an arcade.
    Plan((RingPlan(1, 560, 980, 900), RingPlan(0, 190, 580, 860, 1, True, "arcade")), ((900, 48, 1, True), (640, 26, 1, True)), (), 190),
    # A star within a wheel.
    Plan((RingPlan(0, 420, 985, 900, 1, False, "arcade"), RingPlan(1, 140, 440, 900, 1, True)), ((330, 22, 1, False),), (430,), 140),
    # A whirl: petals that swing.
    Plan(
        (RingPlan(0, 170, 960, 760, 1, False, "star", 70), RingPlan(1, 190, 600, 560, 1, True, "dark", 45)),
        ((880, 44, 1, True),),
        (),
        175,
    ),
    # A double crown: two arcades, one turned against the other.
    Plan((RingPlan(0, 600, 985, 860, 2, False, "arcade"), RingPlan(1, 200, 590, 840, 1, True)), ((500, 34, 1, False),), (590,), 185),
    # Spears: many long points, a dark flower over them.
    Plan((RingPlan(0, 180, 980, 620, 2), RingPlan(1, 170, 560, 760, 1, True, "dark")), ((760, 30, 2, True),), (), 165),
)


def lights(cost: int) -> int:
    """How many lights a window has: more for what costs more; a card without a cost (below 0) has twelve."""
    return 12 if cost < 0 else min(6 + cost, 12)


def figure_shapes(figure: Figure, inks: Inks, cx: int, cy: int, radius: int) -> tuple[Shape, ...]:
    """The rose with its centre at (cx, cy)."""
    plan = pick(figure.plan, "plan", PLANS)
    count = lights(figure.cost)
    glass = radius * 850 // 1000
    shapes = [
        Shape(circle_data(cx, cy, radius + 40), fill=inks.paper),
        *rim_shapes(inks, cx, cy, radius),
        *_pointer(figure, inks, cx, cy, radius),
        Shape(circle_data(cx, cy, glass), stroke=inks.ink, width=36),
        _spokes(inks, cx, cy, glass, 2 * count),
    ]
    shapes += [Shape(circle_data(cx, cy, glass * distance // 1000), stroke=inks.ink, width=12) for distance in plan.circles]
    for item in plan.rings:
        shapes += _ring(figure, item, inks, cx, cy, glass, count)
    shapes += _oculi(plan, inks, cx, cy, glass, count)
    shapes += _boss(figure, inks, cx, cy, glass * plan.boss // 1000, count)
    return tuple(shapes)


def rim_shapes(inks: Inks, cx: int, cy: int, radius: int) -> tuple[Shape, ...]:
    """The graduated ring: 36 fields alternately black and white as on a chart, and 72 divisions inside them."""
    field, inner = radius * 962 // 1000, radius * 895 // 1000
    fields = "".join(_sector(cx, cy, field, radius, 1000 * index / 36, 1000 * (index + 1) / 36) for index in range(0, 36, 2))
    ticks = []
    for index in range(72):
        start = polar(cx, cy, inner if index % 6 == 0 else inner + (field - inner) // 2, 1000 * index / 72)
        ticks.append("M{} {}L{} {}".format(*start, *polar(cx, cy, field, 1000 * index / 72)))
    return (
        Shape(fields, fill=inks.ink),
        Shape("".join(ticks), stroke=inks.ink, width=9),
        Shape(circle_data(cx, cy, radius), stroke=inks.ink, width=18),
        Shape(circle_data(cx, cy, field), stroke=inks.ink, width=12),
    )


def _sector(cx: int, cy: int, inner: int, outer: int, start: float, end: float) -> str:
    """A piece of a ring between two angles, its arcs as cubics."""
    turn = (end - start) * math.pi / 500
    bend = 4 / 3 * math.tan(turn / 4)
    far = math.sqrt(1 + bend * bend)
    lean = math.atan(bend) * 500 / math.pi
    a, b = polar(cx, cy, outer, start), polar(cx, cy, outer, end)
    a1, b1 = polar(cx, cy, outer * far, start + lean), polar(cx, cy, outer * far, end - lean)
    c, d = polar(cx, cy, inner, end), polar(cx, cy, inner, start)
    c1, d1 = polar(cx, cy, inner * far, end - lean), polar(cx, cy, inner * far, start + lean)
    return "M{} {}C{} {} {} {} {} {}L{} {}C{} {} {} {} {} {}Z".format(*a, *a1, *b1, *b, *c, *c1, *d1, *d)


def _pointer(figure: Figure, inks: Inks, cx: int, cy: int, radius: int) -> tuple[Shape, ...]:
    if not figure.total:
        return ()
    turn = 1000 * (figure.number - 1) / figure.total
    tip, left, right = (
        polar(cx, cy, radius * 880 // 1000, turn),
        polar(cx, cy, radius + 40, turn - 10),
        polar(cx, cy, radius + 40, turn + 10),
    )
    data = "M{} {}L{} {}L{} {}Z".format(*tip, *left, *right)
    return (Shape(data, fill=inks.rubric, stroke=inks.paper, width=14),)


def _spokes(inks: Inks, cx: int, cy: int, glass: int, count: int) -> Shape:
    data = "".join(
        "M{} {}L{} {}".format(*polar(cx, cy, glass * 120 // 1000, 1000 * index / count), *polar(cx, cy, glass, 1000 * index / count))
        for index in range(count)
    )
    return Shape(data, stroke=inks.ink, width=8)


def _ring(figure: Figure, item: RingPlan, inks: Inks, cx: int, cy: int, glass: int, count: int) -> tuple[Shape, ...]:
    total = count * item.times
    if item.style == "arcade" and total < 8:
        total *= 2
    inner, outer = glass * item.inner // 1000, glass * item.outer // 1000
    vary = 1000 + (draw(figure.seed, f"fill {item.inner}", 5) - 3) * 35
    widest = outer if item.style == "arcade" else (inner + outer) // 2
    half = round(math.pi * widest / total) * item.fill // 1000 * vary // 1000
    half = min(half, (outer - inner) * 56 // 100)
    petals = ring(inner, outer, half, total, 500 / total if item.shifted else 0, item.swing)
    motif = figure.motifs[item.verb % len(figure.motifs)]
    if item.style == "arcade":
        return _arcade(motif, inks, cx, cy, (inner, outer), petals)
    return _petals(motif, inks, inks.ink if item.style == "dark" else inks.tincture, cx, cy, petals)


def _arcade(motif: str, inks: Inks, cx: int, cy: int, between: tuple[int, int], petals: tuple[Petal, ...]) -> tuple[Shape, ...]:
    """A solid ring in which the petals are openings, with a smaller petal as glass in each."""
    inner, outer = between
    openings = tuple(shrunk(petal, 940) for petal in petals)
    glass = tuple(shrunk(petal, 640) for petal in petals)
    return (
        Shape(circle_data(cx, cy, (inner + outer) // 2), stroke=inks.ink, width=outer - inner),
        Shape(outline(cx, cy, motif, openings), fill=inks.paper),
        Shape(outline(cx, cy, motif, glass), fill=inks.tincture),
    )


def _petals(motif: str, inks: Inks, shade: str, cx: int, cy: int, petals: tuple[Petal, ...]) -> tuple[Shape, ...]:
    """Free petals: slender ones with a lit and a shaded side, broad ones solid with an inlay."""
    whole = outline(cx, cy, motif, petals)
    if MOTIFS[motif].faceted:
        return (
            Shape(whole, fill=inks.paper),
            Shape(shaded_half(cx, cy, motif, petals), fill=shade),
            Shape(whole, stroke=shade, width=18, round_caps=True, round_joins=True),
        )
    inlay = tuple(shrunk(petal, 560) for petal in petals)
    return (
        Shape(whole, fill=shade, stroke=inks.paper, width=14),
        Shape(outline(cx, cy, motif, inlay), stroke=inks.paper, width=14, round_caps=True, round_joins=True),
    )


def _oculi(plan: Plan, inks: Inks, cx: int, cy: int, glass: int, count: int) -> tuple[Shape, ...]:
    data = []
    for distance, size, times, shifted in plan.oculi:
        total = count * times
        for index in range(total):
            x, y = polar(cx, cy, glass * distance / 1000, 1000 * index / total + (500 / total if shifted else 0))
            data.append(circle_data(x, y, glass * size // 1000))
    return (Shape("".join(data), fill=inks.paper, stroke=inks.ink, width=14),) if data else ()


def _boss(figure: Figure, inks: Inks, cx: int, cy: int, radius: int, count: int) -> tuple[Shape, ...]:
    """The centre: a solid disc with a star polygon cut out of it, its step chosen by the id."""
    steps = [step for step in range(2, (count + 1) // 2) if math.gcd(step, count) == 1] or [1]
    step = pick(figure.seed, "star", steps)
    corners = [polar(cx, cy, radius * 800 / 1000, 1000 * ((index * step) % count) / count) for index in range(count)]
    return (
        Shape(circle_data(cx, cy, radius + 26), fill=inks.paper, stroke=inks.ink, width=14),
        Shape(circle_data(cx, cy, radius), fill=inks.tincture),
        Shape("M" + "L".join(f"{x} {y}" for x, y in corners) + "Z", stroke=inks.paper, width=12, round_caps=True, round_joins=True),
        Shape(circle_data(cx, cy, radius * 160 // 1000), fill=inks.paper),
    )


def motifs_for(verbs: tuple[str, ...], kind: str, theme: Mapping[str, str]) -> tuple[str, ...]:
    """The motifs of a card in the order of its verbs, each once; the kind of card adds one, so that there are mostly two."""
    found: list[str] = []
    for verb in (*verbs, kind):
        motif = motif_of(verb, theme)
        if motif not in found:
            found.append(motif)
    return tuple(found)
