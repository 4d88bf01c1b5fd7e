"""E712: a printed text that names an icon which the game does not draw: of a card, a face of a die, the quick reference.

The text of a card is read as it is printed, after the holes of phrases were filled: the mode ``card`` of ``formula.template``.
Cases: ``tests/cases/bad/cards``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import assert_never

from penance_build.checks.distinct import distinct_cards
from penance_build.diagnostics.problem import Problem, Span
from penance_build.diagnostics.suggest import did_you_mean
from penance_build.formula.template import Brace, Hole, Icon, Plain, Sign, Thing, Unread, card
from penance_build.model.program.elaborate import Elaborated
from penance_build.surface.game import Game
from penance_build.surface.nodes import Path, Printed


def check(game: Game, combinations: Sequence[Elaborated]) -> list[Problem]:
    """Find the unknown icons; nobody misses them in a game that draws none and has no deck to print."""
    known = game.icons
    problems: list[Problem] = []
    for facts in distinct_cards(combinations) if known or game.decks else []:
        for icon, at in {name: at for text, at in facts.texts for name in _icons(text)}.items():
            if icon not in known:
                problems.append(_problem(game, icon, facts.entity, *facts.place(at)))
    for entity, text in _printed(game):
        for hole in text.parts:
            if isinstance(hole, Hole) and isinstance(hole.content, Icon) and hole.content.name not in known:
                problems.append(_problem(game, hole.content.name, entity, text.inside(hole.start, hole.end), text.path))
    return problems


def _printed(game: Game) -> Iterator[tuple[tuple[str, str], Printed]]:
    """The printed texts beside those of cards, each with the entity that it is of."""
    for name, die in game.dice.items():
        yield from ((("die", name), face.text) for face in die.faces if face.text is not None)
        yield from ((("die", name), mark.text) for mark in die.marks)
    for side in game.reference:
        yield ("reference", ""), side.title
        for block in side.blocks:
            yield from ((("reference", ""), at) for at in block.texts)


def _problem(game: Game, name: str, entity: tuple[str, str], span: Span, path: Path) -> Problem:
    hint = did_you_mean(name, sorted(game.icons)) or "draw it under `icons:`"
    return Problem("E712", f"there is no icon `{name}`", span, hint, entity=entity, path=path)


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
