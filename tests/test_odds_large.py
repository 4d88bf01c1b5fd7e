"""Questions to thousands of dice, long chains and whole sweeps: answered exactly or refused, in seconds, with the right values."""

from __future__ import annotations

from fractions import Fraction as F
from itertools import product
from math import comb
from pathlib import Path
from time import process_time

import pytest

from penance_build.build.numbers import ratio
from penance_build.cli.showing import asking
from penance_build.library.situation import situation, stands_ready
from penance_build.odds.question.refusal import DEFAULT, Budget, Ledger, Meter, Refused, product_cost
from penance_build.odds.rolls.joint import table
from penance_build.odds.rolls.requests import Faces, Question, RollRequest
from penance_build.odds.walking.exact import Odds
from penance_build.odds.walking.sampled import answer, sampled
from tests.command_line import run_here
from tests.games import program_of

SECONDS = 10
GAME = """
game: {id: g, name: G, version: "1", language: 1}
dice: {d6: {sides: 6}, d20: {sides: 20}, d1000: {sides: 1000}, coin: {sides: 2}}
procedures:
  best: {name: A, inputs: {q: 0..10000}, results: {x: int}, steps: [{roll: d6, count: q}, {let: x, value: "sum(best(d6, 3))"}]}
  worst: {name: A, inputs: {q: 0..10000}, results: {x: int}, steps: [{roll: d6, count: q}, {let: x, value: "sum(worst(d6, 3))"}]}
  place: {name: A, inputs: {q: 0..10000}, results: {x: int}, steps: [{roll: d6, count: q}, {let: x, value: "sum(worst(best(d6, 500), 1))"}]}
  half: {name: A, inputs: {q: 0..10000}, results: {x: int}, steps: [{roll: d6, count: q}, {let: x, value: "sum(best(d6, q // 2))"}]}
  two: {name: A, inputs: {q: 0..10000}, results: {x: int, z: int}, steps: [
    {roll: d6, count: q}, {let: x, value: "sum(best(d6, 3))"}, {let: z, value: "sum(worst(d6, 3))"}]}
  alike: {name: A, inputs: {q: 0..10000}, results: {x: int}, steps: [{roll: d6, count: q}, {let: x, value: "same(d6)"}]}
  coins: {name: A, inputs: {q: 0..10000}, results: {x: int}, steps: [{roll: coin, count: q}, {let: x, value: "same(coin)"}]}
  straight: {name: A, inputs: {q: 0..10000}, results: {x: int}, steps: [{roll: d6, count: q}, {let: x, value: "run(d6)"}]}
  again: {name: A, inputs: {q: 0..10000}, results: {x: int}, steps: [
    {roll: d6, count: q}, {reroll: d6, where: 1, at_most: 3}, {let: x, value: "count(d6, 6)"}]}
  twice: {name: A, inputs: {q: 0..10000}, results: {x: int}, steps: [
    {roll: d6, count: q}, {reroll: d6, where: 1, at_most: 3}, {reroll: d6, where: 2, at_most: 3}, {let: x, value: "count(d6, 6)"}]}
  apart: {name: A, inputs: {q: 0..10000}, results: {x: int}, steps: [
    {roll: d6, count: q}, {let: z, value: "same(d6)"}, {reroll: d6, where: 1, at_most: 5}, {let: x, value: "same(d6) + z"}]}
  chain:
    name: A
    inputs: {q: 0..100000}
    results: {x: {type: 0..100000, default: 0}}
    steps: [{let: x, value: 0}, {repeat: [{roll: d6}, {let: x, value: "min(q, x + sum(d6))"}], until: x >= q}]
  passes:
    name: A
    inputs: {q: 0..100000}
    results: {n_passes: int}
    steps:
      - {let: x, value: 0}
      - {let: n_passes, value: 0}
      - {repeat: [{roll: d6}, {let: x, value: "min(q, x + sum(d6))"}, {let: n_passes, value: n_passes + 1}], until: x >= q}
  many_faces: {name: A, inputs: {q: 0..10000}, results: {x: int}, steps: [
    {roll: d20, count: q}, {reroll: d20, where: "1..10", at_most: "q // 2"}, {let: x, value: "sum(best(d20, 1))"}]}
  histories: {name: A, inputs: {q: 0..10000}, results: {x: int}, steps: [
    {roll: d1000, count: q}, {reroll: d1000, where: "1..900", at_most: 900}, {let: x, value: "sum(best(d1000, 1))"}]}
  busy:
    name: B
    inputs: {num: 0..1000, q: 0..10000}
    results: {r: {type: 0..9, default: 0}}
    steps: [{let: r, value: 0}, {repeat: [{let: r, value: "(r * 3 + num) % 10"}], until: "r > 9", at_most: q}]
  callee:
    name: C
    inputs: {q: 0..10000}
    results: {x: int}
    steps:
      - {let: x, value: 0}
      - {each: i, to: 50, do: [{roll: d6}, {call: busy, with: {num: "i * 10 + sum(d6)", q: q}, take: {rr: r}},
        {let: x, value: "max(x, rr)"}]}
  bonus: {name: A, inputs: {q: 0..10000}, results: {x: int}, steps: [{roll: d6, count: 60}, {let: x, value: "sum(best(d6, 30)) + q"}]}
  early:
    name: A
    inputs: {q: 0..10000}
    results: {x: {type: 0..20, default: 0}}
    steps:
      - {let: x, value: 0}
      - {repeat: [{roll: d6}, {let: x, value: "if sum(d6) == 1 then min(20, x + 1) else x"}], until: x >= 20, at_most: q}
"""
REFUSED = [
    *[(name, 10_000) for name in ("half", "alike", "straight", "again", "twice", "apart", "early", "histories")],
    ("many_faces", 3_000), ("chain", 100_000),
]  # fmt: skip
MORE_REFUSED = [
    *[(name, 1_000) for name in ("alike", "two", "straight", "again", "twice", "apart", "many_faces", "histories")],
    ("many_faces", 8_000), ("callee", 10_000), ("passes", 8_000), ("passes", 100_000),
]  # fmt: skip


def chances(evaluator: Odds, name: str, many: int) -> dict[int, F]:
    """The exact chance of each value of x."""
    return {outcome["x"]: p for outcome, p in evaluator.distribution(name, {"q": many}).outcomes}


@pytest.fixture(scope="module")
def evaluator() -> Odds:
    return Odds(program_of(GAME))


@pytest.mark.full
@pytest.mark.parametrize(("name", "many"), [*REFUSED, *(pytest.param(*one, marks=pytest.mark.soak) for one in MORE_REFUSED)])
def test_what_is_too_large_is_refused_in_seconds(evaluator: Odds, name: str, many: int) -> None:
    """Weights of ten thousand bits are long to multiply: the budget is in time that any machine takes alike."""
    began = process_time()
    with pytest.raises(Refused, match="the limit") as found:
        evaluator.distribution(name, {"q": many})
    assert found.value.can_sample
    assert process_time() - began < SECONDS


@pytest.mark.full
@pytest.mark.parametrize(("q", "k"), [(250, 160), (300, 165)])
def test_long_chances_that_go_round_are_refused_in_seconds(q: int, k: int) -> None:
    """The equations have as many digits as all chances together: half a minute, where one of them was counted."""
    program = program_of(
        "game: {id: g, name: G, version: '1', language: 1}\n"
        "dice: {d6: {sides: 6}}\n"
        "procedures: {p: {name: P, results: {x: {type: 0..200, default: 0}}, steps: [{let: x, value: 1},"
        f" {{repeat: [{{roll: d6, count: {q}}}, {{let: x, value: 'max(1, min({k}, if count(d6, 6) > {q // 6} then x + 1 else x - 1))'}}],"
        f" until: x >= {k}}}]}}}}\n"
    )
    began = process_time()
    with pytest.raises(Refused, match="limit"):
        Odds(program).distribution("p", {})
    assert process_time() - began < SECONDS


def test_the_best_and_worst_of_ten_thousand_dice_are_exact(evaluator: Odds) -> None:
    """Fewer than three sixes of n dice leave the sum below 18; the same of ones, from the other end."""
    n = 10_000
    short = F(sum(comb(n, count) * 5 ** (n - count) for count in range(3)), 6**n)
    best, worst = (chances(evaluator, name, n) for name in ("best", "worst"))
    assert best[18] == worst[3] == 1 - short
    assert best[3] == worst[18] == F(1, 6**n)
    assert all(best[value] == worst[21 - value] for value in best)


def test_the_die_in_one_place_of_many_is_exact(evaluator: Odds) -> None:
    """The five hundredth from the top is a six where so many are: of four fifths of a thousand dice or more, nearly never."""
    n = 1_000
    found = chances(evaluator, "place", n)
    assert found[6] == F(sum(comb(n, count) * 5 ** (n - count) for count in range(500, n + 1)), 6**n)
    assert found[1] == F(sum(comb(n, count) * 5**count for count in range(500)), 6**n)
    assert sum(found.values()) == 1


@pytest.mark.full
def test_coins_alike_of_ten_thousand_are_exact(evaluator: Odds) -> None:
    found = chances(evaluator, "coins", 10_000)
    assert found[5_000] == F(comb(10_000, 5_000), 2**10_000)
    assert found[6_000] == F(2 * comb(10_000, 6_000), 2**10_000)


@pytest.mark.full
def test_a_long_chain_is_exact(evaluator: Odds) -> None:
    """The mean number of passes until a sum of dice comes to 2,000, by the recurrence from the end."""
    far = 500
    still = [F(0)] * (far + 6)
    for left in range(1, far + 1):
        still[left] = 1 + sum((still[max(0, left - face)] for face in range(1, 7)), F(0)) / 6
    assert evaluator.distribution("passes", {"q": far}).mean["n_passes"] == still[far]
    assert chances(evaluator, "chain", 2_000) == {2_000: 1}


@pytest.mark.parametrize("low", range(6))
@pytest.mark.parametrize("kept", range(1, 7))
def test_what_is_kept_of_a_few_dice_is_the_same_from_either_end(low: int, kept: int) -> None:
    """Places in the middle, too: against every sequence of faces of five dice with unequal faces."""
    values, n = (7, 3, 3, 0), 5
    keeps = ((0, False), (1, True))  # the inner first: of the n - low lowest, the ``kept`` highest
    request = RollRequest(Faces(values, (0, 1, 1, 3)), (), (Question("fold", 0, keeps, 0),))
    rows, total = table(request, n, tuple([(value,) for value in values]), (n - low, kept), Meter(DEFAULT))
    wanted: dict[tuple[int, ...], int] = {}
    for faces in product(values, repeat=n):
        key = (sum(sorted(faces, reverse=True)[low : low + kept]),)
        wanted[key] = wanted.get(key, 0) + 1
    assert {key: F(weight, total) for key, weight in rows} == {key: F(weight, len(values) ** n) for key, weight in wanted.items()}


def test_a_product_of_long_numbers_counts_as_long_as_it_takes() -> None:
    """About a microsecond a unit: 16,000 bits by as many take a hundred of them, by a few bits next to nothing."""
    assert product_cost(16_000, 16_000) == 90
    assert product_cost(16_000, 500) == product_cost(1_000, 1_000) == 0
    meter = Meter(Budget(states=100, work=1_000), ledger=(ledger := Ledger()))
    meter.spend(1, 1, "It", 16_000, by=16_000)
    assert meter.work == ledger.work == 1 + 15 + 90
    with pytest.raises(Refused, match="more than 1000 transitions"):
        meter.spend(10, 1, "It", 16_000, by=16_000)


@pytest.mark.full
def test_chances_of_thousands_of_digits_are_written(tmp_path: Path) -> None:
    """Python writes no number of more than 4,300 digits at once. In a table such a chance is a percentage alone."""
    n = 10_000
    (tmp_path / "game.yaml").write_text(GAME, encoding="utf-8")
    text = run_here(["odds", "best", "--set", f"q={n}"], tmp_path)
    assert text.code == 0
    assert "18          >99.99 %" in text.out
    lines = run_here(["odds", "best", "--set", f"q={n}", "--format", "csv"], tmp_path).out.splitlines()
    value, chance, _ = lines[1].split(",")
    assert (value, len(chance)) == ("3", 2 + len(ratio(F(6**n))))
    below = chance.removeprefix("1/")
    assert int(below[-4000:]) == 6**n % 10**4000
    assert int(below[:3000]) == 6**n // 10 ** (len(below) - 3000)


def test_long_numbers_keep_every_zero() -> None:
    assert ratio(F(10**9000 + 7, 10**4000)) == f"1{'0' * 8999}7/1{'0' * 4000}"
    assert ratio(F(-(10**8000))) == f"-1{'0' * 8000}"


@pytest.mark.full
def test_formulas_that_look_at_many_dice_end_a_sample() -> None:
    """Fifty looks at a hundred dice in each run: where ten thousand may be looked at, two runs are made."""
    program = program_of(
        "game: {id: g, name: G, version: '1', language: 1}\n"
        "dice: {d6: {sides: 6}}\n"
        "procedures:\n"
        "  p: {name: P, results: {x: {type: 0..9, default: 0}}, steps: [{roll: d6, count: 100}, {let: x, value: 0},"
        " {repeat: [{let: x, value: 'min(9, x + count(d6, 6))'}], until: 'x > 9', at_most: 50}]}\n"
    )
    found = sampled(program, "p", {}, runs=2_000, passes=200_000)
    assert found.runs == 200
    assert found.reason.startswith("Runs were stopped when their formulas came to 1,000,000 dice, numbers and cards, so that")
    with pytest.raises(Refused, match="formulas came to 10,000 dice, numbers and cards, with 2 done, too few"):
        sampled(program, "p", {}, passes=2_000)


def test_a_sweep_is_refused_where_its_questions_come_to_too_much(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each is answered for itself; together they are bounded, too."""
    (tmp_path / "game.yaml").write_text(GAME, encoding="utf-8")
    assert run_here(["odds", "alike", "--set", "q=0..20"], tmp_path).code == 0
    monkeypatch.setattr(asking, "TOGETHER", 2_000)
    done = run_here(["odds", "alike", "--set", "q=0..20"], tmp_path)
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith("penance: --set: after ")
    assert "answers the questions come to more than 2,000 transitions together, which is the limit; ask of fewer values at once" in done.err


def test_what_is_known_already_costs_a_sweep_nothing() -> None:
    """A roll that does not hang on what varies is made once; a refused question costs what was done of it."""
    evaluator = Odds(program_of(GAME))
    first = evaluator.distribution("bonus", {"q": 0}).mean["x"]
    once = evaluator.ledger.work
    assert evaluator.distribution("bonus", {"q": 7}).mean["x"] == first + 7
    assert evaluator.ledger.work - once < once / 20
    with pytest.raises(Refused):
        evaluator.distribution("bonus", {"q": 8}, budget=Budget(work=100))
    before = evaluator.ledger.work
    with pytest.raises(Refused):
        evaluator.distribution("half", {"q": 60}, budget=Budget(work=1_000))
    assert evaluator.ledger.work - before <= 1_000


def test_the_first_hundred_runs_are_bounded_too() -> None:
    """Of ten thousand dice a run, 100 runs are a million; where 600,000 are the limit, 60 are made."""
    program, ledger = program_of(GAME), Ledger()
    with pytest.raises(Refused, match="stopped after 600,000 dice and shuffles, with 60 done, too few"):
        sampled(program, "alike", {"q": 10_000}, most_draws=600_000, ledger=ledger)
    assert ledger.work >= 60 * (50 + 2 * 10_000 + 10_000)


def test_one_question_of_several_results_is_no_sweep(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "game.yaml").write_text(GAME, encoding="utf-8")
    monkeypatch.setattr(asking, "TOGETHER", 10)
    assert run_here(["odds", "two", "--set", "q=9"], tmp_path).code == 0


def test_what_is_refused_and_sampled_counts_for_a_sweep() -> None:
    """The exact attempt, and of each of the runs its beginning, its dice and what is looked at."""
    program = program_of(GAME)
    evaluator = Odds(program)
    found = answer(evaluator, "half", {"q": 40}, budget=Budget(work=1_000), runs=100)
    assert found.method == "sampled"
    assert evaluator.ledger.work > 1_000 + 100 * (50 + 2 * 40 + 40 + 20) - 1


CARDS = """
game: {id: g, name: G, version: "1", language: 1}
zones: {deck: {name: Deck, owner: player, visible: none}, hand: {name: Hand, owner: player, visible: owner}}
card_types: {t: {name: T, inputs: {self: player}}}
card_attributes: {value: {name: Value, type: 0..99, shown: cost}}
slots: {s: {name: S}}
factions: {f: {name: F, tincture: green}}
cards:
  c0: {name: C0, type: t, slot: s, faction: f, value: 1, text: C., text_only: a card}
  c1: {name: C1, type: t, slot: s, faction: f, value: 2, text: C., text_only: a card}
procedures:
  top:
    name: Top
    inputs: {me: player}
    results: {a: {type: 0..1, default: 0}}
    steps: [{let: a, value: 0}, {find: c, card_from: me.deck, then: [{let: a, value: "if c.value == 1 then 1 else 0"}]}]
"""


def test_cards_that_runs_mix_and_look_at_are_counted() -> None:
    """The top of 400 cards in an order that nobody has seen: it is looked for, and looked at; those of two players are shuffled."""
    program, ledger = program_of(CARDS), Ledger()
    stands = stands_ready(program, situation(program, zones={"deck": {"c0": 200, "c1": 200}})).state
    assert stands is not None
    assert stands.unseen
    found = sampled(program, "top", {"me": 0}, state=stands, passes=1_000, draws=120_000, ledger=ledger)
    assert found.runs == 150
    assert found.reason == "Runs were stopped after 120,000 dice and shuffles, so that there are fewer than 10000."
    assert ledger.work == 150 * (50 + 2 * 800 + 5 + 2)
    few = sampled(program, "top", {"me": 0}, state=stands, passes=50, draws=10**9, runs=200)
    assert few.runs == 100, "two calls for each pass, and five looks"
