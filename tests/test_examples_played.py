"""Worked examples in which players choose, and that say what is left of counters and zones at the end."""

from __future__ import annotations

import pytest

from penance_build.build.judging.judged import judge
from penance_build.compile import compile_texts

GAME = """
game: {id: tower, name: Tower, version: "1", language: 1}
dice: {d6: {sides: 6, name: d6}}
card_types: {brace: {name: Brace, inputs: {self: player}}}
slots: {hand_card: {name: Card}}
factions: {all_of_them: {name: All, tincture: red}}
cards:
  shield: {name: Shield, type: brace, slot: hand_card, faction: all_of_them, text: "It holds.", text_only: nothing}
  stone: {name: Stone, type: brace, slot: hand_card, faction: all_of_them, text: "It lies.", text_only: nothing}
decks: {pile: {name: Pile, size: 2, cards: {shield: 1, stone: 1}}}
counters: {walls: {name: Walls, owner: player, type: 0..9, start: 5, known: unread}}
zones:
  deck: {name: Deck, owner: player, visible: none}
  hand: {name: Hand, owner: player, visible: owner}
  gone: {name: Gone, owner: player, visible: all}
procedures:
  storm:
    name: Storm
    inputs: {who: {type: player}}
    results: {hits: int}
    steps:
      - {roll: d6}
      - {let: hits, value: sum(d6)}
      - choose: way
        by: who
        prompt: Hold or yield
        options: {hold: Hold, give_way: Give way}
      - if: way == hold
        then: [{change: who.walls, by: -1}]
        else: [{change: who.walls, by: -2}]
      - shuffle: who.deck
      - {move: top, from: who.deck, to: who.hand}
      - window: shown
        by: who
        prompt: Answer
        card_from: who.hand
        then: [{move: card, card: shown, to: who.gone}]
setups: {solo: {name: Solo, players: 1, procedure: storm, with: {who: 1}, deck: deck, decks: [pile]}}
examples:
  one: {procedure: storm, set: {who: 1}, dice: {d6: [4]}, zones: {deck: {shield: 2, stone: 1}}, EXAMPLE}
"""


@pytest.mark.parametrize(
    ("example", "said"),
    [
        ("chooses: [hold, stone], expect: {hits: 4}, leaves: [who.walls == 4, size(who.gone) == 1, size(who.deck) == 2]", ""),
        ("chooses: [give_way, nothing], leaves: [who.walls == 3, size(who.hand) == 1]", ""),
        ("chooses: [give_way, nothing], leaves: [who.walls == 4]", "`who.walls == 4` is not true at the end: `who.walls` is 3"),
        ("chooses: [hold, shield], leaves: [who.walls == 4]", "'shield' is no answer to 'shown', which may be stone"),
        ("chooses: [hold], leaves: [who.walls == 4]", "`chooses` has no answer to 'shown_answer', which may be pass, answer"),
        ("chooses: [hold, nothing, hold], leaves: [who.walls == 4]", "nobody asks for what `chooses` has from 'hold' on"),
        ("chooses: [hodl, nothing], leaves: [who.walls == 4]", "there is no option and no card `hodl`"),
        ("chooses: [hold, nothing]", "example `one` says nothing that must come out"),
        ("chooses: [hold, nothing], leaves: [who.wals == 4]", "`wals`"),
    ],
)
def test_what_players_choose_and_what_is_left(example: str, said: str) -> None:
    compilation = compile_texts({"game.yaml": GAME.replace("EXAMPLE", example)}, {}, True, None)
    found = [*compilation.problems, *judge(compilation)]
    assert bool(found) == bool(said), found
    assert not said or said in f"{found[0].message} {found[0].hint}"
