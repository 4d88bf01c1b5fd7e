"""Where the parts of a tree stand: what every stage behind ``source`` asks of a file, whatever the file is written in."""

from __future__ import annotations

from typing import Any, Protocol

from penance_build.diagnostics.problem import Span


class Places(Protocol):
    """The places of one file's tree. Keys of a list are its indices.

    Every method raises KeyError or IndexError for a container, key or index that the tree does not have.
    """

    def key(self, container: dict[str, Any] | list[Any], key: str | int) -> Span:
        """The key's text; for an item of a list its first token."""

    def value(self, container: dict[str, Any] | list[Any], key: str | int) -> Span:
        """A scalar exactly; a collection from its first token to the end of that line, or of itself."""

    def inside(self, container: dict[str, Any] | list[Any], key: str | int, start: int, end: int) -> Span:
        """The characters ``start`` to ``end`` of a text value, in the file."""

    def of(self, container: dict[str, Any] | list[Any]) -> Span:
        """From a container's first token to its end, or to that of its first line."""
