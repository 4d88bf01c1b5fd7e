"""Types with bounds: their text, their join, interval arithmetic.

A type is an ``ir.nodes.Type``; the kind ``error`` is the type of an expression whose mistake has been reported; it fits every type.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from penance_build.ir.nodes import Const, Type
from penance_build.ir.ops import LIMIT, interval
from penance_build.model.context.world import Typed

BOOL: Final = Type("bool", low=0, high=1)
ERROR: Final = Type("error")
PLAYER: Final = Type("player")
CARD: Final = Type("card")
BROKEN: Final = Typed(Const(0), ERROR)

_BOUND: Final = r"-?[0-9]{1,16}|[a-z][a-z0-9_]*"
_TYPE: Final = re.compile(rf"(?:(?P<low>{_BOUND})\.\.(?P<high>{_BOUND})|(?P<word>[a-z][a-z0-9_]*))(?: (?P<unit>[a-z][a-z0-9_]*))?")


@lru_cache(maxsize=4096, typed=True)  # few distinct types, asked for very often
def integer(low: int | None, high: int | None, unit: str = "") -> Type:
    """The type of an integer in an interval; None: no bound."""
    return Type("int", low=low, high=high, unit=unit)


def parse_type(text: str) -> tuple[str, str, str, str] | None:
    """Parse a type: (word or "int", low, high, unit), where a bound is a number or the id of a constant; None where it does not parse."""
    match = _TYPE.fullmatch(text)
    if match is None:
        return None
    unit = match["unit"] or ""
    if match["word"]:
        return match["word"], "", "", unit
    return "int", match["low"], match["high"], unit


def join(left: Type, right: Type) -> Type | None:
    """The join of two types: the least type that holds both; None where their kinds differ."""
    if left is right:
        return left
    if left.kind == "error":
        return right
    if right.kind == "error":
        return left
    if left.kind != right.kind or left.ref != right.ref:
        return None
    if left.unit and right.unit and left.unit != right.unit:
        return None
    low = None if left.low is None or right.low is None else min(left.low, right.low)
    high = None if left.high is None or right.high is None else max(left.high, right.high)
    lengths = min(left.shortest, right.shortest), max(left.longest, right.longest)
    return Type(left.kind, left.ref, low, high, left.unit or right.unit, *lengths)


def corners(left: Type, right: Type, op: str) -> tuple[int, int]:
    """The interval of ``left op right``, of numbers within the limit; a divisor interval does not hold 0."""
    low, high = interval(op, (within_limit(left), within_limit(right)))
    assert low is not None and high is not None
    return low, high


def within_limit(type_: Type) -> tuple[int, int]:
    """The bounds of a number; unknown ones are the limit."""
    low = -LIMIT if type_.low is None else type_.low
    high = LIMIT if type_.high is None else type_.high
    return low, high


def can_hold(op: str, left: Type, right: Type) -> bool:
    """Whether a comparison of two numbers may hold, as far as their bounds tell."""
    (low, high), (least, most) = within_limit(left), within_limit(right)
    match op:
        case "eq":
            return low <= most and least <= high
        case "ne":
            return not low == high == least == most
        case "lt":
            return low < most
        case "le":
            return low <= most
        case "gt":
            return high > least
        case _:
            return high >= least


def bounds_text(low: int | None, high: int | None) -> str:
    """Bounds as the author writes them: ``3``, ``0..9``, or the words for no bounds."""
    if low is None or high is None:
        return f"{'' if low is None else low}..{'' if high is None else high}"
    return str(low) if low == high else f"{low}..{high}"


def had_by(type_: Type) -> str:
    """How rules come by a value of a type of which nothing can be written down, or ""."""
    if type_.kind == "player":
        return "players come in by inputs: `inputs: {who: player}`"
    return "cards come in by inputs and choices: `inputs: {taken: card}`" if type_.kind == "card" else ""


def describe(type_: Type) -> str:
    """A type in the author's words."""
    if type_.kind == "int":
        unit = f" {type_.unit}" if type_.unit else ""
        if type_.low is None or type_.high is None:
            return f"a whole number{unit}"
        if type_.low == type_.high:
            return f"the number {type_.low}{unit}"
        return f"a whole number {type_.low}..{type_.high}{unit}"
    if type_.kind == "list":
        unit = f" {type_.unit}" if type_.unit else ""
        if type_.ref:
            return "a list of players" if type_.ref == "player" else f"a list of members of `{type_.ref}`"
        return "a list" if type_.low is None else f"a list of {bounds_text(type_.low, type_.high)}{unit}"
    return {
        "bool": "true or false",
        "enum": f"a member of `{type_.ref}`",
        "roll": f"a roll of `{type_.ref}`",
        "roll_of": f"a roll of a die of `{type_.ref}`",
        "player": "a player",
        "card": "a card",
    }.get(type_.kind, "something already reported")
