"""E619, E620: a loop without a bound that may never end, or of which that cannot be seen.

All its states are gone through, so the check costs something, and only games with such loops pay for it: the exact evaluator,
which does it, is imported when the first one is met. Cases: ``tests/cases/bad/loops``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from penance_build.diagnostics.problem import Problem, Span
from penance_build.ir.nodes import Program
from penance_build.ir.walk import statements
from penance_build.model.card_steps import EFFECT
from penance_build.model.declarations import declare
from penance_build.model.elaborate import Elaborated
from penance_build.model.entries import Model
from penance_build.model.options import Conditions
from penance_build.model.place import Place
from penance_build.model.report import Report
from penance_build.model.walk_steps import branches
from penance_build.odds.rewriting.repeats import is_endless

if TYPE_CHECKING:
    from penance_build.odds.proofs.ends import Doubt

BOUND = "bound its passes with `at_most:`"


def check(model: Model, combinations: Sequence[Elaborated]) -> list[Problem]:
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
            problem = _problem(model, program, doubt)
            found.setdefault(problem.span, problem)
    return list(found.values())


def _problem(model: Model, program: Program, doubt: Doubt) -> Problem:
    entity, steps = _rule(model, doubt.procedure)
    loops = list(_endless(steps, _Existing(model, dict(program.options))))
    at = loops[min(doubt.place, len(loops) - 1)]
    if doubt.never:
        hint = f"change what it waits for, or {BOUND}"
        return Problem("E619", f"this loop may never end: {doubt.reason}", at.span, hint, entity=entity, path=at.path)
    return Problem("E620", f"it cannot be seen that this loop ends: {doubt.reason}", at.span, BOUND, entity=entity, path=at.path)


def _rule(model: Model, name: str) -> tuple[tuple[str, str], Place]:
    """What a procedure of the program was made from, and the steps of it."""
    known = model.of("procedure").get(name)
    if known is not None:
        return ("procedure", name), known.need("steps")
    card = name.removeprefix(EFFECT)
    return ("card", card), model.of("card")[card].need("effects")


class _Existing:
    """What exists under one choice of options, and how often the steps behind an answer are there."""

    def __init__(self, model: Model, choice: Mapping[str, str]) -> None:
        self.conditions, self.choice = Conditions(model.options, []), choice
        self.model = model

    def steps(self, place: Place) -> list[Place]:
        """The steps of a list that exist."""
        return [step for step in place.items() if isinstance(step.value, dict) and self.conditions.holds(step, self.choice)]

    def times(self, step: Place) -> int:
        """How many copies of what stands below a step there are: a window that is answered so often has as many."""
        most = step.get("at_most")
        if step.get("window") is None or most is None:
            return 1
        constant = declare(self.model, Report(), self.conditions, self.choice).constants.get(most.text)
        return constant.value if constant is not None else int(most.text)


def _endless(steps: Place, existing: _Existing) -> Iterator[Place]:
    """The conditions of the loops without a bound, in the order in which ``ir.walk.statements`` meets them."""
    for step in existing.steps(steps):
        if step.get("repeat") is not None and step.get("at_most") is None:
            yield step.need("until")
        for _ in range(existing.times(step)):
            for below in branches(step)[0]:
                yield from _endless(below, existing)
