"""The place of every key and item of a tree, in one number each.

The reader notes for each container where it begins and where each key and value begins, as offsets into the text;
lines, columns and ends are worked out when they are asked for.
"""

from __future__ import annotations

from typing import Any

from penance_build.diagnostics.problem import Span


class Positions:
    """Where the parts of one file's tree stand. Keys of a list are its indices."""

    def key(self, container: dict[str, Any] | list[Any], key: str | int) -> Span:
        """The key's text; for an item of a list its first token."""
        raise NotImplementedError

    def value(self, container: dict[str, Any] | list[Any], key: str | int) -> Span:
        """A scalar exactly, with its quotes; a collection from its first token to the end of that line, or of itself."""
        raise NotImplementedError

    def inside(self, container: dict[str, Any] | list[Any], key: str | int, start: int, end: int) -> Span:
        """The characters ``start`` to ``end`` of a text value, in the file."""
        raise NotImplementedError

    def of(self, container: dict[str, Any] | list[Any]) -> Span:
        """The container itself."""
        raise NotImplementedError
