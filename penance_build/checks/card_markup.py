"""E805: a star or brace in the text of a card that belongs to no markup.

The text is read as it is printed, by ``ir.markup``. Cases: ``tests/cases/bad/printing``.
"""

from __future__ import annotations

from collections.abc import Sequence

from penance_build.checks.distinct import distinct_cards
from penance_build.diagnostics.problem import Problem
from penance_build.ir.markup import Unread, first_unread
from penance_build.model.cards.facts import CardFacts
from penance_build.model.program.elaborate import Elaborated
from penance_build.surface.game import Game
from penance_build.surface.nodes import Scalar


def check(game: Game, combinations: Sequence[Elaborated]) -> list[Problem]:
    """Find the texts with markup that cannot be read."""
    problems: list[Problem] = []
    for facts in distinct_cards(combinations):
        for whole, at in facts.texts:
            if not ("*" in whole or "{" in whole or "}" in whole):
                continue
            unread = first_unread(whole, game.icons)
            if unread is not None:
                problems.append(_problem(facts, whole, at, unread))
    return problems


def _problem(facts: CardFacts, whole: str, at: Scalar | None, unread: Unread) -> Problem:
    span, path = facts.place(at)
    if at is not None and at.text.count(unread.text) == whole.count(unread.text):  # the one that stands as it was written
        start = -1
        for _ in range(whole.count(unread.text, 0, unread.start) + 1):
            start = at.text.index(unread.text, start + 1)
        span = at.inside(start, start + len(unread.text))
    message = f"the text of card “{facts.card.name}” has markup that cannot be read: `{unread.text}`"
    return Problem("E805", message, span, unread.cure, entity=facts.entity, path=path)
