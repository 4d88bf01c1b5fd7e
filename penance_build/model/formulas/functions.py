"""The functions of formulas, and the reading of tables."""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from typing import TYPE_CHECKING, Final

from penance_build.diagnostics.suggest import did_you_mean
from penance_build.formula.syntax import Apply, Binary, Dot, Name, Node
from penance_build.ir import nodes as ir
from penance_build.ir.nodes import Type
from penance_build.ir.ops import ROUNDED, interval
from penance_build.ir.walk import rebuild
from penance_build.model.context.report import LookupSite
from penance_build.model.context.world import Typed, face_values
from penance_build.model.formulas import lists, patterns, references, rolls, space_functions
from penance_build.model.formulas.bounds import BROKEN, CARD, corners, describe, integer, within_limit

if TYPE_CHECKING:
    from penance_build.model.formulas.expressions import Expressions


def apply(scope: Expressions, node: Apply) -> Typed:
    """A function by name, or a table with one output."""
    if node.name in scope.world.tables:  # before the functions, so that a table may bear the name of a newer function
        return lookup(scope, node, None)
    handler = FUNCTIONS.get(node.name)
    if handler is not None:
        return handler(scope, node)
    known = [*FUNCTIONS, *scope.world.tables]
    hint = scope.world.told.get(node.name) or did_you_mean(node.name, sorted(known)) or "functions: " + ", ".join(sorted(FUNCTIONS))
    return scope.problem("E406", f"there is no function or table `{node.name}`", node.start, node.start + len(node.name), hint)


def arity(scope: Expressions, node: Apply, least: int, most: int | None) -> bool:
    """Check the number of arguments; reports a wrong one."""
    count = len(node.arguments)
    if count < least or (most is not None and count > most):
        wanted = str(least) if most == least else f"{least} or more" if most is None else f"{least} or {most}"
        scope.wrong(node, "E405", f"{node.name}(…) takes {wanted} argument{'s' if wanted != '1' else ''}, found {count}")
        return False
    return True


# ---------------------------------------------------------------- numbers


def extremum(scope: Expressions, node: Apply) -> Typed:
    """``min`` and ``max``."""
    if not arity(scope, node, 2, None):
        return BROKEN
    parts = [scope.number(argument) for argument in node.arguments]
    if any(part.type.kind == "error" for part in parts):
        return BROKEN
    unit = ""
    for part, argument in zip(parts, node.arguments, strict=True):
        if unit and part.type.unit and part.type.unit != unit:
            return scope.wrong(argument, "E404", f"`{unit}` and `{part.type.unit}` do not go together")
        unit = unit or part.type.unit
    low, high = interval(node.name, [within_limit(part.type) for part in parts])
    return Typed(ir.Op(node.name, tuple(part.expr for part in parts)), integer(low, high, unit))


def absolute(scope: Expressions, node: Apply) -> Typed:
    """``abs``."""
    if not arity(scope, node, 1, 1):
        return BROKEN
    part = scope.number(node.arguments[0])
    if part.type.kind == "error":
        return BROKEN
    low, high = interval("abs", [(part.type.low, part.type.high)])
    return Typed(ir.Op("abs", (part.expr,)), integer(low, high, part.type.unit))


def rounding(scope: Expressions, node: Apply) -> Typed:
    """``floor(a / b)``, ``ceil(a / b)``, ``round(a / b)``."""
    if not arity(scope, node, 1, 1):
        return BROKEN
    inner = node.arguments[0]
    if not (isinstance(inner, Binary) and inner.op == "/"):
        return scope.wrong(inner, "E409", f"{node.name}(…) rounds a division", "write it as a / b inside; a whole number needs no rounding")
    left, right = scope.number(inner.left), scope.number(inner.right)
    op = ROUNDED[node.name]
    if "error" in (left.type.kind, right.type.kind):
        return BROKEN
    base = scope.arithmetic("div", left, right, inner)
    if base.type.kind == "error":
        return BROKEN
    low, high = corners(left.type, right.type, op)
    return Typed(ir.Op(op, (left.expr, right.expr)), integer(low, high, base.type.unit))


def index(scope: Expressions, node: Apply) -> Typed:
    """``index(member)``: its index in declaration order, from 0."""
    if not arity(scope, node, 1, 1):
        return BROKEN
    typed = scope.node(node.arguments[0])
    if typed.type.kind == "enum":
        references.read_member(scope, typed.type.ref, "*")
        return Typed(typed.expr, integer(typed.type.low, typed.type.high))
    if typed.type.kind == "error":
        return BROKEN
    return scope.wrong(node.arguments[0], "E403", f"index(…) takes a member of an enum, found {describe(typed.type)}")


def unitless(scope: Expressions, node: Apply) -> Typed:
    """``unitless(number)``: the number without its unit."""
    if not arity(scope, node, 1, 1):
        return BROKEN
    typed = scope.number(node.arguments[0])
    return BROKEN if typed.type.kind == "error" else Typed(typed.expr, integer(typed.type.low, typed.type.high))


# ---------------------------------------------------------------- rolls


def argument(scope: Expressions, node: Apply, *kinds: str) -> Typed | None:
    """The first argument, which must be of one of these kinds: ``roll``, of any die, or ``list``; None after reporting."""
    typed = scope.node(node.arguments[0])
    if typed.type.kind.removesuffix("_of") in kinds:
        return typed
    if typed.type.kind != "error":
        steps = " or ".join(f"a step `{kind}:`" for kind in kinds)
        hint = f"{steps} makes one" if isinstance(node.arguments[0], Name) else ""
        wanted = " or ".join(f"a {kind}" for kind in kinds)
        scope.wrong(node.arguments[0], "E403", f"{node.name}(…) takes {wanted}, found {describe(typed.type)}", hint)
    return None


def count(scope: Expressions, node: Apply) -> Typed:
    """``count(roll, W)``, ``count(list, W)`` or ``count(zone, W)``."""
    if not arity(scope, node, 2, 2):
        return BROKEN
    named = references.zone(scope, node.arguments[0])
    if named is not None:
        test = patterns.asked_of_cards(scope, node.arguments[1])
        if test.type.kind == "error":
            return BROKEN
        return Typed(ir.ZoneFold(named[0], named[1], test.expr), integer(0, patterns.ZONE_LIMIT))
    roll = argument(scope, node, "roll", "list")
    if roll is None:
        return BROKEN
    if roll.type.kind == "list":
        return lists.counted(scope, roll, node.arguments[1])

    def of_one(part: Typed, die: ir.Die) -> Typed:
        test = patterns.asked_of_dice(scope, die, node.arguments[1])
        return BROKEN if test.type.kind == "error" else Typed(ir.Fold(part.expr, die.id, test.expr), integer(0, part.type.high))

    return rolls.asked(scope, roll, of_one)


def total(scope: Expressions, node: Apply) -> Typed:
    """``sum(roll)``, ``sum(roll, V)``, ``sum(list)`` or ``sum(zone, F)``."""
    if not arity(scope, node, 1, 2):
        return BROKEN
    named = references.zone(scope, node.arguments[0]) if len(node.arguments) == 2 else None
    if named is not None:
        return _over_cards(scope, named, node.arguments[1])
    kinds = ("roll", "list") if len(node.arguments) == 1 else ("roll",)
    roll = argument(scope, node, *kinds)
    if roll is None:
        return BROKEN
    if roll.type.kind == "list":
        return lists.summed(roll) if lists.numbers(scope, roll, node) else BROKEN
    attribute = "value"
    if len(node.arguments) == 2:
        second = node.arguments[1]
        if not isinstance(second, Name):
            return scope.wrong(second, "E403", "expected the name of a value that the faces declare")
        attribute = second.id
    return rolls.asked(scope, roll, lambda part, die: summed(scope, part, attribute, node))


def _over_cards(scope: Expressions, zone: tuple[str, ir.Expr | None], node: Node) -> Typed:
    """The sum of a number over the cards of a zone; the number may read the current card."""
    inner = copy(scope)
    inner.env = {**scope.env, "card": CARD}
    body = inner.number(node)
    if body.type.kind == "error":
        return BROKEN
    low, high = body.type.low or 0, body.type.high or 0
    bounds = integer(min(0, low * patterns.ZONE_LIMIT), max(0, high * patterns.ZONE_LIMIT), body.type.unit)
    return Typed(ir.ZoneFold(*zone, at_hand(body.expr)), bounds)


def at_hand(expr: ir.Expr) -> ir.Expr:
    """The expression with the current card of a fold substituted for the variable `card`."""
    if isinstance(expr, ir.CardAttr) and expr.card == ir.Var("card"):
        return ir.CardAttr(None, expr.attr)
    return rebuild(expr, at_hand)


def summed(scope: Expressions, roll: Typed, attribute: str, node: Node) -> Typed:
    """The sum of one declared value over a roll."""
    die = scope.world.dice[roll.type.ref]
    values = face_values(die, attribute)
    if values is None:
        names = sorted({name for face in die.faces for name, _ in face.values})
        hint = "its faces declare: " + ", ".join(names) if names else "count its faces instead: count(roll, face)"
        return scope.wrong(node, "E412", f"the faces of `{die.id}` have no {attribute} to add up", hint)
    low, high = roll.type.low or 0, roll.type.high or 0
    least = min(values) * (low if min(values) >= 0 else high)
    most = max(values) * (high if max(values) >= 0 else low)
    return Typed(ir.Fold(roll.expr, die.id, ir.FaceAttr(attribute)), integer(least, most))


def keep(scope: Expressions, node: Apply) -> Typed:
    """``best(roll, k)`` and ``worst(roll, k)``, of a list too."""
    if not arity(scope, node, 2, 2):
        return BROKEN
    roll, number = argument(scope, node, "roll", "list"), scope.number(node.arguments[1])
    if roll is None or number.type.kind == "error":
        return BROKEN
    if number.type.low is None or number.type.low < 0:
        return scope.wrong(node.arguments[1], "E414", "the number of dice to keep may be negative", "bound it with max(0, …)")
    if roll.type.kind == "list":
        return lists.some(roll, number, node.name) if lists.numbers(scope, roll, node) else BROKEN
    if roll.type.kind == "roll":
        return kept(scope, roll, number, node.name == "best", node)
    found = rolls.each(scope, roll, lambda part, die: kept(scope, part, number, node.name == "best", node))
    return Typed(ir.Keep(roll.expr, "", number.expr, node.name == "best"), _fewer(roll.type, number.type)) if found else BROKEN


def kept(scope: Expressions, roll: Typed, number: Typed, high: bool, node: Node) -> Typed:
    """The highest or lowest dice of a roll."""
    die = scope.world.dice[roll.type.ref]
    if not die.has_values:
        return scope.wrong(node, "E412", f"the faces of `{die.id}` have no value to rank by")
    return Typed(ir.Keep(roll.expr, die.id, number.expr, high), _fewer(roll.type, number.type))


def _fewer(roll: Type, number: Type) -> Type:
    """The type of so many dice of a roll."""
    most = roll.high if number.high is None else min(roll.high or 0, number.high)
    return Type(roll.kind, roll.ref, min(roll.low or 0, number.low or 0), most)


def extreme(scope: Expressions, node: Apply) -> Typed:
    """``highest`` and ``lowest`` of a roll or of a list."""
    if not arity(scope, node, 1, 1):
        return BROKEN
    roll = argument(scope, node, "roll", "list")
    if roll is None:
        return BROKEN
    if roll.type.kind == "list":
        return lists.extreme(roll, node.name) if lists.numbers(scope, roll, node) else BROKEN

    def of_one(part: Typed, die: ir.Die) -> Typed:
        one = kept(scope, part, Typed(ir.Const(1), integer(1, 1)), node.name == "highest", node)
        return one if one.type.kind == "error" else summed(scope, one, "value", node)

    return rolls.asked(scope, roll, of_one)


def shape(scope: Expressions, node: Apply) -> Typed:
    """``same(roll)``, ``same(list)`` and ``run(roll)``."""
    if not arity(scope, node, 1, 1):
        return BROKEN
    kinds = ("roll", "list") if node.name == "same" else ("roll",)
    roll = argument(scope, node, *kinds)
    if roll is None:
        return BROKEN
    if roll.type.kind == "list":
        return lists.same(roll)

    def of_one(part: Typed, die: ir.Die) -> Typed:
        if node.name == "run" and not die.has_values:
            return scope.wrong(node, "E412", f"the faces of `{die.id}` have no value to run by")
        return Typed(ir.Shape(part.expr, die.id, node.name), integer(0, part.type.high))

    return rolls.asked(scope, roll, of_one)


def size(scope: Expressions, node: Apply) -> Typed:
    """``size(roll)``, ``size(list)`` or ``size(zone)``."""
    if not arity(scope, node, 1, 1):
        return BROKEN
    named = references.zone(scope, node.arguments[0])
    if named is not None:
        return Typed(ir.ZoneSize(*named), integer(0, patterns.ZONE_LIMIT))
    roll = argument(scope, node, "roll", "list")
    if roll is None:
        return BROKEN
    if roll.type.kind == "list":
        return lists.size(roll)
    return rolls.asked(scope, roll, lambda part, die: Typed(ir.Dice(part.expr), integer(part.type.low, part.type.high)))


def sides(scope: Expressions, node: Apply) -> Typed:
    """``sides(die)``."""
    return rolls.sides(scope, node) if arity(scope, node, 1, 1) else BROKEN


def first(scope: Expressions, node: Apply) -> Typed:
    """``first(list, k)``."""
    if not arity(scope, node, 2, 2):
        return BROKEN
    list_ = argument(scope, node, "list")
    return BROKEN if list_ is None else lists.first(scope, list_, node)


def sort(scope: Expressions, node: Apply) -> Typed:
    """``sort(list)``."""
    if not arity(scope, node, 1, 1):
        return BROKEN
    list_ = argument(scope, node, "list")
    return BROKEN if list_ is None or not lists.numbers(scope, list_, node) else Typed(ir.ListOp("sort", (list_.expr,)), list_.type)


# ---------------------------------------------------------------- tables


def lookup(scope: Expressions, node: Apply, dot: Dot | None) -> Typed:
    """``table(a, b)`` or ``table(a, b).output``."""
    table = scope.world.tables[node.name]
    if not arity(scope, node, len(table.inputs), len(table.inputs)):
        return BROKEN
    outputs = [slot.name for slot in table.outputs]
    if dot is None and len(outputs) != 1:
        return scope.wrong(node, "E405", f"`{node.name}` has several outputs", "name one: " + ", ".join(f".{name}" for name in outputs))
    if dot is not None and dot.name not in outputs:
        hint = did_you_mean(dot.name, outputs) or "its outputs are: " + ", ".join(outputs)
        return scope.problem("E402", f"`{node.name}` has no output `{dot.name}`", dot.name_start, dot.end, hint)
    arguments = table_arguments(scope, node)
    if arguments is None:
        return BROKEN
    index = 0 if dot is None else outputs.index(dot.name)
    return Typed(ir.Lookup(node.name, tuple(item.expr for item in arguments), index), table.outputs[index].type)


def table_arguments(scope: Expressions, node: Apply) -> list[Typed] | None:
    """The arguments of a table, checked against its inputs; records the lookup."""
    table = scope.world.tables[node.name]
    arguments: list[Typed] = []
    for slot, argument in zip(table.inputs, node.arguments, strict=True):
        typed = scope.fitting(scope.node(argument, slot.type), slot.type, argument)
        what, bound = f"`{slot.name}` of `{node.name}`", ("table", node.name, slot.name)
        arguments.append(scope.within(typed, slot.type, (argument.start, argument.end), what, bound))
    if any(item.type.kind == "error" for item in arguments):
        return None
    scope.report.lookups.append(LookupSite(node.name, tuple(item.type for item in arguments)))
    return arguments


Handler = Callable[["Expressions", Apply], Typed]
FUNCTIONS: Final[dict[str, Handler]] = {
    "min": extremum,
    "max": extremum,
    "abs": absolute,
    "floor": rounding,
    "ceil": rounding,
    "round": rounding,
    "count": count,
    "sum": total,
    "best": keep,
    "worst": keep,
    "highest": extreme,
    "lowest": extreme,
    "same": shape,
    "run": shape,
    "size": size,
    "sides": sides,
    "first": first,
    "sort": sort,
    "index": index,
    "unitless": unitless,
    **space_functions.FUNCTIONS,
}
