"""E616: a rule or a table larger or deeper than engines in every language can be.

Languages bound how deep their own loops and branches may stand, and how long one expression may be; the bounds here are far
above any real rule. Cases: ``tests/cases/bad/procedures`` and ``tests/test_checks_large.py``.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final

from penance_build.checks.boxes import MAX_ROWS
from penance_build.checks.remembered import once
from penance_build.diagnostics.problem import Problem
from penance_build.ir import nodes as ir
from penance_build.ir.walk import bodies, statements
from penance_build.model.context.rule import entity_of
from penance_build.model.program.elaborate import Elaborated
from penance_build.surface.game import Game
from penance_build.surface.nodes import Item

MAX_LOOPS: Final = 12
MAX_BRANCHES: Final = 48
MAX_STATEMENTS: Final = 1_000
MAX_OPTIONS: Final = 500


def check(game: Game, elaborated: Elaborated) -> list[Problem]:
    """The rules and tables beyond a bound, each with the first bound that it breaks; a rule is looked at once."""
    problems: list[Problem] = []
    for procedure in elaborated.fresh:
        message = once(elaborated, ("too large", procedure.body), partial(_of_rule, procedure))
        if message:
            kind, name = entity_of(procedure.id)
            problems.append(
                _problem(game.of(kind)[name], kind, name, f"`{name}` {message}", "split it into procedures that call each other")
            )
    for table in elaborated.tables:
        if len(table.rows) > MAX_ROWS:
            message = f"`{table.id}` has {len(table.rows)} rows, the limit is {MAX_ROWS}"
            problems.append(_problem(game.tables[table.id], "table", table.id, message, "split it into several tables"))
    return problems


def _problem(item: Item, kind: str, name: str, message: str, hint: str) -> Problem:
    return Problem("E616", message, item.at.key_span, hint, entity=(kind, name), path=item.at.path)


def _of_rule(procedure: ir.Procedure) -> str:
    found = list(statements(procedure.body))
    if len(found) > MAX_STATEMENTS:
        return f"comes to {len(found)} statements, the limit is {MAX_STATEMENTS}"
    options = max((len(stmt.options) for stmt in found if isinstance(stmt, ir.Choose)), default=0)
    if options > MAX_OPTIONS:
        return f"offers {options} options at once, the limit is {MAX_OPTIONS}"
    loops, branches = _depths(procedure.body)
    if loops > MAX_LOOPS:
        return f"has {loops} loops within loops, the limit is {MAX_LOOPS}"
    if branches > MAX_BRANCHES:
        return f"has {branches} branches within branches, the limit is {MAX_BRANCHES}"
    return ""


def _depths(body: Sequence[ir.Stmt]) -> tuple[int, int]:
    """How deep loops, and blocks of any kind, stand in one another."""
    loops = branches = 0
    waiting = [(stmt, 0, 0) for stmt in body]
    while waiting:
        stmt, in_loops, in_branches = waiting.pop()
        if isinstance(stmt, ir.Each):
            in_loops += 1
        inner = bodies(stmt)
        in_branches += bool(inner)
        loops, branches = max(loops, in_loops), max(branches, in_branches)
        waiting.extend((child, in_loops, in_branches) for block in inner for child in block)
    return loops, branches
