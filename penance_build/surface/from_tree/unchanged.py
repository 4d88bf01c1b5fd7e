"""The entries of an earlier surface tree that stand where they stood, with the same text: their records serve again."""

from __future__ import annotations

from typing import Any

from penance_build.source.tree import Positions
from penance_build.surface.cards import Deck
from penance_build.surface.from_tree.cursor import Cursor
from penance_build.surface.game import Below, Game
from penance_build.surface.names import Key, Names
from penance_build.surface.nodes import At
from penance_build.surface.rules import ReferenceSide


class Unchanged:
    """Finds records of an earlier tree; ``below`` is what stands below those that were found."""

    def __init__(self, previous: Game | None, names: Names) -> None:
        self._previous, self._names = previous, names
        self._is_renamed = previous is not None and not previous.names.is_same(names)
        self._lines: dict[int, list[str]] = {}
        self.below: dict[Key, Below] = {}

    def of(self, kind: str, cursor: Cursor) -> Any:
        """The record of an entry, where it did not change."""
        name = str(cursor.key)
        old = None if self._previous is None else self._previous.of(kind).get(name)
        if isinstance(old, Deck) and any(copies.at.file is not old.at.file for copies in old.cards):
            return None  # sheets added to it
        if old is None or self._previous is None or self._is_stale((kind, name)) or not self._same(old.at, cursor):
            return None
        self.below[kind, name] = self._previous.below[kind, name]
        return old

    def side(self, index: int, cursor: Cursor) -> ReferenceSide | None:
        """The record of a side of the quick reference, where it did not change."""
        if self._previous is None or index >= len(self._previous.reference):
            return None
        old = self._previous.reference[index]
        return old if not self._is_stale(("reference", str(index))) and self._same(old.at, cursor) else None

    def _is_stale(self, key: Key) -> bool:
        """Whether the names in an entry must be read again; where not, it is noted once more that it reads some."""
        if self._previous is None or key not in self._previous.names.readers:
            return False
        if self._is_renamed or key in self._previous.names.failed:
            return True
        self._names.readers.add(key)
        return False

    def _same(self, old: At, new: Cursor) -> bool:
        if old.container is new.container:
            return True
        if old.file.name != new.file.name or old.key != new.key or old.container[old.key] != new.value:
            return False
        if not isinstance(new.file.positions, Positions) and repr(old.container[old.key]) != repr(new.value):
            return False  # in a tree that was made from another one, the order of entries does not follow from the text
        return old.key_span == new.at.key_span and self._text(old) == self._text(new.at)

    def _text(self, at: At) -> list[str]:
        """The lines from an entry to the next one beside it, or to the end of the file."""
        lines = self._lines.get(id(at.file))
        if lines is None:
            lines = self._lines[id(at.file)] = at.file.text.split("\n")
        keys = list(at.container) if isinstance(at.container, dict) else list(range(len(at.container)))
        start = at.key_span.line
        behind = (at.file.positions.key(at.container, key).line for key in keys[keys.index(at.key) + 1 :])
        end = next((line for line in behind if line > start), len(lines))  # the cards of a family stand where it stands
        return lines[start - 1 : end]
