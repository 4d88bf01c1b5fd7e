"""E503: a row of a ``first`` table that can never be the first to match, because earlier rows take all of its inputs.

Cases: ``tests/cases/bad/tables``.
"""

from __future__ import annotations

from penance_build.checks.boxes import TooManyRegions, domains, members, regions
from penance_build.diagnostics.problem import Problem
from penance_build.model.program.elaborate import Elaborated
from penance_build.surface.game import Game


def check(game: Game, elaborated: Elaborated) -> list[Problem]:
    """Find the shadowed rows of each table."""
    problems: list[Problem] = []
    for table in elaborated.tables:
        if table.policy != "first":
            continue
        taken = 0
        covering: dict[int, set[int]] = {}
        try:
            for _, mask in regions(table.rows, domains(table)):
                taken |= mask & -mask
                first, *others = members(mask) or [0]
                for other in others:
                    covering.setdefault(other, set()).add(first)
        except TooManyRegions:
            continue  # table_gap reports it
        rows = elaborated.rows[table.id]
        for index, row in enumerate(rows):
            if not taken >> index & 1:
                related = tuple((rows[other].at.key_span, "matches first") for other in sorted(covering.get(index, ()))[:3])
                message = f"this row of `{table.id}` can never be read: earlier rows take all of its inputs"
                at, entity = row.at, ("table", table.id)
                problems.append(Problem("E503", message, at.key_span, "move it up, or remove it", related, entity, at.path))
    return problems
