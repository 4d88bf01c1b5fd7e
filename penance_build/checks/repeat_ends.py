"""E619, E620: a loop without a bound that may never end, or of which that cannot be seen.

All its states are gone through, so the check costs something, and only games with such loops pay for it: the exact evaluator,
which does it, is imported when the first one is met. Cases: ``tests/cases/bad/loops``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING

from penance_build.checks.distinct import distinct_procedures
from penance_build.checks.remembered import once
from penance_build.diagnostics.problem import Problem, Span
from penance_build.ir import nodes as ir
from penance_build.ir.walk import calls, statements
from penance_build.model.context.rule import EFFECT
from penance_build.model.program.elaborate import Elaborated
from penance_build.odds.rewriting.repeats import is_endless
from penance_build.surface.game import Game
from penance_build.surface.steps import Block, Repeat
from penance_build.surface.walk import steps

if TYPE_CHECKING:
    from penance_build.odds.proofs.ends import Doubt

BOUND = "bound its passes with `at_most:`"


def check(game: Game, combinations: Sequence[Elaborated]) -> list[Problem]:
    """The loops of every combination of options; rules that several share are looked at once, and a loop is reported once."""
    found: dict[Span, Problem] = {}
    every = distinct_procedures(combinations)
    endless = {item.id for item in every if once(combinations[0], ("endless", item.body), partial(_is_endless, item))}
    for elaborated in combinations if endless else ():
        by_id = {item.id: item for item in elaborated.program.procedures}
        for name in (name for name in by_id if name in endless):
            for doubt in _doubts(elaborated, _reached(elaborated, by_id, name), name):
                problem = _problem(game, doubt)
                found.setdefault(problem.span, problem)
    return list(found.values())


def _is_endless(procedure: ir.Procedure) -> bool:
    return any(map(is_endless, statements(procedure.body)))


def _doubts(elaborated: Elaborated, reached: tuple[ir.Procedure, ...], name: str) -> list[Doubt]:
    """What there is to say of the loops of a procedure, which depends on all that it calls."""
    from penance_build.odds.proofs.ends import doubts

    program = elaborated.program
    return once(elaborated, ("ends", *reached), lambda: list(doubts(program, [name])))


def _reached(elaborated: Elaborated, by_id: Mapping[str, ir.Procedure], name: str) -> tuple[ir.Procedure, ...]:
    """A procedure and all that it calls, which is all that its loops depend on."""
    found: dict[str, ir.Procedure] = {}
    waiting = [name]
    while waiting:
        item = by_id[waiting.pop()]
        if item.id not in found:
            found[item.id] = item
            waiting.extend(once(elaborated, ("calls", item), partial(calls, item.body)))
    return tuple(found.values())


def _problem(game: Game, doubt: Doubt) -> Problem:
    entity, body = _rule(game, doubt.procedure)
    at = next(step.until for step in steps(body) if isinstance(step, Repeat) and step.number == doubt.step)
    if doubt.never:
        hint = f"change what it waits for, or {BOUND}"
        return Problem("E619", f"this loop may never end: {doubt.reason}", at.span, hint, entity=entity, path=at.path)
    return Problem("E620", f"it cannot be seen that this loop ends: {doubt.reason}", at.span, BOUND, entity=entity, path=at.path)


def _rule(game: Game, name: str) -> tuple[tuple[str, str], Block]:
    """What a procedure of the program was made from, and the steps of it."""
    known = game.procedures.get(name)
    if known is not None:
        return ("procedure", name), known.body
    card = game.cards[name.removeprefix(EFFECT)]
    assert card.effects is not None
    return ("card", card.id), card.effects
