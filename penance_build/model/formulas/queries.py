"""Formulas that come from outside the rules: the conditions of ``penance odds --where``."""

from __future__ import annotations

from penance_build.ir import nodes as ir
from penance_build.model.context.report import Report
from penance_build.model.context.world import Constant, TableShape, World
from penance_build.model.formulas.bounds import BOOL, CARD
from penance_build.model.formulas.expressions import Expressions
from penance_build.model.formulas.functions import at_hand

_QUOTE = len('where: "') + 1


class BadQuery(Exception):
    """A condition that cannot be elaborated: the message, and the columns (from 0) of the mistake."""

    def __init__(self, message: str, start: int, end: int) -> None:
        super().__init__(message)
        self.message, self.start, self.end = message, start, end


def where_expr(program: ir.Program, procedure: str, text: str) -> ir.Expr:
    """A condition over the results of a procedure, and the counters and zones behind it, those of players by its inputs.

    Raises BadQuery for a mistake in it, KeyError for an unknown procedure.
    """
    found = program.by_id.procedures.get(procedure)
    if found is None:
        raise KeyError(procedure)
    from penance_build.surface.from_tree import query  # a question without a condition does not wait for the parsers

    formula = query("where", text)
    if formula.error is not None:
        raise BadQuery(_sentence(formula.error.message, formula.error.hint), formula.error.start, formula.error.end)
    scope = Expressions(world_of(program), Report(), ("procedure", procedure), names_of(found), is_event=True)
    typed = scope.read(formula, BOOL)
    if scope.report:
        problem = min(scope.report, key=lambda item: item.span.column)  # the leftmost problem is often the cause of the others
        start, end = problem.span.column - _QUOTE, problem.span.end_column - _QUOTE
        if problem.code == "E402" and text[start:end] in {item.name for item in found.inputs}:
            results = ", ".join(slot.name for slot in found.results) or "none"
            raise BadQuery(f"`{text[start:end]}` is an input, a condition is over the results (these are {results})", start, end)
        raise BadQuery(_sentence(problem.message, problem.hint), start, end)
    return typed.expr


def aim_expr(program: ir.Program, procedure: str, text: str) -> ir.Expr:
    """What a best policy is sought for: a number over the results of a procedure, or a condition. Raises BadQuery."""
    found = program.by_id.procedures[procedure]
    from penance_build.surface.from_tree import query  # a question without a condition does not wait for the parsers

    formula = query("where", text)
    if formula.error is not None:
        raise BadQuery(_sentence(formula.error.message, formula.error.hint), formula.error.start, formula.error.end)
    scope = Expressions(world_of(program), Report(), ("procedure", procedure), names_of(found), is_event=True)
    typed = scope.read(formula)
    if scope.report:
        problem = min(scope.report, key=lambda item: item.span.column)
        start, end = problem.span.column - _QUOTE, problem.span.end_column - _QUOTE
        raise BadQuery(_sentence(problem.message, problem.hint), start, end)
    if typed.type.kind not in ("int", "bool"):
        raise BadQuery("a best policy is sought for a number or a condition", 0, len(text))
    return typed.expr


def choice_expr(program: ir.Program, procedure: str, slot: str, text: str, *, of_card: bool = False) -> ir.Expr:
    """A formula that makes a choice, over the variables of the procedure that asks and what lies on the table.

    Its value is one of the options; of a card (``of_card``) it is a number, which reads ``card.ATTRIBUTE`` of each that may be chosen.
    Raises BadQuery for a mistake in it.
    """
    found = program.by_id.procedures[procedure]
    known = {item.name: item.type for item in found.inputs} | {item.name: item.type for item in found.slots if "." not in item.name}
    from penance_build.surface.from_tree import query

    formula = query("policy", text)
    if formula.error is not None:
        raise BadQuery(_sentence(formula.error.message, formula.error.hint), formula.error.start, formula.error.end)
    env = {**known, "card": CARD} if of_card else known
    scope = Expressions(world_of(program), Report(), ("procedure", procedure), env, is_event=True)
    typed = scope.read(formula) if of_card else scope.read(formula, known[slot])
    if not scope.report and of_card and typed.type.kind != "int":
        raise BadQuery("a card is chosen by a number, of which a greatest is taken", 0, len(text))
    if scope.report:
        problem = min(scope.report, key=lambda item: item.span.column)
        start, end = problem.span.column - _QUOTE - 1, problem.span.end_column - _QUOTE - 1  # `policy` is one letter longer than `where`
        raise BadQuery(_sentence(problem.message, problem.hint), start, end)
    return at_hand(typed.expr) if of_card else typed.expr


def names_of(procedure: ir.Procedure) -> dict[str, ir.Type]:
    """What a condition behind a procedure may name: its results, and the players among its inputs, who have counters and zones."""
    players = {item.name: item.type for item in procedure.inputs if item.type.kind == "player"}
    return players | {slot.name: slot.type for slot in procedure.results}


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
