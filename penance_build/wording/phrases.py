"""The texts of phrases and how their holes are filled; conditions and the patterns of conditions."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Final

from msgspec import Struct

from penance_build.formula.syntax import Apply, Binary, Dot, Name, Node, Unary, same_shape
from penance_build.surface.cards import ConditionPhrase, Phrase

HOLE: Final = re.compile(r"\{([a-z][a-z0-9_]*|[A-Z])(?:\|([^{}|]*)\|([^{}|]*))?\}")
ICON: Final = re.compile(r"\{icon:[^{}]*\}")


class MissingHole(Exception):
    """A phrase names an argument that its step does not have."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name


class Value(Struct, frozen=True):
    """A constant argument: as it is printed, and as a number for ``{x|one|many}``."""

    text: str
    number: int


def texts_of(phrase: Phrase) -> tuple[str, ...]:
    """All that a phrase may print."""
    if isinstance(phrase, ConditionPhrase):
        return (phrase.say.text,)
    return phrase.say.text, *(more.text for more in phrase.also.values())


def spoken(text: str) -> frozenset[str]:
    """The holes of a phrase that print their number; ``{x|one|many}`` alone does not."""
    return frozenset(match[1] for match in HOLE.finditer(text) if match[2] is None)


def fill(text: str, values: Mapping[str, Value]) -> str:
    """Fill the holes of a phrase. Raises MissingHole where a name is not among the values."""

    def one(match: re.Match[str]) -> str:
        value = values.get(match[1])
        if value is None:
            raise MissingHole(match[1])
        if match[2] is None:
            return value.text
        return match[2] if value.number == 1 else match[3]

    return HOLE.sub(one, text)


def match_condition(pattern: Node, node: Node, constant: Callable[[Node], int | None]) -> dict[str, Value] | None:
    """Match a condition against a pattern whose capital letters stand for numbers; None where it does not match.

    ``constant`` gives the number that a formula is, if it is one.
    """
    found: dict[str, int] = {}
    matched = _match(pattern, node, found, constant)
    return {name: Value(str(number), number) for name, number in found.items()} if matched else None


def _match(pattern: Node, node: Node, found: dict[str, int], constant: Callable[[Node], int | None]) -> bool:
    def all_match(*pairs: tuple[Node, Node]) -> bool:
        return all(_match(left, right, found, constant) for left, right in pairs)

    if isinstance(pattern, Name) and len(pattern.id) == 1 and pattern.id.isupper():
        number = constant(node)
        return number is not None and found.setdefault(pattern.id, number) == number
    if type(pattern) is not type(node):
        return False
    if isinstance(pattern, Binary) and isinstance(node, Binary):
        return pattern.op == node.op and all_match((pattern.left, node.left), (pattern.right, node.right))
    if isinstance(pattern, Apply) and isinstance(node, Apply):
        same = pattern.name == node.name and len(pattern.arguments) == len(node.arguments)
        return same and all_match(*zip(pattern.arguments, node.arguments, strict=True))
    if isinstance(pattern, Unary) and isinstance(node, Unary):
        return pattern.op == node.op and all_match((pattern.operand, node.operand))
    if isinstance(pattern, Dot) and isinstance(node, Dot):
        return pattern.name == node.name and all_match((pattern.base, node.base))
    return same_shape(pattern, node)
