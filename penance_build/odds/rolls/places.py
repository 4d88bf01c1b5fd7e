"""One sum over some places of a roll in order of value, as ``sum(best(dice, 3))``: the commonest keep, in its own few lines.

Dice are dealt value by value from the highest; a state is how many have been dealt, and the sum of those that are kept.
"""

from __future__ import annotations

from penance_build.odds.rolls.pools import Rows, terms
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
    """The sum over the places that are kept, dealt from the end that is nearer to them."""
    low, high = asked.interval(asked.request.questions[0])
    n, whole = asked.n, sum(weight for _, weight, _ in values)
    if low == high:
        return [((0,), whole**n)]
    if n - low < high:
        low, high = n - high, n - low
        values = [(added, weight, whole - weight - below) for added, weight, below in reversed(values)]
    if high - low == 1:
        return _one_place(asked, values, low, whole)
    found: dict[int, int] = {}
    states: list[dict[int, int]] = [{} for _ in range(high)]  # by how many dice have been dealt
    states[0][0] = 1
    alive = 1
    for added, weight, below in values:
        grown: list[dict[int, int]] = [{} for _ in range(high)]
        for used, sums in enumerate(states):
            if not sums:
                continue
            rest, room = n - used, high - used
            bits, by = _most_bits(sums), min(rest * (1 + weight.bit_length()), room * (rest * weight).bit_length())
            asked.meter.spend(len(sums) * room, alive, asked.what, bits, by=by)
            asked.meter.spend(len(sums) + room, alive, asked.what, n * whole.bit_length(), by=bits)
            few = terms(rest, range(room), weight)
            filled = (weight + below) ** rest - _fewer(few, rest, below)  # the places are, and the others may be anything
            more = added * (high - max(used, low))
            for total, ways in sums.items():
                found[total + more] = found.get(total + more, 0) + ways * filled
            if not below:
                continue
            for count, times in enumerate(few):
                into, more = grown[used + count], added * max(0, used + count - max(used, low))
                alive -= len(into)
                for total, ways in sums.items():
                    into[total + more] = into.get(total + more, 0) + ways * times
                alive += len(into)
        states = grown
        alive = sum(map(len, states))
    return [((total,), ways) for total, ways in found.items() if ways]


def _most_bits(weights: dict[int, int]) -> int:
    """The length of the longest weight."""
    return max(weights.values()).bit_length()


def _fewer(few: list[int], n: int, below: int) -> int:
    """The ways in which so few of n dice show a face, and the others one of the weight ``below``: a sum over the terms."""
    total, power = 0, below ** (n - len(few) + 1)
    for times in reversed(few):
        total += times * power
        power *= below
    return total


def _one_place(asked: Asked, values: Values, place: int, whole: int) -> Rows:
    """The die in one place from the highest: it has a value or a higher one where more than so many dice have."""
    n = asked.n
    found: dict[int, int] = {}
    before = above = 0
    bits = n * whole.bit_length()
    for added, weight, below in values:
        asked.meter.spend(place + 1, len(values), asked.what, bits, by=min(bits, (place + 1) * (n * whole).bit_length()))
        above += weight
        reached = whole**n - _fewer(terms(n, range(place + 1), above), n, below)
        found[added] = found.get(added, 0) + reached - before
        before = reached
    return [((added,), ways) for added, ways in found.items() if ways]
