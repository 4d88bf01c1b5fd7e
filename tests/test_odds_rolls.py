"""One roll at a time: every method of answering against all sequences of faces, on random requests."""

from __future__ import annotations

import random
from itertools import product
from math import comb

import pytest

from penance_build.odds.question.refusal import DEFAULT, Budget, Meter, Refused
from penance_build.odds.rolls.joint import table
from penance_build.odds.rolls.pools import add_up, merge
from penance_build.odds.rolls.requests import Faces, Question, RollRequest, Stage
from penance_build.odds.rolls.tabletop import keep, run, same


def random_request(rng: random.Random) -> tuple[RollRequest, int, tuple[tuple[int, ...], ...], tuple[int, ...]]:
    """A die of two or three faces, up to two rerolls and three questions."""
    sides = rng.randint(2, 3)
    values = tuple(rng.randint(0, 3) for _ in range(sides))
    die = Faces(values, tuple(range(sides)))
    columns = tuple((value, rng.randint(-1, 1), rng.randint(0, 1), rng.randint(0, 1)) for value in values)
    stages = tuple(Stage(rng.randint(0, at), rng.randint(2, 3), at) for at in range(rng.choice([0, 0, 1, 1, 2])))
    questions = []
    for _ in range(rng.randint(1, 3)):
        keeps = tuple((rng.randint(2, 3), rng.random() < 0.5) for _ in range(rng.choice([0, 0, 1, 2])))
        questions.append(Question(rng.choice(["fold", "fold", "same", "run"]), rng.randint(0, len(stages)), keeps, rng.randint(0, 2)))
    numbers = (rng.randint(0, 4), rng.randint(0, 4), rng.randint(0, 3), rng.randint(-1, 3))
    return RollRequest(die, stages, tuple(questions)), rng.randint(0, 4 if not stages else 3), columns, numbers


def all_sequences(
    request: RollRequest, n: int, columns: tuple[tuple[int, ...], ...], numbers: tuple[int, ...]
) -> tuple[dict[tuple[int, ...], int], int]:
    """The answers by rolling everything, in the words of the interpreter; every stage draws n faces and uses what it needs."""
    sides = range(len(columns))
    found: dict[tuple[int, ...], int] = {}
    draws = n * (1 + len(request.stages))
    for faces in product(sides, repeat=draws):
        rolled = [list(faces[:n])]
        for at, stage in enumerate(request.stages):
            new = list(faces[n * (1 + at) : n * (2 + at)])
            dice = list(rolled[stage.parent])
            again = [i for i, face in enumerate(dice) if columns[face][stage.test]][: max(0, numbers[stage.limit])]
            for i, face in zip(again, new, strict=False):
                dice[i] = face
            rolled.append(dice)
        answers = []
        for question in request.questions:
            kept = tuple(rolled[question.stage])
            for which, high in question.keeps:
                kept = keep(kept, request.die.values, numbers[which], high)
            if question.kind == "fold":
                answers.append(sum(columns[face][question.body] for face in kept))
            else:
                answers.append(same(kept, request.die.ids) if question.kind == "same" else run(kept, request.die.values))
        found[tuple(answers)] = found.get(tuple(answers), 0) + 1
    return found, len(columns) ** draws


@pytest.mark.parametrize("block", range(10))
def test_table_equals_all_sequences(block: int) -> None:
    """Sums, keeps with ties, shapes and rerolls in any mixture."""
    compared = 0
    for seed in range(block * 40, block * 40 + 40):
        request, n, columns, numbers = random_request(random.Random(seed))
        if len(columns) ** (n * (1 + len(request.stages))) > 5_000:
            continue
        compared += 1
        rows, total = table(request, n, columns, numbers, Meter(DEFAULT))
        found: dict[tuple[int, ...], int] = {}
        for answers, weight in rows:
            found[answers] = found.get(answers, 0) + weight
        expected, all_ways = all_sequences(request, n, columns, numbers)
        assert {key: weight * all_ways for key, weight in found.items()} == {key: weight * total for key, weight in expected.items()}, seed
    assert compared > 15


@pytest.mark.parametrize("seed", range(30))
def test_both_ways_of_adding_agree(seed: int) -> None:
    """Counting classes and the packed power give the same sums, whatever their estimate says."""
    from penance_build.odds.rolls import pools

    rng = random.Random(seed)
    size = rng.randint(1, 3)
    pairs = [(tuple(rng.randint(-2, 3) for _ in range(size)), rng.randint(1, 4)) for _ in range(rng.randint(2, 5))]
    classes, total = merge(pairs)
    if len(classes) < 2:
        return
    n = rng.randint(1, 7)
    lows = [min(vector[i] for vector, _ in classes) for i in range(size)]
    spans = [n * (max(vector[i] for vector, _ in classes) - lows[i]) + 1 for i in range(size)]
    counted: dict[tuple[int, ...], int] = {}
    for key, weight in pools._count(classes, n):
        counted[key] = counted.get(key, 0) + weight
    assert counted == dict(pools._power(classes, n, lows, spans, ((total**n).bit_length() + 7) // 8))
    added: dict[tuple[int, ...], int] = {}
    for key, weight in add_up(classes, total, n, Meter(DEFAULT)):
        added[key] = added.get(key, 0) + weight
    assert added == counted
    assert sum(counted.values()) == total**n


def test_wide_sums_and_few_classes_choose_differently() -> None:
    """A thousand faces summed do not enumerate their counts, a few symbols do; both are exact."""
    faces, total = merge([((face,), 1) for face in range(100)])
    rows = add_up(faces, total, 10, Meter(DEFAULT))
    assert len(rows) == 991
    assert dict(rows)[(1,)] == 10
    rows = add_up([((1, 0, 0, 0), 1), ((0, 1, 0, 0), 1), ((0, 0, 1, 0), 1), ((0, 0, 0, 1), 1), ((0, 0, 0, 0), 2)], 6, 10, Meter(DEFAULT))
    assert len(rows) == comb(14, 4)
    with pytest.raises(Refused, match="limit of 900"):
        add_up(faces, total, 10, Meter(Budget(states=900)))


def test_many_dice_past_the_budget_are_refused() -> None:
    """A refusal says what the limit was, and that sampling may help."""
    request = RollRequest(Faces(tuple(range(20)), tuple(range(20))), (), (Question("fold", 0, ((0, True),), 0), Question("same", 0, (), 0)))
    columns = tuple((value,) for value in range(20))
    with pytest.raises(Refused, match="limit of 50") as caught:
        table(request, 12, columns, (3,), Meter(Budget(states=50)))
    assert caught.value.can_sample
