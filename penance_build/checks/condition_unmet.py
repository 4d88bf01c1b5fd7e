"""E711, W628: conditions that no face, no card and no number can meet, under any options.

The test of an `if:` whose steps can never run is left to W627. Cases: ``tests/cases/bad/formulas``.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from penance_build.checks.distinct import bodies_of, live_branches
from penance_build.diagnostics.problem import Problem, Span
from penance_build.ir import nodes as ir
from penance_build.ir.fold import fold
from penance_build.ir.interpret.expressions import at_card
from penance_build.model.context.report import Condition, Report, distinct
from penance_build.model.program.elaborate import Elaborated
from penance_build.surface.game import Game
from penance_build.surface.steps import If
from penance_build.surface.walk import steps


def check(game: Game, combinations: Sequence[Elaborated]) -> list[Problem]:
    """Find the conditions that nothing can meet under any combination of options."""
    found = Report()
    for report in distinct(elaborated.report for elaborated in combinations):
        for place, condition in report.conditions.items():
            found.condition(place, condition)
    programs = _distinct(combinations)
    problems: list[Problem] = []
    for (formula, start, end), condition in found.conditions.items():
        if condition is None or (condition.tests and _is_met(condition, programs)):
            continue
        code = "E711" if condition.die else "W628"
        span, hint = formula.inside(start, end), "correct it, or remove what depends on it"
        problems.append(Problem(code, condition.message, span, hint, entity=condition.entity, path=formula.path))
    dead = _dead(game, combinations) if problems else []
    whole = _widest(problems)
    return [problem for problem in whole if not any(_lies_in(problem.span, span) for span in dead)]


def _widest(problems: Sequence[Problem]) -> list[Problem]:
    """The problems without those that say of a part what is said of the whole."""
    spans = sorted({problem.span for problem in problems}, key=lambda at: (at.file, at.line, at.column, -at.end_line, -at.end_column))
    kept: list[Span] = []
    for span in spans:
        if not kept or not _lies_in(span, kept[-1]):
            kept.append(span)
    return [problem for problem in problems if problem.span in kept]


def _distinct(combinations: Sequence[Elaborated]) -> list[ir.Program]:
    """The programs that differ in their cards, or in the places of their types, slots and factions."""
    found: dict[object, ir.Program] = {}
    for program in (elaborated.program for elaborated in combinations):
        found.setdefault((program.cards, program.card_types, program.slots, program.factions), program)
    return list(found.values())


def _is_met(condition: Condition, programs: Iterable[ir.Program]) -> bool:
    """Whether some card may pass; where there are no cards, nothing is said."""
    return all(not program.cards for program in programs) or any(
        fold(at_card(test, program, card)) != 0 for program in programs for test in condition.tests for card in range(len(program.cards))
    )


def _dead(game: Game, combinations: Sequence[Elaborated]) -> list[Span]:
    """Where the conditions stand whose steps can never run."""
    alive = live_branches(combinations)
    tests = [step for _, body in bodies_of(game) for step in steps(body) if isinstance(step, If)]
    return [step.test.span for step in tests if not alive.get(step.then, True)]


def _lies_in(inner: Span, outer: Span) -> bool:
    """Whether one place lies in another."""
    first, last = (inner.line, inner.column), (inner.end_line, inner.end_column)
    return inner.file == outer.file and (outer.line, outer.column) <= first and last <= (outer.end_line, outer.end_column)
