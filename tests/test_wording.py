"""Texts written from effects: each number once and in order, nothing outside its condition, nothing of another player."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from penance_build import api
from penance_build.ir import nodes as ir
from penance_build.surface.from_tree.steps import READERS

GAME = """\
game: {id: g, name: G, version: "1", language: 1}
constants: {many: 6}
counters:
  heat: {name: Heat, owner: player, type: -99..99, past: clamp}
  hp: {name: HP, owner: player, type: -99..99, past: clamp}
  doom: {name: Doom, owner: game, type: -99..99, past: clamp}
zones: {deck: {name: Deck, owner: player, visible: none}, hand: {name: Hand, owner: player, visible: owner}}
enums: {limb: {name: Limb, members: {arm: Arm, leg: Leg}}}
card_attributes: {power: {name: Power, type: 0..9}}
card_types: {act: {name: Act, inputs: {self: player, target: player}}}
procedures:
  hit:
    name: Hit
    inputs: {damage: 0..99, more: {type: 0..99, default: 0}, limb: {type: limb, default: arm}, burns: {type: bool, default: false}}
    results: {t: int}
    steps: [{let: t, value: damage + more}]
wording:
  gain: {step: change, counter: heat, direction: up, say: "Gain *{by}* Heat"}
  vent: {step: change, counter: heat, direction: down, say: "Remove *{by}* Heat"}
  burn: {step: change, counter: target.heat, direction: up, say: "The target gains *{by}* Heat"}
  hurt: {step: change, counter: target.hp, direction: down, say: "The target loses *{by}* HP"}
  doom: {step: change, counter: doom, say: "Doom *{by}*"}
  fix: {step: change, counter: heat, direction: set, say: "Set your Heat to *{to}*"}
  draw: {step: move, from: deck, to: hand, say: "Draw *{count}* {count|card|cards}."}
  under: {step: move, from: hand, to: deck, place: bottom, say: "Put *{count}* {count|card|cards} under your deck"}
  mix: {step: shuffle, zone: deck, say: "Shuffle your deck"}
  hit:
    step: call
    procedure: hit
    say: "Deal *{damage}* damage"
    also: {more: "From behind: +*{more}* damage", limb: "{limb} only", burns: "It burns"}
  weak: {condition: "target.hp <= N", say: "the target has *{N}* or fewer HP"}
  rich: {condition: "size(self.deck) >= N", say: "you have *{N}* or more cards"}
cards:
"""

TEXTS = (
    ("[{change: self.heat, by: -2}, {change: target.heat, by: 3}]", "Remove 2 Heat. The target gains 3 Heat."),
    ("[{change: doom, by: -2}, {change: doom, by: many}]", "Doom -2. Doom +6."),
    ("[{change: self.heat, to: -2}]", "Set your Heat to -2."),
    ("[{change: self.heat, by: card.power}]", "Gain 4 Heat."),
    ("[{count: 3, to: self.hand, from: self.deck, move: top}, {shuffle: self.deck}]", "Draw 3 cards. Shuffle your deck."),
    ("[{move: top, from: self.hand, to: self.deck, place: bottom}]", "Put 1 card under your deck."),
    ("[{call: hit, with: {damage: 5, limb: leg}}]", "Deal 5 damage.\nLeg only."),
    ("[{call: hit, with: {damage: 5, burns: true, more: 2}}]", "Deal 5 damage.\nFrom behind: +2 damage.\nIt burns."),
    ("[{call: hit, with: {damage: 5, burns: false, limb: arm, more: 0}}]", "Deal 5 damage."),
    (
        "[{if: target.hp <= 3, then: [{change: self.heat, by: -2}, {move: top, count: 2, from: self.deck, to: self.hand}]}]",
        "If the target has 3 or fewer HP: remove 2 Heat; then draw 2 cards.",
    ),
    (
        "[{if: target.hp <= 3, then: [{call: hit, with: {damage: 5, more: 2}}], else: [{change: self.heat, by: 1}, {shuffle: self.deck}]}]",
        "If the target has 3 or fewer HP: deal 5 damage; from behind: +2 damage. Otherwise: gain 1 Heat; then shuffle your deck.",
    ),
    (
        "[{if: target.hp <= card.power, then: [{if: size(self.deck) >= 2, then: [{change: self.heat, by: 1}]}]}, {shuffle: self.deck}]",
        "If the target has 4 or fewer HP and you have 2 or more cards, gain 1 Heat. Shuffle your deck.",
    ),
    (
        "[{if: target.hp <= 3, then: [{shuffle: self.deck}], else: [{if: target.hp <= 5, then: [{change: self.heat, by: 1}], "
        "else: [{change: self.heat, by: 2}]}]}]",
        "If the target has 3 or fewer HP, shuffle your deck. Otherwise, if the target has 5 or fewer HP, gain 1 Heat. "
        "Otherwise, gain 2 Heat.",
    ),
)


def made(tmp_path: Path, effects: list[str]) -> list[ir.Card]:
    """Cards with these effects; the game is without a problem."""
    cards = "".join(f"  c{number}: {{name: C, type: act, power: 4, effects: {effect}}}\n" for number, effect in enumerate(effects))
    (tmp_path / "game.yaml").write_text(GAME + cards, encoding="utf-8")
    compilation = api.compile_game(tmp_path)
    assert compilation.program is not None, [(problem.message, problem.span) for problem in compilation.problems]
    return list(compilation.program.cards)


@pytest.mark.parametrize(("effects", "text"), TEXTS)
def test_what_a_card_says(tmp_path: Path, effects: str, text: str) -> None:
    [card] = made(tmp_path, [effects])
    assert "\n".join(card.text).replace("*", "") == text


class Dealer:
    """Random effects, with the numbers that they play in the order in which they stand."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)

    def number(self, low: int, high: int) -> tuple[str, int]:
        """A constant as some formula."""
        value = self.chance.randint(low, high)
        forms = [f"{value}", f"({value - 3} + 3)", f'"min({value}, 99)"', f"{value} * 1"]
        forms += ["card.power"] if value == 4 else ["many"] if value == 6 else []
        return self.chance.choice(forms), value

    def step(self) -> tuple[str, list[int]]:
        """One step that a phrase says."""
        text, value = self.number(1, 20)
        down, lost = self.number(-20, -1)
        more, added = self.number(1, 20)
        return self.chance.choice(
            [
                (f"{{change: self.heat, by: {text}}}", [value]),
                (f"{{by: {down}, change: self.heat}}", [-lost]),
                (f"{{change: target.heat, by: {text}}}", [value]),
                (f"{{change: target.hp, by: {down}}}", [-lost]),
                (f"{{change: doom, by: {down}}}", [-lost]),
                (f"{{change: self.heat, to: {text}}}", [value]),
                ("{move: top, from: self.deck, to: self.hand}", [1]),
                (f"{{move: top, count: {text}, from: self.hand, to: self.deck, place: bottom}}", [value]),
                ("{shuffle: self.deck}", []),
                (f"{{call: hit, with: {{damage: {text}, more: {more}}}}}", [value, added]),
                (f"{{call: hit, with: {{more: 0, damage: {text}}}}}", [value]),
            ]
        )

    def steps(self, depth: int) -> tuple[str, list[int]]:
        """A list of steps; a condition stands below the top only where one sentence can say it."""
        found = [self.step() for _ in range(self.chance.randint(1, 3))]
        if depth and self.chance.random() < 0.7:
            found.insert(self.chance.randint(0, len(found)), self.condition(depth))
        return "[" + ", ".join(text for text, _ in found) + "]", [number for _, numbers in found for number in numbers]

    def condition(self, depth: int) -> tuple[str, list[int]]:
        """A condition with what then happens, and sometimes with what happens otherwise."""
        limit, value = self.number(1, 20)
        test = self.chance.choice([f"target.hp <= {limit}", f"size(self.deck) >= {limit}"]).replace('"', "")
        then, numbers = self.steps(0)
        found, played = f'{{if: "{test}", then: {then}', [value, *numbers]
        if self.chance.random() < 0.6:
            chained = depth > 1 and self.chance.random() < 0.5
            inner, more = self.condition(depth - 1) if chained else self.steps(0)
            found, played = f"{found}, else: {f'[{inner}]' if chained else inner}", [*played, *more]
        return found + "}", played


@pytest.mark.parametrize("seed", range(6))
def test_random_cards_print_what_they_play(tmp_path: Path, seed: int) -> None:
    dealt = [Dealer(seed * 1000 + number).steps(3) for number in range(40)]
    for card, (effect, numbers) in zip(made(tmp_path, [effect for effect, _ in dealt]), dealt, strict=True):
        assert [int(number) for number in re.findall(r"[0-9]+", "\n".join(card.text))] == numbers, (effect, card.text)


@pytest.mark.full
@pytest.mark.parametrize("seed", range(3))
def test_random_cards_agree_with_their_own_text_and_with_no_other(tmp_path: Path, seed: int) -> None:
    """The text that an effect makes is right beside it; with one number changed it is not."""
    effects = [Dealer(seed * 7000 + number).steps(2)[0] for number in range(20)]
    texts = [" ".join(card.text) for card in made(tmp_path, effects)]
    assert problems(tmp_path, effects, texts) == []
    chance = random.Random(seed)
    wrong = [_changed(text, chance) for text in texts]
    changed = [index for index, (text, other) in enumerate(zip(texts, wrong, strict=True)) if text != other]
    assert len(changed) > 10
    assert problems(tmp_path, effects, wrong) == [(f"c{index}", "E702") for index in changed]


def _changed(text: str, chance: random.Random) -> str:
    numbers = list(re.finditer(r"[0-9]+", text))
    if not numbers:
        return text
    one = chance.choice(numbers)
    return f"{text[: one.start()]}{int(one[0]) + 1}{text[one.end() :]}"


def problems(tmp_path: Path, effects: list[str], texts: list[str]) -> list[tuple[str, str]]:
    """Which cards have which problems, with these texts beside these effects."""
    cards = [f'  c{number}: {{name: C, type: act, power: 4, text: "{text}", effects: {effect}}}\n'
             for number, (effect, text) in enumerate(zip(effects, texts, strict=True))]  # fmt: skip
    (tmp_path / "game.yaml").write_text(GAME + "".join(cards), encoding="utf-8")
    return [(problem.entity[1], problem.code) for problem in api.compile_game(tmp_path).problems if problem.severity == "error"]


# Each keyword, and what is said of a step of it that no phrase says; "" where there is nothing to say.
STEPS = {
    "let": ("[{let: a, value: 1}]", "let: a"),
    "list": ("[{list: a, of: 0..9, size: 2, value: 0}]", "list: a"),
    "roll": ("[{roll: a, die: d}]", "roll: a"),
    "reroll": ("[{roll: a, die: d}, {reroll: a, where: face == 1}]", "reroll: a"),
    "if": ("[{if: target.hp <= 3, then: [{shuffle: self.deck}]}]", ""),
    "match": ("[{match: target.hp, cases: {1: [{shuffle: self.deck}]}, else: [{shuffle: self.deck}]}]", "match: target.hp"),
    "each": ("[{each: i, to: 2, do: [{shuffle: self.deck}]}]", "each: i"),
    "repeat": ("[{repeat: [{shuffle: self.deck}], until: target.hp <= 3, at_most: 2}]", "repeat: …"),
    "tell": ("[{tell: told}]", ""),
    "record": ("[{record: fact, fields: {hp: target.hp}}]", ""),
    "manual": ("[{manual: Stand up, by: self}]", "manual: Stand up"),
    "call": ("[{call: quiet}]", "call: quiet"),
    "choose": ("[{choose: a, by: self, prompt: Which, options: {left: Left, right: Right}}]", "choose: a"),
    "play": ("[{choose: a, by: self, prompt: Which, card_from: self.hand, then: [{play: a, types: [still]}]}]", "choose: a"),
    "window": ("[{window: a, by: target, prompt: Which, card_from: target.hand, then: [{shuffle: self.deck}]}]", "window: a"),
    "find": ("[{find: a, card_from: self.deck, then: [{shuffle: self.deck}]}]", "find: a"),
    "change": ("[{change: target.hp, by: 1}]", "change: target.hp"),
    "move": ("[{move: top, from: self.hand, to: target.deck}]", "move: top"),
    "shuffle": ("[{shuffle: target.deck}]", "shuffle: target.deck"),
}  # fmt: skip


def test_the_texts_of_cards_know_every_step(tmp_path: Path) -> None:
    """A step in an effect is said, says nothing, or is reported in the author's words."""
    assert {*STEPS, "outcome"} == set(READERS)  # effects have no results
    game = GAME.replace(
        "procedures:\n", "dice: {d: {name: D, sides: 6}}\nprocedures:\n  quiet: {name: Q, steps: [{change: doom, by: 1}]}\n"
    )
    game = game.replace("card_types: {", "card_types: {still: {name: Still}, ").replace(
        "cards:\n", "  told: {step: tell, say: [It is told.]}\ncards:\n"
    )
    cards = [f"  {name}_: {{name: C, type: act, power: 4, effects: {effect}}}\n" for name, (effect, _) in STEPS.items()]
    (tmp_path / "game.yaml").write_text(game + "".join(cards), encoding="utf-8")
    found = {problem.entity[1]: problem.message for problem in api.compile_game(tmp_path).problems if problem.severity == "error"}
    assert found == {f"{name}_": f"no wording says `{said}`" for name, (_, said) in STEPS.items() if said}
