"""Claims and examples."""

from __future__ import annotations

from fractions import Fraction as F
from pathlib import Path

import pytest
from odds_oracles import const, face, fold, game, op, penance_attack, var

from penance_build.api import compile_game
from penance_build.ir import nodes as n
from penance_build.ir.record import replace
from penance_build.odds.proofs.claims import audit, parse_says, verdict
from penance_build.odds.proofs.examples import replay
from penance_build.odds.walking.exact import Odds
from tests.ir_programs import with_parts

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
    ],
)
def test_verdicts(says: str, exact: F, expected: str) -> None:
    """Equal holds, equal to the printed digits is rounded, an inequality is true or not."""
    said = parse_says(says)
    assert said is not None
    assert verdict(said, exact) == expected


@pytest.mark.parametrize("says", ["about a third", "1/0", "", "%", "1.2.3", "~"])
def test_what_is_no_figure(says: str) -> None:
    """It is undecidable, not an error."""
    assert parse_says(says) is None


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


@pytest.mark.parametrize("name", ["penance", "aethelgard", "skirmish"])
def test_shipped_games(name: str) -> None:
    """Every claim has the verdict on record, and nothing in an example is left unexplained."""
    program = compile_game(RULES / name, every_option=False).program
    assert program is not None
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
