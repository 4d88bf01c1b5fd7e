"""E502: two rows of a ``unique`` table match the same input.

Each pair is reported once, at the later row, with the earlier beside it and a witness. Cases: ``tests/cases/bad/tables``.
"""

from __future__ import annotations

from itertools import pairwise

from penance_build.checks.boxes import TooManyRegions, domains, members, regions, show
from penance_build.diagnostics.problem import Problem
from penance_build.model.program.elaborate import Elaborated
from penance_build.surface.game import Game


def check(game: Game, elaborated: Elaborated) -> list[Problem]:
    """Find the overlapping pairs of each table."""
    problems: list[Problem] = []
    for table in elaborated.tables:
        if table.policy != "unique":
            continue
        pairs: dict[tuple[int, int], tuple[int, ...]] = {}
        try:
            for witness, mask in regions(table.rows, domains(table)):
                found = members(mask) if mask & (mask - 1) else []
                for first, second in pairwise(found):
                    pairs.setdefault((first, second), witness)
        except TooManyRegions:
            continue  # table_gap reports it
        rows = elaborated.rows[table.id]
        for (first, second), witness in sorted(pairs.items()):
            message = f"two rows of `{table.id}` match {show(elaborated.program, table, witness)}"
            related = ((rows[first].at.key_span, "the other row"),)
            hint = "narrow one of them, or take the hit policy `first`"
            at = rows[second].at
            problems.append(Problem("E502", message, at.key_span, hint, related, ("table", table.id), at.path))
    return problems
