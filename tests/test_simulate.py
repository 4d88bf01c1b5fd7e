"""Bots and many games: what a bot may know, what it takes, how games are counted, and what is said where something does not hold."""

from __future__ import annotations

import json
import random
import re
import shlex
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from penance_build.ir.nodes import Program
from penance_build.play.bots import player
from penance_build.play.figures import report
from penance_build.play.look import Look
from penance_build.play.simulate import play, simulate
from penance_build.play.table import State, Table
from penance_build.play.watch import Breach, Watch
from tests.command_line import Ran
from tests.conftest import ROOT
from tests.games import program_of, shipped

# Two turns each: take a safe point, or roll a die and take two where it shows 5 or 6. Who has more points wins.
GAME = """
game: {id: dare, name: Dare, version: "1", language: 1}
enums: {ending: {name: Ending, members: {ahead: Ahead, level: Level}}}
dice: {d6: {name: d6, sides: 6}}
counters: {points: {name: Points, owner: player, type: 0..20, start: 0, past: clamp}}
procedures:
  turn:
    name: Turn
    inputs: {who: {type: player}}
    steps:
      - {choose: way, by: who, prompt: Safe or daring, options: {safe: Safe, dare: Daring, sleep: Sleep}}
      - match: way
        cases:
          safe: [{change: who.points, by: 1}]
          dare:
            - {roll: d6}
            - if: sum(d6) >= GOAL
              then: [{change: who.points, by: 2}]
          sleep: [{change: who.points, by: 0}]
  game:
    name: Game
    inputs: {one: {type: player}, two: {type: player}}
    results: {victor: int, lasted: int, how: {type: ending, default: level}}
    steps:
      - each: i
        to: 2
        do:
          - {call: turn, with: {who: one}}
          - {call: turn, with: {who: two}}
      - {let: lasted, value: 2}
      - {let: victor, value: if one.points > two.points then 1 else if two.points > one.points then 2 else 0}
      - if: victor > 0
        then: [{let: how, value: ahead}]
setups:
  dare: {name: Dare, procedure: game, with: {one: 1, two: 2}, ends: {winner: victor, rounds: lasted, outcome: how}}
bots:
  any: {name: Any}
  sleeper: {name: Sleeper, avoid: {way: [safe, dare]}}
  wise: {name: Wise, score: "10 * me.points - 10 * foe.points"}
  exact: {name: Exact, like: wise, chance: exact}
"""


def laid(goal: int) -> Table:
    return Table(program_of(GAME.replace("GOAL", str(goal))))


# ---------------------------------------------------------------- what bots take


@pytest.mark.parametrize("bot", ["wise", "exact"])
@pytest.mark.parametrize(("goal", "best"), [(6, "safe"), (3, "dare"), (1, "dare")])
def test_a_bot_takes_what_is_worth_most(bot: str, goal: int, best: str) -> None:
    """Daring is worth 2/6, 8/6 or 2 points, safety one."""
    table = laid(goal)
    state = table.new_game(table.setup(None), [], 1)
    taken = {player(table, table.bot(bot), seed).decide(state, table.legal(state))["option"] for seed in range(8)}
    assert taken == {best} if bot == "exact" else best in taken


def test_a_bot_never_takes_what_it_avoids() -> None:
    table = laid(4)
    state = table.new_game(table.setup(None), [], 1)
    legal = table.legal(state)
    assert {player(table, table.bot("sleeper"), seed).decide(state, legal)["option"] for seed in range(30)} == {"sleep"}
    assert {player(table, table.bot("any"), seed).decide(state, legal)["option"] for seed in range(60)} == {"safe", "dare", "sleep"}


def mixed(program: Program, state: State, seat: int, seed: int) -> State:
    """The same state, but for what a player cannot see: hidden piles in another order, a hand from among them, other chance."""
    chance = random.Random(seed)
    zones = {name: [list(pile) for pile in piles] for name, piles in state["zones"].items()}
    foe = 1 - seat
    pool = zones["deck"][foe] + zones["hand"][foe]
    chance.shuffle(pool)
    size = len(zones["hand"][foe])
    zones["hand"][foe], zones["deck"][foe] = pool[:size], pool[size:]
    chance.shuffle(zones["deck"][seat])
    for owner in (0, 1):
        chance.shuffle(zones["wound_deck"][owner])
    return {**state, "zones": zones, "rng": [chance.randrange(2**32) for _ in range(4)]}


def test_a_bot_decides_by_what_its_player_sees() -> None:
    """In the duel: other cards in the other's hand, other decks, other dice to come, the same decision."""
    program = shipped("penance")
    table = Table(program)
    setup = table.setup("close_quarters")
    state = table.new_game(setup, ["confessor", "ironclad"], 5)
    seats = [player(table, table.bot("greedy"), seat) for seat in (0, 1)]
    looked = 0
    while state["pending"] is not None and looked < 12:
        seat = state["pending"]["by"]
        legal = table.legal(state)
        decision = seats[seat].decide(state, legal)
        if state["pending"]["slot"] in ("action", "part", "way") and len(legal) > 2:
            looked += 1
            for seed in (1, 2):
                assert seats[seat].decide(mixed(program, state, seat, seed), legal) == decision
        state, _ = table.apply(state, decision)
    assert looked == 12


@pytest.mark.parametrize(("decks", "seed"), [(("confessor", "warden"), 3), (("ironclad", "outrider"), 4), (("outrider", "warden"), 5)])
def test_looking_ahead_plays_what_the_engine_plays(decks: tuple[str, str], seed: int) -> None:
    """Every legal action of a duel, with the same chance: the same counters, piles and question, and the state is left as it was."""
    program = shipped("penance")
    table = Table(program)
    look, chance = Look(table), random.Random(seed)
    state = table.new_game(table.setup("close_quarters"), list(decks), seed)
    for number in range(150):
        if state["pending"] is None:
            break
        legal = table.legal(state)
        if number % 3 == 0:
            game = table.rules.open(state)
            for action in legal:
                fork = game.fork()
                assert look.take(fork, legal.index(action))
                after, _ = table.apply(state, action)
                assert fork.save() == after
            assert game.save() == state
        action = next((action for action in legal if action.get("option") == "play"), None) or chance.choice(legal)
        if action.get("option") != "surrender":
            state, _ = table.apply(state, action)


# ---------------------------------------------------------------- many games


def test_the_same_seed_is_the_same_game() -> None:
    table = laid(4)
    setup = table.setup(None)
    games = [play(table, setup, [], ["any", "wise"], seed, True) for seed in (1, 2, 3, 4, 5, 6)]
    assert games == [play(table, setup, [], ["any", "wise"], seed) for seed in (1, 2, 3, 4, 5, 6)]
    assert {game.outcome for game in games} <= {"ahead", "level"}
    assert {game.rounds for game in games} == {2}
    assert len({game.winner for game in games}) > 1


def test_games_are_counted_by_the_results_that_the_setup_names() -> None:
    """A daring player who always hits has four points, a sleeper none: every game is won, whoever begins."""
    table = laid(1)
    setup = table.setup(None)
    (figures,) = report(simulate(table, setup, [()], ["sleeper", "exact"], 10, 1, True))["pairings"]
    assert ([one["count"] for one in figures["wins"]], figures["draws"]["count"]) == ([0, 10], 0)
    assert figures["outcomes"] == {"ahead": {**figures["wins"][1]}}
    assert (figures["rounds"]["median"], figures["decisions"]["median"]) == (2, 4)
    (level,) = report(simulate(table, setup, [()], ["sleeper", "sleeper"], 4, 1))["pairings"]
    assert (level["draws"]["count"], level["draws"]["share"]) == (4, 1.0)


def test_what_does_not_hold_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    table = laid(4)
    state = table.new_game(table.setup(None), [], 1)
    bad: list[tuple[dict[str, Any], str]] = [
        ({"counters": {"points": [0, 21]}}, "the counter points is 21, outside 0 to 20"),
        ({"cards": [1]}, "the cards are not those that the game began with"),
        ({"counters": {"points": [0, 3]}}, "the log replayed gives another state: counters"),
    ]
    for change, what in bad:
        with pytest.raises(Breach, match=what):
            Watch(table, 1, state).see({**state, **change})
    (done, _) = table.apply(state, table.legal(state)[0])
    with pytest.raises(Breach, match="the log does not tell what was done"):
        Watch(table, 1, state).acted(table.legal(state)[1], done)
    monkeypatch.setattr(table.rules.Live, "legal", lambda self: [])
    with pytest.raises(Breach, match="nothing is legal") as breach:
        play(table, table.setup(None), [], ["any", "any"], 7)
    assert (breach.value.is_rules, breach.value.seed) == (True, 7)


# ---------------------------------------------------------------- the command


@pytest.mark.full
def test_the_command_counts(tmp_path: Path, penance: Callable[..., Ran]) -> None:
    (tmp_path / "game.yaml").write_text(GAME.replace("GOAL", "1"), encoding="utf-8")
    ran = penance("simulate", "--game", tmp_path, "--bots", "exact,sleeper", "--games", "3", "--check", "--format", "json")
    assert (ran.code, ran.err) == (0, "")
    found = json.loads(ran.out)
    assert [one["count"] for one in found["pairings"][0]["wins"]] == [3, 0]
    again = penance("simulate", "--game", tmp_path, "--bots", "exact,sleeper", "--games", "3", "--check", "--format", "json")
    assert again.out == ran.out
    text = penance("simulate", "--game", tmp_path, "--bots", "sleeper", "--games", "2").out
    assert text.startswith("Dare: 2 games of each pairing, seeds from 1\n")
    for arguments, said in (
        (("--bots", "wize"), "there is no bot `wize`; did you mean `wise`?"),
        (("--bots", "any,any,any"), "`dare` has 2 seats, not 3"),
        (("--decks", "a,b"), "nobody brings a deck to this game"),
        (("--setup", "dar"), "there is no setup `dar`; did you mean `dare`?"),
    ):
        ran = penance("simulate", "--game", tmp_path, *arguments)
        assert (ran.code, ran.out, ran.err) == (2, "", f"penance: {said}\n")


@pytest.mark.full
def test_the_page_shows_what_is_printed(penance: Callable[..., Ran]) -> None:
    text = (ROOT / "docs" / "simulate.md").read_text(encoding="utf-8")
    ((command, output),) = re.findall(r"^```console\n\$ penance ([^\n]*)\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    assert penance(*shlex.split(command), "--jobs", "2").out == output
