"""Intervals of expressions, inferred from the types of variables, the rows of tables and the faces of dice."""

from __future__ import annotations

from collections.abc import Mapping
from typing import assert_never

from msgspec import Struct

from penance_build.ir.nodes import (
    CardAttr,
    Cond,
    Const,
    Counter,
    Dice,
    Expr,
    FaceAttr,
    Fold,
    Keep,
    ListOp,
    Lookup,
    Op,
    Played,
    Shape,
    TopCard,
    Type,
    Var,
    ZoneFold,
    ZoneSize,
)
from penance_build.ir.ops import Interval, hull, interval


class Reach(Struct, frozen=True):
    """Bounds under the types of a procedure's slots. None: no bound is known."""

    program: Played
    types: Mapping[str, Type]

    def bounds(self, expr: Expr) -> Interval:
        """The interval of an expression."""
        match expr:
            case Const(value):
                return value, value
            case Var(name):
                return self.typed(self.types.get(name))
            case Cond(_, yes, no):
                return hull([self.bounds(yes), self.bounds(no)])
            case Lookup(table, _, output):
                rows = self.program.by_id.tables[table]
                return self.typed(rows.outputs[output].type)
            case Shape() | Dice():
                return 0, None
            case Fold(roll, die, body):
                return self.fold(roll, die, body)
            case ListOp("size" | "same", _):
                return 0, None
            case Counter(name):
                counter = self.program.by_id.counters[name]
                return counter.low, counter.high
            case ListOp("at" | "max" | "min", (numbers, *_)):
                low, high = self.numbers(numbers)
                return (low, high) if expr.op == "at" else hull([(low, high), (0, 0)])  # 0 of an empty list
            case Op(op, args):
                return interval(op, map(self.bounds, args))
            case ListOp() | Keep() | FaceAttr() | ZoneSize() | ZoneFold() | TopCard() | CardAttr():
                return None, None
            case _:
                assert_never(expr)

    def typed(self, kind: Type | None) -> Interval:
        """The bounds of a type of numbers; those of truth values and members are places."""
        if kind is None:
            return None, None
        if kind.kind == "enum":
            return 0, len(self.program.by_id.enums[kind.ref].members) - 1
        return (0, 1) if kind.kind == "bool" else (kind.low, kind.high) if kind.kind == "int" else (None, None)

    def numbers(self, expr: Expr) -> Interval:
        """The bounds of the numbers of a list."""
        match expr:
            case Var(name):
                kind = self.types.get(name)
                return (kind.low, kind.high) if kind is not None else (None, None)
            case Cond(_, yes, no):
                return hull([self.numbers(yes), self.numbers(no)])
            case ListOp("fill", (_, value)):
                return self.bounds(value)
            case ListOp("put", (numbers, _, value)):
                return hull([self.numbers(numbers), self.bounds(value)])
            case ListOp("first" | "best" | "worst" | "sort", (numbers, *_)):
                return self.numbers(numbers)
        return None, None

    def fold(self, roll: Expr, die_id: str, body: Expr) -> Interval:
        """A sum over dice: by what the body can be for any of their faces, and how many there can be."""
        if not die_id:
            numbers = self.numbers(roll) if body == FaceAttr("item") else self.bounds(body)
            return (0 if numbers[0] is not None and numbers[0] >= 0 else None), None
        die = self.program.by_id.dice.get(die_id)
        while isinstance(roll, Keep):
            roll = roll.roll
        kind = self.types.get(roll.name) if isinstance(roll, Var) else None
        most = kind.high if kind is not None and kind.kind == "roll" else None
        if isinstance(body, FaceAttr) and die is not None and body.attr != "face":
            values = [dict(face.values).get(body.attr, 0) for face in die.faces]
        else:
            values = [bound for bound in self.bounds(body) if bound is not None]
            if len(values) < 2:
                return None, None
        low, high = min(values), max(values)
        return 0 if low >= 0 else None if most is None else low * most, 0 if high <= 0 else None if most is None else high * most
