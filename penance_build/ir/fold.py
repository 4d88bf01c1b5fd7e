"""Constant folding: what an expression is worth when its inputs are constants.

Only pure arithmetic is folded; whatever reads a variable, a roll or the state is not constant.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from penance_build.ir import nodes as ir


def _divide_up(a: int, b: int) -> int:
    return -(-a // b)


def _divide_nearest(a: int, b: int) -> int:
    return (2 * a + b) // (2 * b) if b > 0 else (-2 * a - b) // (-2 * b)


BINARY: Final[Mapping[str, Callable[[int, int], int]]] = {
    "sub": lambda a, b: a - b,
    "div": lambda a, b: a // b,
    "mod": lambda a, b: a % b,
    "cdiv": _divide_up,
    "rdiv": _divide_nearest,
    "eq": lambda a, b: int(a == b),
    "ne": lambda a, b: int(a != b),
    "lt": lambda a, b: int(a < b),
    "le": lambda a, b: int(a <= b),
    "gt": lambda a, b: int(a > b),
    "ge": lambda a, b: int(a >= b),
}


def operate(op: str, values: list[int]) -> int:
    """The value of an operation on constants; the divisor is not 0 (the compiler has proven it)."""
    if op in BINARY:
        return BINARY[op](values[0], values[1])
    if op == "add":
        return sum(values)
    if op == "mul":
        product = 1
        for value in values:
            product *= value
        return product
    if op in ("min", "max"):
        return min(values) if op == "min" else max(values)
    if op in ("and", "or"):
        return int(all(values)) if op == "and" else int(any(values))
    if op == "neg":
        return -values[0]
    return abs(values[0]) if op == "abs" else int(not values[0])


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
