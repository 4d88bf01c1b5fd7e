"""Constant folding: the value of an expression whose operands are constants.

Only pure arithmetic is folded; whatever reads a variable, a roll or the state is not constant.
"""

from __future__ import annotations

from penance_build.ir import nodes as ir
from penance_build.ir.ops import operate


def fold(expr: ir.Expr) -> int | None:
    """The value of a constant expression, or None."""
    if isinstance(expr, ir.Const):
        return expr.value
    if isinstance(expr, ir.Op):
        values = [fold(argument) for argument in expr.args]
        known = [value for value in values if value is not None]
        return operate(expr.op, known) if len(known) == len(values) else None
    if isinstance(expr, ir.Cond):
        test = fold(expr.test)
        return None if test is None else fold(expr.yes if test else expr.no)
    return None
