"""Given texts against the sentences of their effects: what agrees, and what does not."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from penance_build import api
from penance_build.diagnostics.problem import Problem
from penance_build.wording.compare import difference
from penance_build.wording.cut import same_numbers
from penance_build.wording.phrases import Part
from penance_build.wording.vocabulary import Token, vocabulary

GAME = """\
game: {id: g, name: G, version: "1", language: 1}
units: {hot: {name: hot}, hex: {name: hex, plural: hexes}}
counters:
  heat: {name: Heat, owner: player, type: 0..30 hot, past: clamp}
  hp: {name: HP, owner: player, type: 0..30, past: clamp}
  steps: {name: Steps, owner: player, type: 0..30 hex, past: clamp}
zones: {deck: {name: Deck, owner: player, visible: none}, hand: {name: Hand, owner: player, visible: owner}}
card_types: {act: {name: Act, inputs: {self: player, target: player}}}
wording:
  gain: {step: change, counter: heat, direction: up, say: "Gain *{by}* Heat"}
  vent: {step: change, counter: heat, direction: down, say: "Remove *{by}* Heat"}
  burn: {step: change, counter: target.heat, direction: up, say: "The target gains *{by}* Heat"}
  heal: {step: change, counter: hp, direction: up, say: "Gain *{by}* HP"}
  walk: {step: change, counter: steps, direction: up, say: "Move up to *{by}* {by|hex|hexes}"}
  draw: {step: move, from: deck, to: hand, say: "Draw *{count}* {count|card|cards}"}
  weak: {condition: "target.hp <= N", say: "the target has *{N}* or fewer HP"}
cards: {k: {name: K, type: act, text: "TEXT", effects: EFFECTS}}
"""
GAIN, VENT = "{change: self.heat, by: 2}", "{change: self.heat, by: -2}"
BURN, HEAL = "{change: target.heat, by: 3}", "{change: self.hp, by: 3}"
DRAW, WALK = "{move: top, count: 1, from: self.deck, to: self.hand}", "{change: self.steps, by: 4}"
WEAK = "{if: target.hp <= 10, then: [{change: self.heat, by: 2}], else: [{change: self.hp, by: 3}]}"

RIGHT = (
    (VENT, "Remove *2* Heat."),
    (VENT, "Lose two Heat."),
    (VENT, "Your Heat: lose 2 of it."),
    (f"{VENT}, {BURN}", "Remove 2 Heat; the target gains three Heat."),
    (f"{GAIN}, {HEAL}", "Gain 2 Heat and 3 HP."),
    (f"{GAIN}, {DRAW}", "Gain 2 Heat, then draw a card."),
    (f"{GAIN}, {DRAW}", "Gain *2* {icon:d6} Heat. Draw one card."),
    (WALK, "Move up to four hexes."),
    (WALK, "Walk up to four hexes."),
    (WEAK, "If the target has 10 HP or fewer, gain 2 Heat. Otherwise, gain 3 HP."),
    (WEAK, "If the target's HP is at most ten: gain two Heat. Else gain three HP."),
)
WRONG = (
    (f"{VENT}, {BURN}", "Remove *3* Heat. The target gains *2* Heat.", "this text says 3, 2, its effects say 2, 3"),
    (VENT, "Remove 2 Heat, twice.", "speaks of `twice`"),
    (VENT, "Remove 2½ Heat.", "this text says 2½, its effects say 2"),
    (VENT, "Remove twenty Heat.", "this text says 20, its effects say 2"),
    (VENT, "The target removes 2 Heat.", "speaks of `target`"),
    (VENT, "An enemy removes 2 Heat.", "speaks of `enemy`"),
    (GAIN, "Gain *2* Heat and draw a card, then lose two HP.", "this text says 2, 2, its effects say 2"),
    (GAIN, "Gain 2 Heat and draw a card.", "speaks of `draw`"),
    (GAIN, "Remove 2 Heat.", "something shrinks"),
    (VENT, "Gain 2 Heat.", "something grows"),
    (GAIN, "Gain 2 HP.", "speaks of `hp`"),
    (GAIN, "Gain 2.", "its effects speak of `heat`"),
    (GAIN, "Do not gain 2 Heat.", "speaks of `not`"),
    (GAIN, "If you like, gain 2 Heat.", "speaks of `if`"),
    (BURN, "Gain 3 Heat.", "its effects speak of `target`"),
    (f"{GAIN}, {HEAL}", "Gain 2 HP. Gain 3 Heat.", "in the same order"),
    (f"{VENT}, {{change: self.heat, by: 2}}", "Gain 2 Heat. Remove 2 Heat.", "in the same order"),
    (DRAW, "Draw two cards.", "this text says 2, its effects say 1"),
    (DRAW, "Draw cards.", "this text says no number, its effects say 1"),
    (WALK, "Move up to 4 hexes and gain Heat.", "speaks of `heat`"),
    (WALK, "Walk for 4 hexes.", "its effects speak of `up to`"),
    (WEAK, "If the target has 10 or more HP, gain 2 Heat. Otherwise, gain 3 HP.", "speaks of `or more`"),
    (WEAK, "If the target has 10 or fewer HP, gain 2 Heat. Gain 3 HP.", "its effects speak of `otherwise`"),
    (WEAK, "The target has 10 or fewer HP. Gain 2 Heat. Otherwise, gain 3 HP.", "its effects speak of `if`"),
)


def judged(tmp_path: Path, effects: str, text: str, game: str = GAME) -> list[Problem]:
    """What is reported of the card with this effect and this text."""
    (tmp_path / "game.yaml").write_text(game.replace("EFFECTS", f"[{effects}]").replace("TEXT", text), encoding="utf-8")
    return [item for item in api.compile_game(tmp_path).problems if item.code in ("E702", "E720", "W721")]


@pytest.mark.parametrize(("effects", "text"), RIGHT)
def test_a_text_in_the_author_s_words(tmp_path: Path, effects: str, text: str) -> None:
    assert judged(tmp_path, effects, text) == []


@pytest.mark.parametrize(("effects", "text", "said"), WRONG)
def test_a_text_that_says_something_else(tmp_path: Path, effects: str, text: str, said: str) -> None:
    [problem] = judged(tmp_path, effects, text)
    assert problem.code == "E702"
    assert said in problem.message
    assert problem.span.column == len("cards: {k: {name: K, type: act, text: ") + 1
    assert problem.hint.startswith("the effects read: ")


DOUBTS = (
    (WALK, "Walk up to 4 hexes through fire.", "`through`, `fire` are no words of the effects", "through"),
    (VENT, "Remove 2 Heat, cooly.", "`cooly` is no word of the effects", "cooly"),
    (f"{DRAW}, {GAIN}", "Draw a card and gain 2 → Heat.", "`→` is no word of the effects", "→"),
    (WALK, "Up to 4 hexes.", "its effects speak of `move`, this text does not", "Up to 4 hexes."),
)


@pytest.mark.parametrize(("effects", "text", "said", "at"), DOUBTS)
def test_a_text_with_a_word_that_nobody_knows(tmp_path: Path, effects: str, text: str, said: str, at: str) -> None:
    [problem] = judged(tmp_path, effects, text)
    assert (problem.code, problem.severity) == ("W721", "warning")
    assert said in problem.message
    start = len("cards: {k: {name: K, type: act, text: ") + (1 if at == text else 2 + text.index(at))
    assert problem.span.column == start
    assert problem.hint.startswith("the effects read: ")


def test_words_that_the_author_calls_harmless(tmp_path: Path) -> None:
    free = GAME.replace("wording:\n", "wording:\n  plain: {harmless: [through, Fire, figure]}\n")
    text = "Move your figure up to 4 hexes through fire."
    assert judged(tmp_path, WALK, text, free) == []
    [problem] = judged(tmp_path, WALK, text)
    assert problem.code == "W721"
    telling = free.replace("[through", "[may, two, through")
    first, second = judged(tmp_path, WALK, text, telling)
    assert [(item.code, item.message) for item in (first, second)] == [
        ("E720", "`may` changes what a text says"), ("E720", "`two` changes what a text says"),
    ]  # fmt: skip


WORDS = ("gain", "draw", "Heat", "HP", "cards", "a", "1", "2", "three", "not", "if", "the", "whatever")


@pytest.mark.full
@given(st.lists(st.lists(st.sampled_from(WORDS), min_size=1, max_size=4), min_size=1, max_size=4))
@settings(max_examples=200, deadline=None)
def test_a_text_agrees_with_itself(sentences: list[list[str]]) -> None:
    parts = [" ".join(words) for words in sentences]
    assert difference(". ".join(parts), [Part(part) for part in parts], vocabulary((), ("Heat", "HP", "cards"), ())) is None


def numbers(values: list[int]) -> list[Token]:
    """Numbers in digits."""
    return [Token(str(value), "number", value=value) for value in values]


@given(st.lists(st.integers(0, 3), max_size=6), st.lists(st.integers(0, 3), max_size=6))
def test_sure_numbers_agree_only_one_by_one(found: list[int], wanted: list[int]) -> None:
    assert same_numbers(numbers(found), numbers(wanted)) == (found == wanted)


@given(st.lists(st.booleans(), max_size=8), st.integers(0, 8))
def test_articles_may_stand_for_ones(sure: list[bool], wanted: int) -> None:
    tokens = [Token("1", "number", value=1, is_sure=item) for item in sure]
    assert same_numbers(tokens, numbers([1] * wanted)) == (sum(sure) <= wanted <= len(sure))
    assert same_numbers(numbers([1] * wanted), tokens) == (sum(sure) <= wanted <= len(sure))


@pytest.mark.full
def test_a_text_of_many_words_costs_little(tmp_path: Path) -> None:
    [problem] = judged(tmp_path, GAIN, "Gain Heat " * 2000)
    assert "too long" in problem.message
