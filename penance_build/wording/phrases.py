"""The phrases of a game: which step each one says, and how its holes are filled."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Final

from penance_build.formula import FormulaError, parse
from penance_build.formula.syntax import Apply, Binary, Dot, Name, Node, Unary, same_shape
from penance_build.model.place import Place

HOLE: Final = re.compile(r"\{([a-z][a-z0-9_]*|[A-Z])(?:\|([^{}|]*)\|([^{}|]*))?\}")
ICON: Final = re.compile(r"\{icon:[^{}]*\}")
MATCHED: Final = ("counter", "direction", "from", "to", "place", "procedure", "zone")


class MissingHole(Exception):
    """A phrase names an argument that its step does not have."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name


@dataclass(frozen=True, slots=True)
class Value:
    """A constant argument: as it is printed, and as a number for ``{x|one|many}``."""

    text: str
    number: int


@dataclass(frozen=True, slots=True)
class Phrase:
    """One entry of ``wording``: for a step, ``match`` and ``given`` hold what must agree; for a condition, its pattern.

    ``given`` are formulas that arguments of a call must be; ``silent`` the arguments that it does not say on purpose.
    """

    id: str
    place: Place
    step: str
    match: Mapping[str, str]
    pattern: Node | None
    say: str
    also: Mapping[str, str] = field(default_factory=dict)
    given: Mapping[str, Node | None] = field(default_factory=dict)
    silent: tuple[str, ...] = ()


def read_phrase(name: str, place: Place) -> Phrase:
    """One entry, as the schema promises it; what is wrong with it is reported by ``wording.check``."""
    condition = place.get("condition")
    fields = {key: at.text for key, at in place.entries() if key in MATCHED}
    also, given, silent = place.get("also"), place.get("with"), place.get("silent")
    return Phrase(
        name,
        place,
        place.word("step"),
        fields,
        None if condition is None else _tree(condition.text),
        place.word("say"),
        {key: at.text for key, at in also.entries()} if also is not None else {},
        {key: _tree(at.text) for key, at in given.entries()} if given is not None else {},
        tuple(at.text for at in silent.items()) if silent is not None else (),
    )


def _tree(text: str) -> Node | None:
    try:
        return parse(text)
    except FormulaError:
        return None


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
