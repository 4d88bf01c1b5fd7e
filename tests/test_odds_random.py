"""Random small programs: the exact evaluator against the interpreter on every sequence of faces."""

from __future__ import annotations

import random
from typing import Any

import pytest
from odds_oracles import enumerate_program
from odds_programs import POLICIES, random_small

from penance_build.odds.exact import distribution


@pytest.mark.parametrize("block", range(6))
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
