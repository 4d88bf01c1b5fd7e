"""What is refused only after a procedure has returned: said by the guards of its callers, and held against trying everything."""

from __future__ import annotations

import json
import subprocess
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from penance_build.engine.planning.plan import Plan
from penance_build.ir.nodes import Program
from tests.duel_games import compiled
from tests.engine_support import javascript, node_path, played, python_engine
from tests.games import program_of
from tests.test_live import games, trying_all

SHOP = """
game: {id: shop, name: Shop, version: "1", language: 1}
counters:
  purse: {name: Purse, owner: player, type: 0..9, start: 4, past: illegal}
  debt: {name: Debt, owner: player, type: 0..9, start: 0}
  luck: {name: Luck, owner: player, type: 0..9, start: 2}
procedures:
  look:
    name: Look
    inputs: {who: player}
    results: {kind: 0..2}
    steps:
      - {let: kind, value: 0}
      - choose: colour
        by: who
        prompt: Which colour?
        options: {red: Red, green: Green, blue: Blue}
      - match: colour
        cases:
          red: []
          green: [{let: kind, value: 1}]
          blue: [{let: kind, value: 2}, {change: who.debt, by: 1}]
  buy:
    name: Buy
    inputs: {who: player, price: 0..6, how: 0..4}
    steps:
      - {call: look, with: {who: who}, take: {kind: kind}}
      - if: how == 0
        then: [{change: who.purse, by: "-price"}]
      - if: how == 1
        then: [{change: who.purse, by: "-kind"}]
      - if: how == 2
        then:
          - if: who.debt > 1
            then: [{change: who.purse, by: "-2"}]
      - if: how == 3
        then:
          - if: who.luck > 0
            then: [{change: who.luck, by: "-1"}, {change: who.purse, by: "-1"}]
  buy_two:
    name: Twice
    inputs: {who: player, price: 0..6}
    steps:
      - {call: buy, with: {who: who, price: price, how: 0}}
      - {change: who.purse, by: "-price"}
  market:
    name: Market
    inputs: {who: player}
    results: {rounds: int}
    steps:
      - {let: rounds, value: 0}
      - at_most: 6
        until: rounds >= 6
        repeat:
          - choose: deed
            by: who
            prompt: What now?
            options: {cheap: Cheap, dear: Dear, by_kind: Kind, by_debt: Debt, by_luck: Luck, free: Free, two: Two, earn: Earn}
          - match: deed
            cases:
              cheap: [{call: buy, with: {who: who, price: 1, how: 0}}]
              dear: [{call: buy, with: {who: who, price: 5, how: 0}}]
              by_kind: [{call: buy, with: {who: who, price: 0, how: 1}}]
              by_debt: [{call: buy, with: {who: who, price: 0, how: 2}}]
              by_luck: [{call: buy, with: {who: who, price: 0, how: 3}}]
              free: [{call: buy, with: {who: who, price: 6, how: 4}}]
              two: [{call: buy_two, with: {who: who, price: 2}}]
              earn: [{change: who.purse, by: "min(3, 9 - who.purse)"}]
          - {let: rounds, value: rounds + 1}
setups: {m: {name: Market, players: 1, procedure: market, with: {who: 1}}}
"""


@pytest.fixture(scope="module")
def shop() -> Program:
    """A game in which what was chosen within a call is paid behind it."""
    return played(program_of(SHOP))


def counting(engine: Any, monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """How often an action was tried, by the slot that it answers."""
    tried: Counter[str] = Counter()
    trial = engine._Legality.trial

    def counted(self: Any, game: Any, action: Any, other: Any) -> Any:
        tried[action["slot"]] += 1
        return trial(self, game, action, other)

    monkeypatch.setattr(engine._Legality, "trial", counted)
    return tried


@pytest.mark.full
def test_what_is_refused_behind_a_call_is_not_legal(shop: Program, tmp_path: Path) -> None:
    engine = python_engine(shop, tmp_path)
    brute, refused = trying_all(engine), 0
    for seed in range(300):
        live, mind = engine.open(engine.new_game({"setup": "m"}, seed)), seed + 1
        while live.pending is not None and (legal := live.legal()):
            assert legal == brute.legal(live._game)
            refused += len(brute.open(live._game)) - len(legal)
            mind = (mind * 1103515 + 12345) % 2147483648
            live.do(mind // 65536 % len(legal))
        if live.pending is not None:  # nothing can be paid any more
            refused += len(brute.open(live._game))
            assert brute.legal(live._game) == []
    assert refused > 300


RUNNER = """
import { writeFileSync } from "node:fs";
const rules = await import(process.argv[2]);
const out = [];
for (let seed = 0; seed < 100; seed++) {
    const live = rules.open(rules.new_game({ setup: "m" }, seed));
    for (let mind = seed + 1; live.pending !== null && live.legal().length; ) {
        const legal = live.legal();
        out.push(legal);
        mind = (mind * 1103515 + 12345) % 2147483648;
        live.do(Math.floor(mind / 65536) % legal.length);
    }
}
writeFileSync(process.argv[3], JSON.stringify(out));
"""


@pytest.mark.full
def test_the_same_is_legal_in_javascript(shop: Program, tmp_path: Path) -> None:
    engine, found = python_engine(shop, tmp_path), []
    for seed in range(100):
        live, mind = engine.open(engine.new_game({"setup": "m"}, seed)), seed + 1
        while live.pending is not None and (legal := live.legal()):
            found.append(legal)
            mind = (mind * 1103515 + 12345) % 2147483648
            live.do(mind // 65536 % len(legal))
    (tmp_path / "shop.mjs").write_text(javascript(shop), encoding="utf-8")
    (tmp_path / "runner.mjs").write_text(RUNNER, encoding="utf-8")
    command = [node_path(), str(tmp_path / "runner.mjs"), (tmp_path / "shop.mjs").as_uri(), str(tmp_path / "legal.json")]
    subprocess.run(command, check=True, timeout=100)
    assert json.loads((tmp_path / "legal.json").read_text(encoding="utf-8")) == found


def test_a_caller_knows_what_the_call_did_not_touch(shop: Program, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A price that was given is known; what is taken from the call, and a counter that it changes, must be tried."""
    engine = python_engine(shop, tmp_path)
    tried = counting(engine, monkeypatch)
    found: dict[str, tuple[list[str], int]] = {}
    for deed in ("cheap", "dear", "by_kind", "by_debt", "by_luck", "free", "two"):
        live = engine.open(engine.new_game({"setup": "m"}, 1))
        live.do([action["option"] for action in live.legal()].index(deed))
        tried.clear()
        found[deed] = [action["option"] for action in live.legal()], tried["colour"]
    colours = ["red", "green", "blue"]
    assert found["cheap"] == found["free"] == found["by_luck"] == (colours, 0)
    assert found["dear"] == ([], 0)
    assert found["by_kind"] == found["by_debt"] == (colours, 3)
    assert found["two"] == (colours, 3)  # behind its caller another one pays from what is left


@pytest.mark.full
def test_a_duel_tries_few_actions(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Which component is struck is refused behind the call by one card alone, and only its trials are left."""
    assert ("play_card", 1) in Plan(compiled()).behind
    engine = python_engine(compiled(), tmp_path)
    tried, asked = counting(engine, monkeypatch), 0
    for decks, seed in games(8):
        live = engine.open(engine.new_game({"setup": "close_quarters", "decks": decks}, seed))
        mind = seed + 1
        while live.pending is not None:
            legal = live.legal()
            asked += live.pending["slot"] == "part"
            mind = (mind * 1103515 + 12345) % 2147483648
            actions = [place for place, action in enumerate(legal) if action.get("option") != "surrender"]
            live.do(actions[mind // 65536 % len(actions)])
    assert asked > 20
    assert tried["part"] == 0
