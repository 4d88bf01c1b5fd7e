"""Rolls of a die that is a value: the type ``roll_of`` of an enum of dice.

Which die it is is known only in play, and the IR has rolls of one die alone. So such a roll `x` is held in one slot for each die,
`x.d6`, of which all but one are empty, and what is asked of it is the sum of what is asked of these. Until then its expression
names `x` itself, and no die in a ``Keep``; ``parted`` makes that of one die.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from msgspec.structs import replace

from penance_build.formula.syntax import Apply, Choice, Name, Node
from penance_build.ir import nodes as ir
from penance_build.ir.nodes import Type
from penance_build.model.context.world import ANY_DIE, Typed, World, enum_type
from penance_build.model.formulas.bounds import BROKEN, describe, integer

if TYPE_CHECKING:
    from penance_build.model.formulas.expressions import Expressions

Ask = Callable[[Typed, ir.Die], Typed]


def slot(name: str, die: str) -> str:
    """The slot that holds a roll where it is one of this die; rules cannot name it."""
    return f"{name}.{die}"


def hoisted(expr: ir.Expr) -> ir.Expr:
    """The expression of a roll with every choice between two rolls outermost."""
    match expr:
        case ir.Keep(roll, die, count, high):
            inner = hoisted(roll)
            if isinstance(inner, ir.Cond):
                yes, no = (hoisted(ir.Keep(part, die, count, high)) for part in (inner.yes, inner.no))
                return ir.Cond(inner.test, yes, no)
            return ir.Keep(inner, die, count, high)
        case ir.Cond(test, yes, no):
            return ir.Cond(test, hoisted(yes), hoisted(no))
    return expr


def parted(expr: ir.Expr, die: str) -> ir.Expr:
    """The expression of a roll where it is one of this die; empty where it is one of another."""
    match expr:
        case ir.Var(name):
            return ir.Var(slot(name, die))
        case ir.Keep(roll, _, count, high):
            return ir.Keep(parted(roll, die), die, count, high)
        case ir.Cond(test, yes, no):
            return ir.Cond(test, parted(yes, die), parted(no, die))
    raise AssertionError(expr)


def base(expr: ir.Expr) -> ir.Expr:
    """The roll of which this one is the best or the worst dice, and so of the same die."""
    return base(expr.roll) if isinstance(expr, ir.Keep) else expr


def parts(world: World, roll: Typed) -> list[tuple[Typed, ir.Die]]:
    """A roll, with its die; one of a die that is a value as one roll for each die, of which one is not empty."""
    if roll.type.kind == "roll":
        return [(roll, world.dice[roll.type.ref])]
    low, high = roll.type.low, roll.type.high
    return [(Typed(parted(roll.expr, die.id), Type("roll", die.id, low, high)), die) for die in world.dice_of(roll.type)]


def asked(scope: Expressions, roll: Typed, ask: Ask) -> Typed:
    """What is asked of a roll, a number, whichever die it is of; what one of the dice does not have is reported, once."""
    found = each(scope, roll, ask)
    if not found:
        return BROKEN
    low, high = [item.type.low or 0 for item in found], [item.type.high or 0 for item in found]
    expr = found[0].expr if len(found) == 1 else ir.Op("add", tuple(item.expr for item in found))
    return Typed(expr, integer(min(low), max(high)))


def each(scope: Expressions, roll: Typed, ask: Ask) -> list[Typed]:
    """What is asked of a roll for each die that it may be of; nothing after reporting that one of them does not have it."""
    found: list[Typed] = []
    for part, die in parts(scope.world, roll):
        before = len(scope.report)
        typed = ask(part, die)
        if typed.type.kind == "error":
            blame(scope, roll.type, die, before)
            return []
        found.append(typed)
    return found


def blame(scope: Expressions, roll: Type, die: ir.Die, before: int) -> None:
    """Say in the problems since ``before`` that the roll may be one of this die, where that is a value."""
    if roll.kind == "roll_of":
        said = f", and a die of `{roll.ref}` may be `{die.id}`"
        scope.report[before:] = [replace(item, message=item.message + said) for item in scope.report[before:]]


# ---------------------------------------------------------------- dice


def literal(world: World) -> Type | None:
    """The type by which the bare id of a die is read as that die; None where no die of the game has values."""
    return None if world.any_die is None else enum_type(world.any_die)


def bare(world: World, node: Node, is_known: Callable[[str], bool]) -> bool:
    """Whether a formula is the id of a die, or one of two such, and its words mean nothing else."""
    if isinstance(node, Choice):
        return bare(world, node.yes, is_known) and bare(world, node.no, is_known)
    return isinstance(node, Name) and not is_known(node.id) and world.any_die is not None and world.member(ANY_DIE, node.id) is not None


def converted(world: World, typed: Typed, expected: Type) -> Typed | None:
    """A die as a value of another type of dice, where each die that it may be is one of these; None where it is not."""
    ours, theirs = ([die.id for die in world.dice_of(type_)] for type_ in (typed.type, expected))
    possible = range(typed.type.low or 0, len(ours) if typed.type.high is None else typed.type.high + 1)
    if typed.type.kind != "enum" or not ours or not all(ours[place] in theirs for place in possible):
        return None
    places = {place: theirs.index(ours[place]) for place in possible}
    expr: ir.Expr = ir.Const(places[possible[-1]])
    for place in reversed(possible[:-1]):
        expr = ir.Cond(ir.Op("eq", (typed.expr, ir.Const(place))), ir.Const(places[place]), expr)
    if all(place == new for place, new in places.items()):
        expr = typed.expr
    return Typed(expr, Type("enum", expected.ref, min(places.values()), max(places.values())))


def sides(scope: Expressions, node: Apply) -> Typed:
    """``sides(die)``: how many faces a die has."""
    typed = scope.node(node.arguments[0], literal(scope.world))
    if typed.type.kind == "error":
        return BROKEN
    dice = scope.world.dice_of(typed.type) if typed.type.kind == "enum" else ()
    if not dice:
        hint = f"declare it with the type `{ANY_DIE}`, or with an enum that has `dice:`"
        return scope.wrong(node.arguments[0], "E403", f"sides(…) takes a die, found {describe(typed.type)}", hint)
    low, high = typed.type.low or 0, typed.type.high or 0
    numbers = [len(die.faces) for die in dice]
    expr: ir.Expr = ir.Const(numbers[high])
    for place in range(high - 1, low - 1, -1):
        if numbers[place] != numbers[high] or expr != ir.Const(numbers[high]):
            expr = ir.Cond(ir.Op("eq", (typed.expr, ir.Const(place))), ir.Const(numbers[place]), expr)
    return Typed(expr, integer(min(numbers[low : high + 1]), max(numbers[low : high + 1])))
