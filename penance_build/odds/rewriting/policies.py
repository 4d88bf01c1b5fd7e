"""A policy that is a formula, as conditions of the options: only the one that the formula names is legal then."""

from __future__ import annotations

from collections.abc import Mapping

from penance_build.ir.nodes import CardAttr, Choose, Const, Expr, Op, Option, Pick, Played, Stmt
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


def with_cards(program: Played, policy: Policy) -> Played:
    """The program in which a choice of one certain card has no other: for runs, of which odds take the card by themselves."""
    named = {key: rule for key, rule in policy.rules.items() if isinstance(rule, Const)}
    if not named:
        return program
    return replace(program, procedures=tuple(replace(item, body=_named(item.body, item.id, named)) for item in program.procedures))


def _named(body: tuple[Stmt, ...], procedure: str, named: Mapping[tuple[str, str], Const]) -> tuple[Stmt, ...]:
    found: list[Stmt] = []
    for stmt in body:
        stmt = map_bodies(stmt, lambda inner: _named(inner, procedure, named))
        if isinstance(stmt, Pick) and (procedure, stmt.slot) in named:
            is_it = Op("eq", (CardAttr(None, "id"), named[procedure, stmt.slot]))
            stmt = replace(stmt, test=is_it if stmt.test is None else Op("and", (stmt.test, is_it)))
        found.append(stmt)
    return tuple(found)


def _body(body: tuple[Stmt, ...], procedure: str, policy: Policy) -> tuple[Stmt, ...]:
    found: list[Stmt] = []
    for stmt in body:
        stmt = map_bodies(stmt, lambda inner: _body(inner, procedure, policy))
        if isinstance(stmt, Choose) and (procedure, stmt.slot) in policy.rules:
            stmt = replace(stmt, options=guarded(stmt, policy.rules[procedure, stmt.slot]))
        found.append(stmt)
    return tuple(found)
