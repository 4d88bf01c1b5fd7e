"""Planted mistakes: what is planted is one mistake at the place it says, and `check` finds no fewer of a kind than it found once."""

from __future__ import annotations

from collections import Counter

import pytest

from bench import mutate

# The least share, in per cent, of each kind that must be caught in the three games together: what was measured, less what a
# sample of five in each game may lose when the rules are edited and others are drawn.
FLOORS = {
    mutate.STATED: 90,
    mutate.OWN: 80,
    mutate.FORMULA: 80,
    mutate.BOUND: 55,
    mutate.DEFAULT: 90,
    mutate.KEY: 95,
    mutate.NAME: 90,
    mutate.UNIT: 75,
    mutate.GAP: 95,
    mutate.OVERLAP: 95,
    mutate.COPY: 95,
    mutate.BRANCH: 85,
    mutate.ZONE: 60,
    mutate.SIGN: 85,
    mutate.COMPARED: 80,
}
PLACED = 88  # the least share of all that must be caught at the right line


@pytest.mark.full
def test_every_kind_is_planted_in_penance_and_each_changes_the_lines_it_says() -> None:
    texts = mutate.texts_of("penance")
    found = mutate.sites("penance", texts)
    assert {mutant.kind for mutant in found} == set(mutate.KINDS)
    for mutant in mutate.sampled(found, 40, 3):
        old, new = texts[mutant.file].split("\n"), mutant.planted(texts[mutant.file]).split("\n")
        lines = mutant.lines(texts[mutant.file])
        assert old != new
        assert old[: min(lines) - 1] == new[: min(lines) - 1]
        assert old[max(lines) :] == new[len(new) - len(old) + max(lines) :]


@pytest.mark.full
def test_a_sample_is_the_same_for_a_seed_and_even_over_files() -> None:
    found = mutate.sites("penance", mutate.texts_of("penance"))
    sample = mutate.sampled(found, 20, 5)
    assert sample == mutate.sampled(found, 20, 5) != mutate.sampled(found, 20, 6)
    files = Counter(mutant.file for mutant in sample if mutant.kind == mutate.KEY)
    assert len(files) == 20
    assert set(files.values()) == {1}


@pytest.mark.full
def test_what_is_left_out_is_a_twentieth_of_all_numbers_at_most() -> None:
    for game in mutate.GAMES:
        texts = mutate.texts_of(game)
        left, planted = mutate.left_out(texts), sum(mutant.kind in mutate.NUMBERS for mutant in mutate.sites(game, texts))
        assert sum(left.values()) * 20 <= planted, left


@pytest.mark.soak
def test_no_fewer_are_caught_than_were() -> None:
    results = [item for game in mutate.GAMES for item in mutate.tried(game, 5, 4)]
    planted = Counter(item.mutant.kind for item in results)
    caught = Counter(item.mutant.kind for item in results if item.is_caught)
    assert set(FLOORS) == set(planted)
    shares = {kind: 100 * caught[kind] // planted[kind] for kind in planted}
    assert {kind: share for kind, share in shares.items() if share < FLOORS[kind]} == {}
    assert 100 * sum(item.is_placed for item in results) // len(results) >= PLACED
