"""What a card prints and what its effect plays: every way through an effect, and what cannot be told apart from it."""

from __future__ import annotations

from pathlib import Path

import pytest

from penance_build import api

GAME = """\
game: {id: g, name: G, version: "1", language: 1}
options: {mode: {name: Mode, values: {plain: Plain, rich: Rich}}}
constants: {seven: 7}
counters: {heat: {name: Heat, owner: player, type: 0..99, past: clamp}}
zones: {hand: {name: Hand, owner: player, visible: owner}}
card_attributes: {damage: {name: Damage, type: 0..20, shown: SHOWN, PLAYED}}
parameters: {blow: {damage: {type: 0..20, default: 7}}}
card_types: {act: {name: Act, uses: [blow], inputs: {self: player, target: player}}}
procedures:
  strike:
    name: Strike
    inputs: {damage: {type: 0..20, default: 5}, other: {type: 0..20, default: 0}}
    steps: [{let: t, value: damage + other}]
  blow: {name: Blow, uses: [blow], steps: [{let: t, value: damage}]}
  rest: {name: Rest, steps: [{let: t, value: 1}]}
wording:
  hit: {step: call, procedure: strike, say: "Deal {damage} damage", also: {other: "And {other}"}}
  rest: {step: call, procedure: rest, say: "Rest"}
  heat: {step: change, counter: heat, silent: [by], say: "Change your Heat"}
cards: {k: {name: K, type: act, damage: 7, effects: EFFECTS}}
"""
HIT, CARD, NINE, REST = (
    "{call: strike, with: {damage: 7}}",
    "{call: strike, with: {damage: card.damage}}",
    "{call: strike, with: {damage: 9}}",
    "{call: rest}",
)

PLAYED = (
    CARD,
    HIT,
    "{call: strike, with: {damage: seven}}",
    "{call: strike, with: {damage: card . damage + 1}}",
    f"{CARD}, {NINE}",
    f"{NINE}, {CARD}",
    f"{{if: self.heat > 3, then: [{NINE}], else: [{REST}]}}, {CARD}",
    f"{{if: self.heat > 3, then: [{CARD}], else: [{REST}]}}",
    f"{{if: self.heat > 3, then: [{CARD}]}}, {REST}",
    f"{{each: i, to: 3, do: [{HIT}]}}",
    f"{{each: i, to: 3, do: [{NINE}]}}, {CARD}",
    f"{{match: self.heat, cases: {{0..5: [{CARD}], 6..: [{HIT}]}}}}",
    "{let: x, value: card.damage}, {let: z, value: x + 0}, {call: strike, with: {damage: z}}",
    "{call: blow}",
    "{change: self.heat, by: card.damage}",
    "{let: x, value: card.damage}, {change: self.heat, by: x}",
    f"{{choose: c, by: self, card_from: self.hand, then: [{CARD}], else: [{HIT}]}}",
    f"{NINE[:-1]}, when: mode == rich}}, {CARD[:-1]}, when: mode == plain}}, {CARD[:-1]}, when: mode == rich}}",
)
OTHERWISE = (
    (NINE, "its effect 9"),
    ("{call: strike}", "its effect 5"),
    ("{call: blow, uses: [blow]}", "its effect what the situation gives"),
    (f"{{if: self.heat > 3, then: [{CARD}], else: [{NINE}]}}", "its effect 9"),
    (f"{{if: self.heat > 3, then: [{CARD}]}}, {NINE}", "its effect 9"),
    (f"{NINE}, {{if: self.heat > 3, then: [{CARD}]}}", "its effect 9"),
    (f"{{if: self.heat > 3, then: [{REST}], else: [{{if: self.heat > 2, then: [{NINE}], else: [{CARD}]}}]}}", "its effect 9"),
    (f"{{match: self.heat, cases: {{0..5: [{CARD}], 6..: [{NINE}]}}}}", "its effect 9"),
    (f"{{match: self.heat, cases: {{0..5: [{CARD}]}}, else: [{NINE}]}}", "its effect 9"),
    (f"{{each: i, to: 3, do: [{NINE}]}}", "its effect 9"),
    (f"{{choose: c, by: self, card_from: self.hand, then: [{CARD}], else: [{NINE}]}}", "its effect 9"),
    ("{call: strike, with: {damage: target.heat // 9}}", "its effect target.heat // 9"),
    (f"{CARD[:-1]}, when: mode == plain}}, {NINE[:-1]}, when: mode == rich}}", "its effect 9"),
)
UNUSED = (
    REST,
    "{change: self.heat, by: 7}",
    "{let: x, value: card.damage}, {call: rest}",
    "{change: self.heat, by: 7, note: not card.damage}",
    f"{REST[:-1]}, when: mode == plain}}, {{change: self.heat, by: card.damage, when: mode == rich}}",
)


def found(tmp_path: Path, effects: str, played: str = "optional: true", shown: str = "mark") -> list[tuple[str, str]]:
    """The codes and messages about what is played; that some of these steps have no wording is not asked here."""
    text = GAME.replace("EFFECTS", f"[{effects}]").replace("PLAYED", played).replace("SHOWN", shown)
    (tmp_path / "game.yaml").write_text(text, encoding="utf-8")
    problems = [item for item in api.compile_game(tmp_path).problems if item.severity == "error"]
    assert {item.code for item in problems} <= {"E701", "E707", "E715", "E716", "E603"}, problems
    return [(item.code, item.message) for item in problems if item.code not in ("E701", "E707")]


@pytest.mark.parametrize("effects", PLAYED)
def test_every_way_plays_what_is_printed(tmp_path: Path, effects: str) -> None:
    assert found(tmp_path, effects) == []


@pytest.mark.parametrize(("effects", "said"), OTHERWISE)
def test_one_way_plays_something_else(tmp_path: Path, effects: str, said: str) -> None:
    assert found(tmp_path, effects) == [("E715", f"the card says `damage` 7, {said}")]


@pytest.mark.parametrize("effects", UNUSED)
def test_nothing_plays_it(tmp_path: Path, effects: str) -> None:
    assert found(tmp_path, effects) == [("E716", "the card prints `damage` 7, its effect does nothing with it")]


def test_what_is_no_mark_need_not_be_played(tmp_path: Path) -> None:
    assert found(tmp_path, REST, shown="cost") == []
    assert found(tmp_path, NINE, shown="cost") != []


def test_rules_elsewhere_play_it(tmp_path: Path) -> None:
    assert found(tmp_path, NINE, "played: false") == []
    assert found(tmp_path, REST, "played: false") == []


def test_another_input_plays_it(tmp_path: Path) -> None:
    other = "{call: strike, with: {damage: 2, other: card.damage}}"
    assert found(tmp_path, other, "played: other") == []
    assert found(tmp_path, other, "played: true") == [("E715", "the card says `damage` 7, its effect 2")]
    assert found(tmp_path, CARD, "played: other") == [("E715", "the card says `damage` 7, its effect 0")]


def test_no_procedure_has_the_input(tmp_path: Path) -> None:
    assert found(tmp_path, CARD, "played: othre") == [("E603", "no procedure has an input `othre`")]
