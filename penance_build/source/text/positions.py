"""The position of every key and item of a tree, packed into one number each.

The reader notes for each container where it begins and where each key and value begins, as offsets into the text;
lines, columns and ends are worked out when they are asked for. The table is keyed by the identity of the containers,
so it keeps the tree alive.
"""

from __future__ import annotations

from typing import Any

from penance_build.diagnostics.problem import Span
from penance_build.source.text.lines import Lines
from penance_build.source.text.tokens import scalar_end, value_offsets, written

_SMALL = 16


class Positions:
    """Where the parts of one file's tree stand. Keys of a list are its indices.

    Every method raises KeyError or IndexError for a container, key or index that the file does not have.
    """

    __slots__ = ("_alive", "_indices", "_lines", "_starts", "_text")

    def __init__(self, lines: Lines, starts: dict[int, list[int]], alive: object) -> None:
        """``starts``: id of a container to [its offset, then per entry key and value, or item]."""
        self._lines = lines
        self._text = lines.text
        self._starts = starts
        self._alive = alive
        self._indices: dict[int, dict[str, int]] = {}

    def key(self, container: dict[str, Any] | list[Any], key: str | int) -> Span:
        """The key's text; for an item of a list its first token."""
        if isinstance(container, list):
            return self._first_token(container, key)
        start = self._starts[id(container)][2 * self._index(container, key) + 1]
        return self._lines.span(start, scalar_end(self._text, start, str(key)))

    def value(self, container: dict[str, Any] | list[Any], key: str | int) -> Span:
        """A scalar exactly, with its quotes; a collection from its first token to the end of that line, or of itself."""
        value = container[key]  # type: ignore[index]
        if isinstance(value, (dict, list)):
            return self.of(value)
        start = self._value_start(container, key)
        return self._lines.span(start, scalar_end(self._text, start, written(value)))

    def inside(self, container: dict[str, Any] | list[Any], key: str | int, start: int, end: int) -> Span:
        """The characters ``start`` to ``end`` of a text value, in the file; escapes count as the character they give."""
        value = written(container[key])  # type: ignore[index]
        offsets = value_offsets(self._text, self._value_start(container, key), value)
        last = len(value)
        start = min(max(start, 0), last)
        return self._lines.span(offsets[start], offsets[min(max(end, start), last)])

    def of(self, container: dict[str, Any] | list[Any]) -> Span:
        """From a container's first token to its closing bracket, or to the end of the line where it begins."""
        start = self._starts[id(container)][0]
        line, _ = self._lines.line_and_column(start)
        end = self._lines.bounds(line)[1]
        if self._text[start : start + 1] in {"[", "{"}:
            return self._lines.span(start, min(self._flow_end(container), end))
        return self._lines.span(start, _content_end(self._text, start, end))

    def _first_token(self, container: list[Any], key: str | int) -> Span:
        value = container[int(key)]
        if isinstance(value, dict) and value and not self._text.startswith("{", self._starts[id(value)][0]):
            return self.key(value, next(iter(value)))
        start = self._value_start(container, key)
        if isinstance(value, (dict, list)):
            return self._lines.span(start, start + 1)
        return self._lines.span(start, scalar_end(self._text, start, written(value)))

    def _value_start(self, container: dict[str, Any] | list[Any], key: str | int) -> int:
        starts = self._starts[id(container)]
        if isinstance(container, list):
            return starts[range(len(container))[int(key)] + 1]
        return starts[2 * self._index(container, key) + 2]

    def _index(self, container: dict[str, Any], key: str | int) -> int:
        """Which entry of its map a key is. Maps keep the order of the file; big ones get an index, once."""
        if len(container) <= _SMALL:
            for index, item in enumerate(container):
                if item == key:
                    return index
            raise KeyError(key)
        indices = self._indices.get(id(container))
        if indices is None:
            indices = {item: index for index, item in enumerate(container)}
            self._indices[id(container)] = indices
        return indices[str(key)]

    def _flow_end(self, container: dict[str, Any] | list[Any]) -> int:
        """The offset after the closing bracket: after the last entry only space, a comma and comments may stand."""
        text = self._text
        at = self._starts[id(container)][0] + 1
        if container:
            last: Any = len(container) - 1 if isinstance(container, list) else next(reversed(container))
            value = container[last]
            if isinstance(value, (dict, list)):
                start = self._starts[id(value)][0]
                at = self._flow_end(value) if text[start : start + 1] in {"[", "{"} else start
            else:
                start = self._value_start(container, last)
                at = scalar_end(text, start, written(value))
        return _closing(text, at)


def _closing(text: str, at: int) -> int:
    while at < len(text) and text[at] not in "]}":
        if text[at] == "#" and text[at - 1].isspace():
            newline = text.find("\n", at)
            at = len(text) if newline < 0 else newline
        at += 1
    return min(at + 1, len(text))


def _content_end(text: str, start: int, end: int) -> int:
    """The end of a line without a comment that stands free, and without the space before it."""
    comment = text.find(" #", start, end)
    if comment >= 0 and not any(quote in text[start:comment] for quote in "\"'"):
        end = comment
    return start + len(text[start:end].rstrip())
