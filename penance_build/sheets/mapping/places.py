"""Where the parts of a tree stand that was made from a sheet: the interface of the positions of a file of YAML."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from penance_build.diagnostics.problem import Span
from penance_build.sheets.reading.cells import Book, Cell

Origins: TypeAlias = Callable[[Cell], list[int]]


class SheetPositions:
    """Keys and values stand at the cells that they were made from; a value that no cell gives, at the first cell of its row."""

    __slots__ = ("_alive", "_anchors", "_book", "_cells", "_origins")

    def __init__(self, book: Book, origins: Origins, alive: object) -> None:
        """``origins`` follows a text of a card back into its cell; ``alive`` is the tree, whose containers are known by identity."""
        self._book, self._origins, self._alive = book, origins, alive
        self._cells: dict[int, dict[str | int, tuple[Cell, ...]]] = {}
        self._anchors: dict[int, Cell] = {}

    def put(self, container: Any, anchor: Cell, cells: dict[str | int, tuple[Cell, ...]]) -> None:
        """Say where a container stands, and its entries; those without cells stand where it does."""
        self._anchors[id(container)] = anchor
        self._cells[id(container)] = cells

    def cells(self, container: Any, key: str | int) -> tuple[Cell, ...]:
        """The cells that an entry was made from."""
        container[key]
        return self._cells[id(container)].get(key) or (self._anchors[id(container)],)

    def key(self, container: dict[str, Any] | list[Any], key: str | int) -> Span:
        """Where the entry stands."""
        return self.value(container, key)

    def value(self, container: dict[str, Any] | list[Any], key: str | int) -> Span:
        """The cell; of several, the first."""
        return self._book.span(self.cells(container, key)[0])

    def inside(self, container: dict[str, Any] | list[Any], key: str | int, start: int, end: int) -> Span:
        """The characters of a text value, followed back into the cell."""
        cells = self.cells(container, key)
        at = 0
        for cell in cells:
            value = container[key]  # type: ignore[index]
            found = self._origins(cell) if key in ("text", "also_text") or len(cells) > 1 else self._plain(cell, str(value))
            length = len(found) - 1
            if start <= at + length or cell is cells[-1]:
                offsets = self._book.offsets(cell)
                first, last = (found[min(max(place - at, 0), length)] for place in (start, max(start, end)))
                return self._book.lines.span(offsets[min(first, len(offsets) - 1)], offsets[min(last, len(offsets) - 1)])
            at += length + 1
        raise KeyError(key)

    def _plain(self, cell: Cell, value: str) -> list[int]:
        """A value that stands in its cell as it is, or a text with markup."""
        at = cell.text.find(value)
        if at >= 0:
            return list(range(at, at + len(value) + 1))
        found = self._origins(cell)
        return found if len(found) == len(value) + 1 else [0, *[len(cell.text)] * len(value)]

    def of(self, container: dict[str, Any] | list[Any]) -> Span:
        """Where a container stands: its first cell."""
        return self._book.span(self._anchors[id(container)])
