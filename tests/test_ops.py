"""The table of operations: bounds hold what is given, and every reader of the table means the same by each row."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import product

import pytest

from penance_build.engine.languages.javascript import JavaScriptExprs
from penance_build.engine.languages.python import PythonExprs
from penance_build.engine.planning.plan import Plan
from penance_build.engine.writing import expressions
from penance_build.engine.writing.module import Module
from penance_build.formula import parse, syntax
from penance_build.ir import nodes as n
from penance_build.ir.ops import COMPARISONS, LIST_OPERATIONS, MANY, OPERATIONS, ROUNDED, Operation, interval, operate
from penance_build.ir.text import formula_text
from penance_build.odds.functions import source
from penance_build.odds.functions.source import Library, Writer
from penance_build.odds.planning.demand import Scope
from penance_build.odds.rewriting.exprs import Node, normal
from tests.ir_programs import program

DIVIDES = frozenset({*ROUNDED.values(), "mod"})
ROWS = pytest.mark.parametrize("row", OPERATIONS.values(), ids=lambda row: row.name)


def arguments(row: Operation, numbers: range, many: int = 2) -> Iterator[tuple[int, ...]]:
    """All arguments of these numbers, but for divisions by 0."""
    for args in product(numbers, repeat=many if row.arity == MANY else row.arity):
        if row.name not in DIVIDES or args[1] != 0:
            yield args


@ROWS
def test_bounds_hold_what_an_operation_gives(row: Operation) -> None:
    ends = range(-4, 5)
    intervals = [(low, high) for low in ends for high in ends if low <= high]
    for found in product(intervals, repeat=2 if row.arity == MANY else row.arity):
        if row.name in DIVIDES and found[1][0] <= 0 <= found[1][1]:
            assert interval(row.name, found) == (None, None) or row.name == "mod"
            continue
        values = [row.meaning(*args) for args in product(*(range(low, high + 1) for low, high in found))]
        low, high = interval(row.name, found)
        assert low is not None and high is not None and low <= min(values) and max(values) <= high
        if row.name not in ("mod", *COMPARISONS, "and", "or", "not"):
            assert (low, high) == (min(values), max(values))


@ROWS
def test_an_end_that_is_not_known_is_further_than_any(row: Operation) -> None:
    chance = random.Random(row.name)
    for _ in range(400):
        known = [sorted((chance.randint(-9, 9), chance.randint(-9, 9))) for _ in range(2 if row.arity == MANY else row.arity)]
        if row.name in DIVIDES and known[1][0] <= 0 <= known[1][1]:
            continue
        opened = [(None if chance.random() < 0.3 else low, None if chance.random() < 0.3 else high) for low, high in known]
        low, high = interval(row.name, opened)
        for _ in range(20):
            args = [chance.randint(-99 if least is None else least, 99 if most is None else most) for least, most in opened]
            if row.name in DIVIDES and args[1] == 0:
                continue
            value = row.meaning(*args)
            assert (low is None or low <= value) and (high is None or value <= high)


@ROWS
def test_what_a_row_says_of_order_is_so(row: Operation) -> None:
    numbers = range(-2, 3)
    if row.arity != 1:
        pairs = list(arguments(row, numbers))
        swapped = [(right, left) for left, right in pairs if row.name not in DIVIDES or left != 0]
        same = all(row.meaning(left, right) == row.meaning(right, left) for right, left in swapped)
        assert same == row.is_commutative
        if row.is_associative:
            for a, b, c in product(numbers, repeat=3):
                assert row.meaning(row.meaning(a, b), c) == row.meaning(a, row.meaning(b, c))
        assert row.arity != MANY or (row.is_commutative and row.is_associative)
    if row.negation:
        for left, right in product(numbers, repeat=2):
            assert row.meaning(left, right) != OPERATIONS[row.negation].meaning(left, right)
            assert row.meaning(left, right) == OPERATIONS[row.mirror].meaning(right, left)


@ROWS
def test_both_languages_and_odds_mean_the_same(row: Operation) -> None:
    """The Python that engines and odds write for an operation is run; the JavaScript is run by the random programs."""
    made = program()
    module = Module(Plan(made), frozenset(), lambda name, _: name)
    writer = Writer(Library(made), Scope("p", frozenset(), frozenset(), frozenset()))
    for args in arguments(row, range(-3, 4), 3):
        values = [operate(row.name, args)]
        expr = n.Op(row.name, tuple(map(n.Var, "abc"[: len(args)])))
        slots = dict(zip("abc", args, strict=False))
        helpers = {"_min": min, "_max": max, "_abs": abs, "_rdiv": OPERATIONS["rdiv"].meaning}
        values.append(eval(PythonExprs(module, str).number(expr), helpers | slots))
        assert JavaScriptExprs(module, str).number(expr)
        names: dict[Node, str] = {n.Var(name): name for name in slots}
        values.append(eval(writer.value(normal(expr), names), dict(slots)))
        assert values == [values[0]] * len(values), (expr, args)


def shape(node: syntax.Node) -> object:
    """A tree without its columns."""
    match node:
        case syntax.Number():
            return node.value
        case syntax.Name():
            return node.id
        case syntax.Unary():
            return node.op, shape(node.operand)
        case syntax.Binary():
            return node.op, shape(node.left), shape(node.right)
        case syntax.Choice():
            return "if", shape(node.test), shape(node.yes), shape(node.no)
        case syntax.Apply():
            return node.name, *map(shape, node.arguments)
    raise AssertionError(node)


def wanted(expr: n.Expr) -> object:
    """What the parser should make of the text of an expression."""
    match expr:
        case n.Const():
            return expr.value
        case n.Var():
            return expr.name
        case n.Cond():
            return "if", wanted(expr.test), wanted(expr.yes), wanted(expr.no)
        case n.Op():
            row, args = OPERATIONS[expr.op], list(map(wanted, expr.args))
            if expr.op in ("cdiv", "rdiv"):
                return row.function, ("/", *args)
            if not row.sign:
                return row.function, *args
            found = args[0] if row.arity != 1 else (row.sign, args[0])
            for arg in args[1:]:
                found = (row.sign, found, arg)
            return found
    raise AssertionError(expr)


@pytest.mark.full
def test_formulas_are_read_as_they_are_printed() -> None:
    chance = random.Random(8)
    made = program()

    def some(depth: int) -> n.Expr:
        kind = chance.random()
        if depth == 0 or kind < 0.15:
            return n.Var(chance.choice("xyz")) if chance.random() < 0.7 else n.Const(chance.randint(0, 9))
        if kind < 0.2:
            return n.Cond(some(depth - 1), some(depth - 1), some(depth - 1))
        row = chance.choice(list(OPERATIONS.values()))
        count = chance.choice((2, 3)) if row.arity == MANY else row.arity
        args = tuple(some(depth - 1) for _ in range(count))
        if row.name == "neg" and isinstance(args[0], n.Const):
            return n.Const(-args[0].value)
        return n.Op(row.name, args)

    for _ in range(3000):
        expr = some(chance.randint(1, 3))
        text = formula_text(made, expr)
        assert len(text) > 500 or shape(parse(text)) == wanted(expr), text


def test_operations_on_lists_are_written_everywhere() -> None:
    assert {*expressions.LIST_FUNCTIONS, "at", "size"} == set(LIST_OPERATIONS) == {*source.LIST_FUNCTIONS, "at", "fill"}
