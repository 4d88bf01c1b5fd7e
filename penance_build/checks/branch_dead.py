"""W627: steps that nothing can reach: the bounds of what the condition of their `if:` reads decide it, under any options.

Cases: ``tests/cases/bad/procedures``.
"""

from __future__ import annotations

from collections.abc import Sequence

from penance_build.checks.distinct import bodies_of, live_branches
from penance_build.diagnostics.problem import Problem
from penance_build.model.program.elaborate import Elaborated
from penance_build.surface.game import Game
from penance_build.surface.steps import Block, If
from penance_build.surface.walk import steps


def check(game: Game, combinations: Sequence[Elaborated]) -> list[Problem]:
    """Find the branches that can run under no combination of options."""
    dead = {branch for branch, can_run in live_branches(combinations).items() if not can_run}
    return [problem for entity, body in bodies_of(game) for problem in _below(entity, body, dead)] if dead else []


def _below(entity: tuple[str, str], body: Block, dead: set[Block]) -> list[Problem]:
    found: list[Problem] = []
    for step in steps(body):
        if isinstance(step, If):
            for branch, truth in ((step.then, "true"), (step.orelse, "false")):
                if branch in dead and branch is not None:
                    message = f"these steps can never run: `{step.test.text}` is never {truth} here"
                    hint = "what is known of the bounds decides it; remove the branch, or correct the condition"
                    found.append(Problem("W627", message, branch.at.key_span, hint, entity=entity, path=branch.at.path))
    return found
