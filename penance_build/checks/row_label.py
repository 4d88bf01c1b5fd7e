"""W726: a row of a table that bears the name of a member of an enum, and is about other members of it.

Cases: ``tests/cases/bad/tables``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from penance_build.diagnostics.problem import Problem
from penance_build.ir import nodes as ir
from penance_build.ir.fold import fold
from penance_build.model.program.elaborate import Elaborated
from penance_build.surface.game import Game


def check(game: Game, combinations: Sequence[Elaborated]) -> list[Problem]:
    """Hold the labels of rows against the members in their cells, under each combination of options."""
    problems: dict[Problem, None] = {}
    judged: set[tuple[ir.Table, tuple[ir.Enum, ...]]] = set()
    for elaborated in combinations:
        enums = elaborated.program.enums
        for table in elaborated.tables:
            if (table, enums) in judged:
                continue
            judged.add((table, enums))
            for row, written in zip(table.rows, elaborated.rows[table.id], strict=True):
                for slot, meant in _members(table, row):
                    names = [member.name for member in elaborated.program.by_id.enums[slot.type.ref].members]
                    if written.label and row.label in names and meant and row.label not in [names[place] for place in meant]:
                        own = " or ".join(names[place] for place in meant)
                        message = f"this row bears the name “{row.label}”, and its `{slot.name}` is “{own}”"
                        hint = "correct the label or the cell; a row without a label bears the names of its conditions"
                        at = written.at
                        problems[Problem("W726", message, at.key_span, hint, entity=("table", table.id), path=at.path)] = None
    return list(problems)


def _members(table: ir.Table, row: ir.Row) -> Iterator[tuple[ir.Slot, list[int]]]:
    """The columns of members of an enum, with the places of those in the row; none where it is open."""
    for slot, condition in zip(table.inputs, row.when, strict=True):
        if slot.type.kind == "enum":
            yield slot, [place for low, high in condition or () for place in range(low, high + 1)]
    for slot, value in zip(table.outputs, row.values, strict=True):
        place = fold(value) if slot.type.kind == "enum" else None
        if place is not None:
            yield slot, [place]
