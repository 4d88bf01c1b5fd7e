"""One roll, answered: the joint distribution of all that is asked of it.

A ``RollRequest`` says what is asked: *questions* about *stages* of the roll (stage 0 as it fell, later ones after a reroll),
each through a chain of keeps. Its numbers (the vectors of the faces, counts and limits) come with each call.

Four facts make this cheap.

* Dice are independent, so what is only summed over dice needs no faces but classes of equal contributions (``pools``).
* Sorted by value, a chain of keeps is an interval of places. Among dice of equal value a keep takes the earlier ones
  first, so what any chain keeps of a group of equals is a beginning of it; the faces of the dice within a group,
  read in the order rolled, are independent, whatever the group's size. So the roll may be dealt value by value
  (``deal``), the places in a group cut into segments.
* A reroll that no limit binds makes each die a small independent history of faces, to which both points above apply.
  A limit that binds, and "first die first", touch the earliest dice that pass the test. Given how many pass (m), the faces
  of those that pass, in order, are independent and so are those of the others; so the first j = min(m, limit) are j
  independent dice of the passing faces, and each gets a fresh face: n - m dice fail, m - j pass and stay, j are rolled again
  (``kinds``). Other rerolls that no limit binds, before or after this one, are parts of the histories of each of the three.
* Where shapes are asked at several stages, a die that shows different faces at them is several dice, each seen at its stages alone: the
  faces that it draws are independent once it is known which of them were rolled again (``kinds``, too).

Where two limits bind, or places matter beside a reroll, the dice are dealt one by one (``_one_by_one``).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import product

from msgspec.structs import replace

from penance_build.odds.question.refusal import Meter
from penance_build.odds.rolls.deal import deal_by_value
from penance_build.odds.rolls.kinds import AGAIN, FAILS, STAYS, Shares, histories, ways
from penance_build.odds.rolls.places import kept_sum, values_of
from penance_build.odds.rolls.pools import Classes, Rows, Vector, add_up, merge
from penance_build.odds.rolls.requests import Asked, History, Pools, Question, RollRequest, Stage, contribution
from penance_build.odds.rolls.tabletop import keep, run, same

STEP = 3  # transitions that adding one die costs: it is put in its place among the others


def table(request: RollRequest, n: int, columns: tuple[Vector, ...], numbers: Vector, meter: Meter) -> tuple[Rows, int]:
    """The answers of n dice (tuples in the order of the questions) with their weights, and the total weight."""
    n = max(0, n)
    asked = Asked(request if not request.stages else _simpler(request, columns, numbers), n, columns, numbers, meter)
    stages = asked.request.stages
    placed = {question.stage for question in asked.request.questions if not asked.adds(question)}
    binding = [at for at, stage in enumerate(stages) if numbers[stage.limit] < n]
    if not binding and len(placed) < 2:
        dice: list[tuple[History, int]] = [((face,), 1) for face in range(len(columns))]
        if stages:
            dice = histories(asked, ways(asked, None))
        if placed:
            values = values_of(asked, dice)
            rows = kept_sum(asked, values) if values else deal_by_value(asked, [([(dice, n)], 1)], placed)
            return rows, sum(weight for _, weight in dice) ** n
        classes, total = merge([(contribution(asked, faces), weight) for faces, weight in dice])
        return add_up(classes, total, n, meter, asked.what), total**n
    if len(binding) < 2 and not (placed and _ties_matter(asked)):
        return _by_kinds(asked, placed, binding[0] if binding else None)
    return _one_by_one(asked)


def _simpler(request: RollRequest, columns: tuple[Vector, ...], numbers: Vector) -> RollRequest:
    """The request without the rerolls that reroll nothing with these numbers, and without those after which nothing is asked."""
    becomes, stages = [0], list[Stage]()
    for stage in request.stages:
        parent = becomes[stage.parent]
        if numbers[stage.limit] <= 0 or not any(row[stage.test] for row in columns):
            becomes.append(parent)
        else:
            stages.append(replace(stage, parent=parent))
            becomes.append(len(stages))
    needed = {becomes[question.stage] for question in request.questions}
    for at in range(len(stages), 0, -1):
        if at in needed:
            needed.add(stages[at - 1].parent)
    if len(needed | {0}) == len(request.stages) + 1:
        return request
    kept = sorted(needed | {0})
    rest = tuple([replace(stages[at - 1], parent=kept.index(stages[at - 1].parent)) for at in kept[1:]])
    return replace(
        request, stages=rest, questions=tuple([replace(item, stage=kept.index(becomes[item.stage])) for item in request.questions])
    )


def _by_kinds(asked: Asked, placed: set[int], limited: int | None) -> tuple[Rows, int]:
    """At most one reroll has a limit that binds: see the third and the fourth point above."""
    stages, n, sides = len(asked.request.stages), asked.n, len(asked.columns)
    limit = 0 if limited is None else asked.numbers[asked.request.stages[limited].limit]
    mixture = _mixture(asked, placed, limited, limit)
    rows = deal_by_value(asked, mixture, placed) if placed else _summed(asked, mixture)
    return rows, sides ** (n * (1 + stages - (limited is not None)) + limit)


def _mixture(asked: Asked, placed: set[int], limited: int | None, limit: int) -> Iterator[tuple[Pools, int]]:
    """The dice that fail, stay and are rolled again, for each number of them; all dice fail where no limit binds."""
    n, sides = asked.n, len(asked.columns)
    all_ways = ways(asked, limited)
    seen = {question.stage for question in asked.request.questions}
    kinds = [Shares(asked, [way for way in all_ways if way.kind == kind], seen, placed) for kind in (FAILS, STAYS, AGAIN)]
    ways_of_passing = 1
    for m in range(n + 1 if limited is not None else 1):
        j = min(m, limit)
        asked.meter.spend(1, 0, asked.what, n + limit * sides.bit_length(), by=n)
        scale = ways_of_passing * sides ** (limit - j)
        ways_of_passing = ways_of_passing * (n - m) // (m + 1)
        shared = [list(kind.of(many)) for kind, many in zip(kinds, (n - m, m - j, j), strict=True)]
        for parts in product(*shared):
            times = scale
            pools: Pools = []
            for more, weight in parts:
                asked.meter.spend(len(more), 0, asked.what, times.bit_length(), by=weight.bit_length())
                pools += more
                times *= weight
            yield pools, times


def _summed(asked: Asked, mixture: Iterable[tuple[Pools, int]]) -> Rows:
    """The sums of all dice of several pools."""
    found: dict[Vector, int] = {}
    known: dict[int, tuple[int, Rows]] = {}  # of each pool the last: the number of its dice seldom changes back
    classes_of: dict[int, tuple[Classes, int, int]] = {}  # of each pool its classes, their weight, and what it is to be multiplied by
    for pools, times in mixture:
        parts: list[Rows] = []
        for at, (dice, n) in enumerate(pools):
            if not n:
                continue
            if at not in classes_of:
                classes, total = merge([(contribution(asked, faces), weight) for faces, weight in dice])
                classes_of[at] = classes, total, sum(weight for _, weight in dice) // total
            if known.get(at, (0, []))[0] != n:
                classes, total, more = classes_of[at]
                factor = more**n
                rows = add_up(classes, total, n, asked.meter, asked.what)
                asked.meter.spend(len(rows), 0, asked.what, n * total.bit_length(), by=factor.bit_length())
                known[at] = n, [(sums, weight * factor) for sums, weight in rows] if factor > 1 else rows
            parts.append(known[at][1])
        many = 1
        for part in parts:
            many *= len(part)
        bits = sum(part[0][1].bit_length() for part in parts)
        asked.meter.spend(many, len(found), asked.what, max(bits, times.bit_length()), by=min(bits, times.bit_length()))
        for chosen in product(*parts):
            weight = times
            for _, ways_of_part in chosen:
                weight *= ways_of_part
            key = tuple(map(sum, zip(*(sums for sums, _ in chosen), strict=True))) if chosen else (0,) * len(asked.request.questions)
            found[key] = found.get(key, 0) + weight
    return list(found.items())


# ---------------------------------------------------------------- die by die


def _one_by_one(asked: Asked) -> tuple[Rows, int]:
    """Deal the dice in the order rolled: a state is (rerolls left for each stage, the dice so far).

    The dice so far are their sums where only sums are asked; else what each shows at the stages at which something is asked, sorted,
    or in order where a keep must choose between unlike dice of equal value.
    """
    request, n, sides = asked.request, asked.n, len(asked.columns)
    sums_only = all(map(asked.adds, request.questions))
    ordered = not sums_only and _ties_matter(asked)
    stages = sorted({question.stage for question in request.questions})
    lump = _lumps(asked)
    limits = tuple(max(0, min(n, asked.numbers[stage.limit])) for stage in request.stages)
    start: tuple[int, ...] | tuple[Vector, ...] = (0,) * len(request.questions) if sums_only else ()
    states: dict[tuple[Vector, tuple[object, ...]], int] = {(limits, start): 1}
    for _ in range(n):
        grown: dict[tuple[Vector, tuple[object, ...]], int] = {}
        next_of: dict[Vector, dict[tuple[Vector, Vector], int]] = {}
        for (left, dice), weight in states.items():
            if left not in next_of:
                found_next = next_of[left] = {}
                for after, faces, times in _next_die(asked, left):
                    one = (after, contribution(asked, faces) if sums_only else tuple([lump[faces[stage]] for stage in stages]))
                    found_next[one] = found_next.get(one, 0) + times
            asked.meter.spend(STEP * len(next_of[left]), len(grown), asked.what, weight.bit_length())
            for (after, die), times in next_of[left].items():
                if sums_only:
                    new: tuple[object, ...] = tuple([a + b for a, b in zip(dice, die, strict=True)])  # type: ignore[operator]
                else:
                    new = (*dice, die) if ordered else tuple(sorted((*dice, die)))  # type: ignore[type-var]
                grown[after, new] = grown.get((after, new), 0) + weight * times
        states = grown
    found: dict[Vector, int] = {}
    for (_, dice), weight in states.items():
        asked.meter.spend(0 if sums_only else STEP * n, len(found), asked.what)
        key = dice if sums_only else _answers(asked, dice, stages)  # type: ignore[arg-type]
        found[key] = found.get(key, 0) + weight  # type: ignore[index,arg-type]
    return list(found.items()), sides ** (n * (1 + len(request.stages)))


def _next_die(asked: Asked, left: Vector) -> list[tuple[Vector, Vector, int]]:
    """One die: (rerolls left after it, its history, weight)."""
    sides = len(asked.columns)
    found: list[tuple[Vector, Vector, int]] = [(left, (face,), 1) for face in range(sides)]
    for at, stage in enumerate(asked.request.stages):
        grown: list[tuple[Vector, Vector, int]] = []
        for now, faces, weight in found:
            if now[at] and asked.columns[faces[stage.parent]][stage.test]:
                less = (*now[:at], now[at] - 1, *now[at + 1 :])
                grown += [(less, (*faces, face), weight) for face in range(sides)]
            else:
                grown.append((now, (*faces, faces[stage.parent]), weight * sides))
        found = grown
    return found


def _lumps(asked: Asked) -> list[int]:
    """For each face the first face that no question tells from it."""
    seen: dict[tuple[object, ...], int] = {}
    die, bodies = asked.request.die, sorted({question.body for question in asked.request.questions})
    columns = [tuple([row[body] for body in bodies]) for row in asked.columns]
    return [seen.setdefault((columns[face], die.values[face], die.ids[face]), face) for face in range(len(columns))]


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


def _answers(asked: Asked, dice: Sequence[Vector], stages: list[int]) -> Vector:
    """The answers for dice that lie on the table, each with its faces at some stages."""
    places = [stages.index(question.stage) for question in asked.request.questions]
    shown = [[faces[place] for faces in dice] for place in range(len(stages))]
    return tuple([_answer(asked, question, shown[place]) for question, place in zip(asked.request.questions, places, strict=True)])


def _answer(asked: Asked, question: Question, faces: Sequence[int]) -> int:
    for which, high in question.keeps:
        faces = keep(faces, asked.request.die.values, asked.numbers[which], high)
    if question.kind == "fold":
        return sum(asked.columns[face][question.body] for face in faces)
    return same(faces, asked.request.die.ids) if question.kind == "same" else run(faces, asked.request.die.values)
