"""A made-up base of 841 cards: what is wrong in it is found, and hardly anything else is reported."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path

import pytest

from penance_build.api import compile_game
from penance_build.diagnostics.problem import Problem
from tests import card_phrases
from tests.card_base import CARDS, WRONG_DAMAGES, write_base

MOST_FALSE = 20
# What is planted, and the code that says it.
CODES = {
    "wrong damage": "W740",
    "wrong cost": "W740",
    "wrong health": "W740",
    "other figures": "W742",
    "twin": "W743",
    "spelling": "W744",
    "unknown card": ("W745", "W725"),
    "empty": "W746",
    "draft": "W747",
    "no deck": "W722",
}


def found_in(files: dict[str, str], folder: Path) -> dict[str, list[Problem]]:
    """The problems of a game by card, or by kind and id."""
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")
    found: dict[str, list[Problem]] = defaultdict(list)
    for problem in compile_game(folder).problems:
        kind, name = problem.entity
        found[name if kind == "card" else f"{kind}.{name}"].append(problem)
    return found


def test_there_are_many_ways_to_say_it() -> None:
    """Half of the sentences that speak of damage mean another one than that of the card."""
    says = [sentence for sentences in card_phrases.SAYS.values() for sentence in sentences]
    speaks = [sentence for sentences in card_phrases.SPEAKS.values() for sentence in sentences]
    assert len({*says, *speaks}) >= 120
    assert len(set(speaks)) >= len(set(says))


@pytest.mark.full
@pytest.mark.parametrize("seed", range(4))
def test_a_base_of_many_cards(seed: int, tmp_path: Path) -> None:
    hold(seed, tmp_path)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(4, 60))
def test_many_bases(seed: int, tmp_path: Path) -> None:
    hold(seed, tmp_path)


def hold(seed: int, folder: Path) -> None:
    """All that is planted is found, with its own code; on all the rest there are few warnings."""
    base = write_base(seed)
    assert base.files["game.yaml"].count('"type": ') == CARDS
    assert sum(kind == "wrong damage" for kind in base.planted.values()) == WRONG_DAMAGES
    found = found_in(base.files, folder)
    codes = {name: {problem.code for problem in problems} for name, problems in found.items()}
    missed = {name: kind for name, kind in base.planted.items() if codes.get(name, set()).isdisjoint(_codes(kind))}
    assert missed == {}
    false = [problem for name, problems in found.items() if name not in base.planted for problem in problems]
    assert len(false) <= MOST_FALSE, [problem.message for problem in false]


def _codes(kind: str) -> tuple[str, ...]:
    code = CODES[kind]
    return code if isinstance(code, tuple) else (code,)
