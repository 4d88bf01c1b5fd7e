"""``penance play`` where names say little: several cards, options, counters, piles, decks and bots of one name; and which derivation
``where`` speaks of."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from penance_build.play.words import distinct
from tests.command_line import Ran, run_here

GAME = """
game: {id: g, name: G, version: "1", language: 1}
dice: {d: {name: D, sides: 4}}
counters:
  life: {name: Life, owner: player, type: 0..20, start: 9}
  soul: {name: Life, owner: player, type: 0..20, start: 4}
  dust: {name: Life, owner: player, type: 0..20, start: 4, shown: false}
zones:
  hand: {name: Pile, owner: player, visible: owner}
  table: {name: Pile, owner: game, visible: all}
card_types: {calm: {name: Calm, inputs: {self: player}}}
slots: {core: {name: Core}}
factions: {all: {name: All, tincture: red}}
wording: {gain: {step: change, counter: life, direction: up, say: "Gain *{by}* life"}}
cards:
  salve: {name: Salve, type: calm, slot: core, faction: all, effects: [{change: self.life, by: 1}]}
  elixir: {name: Salve, type: calm, slot: core, faction: all, effects: [{change: self.life, by: 3}]}
  balm: {name: Balm, type: calm, slot: core, faction: all, effects: [{change: self.life, by: 2}]}
decks:
  mild: {name: Box, cards: {salve: 2, elixir: 2, balm: 1}}
  wild: {name: Box, cards: {salve: 1, elixir: 1}}
procedures:
  game:
    name: Game
    inputs: {who: player}
    results: {winner: int}
    steps:
      - {call: test, with: {bonus: 1}}
      - choose: way
        by: who
        prompt: Which way
        options: {left: Walk, right: Walk, stay: Stay here}
      - if: way == right
        then: [{call: test, with: {bonus: 2}}]
      - choose: again
        by: who
        prompt: Once more
        options: {left: Walk, right: Walk on}
      - if: again == right
        then: [{let: sum, value: 3, label: Told late}]
      - choose: card
        by: who
        prompt: Play which
        card_from: who.hand
        then:
          - {move: card, card: card, to: table}
          - {play: card, types: [calm], with: {self: who}}
      - {choose: last, by: who, prompt: The end, options: {end: End}}
      - {let: winner, value: 1}
  test:
    name: Test
    inputs: {bonus: 0..9}
    steps:
      - {let: skill, value: bonus + 1, label: Skill}
      - {let: total, value: skill + 1, label: Total}
      - {roll: luck, die: d, count: 1}
setups:
  short: {name: Short, procedure: game, with: {who: 1}, deck: hand, decks: [mild, wild]}
bots:
  fool: {name: Bot}
  sage: {name: Bot, score: me.life - foe.life}
"""


def played(folder: Path, given: str, *more: str) -> Ran:
    (folder / "game").mkdir(exist_ok=True)
    (folder / "game" / "game.yaml").write_text(GAME, encoding="utf-8")
    ran = run_here(["play", "--game", str(folder / "game"), "--bots", "fool", "--seed", "2", *more], typed=given)
    assert ran.code == 0, ran.err
    return ran


def answers(out: str, prompt: str) -> list[str]:
    """The lines below a question, up to what is typed."""
    return [line.strip() for line in out[out.index(f"{prompt}\n") :].split("\n>")[0].splitlines()[1:]]


def test_names_are_told_apart_by_ids_where_there_are_several() -> None:
    assert distinct({"a": "Salve", "b": "Balm"}) == {"a": "Salve", "b": "Balm"}
    assert distinct({"a": "Salve", "b": "Salve", "c": "Balm"}) == {"a": "Salve [a]", "b": "Salve [b]", "c": "Balm"}
    assert len(set(distinct({"a": "Salve", "b": "Salve", "c": "Salve [a]"}).values())) == 3


@pytest.mark.full
def test_two_cards_of_one_name_are_two_answers(tmp_path: Path) -> None:
    for number, card, life in ((1, "Balm", 11), (2, "Salve [elixir]", 12), (3, "Salve [salve]", 10)):
        out = played(tmp_path, f"1\n1\nsalve\nSalve [ELIXIR]\nbalm\n{number}\n").out
        assert answers(out, "Play which") == ["1   Balm (Calm)", "2   Salve [elixir] (Calm)", "3   Salve [salve] (Calm)"]
        assert "`salve` is the name of 2 answers, 2 and 3; an answer is given by its number\n" in out
        assert "`Salve [ELIXIR]` is number 2; an answer is given by its number\n" in out
        assert f"\nYou: Walk [left], Walk, {card}\n" in out
        assert f"Pile [hand] -> Pile [table]: {card}\n" in out
        assert f"Life [life] 9 -> {life}\n" in out


def test_a_pile_lists_cards_of_one_name_as_those_that_they_are(tmp_path: Path) -> None:
    out = played(tmp_path, "1\n1\n2\ntable\n").out
    assert "  Player 2: Bot [fool], Box [mild]\n" in out
    assert "\nPlayer 2 (Bot [fool])\n" in out
    assert "    Salve [elixir] (Calm): Gain 3 life.\n" in out
    assert "    Salve [salve] (Calm): Gain 1 life.\n" in out
    assert "Pile [table]: Salve [elixir]\n" in out
    assert "  Life [life] 12, Life [soul] 4\n" in out
    assert "  Player 1: you, Box [mild]\n" in out


@pytest.mark.full
def test_two_options_of_one_name_are_two_answers(tmp_path: Path) -> None:
    for number, option in ((1, "left"), (2, "right")):
        out = played(tmp_path, f"Walk\nstay  HERE\n{number}\n1\n1\n").out
        assert answers(out, "Which way") == ["1   Walk [left]", "2   Walk [right]", "3   Stay here"]
        assert "`Walk` is the name of 2 answers, 1 and 2; an answer is given by its number\n" in out
        assert "`stay HERE` is number 3; an answer is given by its number\n" in out
        assert f"You: Walk [{option}]" in out
        assert answers(out, "Once more") == ["1   Walk", "2   Walk on"]


@pytest.mark.full
def test_figures_tell_decks_and_bots_of_one_name_apart(tmp_path: Path) -> None:
    played(tmp_path, "")
    arguments = ["simulate", "--game", str(tmp_path / "game"), "--games", "1", "--bots", "fool,sage", "--decks", "mild,wild"]
    out = run_here(arguments).out
    assert "Box [mild] against Box [wild]\n" in out
    assert "1 wins (Bot [fool], Box [mild])" in out


# ---------------------------------------------------------------- where


def test_where_knows_what_was_told_before_the_first_choice(tmp_path: Path) -> None:
    out = played(tmp_path, "where 1\nwhere 2\nwhere 3\n").out
    assert "> where 1\nSkill: 2\n" in out
    assert "> where 2\nTotal: 3\n" in out
    assert "> where 3\nthe last derivation has no line 3; it has 1 to 2\n" in out


@pytest.mark.full
def test_after_undo_where_speaks_of_what_was_told_before(tmp_path: Path) -> None:
    for way, before in ((1, "Skill: 2"), (2, "Skill: 3")):  # told before the first choice, and after it
        out = played(tmp_path, f"{way}\nwhere 1\n2\nwhere 1\nundo\nwhere 1\n").out
        assert re.findall(r"taken back|(?<=> where 1\n).*", out) == [before, "Told late: 3", "taken back", before]


@pytest.mark.parametrize("number", ["1", "00001", "000001", "0" * 5000 + "1"])
def test_zeros_before_a_number_are_no_matter(number: str, tmp_path: Path) -> None:
    out = played(tmp_path, f"where {number}\nwhy {number}\n{number}\n").out
    assert f"> where {number}\nSkill: 2\n" in out
    assert f"> why {number}\nWalk [left] is allowed\n" in out
    assert f"> {number}\n\nOnce more\n" in out


@pytest.mark.full
def test_a_game_that_goes_on_has_told_nothing_yet(tmp_path: Path) -> None:
    path = tmp_path / "kept.json"
    played(tmp_path, "1\n", "--save", str(path))
    assert json.loads(path.read_text(encoding="utf-8"))["seats"] == ["-", "fool"]
    out = run_here(["play", "--game", str(tmp_path / "game"), "--resume", str(path)], typed="where 1\nundo\nwhere 1\n").out
    assert out.count("no derivation was told yet\n") == 2
