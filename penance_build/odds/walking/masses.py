"""States with their weights at one point of the walk, and the join of several of them."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import product
from math import lcm
from typing import Any

from msgspec import Struct

from penance_build.odds.functions.parts import Redraw, States
from penance_build.odds.loops.dual import Dual, Number, parts
from penance_build.odds.question.refusal import Meter


class Mass(Struct):
    """States with their weights over ``total``."""

    states: States
    total: int


def share(weight: Any, total: int) -> Number:
    """A weight as a chance."""
    return weight / total if isinstance(weight, Dual) else Fraction(weight, total)


def shares(weights: States, total: int) -> dict[tuple[Any, ...], Number]:
    """Weights as chances; many are alike, and a fraction takes long to make."""
    known: dict[Any, Number] = {}
    return {key: known[weight] if weight in known else known.setdefault(weight, share(weight, total)) for key, weight in weights.items()}


def whole(chances: Mapping[tuple[Any, ...], Number]) -> tuple[States, int]:
    """Chances as weights over one denominator."""
    total = lcm(*(part.denominator for chance in chances.values() for part in parts(chance)))
    weights = {key: chance * total for key, chance in chances.items() if chance}
    return {key: int(weight) if isinstance(weight, Fraction) else weight for key, weight in weights.items()}, total


def merge(masses: list[Mass], meter: Meter) -> Mass:
    """One mass from several, over a common denominator."""
    if len(masses) == 1:
        return masses[0]
    what, longest = f"'{meter.procedure}'", max((mass.total.bit_length() for mass in masses), default=0)
    meter.spend(2 * len(masses), 0, what, longest, by=longest)
    total = lcm(*(mass.total for mass in masses if mass.states))
    states: States = {}
    for mass in sorted(masses, key=lambda mass: -len(mass.states)):
        factor = total // mass.total
        if not states and factor == 1:
            states = mass.states  # nobody else holds it
            continue
        meter.spend(len(mass.states), 0, what, mass.total.bit_length(), by=factor.bit_length())
        for key, weight in mass.states.items():
            states[key] = states.get(key, 0) + weight * factor
    return Mass(states, total)


def redraw(part: Redraw, key: tuple[Any, ...], meter: Meter) -> tuple[list[Any], int]:
    """The faces after rerolling those that pass, first die first, at most the limit."""
    faces, limit, *passes = key
    places = [i for i, face in enumerate(faces) if passes[face]][: max(0, limit)]
    meter.expect(part.sides ** len(places), f"A reroll of {len(places)} dice", cells=len(faces))
    meter.spend(part.sides ** len(places), 0, f"A reroll of {len(places)} dice", cells=len(faces))
    rows: dict[tuple[int, ...], int] = {}
    for new in product(range(part.sides), repeat=len(places)):
        after = list(faces)
        for place, face in zip(places, new, strict=True):
            after[place] = face
        rows[tuple(after)] = rows.get(tuple(after), 0) + 1
    return [((after,), weight) for after, weight in rows.items()], part.sides ** len(places)
