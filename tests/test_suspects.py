"""Where an example that fails is probably wrong: the second places of W717."""

from __future__ import annotations

import pytest

from penance_build.build.judging.judged import judge
from penance_build.compile import compile_texts

GAME = """\
game: {id: raid, name: Raid, version: "1", language: 1}
constants: {guard: 3, spare: {value: 1, known: unread}}
dice: {d6: {sides: 6, name: d6}}
counters: {gold: {name: Gold, owner: player, type: 0..9, past: clamp, start: 4}}
zones:
  deck: {name: Deck, owner: player, visible: none}
  hand: {name: Hand, owner: player, visible: owner}
  gone: {name: Gone, owner: player, visible: all}
card_types: {brace: {name: Brace, inputs: {self: player}}}
slots: {hand_card: {name: Card}}
factions: {all_of_them: {name: All, tincture: red}}
cards: {stone: {name: Stone, type: brace, slot: hand_card, faction: all_of_them, text: "It lies.", text_only: nothing}}
decks: {pile: {name: Pile, size: 1, cards: {stone: 1}}}
setups: {two: {name: Two, procedure: raid, with: {who: 1, force: 3}, deck: deck, decks: [pile]}}
tables:
  loot:
    hit: unique
    inputs: {roll: 1..6}
    outputs: {gold: int}
    rows:
      - {roll: 1..2, gold: 0}
      - {roll: 3..5, gold: 2}
      - {roll: 6, gold: 4}
procedures:
  raid:
    name: Raid
    inputs: {who: player, force: 0..9}
    results: {taken: int, won: bool}
    steps:
      - {roll: d6}
      - let: won
        value: force >= guard
      - let: taken
        value: loot(sum(d6)) + 1
      - if: won
        then:
          - {change: who.gold, by: taken}
        else:
          - {change: who.gold, by: -1}
      - match: taken
        cases:
          1: [{move: top, from: who.deck, to: who.hand}]
          2..5: [{move: top, count: 2, from: who.deck, to: who.gone}]
      - {let: passes, value: 0}
      - repeat: [{let: passes, value: "min(9, passes + 1)"}]
        until: passes >= taken
        at_most: 9
examples:
  just: {procedure: raid, set: {who: 1, force: 3}, dice: {d6: [4]}, expect: {taken: 3, won: true}, leaves: [who.gold == 7]}
  short: {procedure: raid, set: {who: 1, force: 2}, dice: {d6: [6]}, expect: {taken: 5, won: false}, leaves: [who.gold == 3]}
  nothing:
    {procedure: raid, set: {who: 1, force: 9}, dice: {d6: [2]}, zones: {deck: {stone: 3}}, expect: {taken: 1, won: true},
     leaves: [size(who.hand) == 1, size(who.gone) == 0]}
  much:
    {procedure: raid, set: {who: 1, force: 9}, dice: {d6: [3]}, zones: {deck: {stone: 3}}, expect: {taken: 3},
     leaves: [size(who.gone) == 2, size(who.hand) == 0]}
"""


def places(text: str) -> dict[str, list[tuple[int, str]]]:
    """Of each problem the lines of its second places with what is said of them, by the example."""
    found = judge(compile_texts({"game.yaml": text}, {}, True, None))
    assert {problem.code for problem in found} <= {"W717"}
    return {problem.entity[1]: [(span.line, label) for span, label in problem.related] for problem in found}


def line(part: str) -> int:
    """The line of the game in which a text stands."""
    return GAME[: GAME.index(part)].count("\n") + 1


def test_nothing_is_said_where_all_examples_come_out() -> None:
    assert places(GAME) == {}


@pytest.mark.parametrize(
    ("old", "new", "example", "said"),
    [
        ("force >= guard", "force > guard", "just", "with `>=` for `>` it comes out"),
        ("guard: 3", "guard: 4", "just", "with `3` for `4` it comes out"),
        ("gold: 2}", "gold: 1}", "much", "with `2` for `1` it comes out"),
        ("by: -1}", "by: 1}", "short", "with `-1` for `1` it comes out"),
        ("by: taken}", "by: -taken}", "just", "without `-` it comes out"),
        ("from: who.deck, to: who.hand", "from: who.deck, to: who.gone", "nothing", "with `hand` for `gone` it comes out"),
    ],
)
def test_a_small_change_that_helps_is_named_first_where_it_stands(old: str, new: str, example: str, said: str) -> None:
    assert GAME.count(old) == 1
    assert places(GAME.replace(old, new))[example][0] == (line(old), said)


def test_branches_that_are_exchanged_are_both_named() -> None:
    wrong = (
        GAME.replace("        then:\n", "        WAS:\n")
        .replace("        else:\n", "        then:\n")
        .replace("        WAS:\n", "        else:\n")
    )
    found = places(wrong)["short"]
    assert {line for line, _ in found} >= {line("        then:\n"), line("        else:\n")}
    assert found[0][1] == "with `then` here it comes out" or found[0][1] == "with `else` here it comes out"


def test_cases_that_are_exchanged_are_both_named() -> None:
    wrong = (
        GAME.replace("          1: [", "          X: [")
        .replace("          2..5: [", "          1: [")
        .replace("          X: [", "          2..5: [")
    )
    found = dict(places(wrong)["nothing"])
    assert found[line("          1: [")] == "with `1` here it comes out"
    assert found[line("          2..5: [")] == "with `2..5` here it comes out"


def test_where_no_small_change_helps_the_steps_on_the_way_are_named() -> None:
    found = places(GAME.replace("leaves: [who.gold == 7]", "leaves: [who.gold == 9]"))
    assert set(found) == {"just"}
    assert 1 <= len(found["just"]) <= 4
    assert {label for _, label in found["just"]} == {"on the way to it"}


def test_the_same_rules_give_the_same_places_and_changes_that_never_end_are_given_up() -> None:
    wrong = GAME.replace("passes + 1", "passes + 0").replace("expect: {taken: 3, won: true}", "expect: {taken: 2, won: true}")
    assert places(wrong) == places(wrong)
    assert set(places(wrong)) == {"just"}
