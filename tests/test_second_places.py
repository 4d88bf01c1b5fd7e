"""Second places of problems: where what a mistake is about is declared, or a name that is meant stands."""

from __future__ import annotations

import pytest

from penance_build.api import compile_texts

GAME = """\
game: {id: g, name: G, version: "1", language: 1}
units: {hex: {name: hex, plural: hexes}, heat: {name: heat, plural: heat}}
constants: {reach: {value: 3, unit: hex}}
dice: {d6: {sides: 6}}
counters: {steam: {name: Steam, owner: player, type: 0..9 heat, past: clamp}}
tables:
  far: {hit: unique, inputs: {range: 0..9 hex}, outputs: {more: int hex}, rows: [{range: 0..9, more: 1}]}
procedures:
  inner:
    name: Inner
    inputs: {range: 0..9 hex}
    results: {left: int hex}
    steps:
      - {let: left, value: "max(0, range - reach)"}
  outer:
    name: Outer
    inputs:
      who: player
      distance: 0..9 hex
    results:
      whole: int
      other: int
    steps:
      - call: inner
        with: {range: distance}
        take: {between: left}
      - {let: sum_of_both, value: between + far(distance)}
      - {let: whole, value: sum_of_both + reach}
      - let: other
        value: if whole > reach then 1 else 2
      - repeat:
          - {roll: d6}
          - if: sum(d6) > 4
            then: [{let: other, value: 3}]
        until: other == 3
      - {change: who.steam, by: 1}
"""


def places(old: str, new: str) -> dict[str, set[int]]:
    """By code, the lines of problems and of their second places."""
    assert GAME.count(old) == 1, old
    found: dict[str, set[int]] = {}
    for problem in compile_texts({"game.yaml": GAME.replace(old, new)}, {}).problems:
        found.setdefault(problem.code, set()).update(span.line for span in (problem.span, *(span for span, _ in problem.related)))
    return found


def line(part: str) -> int:
    """The line of the game in which a text stands."""
    assert GAME.count(part) == 1, part
    return GAME[: GAME.index(part)].count("\n") + 1


def test_the_game_is_right() -> None:
    assert [problem for problem in compile_texts({"game.yaml": GAME}, {}).problems if problem.severity == "error"] == []


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ("distance: 0..9 hex", "distance: 0..9 heat", "E404"),
        ("reach: {value: 3, unit: hex}", "reach: {value: 3, unit: heat}", "E404"),
        ("more: int hex", "more: int heat", "E404"),
        ("left: int hex", "left: int heat", "E404"),
        ("distance: 0..9 hex", "distance: 0..10 hex", "E414"),
        ("distance: 0..9 hex", "distacne: 0..9 hex", "E402"),
        ("other: int\n", "otehr: int\n", "E606"),
        ("take: {between: left}", "take: {betwene: left}", "E402"),
        ("sum(d6) > 4", "sum(d6) > 6", "E619"),
    ],
)
def test_the_line_that_was_changed_is_among_the_places(old: str, new: str, code: str) -> None:
    found = places(old, new)
    assert line(old.strip()) in found[code], found


def test_a_card_that_a_deck_names_and_nobody_has_is_reported_at_the_deck_alone() -> None:
    """An example in which the deck lies somewhere says nothing more, and nothing breaks."""
    text = """\
game: {id: g, name: G, version: "1", language: 1}
card_types: {brace: {name: Brace, inputs: {self: player}}}
slots: {hand_card: {name: Card}}
factions: {all_of_them: {name: All, tincture: red}}
zones: {hand: {name: Hand, owner: player, visible: owner}}
cards: {stone: {name: Stone, type: brace, slot: hand_card, faction: all_of_them, text: "It lies.", text_only: nothing}}
decks: {pile: {name: Pile, cards: {stone: 1, stnoe: 1}}}
procedures: {count_them: {name: Count, inputs: {who: player}, results: {held: int}, steps: [{let: held, value: size(who.hand)}]}}
examples: {one: {procedure: count_them, set: {who: 1}, zones: {hand: pile}, expect: {held: 2}}}
"""
    found = [problem for problem in compile_texts({"game.yaml": text}, {}).problems if problem.severity == "error"]
    assert [problem.span.line for problem in found] == [7]
    assert [(span.line, label) for span, label in found[0].related] == [(6, "`stone` stands here")]


def test_there_are_a_handful_of_places_at_most_and_none_twice() -> None:
    for problem in compile_texts({"game.yaml": GAME.replace("distance: 0..9 hex", "distance: 0..9 heat")}, {}).problems:
        spans = [span for span, _ in problem.related]
        assert len(spans) <= 6
        assert len({problem.span, *spans}) == len(spans) + 1
