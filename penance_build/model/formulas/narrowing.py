"""What follows from a condition: bounds of variables, and whether anything can meet it at all."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product
from typing import Final, TypeAlias

from penance_build.ir import nodes as ir
from penance_build.ir.fold import fold
from penance_build.ir.nodes import Type
from penance_build.ir.ops import COMPARISONS, OPERATIONS
from penance_build.model.formulas.bounds import integer

Fact: TypeAlias = tuple[ir.Expr, str, int]  # an expression, a comparison, and the constant with which it is compared

MAX_WAYS: Final = 64  # ways in which a condition can hold; one with more is taken for one that can be met
EXCLUDED: Final = "this never holds: its parts exclude each other"
_ANY: Final = integer(None, None)


def facts(test: ir.Expr, truth: bool) -> list[Fact]:
    """The facts that follow from a condition being true or false."""
    if isinstance(test, ir.Var):
        return [(test, "eq", int(truth))]
    if not isinstance(test, ir.Op):
        return []
    if test.op == "not":
        return facts(test.args[0], not truth)
    if test.op == ("and" if truth else "or"):
        return [fact for part in test.args for fact in facts(part, truth)]
    return _compared(test, truth) if test.op in COMPARISONS else []


def _compared(test: ir.Op, truth: bool) -> list[Fact]:
    op = test.op if truth else OPERATIONS[test.op].negation
    left, right = test.args
    left_value, right_value = fold(left), fold(right)
    if right_value is not None:
        return [] if left_value is not None else [(left, op, right_value)]
    if left_value is not None:
        return [(right, OPERATIONS[op].mirror, left_value)]
    is_turned = repr(left) > repr(right)  # two values that are held against each other twice: by their difference
    return [(ir.Op("sub", (right, left) if is_turned else (left, right)), OPERATIONS[op].mirror if is_turned else op, 0)]


def tightened(type_: Type, op: str, bound: int) -> Type | None:
    """A type of which a fact is known; None where no value is left."""
    low, high = type_.low, type_.high
    if op in ("ge", "gt", "eq"):
        least = bound + (op == "gt")
        low = least if low is None else max(low, least)
    if op in ("le", "lt", "eq"):
        most = bound - (op == "lt")
        high = most if high is None else min(high, most)
    if op == "ne":
        low = low + 1 if low == bound else low
        high = high - 1 if high == bound else high
    if low is not None and high is not None and low > high:
        return None
    return Type(type_.kind, type_.ref, low, high, type_.unit)


def agree(left: ir.Expr, right: ir.Expr, env: Mapping[str, Type]) -> bool:
    """Whether something may meet both of two conditions; where nothing meets one of them, that is said of it alone."""
    return can_be_met(ir.Op("and", (left, right)), env) or not (can_be_met(left, env) and can_be_met(right, env))


def can_be_met(test: ir.Expr, env: Mapping[str, Type]) -> bool:
    """Whether a condition may hold, as far as the bounds of its variables and its own comparisons with constants tell."""
    return any(_agree(way, env) for way in _ways(test, True))


def _agree(way: Sequence[Fact], env: Mapping[str, Type]) -> bool:
    """Whether some values may have all of these facts; of what is no variable, each fact is held against the others alone."""
    known: dict[ir.Expr, Type] = {}
    by_last = sorted(way, key=lambda fact: fact[1] == "ne")  # what a value is not tells the more, the narrower its bounds are
    for expr, op, bound in by_last:
        declared = env.get(expr.name, _ANY) if isinstance(expr, ir.Var) else _ANY
        narrower = tightened(known.get(expr, declared), op, bound)
        if narrower is None:
            return False
        known[expr] = narrower
    return True


def _ways(test: ir.Expr, truth: bool) -> list[tuple[Fact, ...]]:
    """The ways in which a condition is true or false, each with its facts; one way without any where they are too many."""
    if isinstance(test, ir.Const):
        return [()] if bool(test.value) == truth else []
    if isinstance(test, ir.Op) and test.op == "not":
        return _ways(test.args[0], not truth)
    if isinstance(test, ir.Op) and test.op in ("and", "or"):
        parts = [_ways(part, truth) for part in test.args]
        if (test.op == "and") != truth:
            found = [way for part in parts for way in part]
            return found if len(found) <= MAX_WAYS else [()]
        count = 1
        for part in parts:
            count *= len(part)
        if count > MAX_WAYS:
            return [()]
        return [tuple(fact for way in chosen for fact in way) for chosen in product(*parts)]
    return [tuple(facts(test, truth))]
