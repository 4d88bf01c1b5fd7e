"""Why an action is not allowed: the failing parts of its condition, each with the values that it compares.

A condition that is one of several ways is followed only into ways that are open to the thing at hand: one that fails by what a
card is can never come to hold. A name that was put in one place, by a formula that still gives what it holds, is read as that formula.
"""

from __future__ import annotations

from collections.abc import Iterator

from penance_build.ir import nodes
from penance_build.ir.interpret.expressions import Evaluator, Frame
from penance_build.ir.interpret.state import State as Interpreted
from penance_build.ir.interpret.state import Value
from penance_build.ir.ops import COMPARISONS
from penance_build.ir.text import formula_text
from penance_build.ir.walk import assigned, children, expressions, statements
from penance_build.play.table import Action, State


class Reasons:
    """Explains refusals in the states of one game."""

    def __init__(self, program: nodes.Program) -> None:
        self.program = program
        self.procedures = program.by_id.procedures
        self.numbers = {card.id: number for number, card in enumerate(program.cards)}

    def why(self, state: State, action: Action) -> list[str]:
        """What would have to hold, part by part, and does not; nothing where the condition holds, or is not known."""
        pending, frame = state["pending"], state["frames"][-1]
        procedure = self.procedures[pending["procedure"]]
        test = _condition(procedure, pending["step"], action)
        if test is None:
            return []
        slots: dict[str, Value] = {name: tuple(value) if isinstance(value, list) else value for name, value in frame["v"].items()}
        cards = [self.numbers[card] for card in state["cards"]]
        table = Interpreted(state["players"], state["counters"], state["zones"], cards)
        evaluator = Evaluator(self.program, table, Frame(slots), card=action.get("card"))
        return list(dict.fromkeys(_Finder(self.program, procedure, evaluator).failing(test)))


def _condition(procedure: nodes.Procedure, step: int, action: Action) -> nodes.Expr | None:
    """The condition of an answer to what a step asks; one step may ask whether a card is played, and then which."""
    for stmt in statements(procedure.body):
        if isinstance(stmt, nodes.Pick) and stmt.step == step and "card" in action:
            return stmt.test
        if isinstance(stmt, nodes.Choose) and stmt.step == step and "option" in action:
            return next((option.test for option in stmt.options if option.id == action["option"]), None)
    return None


class _Finder:
    """The failing parts of the conditions of one procedure, in one state."""

    def __init__(self, program: nodes.Program, procedure: nodes.Procedure, evaluator: Evaluator) -> None:
        self.program, self.procedure, self.evaluator = program, procedure, evaluator
        self.read: set[str] = set()  # names that were read as their formulas, each once

    def failing(self, test: nodes.Expr, wanted: bool = True) -> Iterator[str]:
        """The parts that keep ``test`` from being as wanted."""
        if (self.evaluator.number(test) != 0) == wanted:
            return
        if isinstance(test, nodes.Op) and test.op == "not":
            yield from self.failing(test.args[0], not wanted)
        elif isinstance(test, nodes.Op) and test.op in ("and", "or"):
            if (test.op == "and") == wanted:
                for part in test.args:
                    yield from self.failing(part, wanted)
            else:
                yield from self.one_of(test.args, wanted)
        elif isinstance(test, nodes.Var) and (meant := self.meaning(test)) is not None:
            yield from self.failing(meant, wanted)
        else:
            yield self.leaf(test, wanted)

    def one_of(self, ways: tuple[nodes.Expr, ...], wanted: bool) -> Iterator[str]:
        """Of several ways, each of which fails: what is missing in those that are open."""
        able = [way for way in ways if not self.is_closed(way, wanted)] or list(ways)
        told = list(dict.fromkeys("; ".join(dict.fromkeys(self.failing(way, wanted))) for way in able))
        if len(told) == 1:
            yield from told[0].split("; ")
        else:
            yield "either " + ", or ".join(told)

    def is_closed(self, test: nodes.Expr, wanted: bool) -> bool:
        """Whether a part fails by what the card at hand is, whatever happens in the game."""
        if (self.evaluator.number(test) != 0) == wanted:
            return False
        if isinstance(test, nodes.Op) and test.op == "not":
            return self.is_closed(test.args[0], not wanted)
        if isinstance(test, nodes.Op) and test.op in ("and", "or"):
            some = any if (test.op == "and") == wanted else all
            return some(self.is_closed(part, wanted) for part in test.args)
        inside = list(expressions(test))
        over_others = any(isinstance(expr, nodes.ZoneFold | nodes.TopCard) for expr in inside)
        return not over_others and all(isinstance(expr, nodes.Const | nodes.CardAttr) for expr in inside if not children(expr))

    def meaning(self, name: nodes.Var) -> nodes.Expr | None:
        """The condition that a name stands for: it was put there in one place, and would be found the same now."""
        puts = [stmt for stmt in statements(self.procedure.body) if name.name in assigned(stmt)]
        if name.name in self.read or len(puts) != 1 or not isinstance(puts[0], nodes.Let) or not isinstance(puts[0].value, nodes.Op):
            return None
        if self.evaluator.value(puts[0].value) != self.evaluator.value(name):
            return None
        self.read.add(name.name)
        return puts[0].value

    # ------------------------------------------------------------ what does not hold, as a text

    def leaf(self, test: nodes.Expr, wanted: bool) -> str:
        """One part as a formula, and what stands on its two sides now."""
        if isinstance(test, nodes.Var):
            return f"{test.name} (now {'no' if wanted else 'yes'})"
        if not isinstance(test, nodes.Op) or test.op not in COMPARISONS:
            return ("" if wanted else "not ") + formula_text(self.program, test)
        left, right = test.args
        sides = (self.side(left, right), self.side(right, left))
        text = f"{sides[0]} {COMPARISONS[test.op]} {sides[1]}"
        now = (self.now(left, right), self.now(right, left))
        told = "" if now == sides else f" (now {now[0]} and {now[1]})" if now[1] != sides[1] else f" (now {now[0]})"
        return ("" if wanted else "not ") + text + told

    def side(self, expr: nodes.Expr, other: nodes.Expr) -> str:
        """A side of a comparison as a formula, a member by its id."""
        ids = self.ids(other) if isinstance(expr, nodes.Const) else None
        return ids[expr.value] if ids and isinstance(expr, nodes.Const) and 0 <= expr.value < len(ids) else formula_text(self.program, expr)

    def now(self, expr: nodes.Expr, other: nodes.Expr) -> str:
        """What a side is now."""
        value, ids = self.evaluator.value(expr), self.ids(expr) or (self.ids(other) if isinstance(expr, nodes.Const) else None)
        if isinstance(value, tuple):
            return ", ".join(map(str, value))
        return ids[value] if ids and 0 <= value < len(ids) else str(value)

    def ids(self, expr: nodes.Expr) -> list[str] | None:
        """The ids that the values of an expression stand for, where it is a card's kind, a counter or a name of members."""
        program = self.program
        kind = ""
        if isinstance(expr, nodes.CardAttr):
            listed = {"type": program.card_types, "slot": program.slots}
            if expr.attr in listed:
                return [group.id for group in listed[expr.attr]]
            if expr.attr in ("id", "faction"):
                return [item.id for item in (program.cards if expr.attr == "id" else program.factions)]
            kind = program.by_id.attributes[expr.attr].type.ref if expr.attr in program.by_id.attributes else ""
        elif isinstance(expr, nodes.Counter):
            kind = program.by_id.counters[expr.counter].ref
        elif isinstance(expr, nodes.Var):
            kind = next((slot.type.ref for slot in self.procedure.slots if slot.name == expr.name and slot.type.kind == "enum"), "")
        return [member.id for member in program.by_id.enums[kind].members] if kind in program.by_id.enums else None
