"""E619, E620: a loop without a bound that may never end, or of which that cannot be seen.

All its states are gone through, so the check costs something, and only games with such loops pay for it: the exact evaluator,
which does it, is imported when the first one is met. Cases: ``tests/cases/bad/loops``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from penance_build.diagnostics.problem import Problem, Span
from penance_build.ir.walk import statements
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
    seen: set[tuple[int, ...]] = set()
    endless: dict[int, bool] = {}  # whether a body has such a loop; most are the same in every combination
    for elaborated in combinations:
        program = elaborated.program
        for item in program.procedures:
            if id(item.body) not in endless:
                endless[id(item.body)] = any(map(is_endless, statements(item.body)))
        looped = [item for item in program.procedures if endless[id(item.body)]]
        if not looped:
            continue
        from penance_build.odds.proofs.ends import doubts, reached

        names: list[str] = []
        for item in looped:
            key = tuple(id(found.body) for found in reached(program, item.id))
            if key not in seen:
                names.append(item.id)
                seen.add(key)
        for doubt in doubts(program, names) if names else ():
            problem = _problem(game, doubt)
            found.setdefault(problem.span, problem)
    return list(found.values())


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
