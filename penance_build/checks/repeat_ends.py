"""E619, E620: a loop without a bound that may never end, or of which that cannot be seen.

All its states are gone through, so the check costs something, and only games with such loops pay for it: the exact evaluator,
which does it, is imported when the first one is met. Cases: ``tests/cases/bad/loops``.
"""

from __future__ import annotations

from collections.abc import Sequence

from penance_build.diagnostics.problem import Problem
from penance_build.ir.nodes import Procedure
from penance_build.ir.walk import statements
from penance_build.model.elaborate import Elaborated
from penance_build.model.entries import Model
from penance_build.model.place import Place
from penance_build.odds.repeats import is_endless

BOUND = "bound its passes with `at_most:`"


def check(model: Model, combinations: Sequence[Elaborated]) -> list[Problem]:
    """The loops of every combination of options; rules that several share are looked at once."""
    found: list[Problem] = []
    seen: set[tuple[int, ...]] = set()
    endless: dict[int, bool] = {}  # whether a procedure has such a loop; most are the same in every combination
    for elaborated in combinations:
        program = elaborated.program
        for item in program.procedures:
            if id(item) not in endless:
                endless[id(item)] = any(map(is_endless, statements(item.body)))
        looped = [item for item in program.procedures if endless[id(item)]]
        if not looped:
            continue
        from penance_build.odds.ends import doubts, reached

        by_id: dict[str, Procedure] = {}
        for item in looped:
            key = tuple(map(id, reached(program, item.id)))
            if key not in seen:
                by_id[item.id] = item
                seen.add(key)
        for doubt in doubts(program, list(by_id)) if by_id else ():
            found.append(_problem(model, by_id[doubt.procedure], doubt.place, doubt.never, doubt.reason))
    return found


def _problem(model: Model, procedure: Procedure, place: int, never: bool, reason: str) -> Problem:
    at = _until(model, procedure.id, place)
    entity = ("procedure", procedure.id)
    if never:
        return Problem(
            "E619", f"this loop may never end: {reason}", at.span, f"change what it waits for, or {BOUND}", entity=entity, path=at.path
        )
    return Problem("E620", f"it cannot be seen that this loop ends: {reason}", at.span, BOUND, entity=entity, path=at.path)


def _until(model: Model, name: str, place: int) -> Place:
    """The condition of a loop without a bound, by its place among them."""
    entry = model.of("procedure")[name]
    loops = [at for at in entry.mappings() if at.get("repeat") is not None and at.get("at_most") is None]
    return loops[min(place, len(loops) - 1)].need("until")
