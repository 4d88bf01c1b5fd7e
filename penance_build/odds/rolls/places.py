"""One sum over some places of a roll in order of value, as ``sum(best(dice, 3))``: the commonest keep, in its own few lines.

Dice are dealt value by value from the highest; a state is how many have been dealt, and the sum of those that are kept.
"""

from __future__ import annotations

from math import comb

from penance_build.odds.rolls.pools import Rows
from penance_build.odds.rolls.requests import Asked, History

Values = list[tuple[int, int, int]]  # from the highest: what a die of this value adds, its weight, the weight of all below it


def values_of(asked: Asked, dice: list[tuple[History, int]]) -> Values | None:
    """The values of dice for the one question that is asked; None where more is asked, or equal values add unlike numbers."""
    if len(asked.request.questions) != 1 or asked.request.questions[0].kind != "fold":
        return None
    question = asked.request.questions[0]
    found: dict[int, tuple[int, int]] = {}
    for faces, weight in dice:
        face = faces[question.stage]
        assert face is not None
        value, added = asked.request.die.values[face], asked.columns[face][question.body]
        before = found.setdefault(value, (added, 0))
        if before[0] != added:
            return None
        found[value] = added, before[1] + weight
    below = sum(weight for _, weight in found.values())
    values: Values = []
    for value in sorted(found, reverse=True):
        added, weight = found[value]
        below -= weight
        values.append((added, weight, below))
    return values


def kept_sum(asked: Asked, values: Values) -> Rows:
    """The sum over the places that are kept."""
    low, high = asked.interval(asked.request.questions[0])
    if high - low == 1:
        return _one_place(asked, values, low)
    n = asked.n
    found: dict[int, int] = {}
    states: list[dict[int, int]] = [{} for _ in range(n + 1)]  # by how many dice have been dealt
    states[0][0] = 1
    for added, weight, below in values:
        grown: list[dict[int, int]] = [{} for _ in range(n + 1)]
        for used, sums in enumerate(states):
            if not sums:
                continue
            if used >= high:  # the others may be anything
                rest = (weight + below) ** (n - used)
                for total, ways in sums.items():
                    found[total] = found.get(total, 0) + ways * rest
                continue
            asked.meter.spend(len(sums) * (n - used + 1), len(sums), asked.what)
            for count in range(n - used + 1) if below else (n - used,):
                after = used + count
                more = added * max(0, min(after, high) - max(used, low))
                times = comb(n - used, count) * weight**count
                into = grown[after]
                for total, ways in sums.items():
                    total += more
                    into[total] = into.get(total, 0) + ways * times
        states = grown
    for total, ways in states[n].items():
        found[total] = found.get(total, 0) + ways
    return [((total,), ways) for total, ways in found.items()]


def _one_place(asked: Asked, values: Values, place: int) -> Rows:
    """The die in one place from the highest: it has a value or a higher one where more than so many dice have."""
    n = asked.n
    found: dict[int, int] = {}
    before = above = 0
    asked.meter.spend(len(values) * (n - place), 0, asked.what)
    for added, weight, below in values:
        above += weight
        reached = sum([comb(n, count) * above**count * below ** (n - count) for count in range(place + 1, n + 1)])
        found[added] = found.get(added, 0) + reached - before
        before = reached
    return [((added,), ways) for added, ways in found.items() if ways]
