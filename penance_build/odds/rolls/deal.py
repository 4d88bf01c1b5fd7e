"""Dice dealt value by value, from the highest: what keeps and shapes ask needs no more than that.

Several pools of dice may be dealt together (those that failed a test, those that stayed, those that were rerolled); a pool may lie at
some stages only. A state is how many dice of each class have still to be placed, and what each question has so far.

A *class* is a set of faces among which no pool makes a difference but by a factor: dice that lie in one class are alike, whatever
pool they came from. So the pools are first shared out to classes, which as a rule have no face in common.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import reduce
from itertools import pairwise, product
from math import gcd

from penance_build.odds.rolls.pools import Classes, Rows, Vector, add_up, terms
from penance_build.odds.rolls.requests import Asked, History, Pools, Question, contribution

Have = tuple[tuple[int, int], ...]  # for each question the answer so far, and the length of the run that reaches down to here
Label = tuple[Vector, int, tuple[bool, ...]]  # what a die adds to each question, its id where shapes tell ids apart, which questions see it
Group = tuple[int, list[Label], list[list[int]]]  # a value, its labels, for each class the weight of each label
States = dict[Vector, dict[int, int]]  # by what is left to deal, then by what the questions have: weights


def deal_by_value(asked: Asked, mixture: Iterable[tuple[Pools, int]], placed: set[int]) -> Rows:
    """The answers to all questions, whose keeps and shapes are about the stages ``placed``.

    ``mixture`` are the same pools with several numbers of dice, each with its weight. A die shows one face only at the stages of
    these at which it lies. With more than one pool no keep may have to choose between unlike dice of equal value; with more than one
    stage there is no keep.
    """
    mixture = list(mixture)
    faces = _faces(asked, [histories for histories, _ in mixture[0][0]], placed)
    groups, shares = _classes(faces)
    starts: dict[Vector, int] = {}
    for pools, weight in mixture:
        shared = _shared(asked, shares, [n for _, n in pools])
        asked.meter.spend(len(shared), len(starts), asked.what, weight.bit_length(), by=max(shared.values()).bit_length())
        for counts, times in shared.items():
            starts[counts] = starts.get(counts, 0) + weight * times
    return _Dealing(asked).deal(groups, starts)


def _faces(asked: Asked, pools: list[list[tuple[History, int]]], placed: set[int]) -> dict[tuple[int, Label], list[int]]:
    """What may fall, by value and label, with its weight in each pool; faces that no question tells apart are one label."""
    questions = asked.request.questions
    shaped = any(question.kind == "same" for question in questions)
    found: dict[tuple[int, Label], list[int]] = {}
    for p, histories in enumerate(pools):
        seen = tuple([histories[0][0][question.stage] is not None for question in questions])
        place = _place(histories[0][0], placed)
        for faces, weight in histories:
            face = faces[place]
            assert face is not None
            label = (contribution(asked, faces), asked.request.die.ids[face] if shaped else 0, seen)
            found.setdefault((asked.request.die.values[face], label), [0] * len(pools))[p] += weight
    return found


def _place(faces: History, placed: set[int]) -> int:
    """The stage whose face says where dice of this kind are dealt; any at which they lie, where no value of theirs matters."""
    lies = [stage for stage, face in enumerate(faces) if face is not None]
    return next((stage for stage in lies if stage in placed), lies[0])


def _classes(faces: dict[tuple[int, Label], list[int]]) -> tuple[list[Group], list[Vector]]:
    """The values, highest first, with the weights of their labels in each class; and for each class the factor of each pool."""
    numbers: dict[Vector, int] = {}
    groups: dict[int, dict[Label, tuple[int, int]]] = {}
    for (value, label), weights in faces.items():
        common = reduce(gcd, weights)
        kind = tuple([weight // common for weight in weights])
        groups.setdefault(value, {})[label] = numbers.setdefault(kind, len(numbers)), common
    ordered = []
    for value, labels in sorted(groups.items(), reverse=True):
        names = sorted(labels)
        ordered.append((value, names, [[labels[name][1] * (labels[name][0] == at) for name in names] for at in range(len(numbers))]))
    return ordered, list(numbers)


def _shared(asked: Asked, shares: list[Vector], dice: list[int]) -> dict[Vector, int]:
    """How many dice of all pools together may lie in each class, with the weights."""
    size = len(shares)
    found = {(0,) * size: 1}
    for p, n in enumerate(dice):
        if n:
            units: Classes = [(tuple([int(at == other) for other in range(size)]), share[p]) for at, share in enumerate(shares) if share[p]]
            whole = sum(weight for _, weight in units)
            rows = add_up(units, whole, n, asked.meter, asked.what)
            asked.meter.spend(len(rows) * len(found), len(found), asked.what, n * whole.bit_length(), by=max(found.values()).bit_length())
            grown: dict[Vector, int] = {}
            for counts, weight in found.items():
                for more, times in rows:
                    key = tuple([a + b for a, b in zip(counts, more, strict=True)])
                    grown[key] = grown.get(key, 0) + weight * times
            found = grown
    return found


Totals = tuple[tuple[int, int], ...]  # for each question (sum, greatest number alike) over what it keeps of a group


class _Dealing:
    """Deals one value after another. What questions may have is numbered, so that a state is a small number."""

    def __init__(self, asked: Asked) -> None:
        self.asked = asked
        self.questions = asked.request.questions
        self.haves: list[Have] = [((0, 0),) * len(self.questions)]
        self.numbers: dict[Have, int] = {self.haves[0]: 0}

    def deal(self, groups: list[Group], starts: dict[Vector, int]) -> Rows:
        """All dice, from these numbers in each class."""
        states: States = {left: {0: weight} for left, weight in starts.items()}
        above: int | None = None
        for at, (value, _, _) in enumerate(groups):
            joined = above is not None and above == value + 1
            above = value
            states = self.value(groups[at:], states, joined)
        found: dict[Vector, int] = {}
        for rows in states.values():
            for have, weight in rows.items():
                key = tuple([first for first, _ in self.haves[have]])
                found[key] = found.get(key, 0) + weight
        return list(found.items())

    def value(self, groups: list[Group], states: States, joined: bool) -> States:
        """All ways to give dice the first of these values."""
        asked, group = self.asked, groups[0]
        keeps = any(question.keeps for question in self.questions)
        ahead = [[sum(group[2][at]) for group in groups] for at in range(len(group[2]))]
        moves: dict[Totals, dict[int, int]] = {}
        grown: States = {}
        alive = taken = 0
        cost = 2 * len(self.questions)  # of a transition that is met for the first time
        for left, rows in states.items():
            bits = max(rows.values()).bit_length()
            for after, totals, times in _kept_ways(asked, group, ahead, left) if keeps else _ways(asked, group, ahead, left):
                move = moves.setdefault(totals, {})
                into = grown.setdefault(after, {})
                before = len(into)
                for have, weight in rows.items():
                    new = move.get(have)
                    if new is None:
                        new = move[have] = self.take(have, totals, joined)
                        taken += 1
                    into[new] = into.get(new, 0) + weight * times
                alive += len(into) - before
                asked.meter.spend(len(rows) + cost * taken, alive, asked.what, bits, by=times.bit_length())
                taken = 0
        return grown

    def take(self, have: int, totals: Totals, joined: bool) -> int:
        """The number of what the questions have after one more value."""
        parts = zip(self.questions, self.haves[have], totals, strict=True)
        new = tuple([_take(question, before, total, joined) for question, before, total in parts])
        number = self.numbers.setdefault(new, len(self.haves))
        if number == len(self.haves):
            self.haves.append(new)
        return number


def _choices(ahead: list[list[int]], left: Vector) -> list[range]:
    """For each pool how many of its dice that are left may show the first value."""
    found = []
    for rest, row in zip(left, ahead, strict=True):
        found.append(range(1) if not row[0] else range(rest + 1) if any(row[1:]) else range(rest, rest + 1))
    return found


def _ways(asked: Asked, group: Group, ahead: list[list[int]], left: Vector) -> Iterator[tuple[Vector, Totals, int]]:
    """How many dice of each pool, of those ``left``, may show the first value: (left after it, totals, ways)."""
    labels = group[1]
    single = len(labels) == 1
    lone = [row[0] if single else 1 for row in group[2]]
    parts, _, seen = labels[0]
    for counts, after, ways in _counted(asked, lone, ahead, left, 1 if single else 12):
        if single:
            count = sum(counts)
            yield after, tuple([(count * part, count if here else 0) for part, here in zip(parts, seen, strict=True)]), ways
        else:
            for totals, deals in _labelled(asked, group, counts, None):
                yield after, totals, ways * deals


def _counted(asked: Asked, weights: list[int], ahead: list[list[int]], left: Vector, cost: int) -> Iterator[tuple[Vector, Vector, int]]:
    """Each way to take dice from the pools: how many of each, how many are left, and the ways, where a die that is taken has a weight."""
    choices = _choices(ahead, left)
    many = 1
    for choice in choices:
        many *= len(choice)
    bits = sum(rest * (1 + weight.bit_length()) for rest, weight in zip(left, weights, strict=True))
    asked.meter.spend(many * cost, 0, asked.what, bits, by=bits if len(left) > 1 else 0)
    powers = [terms(rest, choice, weight) for rest, choice, weight in zip(left, choices, weights, strict=True)]
    for counts in product(*choices):
        ways = 1
        for count, choice, row in zip(counts, choices, powers, strict=True):
            ways *= row[count - choice.start]
        yield counts, tuple([rest - given for rest, given in zip(left, counts, strict=True)]), ways


def _kept_ways(asked: Asked, group: Group, ahead: list[list[int]], left: Vector) -> Iterator[tuple[Vector, Totals, int]]:
    """The same where some questions keep dice: each sees the part of the group that lies within its places."""
    intervals = [asked.interval(question) for question in asked.request.questions]
    used = asked.n - sum(left)
    if used >= max((high for _, high in intervals), default=0):
        ways = 1
        for rest, row in zip(left, ahead, strict=True):
            ways *= sum(row) ** rest
        yield (0,) * len(left), ((0, 0),) * len(intervals), ways
        return
    for counts, after, ways in _counted(asked, [1] * len(left), ahead, left, 6):
        count = sum(counts)
        lengths = tuple([max(0, min(used + count, high) - max(used, low)) for low, high in intervals])
        for totals, deals in _labelled(asked, group, counts, lengths):
            yield after, totals, ways * deals


def _labelled(asked: Asked, group: Group, counts: Vector, lengths: tuple[int, ...] | None) -> list[tuple[Totals, int]]:
    """How a group of so many dice of each pool may be labelled.

    For each question (sum, greatest number alike) over the first dice of the group, as many as it keeps (``lengths``; None: all).
    """
    _, labels, weights = group
    if len(labels) == 1 and lengths is not None:
        ways = 1
        for row, count in zip(weights, counts, strict=True):
            ways *= row[0] ** count
        return [(tuple([(length * part, length) for length, part in zip(lengths, labels[0][0], strict=True)]), ways)]
    count = sum(counts)
    lengths = (count,) * len(asked.request.questions) if lengths is None else lengths
    cuts = sorted({0, *lengths, count})
    if len(counts) == 1:
        parts = [_in_a_row(asked, weights[0], high - low) for low, high in pairwise(cuts)]
    else:
        cuts = [0] * len(counts) + [count]
        parts = [_in_a_row(asked, row, taken) for row, taken in zip(weights, counts, strict=True)]
    found: list[tuple[Totals, int]] = []
    bits = count * max(sum(row).bit_length() for row in weights)
    for choice in product(*parts):
        asked.meter.spend(2 * len(labels), len(found), asked.what, bits, by=bits if len(parts) > 1 else 0)
        ways = 1
        seen = [[0] * len(labels)]
        for numbers, weight in choice:
            ways *= weight
            seen.append([a + b for a, b in zip(seen[-1], numbers, strict=True)])
        found.append((tuple([_over(labels, seen[cuts.index(length)], q) for q, length in enumerate(lengths)]), ways))
    return found


def _in_a_row(asked: Asked, weights: list[int], count: int) -> list[tuple[Vector, int]]:
    """The numbers of each label among ``count`` dice in a row, with their weight."""
    units: Classes = [(tuple([int(i == j) for j in range(len(weights))]), weight) for i, weight in enumerate(weights) if weight]
    if not units:
        return [] if count else [((0,) * len(weights), 1)]
    return add_up(units, sum(weights), count, asked.meter, asked.what)


def _over(labels: list[Label], numbers: list[int], q: int) -> tuple[int, int]:
    """What so many dice of each label give question ``q``: (sum, greatest number alike)."""
    alike: dict[int, int] = {}
    for (_, face, seen), number in zip(labels, numbers, strict=True):
        alike[face] = alike.get(face, 0) + number * seen[q]
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
