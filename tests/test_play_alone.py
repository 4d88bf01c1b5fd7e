"""Games of one player and of three, and what a person at the terminal may learn before it is done."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from penance_build.api import compile_texts
from penance_build.cli.app import app
from penance_build.play.table import Refused, Table
from penance_build.play.words import Words

RULES = """
game: {id: leak, name: Leak, version: "1", language: 1}
enums: {suit: {name: Suit, members: {heath: Heath, fen: Fen}}}
card_types: {c: {name: C}}
card_attributes:
  suit: {name: Suit, type: suit, shown: line}
  bad: {name: Bad, type: bool, shown: line}
  worth: {name: Worth, type: -3..3, signed: true, shown: mark, optional: true}
cards:
  bomb: {name: Bomb, suit: heath, bad: true, worth: 0}
  safe: {name: Safe, suit: fen, bad: false}
decks: {d: {name: D, cards: {bomb: 3, safe: 3}}}
zones:
  pile: {name: Pile, owner: game, visible: none}
  out: {name: Out, owner: game, visible: all}
counters: {got: {name: Got, owner: player, type: 0..3, past: clamp}}
procedures:
  main:
    inputs: {one: player}
    results: {winner: 0..1}
    steps:
      - {let: winner, value: 0}
      - {let: over, value: false}
      - {shuffle: pile}
      - repeat:
          - choose: next
            by: one
            options: {draw: Draw, stop: Stop}
          - match: next
            cases:
              draw:
                - find: x
                  card_from: pile
                  where: true
                  then:
                    - if: x.bad
                      then: [{let: over, value: true}]
                      else: [{change: one.got, by: 1}]
                    - {move: card, card: x, to: out}
              stop: [{let: over, value: true}]
        until: over or one.got == 3
        at_most: 4
      - if: one.got == 3
        then: [{let: winner, value: 1}]
setups:
  s: {name: S, players: 1, procedure: main, with: {one: 1}, ends: {winner: winner}, zones: {pile: d}}
  three: {name: T, players: 3, procedure: main, with: {one: 1}, ends: {winner: winner}, zones: {pile: d}}
bots:
  counts: {name: Counts, score: me.got}
  compares: {name: Compares, score: "me.got - foe.got"}
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "game.yaml").write_text(RULES, encoding="utf-8")
    return tmp_path


def penance(*words: str, typed: str = "") -> Result:
    return CliRunner().invoke(app, list(words), input=typed)


@pytest.mark.full
@pytest.mark.parametrize("seed", range(1, 7))
def test_what_is_confirmed_tells_nothing_of_hidden_cards(folder: Path, seed: int) -> None:
    """To stop ends the game whatever lies on the pile, and is confirmed; to draw ends it by a card that nobody sees."""
    stop = penance("play", "--game", str(folder), "--seed", str(seed), typed="2\nno\nquit\n")
    draw = penance("play", "--game", str(folder), "--seed", str(seed), typed="1\nno\nquit\n")
    assert "This ends the game" in stop.output
    assert "This ends the game" not in draw.output


@pytest.mark.full
def test_a_bot_that_speaks_of_another_player_needs_one(folder: Path) -> None:
    program = compile_texts({"game.yaml": RULES}).program
    assert program is not None
    table = Table(program)
    for setup in table.program.by_id.setups.values():
        assert table.seat(setup, "counts").id == "counts"
        with pytest.raises(Refused, match=rf"`compares` judges one player against one other \(`foe`\), and `{setup.id}` has"):
            table.seat(setup, "compares")
    for words in (("simulate", "--games", "1", "--bots", "compares"), ("play", "--bots", "compares")):
        ran = penance(*words, "--game", str(folder))
        assert "judges one player against one other" in f"{ran.output} {ran.exception}", words


def test_games_alone_are_won_or_not(folder: Path) -> None:
    lines = penance("simulate", "--bots", "counts", "--games", "5", "--game", str(folder)).stdout.splitlines()
    assert any(line.startswith("  won (Counts)") for line in lines)
    assert any(line.startswith("  not won") for line in lines)
    assert not any("draws" in line or "began" in line for line in lines)
    assert lines[-1] == "Every share is one of this bot: another, and people, may win otherwise."


def test_what_a_card_shows_is_said_at_the_table(folder: Path) -> None:
    """The first member of an enum and a zero are values; what is absent or false is none."""
    program = compile_texts({"game.yaml": RULES}).program
    assert program is not None
    words = Words(program, ["You"])
    assert words.card("bomb") == "Bomb (C, Suit Heath, Bad, Worth +0)"
    assert words.card("safe") == "Safe (C, Suit Fen)"
