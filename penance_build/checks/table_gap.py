"""E501: a table of the policy ``unique`` or ``first`` that has no row for some input; E509: a table too large to analyse.

One witness is named, the first in the order of the inputs. Cases: ``tests/cases/bad/tables``.
"""

from __future__ import annotations

from penance_build.checks.boxes import MAX_REGIONS, TooManyRegions, domains, regions, show
from penance_build.diagnostics.problem import Problem
from penance_build.model.program.elaborate import Elaborated
from penance_build.surface.game import Game


def check(game: Game, elaborated: Elaborated) -> list[Problem]:
    """Find the gap of each table."""
    problems: list[Problem] = []
    for table in elaborated.tables:
        at = game.tables[table.id].at
        entity = ("table", table.id)
        try:
            walk = regions(table.rows, domains(table))
        except TooManyRegions as error:
            message = f"`{table.id}` falls into {error.count} regions, the limit is {MAX_REGIONS}"
            problems.append(Problem("E509", message, at.key_span, "split it into several tables", entity=entity, path=at.path))
            continue
        if table.policy not in ("unique", "first"):
            continue
        gap = next((witness for witness, mask in walk if not mask), None)
        if gap is not None:
            message = f"`{table.id}` has no row for {show(elaborated.program, table, gap)}"
            hint = "add a row, widen one, or narrow the declared range of the input"
            problems.append(Problem("E501", message, at.key_span, hint, entity=entity, path=at.path))
    return problems
