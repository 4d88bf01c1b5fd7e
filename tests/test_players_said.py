"""How texts say a player: ``Player 1``, the number alone where the text says the rest, and who that is at the terminal; both languages."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from penance_build.ir.nodes import Program
from tests.command_line import run_here
from tests.engine_support import javascript, node_path, python_engine
from tests.games import program_of

GAME = """
game: {id: g, name: G, version: "1", language: 1LOCALE}
counters: {gold: {name: Gold, owner: player, type: 0..9, start: 3}}
wording: {says: {step: tell, say: "TEXT"}}
procedures:
  main:
    inputs: {one: player, two: player}
    results: {winner: 0..2}
    steps:
      - {list: seats, size: 2, of: player, value: two}
      - choose: c
        by: one
        prompt: "TEXT"
        options: {a: A, b: B}
      - {tell: says}
      - {let: winner, value: 1, label: "TEXT"}
bots: {dumb: {name: Dumb}}
setups: {s: {name: S, players: 2, procedure: main, with: {one: 1, two: 2}, ends: {winner: winner}}}
"""
SAID = [
    ("{one} plays", "Player 1 plays"),
    ("Does {two} pay {one.gold} to {one}?", "Does Player 2 pay 3 to Player 1?"),
    ("player {one}, Seat {two}: P{one}, #{two}", "player 1, Seat 2: P1, #2"),
    ("players {one}, {two} and {one}; {two}", "players 1, 2 and 1; Player 2"),
    ("seats {one} and {two}", "seats 1 and 2"),
    ("Soccer players love {one}", "Soccer players love Player 1"),
]


def program(text: str, locale: str = "") -> Program:
    return program_of(GAME.replace("TEXT", text).replace("LOCALE", locale))


@pytest.mark.parametrize(("text", "said"), SAID)
def test_prompts_labels_and_told_lines_say_who_plays(text: str, said: str, tmp_path: Path) -> None:
    engine = python_engine(program(text), tmp_path)
    state = engine.new_game({"setup": "s"}, 1)
    assert engine.view(state, 0)["pending"]["prompt"] == said
    assert engine.describe(state, 0)["prompt"] == said
    events = engine.apply(state, engine.legal(state)[0])[1]
    assert [event["text"] for event in events if event["type"] == "say"] == [said]
    assert [event["label"] for event in events if event["type"] == "note"] == [said]


def test_others_see_that_a_player_is_named(tmp_path: Path) -> None:
    engine = python_engine(program("{two} plays"), tmp_path)
    assert engine.view(engine.new_game({"setup": "s"}, 1), 1)["pending"]["prompt"] == "Player \u2026 plays"


def test_a_player_of_a_list_is_said_so_too(tmp_path: Path) -> None:
    found = program_of(GAME.replace('prompt: "TEXT"', "prompt: Which").replace("TEXT", "{seats[1]} wins").replace("LOCALE", ""))
    engine = python_engine(found, tmp_path)
    state = engine.new_game({"setup": "s"}, 1)
    assert [event["text"] for event in engine.apply(state, engine.legal(state)[0])[1] if event["type"] == "say"] == ["Player 2 wins"]


@pytest.mark.parametrize(("locale", "said"), [("de", "Spieler 1 zahlt 2"), ("en-GB", "Spieler Player 1 zahlt Player 2")])
def test_a_text_in_another_language_has_the_number_alone(locale: str, said: str, tmp_path: Path) -> None:
    engine = python_engine(program("Spieler {one} zahlt {two}", f", locale: {locale}"), tmp_path)
    assert engine.view(engine.new_game({"setup": "s"}, 1), 0)["pending"]["prompt"] == said


RUNNER = """
import { writeFileSync } from "node:fs";
const rules = await import(process.argv[2]);
const state = rules.newGame({ setup: "s" }, 1);
writeFileSync(process.argv[3], JSON.stringify([rules.view(state, 0).pending.prompt, rules.apply(state, rules.legal(state)[0]).events]));
"""


@pytest.mark.full
def test_both_languages_say_the_same(tmp_path: Path) -> None:
    text, said = SAID[1]
    engine = python_engine(program(text), tmp_path)
    state = engine.new_game({"setup": "s"}, 1)
    source, out, runner = (tmp_path / name for name in ("g.mjs", "out.json", "runner.mjs"))
    source.write_text(javascript(program(text)), encoding="utf-8")
    runner.write_text(RUNNER, encoding="utf-8")
    subprocess.run([node_path(), str(runner), source.as_uri(), str(out)], check=True, timeout=300)
    assert json.loads(out.read_text(encoding="utf-8")) == [said, engine.apply(state, engine.legal(state)[0])[1]]


def test_the_terminal_says_who_that_is(tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text(GAME.replace("TEXT", "{two} pays {one}").replace("LOCALE", ""), encoding="utf-8")
    alone = run_here(["play", "--game", str(tmp_path), "--seed", "1", "--bots", "dumb"], typed="1\nyes\n").out
    assert "\nPlayer 2 (Dumb) pays Player 1 (you)\n" in alone
    assert "\n  Player 2 (Dumb) pays Player 1 (you)\n" in alone
    shared = run_here(["play", "--game", str(tmp_path), "--seed", "1"], typed="\n1\nyes\n").out
    assert "\nPlayer 2 pays Player 1\n" in shared
