"""E501: a table of the policy ``unique`` or ``first`` that has no row for some input; E509: a table too large to analyse.

One witness is named, the first in the order of the inputs, with the rows on both sides of it.
Cases: ``tests/cases/bad/tables``.
"""

from __future__ import annotations

from penance_build.checks.boxes import MAX_REGIONS, MAX_ROWS, TooManyRegions, domains, regions, show
from penance_build.diagnostics.problem import Problem
from penance_build.ir import nodes as ir
from penance_build.ir.ops import meets
from penance_build.model.program.elaborate import Elaborated
from penance_build.surface.game import Game


def check(game: Game, elaborated: Elaborated) -> list[Problem]:
    """Find the gap of each table."""
    problems: list[Problem] = []
    for table in elaborated.tables:
        if len(table.rows) > MAX_ROWS:
            continue  # too_large reports it
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
            rows = elaborated.rows[table.id]
            related = tuple((rows[number].at.key_span, f"the row {word} the gap") for number, word in _beside(table, gap))
            problems.append(Problem("E501", message, at.key_span, hint, related, entity, at.path))
    return problems


def _beside(table: ir.Table, gap: tuple[int, ...]) -> list[tuple[int, str]]:
    """The rows that stand nearest to a witness, below and above it in the one number that keeps them from it."""
    nearest: dict[str, tuple[int, int]] = {}
    for number, row in enumerate(table.rows):
        apart = [index for index, value in enumerate(gap) if not meets(value, row.when[index])]
        if len(apart) == 1 and table.inputs[apart[0]].type.kind == "int":
            value = gap[apart[0]]
            for low, high in row.when[apart[0]] or ():
                word, distance = ("before", value - high) if high < value else ("behind", low - value)
                nearest[word] = min(nearest.get(word, (distance, number)), (distance, number))
    return sorted((number, word) for word, (_, number) in nearest.items())
