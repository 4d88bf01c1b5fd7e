"""The syntax tree of a formula. Offsets count characters of the formula's text, the end exclusive."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct


class Node(Struct, frozen=True):
    """Any node: where it stands."""

    start: int
    end: int


class Number(Node, frozen=True):
    """A whole number."""

    value: int


class Boolean(Node, frozen=True):
    """``true`` or ``false``."""

    value: bool


class Name(Node, frozen=True):
    """A bare id."""

    id: str


class Dot(Node, frozen=True):
    """``base.name``."""

    base: Node
    name: str
    name_start: int


class Apply(Node, frozen=True):
    """``name(arguments)``: a function or a table."""

    name: str
    arguments: tuple[Node, ...]


class Index(Node, frozen=True):
    """``base[place]``: one number of a list."""

    base: Node
    place: Node


class Unary(Node, frozen=True):
    """``-x`` or ``not x``."""

    op: str
    operand: Node


class Binary(Node, frozen=True):
    """Two operands: arithmetic, a comparison, ``and``, ``or``."""

    op: str
    left: Node
    right: Node


class Interval(Node, frozen=True):
    """``low..high``, either end open."""

    low: Node | None
    high: Node | None


class Within(Node, frozen=True):
    """``subject in items``, where an item is a value or a range."""

    subject: Node
    items: tuple[Node, ...]


class Choice(Node, frozen=True):
    """``if test then yes else no``."""

    test: Node
    yes: Node
    no: Node


def alternatives(node: Node) -> list[Node]:
    """The parts of ``a or b or c``."""
    if isinstance(node, Binary) and node.op == "or":
        return [*alternatives(node.left), *alternatives(node.right)]
    return [node]


def nodes(node: Node) -> Iterator[Node]:
    """A node and all below it, a node before those below it."""
    yield node
    for name in node.__struct_fields__:
        value = getattr(node, name)
        for child in value if isinstance(value, tuple) else (value,):
            if isinstance(child, Node):
                yield from nodes(child)


def depth(node: Node) -> int:
    """How many operations stand within one another; a bare number or name is none."""
    deepest, waiting = 0, [(node, 0)]
    while waiting:
        item, level = waiting.pop()
        deepest = max(deepest, level)
        for name in item.__struct_fields__:
            value = getattr(item, name)
            waiting.extend((child, level + 1) for child in (value if isinstance(value, tuple) else (value,)) if isinstance(child, Node))
    return deepest


def same_shape(left: object, right: object) -> bool:
    """Whether two trees are equal but for their offsets."""
    if isinstance(left, Node) and isinstance(right, Node):
        names = [name for name in left.__struct_fields__ if name not in ("start", "end", "name_start")]
        return type(left) is type(right) and all(same_shape(getattr(left, name), getattr(right, name)) for name in names)
    if isinstance(left, tuple) and isinstance(right, tuple):
        return len(left) == len(right) and all(map(same_shape, left, right))
    return left == right
