"""Dice dealt value by value, from the highest: what keeps and shapes ask needs no more than that.

Several pools of dice may be dealt together (those that failed a test, those that stayed, those that were rerolled).
A state is how many dice of each pool have been placed, and what each question has so far.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise, product
from math import comb

from penance_build.odds.question.refusal import Meter
from penance_build.odds.rolls.pools import Classes, Rows, Vector, add_up
from penance_build.odds.rolls.requests import Asked, Pools, Question, contribution

Have = tuple[tuple[int, int], ...]  # for each question the answer so far, and the length of the run that reaches down to here
Label = tuple[Vector, int]  # what a die adds to each question, and its id where shapes tell ids apart
Group = tuple[int, list[Label], list[list[int]]]  # a value, its labels, for each pool the weight of each label
States = dict[tuple[Vector, Have], int]


def deal_by_value(asked: Asked, pools: Pools, stage: int) -> tuple[Rows, int]:
    """The answers to all questions, whose keeps and shapes are about ``stage``, with the total weight.

    With more than one pool no keep may have to choose between unlike dice of equal value.
    """
    questions = asked.request.questions
    pools = [(histories, n) for histories, n in pools if n]
    groups = _groups(asked, pools, stage)
    total = 1
    for histories, n in pools:
        total *= sum(weight for _, weight in histories) ** n
    states: States = {(tuple(n for _, n in pools), ((0, 0),) * len(questions)): 1}
    above: int | None = None
    for at, (value, _, _) in enumerate(groups):
        joined = above is not None and above == value + 1
        above = value
        states = _deal_group(asked, groups[at:], states, joined)
    found: dict[Vector, int] = {}
    for (_, have), weight in states.items():
        key = tuple([first for first, _ in have])
        found[key] = found.get(key, 0) + weight
    return list(found.items()), total


def _groups(asked: Asked, pools: Pools, stage: int) -> list[Group]:
    """The faces by their value at the stage, highest first; those that no question tells apart are one label."""
    shaped = any(question.kind == "same" for question in asked.request.questions)
    found: dict[int, dict[Label, list[int]]] = {}
    for p, (histories, _) in enumerate(pools):
        for faces, weight in histories:
            face = faces[stage]
            label = (contribution(asked, faces), asked.request.die.ids[face] if shaped else 0)
            labels = found.setdefault(asked.request.die.values[face], {})
            labels.setdefault(label, [0] * len(pools))[p] += weight
    ordered = []
    for value, labels in sorted(found.items(), reverse=True):
        names = sorted(labels)
        ordered.append((value, names, [[labels[name][p] for name in names] for p in range(len(pools))]))
    return ordered


Totals = tuple[tuple[int, int], ...]  # for each question (sum, greatest number alike) over what it keeps of a group


def _deal_group(asked: Asked, groups: list[Group], states: States, joined: bool) -> States:
    """All ways to give dice of the pools the first of these values; what depends on less than the whole state is found once."""
    questions = asked.request.questions
    grown: States = {}
    ways_of: dict[Vector, list[tuple[Vector, Totals, int]]] = {}
    taken: dict[tuple[Have, Totals], Have] = {}
    work = 0
    for (left, have), weight in states.items():
        ways = ways_of.get(left)
        if ways is None:
            ways = ways_of[left] = list(_ways(asked, groups, left))
        work += len(ways)
        for after, totals, times in ways:
            step = (have, totals)
            new = taken.get(step)
            if new is None:
                new = taken[step] = tuple([_take(*args, joined) for args in zip(questions, have, totals, strict=True)])
            key = (after, new)
            grown[key] = grown.get(key, 0) + weight * times
    asked.meter.spend(work, len(grown), asked.what)
    return grown


def _ways(asked: Asked, groups: list[Group], left: Vector) -> Iterator[tuple[Vector, Totals, int]]:
    """How many dice of each pool, of those ``left``, may show the first value: (left after it, totals, ways)."""
    intervals = [asked.interval(question) for question in asked.request.questions]
    used = asked.n - sum(left)
    _, labels, weights = groups[0]
    ahead = [[sum(group[2][p]) for group in groups] for p in range(len(left))]
    if used >= max((high for _, high in intervals), default=0):
        ways = 1
        for rest, row in zip(left, ahead, strict=True):
            ways *= sum(row) ** rest
        yield (0,) * len(left), ((0, 0),) * len(intervals), ways
        return
    choices = [(0,) if not row[0] else range(rest + 1) if any(row[1:]) else (rest,) for rest, row in zip(left, ahead, strict=True)]
    for counts in product(*choices):
        count = sum(counts)
        lengths = tuple([max(0, min(used + count, high) - max(used, low)) for low, high in intervals])
        ways = 1
        for rest, given in zip(left, counts, strict=True):
            ways *= comb(rest, given)
        after = tuple([rest - given for rest, given in zip(left, counts, strict=True)])
        for totals, deals in _labelled(labels, weights, counts, lengths, asked.meter):
            yield after, totals, ways * deals


def _labelled(
    labels: list[Label], weights: list[list[int]], counts: Vector, lengths: tuple[int, ...], meter: Meter
) -> list[tuple[Totals, int]]:
    """How a group of so many dice of each pool may be labelled.

    For each question (sum, greatest number alike) over the first dice of the group, as many as it keeps.
    """
    if len(labels) == 1:
        ways = 1
        for row, count in zip(weights, counts, strict=True):
            ways *= row[0] ** count
        return [(tuple([(length * part, length) for length, part in zip(lengths, labels[0][0], strict=True)]), ways)]
    count = sum(counts)
    cuts = sorted({0, *lengths, count})
    if len(counts) == 1:
        parts = [_in_a_row(weights[0], high - low, meter) for low, high in pairwise(cuts)]
    else:
        cuts = [0] * len(counts) + [count]
        parts = [_in_a_row(row, taken, meter) for row, taken in zip(weights, counts, strict=True)]
    found: list[tuple[Totals, int]] = []
    for choice in product(*parts):
        ways = 1
        seen = [[0] * len(labels)]
        for numbers, weight in choice:
            ways *= weight
            seen.append([a + b for a, b in zip(seen[-1], numbers, strict=True)])
        found.append((tuple([_over(labels, seen[cuts.index(length)], q) for q, length in enumerate(lengths)]), ways))
    return found


def _in_a_row(weights: list[int], count: int, meter: Meter) -> list[tuple[Vector, int]]:
    """The numbers of each label among ``count`` dice in a row, with their weight."""
    units: Classes = [(tuple([int(i == j) for j in range(len(weights))]), weight) for i, weight in enumerate(weights) if weight]
    if not units:
        return [] if count else [((0,) * len(weights), 1)]
    return add_up(units, sum(weights), count, meter)


def _over(labels: list[Label], numbers: list[int], q: int) -> tuple[int, int]:
    """What so many dice of each label give question ``q``: (sum, greatest number alike)."""
    alike: dict[int, int] = {}
    for (_, face), number in zip(labels, numbers, strict=True):
        alike[face] = alike.get(face, 0) + number
    return sum([number * label[0][q] for label, number in zip(labels, numbers, strict=True)]), max(alike.values())


def _take(question: Question, have: tuple[int, int], total: tuple[int, int], joined: bool) -> tuple[int, int]:
    """What a question has after one more value."""
    answer, run = have
    added, alike = total
    if question.kind == "fold":
        return answer + added, 0
    cap = question.cap
    if question.kind == "same":
        answer = max(answer, alike)
        return (answer if cap is None else min(answer, cap)), 0
    run = 0 if not alike else (run + 1 if joined else 1)
    answer = max(answer, run)
    return (answer, run) if cap is None or answer < cap else (cap, 0)
