"""W625: a counter that rules change and none reads: a modifier without effect; E626: one recorded as such that is read.

Only a game with a setup is played by its rules alone; in others people may see to any counter.
Cases: ``tests/cases/bad/procedures``.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from penance_build.checks.distinct import expressions_of, rules_of
from penance_build.checks.remembered import once
from penance_build.diagnostics.problem import Problem
from penance_build.ir import nodes as ir
from penance_build.ir.walk import statements
from penance_build.model.context.rule import entity_of
from penance_build.model.program.elaborate import Elaborated
from penance_build.surface.game import Game


def check(game: Game, combinations: Sequence[Elaborated]) -> list[Problem]:
    """Find the counters that are changed under some combination of options and read under none."""
    changed: dict[str, str] = {}
    read: set[str] = set()
    for elaborated in combinations:
        read.update(counter.id for counter in elaborated.program.counters if counter.past == "illegal")
    for procedure in rules_of(combinations):
        changes, reads = once(combinations[0], ("counters", procedure.body), partial(_look, combinations[0], procedure))
        read |= reads
        for changing in changes:
            changed.setdefault(changing, entity_of(procedure.id)[1])
    problems: list[Problem] = []
    for name, counter in game.counters.items():
        entity, known, at = ("counter", name), counter.known, counter.at
        if known is not None and name in read:
            message = f"`{name}` is recorded as unread, but a rule reads it"
            problems.append(Problem("E626", message, known.span, "remove `known:`", entity=entity, path=at.path))
        elif game.setups and known is None and name in changed and name not in read:
            message = f"`{changed[name]}` changes `{name}`, and no rule reads it"
            hint = "let a rule read it, or write `known: unread` where people see to it"
            problems.append(Problem("W625", message, at.key_span, hint, entity=entity, path=at.path))
    return problems


def _look(elaborated: Elaborated, procedure: ir.Procedure) -> tuple[list[str], frozenset[str]]:
    """The counters that a procedure changes, and those that it reads."""
    changes = [stmt.counter for stmt in statements(procedure.body) if isinstance(stmt, ir.Change)]
    return changes, frozenset(expr.counter for expr in expressions_of(elaborated, procedure.body) if isinstance(expr, ir.Counter))
