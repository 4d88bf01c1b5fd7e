"""How many cards a deck or a set of cards must have: a number, a formula of constants, or a range of these."""

from __future__ import annotations

from typing import Final

from penance_build.formula.syntax import Interval, Node
from penance_build.ir.fold import fold
from penance_build.model.context.context import Context
from penance_build.model.formulas.expressions import Expressions
from penance_build.surface.nodes import Formula

MOST_CARDS: Final = 2000
Size = tuple[int, int]  # at least and at most


def size_of(ctx: Context, entity: tuple[str, str], size: Formula | None) -> Size | None:
    """The size that is asked for; None where none is, or after reporting that it is no such number."""
    if size is None:
        return None
    scope = Expressions(ctx.world, ctx.report, entity)
    node = scope.parse(size)
    if node is None:
        return None
    low, high = (node.low, node.high) if isinstance(node, Interval) else (node, node)
    least, most = _number(scope, low, 1), _number(scope, high, MOST_CARDS)
    if least is None or most is None:
        return None
    if not 1 <= least <= most <= MOST_CARDS:
        what = "one in a range that begins with the smaller number" if least > most else "a number, a range or a formula of constants"
        kind = "a set" if entity[0] == "card_set" else "a deck"
        scope.problem("E411", f"{kind} has 1 to {MOST_CARDS} cards", 0, len(size.text), f"write {what}")
        return None
    return least, most


def _number(scope: Expressions, node: Node | None, missing: int) -> int | None:
    """The value of one end; None after reporting what is wrong with it, 0: it is no number that is known before play."""
    if node is None:
        return missing
    typed = scope.node(node)
    if typed.type.kind == "error":
        return None
    return (fold(typed.expr) if typed.type.kind == "int" else None) or 0
