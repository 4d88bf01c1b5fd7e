"""One roll, answered: the joint distribution of all that is asked of it.

A ``RollRequest`` says what is asked: *questions* about *stages* of the roll (stage 0 as it fell, later ones after a reroll),
each through a chain of keeps. Its numbers (the vectors of the faces, counts and limits) come with each call.

Three facts make this cheap.

* Dice are independent, so what is only summed over dice needs no faces but classes of equal contributions (``pools``).
* Sorted by value, a chain of keeps is an interval of places. Among dice of equal value a keep takes the earlier ones
  first, so what any chain keeps of a group of equals is a beginning of it; the faces of the dice within a group,
  read in the order rolled, are independent, whatever the group's size. So the roll may be dealt value by value
  (``deal``), the places in a group cut into segments.
* A reroll without a binding limit makes each die a small independent history of faces, to which both points above
  apply. With a binding limit, "first die first" touches the earliest dice that pass the test. Given how many pass (m),
  the faces of those that pass, in order, are independent and so are those of the others; so the first j = min(m, limit)
  are j independent dice of the passing faces, and each gets a fresh face: the sum over all dice is that of n - m dice
  that fail, m - j that pass and stay, and j histories (``_limited``). Where places matter as well, the dice are dealt
  one by one (``_one_by_one``); where they do not but shapes are asked, the three kinds are dealt value by value together.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from math import comb

from penance_build.odds.question.refusal import Meter
from penance_build.odds.rolls.deal import deal_by_value
from penance_build.odds.rolls.pools import Rows, Vector, add_up, merge
from penance_build.odds.rolls.requests import Asked, History, Pools, Question, RollRequest, contribution
from penance_build.odds.rolls.tabletop import keep, run, same


def table(request: RollRequest, n: int, columns: tuple[Vector, ...], numbers: Vector, meter: Meter) -> tuple[Rows, int]:
    """The answers of n dice (tuples in the order of the questions) with their weights, and the total weight."""
    n = max(0, n)
    asked = Asked(request, n, columns, numbers, meter)
    sums_only = all(map(asked.adds, request.questions))
    placed = {question.stage for question in request.questions if not asked.adds(question)}
    if all(numbers[stage.limit] >= n for stage in request.stages):
        histories = _histories(asked)
        if sums_only:
            classes, total = merge([(contribution(asked, faces), weight) for faces, weight in histories])
            return add_up(classes, total, n, meter), total**n
        if len(placed) == 1:
            return deal_by_value(asked, [(histories, n)], placed.pop())
    elif len(request.stages) == 1 and (sums_only or (len(placed) == 1 and not _ties_matter(asked))):
        return _limited(asked, placed)
    return _one_by_one(asked)


def _histories(asked: Asked) -> list[tuple[History, int]]:
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


def _limited(asked: Asked, placed: set[int]) -> tuple[Rows, int]:
    """One reroll with a binding limit: see the third point above. ``placed`` holds the stage of shapes and keeps, if there are any."""
    stage, sides, n = asked.request.stages[0], len(asked.columns), asked.n
    test = [row[stage.test] for row in asked.columns]
    limit = max(0, asked.numbers[stage.limit])
    fails: list[tuple[History, int]] = [((face, face), 1) for face in range(sides) if not test[face]]
    stays: list[tuple[History, int]] = [((face, face), 1) for face in range(sides) if test[face]]
    again: list[tuple[History, int]] = [((face, new), 1) for face in range(sides) if test[face] for new in range(sides)]
    found: dict[Vector, int] = {}
    for m in range(n + 1):
        j = min(m, limit)
        if (m < n and not fails) or (m and not stays):
            continue
        scale = comb(n, m) * sides ** (limit - j)
        pools: Pools = [(fails, n - m), (stays, m - j), (again, j)]
        for key, weight in deal_by_value(asked, pools, max(placed))[0] if placed else _summed(asked, pools):
            found[key] = found.get(key, 0) + scale * weight
        asked.meter.spend(0, len(found), asked.what)
    return list(found.items()), sides ** (n + limit)


def _summed(asked: Asked, pools: Pools) -> Iterator[tuple[Vector, int]]:
    """The sums of all dice of several pools; sums may come more than once."""
    parts: list[Rows] = []
    for histories, n in pools:
        if n:
            classes, total = merge([(contribution(asked, faces), weight) for faces, weight in histories])
            factor = (sum(weight for _, weight in histories) // total) ** n
            parts.append([(sums, weight * factor) for sums, weight in add_up(classes, total, n, asked.meter)])
    for rows in product(*parts):
        weight = 1
        for _, part in rows:
            weight *= part
        yield tuple(map(sum, zip(*(sums for sums, _ in rows), strict=True))) if rows else (0,) * len(asked.request.questions), weight


# ---------------------------------------------------------------- die by die


def _one_by_one(asked: Asked) -> tuple[Rows, int]:
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
                    new: tuple[object, ...] = tuple([a + b for a, b in zip(dice, contribution(asked, faces), strict=True)])  # type: ignore[operator]
                else:
                    lumped = tuple(lump[face] for face in faces)
                    new = (*dice, lumped) if ordered else tuple(sorted((*dice, lumped)))  # type: ignore[type-var]
                grown[after, new] = grown.get((after, new), 0) + weight * ways
        asked.meter.spend(len(states) * len(asked.columns), len(grown), asked.what)
        states = grown
    found: dict[Vector, int] = {}
    for (_, dice), weight in states.items():
        key = dice if sums_only else _answers(asked, dice)  # type: ignore[arg-type]
        found[key] = found.get(key, 0) + weight  # type: ignore[index,arg-type]
    return list(found.items()), sides ** (n * (1 + len(request.stages)))


def _next_die(asked: Asked, left: Vector) -> list[tuple[Vector, History, int]]:
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


def _lumps(asked: Asked) -> list[int]:
    """For each face the first face that nothing asked tells from it."""
    seen: dict[tuple[object, ...], int] = {}
    die = asked.request.die
    return [seen.setdefault((asked.columns[face], die.values[face], die.ids[face]), face) for face in range(len(asked.columns))]


def _ties_matter(asked: Asked) -> bool:
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


def _answers(asked: Asked, dice: Sequence[History]) -> Vector:
    """The answers for dice that lie on the table."""
    return tuple([_answer(asked, question, [faces[question.stage] for faces in dice]) for question in asked.request.questions])


def _answer(asked: Asked, question: Question, faces: Sequence[int]) -> int:
    for which, high in question.keeps:
        faces = keep(faces, asked.request.die.values, asked.numbers[which], high)
    if question.kind == "fold":
        return sum(asked.columns[face][question.body] for face in faces)
    return same(faces, asked.request.die.ids) if question.kind == "same" else run(faces, asked.request.die.values)
