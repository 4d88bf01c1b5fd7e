"""E619, E620: a loop without a bound that may never end, or of which that cannot be seen.

First something is looked for that falls on every way through a pass. Where nothing does, all states are gone through, for dice may
still end the loop. Both cost something, and only games with such loops pay for it: what does it is imported when the first one is
met. Cases: ``tests/cases/bad/loops``, ``tests/cases/good/loops``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from msgspec.structs import replace

from penance_build.checks.distinct import distinct_procedures
from penance_build.checks.falls import depends_on, endless, falling, has_endless
from penance_build.checks.remembered import once
from penance_build.diagnostics.problem import Problem, Span
from penance_build.ir import nodes as ir
from penance_build.model.context.rule import entity_of
from penance_build.model.program.elaborate import Elaborated
from penance_build.surface.game import Game
from penance_build.surface.steps import Block, Repeat
from penance_build.surface.walk import steps

if TYPE_CHECKING:
    from penance_build.odds.proofs.ends import Doubt

BOUND = "bound its passes with `at_most:`"
FORM = f"{BOUND}, beside `until:`: `at_most: 8`, or a constant"
NOTHING = "nothing is carried from one pass to the next that could fall"


def check(game: Game, combinations: Sequence[Elaborated]) -> list[Problem]:
    """The loops of every combination of options; rules that several share are looked at once, and a loop is reported once."""
    found: dict[Span, Problem] = {}
    with_loops = {item.id for item in distinct_procedures(combinations) if has_endless(combinations[0], item)}
    for elaborated in combinations if with_loops else ():
        for item in (item for item in elaborated.program.procedures if item.id in with_loops):
            for doubt in _doubts(elaborated, item):
                problem = _problem(game, doubt)
                found.setdefault(problem.span, problem)
    return list(found.values())


def _doubts(elaborated: Elaborated, procedure: ir.Procedure) -> list[Doubt]:
    """What there is to say of the loops of a procedure, which depends on all that it calls."""
    return once(elaborated, ("ends", *depends_on(elaborated, procedure)), lambda: list(_looked_for(elaborated, procedure)))


def _looked_for(elaborated: Elaborated, procedure: ir.Procedure) -> Iterator[Doubt]:
    """The doubts of what falls and of the walk through the states together."""
    found = falling(elaborated, procedure)
    known = frozenset(step for step, item in found.items() if item.is_proved)
    if all(loop.step in known for loop in endless(procedure)):
        return
    from penance_build.odds.proofs.ends import doubts

    for doubt in doubts(elaborated.program, {procedure.id: known}):
        reason = found[doubt.step].reason if doubt.step in found else NOTHING
        yield doubt if doubt.never or not reason else replace(doubt, reason=f"{doubt.reason.removesuffix('.')}; {reason}")


def _problem(game: Game, doubt: Doubt) -> Problem:
    entity, body = _rule(game, doubt.procedure)
    at = next(step.until for step in steps(body) if isinstance(step, Repeat) and step.number == doubt.step)
    if doubt.never:
        hint = f"change what it waits for, or {BOUND}"
        return Problem("E619", f"this loop may never end: {doubt.reason}", at.span, hint, entity=entity, path=at.path)
    return Problem("E620", f"it cannot be seen that this loop ends: {doubt.reason}", at.span, FORM, entity=entity, path=at.path)


def _rule(game: Game, name: str) -> tuple[tuple[str, str], Block]:
    """What a procedure of the program was made from, and the steps of it."""
    kind, own = entity = entity_of(name)
    if kind == "procedure":
        return entity, game.procedures[own].body
    effects = game.cards[own].effects
    assert effects is not None
    return entity, effects
