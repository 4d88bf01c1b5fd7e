"""E701: a step that no phrase says; E702, W721: a given text that does not, or may not, say what the effects do; E707: an argument unsaid.

The text that effects make is held against the one that is given by ``wording.compare``. Cases: ``tests/cases/bad/cards``.
"""

from __future__ import annotations

from collections.abc import Sequence

from penance_build.checks.distinct import distinct_cards
from penance_build.diagnostics.problem import Problem
from penance_build.ir.markup import plain
from penance_build.model.cards.facts import CardFacts
from penance_build.model.program.elaborate import Elaborated
from penance_build.surface.game import Game


def check(game: Game, combinations: Sequence[Elaborated]) -> list[Problem]:
    """Find the cards whose text is not their effect."""
    return [problem for facts in distinct_cards(combinations) for problem in _judged(facts)]


def _judged(facts: CardFacts) -> list[Problem]:
    written, given = facts.written, facts.item.text
    if written is None:
        return []
    if written.problems or given is None:
        return list(written.problems)
    from penance_build.wording.compare import difference  # here, because most cards give no text of their own

    found = difference(given.text, written.parts, facts.words(), facts.own_names)
    if found is None:
        return []
    hint = "the effects read: " + plain(written.text).replace("\n", " ")
    if not found.is_doubt:
        return [Problem("E702", found.message, given.span, hint, entity=facts.entity, path=given.path)]
    span = given.span if found.span is None else given.inside(*found.span)
    hint += "; or list words that change nothing in `wording:`, as {harmless: [...]}"
    return [Problem("W721", found.message, span, hint, entity=facts.entity, path=given.path)]
