"""E712: a text of a card that names an icon which the game does not draw.

The text is read as it is printed, after the holes of phrases were filled: the mode ``card`` of ``formula.template``.
Cases: ``tests/cases/bad/cards``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import assert_never

from penance_build.checks.distinct import distinct_cards
from penance_build.diagnostics.problem import Problem
from penance_build.diagnostics.suggest import did_you_mean
from penance_build.formula.template import Brace, Hole, Icon, Plain, Sign, Thing, Unread, card
from penance_build.model.program.elaborate import Elaborated
from penance_build.surface.game import Game


def check(game: Game, combinations: Sequence[Elaborated]) -> list[Problem]:
    """Find the unknown icons; nobody misses them in a game that draws none and has no deck to print."""
    known = game.icons
    problems: list[Problem] = []
    for facts in distinct_cards(combinations) if known or game.decks else []:
        for icon in dict.fromkeys(_icons("\n".join(facts.card.text))):
            if icon not in known:
                at = facts.item.text
                span, path = (facts.item.at.key_span, facts.item.at.path) if at is None else (at.span, at.path)
                hint = did_you_mean(icon, sorted(known)) or "draw it under `icons:`"
                problems.append(Problem("E712", f"there is no icon `{icon}`", span, hint, entity=facts.entity, path=path))
    return problems


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
