"""The table of operations on integers, one row each; the parser, typing, constant folding, printing and evaluation read it.

A *level* is the precedence of an operation; an interval is (least, greatest), with None where there is no bound.
Engine languages write operations in their own modules; tests check those against these rows.
"""

from __future__ import annotations

from collections import Counter as Multiset
from collections.abc import Callable, Iterable, Mapping
from typing import Final

from msgspec import Struct

Interval = tuple[int | None, int | None]

COND, OR, AND, NOT, COMPARE, ADD, MUL, UNARY, ATOM = range(9)
LIMIT: Final = 2**53 - 1  # how far numbers go on either side of 0: a double holds all of these exactly
LARGE: Final = 2**52  # what only adds up has no bound but about this one
MANY: Final = 0  # as an arity: two arguments or more, taken from the left


class Operation(Struct, frozen=True):
    """An operation: its sign in formulas and in print (or its ``function``, where it is written as one), and what it does.

    Where the arity is ``MANY``, ``meaning`` and ``bounds`` take two arguments. ``negation`` is the comparison that holds where this
    one does not, ``mirror`` the one that holds with swapped operands. Divisors are proven not to be 0.
    """

    name: str
    arity: int
    meaning: Callable[..., int]
    bounds: Callable[..., Interval]
    sign: str = ""
    printed: str = ""
    function: str = ""
    level: int = ATOM
    is_commutative: bool = False
    is_associative: bool = False
    negation: str = ""
    mirror: str = ""


# ---------------------------------------------------------------- intervals


def _sum(*ends: int | None) -> int | None:
    known = [end for end in ends if end is not None]
    return sum(known) if len(known) == len(ends) else None


def _minus(end: int | None) -> int | None:
    return None if end is None else -end


def _negated(one: Interval) -> Interval:
    return _minus(one[1]), _minus(one[0])


def _added(one: Interval, other: Interval) -> Interval:
    return _sum(one[0], other[0]), _sum(one[1], other[1])


def _corners(meaning: Callable[[int, int], int], one: Interval, other: Interval) -> Interval:
    """The interval of an operation that is monotonic in each argument; all four bounds are known."""
    found = [meaning(left, right) for left in one for right in other if left is not None and right is not None]
    return (min(found), max(found)) if len(found) == 4 else (None, None)


def _scaled(factor: int, one: Interval) -> Interval:
    low, high = one if factor > 0 else (one[1], one[0])
    return (None if low is None else factor * low, None if high is None else factor * high) if factor else (0, 0)


def _multiplied(one: Interval, other: Interval) -> Interval:
    for single, rest in ((one, other), (other, one)):
        if single[0] is not None and single[0] == single[1]:
            return _scaled(single[0], rest)
    if one[0] is not None and other[0] is not None and min(one[0], other[0]) >= 0:
        return one[0] * other[0], None if one[1] is None or other[1] is None else one[1] * other[1]
    return _corners(lambda left, right: left * right, one, other)


def _least(*found: Interval) -> Interval:
    highs = [high for _, high in found if high is not None]
    lows = [low for low, _ in found if low is not None]
    return min(lows) if len(lows) == len(found) else None, min(highs, default=None)


def _greatest(*found: Interval) -> Interval:
    return _negated(_least(*map(_negated, found)))


def hull(found: Iterable[Interval]) -> Interval:
    """The least interval that holds all of these, one or more."""
    ends = list(found)
    lows, highs = [low for low, _ in ends if low is not None], [high for _, high in ends if high is not None]
    return min(lows) if len(lows) == len(ends) else None, max(highs) if len(highs) == len(ends) else None


def meets(value: int, condition: Iterable[tuple[int, int]] | None) -> bool:
    """Whether a value passes the condition of a row on an input: it lies in one of these intervals, or there are none."""
    return condition is None or any(low <= value <= high for low, high in condition)


def _size(one: Interval) -> Interval:
    low, high = one
    least = max(0, 0 if low is None else low, 0 if high is None else -high)
    return least, None if low is None or high is None else max(abs(low), abs(high))


def _divided(meaning: Callable[[int, int], int]) -> Callable[[Interval, Interval], Interval]:
    def bounds(one: Interval, other: Interval) -> Interval:
        low, high = other
        if (low is None or low <= 0) and (high is None or high >= 0):
            return None, None
        return _corners(meaning, one, other)

    return bounds


def _rest(one: Interval, other: Interval) -> Interval:
    low, high = other
    if low is not None and low > 0:
        if one[0] is None or one[0] < 0:
            return 0, None if high is None else high - 1
        return 0, _least((0, None if high is None else high - 1), one)[1]
    return (None if low is None else low + 1, 0) if high is not None and high < 0 else (None, None)


def _truth(*_: Interval) -> Interval:
    return 0, 1


# ---------------------------------------------------------------- the rows


def _floor(top: int, bottom: int) -> int:
    return top // bottom


def _ceil(top: int, bottom: int) -> int:
    return -(-top // bottom)


def _round(top: int, bottom: int) -> int:
    return (2 * top + bottom) // (2 * bottom)


def _compare(name: str, sign: str, printed: str, negation: str, mirror: str, meaning: Callable[[int, int], bool]) -> Operation:
    both = name in ("eq", "ne")
    return Operation(name, 2, lambda a, b: int(meaning(a, b)), _truth, sign, printed, "", COMPARE, both, negation=negation, mirror=mirror)


_ROWS: Final = (
    Operation("add", MANY, lambda a, b: a + b, _added, "+", "+", "", ADD, True, True),
    Operation("sub", 2, lambda a, b: a - b, lambda one, other: _added(one, _negated(other)), "-", "\u2212", "", ADD),
    Operation("mul", MANY, lambda a, b: a * b, _multiplied, "*", "\u00d7", "", MUL, True, True),
    Operation("div", 2, _floor, _divided(_floor), "//", "/", "floor", MUL),
    Operation("mod", 2, lambda a, b: a % b, _rest, "%", "mod", "", MUL),
    Operation("cdiv", 2, _ceil, _divided(_ceil), "", "/", "ceil", MUL),
    Operation("rdiv", 2, _round, _divided(_round), "", "/", "round", MUL),
    Operation("neg", 1, lambda a: -a, _negated, "-", "\u2212", "", UNARY),
    Operation("abs", 1, abs, _size, function="abs"),
    Operation("min", MANY, min, _least, function="min", is_commutative=True, is_associative=True),
    Operation("max", MANY, max, _greatest, function="max", is_commutative=True, is_associative=True),
    _compare("eq", "==", "=", "ne", "eq", lambda a, b: a == b),
    _compare("ne", "!=", "\u2260", "eq", "ne", lambda a, b: a != b),
    _compare("lt", "<", "<", "ge", "gt", lambda a, b: a < b),
    _compare("le", "<=", "\u2264", "gt", "ge", lambda a, b: a <= b),
    _compare("gt", ">", ">", "le", "lt", lambda a, b: a > b),
    _compare("ge", ">=", "\u2265", "lt", "le", lambda a, b: a >= b),
    Operation("and", MANY, lambda a, b: int(bool(a and b)), _truth, "and", "and", "", AND, True, True),
    Operation("or", MANY, lambda a, b: int(bool(a or b)), _truth, "or", "or", "", OR, True, True),
    Operation("not", 1, lambda a: int(not a), _truth, "not", "not", "", NOT),
)
OPERATIONS: Final[Mapping[str, Operation]] = {row.name: row for row in _ROWS}
COMPARISONS: Final[Mapping[str, str]] = {row.name: row.sign for row in _ROWS if row.level == COMPARE}
TRUTHS: Final = frozenset(row.name for row in _ROWS if row.bounds is _truth)  # the operations that give 0 or 1

ROUNDED: Final[Mapping[str, str]] = {row.function: row.name for row in _ROWS if row.level == MUL and row.function}  # divisions


def binary(*levels: int) -> dict[str, str]:
    """The operations between two operands that bind at these levels, by their sign."""
    return {row.sign: row.name for row in _ROWS if row.sign and row.level in levels and row.arity != 1}


def operate(name: str, args: Iterable[int]) -> int:
    """What an operation gives."""
    row = OPERATIONS[name]
    first, *rest = args
    if row.arity != MANY:
        return row.meaning(first, *rest)
    for arg in rest:
        first = row.meaning(first, arg)
    return first


def interval(name: str, args: Iterable[Interval]) -> Interval:
    """The interval of an operation whose arguments lie in these intervals."""
    row = OPERATIONS[name]
    first, *rest = args
    if row.arity != MANY:
        return row.bounds(first, *rest)
    for arg in rest:
        first = row.bounds(first, arg)
    return first


# ---------------------------------------------------------------- lists

Numbers = tuple[int, ...]


class ListOperation(Struct, frozen=True):
    """An operation on a list; indices count from 1 and are proven to be inside.

    In formulas it is a ``function``, or "" where it has a form of its own, or is a step.
    """

    name: str
    arity: int
    meaning: Callable[..., int | Numbers]
    function: str = ""


_LIST_ROWS: Final = (
    ListOperation("fill", 2, lambda count, value: (value,) * max(0, count)),
    ListOperation("put", 3, lambda numbers, place, value: (*numbers[: place - 1], value, *numbers[place:])),
    ListOperation("first", 2, lambda numbers, count: numbers[: max(0, count)], "first"),
    ListOperation("sort", 1, lambda numbers: tuple(sorted(numbers)), "sort"),
    ListOperation("best", 2, lambda numbers, count: tuple(sorted(numbers, reverse=True)[: max(0, count)]), "best"),
    ListOperation("worst", 2, lambda numbers, count: tuple(sorted(numbers)[: max(0, count)]), "worst"),
    ListOperation("at", 2, lambda numbers, place: numbers[place - 1]),
    ListOperation("max", 1, lambda numbers: max(numbers, default=0), "highest"),
    ListOperation("min", 1, lambda numbers: min(numbers, default=0), "lowest"),
    ListOperation("same", 1, lambda numbers: max(Multiset(numbers).values(), default=0), "same"),
    ListOperation("size", 1, len, "size"),
)
LIST_OPERATIONS: Final[Mapping[str, ListOperation]] = {row.name: row for row in _LIST_ROWS}
