"""Sampled answers: their labels, their repeatability and their intervals."""

from __future__ import annotations

import re
from fractions import Fraction as F

import pytest

from penance_build.cli.showing.asking import Asked
from penance_build.cli.showing.forms import text_lines
from penance_build.cli.showing.sweep import Sweep
from penance_build.ir import nodes as n
from penance_build.library.data import odds_data
from penance_build.library.odds import odds_answer
from penance_build.odds.question.intervals import of_mean, wilson
from penance_build.odds.question.refusal import Budget, Policy, Refused
from penance_build.odds.walking.exact import Odds
from penance_build.odds.walking.sampled import answer, sampled
from tests.odds_oracles import aethelgard, const, game, op, penance_attack, total, var


@pytest.mark.parametrize(("hits", "runs"), [(0, 10), (10, 10), (583, 1000), (1, 100_000)])
def test_wilson(hits: int, runs: int) -> None:
    """The bounds solve (p - hits/runs)^2 = z^2 p (1 - p) / runs, rounded outwards."""
    z2 = F(49, 25) ** 2
    low, high = wilson(hits, runs)
    assert 0 <= low <= F(hits, runs) <= high <= 1
    for bound, step in ((low, F(1, 10**6)), (high, F(-1, 10**6))):
        if 0 < bound < 1:
            outside = (bound - F(hits, runs)) ** 2 - z2 * bound * (1 - bound) / runs
            inner = bound + step
            assert outside >= 0
            assert (inner - F(hits, runs)) ** 2 - z2 * inner * (1 - inner) / runs <= 0


@pytest.mark.full
def test_sampling_is_repeatable_and_near() -> None:
    """The same seed gives the same answer, and its interval holds the exact value."""
    where = op("ge", var("outcome"), const(2))
    one = sampled(penance_attack(), "attack", {"damage": 2}, of=["total"], where=where, runs=2000, seed=6)
    two = sampled(penance_attack(), "attack", {"damage": 2}, of=["total"], where=where, runs=2000, seed=6)
    assert (list(one.outcomes), one.p, one.interval) == (list(two.outcomes), two.p, two.interval)
    assert one.method == "sampled"
    assert one.interval is not None
    assert one.interval[0] <= F(7, 12) <= one.interval[1]
    exact = Odds(penance_attack()).distribution("attack", {"damage": 2}, of=["total"], where=where)
    assert exact.interval is None
    assert exact.mean_intervals == {}
    assert exact.interval_of(F(1, 2)) is None
    low, high = one.mean_intervals["total"]
    assert low < one.mean["total"] < high
    assert low <= exact.mean["total"] <= high
    assert high - low < F(1, 4)


@pytest.mark.full
def test_intervals_hold_the_exact_value_about_as_often_as_they_say() -> None:
    """Of 200 samples of 200 runs, at 95 % each: an interval that is too narrow or off its place misses far more often."""
    prog = game([n.Roll("a", "d6", const(3), "a"), n.Let("x", total("a", "d6"))], ["x"])
    exact = Odds(prog).distribution("p", {}, of=["x"], where=op("ge", var("x"), const(13)))
    held = {"mean": 0, "event": 0, "outcome": 0}
    for seed in range(200):
        one = sampled(prog, "p", {}, where=op("ge", var("x"), const(13)), runs=200, seed=seed)
        shares = {values["x"]: p for values, p in one.outcomes}
        for name, share, true, bounds in (
            ("mean", one.mean["x"], exact.mean["x"], one.mean_intervals["x"]),
            ("event", one.p, exact.p, one.interval),
            ("outcome", shares.get(10, F(0)), F(27, 216), one.interval_of(shares.get(10, F(0)))),
        ):
            assert share is not None and true is not None and bounds is not None
            assert bounds[0] <= share <= bounds[1]
            held[name] += bounds[0] <= true <= bounds[1]
    assert all(182 <= number <= 199 for number in held.values()), held


def test_a_mean_of_runs_that_all_agree_is_not_certain() -> None:
    """What never came in 1000 runs may still come, as far away as the bounds allow."""
    low, high = of_mean({3: 1000}, 0, 10)
    unseen = wilson(0, 1000)[1]
    assert F(1, 400) < unseen < F(1, 200)
    assert 0 <= 3 - 3 * unseen - low < F(1, 10**6)
    assert 0 <= high - 3 - 7 * unseen < F(1, 10**6)
    assert of_mean({3: 1000}, 3, 3) == (F(3), F(3))


def test_a_sampled_answer_shows_its_intervals() -> None:
    """In text and as JSON: of every outcome, of the event, of the mean."""
    program = penance_attack()
    procedure = program.procedures[0]
    where = op("ge", var("outcome"), const(2))
    one = sampled(program, procedure.id, {"damage": 2}, of=["total"], where=where, runs=400, seed=6, reason="too much")
    answered = odds_answer(program, procedure, {"damage": 2}, one)
    data = odds_data(answered)
    assert data["method"] == "sampled"
    assert (data["runs"], data["reason"]) == (400, "too much")
    assert data["interval"][0] < data["decimal"] < data["interval"][1]
    assert data["mean_interval"]["total"][0] < data["mean_decimal"]["total"] < data["mean_interval"]["total"][1]
    assert all(row["interval"][0] <= row["decimal"] <= row["interval"][1] for row in data["outcomes"])
    lines = list(text_lines(Asked(Sweep({}, {}), ((answered,),)), "outcome >= hit", False))
    assert re.fullmatch(r"outcome >= hit: [0-9.]+ % \(95 % within [0-9.]+\.\.[0-9.]+ %\)", lines[0])
    assert re.fullmatch(r"mean total = [0-9.]+ \(95 % within [0-9.]+\.\.[0-9.]+\)", lines[-1])
    assert sum(bool(re.search(r" %  +[0-9.]+\.\.[0-9.]+ %( +#+)?$", line)) for line in lines) == len(one.outcomes)


def test_an_exact_answer_shows_none() -> None:
    """Nothing of a sample in it."""
    program = penance_attack()
    exact = Odds(program).distribution(program.procedures[0].id, {"damage": 2}, of=["total"])
    answered = odds_answer(program, program.procedures[0], {"damage": 2}, exact)
    data = odds_data(answered)
    assert "interval" not in str(data)
    assert "95 %" not in "".join(text_lines(Asked(Sweep({}, {}), ((answered,),)), None, False))


def test_runs_end_after_so_many_dice() -> None:
    """Of runs of three dice there are as many as fit, but 100 at the least."""
    prog, three = aethelgard(), {"dice": 3}
    assert sampled(prog, "check", three, runs=400).runs == 400
    fewer = sampled(prog, "check", three, runs=400, draws=600, reason="It is large.")
    assert fewer.runs == 200
    assert fewer.reason == "It is large. Runs were stopped after 600 dice and shuffles, so that there are fewer than 400."
    assert sampled(prog, "check", three, runs=400, draws=10).runs == 100


def test_fallback_only_for_cost() -> None:
    """A question that costs too much is sampled and says so; a missing policy is refused all the same."""
    odds = Odds(aethelgard())
    found = answer(odds, "check", {"dice": 200}, of=["successes", "botches"], budget=Budget(states=100), runs=20)
    assert (found.method, found.runs) == ("sampled", 20)
    assert "limit of 100" in found.reason
    assert answer(odds, "check", {"dice": 3}).method == "exact"
    options = (n.Option("one", "One", 1, None), n.Option("two", "Two", 2, None))
    prog = game([n.Choose("pick", const(0), "?", options, ""), n.Let("x", var("pick"))], ["x"])
    with pytest.raises(Refused, match="needs a policy"):
        answer(Odds(prog), "p", {})


def test_sampling_follows_the_policy() -> None:
    """First, named and random."""
    options = (n.Option("one", "One", 1, None), n.Option("two", "Two", 2, None))
    prog = game([n.Choose("pick", const(0), "?", options, ""), n.Let("x", var("pick"))], ["x"])
    means = [
        sampled(prog, "p", {}, policy=policy, runs=200).mean["x"]
        for policy in (Policy("first"), Policy("named", {"pick": "two"}), Policy("random"))
    ]
    assert means[:2] == [1, 2]
    assert F(5, 4) < means[2] < F(7, 4)
    with pytest.raises(Refused, match="says nothing"):
        sampled(prog, "p", {}, policy=Policy("named"), runs=1)


def test_a_sample_of_long_loops_ends() -> None:
    """Of runs of 3 passes each there are as many as fit, and with fewer than 100 there is no answer."""
    body: list[n.Stmt] = [n.Let("x", const(0)), n.Each("i", const(1), const(3), 3, (n.Let("x", op("add", var("x"), const(1))),))]
    prog = game([n.Roll("a", "d6", const(1), "a"), *body], ["x"])
    assert sampled(prog, "p", {}, runs=500, passes=1500).runs == 500
    fewer = sampled(prog, "p", {}, runs=500, passes=1000, reason="It is large.")
    assert fewer.runs == 333
    assert fewer.reason == "It is large. Runs were stopped when their loops came to 1,000 passes, so that there are fewer than 500."
    assert list(fewer.outcomes) == [({"x": 3}, F(1))]
    with pytest.raises(Refused, match=r"came to 299 passes, with 99 done, too few to say anything\.") as found:
        sampled(prog, "p", {}, runs=500, passes=299)
    assert not found.value.can_sample
