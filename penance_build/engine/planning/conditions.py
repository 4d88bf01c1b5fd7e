"""Conditions of choices as trees, so that an engine can say which parts do not hold, and what stands on their two sides.

A leaf names its values by their places in a list of expressions, of which each becomes a function: a part is only evaluated where
those before it let it be.
"""

from __future__ import annotations

from typing import Any

from msgspec import Struct, field

from penance_build.ir import nodes
from penance_build.ir.ops import COMPARISONS
from penance_build.ir.text import formula_text
from penance_build.ir.walk import assigned, children, expressions, statements

Tree = dict[str, Any]


class Condition(Struct):
    """The condition of an option or of a card: its tree, and the expressions that its leaves name."""

    program: nodes.Played
    procedure: nodes.Procedure
    values: list[nodes.Expr] = field(default_factory=list)

    def tree(self, test: nodes.Expr, read: frozenset[str] = frozenset()) -> Tree:
        """The tree of a condition; ``read`` are the names that were read as their formulas on the way here."""
        if isinstance(test, nodes.Op) and test.op in ("and", "or", "not"):
            return {"op": test.op, "args": [self.tree(arg, read) for arg in test.args]}
        fixed = {"fixed": True} if _is_fixed(test) else {}
        if isinstance(test, nodes.Var):
            return {"op": "name", "text": test.name, "value": self.place(test)} | self.meaning(test, read) | fixed
        if not isinstance(test, nodes.Op) or test.op not in COMPARISONS:
            return {"op": "value", "text": formula_text(self.program, test), "value": self.place(test)} | fixed
        left, right = test.args
        sides = [self.side(left, right), self.side(right, left)]
        return {"op": test.op, "sign": COMPARISONS[test.op], "sides": sides} | fixed

    def place(self, expr: nodes.Expr) -> int:
        """The place of an expression among the values."""
        if expr not in self.values:
            self.values.append(expr)
        return self.values.index(expr)

    def meaning(self, name: nodes.Var, read: frozenset[str]) -> Tree:
        """The condition that a name stands for, if it was put there in one place; it counts where it would be found the same now."""
        puts = [stmt for stmt in statements(self.procedure.body) if name.name in assigned(stmt)]
        if name.name in read or len(puts) != 1 or not isinstance(puts[0], nodes.Let) or not isinstance(puts[0].value, nodes.Op):
            return {}
        value = puts[0].value
        return {"now": self.place(value), "meaning": self.tree(value, read | {name.name})}

    def side(self, expr: nodes.Expr, other: nodes.Expr) -> Tree:
        """A side of a comparison: its text, the place of its value, and of what its values are the ids."""
        kind = self.kind(expr) or (self.kind(other) if isinstance(expr, nodes.Const) else "")
        text = formula_text(self.program, expr)
        if isinstance(expr, nodes.Const) and kind:
            ids = ids_of(self.program, kind)
            text = ids[expr.value] if 0 <= expr.value < len(ids) else text
        return {"text": text, "value": self.place(expr)} | ({"kind": kind} if kind else {})

    def kind(self, expr: nodes.Expr) -> str:
        """Of what the values of an expression are numbers: an enum, or cards and what they are grouped by; "" for numbers."""
        program = self.program
        if isinstance(expr, nodes.CardAttr):
            listed = {"type": "card_types", "slot": "slots", "id": "cards", "faction": "factions"}
            if expr.attr in listed:
                return listed[expr.attr]
            kind = program.by_id.attributes[expr.attr].type.ref if expr.attr in program.by_id.attributes else ""
        elif isinstance(expr, nodes.Counter):
            kind = program.by_id.counters[expr.counter].ref
        elif isinstance(expr, nodes.Var):
            kind = next((slot.type.ref for slot in self.procedure.slots if slot.name == expr.name and slot.type.kind == "enum"), "")
        else:
            kind = ""
        return kind if kind in program.by_id.enums else ""


def ids_of(program: nodes.Played, kind: str) -> list[str]:
    """The ids that the values of a kind stand for."""
    if kind in program.by_id.enums:
        return [member.id for member in program.by_id.enums[kind].members]
    if kind == "cards":
        return [card.id for card in program.cards]
    groups = {"card_types": program.card_types, "slots": program.slots}
    return [faction.id for faction in program.factions] if kind == "factions" else [group.id for group in groups[kind]]


def kinds_in(tree: Tree) -> set[str]:
    """The kinds that the leaves of a tree name."""
    inner = [*tree.get("args", ()), *([tree["meaning"]] if "meaning" in tree else [])]
    return {side["kind"] for side in tree.get("sides", ()) if "kind" in side}.union(*map(kinds_in, inner))


def _is_fixed(test: nodes.Expr) -> bool:
    """Whether a part hangs on what the card at hand is and on nothing else, whatever happens in the game."""
    inside = list(expressions(test))
    over_others = any(isinstance(expr, nodes.ZoneFold | nodes.TopCard) for expr in inside)
    return not over_others and all(isinstance(expr, nodes.Const | nodes.CardAttr) for expr in inside if not children(expr))
