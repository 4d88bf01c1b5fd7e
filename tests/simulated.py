"""A small game of cards for the tests of many games, its deals, and how a series of it is run."""

from __future__ import annotations

GAME = """
game: {id: pile, name: Pile, version: "1", language: 1}
enums: {ending: {name: Ending, members: {ahead: Ahead, level: Level}}}
dice: {d6: {name: d6, sides: 6}}
zones:
  deck: {owner: player, visible: none}
  hand: {owner: player, visible: owner}
  board: {owner: player, visible: all}
  buried: {owner: player, visible: none}
card_types: {plain: {name: Plain}}
slots: {core: {name: Core}}
factions: {all: {name: All, tincture: red}}
card_attributes: {worth: {name: Worth, type: 0..9}}
cards:
  ace: {name: Ace, type: plain, slot: core, faction: all, worth: 5, text: Worth something., text_only: worth}
  king: {name: King, type: plain, slot: core, faction: all, worth: 3, text: Worth something., text_only: worth}
  knave: {name: Knave, type: plain, slot: core, faction: all, worth: 1, text: Worth something., text_only: worth}
decks:
  high: {name: High, cards: {ace: 2, king: 2}}
  low: {name: Low, cards: {king: 1, knave: 4}}
procedures:
  turn:
    inputs: {who: player}
    steps:
      - {move: top, from: who.deck, to: who.hand}
      - choose: laid
        by: who
        prompt: Lay which
        card_from: who.hand
        then: [{move: card, card: laid, to: who.board}]
      - choose: hidden
        by: who
        prompt: Bury which
        card_from: who.hand
        then: [{move: card, card: hidden, to: who.buried}]
  game:
    inputs: {one: player, two: player}
    results: {victor: int, lasted: int, how: {type: ending, default: level}}
    steps:
      - {shuffle: one.deck}
      - {shuffle: two.deck}
      - {move: top, from: one.deck, to: one.hand, count: 2}
      - {move: top, from: two.deck, to: two.hand, count: 2}
      - choose: ready
        by: one
        prompt: Ready
        options: {go: Go, wait: Wait}
      - {roll: d6}
      - {let: odd, value: sum(d6) % 2 == 1}
      - {let: first, value: if odd then one else two}
      - {let: second, value: if odd then two else one}
      - {call: turn, with: {who: first}}
      - {call: turn, with: {who: second}}
      - {let: lasted, value: sum(d6)}
      - {let: ones, value: "sum(one.board, card.worth)"}
      - {let: twos, value: "sum(two.board, card.worth)"}
      - {let: victor, value: if ones > twos then 1 else if twos > ones then 2 else 0}
      - if: victor > 0
        then: [{let: how, value: ahead}]
setups:
  pile:
    name: Pile
    procedure: game
    with: {one: 1, two: 2}
    begins: laid
    deck: deck
    ends: {winner: victor, rounds: lasted, outcome: how}
bots:
  any: {name: Any}
  wise: {name: Wise, score: "sum(me.board, card.worth) - sum(foe.board, card.worth)"}
"""

# One player; a gamble may cost more than there is in the purse, which the rules refuse only once the die has been rolled.
REFUSING = """
game: {id: purse, name: Purse, version: "1", language: 1}
counters: {purse: {name: Purse, owner: player, type: 0..30, start: 20, past: illegal}}
dice: {d6: {name: d6, sides: 6}}
procedures:
  game:
    inputs: {who: player}
    results: {left: int}
    steps:
      - each: i
        to: 5
        do:
          - {choose: deed, by: who, prompt: What now, options: {gamble: Gamble, wait: Wait}}
          - if: deed == gamble
            then: [{roll: d6}, {change: who.purse, by: -sum(d6)}]
      - {let: left, value: who.purse}
setups: {purse: {name: Purse, players: 1, procedure: game, with: {who: 1}}}
bots:
  sure: {name: Sure, score: me.purse - 0 * foe.purse, chance: exact}
  any: {name: Any}
"""
