"""Options: ``when:`` on every kind of node that may bear it, every combination checked, and rules that are typed once for many."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from penance_build import api
from penance_build.ir import nodes as ir
from penance_build.model.context.options import Conditions, combinations, count_combinations
from penance_build.model.program.elaborate import elaborate, memory_for
from penance_build.source import read_game
from penance_build.surface.declarations import Option
from penance_build.surface.from_tree import from_tree, query

AT = query("when", "true")

RULES = """\
game: {id: g, name: G, version: "1", language: 1}
options: {mode: {name: Mode, values: {plain: Plain, rich: Rich}}}
units: {hot: {name: hot, when: mode == rich}}
constants: {base: {value: 5, when: mode == rich}}
enums:
  extra: {name: Extra, members: {e1: One}, when: mode == rich}
  side: {name: Side, members: {front: Front, rear: Rear}}
dice: {d8: {name: d8, sides: 8, when: mode == rich}, d6: {name: d6, sides: 6}}
tables:
  more: {name: More, hit: sum, inputs: {k: 0..3}, outputs: {m: int}, rows: [{m: 1}], when: mode == rich}
  some: {name: Some, hit: sum, inputs: {k: 0..3}, outputs: {m: int}, rows: [{m: 1}, {m: 2, when: mode == rich}]}
counters: {heat: {name: Heat, owner: game, type: 0..9, when: mode == rich}}
zones:
  deck: {name: Deck, owner: player, visible: none}
  hand: {name: Hand, owner: player, visible: owner}
  void: {name: Void, owner: game, visible: all, when: mode == rich}
parameters: {group: {p: {type: 0..3, default: 1, when: mode == rich}, q: {type: 0..3, default: 1}}}
card_attributes: {cost: {name: Cost, type: 0..9, optional: true, when: mode == rich}}
card_types:
  act: {name: Act, inputs: {self: player, foe: {type: player, when: mode == rich}}}
  rite: {name: Rite, inputs: {self: player}, when: mode == rich}
slots: {primary: {name: Primary, when: mode == rich}}
factions: {church: {name: Church, tincture: red, when: mode == rich}}
cards:
  draw:
    name: Draw
    type: act
    effects:
      - {move: top, from: self.deck, to: self.hand}
      - {shuffle: self.deck, when: mode == rich}
  other: {name: Other, type: rite, when: mode == rich, effects: [{shuffle: self.deck}]}
decks: {all: {name: All, cards: {draw: 1}}, most: {name: Most, cards: {draw: 2, other: 1}, when: mode == rich}}
wording:
  draw: {step: move, from: deck, to: hand, say: Draw a card, when: mode == plain}
  take: {step: move, from: deck, to: hand, say: Take a card, when: mode == rich}
  mix: {step: shuffle, zone: deck, say: Shuffle your deck}
procedures:
  late: {name: Late, steps: [{let: v, value: 1}], when: mode == rich}
  main:
    name: Main
    uses: [group]
    inputs: {own: {type: 0..3, default: 1, when: mode == rich}, side: {type: side, default: front}}
    results: {total: int, flag: {type: bool, default: false, when: mode == rich}}
    steps:
      - choose: way
        by: 0
        prompt: Which
        options: {left: Left, right: {name: Right, when: mode == rich}}
      - let: total
        sum:
          - 1
          - {value: base - 3, when: mode == rich}
          - {value: 3, when: not (mode == rich)}
      - {let: flag, value: true, when: mode in (rich)}
claims: {sure: {says: "1", procedure: other, where: done, verdict: holds, when: mode == rich}}
examples: {one: {procedure: other, expect: {done: true}, when: mode == rich}}
reference:
  - title: Side
    blocks: [{title: Always, show: text, lines: [A line.]}, {title: Rich, show: text, lines: [A line.], when: mode == rich}]
"""
OTHER = "  other: {name: Other, results: {done: bool}, steps: [{let: done, value: true}]}\n"
RULES = RULES.replace("claims:", OTHER + "claims:").replace("        by: 0\n", "        by: chooser\n")
RULES = RULES.replace("side: {type: side, default: front}}", "side: {type: side, default: front}, chooser: player}")


@pytest.fixture
def under(tmp_path: Path) -> Callable[[str], ir.Program]:
    """The program under a value of the option ``mode``; every combination is without a problem."""
    (tmp_path / "game.yaml").write_text(RULES, encoding="utf-8")

    def compiled(mode: str) -> ir.Program:
        answer = api.compile_game(tmp_path, {"mode": mode})
        assert answer.program is not None, answer.problems
        assert not answer.problems
        return answer.program

    return compiled


def ids(found: tuple[Any, ...]) -> list[str]:
    return [item.id if hasattr(item, "id") else item.name for item in found]


def made(found: tuple[Any, ...], name: str) -> Any:
    return next(item for item in found if item.id == name)


BOTH: dict[str, tuple[Callable[[ir.Program], object], object, object]] = {
    "unit": (lambda it: ids(it.printed.units), [], ["hot"]),
    "enum": (lambda it: "extra" in ids(it.enums), False, True),
    "die": (lambda it: ids(it.dice), ["d6"], ["d8", "d6"]),
    "table": (lambda it: ids(it.tables), ["some"], ["more", "some"]),
    "row": (lambda it: len(made(it.tables, "some").rows), 1, 2),
    "counter": (lambda it: ids(it.counters), [], ["heat"]),
    "zone": (lambda it: ids(it.zones), ["deck", "hand"], ["deck", "hand", "void"]),
    "attribute": (lambda it: ids(it.attributes), [], ["cost"]),
    "card type": (lambda it: ids(it.card_types), ["act"], ["act", "rite"]),
    "slot": (lambda it: ids(it.slots), [], ["primary"]),
    "faction": (lambda it: ids(it.factions), [], ["church"]),
    "card": (lambda it: ids(it.cards), ["draw"], ["draw", "other"]),
    "wording and step of an effect": (
        lambda it: made(it.cards, "draw").text, ("Draw a card.",), ("Take a card. Shuffle your deck.",),
    ),
    "deck": (lambda it: ids(it.decks), ["all"], ["all", "most"]),
    "procedure": (lambda it: "late" in ids(it.procedures), False, True),
    "inputs": (lambda it: ids(made(it.procedures, "main").inputs), ["q", "side", "chooser"], ["p", "q", "own", "side", "chooser"]),
    "input of a card type": (lambda it: ids(made(it.procedures, "card.draw").inputs), ["self"], ["self", "foe"]),
    "result": (lambda it: ids(made(it.procedures, "main").results), ["total"], ["total", "flag"]),
    "term": (lambda it: made(it.procedures, "main").results[0].type.high, 4, 3),
    "option of a choice": (lambda it: ids(made(it.enums, "main.way").members), ["left"], ["left", "right"]),
    "claim": (lambda it: ids(it.proved.claims), [], ["sure"]),
    "example": (lambda it: ids(it.proved.examples), [], ["one"]),
    "block": (lambda it: [block.title for block in it.printed.reference[0].blocks], ["Always"], ["Always", "Rich"]),
}  # fmt: skip


@pytest.mark.parametrize("kind", list(BOTH))
def test_a_node_exists_only_under_its_condition(kind: str, under: Callable[[str], ir.Program]) -> None:
    look, plain, rich = BOTH[kind]
    assert look(under("plain")) == plain
    assert look(under("rich")) == rich


def test_a_constant_that_is_not_there_is_unknown(tmp_path: Path) -> None:
    """The mistake is under one of two values only, and not under the default."""
    text = RULES.replace(OTHER, OTHER + "  wrong: {name: W, results: {r: int}, steps: [{let: r, value: base}]}\n")
    (tmp_path / "game.yaml").write_text(text, encoding="utf-8")
    for mode in ("plain", "rich"):
        problems = api.compile_game(tmp_path, {"mode": mode}).problems
        assert [item.code for item in problems] == ["E402"], mode
    assert api.compile_game(tmp_path, {"mode": "rich"}, every_option=False).program is not None
    assert api.compile_game(tmp_path, {"mode": "plain"}, every_option=False).program is None


def declared(*sizes: int) -> dict[str, Option]:
    return {
        f"o{index}": Option(AT, None, "", f"o{index}", "O", tuple(f"v{value}" for value in range(size))) for index, size in enumerate(sizes)
    }


@pytest.mark.parametrize("sizes", [(), (2,), (3, 2), (2, 2, 2, 2, 2, 2), (4, 4, 4)])
def test_every_combination_comes_once_the_base_first(sizes: tuple[int, ...]) -> None:
    options = declared(*sizes)
    base = {name: option.values[-1] for name, option in options.items()}
    found = list(combinations(options, set(options), base, 64))
    assert found[0] == base
    assert len(found) == count_combinations(options, set(options)) == len({tuple(sorted(item.items())) for item in found})


def test_with_too_many_combinations_each_option_is_still_tried_with_each_value() -> None:
    options = declared(*[2] * 60)
    base = dict.fromkeys(options, "v0")
    found = list(combinations(options, set(options), base, 64))
    assert len(found) == 64
    assert all({item[name] for item in found} == {"v0", "v1"} for name in options)


def test_options_that_nothing_speaks_of_make_no_combinations() -> None:
    options = declared(2, 2)
    assert len(list(combinations(options, {"o1"}, {"o0": "v1", "o1": "v0"}, 64))) == 2


@pytest.mark.full
@pytest.mark.parametrize("game", ["aethelgard", "penance", "skirmish"])
def test_rules_remembered_from_other_options_are_those_typed_anew(root: Path, game: str) -> None:
    source, _ = read_game(root / "rules" / game)
    game_ = from_tree(source)
    conditions = Conditions(game_.options, [])
    memory = memory_for(game_, conditions)
    for below in game_.below.values():
        conditions.mentions(below)
    base = {name: option.values[0] for name, option in game_.options.items()}
    choices = list(combinations(game_.options, conditions.used, base, 64))
    random.Random(game).shuffle(choices)
    for choice in choices[:5]:
        kept = elaborate(game_, conditions, choice, memory)
        anew = elaborate(game_, conditions, choice)
        assert kept.program == anew.program
        assert list(kept.report) == list(anew.report)
        assert set(kept.lookups) == set(anew.lookups)


def test_a_row_is_reached_when_some_option_reaches_it(tmp_path: Path) -> None:
    rules = """\
game: {id: g, name: G, version: "1", language: 1}
options: {far: {name: Far, values: {"no": Near, yes: Far}}}
tables:
  t: {name: T, hit: unique, inputs: {k: 0..9}, outputs: {m: int}, rows: [{k: 0..4, m: 1}, {k: 5.., m: 2KNOWN}]}
procedures:
  p:
    name: P
    results: {r: int}
    steps:
      - {let: at, value: 3}
      - {let: at, value: 7, when: far == yes}
      - {let: r, value: t(at)}
""".replace('"no": Near, yes: Far', "near: Near, away: Far").replace("far == yes", "far == away")
    for known, codes in (("", ["W504"]), (", known: unreachable", [])):
        (tmp_path / "game.yaml").write_text(rules.replace("KNOWN", known), encoding="utf-8")
        alone = api.compile_game(tmp_path, {"far": "near"}, every_option=False).problems
        assert [item.code for item in alone] == codes
    (tmp_path / "game.yaml").write_text(rules.replace("KNOWN", ""), encoding="utf-8")
    assert [item.code for item in api.compile_game(tmp_path).problems] == []
    (tmp_path / "game.yaml").write_text(rules.replace("KNOWN", ", known: unreachable"), encoding="utf-8")
    assert [item.code for item in api.compile_game(tmp_path).problems] == ["E505"]
