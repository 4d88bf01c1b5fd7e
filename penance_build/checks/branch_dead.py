"""W627: steps that nothing can reach: the bounds of what the condition of their `if:` reads decide it, under any options.

Cases: ``tests/cases/bad/procedures``.
"""

from __future__ import annotations

from collections.abc import Sequence

from penance_build.diagnostics.problem import Problem
from penance_build.model.elaborate import Elaborated
from penance_build.model.entries import Model
from penance_build.model.place import Place
from penance_build.model.world import Branch


def check(model: Model, combinations: Sequence[Elaborated]) -> list[Problem]:
    """Find the branches that can run under no combination of options."""
    alive: dict[Branch, bool] = {}
    for elaborated in combinations:
        for branch, can_run in elaborated.branches.items():
            alive[branch] = alive.get(branch, False) or can_run
    dead = {branch for branch, can_run in alive.items() if not can_run}
    if not dead:
        return []
    entries = [(kind, name, place) for kind in ("procedure", "card") for name, place in model.of(kind).items()]
    return [problem for kind, name, place in entries for problem in _below((kind, name), place, dead)]


def _below(entity: tuple[str, str], entry: Place, dead: set[Branch]) -> list[Problem]:
    found: list[Problem] = []
    for at in entry.mappings():
        for name, truth in (("then", "true"), ("else", "false")):
            steps = at.get(name)
            if steps is not None and (steps.file.name, steps.path) in dead:
                message = f"these steps can never run: `{at.word('if')}` is never {truth} here"
                hint = "what is known of the bounds decides it; remove the branch, or correct the condition"
                found.append(Problem("W627", message, steps.key_span, hint, entity=entity, path=steps.path))
    return found
