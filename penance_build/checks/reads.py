"""How many dice, numbers, cards and rows an expression looks at, at most: a fold looks at each, and in each at all that stands in it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from penance_build.ir import nodes as ir
from penance_build.ir.walk import children, own_expressions

LIST: Final = 64  # numbers of the longest list
ZONE: Final = 100  # cards of a zone, of which no bound is known

_Sizes = Mapping[str, int]


class Reads:
    """Counts for one procedure: ``dice`` are the most of each roll, ``rows`` those of each table.

    What a statement looks at is counted once: under other options the procedure is the same, and what it calls is longer.
    """

    def __init__(self, dice: _Sizes, rows: _Sizes) -> None:
        self.dice = dice
        self.rows = rows
        self._known: dict[int, tuple[ir.Stmt, int]] = {}  # by identity, which lasts as long as the statement is kept here

    def of(self, stmt: ir.Stmt) -> int:
        """What a statement itself looks at, those inside of it left out."""
        known = self._known.get(id(stmt))
        if known is None or known[0] is not stmt:
            known = self._known[id(stmt)] = (stmt, self._of(stmt))
        return known[1]

    def _of(self, stmt: ir.Stmt) -> int:
        if isinstance(stmt, ir.Reroll):
            return self.dice.get(stmt.slot, 0) * self.inside(stmt.test) + self.outside(stmt.limit)
        cards = ZONE * (1 if stmt.test is None else self.inside(stmt.test)) if isinstance(stmt, ir.Pick) else 0
        return cards + sum(map(self.outside, own_expressions(stmt)))

    def outside(self, expr: ir.Expr) -> int:
        """What an expression looks at, where it is evaluated once; its own operations are part of the step that it stands in."""
        match expr:
            case ir.Fold(roll=roll, body=body):
                return self.outside(roll) + self.size(roll) * self.inside(body)
            case ir.ZoneFold(owner=owner, body=body):
                return ZONE * self.inside(body) + (0 if owner is None else self.outside(owner))
            case ir.TopCard(owner=owner, test=test):
                return (1 if test is None else ZONE * self.inside(test)) + (0 if owner is None else self.outside(owner))
            case ir.Keep(roll=roll) | ir.Shape(roll=roll):
                return self.size(roll) + sum(map(self.outside, children(expr)))
            case ir.Lookup(table=table):
                return self.rows.get(table, 0) + sum(map(self.outside, children(expr)))
            case ir.ListOp():
                return LIST * (expr.op not in ("at", "size")) + sum(map(self.outside, children(expr)))
            case _:
                return sum(map(self.outside, children(expr)))

    def inside(self, expr: ir.Expr) -> int:
        """The same for each die, number or card: here every operation counts."""
        match expr:
            case ir.Fold() | ir.ZoneFold() | ir.TopCard():
                return 1 + self.outside(expr)
            case ir.Keep(roll=roll) | ir.Shape(roll=roll):
                return 1 + self.size(roll) + sum(map(self.inside, children(expr)))
            case ir.Lookup(table=table):
                return 1 + self.rows.get(table, 0) + sum(map(self.inside, children(expr)))
            case ir.ListOp():
                return 1 + LIST + sum(map(self.inside, children(expr)))
            case _:
                return 1 + sum(map(self.inside, children(expr)))

    def size(self, roll: ir.Expr) -> int:
        """The most dice of a roll, or numbers of a list."""
        match roll:
            case ir.Var(name=name):
                return self.dice.get(name, LIST)
            case ir.Keep(roll=kept, count=ir.Const(value=count)):
                return min(max(0, count), self.size(kept))
            case ir.Keep(roll=kept):
                return self.size(kept)
            case ir.Cond(yes=yes, no=no):
                return max(self.size(yes), self.size(no))
            case _:
                return LIST
