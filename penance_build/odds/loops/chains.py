"""Unbounded loops: the states between passes form an absorbing Markov chain, which is solved exactly and never truncated.

``explore`` finds every reachable state, and the transitions of one pass from each. ``solve`` gives the expected number of
visits of each: the strongly connected components are solved in topological order, a single state as a geometric
series, a larger component as linear equations. A component without an exit never ends.

Weights are ``Fraction`` or ``Dual``: all that is asked of them is arithmetic.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from math import lcm
from typing import Any

from msgspec import Struct

from penance_build.odds.loops.dual import Dual, Number, parts
from penance_build.odds.loops.equations import PRIMES, Equations
from penance_build.odds.question.refusal import Meter

State = Any  # hashable
MANY_TOGETHER = 200
WHAT = "A loop without a bound"
LIFTED = 5  # steps of lifting that take as long as one of the inverse
SUM = 2  # products that a sum of fractions costs, which looks for a common factor
SLOPE = 4  # numbers without a slope that one with a slope costs
SLOPED_PASS = 40  # transitions that a pass costs more where its weights have a slope
ROOM_OF_STATE = 4  # transitions of a chain that take as much room as a state of a walk


class Row(Struct, frozen=True):
    """The transitions of one pass from a state: the chances of another pass, of leaving the loop, and of ending the procedure."""

    again: Mapping[State, Number]
    out: Mapping[State, Number]
    ended: Mapping[State, Number]


class Endless(Exception):
    """No sequence of rolls leaves the loop from this state."""

    def __init__(self, state: State) -> None:
        super().__init__(state)
        self.state = state


def explore(starts: Iterable[State], turn: Callable[[State], Row], meter: Meter) -> dict[State, Row]:
    """Every state reachable from the starts, with its row, in the order found."""
    rows: dict[State, Row] = {}
    waiting = list(starts)
    held = 0
    while waiting:
        state = waiting.pop()
        if state not in rows:
            row = rows[state] = turn(state)
            held += len(row.again) + len(row.out) + len(row.ended)
            has_slope = isinstance(next(iter(row.again.values()), None), Dual)
            meter.spend(SLOPED_PASS * has_slope, len(rows) + held // ROOM_OF_STATE, WHAT)
            waiting.extend(other for other in row.again if other not in rows)
    return rows


def check_ends(rows: Mapping[State, Row]) -> None:
    """Raise Endless for the first state from which no exit is reachable."""
    before: dict[State, list[State]] = {}
    for state, row in rows.items():
        for other in row.again:
            before.setdefault(other, []).append(state)
    ends = [state for state, row in rows.items() if row.out or row.ended]
    safe = set(ends)
    while ends:
        for state in before.get(ends.pop(), ()):
            if state not in safe:
                safe.add(state)
                ends.append(state)
    for state in rows:
        if state not in safe:
            raise Endless(state)


def solve(starts: Mapping[State, Number], rows: Mapping[State, Row], meter: Meter) -> dict[State, Number]:
    """The expected number of visits of each state at the head of a pass. An exit must be reachable from every state."""
    visits: dict[State, Number] = dict(starts)
    known = 0
    for group in components(rows):
        if len(group) == 1:
            state = group[0]
            coming = visits.get(state, Fraction(0))
            back = rows[state].again.get(state)
            visits[state] = coming / (1 - back) if back else coming
        else:
            _spend_together(group, rows, visits, meter)
            visits |= zip(group, together(group, rows, visits), strict=True)
        inside = set(group)
        for state in group:
            known += 1
            heavy, long = weigh(visits[state])
            meter.spend(heavy * len(rows[state].again), known, WHAT, long, by=long)
            for other, chance in rows[state].again.items():
                if other not in inside:
                    more = visits[state] * chance
                    visits[other] = visits[other] + more if other in visits else more
    return visits


def _spend_together(group: list[State], rows: Mapping[State, Row], visits: Mapping[State, Number], meter: Meter) -> None:
    """Account for the equations of one component: the inverse, and as many steps of lifting as its answers have digits."""
    size = len(group)
    if size > MANY_TOGETHER:
        meter.refuse(f"{WHAT} has {size} states that lead into one another; the limit is {MANY_TOGETHER}.")
    chances = [chance for state in group for chance in rows[state].again.values()]
    coming = [visits[state] for state in group if state in visits]
    longest = max(weigh(number)[1] for number in (*chances, *coming))
    has_slope = any(isinstance(number, Dual) for number in (*chances, *coming))
    digits = 2 * size * longest // PRIMES[0].bit_length()
    meter.spend((1 + has_slope) * size * size * (size + digits // LIFTED), size, WHAT, longest)


def together(group: list[State], rows: Mapping[State, Row], visits: Mapping[State, Number]) -> list[Number]:
    """The visits of one strongly connected component: v = coming + v P, and of its slopes, v' = coming' + v' P + v P'."""
    place = {state: at for at, state in enumerate(group)}
    coming = [parts(visits.get(state, Fraction(0))) for state in group]
    inward: list[dict[int, tuple[Fraction, Fraction]]] = [{} for _ in group]
    for state in group:
        for other, chance in rows[state].again.items():
            if other in place:
                inward[place[other]][place[state]] = parts(chance)
    scales = [lcm(*(chance.denominator for chance, _ in row.values())) for row in inward]
    whole: list[dict[int, int]] = []
    for at, row in enumerate(inward):
        whole.append({column: -int(chance * scales[at]) for column, (chance, _) in row.items()})
        whole[at][at] = whole[at].get(at, 0) + scales[at]
    equations = Equations(whole)
    values = equations.solve([value * scale for (value, _), scale in zip(coming, scales, strict=True)])
    added = [
        slope + sum(values[column] * more for column, (_, more) in row.items()) for (_, slope), row in zip(coming, inward, strict=True)
    ]
    if not any(added):
        return list(values)
    slopes = equations.solve([slope * scale for slope, scale in zip(added, scales, strict=True)])
    return [Dual(value, slope) for value, slope in zip(values, slopes, strict=True)]


def components(rows: Mapping[State, Row]) -> list[list[State]]:
    """The strongly connected components, each before those that it leads to (Tarjan, without recursion)."""
    order: dict[State, int] = {}
    low: dict[State, int] = {}
    stack: list[State] = []
    on_stack: set[State] = set()
    found: list[list[State]] = []
    for root in rows:
        if root in order:
            continue
        trail = [(root, iter(rows[root].again))]
        order[root] = low[root] = len(order)
        stack.append(root)
        on_stack.add(root)
        while trail:
            state, others = trail[-1]
            other = next(others, None)
            if other is None:
                trail.pop()
                if trail:
                    low[trail[-1][0]] = min(low[trail[-1][0]], low[state])
                if low[state] == order[state]:
                    group: list[State] = []
                    while not group or group[-1] != state:
                        group.append(stack.pop())
                        on_stack.discard(group[-1])
                    found.append(group)
            elif other not in order:
                order[other] = low[other] = len(order)
                stack.append(other)
                on_stack.add(other)
                trail.append((other, iter(rows[other].again)))
            elif other in on_stack:
                low[state] = min(low[state], order[other])
    return found[::-1]


def leaving(visits: Mapping[State, Number], rows: Mapping[State, Row], meter: Meter) -> tuple[dict[State, Number], dict[State, Number]]:
    """The chances of the states in which the loop is left, and of those in which the procedure ends inside it."""
    out: dict[State, Number] = {}
    ended: dict[State, Number] = {}
    for state, row in rows.items():
        heavy, long = weigh(visits[state])
        meter.spend(heavy * (len(row.out) + len(row.ended)), len(out) + len(ended), WHAT, long, by=long)
        for into, found in ((out, row.out), (ended, row.ended)):
            for other, chance in found.items():
                more = visits[state] * chance
                into[other] = into[other] + more if other in into else more
    return out, ended


def real(number: Number) -> Fraction:
    """A weight without its slope."""
    return number.value if isinstance(number, Dual) else number


def weigh(number: Number) -> tuple[int, int]:
    """What it costs to multiply this weight and to add it to another, in products, and of how many bits the longest part of it is."""
    if isinstance(number, Fraction):
        return SUM, max(number.numerator.bit_length(), number.denominator.bit_length())
    found = parts(number)
    longest = max(max(part.numerator.bit_length(), part.denominator.bit_length()) for part in found)
    return SUM * SLOPE, longest
