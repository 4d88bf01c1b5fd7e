"""The panel of a card: a rose window drawn like an instrument, computed from the card itself.

What a thing is decides what is seen. The faction gives tincture and hatching, the type gives the plan of the window, the
cost gives the number of its lights, the verbs give the motifs of its rings, the id gives proportions and star. So each
card has its own figure, copies are equal, relatives look related, and nothing is borrowed. The graduated rim carries one
pointer per card: its number, read like a dial.

Drawing units are hundredths of a millimetre; everything is flat ink: fills, strokes and hatching.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from penance_build.press.hatching import hatch
from penance_build.press.motifs import Petal, motif_of, petals, polar, ring
from penance_build.press.seed import draw, pick
from penance_build.press.vector import hatch_svg, rect, stroke, svg

UNIT_UM = 10


@dataclass(frozen=True, slots=True)
class Inks:
    """The colours of a figure, as ``#rrggbb``."""

    paper: str
    ink: str
    tincture: str
    rubric: str
    hatch: str


@dataclass(frozen=True, slots=True)
class Figure:
    """What a rose is computed from: ``number`` of ``total`` is where the pointer of the rim stands (total 0: none)."""

    seed: str
    plan: str
    cost: int
    motifs: tuple[str, ...]
    number: int = 0
    total: int = 0


@dataclass(frozen=True, slots=True)
class RingPlan:
    """A ring of petals, in thousandths of the radius: ``verb`` says whose motif, ``fill`` how much of its share a petal takes."""

    verb: int
    inner: int
    outer: int
    fill: int
    times: int = 1
    shifted: bool = False
    dark: bool = False


@dataclass(frozen=True, slots=True)
class Plan:
    """The plan of a window: its rings from below to above, oculi as (distance, size, times, shifted), circles, boss."""

    rings: tuple[RingPlan, ...]
    oculi: tuple[tuple[int, int, int, bool], ...]
    circles: tuple[int, ...]
    boss: int


PLANS: tuple[Plan, ...] = (
    Plan(
        (RingPlan(1, 600, 950, 800, 2, False, True), RingPlan(0, 190, 590, 900)),
        ((610, 38, 1, True),),
        (600,),
        170,
    ),
    Plan(
        (RingPlan(1, 330, 930, 640, 1, True, True), RingPlan(0, 130, 950, 600)),
        ((800, 46, 2, True),),
        (430,),
        150,
    ),
    Plan(
        (RingPlan(1, 520, 955, 860), RingPlan(0, 210, 560, 620, 1, True, True)),
        ((800, 60, 1, True), (470, 30, 1, False)),
        (),
        200,
    ),
    Plan(
        (RingPlan(0, 440, 950, 880), RingPlan(1, 150, 460, 900, 1, False, True)),
        ((610, 44, 1, True), (860, 34, 1, True)),
        (450,),
        130,
    ),
    Plan(
        (RingPlan(0, 160, 950, 470, 2, False, False), RingPlan(1, 180, 620, 560, 1, True, True)),
        ((720, 40, 1, True),),
        (640,),
        160,
    ),
)


def lights(cost: int) -> int:
    """How many lights a window has: more for what costs more; a card without a cost (below 0) has twelve."""
    return 12 if cost < 0 else min(5 + cost, 11)


def figure_svg(figure: Figure, inks: Inks, cx: int, cy: int, radius: int) -> str:
    """The rose with its centre at (cx, cy), as SVG elements."""
    plan = pick(figure.plan, "plan", PLANS)
    count = lights(figure.cost)
    glass = radius * 860 // 1000
    parts = [
        f'<circle cx="{cx}" cy="{cy}" r="{radius + 34}" fill="{inks.paper}"/>',
        _rim(figure, inks, cx, cy, radius),
        f'<circle cx="{cx}" cy="{cy}" r="{glass}" fill="none" stroke="{inks.ink}" stroke-width="34"/>',
        _spokes(inks, cx, cy, glass, count),
    ]
    for distance in plan.circles:
        parts.append(f'<circle cx="{cx}" cy="{cy}" r="{glass * distance // 1000}" fill="none" stroke="{inks.ink}" stroke-width="12"/>')
    for item in plan.rings:
        parts.append(_ring(figure, item, inks, cx, cy, glass, count))
    parts.extend(_oculi(plan, inks, cx, cy, glass, count))
    parts.append(_boss(figure, inks, cx, cy, glass * plan.boss // 1000, count))
    return "".join(parts)


def _rim(figure: Figure, inks: Inks, cx: int, cy: int, radius: int) -> str:
    """The graduated ring: 72 divisions, every sixth longer, and the pointer."""
    inner = radius * 890 // 1000
    fine: list[str] = []
    coarse: list[str] = []
    for index in range(72):
        turn = 1000 * index / 72
        long = index % 6 == 0
        start = polar(cx, cy, inner if long else inner + (radius - inner) * 45 // 100, turn)
        end = polar(cx, cy, radius, turn)
        (coarse if long else fine).append(f"M{start[0]} {start[1]}L{end[0]} {end[1]}")
    parts = [
        f'<circle cx="{cx}" cy="{cy}" r="{radius}" fill="none" stroke="{inks.ink}" stroke-width="22"/>',
        f'<path d="{"".join(fine)}" stroke="{inks.ink}" stroke-width="8"/>',
        f'<path d="{"".join(coarse)}" stroke="{inks.ink}" stroke-width="16"/>',
    ]
    if figure.total:
        turn = 1000 * (figure.number - 1) / figure.total
        tip, left, right = polar(cx, cy, inner + 6, turn), polar(cx, cy, radius + 70, turn - 9), polar(cx, cy, radius + 70, turn + 9)
        parts.append(f'<path d="M{tip[0]} {tip[1]}L{left[0]} {left[1]}L{right[0]} {right[1]}Z" fill="{inks.rubric}"/>')
    return "".join(parts)


def _spokes(inks: Inks, cx: int, cy: int, glass: int, count: int) -> str:
    data = []
    for index in range(2 * count):
        start, end = polar(cx, cy, glass * 120 // 1000, 500 * index / count), polar(cx, cy, glass, 500 * index / count)
        data.append(f"M{start[0]} {start[1]}L{end[0]} {end[1]}")
    return f'<path d="{"".join(data)}" stroke="{inks.ink}" stroke-width="9"/>'


def _ring(figure: Figure, item: RingPlan, inks: Inks, cx: int, cy: int, glass: int, count: int) -> str:
    total = count * item.times
    inner = glass * item.inner // 1000
    outer = glass * item.outer // 1000
    vary = 1000 + (draw(figure.seed, f"fill {item.inner}", 5) - 2) * 45
    middle = (inner + outer) // 2
    share = 3142 * middle // (1000 * total)
    half = share * item.fill // 1000 * vary // 1000
    start = round(500 / total) if item.shifted else 0
    motif = figure.motifs[item.verb % len(figure.motifs)]
    drawn: Petal = petals(cx, cy, motif, ring(inner, outer, half, total, start))
    shade = inks.ink if item.dark else inks.tincture
    return (
        f'<path d="{drawn.lit}" fill="{inks.paper}"/><path d="{drawn.shaded}" fill="{shade}"/>'
        f'<path d="{drawn.outline}" fill="none" stroke="{shade}" stroke-width="16" stroke-linejoin="round"/>'
    )


def _oculi(plan: Plan, inks: Inks, cx: int, cy: int, glass: int, count: int) -> list[str]:
    parts = []
    for distance, size, times, shifted in plan.oculi:
        for index in range(count * times):
            turn = 1000 * index / (count * times) + (500 / (count * times) if shifted else 0)
            x, y = polar(cx, cy, glass * distance / 1000, turn)
            parts.append(f'<circle cx="{x}" cy="{y}" r="{glass * size // 1000}"/>')
    if not parts:
        return []
    return [f'<g fill="{inks.paper}" stroke="{inks.ink}" stroke-width="16">', *parts, "</g>"]


def _boss(figure: Figure, inks: Inks, cx: int, cy: int, radius: int, count: int) -> str:
    """The centre: a solid disc with a star polygon cut out of it, its points and step chosen by the id."""
    points = max(5, count)
    step = 2 + draw(figure.seed, "star", max(1, (points - 1) // 2 - 1))
    outline = [polar(cx, cy, radius * 800 / 1000, 1000 * ((index * step) % points) / points) for index in range(points)]
    data = "M" + "L".join(f"{x} {y}" for x, y in outline) + "Z"
    return (
        f'<circle cx="{cx}" cy="{cy}" r="{radius}" fill="{inks.tincture}" stroke="{inks.ink}" stroke-width="20"/>'
        f'<path d="{data}" fill="none" stroke="{inks.paper}" stroke-width="12" stroke-linejoin="round"/>'
        f'<circle cx="{cx}" cy="{cy}" r="{radius * 180 // 1000}" fill="{inks.paper}"/>'
    )


def panel_svg(figure: Figure, inks: Inks, hatching: str, width: int, height: int) -> str:
    """A framed plate of this size with the rose in its middle."""
    cx, cy = width // 2, height // 2
    radius = min(width, height) // 2 - 150
    inner = 70
    return svg(
        width,
        height,
        hatch_svg(hatch(hatching, width, height, 62), inks.hatch, 12)
        + _axes(inks, cx, cy, width, height)
        + figure_svg(figure, inks, cx, cy, radius)
        + rect(17, 17, width - 34, height - 34, stroke(inks.ink, 34))
        + rect(inner, inner, width - 2 * inner, height - 2 * inner, stroke(inks.ink, 10)),
    )


def _axes(inks: Inks, cx: int, cy: int, width: int, height: int) -> str:
    """Centre lines, dash and dot, as on a drawing."""
    return f'<path d="M{cx} 70V{height - 70}M70 {cy}H{width - 70}" {stroke(inks.ink, 9)} stroke-dasharray="120 30 20 30"/>'


def motifs_for(verbs: tuple[str, ...], kind: str, theme: Mapping[str, str]) -> tuple[str, ...]:
    """The motifs of a card in the order of its verbs, each once; the kind of card adds one, so that there are always two."""
    found: list[str] = []
    for verb in (*verbs, kind):
        motif = motif_of(verb, theme)
        if motif not in found:
            found.append(motif)
    return tuple(found)
