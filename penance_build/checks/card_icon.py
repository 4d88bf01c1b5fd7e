"""E712: a printed text that names an icon which the game does not draw: of a card, a face of a die, the quick reference.

The text of a card is read as it is printed, after the holes of phrases were filled: the mode ``card`` of ``formula.template``.
Cases: ``tests/cases/bad/cards``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import assert_never

from penance_build.checks.distinct import distinct_cards
from penance_build.diagnostics.problem import Problem
from penance_build.diagnostics.suggest import did_you_mean
from penance_build.formula.template import Brace, Hole, Icon, Part, Plain, PrintedContent, Sign, Thing, Unread, card
from penance_build.model.program.elaborate import Elaborated
from penance_build.surface.game import Game
from penance_build.surface.nodes import Printed


def check(game: Game, combinations: Sequence[Elaborated]) -> list[Problem]:
    """Find the unknown icons; nobody misses them in a game that draws none and has no deck to print."""
    known = game.icons
    problems: list[Problem] = []
    for facts in distinct_cards(combinations) if known or game.decks else []:
        for icon, at in {name: at for text, at in facts.texts for name in _icons(text)}.items():
            if icon not in known:
                span, path = facts.place(at)
                hint = did_you_mean(icon, sorted(known)) or "draw it under `icons:`"
                problems.append(Problem("E712", f"there is no icon `{icon}`", span, hint, entity=facts.entity, path=path))
    return problems + [_unknown(game, entity, at, hole) for entity, at in _printed(game) for hole in at.parts if _is_unknown(game, hole)]


def _printed(game: Game) -> Iterator[tuple[tuple[str, str], Printed]]:
    """The printed texts beside those of cards, each with the entity that it is of."""
    for name, die in game.dice.items():
        yield from ((("die", name), face.text) for face in die.faces if face.text is not None)
        yield from ((("die", name), mark.text) for mark in die.marks)
    for side in game.reference:
        yield ("reference", ""), side.title
        for block in side.blocks:
            yield from ((("reference", ""), at) for at in block.texts)


def _is_unknown(game: Game, part: Part[PrintedContent]) -> bool:
    return isinstance(part, Hole) and isinstance(part.content, Icon) and part.content.name not in game.icons


def _unknown(game: Game, entity: tuple[str, str], at: Printed, part: Part[PrintedContent]) -> Problem:
    assert isinstance(part, Hole) and isinstance(part.content, Icon)
    name = part.content.name
    hint = did_you_mean(name, sorted(game.icons)) or "draw it under `icons:`"
    return Problem("E712", f"there is no icon `{name}`", at.inside(part.start, part.end), hint, entity=entity, path=at.path)


def _icons(text: str) -> Iterator[str]:
    """The names of the icons in a text."""
    for part in card(text):
        match part:
            case Plain() | Brace():
                pass
            case Hole():
                match part.content:
                    case Icon(name=name):
                        yield name
                    case Sign() | Thing() | Unread():
                        pass
                    case _:
                        assert_never(part.content)
            case _:
                assert_never(part)
