"""W504: a row that no caller can reach, by the bounds of what it is read with; E505: a row recorded as unreachable that can be reached.

``known: unreachable`` on a row records that the book prints it all the same. Cases: ``tests/cases/bad/tables``.
"""

from __future__ import annotations

from collections.abc import Sequence, Set
from functools import partial, reduce
from operator import or_

from msgspec import Struct

from penance_build.checks.boxes import TooManyRegions, regions
from penance_build.checks.remembered import once
from penance_build.diagnostics.problem import Problem
from penance_build.ir import nodes as ir
from penance_build.model.context.report import distinct
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
    for alike in _with_the_same_tables(combinations):
        sites: dict[str, set[tuple[ir.Type, ...]]] = {}
        for report in distinct(elaborated.report for elaborated in alike):
            for site in report.lookups:
                sites.setdefault(site.table, set()).add(site.arguments)
        for table in alike[0].tables:
            reached = _reached(alike[0], table, sites.get(table.id, set()))
            if reached is None:
                continue
            for index, row in enumerate(alike[0].rows[table.id]):
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


def _with_the_same_tables(combinations: Sequence[Elaborated]) -> list[list[Elaborated]]:
    """The combinations of options, those together that have the very same tables: nearly always all of them."""
    found: dict[int, list[Elaborated]] = {}
    for elaborated in combinations:
        found.setdefault(id(elaborated.rows), []).append(elaborated)
    return list(found.values())


def _reached(elaborated: Elaborated, table: ir.Table, sites: Set[tuple[ir.Type, ...]]) -> int | None:
    """The rows that some caller reaches, as a bit mask; None where nothing reads the table, or one reads too much of it."""
    masks = [once(elaborated, ("reached", table, arguments), partial(_reached_by, table, arguments)) for arguments in sites]
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
