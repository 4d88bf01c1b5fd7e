"""What a condition teaches: the ways on which it holds, or does not, each with the facts that follow."""

from __future__ import annotations

from typing import Final

from penance_build.falling.forms import Form
from penance_build.falling.path import Path
from penance_build.falling.values import Values
from penance_build.ir import nodes as ir
from penance_build.ir.ops import COMPARISONS, OPERATIONS, TRUTHS
from penance_build.ir.shape import CHILDREN
from penance_build.ir.walk import rebuild

MANY: Final = 8  # ways that one condition may split into; beyond that it teaches nothing


def assume(path: Path, test: ir.Expr, holds: bool) -> list[Path]:
    """The ways on which a condition holds, or does not: none where that cannot be. The given way stays as it is."""
    found = _assumed(path.fork(), test, holds, MANY)
    return [path.fork()] if found is None else found


def _assumed(path: Path, test: ir.Expr, holds: bool, most: int) -> list[Path] | None:
    """None where there are too many ways."""
    match test:
        case ir.Const(value=value):
            return [path] if bool(value) == holds else []
        case ir.Op(op="not", args=(inner,)):
            return _assumed(path, inner, not holds, most)
        case ir.Op(op="and" | "or" as op, args=args):
            return _all(path, args, holds, most) if (op == "and") == holds else _any(path, args, holds, most)
        case ir.Op(op=op, args=(one, other)) if op in COMPARISONS:
            values = Values(path)
            difference = values.number(other).minus(values.number(one))
            return _compared(path, op if holds else OPERATIONS[op].negation, difference)
        case ir.Cond(test=inner, yes=yes, no=no):
            found: list[Path] = []
            for way, then in ((True, yes), (False, no)):
                made = _all(path.fork(), (inner if way else ir.Op("not", (inner,)), then if holds else ir.Op("not", (then,))), True, most)
                if made is None:
                    return None
                found += made
            return found if len(found) <= most else None
        case _:
            return _compared(path, "ne" if holds else "eq", Values(path).number(test))


def _all(path: Path, args: tuple[ir.Expr, ...], holds: bool, most: int) -> list[Path] | None:
    """The ways on which all conditions hold, or none does."""
    found = [path]
    for arg in args:
        more: list[Path] = []
        for item in found:
            made = _assumed(item, arg, holds, most)
            if made is None:
                return None
            more += made
        if len(more) > most:
            return None
        found = more
    return found


def _any(path: Path, args: tuple[ir.Expr, ...], holds: bool, most: int) -> list[Path] | None:
    """The ways on which one of the conditions holds, or does not, and those before it do not, or do."""
    found: list[Path] = []
    before: list[Path] = [path]
    for arg in args:
        still: list[Path] = []
        for item in before:
            made, others = _assumed(item.fork(), arg, holds, most), _assumed(item.fork(), arg, not holds, most)
            if made is None or others is None:
                return None
            found += made
            still += others
        before = still
        if len(found) > most or len(before) > most:
            return None
    return found


def _compared(path: Path, op: str, more: Form) -> list[Path]:
    """The ways on which one number compares so to another that is ``more`` greater."""
    facts = {
        "lt": [[more.raised(-1)]],
        "le": [[more]],
        "gt": [[more.times(-1).raised(-1)]],
        "ge": [[more.times(-1)]],
        "eq": [[more, more.times(-1)]],
        "ne": [[more.raised(-1)], [more.times(-1).raised(-1)]],
    }[op]
    found = []
    for one in facts:
        way = path.fork() if len(facts) > 1 else path
        if all(way.learn(fact) for fact in one):
            found.append(way)
    return found


def split(path: Path, expr: ir.Expr) -> list[tuple[Path, ir.Expr]]:
    """The ways on which an expression comes to one without conditions, least and greatest numbers, and what it is on each."""
    found = [(path.fork(), expr)]
    while True:
        more: list[tuple[Path, ir.Expr]] = []
        for way, item in found:
            place = _first(item)
            if place is None:
                more.append((way, item))
            else:
                more += [(made, _with(item, place, value)) for test, value in _ways(place) for made in assume(way, test, True)]
        if len(more) > MANY:
            return found
        if all(_first(item) is None for _, item in more):
            return more
        found = more


def _first(expr: ir.Expr) -> ir.Expr | None:
    """A part of an expression that splits; what stands in folds and in tests of cards is not looked into."""
    if isinstance(expr, ir.Fold | ir.ZoneFold | ir.TopCard):
        return None
    inside = CHILDREN[type(expr)]
    for child in inside(expr) if inside and not (isinstance(expr, ir.Op) and expr.op in TRUTHS) else ():
        place = _first(child)
        if place is not None:
            return place
    is_split = isinstance(expr, ir.Cond) or (isinstance(expr, ir.Op) and (expr.op in ("min", "max", "abs") or expr.op in TRUTHS))
    return expr if is_split else None


def _ways(expr: ir.Expr) -> list[tuple[ir.Expr, ir.Expr]]:
    """Conditions of which just one holds, each with what the expression is where it does."""
    match expr:
        case ir.Cond(test=test, yes=yes, no=no):
            return [(test, yes), (ir.Op("not", (test,)), no)]
        case ir.Op(op="abs", args=(one,)):
            below = ir.Op("lt", (one, ir.Const(0)))
            return [(below, ir.Op("neg", (one,))), (ir.Op("not", (below,)), one)]
        case ir.Op(op="min" | "max" as op, args=(one, other, *rest)):
            first = ir.Op("le" if op == "min" else "ge", (one, other))
            pairs = [(first, one), (ir.Op("not", (first,)), other)]
            return [(test, ir.Op(op, (value, *rest)) if rest else value) for test, value in pairs]
        case _:
            return [(expr, ir.Const(1)), (ir.Op("not", (expr,)), ir.Const(0))]


def _with(expr: ir.Expr, place: ir.Expr, value: ir.Expr) -> ir.Expr:
    """The expression with the value in the place of this very part of it, wherever that stands."""
    if expr is place:
        return value
    return rebuild(expr, lambda child: _with(child, place, value))
