"""Suggestions are given where they are sure, from small and large sets, in bounded time."""

from __future__ import annotations

import random
import time
from string import ascii_lowercase

import pytest
from hypothesis import given
from hypothesis import strategies as st

from penance_build.diagnostics.suggest import did_you_mean, distance, nearest

KEYS = ("cost", "damage", "effects", "faction", "name", "slot", "text_only", "type")


@pytest.mark.parametrize(
    ("word", "found"),
    [
        ("coste", ["cost"]),
        ("ocst", ["cost"]),
        ("dmage", ["damage"]),
        ("Damage", ["damage"]),
        ("text-only", ["text_only"]),
        ("textonly", ["text_only"]),
        ("fractoin", ["faction"]),
        ("solt", ["slot"]),
        ("colour", []),
        ("xy", []),
        ("a", []),
        ("", []),
        ("cost", []),
        ("efects", ["effects"]),
    ],
)
def test_keys(word: str, found: list[str]) -> None:
    assert nearest(word, KEYS) == found


def test_at_most_three_the_nearest_only() -> None:
    assert nearest("card_x", ["card_a", "card_b", "card_c", "card_d"]) == ["card_a", "card_b", "card_c"]
    assert nearest("goblin", ["goblins", "gobbling", "goblet"]) == ["goblins"]


def test_short_words_are_not_guessed() -> None:
    assert nearest("ab", ["cd", "ac", "xb"]) == []
    assert nearest("hit", ["fit", "strong_hit"]) == ["fit"]


def test_sentence() -> None:
    assert did_you_mean("coste", KEYS) == "did you mean `cost`?"
    assert did_you_mean("card_x", ["card_b", "card_a"]) == "did you mean `card_a` or `card_b`?"
    assert did_you_mean("card_x", ["card_b", "card_a", "card_c"]) == "did you mean `card_a`, `card_b` or `card_c`?"
    assert did_you_mean("zzz", KEYS) == ""


WORDS = st.text(alphabet="abc", max_size=6)


def slow_distance(first: str, second: str) -> int:
    """The definition, without a bound."""
    if not first or not second:
        return len(first) + len(second)
    options = [
        slow_distance(first[1:], second) + 1,
        slow_distance(first, second[1:]) + 1,
        slow_distance(first[1:], second[1:]) + (first[0] != second[0]),
    ]
    if len(first) > 1 and len(second) > 1 and first[0] == second[1] and first[1] == second[0]:
        options.append(slow_distance(first[2:], second[2:]) + 1)
    return min(options)


@given(WORDS, WORDS, st.integers(0, 4))
def test_distance_is_its_definition_up_to_the_limit(first: str, second: str, limit: int) -> None:
    assert distance(first, second, limit) == min(slow_distance(first, second), limit + 1)


@pytest.mark.full
def test_large_sets_by_their_index() -> None:
    random_source = random.Random(1)
    ids = ["".join(random_source.choice(ascii_lowercase) for _ in range(12)) for _ in range(10_000)]
    start = time.process_time()
    for name in ids[:200]:
        at = random_source.randrange(len(name))
        typo = random_source.choice(
            [name[:at] + name[at + 1 :], name[:at] + "x" + name[at:], name[:at] + "q" + name[at + 1 :], name[1] + name[0] + name[2:]]
        )
        if typo != name:
            assert nearest(typo, ids) == [name]
    assert time.process_time() - start < 8
