"""A policy that is a formula, as conditions of the options: only the one that the formula names is legal then."""

from __future__ import annotations

from penance_build.ir.nodes import Choose, Const, Expr, Op, Option, Played, Stmt
from penance_build.ir.record import replace
from penance_build.ir.walk import map_bodies
from penance_build.odds.question.refusal import Policy


def guarded(stmt: Choose, rule: Expr) -> tuple[Option, ...]:
    """The options of a choice, each with the condition that the formula has its value."""
    named = [(option, Op("eq", (rule, Const(option.value)))) for option in stmt.options]
    return tuple(replace(option, test=is_it if option.test is None else Op("and", (option.test, is_it))) for option, is_it in named)


def with_rules(program: Played, policy: Policy | None) -> Played:
    """The program in which the choices that formulas make are guarded by them."""
    if policy is None or not policy.rules:
        return program
    changed = {name for name, _ in policy.rules}
    procedures = tuple(replace(item, body=_body(item.body, item.id, policy)) if item.id in changed else item for item in program.procedures)
    return replace(program, procedures=procedures)


def _body(body: tuple[Stmt, ...], procedure: str, policy: Policy) -> tuple[Stmt, ...]:
    found: list[Stmt] = []
    for stmt in body:
        stmt = map_bodies(stmt, lambda inner: _body(inner, procedure, policy))
        if isinstance(stmt, Choose) and (procedure, stmt.slot) in policy.rules:
            stmt = replace(stmt, options=guarded(stmt, policy.rules[procedure, stmt.slot]))
        found.append(stmt)
    return tuple(found)
