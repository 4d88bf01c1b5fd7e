"""The syntax tree of a formula. Offsets count characters of the formula's text, the end exclusive."""

from __future__ import annotations

from dataclasses import dataclass, fields


@dataclass(frozen=True, slots=True)
class Node:
    """Any node: where it stands."""

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Number(Node):
    """A whole number."""

    value: int


@dataclass(frozen=True, slots=True)
class Boolean(Node):
    """``true`` or ``false``."""

    value: bool


@dataclass(frozen=True, slots=True)
class Name(Node):
    """A bare id."""

    id: str


@dataclass(frozen=True, slots=True)
class Dot(Node):
    """``base.name``."""

    base: Node
    name: str
    name_start: int


@dataclass(frozen=True, slots=True)
class Apply(Node):
    """``name(arguments)``: a function or a table."""

    name: str
    arguments: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Index(Node):
    """``base[place]``: one number of a list."""

    base: Node
    place: Node


@dataclass(frozen=True, slots=True)
class Unary(Node):
    """``-x`` or ``not x``."""

    op: str
    operand: Node


@dataclass(frozen=True, slots=True)
class Binary(Node):
    """Two operands: arithmetic, a comparison, ``and``, ``or``."""

    op: str
    left: Node
    right: Node


@dataclass(frozen=True, slots=True)
class Interval(Node):
    """``low..high``, either end open."""

    low: Node | None
    high: Node | None


@dataclass(frozen=True, slots=True)
class Within(Node):
    """``subject in items``, where an item is a value or a range."""

    subject: Node
    items: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Choice(Node):
    """``if test then yes else no``."""

    test: Node
    yes: Node
    no: Node


def alternatives(node: Node) -> list[Node]:
    """The parts of ``a or b or c``."""
    if isinstance(node, Binary) and node.op == "or":
        return [*alternatives(node.left), *alternatives(node.right)]
    return [node]


def same_shape(left: object, right: object) -> bool:
    """Whether two trees are equal but for their offsets."""
    if isinstance(left, Node) and isinstance(right, Node):
        names = [field.name for field in fields(left) if field.name not in ("start", "end", "name_start")]
        return type(left) is type(right) and all(same_shape(getattr(left, name), getattr(right, name)) for name in names)
    if isinstance(left, tuple) and isinstance(right, tuple):
        return len(left) == len(right) and all(map(same_shape, left, right))
    return left == right
