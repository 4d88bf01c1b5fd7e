"""Elaborating with a memory of rules gives what elaborating afresh gives, for every combination of the options."""

from __future__ import annotations

from functools import cache
from itertools import product
from pathlib import Path

import pytest

from penance_build.diagnostics.problem import Problem
from penance_build.ir.canonical import dumps
from penance_build.model.context.options import Conditions
from penance_build.model.linking.link import link
from penance_build.model.program.elaborate import elaborate, memory_for
from penance_build.source import read_game
from penance_build.surface.from_tree import from_tree
from penance_build.surface.game import Game

RULES = Path(__file__).resolve().parent.parent / "rules"


def choices(game: Game) -> list[dict[str, str]]:
    names = sorted(game.options)
    return [dict(zip(names, values, strict=True)) for values in product(*(game.options[name].values for name in names))]


@cache
def afresh() -> dict[str, tuple[str, frozenset[str]]]:
    """By the choice: the program and the lookups of a quarter of the combinations, elaborated with no memory."""
    game = from_tree(read_game(RULES / "penance")[0])
    conditions = Conditions(game.options, [])
    made = {}
    for choice in choices(game):
        if choice["taint"] == choice["grit"] == choice["damaged_cards"]:
            fresh = elaborate(game, conditions, choice)
            assert not fresh.report
            made[str(choice)] = dumps(fresh.program), frozenset(map(str, fresh.lookups))
    assert len(made) == 12
    return made


@pytest.mark.full  # in the quick tier: ``test_model_options``
@pytest.mark.parametrize("backwards", [False, pytest.param(True, marks=pytest.mark.soak)])
def test_the_memory_changes_nothing(backwards: bool) -> None:
    """All 48 combinations of Penance in both orders, each against an elaboration that remembers nothing."""
    game = from_tree(read_game(RULES / "penance")[0])
    report: list[Problem] = []
    conditions = Conditions(game.options, report)
    memory = memory_for(game, conditions)
    found = choices(game)
    assert len(found) == 48
    for choice in reversed(found) if backwards else found:
        remembered = elaborate(game, conditions, choice, memory)
        if str(choice) in afresh():
            assert (dumps(remembered.program), frozenset(map(str, remembered.lookups))) == afresh()[str(choice)], choice
    assert not report


VARIANTS = """
game: {id: g, name: G, version: "1", language: 1}
options:
  size: {name: Size, values: {small: Small, large: Large}}
  mood: {name: Mood, values: {calm: Calm, wild: Wild}}
dice: {d6: {name: d6, sides: 6}, d8: {name: d8, sides: 8}}
constants: {bonus: {value: 2}}
tables:
  step:
    name: Step
    hit: unique
    inputs: {k: 0..3}
    outputs: {value: int}
    rows:
      - {k: 0..1, value: 0}
      - {k: 2..3, value: 1, when: size == small}
      - {k: 2..3, value: 5, when: size == large}
parameters: {extra: {more: {type: 0..3, default: 1, when: mood == wild}, base: {type: 0..3, default: 0}}}
procedures:
  inner:
    name: Inner
    uses: [extra]
    results: {x: int}
    steps:
      - let: x
        value: step(base)
      - let: x
        when: mood == wild
        value: x + more
  outer:
    name: Outer
    uses: [extra]
    results: {y: int}
    steps:
      - {call: inner, uses: [extra], take: {got: x}}
      - roll: d6
      - let: y
        value: got + sum(d6) + bonus
claims: {one: {says: "5.5", procedure: outer, mean: y, verdict: refuted}}
"""


def test_declarations_that_speak_of_options(tmp_path: Path) -> None:
    """A table's row, a parameter and a step under options, seen through a call: the memory keeps them apart."""
    (tmp_path / "game.yaml").write_text(VARIANTS, encoding="utf-8")
    game = from_tree(read_game(tmp_path)[0])
    assert not link(game)
    conditions = Conditions(game.options, [])
    memory = memory_for(game, conditions)
    texts = set()
    for choice in [*choices(game), *reversed(choices(game))]:
        remembered = elaborate(game, conditions, choice, memory)
        fresh = elaborate(game, conditions, choice)
        assert not remembered.report
        assert dumps(remembered.program) == dumps(fresh.program), choice
        texts.add(dumps(remembered.program))
    assert len(texts) == 4
