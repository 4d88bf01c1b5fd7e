"""W504: a row that no caller can reach, by the bounds of what it is read with; E505: a row recorded as unreachable that can be reached.

``known: unreachable`` on a row records that the book prints it all the same. Cases: ``tests/cases/bad/tables``.
"""

from __future__ import annotations

from penance_build.checks.boxes import TooManyRegions, members, regions
from penance_build.diagnostics.problem import Problem
from penance_build.ir import nodes as ir
from penance_build.model.elaborate import Elaborated
from penance_build.model.entries import Model


def check(model: Model, elaborated: Elaborated) -> list[Problem]:
    """Find the rows of each table that is read somewhere but never there."""
    problems: list[Problem] = []
    for table in elaborated.program.tables:
        reached = _reached(table, elaborated)
        if reached is None:
            continue
        for index, row in enumerate(elaborated.rows[table.id]):
            is_reached = bool(reached >> index & 1)
            is_known = row.word("known") == "unreachable"
            if is_reached and is_known:
                message = f"this row of `{table.id}` is recorded as unreachable, but a caller reaches it"
                problems.append(
                    Problem("E505", message, row.need("known").span, "remove `known:`", entity=("table", table.id), path=row.path)
                )
            elif not is_reached and not is_known:
                message = f"no caller of `{table.id}` can reach this row"
                hint = "if the book prints it all the same, write `known: unreachable`"
                problems.append(Problem("W504", message, row.key_span, hint, entity=("table", table.id), path=row.path))
    return problems


def _reached(table: ir.Table, elaborated: Elaborated) -> int | None:
    """The rows that some caller reaches, as a bit mask; None where nothing reads the table."""
    sites = {site.arguments for site in elaborated.lookups if site.table == table.id}
    if not sites:
        return None
    reached = 0
    for arguments in sorted(sites, key=repr):
        bounds = [
            (max(slot.type.low or 0, type_.low if type_.low is not None else slot.type.low or 0),
             min(slot.type.high or 0, type_.high if type_.high is not None else slot.type.high or 0))
            for slot, type_ in zip(table.inputs, arguments, strict=True)
        ]  # fmt: skip
        try:
            for _, mask in regions(table.rows, bounds):
                if table.policy == "first":
                    reached |= mask & -mask
                else:
                    for index in members(mask):
                        reached |= 1 << index
        except TooManyRegions:
            return None
    return reached
