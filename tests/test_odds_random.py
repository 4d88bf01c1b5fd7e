"""Random small programs: the exact evaluator against the interpreter on every sequence of faces."""

from __future__ import annotations

import random
from typing import Any

import pytest

from penance_build.odds.walking.exact import distribution
from tests.odds_oracles import enumerate_program
from tests.odds_programs import POLICIES, random_small, random_state


@pytest.mark.full
@pytest.mark.parametrize("block", [0, *(pytest.param(block, marks=pytest.mark.full) for block in range(1, 6))])
def test_exact_equals_enumeration(block: int) -> None:
    """Fifteen programs a block; many must be small enough to be enumerated."""
    compared = 0
    for seed in range(block * 15, block * 15 + 15):
        prog, inputs, of = random_small(random.Random(seed))
        for policy, choose in POLICIES:
            expected = enumerate_program(prog, "p", inputs, of, choose, most=250)
            if expected is None:
                continue
            compared += 1
            answer = distribution(prog, "p", inputs, of=of, policy=policy)
            found: dict[tuple[Any, ...], Any] = {tuple(result.values()): p for result, p in answer.outcomes}
            assert found == expected, (seed, policy.kind)
    assert compared > 8


@pytest.mark.full
@pytest.mark.parametrize("block", [0, *(pytest.param(block, marks=pytest.mark.full) for block in range(1, 4))])
def test_counters_and_zones_equal_enumeration(block: int) -> None:
    """Changes, moves of top cards and shuffles: an order that nobody has seen is not held, and still comes out right."""
    compared = 0
    for seed in range(block * 15, block * 15 + 15):
        prog, inputs, of = random_small(random.Random(seed), world=True)
        state = random_state(random.Random(seed), prog)
        for policy, choose in POLICIES:
            expected = enumerate_program(prog, "p", inputs, of, choose, most=250, state=state)
            if expected is None:
                continue
            compared += 1
            answer = distribution(prog, "p", inputs, of=of, policy=policy, state=state)
            assert {tuple(result.values()): p for result, p in answer.outcomes} == expected, (seed, policy.kind)
    assert compared > 8
