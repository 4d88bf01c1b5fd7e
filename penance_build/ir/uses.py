"""What a procedure is made of: the procedures it calls and the tables, dice, counters and zones that any of them reads.

For manifests, which name the data that each file was made from.
"""

from __future__ import annotations

from collections.abc import Iterable

from penance_build.ir import nodes as ir
from penance_build.ir.walk import all_expressions, calls, statements, tables_read


def closure(program: ir.Played, procedures: Iterable[str]) -> tuple[str, ...]:
    """The procedures named, all that they call, and what those read, as sorted ``kind id`` texts."""
    by_id = program.by_id.procedures
    open_, seen = [name for name in procedures if name in by_id], set[str]()
    found: set[str] = set()
    while open_:
        name = open_.pop()
        if name in seen:
            continue
        seen.add(name)
        body = by_id[name].body
        found.add(f"procedure {name}")
        found.update(f"table {table}" for table in tables_read(body))
        found.update(f"die {die}" for _, die in by_id[name].rolls)
        found.update(_state(body))
        open_.extend(calls(body))
    return tuple(sorted(found))


def _state(body: tuple[ir.Stmt, ...]) -> set[str]:
    """The counters and zones that are read or changed."""
    found: set[str] = set()
    for expr in all_expressions(body):
        if isinstance(expr, ir.Counter):
            found.add(f"counter {expr.counter}")
        elif isinstance(expr, (ir.ZoneSize, ir.ZoneFold, ir.TopCard)):
            found.add(f"zone {expr.zone}")
    for stmt in statements(body):
        if isinstance(stmt, ir.Change):
            found.add(f"counter {stmt.counter}")
        elif isinstance(stmt, (ir.Pick, ir.Shuffle)):
            found.add(f"zone {stmt.zone}")
        elif isinstance(stmt, ir.Move):
            found.update(f"zone {name}" for name in (stmt.source, stmt.target) if name)
    return found
