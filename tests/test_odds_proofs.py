"""Claims and examples."""

from __future__ import annotations

from fractions import Fraction as F
from pathlib import Path

import pytest

from penance_build.build.proofs import audit_data
from penance_build.ir import nodes as n
from penance_build.ir.record import replace
from penance_build.odds.proofs.claims import audit
from penance_build.odds.proofs.examples import replay, replay_one
from penance_build.odds.proofs.figures import parse_says, verdict
from penance_build.odds.walking.exact import Odds
from penance_build.schema.fits import fits
from penance_build.schema.shapes import shape_of
from tests.games import program_of, shipped
from tests.ir_programs import with_parts
from tests.odds_oracles import const, face, fold, game, op, penance_attack, var

RULES = Path(__file__).resolve().parent.parent / "rules"


@pytest.mark.parametrize(
    ("says", "exact", "expected"),
    [
        ("58.33 %", F(7, 12), "rounded"),
        ("72.22 %", F(7, 12), "refuted"),
        ("10 %", F(1, 10), "holds"),
        ("1/12", F(1, 12), "holds"),
        ("1/12", F(1, 13), "refuted"),
        ("0.6", F(3, 5), "holds"),
        ("~1.17", F(7, 6), "rounded"),
        ("~20 %", F(22812597, 250000000), "refuted"),
        ("~33 %", F(1, 3), "rounded"),
        ("<1 %", F(9, 1000), "holds"),
        ("<1 %", F(1, 100), "refuted"),
        ("<= 1 %", F(1, 100), "holds"),
        ("> 2", F(5, 2), "holds"),
        (">= 3", F(5, 2), "refuted"),
        ("-3", F(-3), "holds"),
        ("2", F(5, 2), "rounded"),
        ("3", F(5, 2), "rounded"),
        ("1.0", F(1), "holds"),
        ("0 %", F(1, 1000), "rounded"),
        ("97,2 %", F(243, 250), "holds"),
        ("97,3 %", F(243, 250), "refuted"),
        (">= 97 %", F(243, 250), "holds"),
        ("≥ 97,3 %", F(243, 250), "refuted"),
        ("at most 3", F(3), "holds"),
        ("more than 3", F(3), "refuted"),
        ("1 in 138", F(29, 4000), "rounded"),
        ("1 in 138", F(1, 138), "holds"),
        ("1 in 137", F(29, 4000), "refuted"),
        ("1 in 137.9", F(29, 4000), "rounded"),
        ("2 in 5", F(2, 5), "holds"),
        ("2 in 5", F(43, 100), "rounded"),
        ("2 in 5", F(9, 20), "refuted"),  # 2 in 4.44
        ("35:1", F(7, 250), "rounded"),
        ("34:1", F(7, 250), "refuted"),
        ("3:1", F(1, 4), "holds"),
        ("3:2", F(2, 5), "holds"),
        ("35:1", F(0), "refuted"),
        ("about 30 %", F(27, 100), "rounded"),
        ("about 30 %", F(36, 100), "refuted"),
        ("about 33 %", F(27, 100), "refuted"),
        ("~30 %", F(27, 100), "refuted"),
        ("a third", F(1, 3), "holds"),
        ("a third", F(34, 100), "refuted"),
        ("about a third", F(37, 100), "rounded"),
        ("about a third", F(45, 100), "refuted"),
        ("two thirds", F(2, 3), "holds"),
        ("more than half", F(51, 100), "holds"),
        ("half", F(1, 2), "holds"),
        ("20-30 %", F(1, 4), "holds"),
        ("20 % – 30 %", F(305, 1000), "rounded"),
        ("20..30 %", F(31, 100), "refuted"),
        ("3-4", F(7, 2), "holds"),
        ("impossible", F(0), "holds"),
        ("never", F(1, 100), "refuted"),
        ("always", F(1), "holds"),
        ("twice", F(2), "holds"),
        ("triple", F(5, 2), "refuted"),
        ("3 times", F(5, 2), "rounded"),
        ("more", F(11, 10), "holds"),
        ("fewer", F(11, 10), "refuted"),
    ],
)
def test_verdicts(says: str, exact: F, expected: str) -> None:
    """Equal holds, equal to the printed digits is rounded, an inequality is true or not."""
    said = parse_says(says)
    assert said is not None
    assert verdict(said, exact) == expected


FORMS = [
    "72.22 %", "~ 1.5", "7/12", "97,2 %", ">= 97 %", "≥97%", "about 30 %", "1 in 138", "35:1", "a third", "half", "about two thirds",
    "20-30 %", "20 % – 30 %", "3..4", "3.5 ± 1.7", "impossible", "twice", "3 times", "at most 4", "< 1/3", "-3", "1 in 2.5", "-2..3",
]  # fmt: skip
NO_FORMS = ["often", "", "%", "1.2.3", "~", "30 percent", "1 in", "a lot", "third", "35:", "about", "in 138", "20-", "± 3", "1.234.5"]


@pytest.mark.parametrize("says", [*FORMS, *NO_FORMS, "1/0", "1 in 0", "5..3", "30 % times", "9" * 5000 + " %", "1 in " + "9" * 5000])
def test_what_is_a_figure(says: str) -> None:
    """What the schema takes can be read, but for a division by nothing and the like, which is undecidable."""
    shape = shape_of("claim")["properties"]["says"]
    assert (parse_says(says) is not None) == (says in FORMS)
    assert says not in FORMS or fits(says, shape)
    assert says not in NO_FORMS or not fits(says, shape)


@pytest.mark.parametrize(
    ("says", "mean", "variance", "expected"),
    [
        ("3.5 ± 1.7", F(7, 2), F(35, 12), "rounded"),
        ("3.5 ± 1.5", F(7, 2), F(9, 4), "holds"),
        ("3.5 ± 1.8", F(7, 2), F(35, 12), "refuted"),
        ("3.5 ± 1.8", F(7, 2), F(13, 4), "rounded"),
        ("3.4 ± 1.7", F(7, 2), F(35, 12), "refuted"),
    ],
)
def test_a_mean_with_its_spread(says: str, mean: F, variance: F, expected: str) -> None:
    """The worse of the two verdicts; the spread is judged by its square."""
    said = parse_says(says)
    assert said is not None
    assert verdict(said, mean, variance) == expected


FIGURES = """
game: {id: figures, name: Figures, version: "1", language: 1}
dice: {d20: {sides: 20}, d6: {sides: 6}}
procedures:
  mid: {results: {mid: int}, steps: [{roll: d20, count: 3}, {let: mid, value: "lowest(best(d20, 2))"}]}
  low_mid: {results: {mid: int}, steps: [{roll: d6, count: 4}, {let: mid, value: "lowest(best(d6, 3))"}]}
  some: {inputs: {dice: 1..4}, results: {total: int}, steps: [{roll: d6, count: dice}, {let: total, value: sum(d6)}]}
claims:
  one_in: {says: "1 in 138", procedure: mid, where: mid == 1, verdict: rounded}
  colon: {says: "35:1", procedure: mid, where: mid >= 19, verdict: rounded}
  comma: {says: "97,2 %", procedure: mid, where: mid >= 3, verdict: holds}
  least: {says: "≥ 97 %", procedure: mid, where: mid >= 3, verdict: holds}
  mean: {says: "2.90046", procedure: low_mid, mean: mid, verdict: rounded}
  spread: {says: "1.23296", procedure: low_mid, spread: mid, verdict: rounded}
  both: {says: 2.9 ± 1.2, procedure: low_mid, mean: mid, verdict: rounded}
  triple: {says: triple, procedure: some, set: {dice: 3}, mean: total, than: {set: {dice: 1}}, verdict: holds}
  twice: {says: twice, procedure: some, set: {dice: 4}, spread: total, than: {set: {dice: 1}}, verdict: holds}
  more: {says: more, procedure: mid, where: mid == 10, than: {procedure: low_mid, where: mid == 1}, verdict: refuted}
"""


def test_figures_as_documents_print_them() -> None:
    """Verdicts and exact values of each form: of 1 in 138 that of the probability, of a spread that of the variance."""
    program = program_of(FIGURES)
    found = {item.id: item for item in audit(program)}
    assert [item.id for item in found.values() if not item.expected] == []
    assert {name: found[name].exact for name in ("one_in", "colon", "comma", "mean", "spread", "triple", "twice")} == {
        "one_in": F(29, 4000), "colon": F(7, 250), "comma": F(243, 250), "mean": F(1253, 432),
        "spread": F(283703, 186624), "triple": F(3), "twice": F(4),
    }  # fmt: skip
    shown = {item["id"]: (item["exact"], round(item["decimal"], 5)) for item in audit_data(program)}
    assert shown["spread"] == ("sqrt(283703/186624)", 1.23296)
    assert shown["twice"] == ("2", 2.0)


def claim(id: str, says: str, **parts: object) -> n.Claim:
    """A claim about the hand-built attack."""
    made = n.Claim(id, says, "attack", (("damage", 8),), None, "", "holds", "dr/1", "")
    return replace(made, **parts)  # type: ignore[arg-type]


def test_audit_of_a_program() -> None:
    """Means, events, choices that nobody makes, and prose."""
    prog = with_parts(
        penance_attack(),
        claims=(
            claim("hit", "72.22 %", where=op("ge", var("outcome"), const(2)), verdict="refuted"),
            claim("taken", "61/18", mean="taken"),
            claim("prose", "often", mean="taken"),
            claim("nothing", "1"),
            claim("bad", "1", mean="taken", inputs=(("damage", 99),)),
        ),
    )
    found = {item.id: item for item in audit(prog)}
    assert (found["hit"].exact, found["hit"].verdict, found["hit"].expected) == (F(7, 12), "refuted", True)
    assert (found["taken"].exact, found["taken"].verdict) == (F(61, 18), "holds")
    assert {found[name].verdict for name in ("prose", "nothing", "bad")} == {"undecidable"}
    assert "outside 0..20" in found["bad"].reason
    assert not found["bad"].expected


def example(id: str, dice: dict[str, tuple[int, ...]], expect: dict[str, int], book: dict[str, int], ruling: str) -> n.Example:
    """An example of the hand-built attack; faces are indices."""
    return n.Example(id, "attack", (("damage", 1),), tuple(dice.items()), tuple(expect.items()), tuple(book.items()), "dr/1", ruling)


def test_replay_of_a_program() -> None:
    """Each way in which an example may end."""
    strong = {"attack": (2, 4), "defense": (0, 5)}
    prog = with_parts(
        penance_attack(),
        rulings=(n.Ruling("why", "must", "?", "!", "", ()),),
        examples=(
            example("fine", strong, {"total": 8, "blocked": 1, "heat": 1}, {}, ""),
            example("ruled", strong, {"total": 8}, {"taken": 2}, "why"),
            example("unexplained", strong, {"total": 8}, {"taken": 2}, "nobody"),
            example("stale", strong, {"total": 8}, {"taken": 1}, "why"),
            example("wrong", strong, {"total": 9}, {}, ""),
            example("too_few", {"attack": (2, 4)}, {"total": 8}, {}, ""),
        ),
    )
    found = {item.id: item for item in replay(prog)}
    assert {name: item.verdict for name, item in found.items()} == {
        "fine": "holds", "ruled": "ruled", "unexplained": "differs", "stale": "differs", "wrong": "differs", "too_few": "failed",
    }  # fmt: skip
    assert [name for name, item in found.items() if item.ok] == ["fine", "ruled"]
    assert (found["wrong"].differences[0].written, found["wrong"].differences[0].got) == (9, 8)
    assert "needed" in found["too_few"].reason


@pytest.mark.full
@pytest.mark.parametrize("name", ["penance", "aethelgard", "skirmish"])
def test_shipped_games(name: str) -> None:
    """Every claim has the verdict on record, and nothing in an example is left unexplained."""
    program = shipped(name)
    assert [item.id for item in audit(program) if not item.expected] == []
    assert [item.id for item in replay(program) if not item.ok] == []
    assert program.proved.examples


def test_outcomes_are_sorted_and_lazy() -> None:
    """A sequence in the order of the results, that can be sliced and counted."""
    found = Odds(penance_attack()).distribution("attack", {"damage": 2}, of=["outcome", "taken"])
    keys = [tuple(result.values()) for result, _ in found.outcomes]
    assert keys == sorted(keys)
    assert [found.outcomes[0], found.outcomes[1]] == found.outcomes[:2]
    assert len(found.outcomes) == len(keys)
    assert sum(p for _, p in found.outcomes) == 1


def test_same_answer_twice() -> None:
    """A second question to the same ``Odds`` is not changed by the first."""
    odds = Odds(penance_attack())
    one = list(odds.distribution("attack", {"damage": 3}, of=["taken", "outcome"]).outcomes)
    odds.distribution("attack", {"damage": 3, "advantage": 1}, of=["taken", "outcome"])
    assert list(odds.distribution("attack", {"damage": 3}, of=["taken", "outcome"]).outcomes) == one


def test_a_face_may_be_asked_by_what_is_rolled_later() -> None:
    """Then the first roll stays in the state as a whole."""
    body = [
        n.Roll("a", "d6", const(3), "a"),
        n.Roll("b", "d4", const(1), "b"),
        n.Let("least", fold("b", "d4", face())),
        n.Let("x", fold("a", "d6", op("ge", face(), var("least")))),
    ]
    assert Odds(game(body, ["x"])).distribution("p", {}).mean["x"] == F(3 * (6 + 5 + 4 + 3), 24)


@pytest.mark.full
@pytest.mark.parametrize("name", ["aethelgard", "skirmish", "penance"])
def test_examples_come_out_alike_whether_answers_of_tables_are_kept_or_not(name: str) -> None:
    program = shipped(name)
    assert program.proved.examples
    assert replay(program) == [replay_one(program, example) for example in program.proved.examples]
