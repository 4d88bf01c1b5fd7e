"""Sums without a bound: the variable of ``let: x`` with ``x + …`` may grow up to ±(2^53 - 1), checked at run time.

A sum is split into single additions of two numbers within ±(2^53 - 1), each of them checked: so an engine that computes in
doubles, which are exact for such numbers, detects where the sum exceeds them.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from penance_build.formula.syntax import Binary, Choice, Name, Node
from penance_build.ir import nodes as ir
from penance_build.ir.nodes import Type
from penance_build.ir.ops import LARGE, LIMIT
from penance_build.ir.walk import variables
from penance_build.model.formulas.bounds import corners, integer


class TooMuchAdded(Exception):
    """A sum that cannot be split into single exact additions; the message is for the author."""


def is_open(type_: Type) -> bool:
    """Whether the bounds of a number are at or near ±(2^53 - 1)."""
    return type_.kind == "int" and (type_.low is None or type_.low <= -LARGE or type_.high is None or type_.high >= LARGE)


def clipped(low: int, high: int) -> tuple[int, int]:
    """Bounds clipped to those of values that are checked at run time."""
    return max(low, -LIMIT), min(high, LIMIT)


def sums_of(node: Node, name: str) -> frozenset[tuple[int, int]]:
    """The columns of the sums in which ``name`` is a term exactly once: the formula itself, or branches of its conditions."""
    if isinstance(node, Choice):
        return sums_of(node.yes, name) | sums_of(node.no, name)
    places, times = _chain(node, name, 1)
    return frozenset(places) if times == [1] else frozenset()


def _chain(node: Node, name: str, sign: int) -> tuple[list[tuple[int, int]], list[int]]:
    """The columns of a sum and of the sums nested in it, and the signs of the terms that are ``name`` itself."""
    if isinstance(node, Binary) and node.op in ("+", "-"):
        left, right = _chain(node.left, name, sign), _chain(node.right, name, sign if node.op == "+" else -sign)
        return [(node.start, node.end), *left[0], *right[0]], [*left[1], *right[1]]
    return [], [sign] if isinstance(node, Name) and node.id == name else []


class Term(Struct, frozen=True):
    """A term of a sum; ``sign`` is 1 where it is added, -1 where it is subtracted."""

    expr: ir.Expr
    type: Type
    sign: int = 1

    @property
    def size(self) -> int:
        """Its greatest absolute value."""
        return max(abs(self.type.low or 0), abs(self.type.high or 0))


def steps(name: str, value: ir.Expr, kinds: Mapping[ir.Expr, Type]) -> tuple[list[ir.Stmt], Type | None]:
    """The statements that assign ``value`` to ``name`` in single additions of operands with these types; and the bounds on the way.

    Raises TooMuchAdded.
    """
    if isinstance(value, ir.Cond):
        (yes, first), (no, second) = (steps(name, side, kinds) for side in (value.yes, value.no))
        return [ir.If(value.test, tuple(yes), tuple(no))], _wider(first, second)
    terms = _terms(value, kinds, 1)
    if not any(is_open(term.type) for term in terms):
        return [ir.Let(name, value)], None
    first_term, *others = _in_order(name, terms)
    total, type_, widest = _signed(first_term), first_term.type, None
    if not others:
        return [ir.Let(name, total)], None
    made: list[ir.Stmt] = []
    for term in others:
        op = "add" if term.sign > 0 else "sub"
        type_ = integer(*clipped(*corners(type_, term.type, op)))
        widest = _wider(widest, type_)
        made.append(ir.Let(name, ir.Op(op, (total, term.expr)), True))
        total = ir.Var(name)
    return made, widest


def _wider(left: Type | None, right: Type | None) -> Type | None:
    if left is None or right is None:
        return left or right
    return integer(min(left.low or 0, right.low or 0), max(left.high or 0, right.high or 0))


def _terms(value: ir.Expr, kinds: Mapping[ir.Expr, Type], sign: int) -> list[Term]:
    """The terms of a sum whose operands have known types."""
    if isinstance(value, ir.Op) and value.op in ("add", "sub") and all(arg in kinds for arg in value.args):
        left, right = value.args
        return [*_terms(left, kinds, sign), *_terms(right, kinds, sign if value.op == "add" else -sign)]
    return [Term(value, kinds.get(value, integer(0, 0)), sign)]


def _in_order(name: str, terms: list[Term]) -> list[Term]:
    """The terms in order of addition: bounded ones joined into one, and a term that reads the variable before the variable changes."""
    open_ = [term for term in terms if is_open(term.type)]
    bounded = [term for term in terms if not is_open(term.type)]
    if sum(term.size for term in bounded) > LIMIT:
        raise TooMuchAdded("what is added here at once can be beyond 2^53 - 1")
    grown = next((term for term in open_ if term.expr == ir.Var(name) and term.sign > 0), None)
    rest = [_together(bounded)] if bounded else []
    if grown is not None:
        others = [term for term in open_ if term is not grown] + rest
        first = grown
    elif rest:
        first, others = rest[0], open_
    else:
        first = next(term for term in open_ if term.sign > 0)
        others = [term for term in open_ if term is not first]
    others.sort(key=lambda term: not _reads(term.expr, name))
    if len(others) > 1 and _reads(others[1].expr, name):
        raise TooMuchAdded(f"`{name}` stands in several terms of this sum")
    return [first, *others]


def _together(terms: list[Term]) -> Term:
    total, low, high = _signed(terms[0]), *_ends(terms[0])
    for term in terms[1:]:
        total = ir.Op("add" if term.sign > 0 else "sub", (total, term.expr))
        low, high = low + _ends(term)[0], high + _ends(term)[1]
    return Term(total, integer(low, high))


def _ends(term: Term) -> tuple[int, int]:
    low, high = term.type.low or 0, term.type.high or 0
    return (low, high) if term.sign > 0 else (-high, -low)


def _signed(term: Term) -> ir.Expr:
    return term.expr if term.sign > 0 else ir.Op("neg", (term.expr,))


def _reads(expr: ir.Expr, name: str) -> bool:
    return name in variables(expr)
