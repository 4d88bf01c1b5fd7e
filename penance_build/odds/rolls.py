"""One roll, answered: the joint distribution of all that is asked of it.

A ``Request`` says what is asked: *questions* about *stages* of the roll (stage 0 as it fell, later ones after a reroll),
each through a chain of keeps. Its numbers (the vectors of the faces, counts and limits) come with each call.

Three facts make this cheap.

* Dice are independent, so what is only summed over dice needs no faces but classes of equal contributions (``pools``).
* Sorted by value, a chain of keeps is an interval of places. Among dice of equal value a keep takes the earlier ones
  first, so what any chain keeps of a group of equals is a beginning of it; the faces of the dice within a group,
  read in the order rolled, are independent, whatever the group's size. So the roll may be dealt value by value
  (``_by_value``), the places in a group cut into segments.
* A reroll without a binding limit makes each die a small independent history of faces, to which both points above
  apply. With a binding limit, "first die first" touches the earliest dice that pass the test. Given how many pass (m),
  the faces of those that pass, in order, are independent and so are those of the others; so the first j = min(m, limit)
  are j independent dice of the passing faces, and each gets a fresh face: the sum over all dice is that of n - m dice
  that fail, m - j that pass and stay, and j histories (``_limited``). Where places matter as well, the dice are dealt
  one by one (``_one_by_one``).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from math import comb

from penance_build.odds.pools import Classes, Rows, Vector, add_up, merge
from penance_build.odds.refusal import Budget, Refused


@dataclass(frozen=True, slots=True)
class Question:
    """``kind`` fold, same or run, of a stage; ``keeps`` are (which count, high) from the inside; ``body`` which column."""

    kind: str
    stage: int
    keeps: tuple[tuple[int, bool], ...]
    body: int


@dataclass(frozen=True, slots=True)
class Stage:
    """A reroll of the stage ``parent``: which column holds its test, which number its limit."""

    parent: int
    test: int
    limit: int


@dataclass(frozen=True, slots=True)
class Faces:
    """A die: of each physical face its value (0 where it has none) and the index of the first face with its id."""

    values: tuple[int, ...]
    ids: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Request:
    """What is asked of a roll of ``die``."""

    die: Faces
    stages: tuple[Stage, ...]
    questions: tuple[Question, ...]


@dataclass(frozen=True, slots=True)
class _Asked:
    """A request with its numbers: n dice, for each face the columns (bodies and tests), and the counts and limits."""

    request: Request
    n: int
    columns: tuple[Vector, ...]
    numbers: Vector
    budget: Budget

    def interval(self, question: Question) -> tuple[int, int]:
        """The places, from the highest, that the question's keeps leave."""
        low, high = 0, self.n
        for which, best in question.keeps:
            kept = max(0, min(self.numbers[which], high - low))
            low, high = (low, low + kept) if best else (high - kept, high)
        return low, high

    def adds(self, question: Question) -> bool:
        """Whether the answer is a sum over all dice."""
        return question.kind == "fold" and not question.keeps


History = tuple[int, ...]  # the face of one die at each stage


def table(request: Request, n: int, columns: tuple[Vector, ...], numbers: Vector, budget: Budget) -> tuple[Rows, int]:
    """The answers of n dice (tuples in the order of the questions) with their weights, and the total weight."""
    n = max(0, n)
    asked = _Asked(request, n, columns, numbers, budget)
    sums_only = all(map(asked.adds, request.questions))
    binding = [stage for stage in request.stages if numbers[stage.limit] < n]
    if not binding:
        histories = _histories(asked)
        if sums_only:
            classes, total = merge([(_contribution(asked, faces), weight) for faces, weight in histories])
            return add_up(classes, total, n, budget.states), total**n
        if len({question.stage for question in request.questions if not asked.adds(question)}) == 1:
            return _by_value(asked, histories)
    elif sums_only and len(request.stages) == 1:
        return _limited(asked)
    return _one_by_one(asked)


def _contribution(asked: _Asked, faces: History) -> Vector:
    """What one die adds to each question; to questions about shapes nothing."""
    return tuple([asked.columns[faces[q.stage]][q.body] if q.kind == "fold" else 0 for q in asked.request.questions])


def _histories(asked: _Asked) -> list[tuple[History, int]]:
    """Every history of one die whose rerolls are not limited, with its weight over ``faces ** (1 + stages)``."""
    sides = len(asked.columns)
    found: list[tuple[History, int]] = [((face,), 1) for face in range(sides)]
    for stage in asked.request.stages:
        grown: list[tuple[History, int]] = []
        for faces, weight in found:
            if asked.columns[faces[stage.parent]][stage.test]:
                grown += [((*faces, face), weight) for face in range(sides)]
            else:
                grown.append(((*faces, faces[stage.parent]), weight * sides))
        found = grown
    return found


def _limited(asked: _Asked) -> tuple[Rows, int]:
    """One reroll with a binding limit, sums only: see the third point above."""
    stage, sides, n = asked.request.stages[0], len(asked.columns), asked.n
    test = [row[stage.test] for row in asked.columns]
    limit = max(0, asked.numbers[stage.limit])
    fails: Classes = [(_contribution(asked, (face, face)), 1) for face in range(sides) if not test[face]]
    stays: Classes = [(_contribution(asked, (face, face)), 1) for face in range(sides) if test[face]]
    again: Classes = [(_contribution(asked, (face, new)), 1) for face in range(sides) if test[face] for new in range(sides)]
    found: dict[Vector, int] = {}
    for m in range(n + 1):
        j = min(m, limit)
        if (m < n and not fails) or (m and not stays):
            continue
        parts = [_weighted(fails, n - m, asked), _weighted(stays, m - j, asked), _weighted(again, j, asked)]
        scale = comb(n, m) * sides ** (limit - j)
        for (a, p), (b, q), (c, r) in product(*parts):
            key = tuple([x + y + z for x, y, z in zip(a, b, c, strict=True)])
            found[key] = found.get(key, 0) + scale * p * q * r
        if len(found) > asked.budget.states:
            raise Refused(f"A roll of {n} dice has more different results than the limit of {asked.budget.states}.", can_sample=True)
    return list(found.items()), sides ** (n + limit)


def _weighted(pairs: Classes, n: int, asked: _Asked) -> Rows:
    """The sums of n dice of these faces, each face counting one (not reduced)."""
    if n == 0:
        return [((0,) * len(asked.request.questions), 1)]
    classes, total = merge(pairs)
    factor = (len(pairs) // total) ** n
    return [(sums, weight * factor) for sums, weight in add_up(classes, total, n, asked.budget.states)]


# ---------------------------------------------------------------- value by value


def _by_value(asked: _Asked, histories: list[tuple[History, int]]) -> tuple[Rows, int]:
    """Deal the values from the highest: a state is (places filled, what each question has so far)."""
    questions, n = asked.request.questions, asked.n
    stage = next(question.stage for question in questions if not asked.adds(question))
    groups = _groups(asked, histories, stage)
    intervals = [asked.interval(question) for question in questions]
    total = sum(weight for _, weight in histories)
    states: dict[tuple[int, tuple[tuple[int, int], ...]], int] = {(0, ((0, 0),) * len(questions)): 1}
    last = groups[-1][0]
    above: int | None = None
    for value, labels in groups:
        joined = above is not None and above == value + 1
        above = value
        grown: dict[tuple[int, tuple[tuple[int, int], ...]], int] = {}
        for (used, have), weight in states.items():
            left = n - used
            for count in (left,) if value == last else range(left + 1):
                ways = weight * comb(left, count)
                lengths = [max(0, min(used + count, high) - max(used, low)) for low, high in intervals]
                for totals, deals in _deal(labels, count, lengths, len(questions)):
                    after = tuple(map(_take, questions, have, totals, (joined,) * len(questions)))
                    key = (used + count, after)
                    grown[key] = grown.get(key, 0) + ways * deals
            if len(grown) > asked.budget.states:
                raise Refused(f"A roll of {n} dice has more different results than the limit of {asked.budget.states}.", can_sample=True)
        states = grown
    found: dict[Vector, int] = {}
    for (_, have), weight in states.items():
        key2 = tuple([first for first, _ in have])
        found[key2] = found.get(key2, 0) + weight
    return list(found.items()), total**n


Label = tuple[Vector, int, int]  # what it adds to each question, its id, its weight
Group = tuple[int, list[Label]]


def _groups(asked: _Asked, histories: list[tuple[History, int]], stage: int) -> list[Group]:
    """The histories by their value at the stage, highest first; those that no question tells apart are one label."""
    shaped = any(question.kind == "same" for question in asked.request.questions)
    found: dict[int, dict[tuple[Vector, int], int]] = {}
    for faces, weight in histories:
        face = faces[stage]
        label = (_contribution(asked, faces), asked.request.die.ids[face] if shaped else 0)
        group = found.setdefault(asked.request.die.values[face], {})
        group[label] = group.get(label, 0) + weight
    ordered = sorted(found.items(), reverse=True)
    return [(value, [(vector, face, weight) for (vector, face), weight in sorted(group.items())]) for value, group in ordered]


def _deal(labels: list[Label], count: int, lengths: list[int], size: int) -> list[tuple[list[tuple[int, int]], int]]:
    """How a group of ``count`` dice may be labelled: for each question (sum, greatest number alike) over its beginning of the group."""
    if len(labels) == 1:
        vector, _, weight = labels[0]
        return [([(length * part, length) for length, part in zip(lengths, vector, strict=True)], weight**count)]
    cuts = sorted({0, *lengths, count})
    found: list[tuple[list[tuple[int, int]], int]] = []
    segments = [_labelled(labels, high - low) for low, high in zip(cuts, cuts[1:], strict=False)]
    for choice in product(*segments):
        ways = 1
        seen = [[0] * len(labels)]
        for counts, weight in choice:
            ways *= weight
            seen.append([a + b for a, b in zip(seen[-1], counts, strict=True)])
        totals = []
        for q in range(size):
            counts_q = seen[cuts.index(lengths[q])]
            alike: dict[int, int] = {}
            for (_, face, _), number in zip(labels, counts_q, strict=True):
                alike[face] = alike.get(face, 0) + number
            totals.append((sum(number * label[0][q] for label, number in zip(labels, counts_q, strict=True)), max(alike.values())))
        found.append((totals, ways))
    return found


def _labelled(labels: list[Label], count: int) -> list[tuple[Vector, int]]:
    """The counts of each label among ``count`` dice in a row, with their weight."""
    units: Classes = [(tuple(int(i == j) for j in range(len(labels))), label[2]) for i, label in enumerate(labels)]
    return add_up(units, sum(label[2] for label in labels), count, 1_000_000)


def _take(question: Question, have: tuple[int, int], total: tuple[int, int], joined: bool) -> tuple[int, int]:
    """What a question has after one more value: (answer so far, length of the run that reaches down to here)."""
    answer, run = have
    added, alike = total
    if question.kind == "fold":
        return answer + added, 0
    if question.kind == "same":
        return max(answer, alike), 0
    run = 0 if not alike else (run + 1 if joined else 1)
    return max(answer, run), run


# ---------------------------------------------------------------- die by die


def _one_by_one(asked: _Asked) -> tuple[Rows, int]:
    """Deal the dice in the order rolled: a state is (rerolls left for each stage, the dice so far).

    The dice so far are their sums where only sums are asked; else the sorted histories, or, where a keep must choose
    between unlike dice of equal value, the histories in order.
    """
    request, n, sides = asked.request, asked.n, len(asked.columns)
    sums_only = all(map(asked.adds, request.questions))
    ordered = not sums_only and _ties_matter(asked)
    lump = _lumps(asked)
    limits = tuple(max(0, min(n, asked.numbers[stage.limit])) for stage in request.stages)
    start: tuple[int, ...] | tuple[History, ...] = (0,) * len(request.questions) if sums_only else ()
    states: dict[tuple[Vector, tuple[object, ...]], int] = {(limits, start): 1}
    for _ in range(n):
        grown: dict[tuple[Vector, tuple[object, ...]], int] = {}
        for (left, dice), weight in states.items():
            for after, faces, ways in _next_die(asked, left):
                if sums_only:
                    new: tuple[object, ...] = tuple([a + b for a, b in zip(dice, _contribution(asked, faces), strict=True)])  # type: ignore[operator]
                else:
                    lumped = tuple(lump[face] for face in faces)
                    new = (*dice, lumped) if ordered else tuple(sorted((*dice, lumped)))  # type: ignore[type-var]
                grown[after, new] = grown.get((after, new), 0) + weight * ways
        if len(grown) > asked.budget.states:
            raise Refused(f"A roll of {n} dice with rerolls has more different results than the limit of {asked.budget.states}.", can_sample=True)
        states = grown
    found: dict[Vector, int] = {}
    for (_, dice), weight in states.items():
        key = dice if sums_only else _answers(asked, dice)  # type: ignore[arg-type]
        found[key] = found.get(key, 0) + weight  # type: ignore[index,arg-type]
    return list(found.items()), sides ** (n * (1 + len(request.stages)))


def _next_die(asked: _Asked, left: Vector) -> list[tuple[Vector, History, int]]:
    """One die: (rerolls left after it, its history, weight)."""
    sides = len(asked.columns)
    found: list[tuple[Vector, History, int]] = [(left, (face,), 1) for face in range(sides)]
    for at, stage in enumerate(asked.request.stages):
        grown: list[tuple[Vector, History, int]] = []
        for now, faces, weight in found:
            if now[at] and asked.columns[faces[stage.parent]][stage.test]:
                less = (*now[:at], now[at] - 1, *now[at + 1 :])
                grown += [(less, (*faces, face), weight) for face in range(sides)]
            else:
                grown.append((now, (*faces, faces[stage.parent]), weight * sides))
        found = grown
    return found


def _lumps(asked: _Asked) -> list[int]:
    """For each face the first face that nothing asked tells from it."""
    seen: dict[tuple[object, ...], int] = {}
    die = asked.request.die
    return [seen.setdefault((asked.columns[face], die.values[face], die.ids[face]), face) for face in range(len(asked.columns))]


def _ties_matter(asked: _Asked) -> bool:
    """Whether a keep may have to choose between dice of equal value that some question tells apart."""
    if not any(question.keeps for question in asked.request.questions):
        return False
    if len({question.stage for question in asked.request.questions}) > 1:
        return True
    seen: dict[int, tuple[Vector, int]] = {}
    die = asked.request.die
    bodies = [question.body for question in asked.request.questions]
    for face, row in enumerate(asked.columns):
        label = (tuple(row[body] for body in bodies), die.ids[face])
        if seen.setdefault(die.values[face], label) != label:
            return True
    return False


def _answers(asked: _Asked, dice: Sequence[History]) -> Vector:
    """The answers for dice that lie on the table."""
    return tuple([_answer(asked, question, [faces[question.stage] for faces in dice]) for question in asked.request.questions])


def _answer(asked: _Asked, question: Question, faces: Sequence[int]) -> int:
    for which, high in question.keeps:
        faces = keep(faces, asked.request.die.values, asked.numbers[which], high)
    if question.kind == "fold":
        return sum(asked.columns[face][question.body] for face in faces)
    return same(faces, asked.request.die.ids) if question.kind == "same" else run(faces, asked.request.die.values)


# ---------------------------------------------------------------- dice on the table


def keep(faces: Sequence[int], values: Sequence[int], count: int, high: bool) -> tuple[int, ...]:
    """The ``count`` highest (or lowest) dice, in the order rolled; among equals the earlier one."""
    order = sorted(range(len(faces)), key=lambda i: (-values[faces[i]] if high else values[faces[i]], i))
    return tuple([faces[i] for i in sorted(order[: max(0, count)])])


def same(faces: Sequence[int], ids: Sequence[int]) -> int:
    """The greatest number of dice that show one face id."""
    shown = [ids[face] for face in faces]
    return max(map(shown.count, shown), default=0)


def run(faces: Sequence[int], values: Sequence[int]) -> int:
    """The longest run of consecutive values."""
    shown = {values[face] for face in faces}
    best = 0
    for value in shown:
        if value - 1 not in shown:
            length = 1
            while value + length in shown:
                length += 1
            best = max(best, length)
    return best
