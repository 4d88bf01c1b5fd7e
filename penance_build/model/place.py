"""A cursor on the tree that was read: a value, and where it stands.

The model walks the tree with it, so that whatever it finds wrong it can point at.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from penance_build.diagnostics.problem import Span
from penance_build.source.tree import SourceFile

# The keys whose mappings hold names that the author chose, and no fields: an input may be called `source`.
_NAMED: Final = frozenset(
    ("with", "take", "inputs", "outputs", "results", "members", "values", "options", "cases", "set", "expect", "book_says",
     "dice", "readings", "sections", "also", "cards", "fields")
)  # fmt: skip


@dataclass(slots=True, eq=False)  # not frozen: tens of thousands are made for one check, and nobody changes one
class Place:
    """The value under ``key`` of ``container``; ``path`` leads to it from the root of its file."""

    file: SourceFile
    container: Any
    key: str | int
    path: tuple[str | int, ...]

    @property
    def value(self) -> Any:
        """The value itself: dict, list, str, int or bool."""
        return self.container[self.key]

    @property
    def span(self) -> Span:
        """Where the value stands."""
        return self.file.positions.value(self.container, self.key)

    @property
    def key_span(self) -> Span:
        """Where its key (or the start of the item) stands."""
        return self.file.positions.key(self.container, self.key)

    def inside(self, start: int, end: int) -> Span:
        """Characters ``start`` to ``end`` of a one-line scalar."""
        if isinstance(self.value, str):
            return self.file.positions.inside(self.container, self.key, start, end)
        return self.span

    @property
    def text(self) -> str:
        """A scalar as the author wrote it."""
        return _text(self.container[self.key])

    def has(self, name: str) -> bool:
        """Whether this mapping has a key."""
        value = self.container[self.key]
        return type(value) is dict and name in value

    def get(self, name: str) -> Place | None:
        """The place of a key of this mapping, or None."""
        value = self.container[self.key]
        if type(value) is dict and name in value:
            return Place(self.file, value, name, (*self.path, name))
        return None

    def need(self, name: str) -> Place:
        """The place of a key that the schema promises."""
        place = self.get(name)
        if place is None:
            raise KeyError(f"{name} at {self.path}")
        return place

    def word(self, name: str, default: str = "") -> str:
        """The text under a key, or the default."""
        value = self.container[self.key]
        if type(value) is not dict or name not in value:
            return default
        return _text(value[name])

    def entries(self) -> list[tuple[str, Place]]:
        """The entries of this mapping, in the order written."""
        value, file, path = self.container[self.key], self.file, self.path
        if not isinstance(value, dict):
            return []
        return [(key, Place(file, value, key, (*path, key))) for key in value]

    def items(self) -> list[Place]:
        """The items of this list; of a single value, that value."""
        value, file, path = self.container[self.key], self.file, self.path
        if isinstance(value, list):
            return [Place(file, value, index, (*path, index)) for index in range(len(value))]
        return [self]

    def mappings(self) -> Iterator[Place]:
        """This entry and every mapping below it whose keys are fields; not those whose keys are names."""
        file = self.file
        stack = [(self.container, self.key, self.path, self.path[:1] == ("parameters",) and len(self.path) == 2)]
        while stack:
            container, key, path, holds_names = stack.pop()
            value = container[key]
            if isinstance(value, dict):
                if not holds_names:
                    yield Place(file, container, key, path)
                for name in reversed(value):
                    if isinstance(value[name], dict | list):
                        stack.append((value, name, (*path, name), not holds_names and name in _NAMED))
            elif isinstance(value, list):
                for index in reversed(range(len(value))):
                    if isinstance(value[index], dict | list):
                        stack.append((value, index, (*path, index), False))


def _text(value: Any) -> str:
    """A scalar as the author wrote it."""
    return value if type(value) is str else "true" if value is True else "false" if value is False else str(value)
