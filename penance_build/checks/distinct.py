"""The cards and the procedures of all combinations of options, each once, and what stands in these: what checks go through."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from penance_build.checks.remembered import once
from penance_build.ir import nodes as ir
from penance_build.ir.walk import all_expressions
from penance_build.model.cards.facts import CardFacts
from penance_build.model.program.elaborate import Elaborated
from penance_build.surface.cards import Card
from penance_build.surface.nodes import Scalar


def distinct_cards(combinations: Sequence[Elaborated]) -> list[CardFacts]:
    """Every card, anew only where another choice of options makes it another card."""
    found = {id(facts): facts for elaborated in combinations for facts in elaborated.cards}
    return list(found.values())


def given_texts(card: Card) -> Iterator[Scalar]:
    """The texts of a card that are not written from its effects, nor held against them."""
    if card.text is not None and card.effects is None:
        yield card.text
    if card.also_text is not None:
        yield card.also_text


def expressions_of(elaborated: Elaborated, body: tuple[ir.Stmt, ...]) -> tuple[ir.Expr, ...]:
    """Every expression of a body; several checks look for some kinds of them."""
    return once(elaborated, ("expressions", body), lambda: tuple(all_expressions(body)))


def distinct_procedures(combinations: Sequence[Elaborated]) -> list[ir.Procedure]:
    """Every procedure, anew only where another choice of options makes it another one."""
    first, *others = combinations
    return [*first.program.procedures, *(procedure for each in others for procedure in each.fresh)]
