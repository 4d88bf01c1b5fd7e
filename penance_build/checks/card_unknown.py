"""W745: a text names a card that there is none of: "search your deck for the card “Goblin King”".

A card is named where a text says `card` and then a name in quotes or in capitals, or a name in quotes behind `named` or `called`;
and anywhere by words in quotes that are nearly the name of a card.
A word or part of a name of the game is known ("a card with “Goblin” in its name"); what looks like a slip of a name is W725.
Cases: ``tests/cases/bad/bases``.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from penance_build.checks.card_twice import folded
from penance_build.checks.distinct import given_texts
from penance_build.checks.name_misspelt import known_names
from penance_build.diagnostics.problem import Problem
from penance_build.diagnostics.suggest import did_you_mean, distance
from penance_build.model.program.elaborate import Elaborated
from penance_build.surface.game import Game

_QUOTED: Final = r"[“\"«„](?P<quoted>[^“”\"«»„{}]{2,60}?)[,.]?[”\"»]"
_TITLE: Final = r"(?P<title>[A-Z][\w'’\-]+(?:\s(?:(?:of|the|and|in|to|from)\s)*[A-Z][\w'’\-]+){1,4})"
_NAMED: Final = re.compile(
    rf"\b(?:[Tt]he|[Aa]) cards?(?: named| called)? (?:{_QUOTED}|{_TITLE})|\b(?:named|called) {_QUOTED.replace('quoted', 'said')}"
    rf"|{_QUOTED.replace('quoted', 'near')}"
)


def check(game: Game, combinations: Sequence[Elaborated]) -> list[Problem]:
    """Find the names in given texts that nothing in the game has."""
    said = [(card, at, found) for card in game.cards.values() for at in given_texts(card) for found in _NAMED.finditer(at.text)]
    if not said:
        return []
    names = sorted({game.names.text(key) for key in game.names.written})
    cards = sorted({item.name for item in game.cards.values()})
    known = {folded(name) for name in names}
    parts = "\n".join(f" {_spaced(name)} " for name in names)
    spelt = known_names(game, combinations)
    problems: list[Problem] = []
    for card, at, found in said:
        group = next(name for name in ("quoted", "title", "said", "near") if found[name] is not None)
        name, (start, end) = found[group], found.span(group)
        forms = {folded(name), folded(name).removesuffix("s")}
        is_part = f" {_spaced(name)} " in parts
        if not known.isdisjoint(forms) or is_part or any(low < end and start < high for low, high, *_ in spelt.slips(at.text)):
            continue
        if group == "near" and not any(_is_slip(name, card_name) for card_name in cards):
            continue
        hint = did_you_mean(name, names) or "correct the name, or add the card"
        message = f"the text of card `{card.id}` names the card “{name}”, and there is none"
        problems.append(Problem("W745", message, at.inside(start, end), hint, entity=("card", card.id), path=at.path))
    return problems


def _spaced(name: str) -> str:
    """The words of a name with one space between."""
    return " ".join(re.findall(r"\w+", name.lower()))


def _is_slip(said: str, name: str) -> bool:
    """Whether words are nearly a name: at most two letters are others, and at most a fifth."""
    mine, theirs = folded(said), folded(name)
    return len(theirs) >= 5 and distance(mine, theirs, 2) <= min(2, len(theirs) // 5)
