"""A die that is a value: interpreter, both engines and exact odds against libraries of dice and plain enumeration."""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction as F
from itertools import pairwise, product
from pathlib import Path
from typing import Any

import icepool
import pytest

from penance_build.api import compile_game, odds
from penance_build.ir import nodes
from penance_build.ir.interpret.dice import DiceError, Scripted
from penance_build.ir.interpret.run import run
from penance_build.ir.interpret.state import printed
from penance_build.ir.walk import calls, statements
from penance_build.odds.proofs.examples import replay
from penance_build.odds.walking.exact import distribution
from penance_build.source import read_game
from tests.command_line import Ran
from tests.conftest import ROOT
from tests.ir_programs import random_inputs
from tests.odds_oracles import enumerate_program
from tests.renaming import Renamer
from tests.test_engine_rules import agree
from tests.test_model_bounds import written

GAME = """\
game: {id: trials, name: Trials, version: "1", language: 1}
dice:
  d4: {name: d4, sides: 4}
  d6: {name: d6, sides: 6}
  d8: {name: Long Die, sides: 8}
  d10: {name: d10, sides: 10}
  d12: {name: d12, sides: 12}
  sword:
    name: Sword Die
    faces:
      - {id: miss, values: {harm: 0, edge: 0}}
      - {id: cut, values: {harm: 1, edge: 1}, copies: 2}
      - {id: thrust, values: {harm: 3, edge: 0}}
  mace:
    name: Mace Die
    faces:
      - {id: blow, values: {harm: 2, edge: 1}}
      - {id: cut, values: {harm: 1, edge: 2}}
      - {id: miss, values: {harm: 0, edge: 0}, copies: 3}
enums:
  trait: {name: Trait, dice: [d4, d6, d8, d10, d12]}
  arm: {name: Arm, dice: [sword, mace]}
tables:
  stepped:
    name: A step up
    hit: unique
    inputs: {from: trait}
    outputs: {to: trait, more: 0..1}
    rows:
      - {from: d4, to: d6, more: 0}
      - {from: d6, to: d8, more: 0}
      - {from: d8, to: d10, more: 0}
      - {from: d10, to: d12, more: 0}
      - {from: d12, to: d12, more: 1}
counters: {vigor: {name: Vigor, owner: game, type: trait, start: d8}}
wording: {seen: {step: tell, say: "{skill} shows {skilled}, with {kept} kept; a {trait.d8} is {die d8}"}}
procedures:
  check:
    name: Trait roll
    inputs: {skill: trait}
    results: {shown: int}
    steps:
      - {roll: skilled, die: skill}
      - {roll: wild, die: d6}
      - {let: shown, value: "max(highest(skilled), highest(wild))", label: "Best of {skilled} and {wild}"}
  aces:
    name: Aces
    inputs: {skill: trait}
    results: {total: {type: int, default: 0}}
    steps:
      - repeat:
          - {roll: ace, die: skill}
          - {let: total, value: total + sum(ace)}
        until: sum(ace) < sides(skill)
        at_most: 3
  endless:
    name: Aces without end
    inputs: {skill: trait}
    results: {raises: {type: int, default: 0}, total: {type: int, default: 0}}
    steps:
      - repeat:
          - {roll: ace, die: skill}
          - {let: raises, value: raises + 1}
          - {let: total, sum: [total, sum(ace)]}
        until: sum(ace) < sides(skill)
  duel:
    name: Two weapons
    inputs: {one: die, two: die}
    results: {lead: int}
    steps:
      - {roll: one_shows, die: one}
      - {roll: two_shows, die: two}
      - {let: lead, value: sum(one_shows) - sum(two_shows)}
  pool:
    name: Pool
    inputs: {skill: trait, count: 0..4}
    results: {best_two: int, low: int, hits: int, alike: int, longest: int, many: int}
    steps:
      - {roll: skilled, die: skill, count: count}
      - {let: kept, value: "best(skilled, 2)", label: "Kept {kept}"}
      - {let: best_two, value: sum(kept)}
      - {let: low, value: lowest(skilled)}
      - {let: hits, value: "count(skilled, 4..) - count(worst(skilled, 2), 1)"}
      - {let: alike, value: same(skilled)}
      - {let: longest, value: run(skilled)}
      - {let: many, value: size(skilled) + size(kept)}
      - {tell: seen}
      - {record: rolled, fields: {skill: skill, skilled: skilled, kept: kept, first: "best(skilled, 1)"}}
  again:
    name: Rerolled
    inputs: {skill: trait, least: 1..3}
    results: {total: int}
    steps:
      - {roll: skilled, die: skill, count: 2}
      - {reroll: skilled, where: face <= least, at_most: 1}
      - {let: total, value: sum(skilled)}
  step_up:
    name: A step up
    inputs: {skill: trait}
    results: {total: int, toughness: int}
    steps:
      - {roll: better, die: stepped(skill).to}
      - {let: total, value: sum(better) + stepped(skill).more}
      - {let: toughness, value: 2 + sides(skill) // 2}
  either:
    name: One of two dice
    inputs: {strong: bool, careful: bool}
    results: {total: int}
    steps:
      - {roll: a, die: if strong then d10 else d4, count: if strong then 1 else 3}
      - {roll: b, die: if strong then d6 else d8, count: 2}
      - {let: c, value: "best(if size(a) > 2 then a else b, 1)"}
      - {if: careful, then: [{let: c, value: "worst(b, 1)"}]}
      - {let: total, value: "sum(if careful then best(c, 1) else c) + size(c)"}
  more:
    name: As many more
    inputs: {one: trait, two: trait}
    results: {total: int}
    steps:
      - {roll: a, die: one}
      - {roll: a, die: two, count: "size(a) + count(a, 1..2)"}
      - {let: total, value: sum(a)}
  mixed:
    name: Mixed pool
    inputs: {one: trait, two: trait}
    results: {total: int, large: int}
    steps:
      - {list: dice, size: 3, of: trait, value: one}
      - {let: "dice[2]", value: two}
      - {let: "dice[3]", value: vigor}
      - {list: shown, size: 3, of: 0..12, value: 0}
      - {each: i, to: size(dice), do: [{roll: die, die: "dice[i]", as: shown}, {let: "shown[i]", value: sum(die), label: "{dice[i]}"}]}
      - {let: total, value: "sum(best(shown, 2))"}
      - {let: large, value: "count(dice, sides(item) >= 8)"}
  strike:
    name: Strike
    inputs: {weapon: arm, count: 1..2}
    results: {harm: int, cuts: int, misses: int}
    steps:
      - {roll: blow, die: weapon, count: count}
      - {reroll: blow, where: miss, at_most: 1}
      - {let: harm, value: "sum(blow, harm)"}
      - {let: cuts, value: "count(blow, cut) + count(blow, face.edge > 1)"}
      - {let: misses, value: "count(blow, miss)"}
  handed_on:
    name: Handed on
    inputs: {one: trait, strong: bool}
    results: {lead: int, better: trait}
    steps:
      - {let: mine, value: if strong then d8 else d12, label: "With a {mine}"}
      - {let: better, value: one}
      - {if: strong, then: [{let: better, value: d12}], else: [{let: better, value: mine}]}
      - {call: duel, with: {one: one, two: mine}, take: {lead: lead}}
      - {call: check, with: {skill: mine}, take: {s: shown}}
      - {let: lead, value: lead + s}
  by_case:
    name: By case
    inputs: {skill: trait}
    results: {total: int}
    steps:
      - match: skill
        cases:
          d4: [{roll: a, die: skill, count: 3}]
          d6 or d8: [{roll: a, die: skill, count: 2}]
        else: [{roll: a, die: skill}]
      - {let: total, value: sum(a)}
examples:
  a_sword: {procedure: strike, set: {weapon: sword, count: 2}, dice: {blow: [miss, cut], reroll: [thrust]}, expect: {harm: 4, cuts: 1}}
  a_mace: {procedure: strike, set: {weapon: mace, count: 2}, dice: {blow: [cut, miss], reroll: [blow]}, expect: {harm: 3, cuts: 2}}
  a_pool: {procedure: mixed, set: {one: d4, two: d12}, dice: {shown: [4, 12, 7]}, expect: {total: 19, large: 2}}
  told:
    procedure: pool
    set: {skill: d6, count: 3}
    dice: {skilled: [6, 1, 4]}
    expect: {best_two: 10, low: 1}
    tells: ["d6 shows 6, 1, 4, with 6, 4 kept; a Long Die is Long Die"]
"""
TRAITS = ("d4", "d6", "d8", "d10", "d12")
SIDES = {name: int(name[1:]) for name in TRAITS}
Found = dict[tuple[Any, ...], F]


def made(folder: Path, text: str = GAME) -> nodes.Program:
    (folder / "game.yaml").write_text(text, encoding="utf-8")
    compiled = compile_game(folder)
    assert compiled.program is not None, compiled.problems
    assert not compiled.problems
    return compiled.program


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> nodes.Program:
    return made(tmp_path_factory.mktemp("trials"))


def numbers(program: nodes.Program, procedure: str, words: Mapping[str, Any]) -> dict[str, int]:
    """Inputs as the IR has them."""
    kinds = {item.name: item.type for item in program.by_id.procedures[procedure].inputs}
    found: dict[str, int] = {}
    for name, value in words.items():
        members = [member.id for member in program.by_id.enums[kinds[name].ref].members] if kinds[name].kind == "enum" else []
        found[name] = members.index(value) if members else int(value)
    return found


def asked(program: nodes.Program, procedure: str, **words: Any) -> Found:
    """The exact distribution of all results, in their order."""
    return {tuple(result.values()): p for result, p in distribution(program, procedure, numbers(program, procedure, words)).outcomes}


def counted(ways: Iterable[tuple[Any, ...]]) -> Found:
    """The distribution of what is equally likely."""
    found = Counter(ways)
    return {key: F(many, found.total()) for key, many in found.items()}


def faces(*dice: str) -> Iterable[tuple[int, ...]]:
    return product(*(range(1, SIDES[die] + 1) for die in dice))


def ice(die: Any) -> Found:
    return {(int(key),): F(ways, die.denominator()) for key, ways in die.items()}


# ---------------------------------------------------------------- odds against libraries and plain enumeration


@pytest.mark.parametrize("skill", TRAITS)
def test_best_of_trait_die_and_d6(program: nodes.Program, skill: str) -> None:
    assert asked(program, "check", skill=skill) == ice(icepool.highest(icepool.d(SIDES[skill]), icepool.d6))


@pytest.mark.parametrize("skill", TRAITS)
def test_aces(program: nodes.Program, skill: str) -> None:
    assert asked(program, "aces", skill=skill) == ice(icepool.d(SIDES[skill]).explode(depth=2))


@pytest.mark.parametrize("skill", TRAITS)
def test_aces_without_end(program: nodes.Program, skill: str) -> None:
    """The mean number of rolls until one is below the greatest face, and of what they show."""
    rolls, mean = F(SIDES[skill], SIDES[skill] - 1), F(SIDES[skill] + 1, 2)
    assert odds(program, "endless", {"skill": skill}).mean == {"raises": rolls, "total": rolls * mean}


@pytest.mark.parametrize(("one", "two"), list(product(TRAITS, TRAITS)))
def test_two_weapons(program: nodes.Program, one: str, two: str) -> None:
    assert asked(program, "duel", one=one, two=two) == counted((a - b,) for a, b in faces(one, two))


@pytest.mark.parametrize(("skill", "count"), [("d4", 4), ("d6", 3), ("d8", 0), ("d10", 2), ("d12", 1)])
def test_a_pool(program: nodes.Program, skill: str, count: int) -> None:
    def longest(dice: tuple[int, ...]) -> int:
        return max((n for n in range(1, 5) for low in dice if all(low + i in dice for i in range(n))), default=0)

    def results(dice: tuple[int, ...]) -> tuple[int, ...]:
        ordered = sorted(dice)
        hits = sum(die >= 4 for die in dice) - sum(die == 1 for die in ordered[:2])
        alike = max((dice.count(die) for die in dice), default=0)
        return sum(ordered[-2:]), min(dice, default=0), hits, alike, longest(dice), count + min(2, count)

    assert asked(program, "pool", skill=skill, count=count) == counted(map(results, faces(*[skill] * count)))


@pytest.mark.parametrize("skill", TRAITS)
def test_rerolled(program: nodes.Program, skill: str) -> None:
    def again(first: int, second: int, new: int) -> int:
        return new + second if first <= 2 else first + new if second <= 2 else first + second

    expected = counted((again(*dice),) for dice in faces(skill, skill, skill))
    assert asked(program, "again", skill=skill, least=2) == expected


@pytest.mark.parametrize("skill", TRAITS)
def test_a_die_from_a_table(program: nodes.Program, skill: str) -> None:
    better = {**dict(pairwise(TRAITS)), "d12": "d12"}[skill]
    toughness = 2 + SIDES[skill] // 2
    assert asked(program, "step_up", skill=skill) == counted((a + (skill == "d12"), toughness) for (a,) in faces(better))


def test_one_of_two_rolls(program: nodes.Program) -> None:
    """Rolls of dice of one type go into each other's places, whichever die they are of."""
    assert asked(program, "either", strong=True, careful=False) == counted((max(a, b) + 1,) for a, b in faces("d6", "d6"))
    assert asked(program, "either", strong=False, careful=False) == counted((max(dice) + 1,) for dice in faces("d4", "d4", "d4"))
    assert asked(program, "either", strong=False, careful=True) == counted((min(dice) + 1,) for dice in faces("d8", "d8"))


def test_a_die_goes_into_the_place_of_a_type_that_has_it(program: nodes.Program) -> None:
    """A trait as any die, any die that is one of two as a trait; and ids of dice as values of variables."""
    ways = ((a - b + max(c, d), "d12") for a, b, c, d in faces("d4", "d8", "d8", "d6"))
    assert asked(program, "handed_on", one="d4", strong=True) == counted(words(program, ways))
    ways = ((a - b + max(c, d), "d12") for a, b, c, d in faces("d10", "d12", "d12", "d6"))
    assert asked(program, "handed_on", one="d10", strong=False) == counted(words(program, ways))


def words(program: nodes.Program, ways: Iterable[tuple[int, str]]) -> Iterable[tuple[int, int]]:
    """The same with the place of a trait."""
    places = {member.id: place for place, member in enumerate(program.by_id.enums["trait"].members)}
    return ((number, places[die]) for number, die in ways)


def test_how_many_by_the_roll_before(program: nodes.Program) -> None:
    """A roll whose number of dice is read from what it replaces."""
    expected: dict[tuple[int], F] = {}
    for first in range(1, 9):
        for dice in faces(*["d4"] * (1 + (first <= 2))):
            key = (sum(dice),)
            expected[key] = expected.get(key, F(0)) + F(1, 8 * 4 ** len(dice))
    assert asked(program, "more", one="d8", two="d4") == expected


def test_a_pool_of_different_dice(program: nodes.Program) -> None:
    ways = ((a + b + c - min(a, b, c), 2) for a, b, c in faces("d4", "d12", "d8"))
    assert asked(program, "mixed", one="d4", two="d12") == counted(ways)


@pytest.mark.parametrize(("skill", "count"), [("d4", 3), ("d6", 2), ("d8", 2), ("d12", 1)])
def test_as_many_as_the_case_says(program: nodes.Program, skill: str, count: int) -> None:
    assert asked(program, "by_case", skill=skill) == counted((sum(dice),) for dice in faces(*[skill] * count))


@pytest.mark.parametrize(
    ("weapon", "sides"), [("sword", ["miss", "cut", "cut", "thrust"]), ("mace", ["blow", "cut", "miss", "miss", "miss"])]
)
def test_faces_of_their_own(program: nodes.Program, weapon: str, sides: list[str]) -> None:
    harm = {"miss": 0, "cut": 1, "thrust": 3, "blow": 2}
    edge = {("sword", "cut"): 1, ("mace", "cut"): 2, ("mace", "blow"): 1}

    def results(first: str, second: str, new: str) -> tuple[int, int, int]:
        dice = (new, second) if first == "miss" else (first, new) if second == "miss" else (first, second)
        cuts = dice.count("cut") + sum(edge.get((weapon, die), 0) > 1 for die in dice)
        return sum(harm[die] for die in dice), cuts, dice.count("miss")

    assert asked(program, "strike", weapon=weapon, count=2) == counted(results(*ways) for ways in product(sides, sides, sides))


@pytest.mark.parametrize(
    ("procedure", "words"),
    [
        ("duel", {"one": "d10", "two": "d4"}),
        ("strike", {"weapon": "mace", "count": 2}),
        ("pool", {"skill": "d6", "count": 3}),
        ("either", {"strong": True, "careful": True}),
        ("more", {"one": "d4", "two": "d6"}),
    ],
)
def test_the_interpreter_gives_these_odds(program: nodes.Program, procedure: str, words: Mapping[str, Any]) -> None:
    of = [slot.name for slot in program.by_id.procedures[procedure].results]
    assert enumerate_program(program, procedure, numbers(program, procedure, words), of) == asked(program, procedure, **words)


# ---------------------------------------------------------------- played


@pytest.mark.full
def test_the_engines_agree(program: nodes.Program, tmp_path: Path) -> None:
    assert agree(program, tmp_path, 12) >= 12 * 12


@pytest.mark.full
def test_random_rules_have_the_odds_of_their_runs() -> None:
    """Games at random with rolls of a d3 or a d6, as the condition says: exact odds against every sequence of faces."""
    compared = 0
    for seed in range(60):
        written_program = written(seed)[0]
        if written_program is None:
            continue
        for procedure in written_program.procedures:
            if not any(name == "any" for name, _ in procedure.rolls) or is_endless(written_program, procedure):
                continue
            inputs = random_inputs(random.Random(seed), written_program, procedure)
            of = [slot.name for slot in procedure.results]
            expected = enumerate_program(written_program, procedure.id, inputs, of, most=2000)
            if expected is not None:
                answer = distribution(written_program, procedure.id, inputs, of=of)
                assert {tuple(result.values()): p for result, p in answer.outcomes} == expected, seed
                compared += 1
    assert compared > 20


def is_endless(program: nodes.Program, procedure: nodes.Procedure) -> bool:
    """Whether a loop in it, or in what it calls, has no bound."""
    body = procedure.body
    own = any(isinstance(stmt, nodes.Repeat) and stmt.limit is None for stmt in statements(body))
    return own or any(is_endless(program, program.by_id.procedures[name]) for name in calls(body))


def test_the_example_of_the_page(tmp_path: Path) -> None:
    """The game in docs/language.md, with the odds that stand below it."""
    text = (ROOT / "docs" / "language.md").read_text(encoding="utf-8")
    start = text.index("game: {id: arms")
    program = made(tmp_path, text[start : text.index("```", start)])
    said = re.search(r"`penance odds check --set skill=(\S+) --of success` says (.*) and (.*)\.", text)
    assert said is not None
    chances = [asked(program, "check", skill=skill) for skill in said[1].split(",")]
    hits = [str(sum(p for (_, success), p in found.items() if success)) for found in chances]
    assert ", ".join(hits) == f"{said[2]}, {said[3]}"


def test_the_ir_has_nothing_new(program: nodes.Program) -> None:
    """A roll of a die that is a value is a match of rolls; its slots are rolls of one die."""
    body = program.by_id.procedures["check"].body
    assert sum(isinstance(stmt, nodes.Match) for stmt in statements(body)) == 1
    for procedure in program.procedures:
        assert {slot.type.kind for slot in procedure.slots} <= {"int", "bool", "enum", "roll", "list"}
        assert all(slot.type.ref in program.by_id.dice for slot in procedure.slots if slot.type.kind == "roll")
    assert [pair for pair in program.by_id.procedures["check"].rolls if pair[0] == "skilled"] == [("skilled", die) for die in TRAITS]


def test_the_type_of_all_dice_is_there_where_it_is_asked_for(program: nodes.Program, tmp_path: Path) -> None:
    assert [member.id for member in program.by_id.enums["die"].members] == [*TRAITS]
    without = "game: {id: g, name: G, version: '1', language: 1}\ndice: {d6: {sides: 6}}\n"
    assert not made(tmp_path, without).enums


def test_examples_say_faces_of_the_die_that_is_rolled(program: nodes.Program) -> None:
    assert [item.verdict for item in replay(program)] == ["holds"] * 4
    rolled = Scripted({"blow": ["miss", "blow"], "reroll": ["cut"]})
    assert run(program, "strike", numbers(program, "strike", {"weapon": "mace", "count": 2}), rolled).results["harm"] == 3
    with pytest.raises(DiceError, match=r"dice 'blow': the die 'sword' has no face 'blow'; its faces are miss, cut, thrust"):
        run(program, "strike", numbers(program, "strike", {"weapon": "sword", "count": 1}), Scripted({"blow": ["blow"]}))


def test_what_is_shown(program: nodes.Program) -> None:
    outcome = run(program, "pool", numbers(program, "pool", {"skill": "d8", "count": 2}), Scripted({"skilled": ["8", "3"]}))
    told, record = outcome.told
    assert told == "Long Die shows 8, 3, with 8, 3 kept; a Long Die is Long Die"
    assert not isinstance(record, str)
    assert dict(record.fields) == {"skill": "d8", "skilled": [8, 3], "kept": [8, 3], "first": [8]}
    kept = outcome.trace[0]
    assert (kept.label, printed(program, nodes.Type("roll", "d8"), kept.value)) == ("Kept 8, 3", [8, 3])


def test_on_the_command_line(penance: Callable[..., Ran], tmp_path: Path) -> None:
    made(tmp_path)
    at = ("--game", str(tmp_path))
    found = penance("run", "strike", "--set", "weapon=mace", "--set", "count=1", "--dice", "blow=blow", "--format", "json", *at)
    assert json.loads(found.out)["result"] == {"harm": 2, "cuts": 0, "misses": 0}
    refused = penance("run", "strike", "--set", "weapon=sword", "--set", "count=1", "--dice", "blow=blow", *at)
    assert "the die 'sword' has no face 'blow'" in refused.err
    refused = penance("run", "check", "--set", "skill=d4", "--dice", "skilled=13", *at)
    assert refused.code == 2
    assert "none of the dice d4, d6, d8, d10, d12 has a face `13`" in refused.err
    assert "takes skill: d4|d6|d8|d10|d12" in penance("explain", "check", *at).out


# ---------------------------------------------------------------- names


def test_ids_are_names_alone(program: nodes.Program, tmp_path: Path) -> None:
    """A game of which every id is another one has the same odds."""
    folder = tmp_path / "plain"
    folder.mkdir()
    made(folder)
    trees = [file.root for file in read_game(folder)[0].files]
    renamer = Renamer("x_", trees)
    other = tmp_path / "other"
    other.mkdir()
    renamed = made(other, json.dumps(renamer.tree(trees[0])))
    assert renamed.by_id.enums["x_trait"].members[2].id == "x_d8"
    mine = distribution(program, "pool", {"skill": 2, "count": 3}).outcomes
    theirs = distribution(renamed, "x_pool", {"x_skill": 2, "count": 3}).outcomes
    assert [(tuple(result.values()), p) for result, p in mine] == [(tuple(result.values()), p) for result, p in theirs]
