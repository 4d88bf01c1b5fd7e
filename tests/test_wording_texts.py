"""Texts given beside effects: cards in other words, which pass, and cards whose text means something else, which do not.

The cases are data, in ``tests/cases_texts``: a game or one of the shipped rules, effects, and texts that are right and wrong.
"""

from __future__ import annotations

import json
import re
import time
import tomllib
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from penance_build import api
from penance_build.source import read_text
from penance_build.wording.compare import difference
from penance_build.wording.figures import Names, figures
from penance_build.wording.numbers import ARTICLES, NUMBER_WORDS, spelt
from penance_build.wording.phrases import Part
from penance_build.wording.vocabulary import Vocabulary, stems, vocabulary
from penance_build.wording.words import english
from tests.games import texts_of

HERE = Path(__file__).resolve().parent
RULES = HERE.parent / "rules"
CASES = sorted((HERE / "cases_texts").glob("*.toml"))


def test_there_are_cases() -> None:
    assert len(CASES) >= 2


@cache
def cards_of(rules: str) -> dict[str, Mapping[str, Any]]:
    """The cards of a shipped game as they are written, by their ids."""
    trees = [file.root for name, text in texts_of(rules).items() if (file := read_text(name, text)[0]) is not None]
    return {name: card for tree in trees for name, card in tree.get("cards", {}).items()}


def game_with(case: Mapping[str, Any], texts: Iterable[tuple[str, str]]) -> dict[str, str]:
    """A game that has a card for each text; the card ``t7`` has the seventh, which is a text for the card named."""
    made: dict[str, str] = {}
    for number, (name, text) in enumerate(texts):
        if "rules" in case:
            made[f"t{number}"] = json.dumps({**cards_of(case["rules"])[name], "text": text})
        else:
            made[f"t{number}"] = f"{{name: Qqq, type: act, text: {json.dumps(text)}, effects: {case['cards'][name]['effects']}}}"
    cards = "".join(f"  {name}: {card}\n" for name, card in made.items())
    if "rules" in case:
        return {**texts_of(case["rules"]), "zz_texts.yaml": f"cards:\n{cards}"}
    return {"game.yaml": case["game"] + cards}


def found(case: Mapping[str, Any], texts: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """The texts among those given that are reported; everything else in the game is right."""
    compiled = api.compile_texts(game_with(case, texts), every_option=False)
    problems = [item for item in compiled.problems if item.severity == "error" or item.code == "W721"]
    assert {item.code for item in problems} <= {"E702", "W721"}, problems
    starts = {int(item.entity[1][1:]): item.span.line for item in problems}
    number, line = next(iter(starts.items()), (0, 0))  # each card has a line, so that one problem of many cards names them all
    places = [span for item in problems for span in (item.span, *(span for span, _ in item.related))]
    reported = [span.line - line + number for span in places]
    assert len(reported) == len(set(reported))  # one mistake is one problem
    return [texts[number] for number in sorted(reported)]


def listed(case: Mapping[str, Any], key: str) -> list[tuple[str, str]]:
    """The texts of a file of cases that are ``right`` or ``wrong``, each with its card."""
    return [(name, text) for name, card in case["cards"].items() for text in card.get(key, [])]


@pytest.mark.full
@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_what_is_right_passes_and_what_is_wrong_does_not(path: Path) -> None:
    case = tomllib.loads(path.read_text(encoding="utf-8"))
    right, wrong = listed(case, "right"), listed(case, "wrong")
    assert len(wrong) >= 50
    assert found(case, right) == []
    assert sorted(set(wrong) - set(found(case, wrong))) == []


@pytest.mark.full
@pytest.mark.parametrize("text", ["Gain {} Heat.", "Gain {}-{} Heat.", "Gain 2 Heat ({})."])
def test_more_digits_than_a_number_has_are_no_number(text: str) -> None:
    case = tomllib.loads((CASES[0].parent / "forge.toml").read_text(encoding="utf-8"))
    compiled = api.compile_texts(game_with(case, [("kiln", text.replace("{}", "9" * 5000))]), every_option=False)
    assert {item.code for item in compiled.problems if item.severity == "error"} <= {"E702"}


@pytest.mark.full
def test_each_card_of_the_shipped_rules_agrees_with_its_own_text() -> None:
    program = api.compile_game(RULES / "penance").program
    assert program is not None
    texts = [(card.id, " ".join(card.text)) for card in program.cards if card.procedure and not card.text_only]
    assert len(texts) > 50
    assert found({"rules": "penance"}, texts) == []


# ---------------------------------------------------------------- words that nobody has listed


def game() -> Vocabulary:
    """The words of a game whose effects are the two sentences."""
    return vocabulary((), ("Heat", "Deck"), (("card", "cards"),))


@pytest.mark.full
def test_any_word_that_is_not_listed_is_found_wherever_it_stands() -> None:
    """Words of prose that nobody chose for it: those of our own documents."""
    prose = " ".join(path.read_text(encoding="utf-8") for path in sorted((HERE.parent / "docs").glob("*.md")))
    words = sorted(set(re.findall(r"(?<![\w`/.{])[a-z]{2,}(?![\w`/(:])", prose)))
    known = english()
    gained = {words[0] for words, senses in known.senses.items() if "up" in senses and len(words) == 1}
    said = {"draw", "card", "heat", "exactly", "first", *ARTICLES, *(words[0] for words in known.silences)}
    quiet = {*said, *known.silent, *known.harmless, *known.alike, *gained}
    tried = [word for word in words if quiet.isdisjoint(stems(word))]
    assert len(tried) > 1200
    parts = [Part("Gain 3 Heat"), Part("Draw 2 cards")]
    for word in tried:
        for text in (f"{word} gain 3 Heat. Draw 2 cards.", f"Gain 3 Heat. Draw 2 {word} cards.", f"Gain 3 Heat {word}. Draw 2 cards."):
            assert difference(text, parts, game()) is not None, text


# ---------------------------------------------------------------- numbers


UNITS = [word for word, value in NUMBER_WORDS.items() if value < 20]
TENS = {value: word for word, value in NUMBER_WORDS.items() if 20 <= value < 100}


def in_words(value: int, joint: str, hyphen: str) -> str:
    """A number to a thousand in words."""
    if value == 1000:
        return "one thousand"
    if value >= 100:
        rest = value % 100
        return f"{UNITS[value // 100]} hundred" + (f"{joint}{in_words(rest, joint, hyphen)}" if rest else "")
    if value < 20:
        return UNITS[value]
    return TENS[value - value % 10] + (f"{hyphen}{UNITS[value % 10]}" if value % 10 else "")


@pytest.mark.full
@pytest.mark.parametrize(("joint", "hyphen"), [(" ", " "), (" and ", "-"), (" ", "-")])
def test_number_words_to_a_thousand(joint: str, hyphen: str) -> None:
    for value in range(1001):
        words = in_words(value, joint, hyphen)
        split = re.split(r"[ -]", words)
        assert spelt([*split, "heat"], 0) == (value, len(split)), words
        assert difference(f"Gain {words} Heat.", [Part(f"Gain {value} Heat")], game()) is None, words
        assert difference(f"Gain {words} Heat.", [Part(f"Gain {value + 1} Heat")], game()) is not None, words


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("twenty-one", 21), ("a hundred and five", 105), ("a thousand", 1000), ("a pair of", 2), ("a dozen", 12), ("1,000", 1000),
        ("d3", None), ("3d6", None), ("1/2", None), ("007", 7),
        ("½", None), ("2½", None), ("1-3", None), ("1–3", None), ("3 %", None), ("2.5", None),
        ("-3", None), ("one half", None), ("three quarters", None), ("3x", None), ("x3", None), ("3 or 4", None), ("²", None),
    ],
)  # fmt: skip
def test_other_ways_to_write_a_number(text: str, value: int | None) -> None:
    for number in (1, 2, 3, 7, 12, 21, 105, 1000):
        agrees = difference(f"Gain {text} Heat.", [Part(f"Gain {number} Heat")], game()) is None
        assert agrees == (number == value), (text, number)


PRICED = Names({("damage",): frozenset(("damage",))}, frozenset(("price",)), "price", is_plain_cost=True)


@pytest.mark.parametrize(("text", "found"), [
    ("Deal 3 damage. It costs 4.", [("damage", 3), ("price", 4)]),
    ("2 wounds, or what it costs.", []),  # no verb stands before the number, and none behind it does
    ("4 cards, then pay", []),
])  # fmt: skip
def test_a_number_is_a_cost_where_a_verb_before_it_says_so(text: str, found: list[tuple[str, int]]) -> None:
    assert [(*figure.attributes, figure.low) for figure in figures(text, PRICED)] == found


@pytest.mark.full
@pytest.mark.parametrize("end", ["", ", ", " until now "])
def test_a_text_of_numbers_alone_is_read_once(end: str) -> None:
    began = time.process_time()
    assert len(list(figures(f"deal 4 damage{end or ' '}" * 7_000, PRICED))) in (0, 1, 7_000)
    assert time.process_time() - began < 10
