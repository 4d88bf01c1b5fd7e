"""The phrases of a game: which step each one says, and how its holes are filled."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from penance_build.formula import FormulaError, parse
from penance_build.formula.syntax import Apply, Binary, Choice, Dot, Name, Node, Number, Unary, Within, same_shape
from penance_build.model.place import Place

HOLE: Final = re.compile(r"\{([a-z][a-z0-9_]*|[A-Z])(?:\|([^{}|]*)\|([^{}|]*))?\}")


class MissingHole(Exception):
    """A phrase names an argument that its step does not have."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name


@dataclass(frozen=True, slots=True)
class Phrase:
    """One entry of ``wording``: for a step, ``match`` holds the fields that must agree; for a condition, its pattern."""

    id: str
    place: Place
    step: str
    match: Mapping[str, str]
    pattern: Node | None
    say: str
    also: Mapping[str, str] = field(default_factory=dict)


def read_phrase(name: str, place: Place) -> Phrase:
    """One entry, as the schema promises it."""
    condition = place.get("condition")
    pattern: Node | None = None
    if condition is not None:
        try:
            pattern = parse(condition.text)
        except FormulaError:
            pattern = None  # reported by the check of wording
    fields = {key: at.text for key, at in place.entries() if key in ("counter", "direction", "from", "to", "procedure", "zone")}
    also = place.get("also")
    extra = {key: at.text for key, at in also.entries()} if also is not None else {}
    return Phrase(name, place, place.word("step"), fields, pattern, place.word("say"), extra)


def fill(text: str, values: Mapping[str, int | str]) -> str:
    """Fill the holes of a phrase. Raises MissingHole where a name is not among the values."""

    def one(match: re.Match[str]) -> str:
        name = match[1]
        if name not in values:
            raise MissingHole(name)
        value = values[name]
        if match[2] is None:
            return str(value)
        return match[2] if value == 1 else match[3]

    return HOLE.sub(one, text)


def match_condition(pattern: Node, node: Node) -> dict[str, int] | None:
    """Match a condition against a pattern whose capital letters stand for numbers; None where it does not match."""
    found: dict[str, int] = {}
    return found if _match(pattern, node, found) else None


def _match(pattern: Node, node: Node, found: dict[str, int]) -> bool:
    if isinstance(pattern, Name) and len(pattern.id) == 1 and pattern.id.isupper():
        if not isinstance(node, Number):
            return False
        return found.setdefault(pattern.id, node.value) == node.value
    if type(pattern) is not type(node):
        return False
    if isinstance(pattern, Binary) and isinstance(node, Binary):
        return pattern.op == node.op and _match(pattern.left, node.left, found) and _match(pattern.right, node.right, found)
    if isinstance(pattern, Apply) and isinstance(node, Apply):
        same = pattern.name == node.name and len(pattern.arguments) == len(node.arguments)
        return same and all(_match(a, b, found) for a, b in zip(pattern.arguments, node.arguments, strict=True))
    if isinstance(pattern, Unary) and isinstance(node, Unary):
        return pattern.op == node.op and _match(pattern.operand, node.operand, found)
    if isinstance(pattern, Dot) and isinstance(node, Dot):
        return pattern.name == node.name and _match(pattern.base, node.base, found)
    if isinstance(pattern, (Within, Choice)):
        return same_shape(pattern, node)
    return same_shape(pattern, node)
