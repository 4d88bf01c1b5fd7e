"""Tables that are too large to write out, as expressions over their inputs."""

from __future__ import annotations

from collections.abc import Iterable

from penance_build.ir import nodes
from penance_build.ir.ops import LIMIT


def matches(table: nodes.Table, row: nodes.Row) -> nodes.Expr:
    """The condition of a row as an expression over the table's inputs."""
    tests: list[nodes.Expr] = []
    for item, intervals in zip(table.inputs, row.when, strict=True):
        if intervals is not None:
            tests.append(within(nodes.Var(item.name), intervals))
    return nodes.Const(1) if not tests else tests[0] if len(tests) == 1 else nodes.Op("and", tuple(tests))


def within(value: nodes.Expr, intervals: Iterable[tuple[int, int]]) -> nodes.Expr:
    """Whether a value lies in one of some intervals."""
    return _any([_between(value, low, high) for low, high in intervals])


def _any(tests: list[nodes.Expr]) -> nodes.Expr:
    return nodes.Const(0) if not tests else tests[0] if len(tests) == 1 else nodes.Op("or", tuple(tests))


def _between(value: nodes.Expr, low: int, high: int) -> nodes.Expr:
    if low == high:
        return nodes.Op("eq", (value, nodes.Const(low)))
    return nodes.Op("and", (nodes.Op("ge", (value, nodes.Const(low))), nodes.Op("le", (value, nodes.Const(high)))))


def summed_table(table: nodes.Table, output: int) -> nodes.Expr:
    """A ``sum`` or ``max`` table as one expression over its inputs."""
    zero, least = nodes.Const(0), nodes.Const(-LIMIT)
    groups: dict[str, list[nodes.Row]] = {}
    terms: list[nodes.Expr] = []
    for row in table.rows:
        if table.policy == "sum":
            terms.append(nodes.Cond(matches(table, row), row.values[output], zero))
        groups.setdefault(row.group, []).append(row)
    if table.policy == "max":
        for rows in groups.values():
            values = [nodes.Cond(matches(table, row), row.values[output], least) for row in rows]
            best = values[0] if len(values) == 1 else nodes.Op("max", tuple(values))
            terms.append(nodes.Cond(_any([matches(table, row) for row in rows]), best, zero))
    return zero if not terms else terms[0] if len(terms) == 1 else nodes.Op("add", tuple(terms))
