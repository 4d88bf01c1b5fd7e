"""The largest questions to the games that ship, and some that are too large: answered or refused within ten seconds and 500 MB."""

from __future__ import annotations

import json
import resource
import subprocess
import sys
from fractions import Fraction as F
from pathlib import Path
from time import process_time

import pytest

from penance_build.ir import nodes as n
from penance_build.library.situation import situation, stands_ready
from penance_build.odds.question.refusal import DEFAULT, LONG, WIDE, Budget, Meter, Policy, Refused
from penance_build.odds.rolls.joint import table
from penance_build.odds.rolls.pools import add_up
from penance_build.odds.rolls.requests import Faces, Question, RollRequest, Stage
from penance_build.odds.walking.exact import Odds, distribution
from tests.games import shipped
from tests.odds_oracles import at_least, const, d, face, fold, game, inp, op, total, var, whole

ROOT = Path(__file__).resolve().parent.parent
SECONDS, MEGABYTES = 10, 500

ASKED = [
    ("penance", "attack", ["damage=40"], ["--where", "outcome == execution"], "exact"),
    ("penance", "attack", ["damage=40"], [], "sampled"),
    pytest.param("penance", "attack", ["damage=30"], [], "exact", marks=pytest.mark.soak),
    ("skirmish", "attack", ["atk=60", "def=4", "rerolls=60"], [], "exact"),
    ("skirmish", "attack", ["atk=60", "def=4", "rerolls=30"], [], "exact"),
    pytest.param("skirmish", "attack", ["atk=60", "def=4", "rerolls=30", "rerolling=for_double"], [], "sampled", marks=pytest.mark.soak),
]
CHILD = """
import resource, subprocess, sys
done = subprocess.run(sys.argv[1:], stdout=subprocess.PIPE, check=True)
used = resource.getrusage(resource.RUSAGE_CHILDREN)
sys.stderr.write(f"{used.ru_utime + used.ru_stime} {used.ru_maxrss // 1024}")
sys.stdout.buffer.write(done.stdout)
"""


@pytest.mark.full
@pytest.mark.parametrize(("game", "procedure", "sets", "more", "method"), ASKED)
def test_a_large_question_takes_seconds(game: str, procedure: str, sets: list[str], more: list[str], method: str) -> None:
    """In processor time, for the machine may be busy with other things."""
    given = [part for text in sets for part in ("--set", text)]
    command = [sys.executable, "-m", "penance_build", "odds", procedure, "--game", game, *given, *more, "--format", "json"]
    done = subprocess.run([sys.executable, "-c", CHILD, *command], cwd=ROOT, capture_output=True, check=True)
    seconds, megabytes = map(float, done.stderr.decode().split()[-2:])
    assert json.loads(done.stdout)["method"] == method
    assert seconds < SECONDS
    assert megabytes < MEGABYTES


def test_a_hand_of_many_different_cards_is_refused_before_it_is_dealt() -> None:
    """A whole duel: how six cards may come of thirty, and where in a deck the first of some lies, is counted before it is made."""
    program = shipped("penance")
    stands = stands_ready(program, situation(program, setup="duel"))
    inputs = stands.given_to(program.by_id.procedures["duel"])
    began = process_time()
    with pytest.raises(
        Refused, match=r"A draw of cards in '.*' has about [0-9]+ different results of [0-9]+ cards and counters, more than the limit of"
    ) as found:
        Odds(program).distribution("duel", inputs, policy=Policy("random"), state=stands.state)
    assert found.value.can_sample
    assert process_time() - began < SECONDS


def test_a_state_of_many_cards_and_counters_counts_as_several() -> None:
    meter = Meter(Budget(states=100, work=1000))
    meter.spend(10, 50, "A walk", cells=WIDE)
    assert meter.work == 20
    with pytest.raises(Refused, match="comes to 51 states of 64 cards and counters at one point, more than the limit of 50"):
        meter.spend(0, 51, "A walk", cells=WIDE)


def test_a_refusal_comes_before_the_memory_is_taken() -> None:
    """Two limits that bind are dealt die by die: what forty dice come to is not made before it is counted."""
    die = Faces(tuple(range(6)), tuple(range(6)))
    stages = (Stage(0, 1, 0), Stage(1, 1, 0))
    request = RollRequest(die, stages, (Question("same", 2, (), 0), Question("run", 0, (), 0)))
    columns = tuple((value, int(value < 3)) for value in range(6))
    meter = Meter(Budget(states=2_000, work=10**9))
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    with pytest.raises(Refused, match="limit of 2000"):
        table(request, 40, columns, (20,), meter)
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 50_000
    assert meter.work < 200_000


@pytest.mark.full
def test_many_states_of_a_draw_are_refused_while_they_are_made() -> None:
    """Three rolls of which every face is kept: the third would make 2 million states, and no more than the limit and a piece are made."""
    rolls: list[n.Stmt] = [n.Roll(name, "d6", const(1), name) for name in "abcdefgh"]
    body = [*rolls, *[n.Let(f"x{name}", total(name, "d6")) for name in "abcdefgh"]]
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    with pytest.raises(Refused, match="limit of 400000") as caught:
        distribution(game(body, [f"x{name}" for name in "abcdefgh"]), "p", {})
    assert caught.value.can_sample
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < MEGABYTES * 1024


def test_a_long_weight_counts_as_several_states() -> None:
    """A thousand dice with a thousand faces have weights of ten thousand bits: as much room as ten states."""
    meter = Meter(DEFAULT)
    meter.spend(10, 40_000, "It", 9 * LONG)
    assert meter.work == 100
    with pytest.raises(Refused, match=f"40001 states with weights of {9 * LONG} bits at one point, more than the limit of 40000"):
        meter.spend(10, 40_001, "It", 9 * LONG)
    with pytest.raises(Refused, match="with weights of"):
        add_up([((value,), 1) for value in range(1000)], 1000, 1000, Meter(DEFAULT))


def test_a_refusal_does_not_depend_on_what_was_asked_before() -> None:
    """A table that is known costs as much as one that is made."""
    body = [
        n.Roll("a", "d10", var("many"), "a"),
        n.Let("x", fold("a", "d10", at_least(8))),
        n.Let("y", fold("a", "d10", op("le", face(), const(2)))),
    ]
    program = game(body, ["x", "y"], [inp("many", whole(0, 500))], [d(10)])
    odds = Odds(program)
    tight = Budget(states=400_000, work=2_000)
    assert odds.distribution("p", {"many": 60}).mean["x"] == F(18)
    with pytest.raises(Refused, match="limit"):
        odds.distribution("p", {"many": 60}, budget=tight)
