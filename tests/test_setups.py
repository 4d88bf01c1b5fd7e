"""Setups by name and bots: a game that begins by itself, in both languages, and the formula that judges for a bot."""

from __future__ import annotations

from pathlib import Path

import pytest

from penance_build.api import compile_game
from penance_build.ir.canonical import dumps, loads
from penance_build.ir.identity import rules_hash
from penance_build.ir.play import playable
from tests.engine_support import NodeBatch, python_engine
from tests.games import program_of

GAME = """
game: {id: g, name: G, version: "1", language: 1}
enums: {frame: {members: {light: Light, heavy: Heavy}}}
counters:
  frame: {owner: player, type: frame}
  life: {owner: player, type: 0..20, start: 9}
zones:
  deck: {owner: player, visible: none}
  hand: {owner: player, visible: owner}
  spare: {owner: game, visible: all}
  wounds: {owner: player, visible: none}
card_types: {calm: {name: Calm, inputs: {self: player}}}
slots: {core: {name: Core}}
factions: {all: {name: All, tincture: red}}
wording: {gain: {step: change, counter: life, direction: up, say: "Gain *{by}* life"}}
cards:
  rest: {name: Rest, type: calm, slot: core, faction: all, effects: [{change: self.life, by: 1}]}
  wait: {name: Wait, type: calm, slot: core, faction: all, effects: [{change: self.life, by: 2}]}
decks:
  slow: {name: Slow, cards: {rest: 3, wait: 1}, counters: {frame: heavy, life: 12}}
  fast: {name: Fast, cards: {rest: 2}}
  loose: {name: Loose, cards: {wait: 2}}
procedures:
  game:
    inputs: {turns: 1..9, one: player}
    results: {won: bool}
    steps:
      - {shuffle: spare}
      - {let: won, value: false}
      - each: turn
        to: turns
        do:
          - choose: action
            by: one
            options: {stay: Stay, leave: Leave}
          - if: action == leave
            then: [{let: won, value: true}]
setups:
  short:
    procedure: game
    with: {turns: 2, one: 2}
    deck: deck
    decks: [slow, fast]
    zones: {spare: loose, wounds: fast}
bots:
  fool: {name: Fool, avoid: {action: [leave]}}
  sage: {name: Sage, score: "me.life - foe.life + size(me.deck)"}
  twin: {name: Twin, like: sage, avoid: {action: [leave]}, chance: exact}
"""


def test_who_begins_is_no_rule() -> None:
    """It is a choice of options or of a card; games that were saved without it go on; and the IR is read back with it and without."""
    plain = program_of(GAME)
    begun = program_of(GAME.replace("procedure: game\n", "procedure: game\n    begins: action\n"))
    assert (plain.setups[0].begins, begun.setups[0].begins) == ("", "action")
    assert rules_hash(plain) == rules_hash(begun)
    assert playable(plain) == playable(begun)
    for program in (plain, begun):
        assert loads(dumps(program)) == program
    assert '"begins"' not in dumps(plain)


@pytest.mark.full
def test_a_game_begins_by_the_name_of_its_setup(tmp_path: Path) -> None:
    program = program_of(GAME)
    engine, batch = python_engine(program, tmp_path), NodeBatch(tmp_path)
    batch.engine(program, "setups")
    state = engine.new_game({"setup": "short", "decks": ["fast", "slow"]}, 5)
    assert [len(pile) for pile in state["zones"]["deck"]] == [2, 4]
    assert [len(pile) for pile in state["zones"]["wounds"]] == [2, 2]
    assert len(state["zones"]["spare"][0]) == 2
    assert state["counters"] == {"frame": [0, 1], "life": [9, 12]}
    assert (state["pending"]["slot"], state["pending"]["by"]) == ("action", 1)
    assert engine.replay(state["log"])["zones"] == state["zones"]
    for decks in (["fast", "slow"], ["fast"], [], None):
        given = {"setup": "short"} if decks is None else {"setup": "short", "decks": decks}
        batch.call({"answer": engine.new_game(given, 7)}, "new_game", given, 7)
    assert engine.new_game({"setup": "short"}, 1)["counters"]["frame"] == [1, 1]
    for given, message in (
        ({"setup": "long"}, "there is no setup 'long': the setups are short"),
        ({"setup": 3}, "there is no setup 3: the setups are short"),
        ({"setup": "short", "decks": ["loose"]}, "there is no deck 'loose' to bring: they are slow, fast"),
        ({"setup": "short", "decks": ["fast"] * 3}, "decks must be a list of 2 decks, not a list of 3"),
        ({"setup": "short", "zones": {}}, "a setup by name takes decks and counters, not 'zones'"),
        ({"setup": "short", "counters": {"life": 30}}, "counter 'life' must be from 0 to 20, not 30"),
    ):
        with pytest.raises(engine.InputError) as error:
            engine.new_game(given, 1)
        assert str(error.value) == message
        batch.call({"error": message, "kind": "InputError"}, "new_game", given, 1)
    batch.check()


def test_what_judges_for_a_bot_is_no_part_of_the_engine(tmp_path: Path) -> None:
    program = program_of(GAME)
    assert [(bot.id, bot.score, bot.avoid, bot.exact) for bot in program.bots] == [
        ("fool", "", (("action", "leave"),), False),
        ("sage", "bot.sage", (), False),
        ("twin", "bot.twin", (("action", "leave"),), True),
    ]
    plain, judge = python_engine(playable(program), tmp_path), python_engine(program, tmp_path)
    state = judge.new_game({"setup": "short", "decks": ["fast", "slow"]}, 5)
    for judged in ("bot.sage", "bot.twin"):
        assert judge.run(judged, {"me": 0, "foe": 1}, state=state)["result"] == {"score": 9 - 12 + 2}
    with pytest.raises(plain.InputError, match="there is no procedure"):
        plain.run("bot.sage", {"me": 0, "foe": 1})


@pytest.mark.parametrize(
    ("like", "message", "hint"),
    [("sag", "there is no bot `sag`", "sage"), ("twin", "`twin` is itself like another bot", "bots: fool, sage")],
)
def test_a_bot_is_like_one_that_there_is(like: str, message: str, hint: str, tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text(GAME + f"  odd: {{name: Odd, like: {like}}}\n", encoding="utf-8")
    found = [problem for problem in compile_game(tmp_path).problems if problem.code == "E301"]
    assert [(problem.message, hint in problem.hint) for problem in found] == [(message, True)]


@pytest.mark.parametrize(
    ("old", "new", "code", "message"),
    [
        ("with: {turns: 2, one: 2}", "with: {turns: 2}", "E602", "`game` needs the input `one`"),
        ("with: {turns: 2, one: 2}", "with: {turns: 2, one: 3}", "E612", "there is no player 3"),
        ("procedure: game", "procedure: game\n    players: 1", "E612", "there is no player 2"),
        ("avoid: {action: [leave]}, chance", "avoid: {action: [leav]}, chance", "E301", "`action` has no option `leav`"),
        ("avoid: {action: [leave]}, chance", "avoid: {act: [leave]}, chance", "E301", "no rule asks for `act`"),
        ("procedure: game", "procedure: game\n    begins: act", "E301", "no rule asks for `act`"),
        ("procedure: game", "procedure: game\n    ends: {winner: win}", "E301", "`game` has no result `win`"),
        ("procedure: game", "procedure: game\n    ends: {winner: won}", "E403", "`winner` is a number, the result `won` is true or false"),
        (
            "procedure: game",
            "procedure: game\n    ends: {outcome: won}",
            "E403",
            "`outcome` is a member of an enum, the result `won` is true or false",
        ),
    ],
)
def test_a_setup_that_could_not_begin_or_end(old: str, new: str, code: str, message: str, tmp_path: Path) -> None:
    assert GAME.count(old) == 1
    (tmp_path / "game.yaml").write_text(GAME.replace(old, new), encoding="utf-8")
    assert (code, message) in [(problem.code, problem.message) for problem in compile_game(tmp_path).problems]
