"""Formulas that come from outside the rules: those of ``penance odds --where``, ``--best`` and ``--policy``."""

from __future__ import annotations

from typing import Final

from penance_build.ir import nodes as ir
from penance_build.model.context.hexes import Hexes
from penance_build.model.context.report import Report
from penance_build.model.context.world import TableShape, Typed, World
from penance_build.model.formulas.bounds import BOOL, CARD
from penance_build.model.formulas.expressions import Expressions
from penance_build.model.formulas.functions import at_hand

NO_SCORE: Final = "a card is chosen by a number, of which a greatest is taken"


class BadQuery(Exception):
    """A formula that cannot be elaborated: the message, the columns (from 0) of the mistake, and the code of the problem, if it has one."""

    def __init__(self, message: str, start: int, end: int, code: str = "") -> None:
        super().__init__(message)
        self.message, self.start, self.end, self.code = message, start, end, code


def where_expr(program: ir.Program, procedure: str, text: str) -> ir.Expr:
    """A condition over the results of a procedure, and the counters and zones behind it, those of players by its inputs.

    Raises BadQuery for a mistake in it, KeyError for an unknown procedure.
    """
    found = program.by_id.procedures[procedure]
    try:
        return _read(program, procedure, "where", text, names_of(found), BOOL).expr
    except BadQuery as error:
        named = text[error.start : error.end]
        if error.code == "E402" and named in {item.name for item in found.inputs}:
            results = ", ".join(slot.name for slot in found.results) or "none"
            message = f"`{named}` is an input, a condition is over the results (these are {results})"
            raise BadQuery(message, error.start, error.end) from None
        raise


def aim_expr(program: ir.Program, procedure: str, text: str) -> ir.Expr:
    """What a best policy is sought for: a number over the results of a procedure, or a condition. Raises BadQuery."""
    typed = _read(program, procedure, "where", text, names_of(program.by_id.procedures[procedure]))
    if typed.type.kind not in ("int", "bool"):
        raise BadQuery("a best policy is sought for a number or a condition", 0, len(text))
    return typed.expr


def choice_expr(program: ir.Program, procedure: str, slot: str, text: str, *, of_card: bool = False) -> ir.Expr:
    """A formula that makes a choice, over the variables of the procedure that asks and what lies on the table.

    Its value is one of the options; of a card (``of_card``) it is a number, which reads ``card.ATTRIBUTE`` of each that may be chosen.
    Raises BadQuery for a mistake in it.
    """
    known = names_in(program.by_id.procedures[procedure], of_card)
    typed = _read(program, procedure, "policy", text, known, None if of_card else known[slot])
    if of_card and typed.type.kind != "int":
        raise BadQuery(NO_SCORE, 0, len(text))
    return at_hand(typed.expr) if of_card else typed.expr


def _read(program: ir.Program, procedure: str, key: str, text: str, names: dict[str, ir.Type], wanted: ir.Type | None = None) -> Typed:
    """A formula as the value of ``key``; the leftmost problem in it is raised, which is often the cause of the others."""
    from penance_build.surface.from_tree import query  # a question without a formula does not wait for the parsers

    formula = query(key, text)
    if formula.error is not None:
        raise BadQuery(_sentence(formula.error.message, formula.error.hint), formula.error.start, formula.error.end)
    scope = Expressions(world_of(program), Report(), ("procedure", procedure), names, is_event=True)
    typed = scope.read(formula, wanted)
    if scope.report:
        problem = min(scope.report, key=lambda item: item.span.column)
        before = len(f'{key}: "') + 1
        start, end = problem.span.column - before, problem.span.end_column - before
        raise BadQuery(_sentence(problem.message, problem.hint), start, end, problem.code)
    return typed


def names_of(procedure: ir.Procedure) -> dict[str, ir.Type]:
    """What a condition behind a procedure may name: its results, and the players among its inputs, who have counters and zones."""
    players = {item.name: item.type for item in procedure.inputs if item.type.kind == "player"}
    return players | {slot.name: slot.type for slot in procedure.results}


def names_in(procedure: ir.Procedure, of_card: bool) -> dict[str, ir.Type]:
    """What a formula that makes a choice may name: the variables of the procedure that asks, and each card where one is chosen."""
    known = {item.name: item.type for item in procedure.inputs}
    known |= {item.name: item.type for item in procedure.slots if "." not in item.name}
    return known | ({"card": CARD} if of_card else {})


def world_of(program: ir.Program) -> World:
    """The world of names that formulas can use, rebuilt from a finished program."""
    enums = dict(program.by_id.enums)
    spaces = {space.id: Hexes(space.id, tuple(cell.id for cell in enums[space.id].members), space.cells) for space in program.spaces}
    given = [{name for name, _ in card.values} for card in program.cards]
    return World(
        enums=enums,
        dice=dict(program.by_id.dice),
        tables={table.id: TableShape(table.inputs, table.outputs, table.source) for table in program.tables},
        counters=dict(program.by_id.counters),
        zones=dict(program.by_id.zones),
        spaces=spaces,
        attributes=dict(program.by_id.attributes),
        card_ids={card.id: index for index, card in enumerate(program.cards)},
        optional={item.id for item in program.attributes if any(item.id not in values for values in given)},
    )


def _sentence(message: str, hint: str) -> str:
    return f"{message} ({hint})" if hint else message
