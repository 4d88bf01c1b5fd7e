"""Formulas that come from outside the rules: the conditions of ``penance odds --where``."""

from __future__ import annotations

from penance_build.ir import nodes as ir
from penance_build.model.context.report import Report
from penance_build.model.context.world import Constant, TableShape, World
from penance_build.model.formulas.bounds import BOOL
from penance_build.model.formulas.expressions import Expressions
from penance_build.surface.from_tree import query

_QUOTE = len('where: "') + 1


class BadQuery(Exception):
    """A condition that cannot be elaborated: the message, and the columns (from 0) of the mistake."""

    def __init__(self, message: str, start: int, end: int) -> None:
        super().__init__(message)
        self.message, self.start, self.end = message, start, end


def where_expr(program: ir.Program, procedure: str, text: str) -> ir.Expr:
    """A condition over the results of a procedure. Raises BadQuery for a mistake in it, KeyError for an unknown procedure."""
    found = program.by_id.procedures.get(procedure)
    if found is None:
        raise KeyError(procedure)
    formula = query("where", text)
    if formula.error is not None:
        raise BadQuery(_sentence(formula.error.message, formula.error.hint), formula.error.start, formula.error.end)
    scope = Expressions(
        world_of(program), Report(), ("procedure", procedure), {slot.name: slot.type for slot in found.results}, is_event=True
    )
    typed = scope.read(formula, BOOL)
    if scope.report:
        problem = min(scope.report, key=lambda item: item.span.column)  # the leftmost problem is often the cause of the others
        start, end = problem.span.column - _QUOTE, problem.span.end_column - _QUOTE
        if problem.code == "E402" and text[start:end] in {item.name for item in found.inputs}:
            results = ", ".join(slot.name for slot in found.results) or "none"
            raise BadQuery(f"`{text[start:end]}` is an input, a condition is over the results (these are {results})", start, end)
        raise BadQuery(_sentence(problem.message, problem.hint), start, end)
    return typed.expr


def world_of(program: ir.Program) -> World:
    """The world of names that formulas can use, rebuilt from a finished program."""
    return World(
        constants=dict[str, Constant](),
        enums=dict(program.by_id.enums),
        dice=dict(program.by_id.dice),
        tables={table.id: TableShape(table.inputs, table.outputs, table.source) for table in program.tables},
        counters=dict(program.by_id.counters),
        zones=dict(program.by_id.zones),
        attributes=dict(program.by_id.attributes),
        card_ids={card.id: index for index, card in enumerate(program.cards)},
    )


def _sentence(message: str, hint: str) -> str:
    return f"{message} ({hint})" if hint else message
