"""The places of a tree that was made from another one: each part stands where it was made from."""

from __future__ import annotations

from typing import Any, TypeAlias

from penance_build.diagnostics.problem import Span
from penance_build.source.tree import Places

Container: TypeAlias = dict[str, Any] | list[Any]


class Overlay:
    """The places of containers that were made anew; all others stand where ``base`` says."""

    def __init__(self, base: Places) -> None:
        self._base = base
        self._origins: dict[int, tuple[Container, Container, dict[str | int, tuple[Container, str | int]]]] = {}

    def add(self, made: Container, origin: Container, entries: dict[str | int, tuple[Container, str | int]]) -> None:
        """A container that was made from ``origin``; ``entries`` say of its own keys which key of which container each was made from."""
        self._origins[id(made)] = made, origin, entries

    def _origin(self, container: Container, key: str | int) -> tuple[Container, str | int]:
        found = self._origins.get(id(container))
        if found is None:
            return container, key
        _, origin, entries = found
        return entries.get(key, (origin, key))

    def key(self, container: Container, key: str | int) -> Span:
        """The key's text; for an item of a list its first token."""
        return self._base.key(*self._origin(container, key))

    def value(self, container: Container, key: str | int) -> Span:
        """A scalar exactly; a collection from its first token to the end of that line, or of itself."""
        return self._base.value(*self._origin(container, key))

    def inside(self, container: Container, key: str | int, start: int, end: int) -> Span:
        """The characters of a text that stands in the file as it is; the whole of one that was filled in."""
        origin, name = self._origin(container, key)
        if container[key] == origin[name]:  # type: ignore[index]
            return self._base.inside(origin, name, start, end)
        return self._base.value(origin, name)

    def of(self, container: Container) -> Span:
        """From a container's first token to its end, or to that of its first line."""
        found = self._origins.get(id(container))
        return self._base.of(container if found is None else found[1])
