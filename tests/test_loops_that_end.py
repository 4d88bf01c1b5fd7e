"""Soundness of the proofs that loops end: what is accepted ends from every state that is tried, within the bound of the proof."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from penance_build.api import compile_game
from penance_build.checks.carried import may_fall
from penance_build.checks.falls import endless
from penance_build.falling import loops, walk
from penance_build.falling.changes import Summaries
from penance_build.falling.proof import proved
from tests.loop_programs import Loops, judged, most, passes_made

PROGRAMS = 250
WAYS = ("", "", "low", "high", "", "")


def accepted(seeds: range) -> tuple[int, int]:
    """How many of these random programs are accepted, and how many runs of them ended within the bound."""
    count = runs = 0
    for seed in seeds:
        made = Loops(random.Random(seed)).program()
        found = judged(made)
        if not all(item.is_proved for item in found):
            continue
        count += 1
        rng = random.Random(seed + 1)
        for way in WAYS:
            passes, cards = passes_made(rng, made, way)
            bound = most(found[-1], cards)
            assert bound is not None
            assert passes is None or passes <= bound, (seed, passes, bound)
            runs += passes is not None
    return count, runs


@pytest.mark.full
def test_what_is_accepted_ends_within_its_bound() -> None:
    count, runs = accepted(range(PROGRAMS))
    assert count >= PROGRAMS // 25
    assert runs > 3 * count


@pytest.mark.full
def test_ways_that_are_joined_and_calls_that_are_summed_up_prove_nothing_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same with hardly any way told apart, no call gone through and no loop within unrolled: less is proved, and it ends too."""
    monkeypatch.setattr(walk, "WAYS", 2)
    monkeypatch.setattr(walk, "INSIDE", 0)
    monkeypatch.setattr(loops, "UNROLLED", 0)
    count, _ = accepted(range(PROGRAMS))
    assert count > PROGRAMS // 50


@pytest.mark.soak
def test_many_more_end() -> None:
    count, _ = accepted(range(PROGRAMS, 20_000))
    assert count > 500


WEAR = """
game: {id: g, name: G, version: "1", language: 1}
options: {rough: {name: Rough, values: {"yes": Rough, "no": Smooth}}}
tables:
  wear:
    hit: unique
    inputs: {load: 0..9}
    outputs: {loss: int}
    rows:
      - {load: 0..4, loss: 1, when: rough == yes}
      - {load: 0..4, loss: 0, when: rough == no}
      - {load: 5.., loss: 2}
procedures:
  p:
    inputs: {load: 0..9, plates: 1..900}
    steps:
      - repeat: [{let: plates, value: "max(0, plates - wear(load))"}]
        until: plates == 0
"""


def test_what_is_remembered_of_a_loop_depends_on_the_tables_that_it_reads(tmp_path: Path) -> None:
    """The rule is the same with both options, its table is not: with one of them nothing may fall."""
    (tmp_path / "game.yaml").write_text(WEAR, encoding="utf-8")
    assert [problem.code for problem in compile_game(tmp_path, {"rough": "yes"}).problems] == ["E620"]
    (tmp_path / "game.yaml").write_text(WEAR.replace("loss: 0", "loss: 3"), encoding="utf-8")
    assert not compile_game(tmp_path).problems


def test_what_is_not_looked_at_closer_would_not_be_proved() -> None:
    """A loop that carries nothing has nothing that could fall: `may_fall` only saves the work. Where it says no, no proof is lost."""
    lost = kept = 0
    for seed in range(PROGRAMS):
        made = Loops(random.Random(seed)).program()
        summaries = Summaries(made)
        for procedure in made.procedures:
            for loop in endless(procedure):
                if not may_fall(procedure, loop):
                    kept += 1
                    lost += bool(proved(made, procedure, loop, summaries).levels)
    assert kept > 4
    assert not lost
