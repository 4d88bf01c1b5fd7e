"""The figure of a card: a rose window with the rim of an instrument, computed from the card itself.

What a thing is decides what is seen. The faction gives the tincture, the verbs and the type give the motifs of its rings, the
cost gives the points of the star in the middle; id, type and verbs together give what is seen from afar: the plan of the window, the border
around it, its ground and its symmetry. So each card has its own figure, copies are equal, and none is taken for another.
The border carries one pointer per card: its number, read like a dial.

Everything is flat ink: fills and strokes in hundredths of a millimetre.
"""

from __future__ import annotations

import math
from collections.abc import Mapping

from penance_build.ir.record import Record
from penance_build.press.drawing.shapes import Shape, circle_data, polygon_data
from penance_build.press.look.bodies import BODIES, Disc, Inks, star_steps
from penance_build.press.look.borders import BORDERS, border_shapes, glass_share
from penance_build.press.look.colors import LATTICE, grey, mix
from penance_build.press.look.motifs import MOTIFS, Petal, motif_of, outline, polar, ring, shaded_half, shrunk
from penance_build.press.look.seed import draw, pick


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
    """The plan of a window: its body, its rings from below to above, oculi as (distance, size, times, shifted), circles, boss.

    Without a body the rings fill the window; with one they are a flower in the middle of it.
    """

    rings: tuple[RingPlan, ...]
    oculi: tuple[tuple[int, int, int, bool], ...]
    circles: tuple[int, ...]
    boss: int
    body: str = ""


# How many of the plans are windows of rings alone; they stand first.
WINDOWS = 7


def _flower(body: str, outer: int, boss: int) -> Plan:
    """A body with a flower of the first motif on it, out to ``outer``."""
    return Plan((RingPlan(0, boss, outer, 860),), (), (), boss, body)


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
    Plan((), (), (330,), 170, "bars"),
    _flower("chequer", 300, 110),
    Plan((), (), (), 190, "cross"),
    Plan((), (), (), 200, "gyron"),
    _flower("maze", 340, 120),
    Plan((), (), (), 0, "moons"),
    Plan((), (), (), 0, "nest"),
    Plan((), (), (), 160, "orbits"),
    Plan((), (), (), 0, "parted"),
    _flower("polygram", 380, 130),
    Plan((), (), (), 0, "rising"),
    Plan((), (), (), 170, "scales"),
    Plan((), (), (), 150, "spiral"),
    Plan((), (), (), 130, "star"),
)


# How many parts a figure may have: odd and even, few and many, so that symmetries differ at a glance.
COUNTS: tuple[int, ...] = (3, 4, 5, 6, 7, 8, 9, 10, 12)
GROUNDS: tuple[str, ...] = ("light", "dark", "tinted")
# Two tones nearer than this in grey, of 255, are not told apart.
_APART = 60


class Look(Record):
    """What the id of a card decides: the plan of its window, the border around it, its ground, and the number of its parts."""

    plan: Plan
    border: str
    ground: str
    count: int


def look_of(figure: Figure) -> Look:
    """The look of a figure: from its id, its plan's name (the type of the card) and its motifs (its effects), and nothing else."""
    seed = "\n".join((figure.seed, figure.plan, *figure.motifs))
    return Look(pick(seed, "plan", PLANS), pick(seed, "border", BORDERS), pick(seed, "ground", GROUNDS), pick(seed, "count", COUNTS))


def lights(cost: int) -> int:
    """How many points the star in the middle has: more for what costs more; a card without a cost (below 0) has twelve."""
    return 12 if cost < 0 else min(6 + cost, 12)


def grounded(inks: Inks, ground: str) -> Inks:
    """The colours on a ground: what is paper becomes the ground, and what is ink the paper, as in a negative."""
    if ground == "light":
        return inks
    if ground == "dark" or abs(grey(inks.tincture) - grey(inks.ink)) < _APART // 2:
        return Inks(inks.ink, inks.paper, inks.hatch, inks.rubric, inks.hatch)
    middle = inks.ink if grey(inks.tincture) - grey(inks.ink) >= _APART else mix(inks.tincture, inks.paper, LATTICE)
    return Inks(inks.tincture, inks.paper, middle, inks.rubric, inks.hatch)


def even_look(figure: Figure) -> Look:
    """A look that is the same after half a turn: a window of rings with an even number of parts, in a graduated ring."""
    return Look(pick(figure.plan, "plan", PLANS[:WINDOWS]), "dial", "light", lights(figure.cost) // 2 * 2)


def figure_shapes(figure: Figure, inks: Inks, cx: int, cy: int, radius: int, look: Look | None = None) -> tuple[Shape, ...]:
    """The rose with its centre at (cx, cy), in its own look or in another."""
    look = look_of(figure) if look is None else look
    plan, count = look.plan, look.count
    on = grounded(inks, look.ground)
    glass = radius * glass_share(look.border) // 1000
    shapes = [
        *border_shapes(look.border, inks, cx, cy, radius),
        *_pointer(figure, inks, cx, cy, radius),
        Shape(circle_data(cx, cy, glass), fill=on.paper, stroke=inks.ink, width=36),
    ]
    if plan.body:
        shapes += BODIES[plan.body](Disc(cx, cy, glass, count, figure.seed, on))
    else:
        shapes.append(_spokes(on, cx, cy, glass, 2 * count))
    shapes += [Shape(circle_data(cx, cy, glass * distance // 1000), stroke=on.ink, width=12) for distance in plan.circles]
    for item in plan.rings:
        shapes += _ring(figure, item, on, cx, cy, glass, count)
    shapes += _oculi(plan, on, cx, cy, glass, count)
    shapes += _boss(figure, on, cx, cy, glass * plan.boss // 1000, lights(figure.cost)) if plan.boss else ()
    return tuple(shapes)


def _pointer(figure: Figure, inks: Inks, cx: int, cy: int, radius: int) -> tuple[Shape, ...]:
    if not figure.total:
        return ()
    turn = 1000 * (figure.number - 1) / figure.total
    tip = polar(cx, cy, radius * 880 // 1000, turn)
    left, right = (polar(cx, cy, radius + 40, turn + aside) for aside in (-10, 10))
    return (Shape(polygon_data((tip, left, right)), fill=inks.rubric, stroke=inks.paper, width=14),)


def _spokes(inks: Inks, cx: int, cy: int, glass: int, count: int) -> Shape:
    data = "".join(
        "M{} {}L{} {}".format(*polar(cx, cy, glass * 120 // 1000, 1000 * index / count), *polar(cx, cy, glass, 1000 * index / count))
        for index in range(count)
    )
    return Shape(data, stroke=inks.ink, width=9)


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
    step = pick(figure.seed, "star", star_steps(count))
    corners = [polar(cx, cy, radius * 800 / 1000, 1000 * ((index * step) % count) / count) for index in range(count)]
    return (
        Shape(circle_data(cx, cy, radius + 26), fill=inks.paper, stroke=inks.ink, width=14),
        Shape(circle_data(cx, cy, radius), fill=inks.tincture),
        Shape(polygon_data(corners), stroke=inks.paper, width=12, round_caps=True, round_joins=True),
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
