"""W504: a row that no caller can reach, by the bounds of what it is read with; E505: a row recorded as unreachable that can be reached.

``known: unreachable`` on a row records that the book prints it all the same. Cases: ``tests/cases/bad/tables``.
"""

from __future__ import annotations

from collections.abc import Sequence, Set
from functools import reduce
from operator import or_

from msgspec import Struct

from penance_build.checks.boxes import TooManyRegions, regions
from penance_build.diagnostics.problem import Problem
from penance_build.ir import nodes as ir
from penance_build.model.program.elaborate import Elaborated
from penance_build.surface.declarations import Row
from penance_build.surface.game import Game


class _Read(Struct):
    """A row, under all combinations of options in which it is there and its table is read."""

    table: str
    row: Row
    is_reached: bool


def check(game: Game, combinations: Sequence[Elaborated]) -> list[Problem]:
    """Find the rows of each table that is read somewhere but never there, whatever options are chosen."""
    rows: dict[Row, _Read] = {}
    known: dict[tuple[int, tuple[ir.Type, ...]], int | None] = {}  # most combinations read the same tables in the same way
    for elaborated in combinations:
        sites: dict[str, set[tuple[ir.Type, ...]]] = {}
        for site in elaborated.lookups:
            sites.setdefault(site.table, set()).add(site.arguments)
        for table in elaborated.tables:
            reached = _reached(table, sites.get(table.id, set()), known)
            if reached is None:
                continue
            for index, row in enumerate(elaborated.rows[table.id]):
                read = rows.setdefault(row, _Read(table.id, row, False))
                read.is_reached |= bool(reached >> index & 1)
    return [problem for read in rows.values() for problem in _judged(read)]


def _judged(read: _Read) -> list[Problem]:
    at, known, entity = read.row.at, read.row.known, ("table", read.table)
    if read.is_reached and known is not None:
        message = f"this row of `{read.table}` is recorded as unreachable, but a caller reaches it"
        return [Problem("E505", message, known.span, "remove `known:`", entity=entity, path=at.path)]
    if not read.is_reached and known is None:
        message = f"no caller of `{read.table}` can reach this row"
        hint = "if the book prints it all the same, write `known: unreachable`"
        return [Problem("W504", message, at.key_span, hint, entity=entity, path=at.path)]
    return []


def _reached(table: ir.Table, sites: Set[tuple[ir.Type, ...]], known: dict[tuple[int, tuple[ir.Type, ...]], int | None]) -> int | None:
    """The rows that some caller reaches, as a bit mask; None where nothing reads the table, or one reads too much of it."""
    for arguments in sites:
        if (id(table), arguments) not in known:
            known[id(table), arguments] = _reached_by(table, arguments)
    masks = [known[id(table), arguments] for arguments in sites]
    return None if not masks or None in masks else reduce(or_, filter(None, masks), 0)


def _reached_by(table: ir.Table, arguments: tuple[ir.Type, ...]) -> int | None:
    """The rows that one caller reaches; None where there are too many regions to tell."""
    bounds = [
        (max(slot.type.low or 0, type_.low if type_.low is not None else slot.type.low or 0),
         min(slot.type.high or 0, type_.high if type_.high is not None else slot.type.high or 0))
        for slot, type_ in zip(table.inputs, arguments, strict=True)
    ]  # fmt: skip
    reached = 0
    try:
        for _, mask in regions(table.rows, bounds):
            reached |= mask & -mask if table.policy == "first" else mask
    except TooManyRegions:
        return None
    return reached
