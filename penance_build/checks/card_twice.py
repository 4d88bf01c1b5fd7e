"""W742: two cards of one name with other figures; W743: one card under two ids, all but the id or the name the same.

A name that many cards share is a family, such as the ten cards of a suit, and no mistake. Cards of other names are one card only
where a text says the same at some length, or where the names are nearly the same. Cases: ``tests/cases/bad/bases``.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from penance_build.diagnostics.lookalikes import skeleton
from penance_build.diagnostics.problem import Problem
from penance_build.diagnostics.suggest import distance, letters_less
from penance_build.ir import nodes as ir
from penance_build.ir import record
from penance_build.model.program.elaborate import Elaborated
from penance_build.surface.game import Game

_FAMILY: Final = 3  # so many cards of one name are a family
_NEAR: Final = 5  # letters of a name of which one more or less makes another name,
_INDEXED: Final = 40  # and of one that is long enough to be told apart by it
_MANY: Final = 2_000  # cards that are the same in all else, of which no two are one card by mistake but where the names are equal
_LONG: Final = 40  # characters of a text that nobody writes twice by chance


def check(game: Game, combinations: Sequence[Elaborated]) -> list[Problem]:
    """Compare the cards that exist together under some choice of options."""
    problems: dict[Problem, None] = {}
    for cards in {elaborated.program.cards: None for elaborated in combinations}:
        for problem in [*_equal(game, cards), *_alike(game, cards)]:
            problems[problem] = None
    return list(problems)


def _equal(game: Game, cards: Sequence[ir.Card]) -> list[Problem]:
    """Cards that are the same but for the id, or for the id and the name."""
    groups: dict[ir.Card, list[ir.Card]] = {}
    for card in cards:
        bare = record.replace(card, id="", name="", source="", procedure="effect" if card.procedure else "")
        groups.setdefault(bare, []).append(card)
    found: list[Problem] = []
    for group in groups.values():
        twins = _twins(group)
        for at, card in enumerate(group):
            twin = twins[at]
            if twin is None and at and sum(map(len, card.text)) >= _LONG and len(group) < _FAMILY:
                twin = group[0]
            if twin is not None:
                what = "but the id" if twin.name == card.name else "but the name"
                message = f"the cards `{twin.id}` and `{card.id}` are the same in all {what}"
                hint = "remove one; a deck says how many copies of a card it has"
                found.append(_problem(game, "W743", message, hint, card, twin))
    return found


def _alike(game: Game, cards: Sequence[ir.Card]) -> list[Problem]:
    """Cards of one name that are not the same."""
    named: dict[tuple[str, str], list[ir.Card]] = {}
    for card in cards:
        named.setdefault((card.type, folded(card.name)), []).append(card)
    shared = [group for group in named.values() if any(_differences(group[0], card) for card in group[1:])]
    if sum(map(len, shared)) * 5 > len(cards) and len(shared) > 1:
        return []  # names say what sort of card it is
    found: list[Problem] = []
    for group in shared:
        first, *others = group
        if len(group) > _FAMILY:
            continue
        for card in others:
            differences = _differences(first, card)
            if differences and card.faction == first.faction and card.slot == first.slot:
                called = f"both called “{card.name}”" if card.name == first.name else f"called “{first.name}” and “{card.name}”"
                message = f"the cards `{first.id}` and `{card.id}` are {called}, and differ: {', '.join(differences)}"
                found.append(_problem(game, "W742", message, "give one another name, or the same figures", card, first))
    return found


def _differences(first: ir.Card, other: ir.Card) -> list[str]:
    """What two cards differ in: their attributes with both values, `text`."""
    mine, theirs = dict(first.values), dict(other.values)
    keys = [key for key in {**mine, **theirs} if mine.get(key) != theirs.get(key)]
    found = [f"{key} {mine.get(key, 'none')} and {theirs.get(key, 'none')}" for key in keys]
    said = [key for key in {**dict(first.words), **dict(other.words)} if dict(first.words).get(key) != dict(other.words).get(key)]
    return found + said + ["text"] * (first.text != other.text)


def _problem(game: Game, code: str, message: str, hint: str, card: ir.Card, other: ir.Card) -> Problem:
    at = game.cards[card.id].at
    related = ((game.cards[other.id].at.key_span, f"`{other.id}`"),)
    return Problem(code, message, at.key_span, hint, related, ("card", card.id), at.path)


def folded(name: str) -> str:
    """A name without what is no letter and no digit, in small letters, each as the ASCII letter that it looks like."""
    return re.sub(r"[\W_]+", "", skeleton(name))


def _twins(group: Sequence[ir.Card]) -> list[ir.Card | None]:
    """For each card the first before it whose name is one with its own, spelt in two ways: a letter, a plural, case, spaces."""
    names: dict[str, int] = {}  # of each name the first card
    with_letter_less: dict[str, list[str]] = {}
    found: list[ir.Card | None] = []
    for at, card in enumerate(group):
        name = folded(card.name)
        is_read = len(group) <= _MANY and _NEAR <= len(name) <= _INDEXED and name.isalpha()
        shorter = letters_less(name) if is_read else ()
        near = [names[name]] if name in names else []
        for key in shorter:
            one = next((other for other in with_letter_less.get(key, ()) if distance(other, name, 1) <= 1), None)
            near += [] if one is None else [names[one]]
        found.append(group[min(near)] if near else None)
        if name not in names:
            names[name] = at
            for key in shorter if len(name) > _NEAR else ():
                with_letter_less.setdefault(key, []).append(name)
    return found
