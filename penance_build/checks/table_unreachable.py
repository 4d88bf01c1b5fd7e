"""W504: a row that no caller can reach, by the bounds of what it is read with; E505: a row recorded as unreachable that can be reached.

``known: unreachable`` on a row records that the book prints it all the same. Cases: ``tests/cases/bad/tables``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from penance_build.checks.boxes import TooManyRegions, members, regions
from penance_build.diagnostics.problem import Problem
from penance_build.ir import nodes as ir
from penance_build.model.elaborate import Elaborated
from penance_build.model.entries import Model
from penance_build.model.place import Place


@dataclass(slots=True)
class _Row:
    """A row, under all combinations of options in which it is there and its table is read."""

    table: str
    place: Place
    is_reached: bool


def check(model: Model, combinations: Sequence[Elaborated]) -> list[Problem]:
    """Find the rows of each table that is read somewhere but never there, whatever options are chosen."""
    rows: dict[tuple[str, tuple[str | int, ...]], _Row] = {}
    for elaborated in combinations:
        for table in elaborated.tables:
            reached = _reached(table, elaborated)
            if reached is None:
                continue
            for index, place in enumerate(elaborated.rows[table.id]):
                row = rows.setdefault((place.file.name, place.path), _Row(table.id, place, False))
                row.is_reached = row.is_reached or bool(reached >> index & 1)
    return [problem for row in rows.values() for problem in _judged(row)]


def _judged(row: _Row) -> list[Problem]:
    place, entity = row.place, ("table", row.table)
    is_known = place.word("known") == "unreachable"
    if row.is_reached and is_known:
        message = f"this row of `{row.table}` is recorded as unreachable, but a caller reaches it"
        return [Problem("E505", message, place.need("known").span, "remove `known:`", entity=entity, path=place.path)]
    if not row.is_reached and not is_known:
        message = f"no caller of `{row.table}` can reach this row"
        hint = "if the book prints it all the same, write `known: unreachable`"
        return [Problem("W504", message, place.key_span, hint, entity=entity, path=place.path)]
    return []


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
