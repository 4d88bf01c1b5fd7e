"""The cards and the procedures of all combinations of options, each once, and what stands in these: what checks go through."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from penance_build.checks.remembered import once
from penance_build.ir import nodes as ir
from penance_build.ir.walk import all_expressions
from penance_build.model.cards.facts import CardFacts
from penance_build.model.context.report import distinct
from penance_build.model.program.elaborate import Elaborated
from penance_build.surface.cards import Card
from penance_build.surface.game import Game
from penance_build.surface.nodes import Scalar
from penance_build.surface.steps import Block


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


def names_read(combinations: Sequence[Elaborated]) -> frozenset[str]:
    """The constants, members and texts that something reads under some combination."""
    return frozenset[str]().union(*(report.read for report in distinct(elaborated.report for elaborated in combinations)))


def live_branches(combinations: Sequence[Elaborated]) -> dict[Block, bool]:
    """Every branch that was elaborated, and whether it can run under some combination."""
    found: dict[Block, bool] = {}
    for report in distinct(elaborated.report for elaborated in combinations):
        for branch, can_run in report.branches.items():
            found[branch] = found.get(branch, False) or can_run
    return found


def bodies_of(game: Game) -> list[tuple[tuple[str, str], Block]]:
    """The steps of every procedure and of the effects of every card, with what they belong to."""
    found = [(("procedure", name), procedure.body) for name, procedure in game.procedures.items()]
    return found + [(("card", name), card.effects) for name, card in game.cards.items() if card.effects is not None]


def rules_of(combinations: Sequence[Elaborated]) -> list[ir.Procedure]:
    """The distinct procedures, but for those by which bots judge: what these read and count is no rule."""
    judges = {bot.score for elaborated in combinations for bot in elaborated.program.bots}
    return [procedure for procedure in distinct_procedures(combinations) if procedure.id not in judges]


def distinct_procedures(combinations: Sequence[Elaborated]) -> list[ir.Procedure]:
    """Every procedure, anew only where another choice of options makes it another one."""
    first, *others = combinations
    return [*first.program.procedures, *(procedure for each in others for procedure in each.fresh)]
