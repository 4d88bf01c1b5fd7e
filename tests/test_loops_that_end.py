"""Soundness of the proofs that loops end: what is accepted ends from every state that is tried, within the bound of the proof."""

from __future__ import annotations

import random

import pytest
from loop_programs import Loops, judged, most, passes_made

PROGRAMS = 400
WAYS = ("", "", "low", "high", "", "")


def accepted(seeds: range) -> tuple[int, int]:
    """How many of these random programs are accepted, and how many runs of them ended within the bound."""
    proved = runs = 0
    for seed in seeds:
        made = Loops(random.Random(seed)).program()
        found = judged(made)
        if not all(item.is_proved for item in found):
            continue
        proved += 1
        rng = random.Random(seed + 1)
        for way in WAYS:
            passes, cards = passes_made(rng, made, way)
            bound = most(found[-1], cards)
            assert bound is not None
            assert passes is None or passes <= bound, (seed, passes, bound)
            runs += passes is not None
    return proved, runs


def test_what_is_accepted_ends_within_its_bound() -> None:
    proved, runs = accepted(range(PROGRAMS))
    assert proved >= PROGRAMS // 16
    assert runs > 3 * proved


@pytest.mark.soak
def test_many_more_end() -> None:
    proved, _ = accepted(range(PROGRAMS, 20_000))
    assert proved > 1_000
