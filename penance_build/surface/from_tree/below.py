"""What stands anywhere in an entry: conditions over options, citations, rulings, groups of inputs, names."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from penance_build.formula.parse import WORDS
from penance_build.source.text.tokens import written
from penance_build.surface.from_tree.cursor import Cursor
from penance_build.surface.game import Below, Named
from penance_build.surface.nodes import Formula, Scalar

# The keys whose mappings hold names that the author chose, and no fields: an input may be called `source`.
_NAMES: Final = frozenset(
    ("with", "take", "inputs", "outputs", "results", "members", "values", "options", "cases", "set", "expect", "book_says",
     "dice", "readings", "sections", "also", "cards", "fields", "boxes", "only", "down", "across", "each", "at_least")
)  # fmt: skip
# The keys that give a variable its name, and those whose mappings name something.
_VARIABLES: Final = ("let", "roll", "each", "list", "choose", "window", "find", "take")
_NAMING: Final = ("members", "inputs", "outputs", "results", "options", "values", "take")
_ASKED: Final = frozenset(("when", "source", "ruling", "uses", *_VARIABLES, *_NAMING))


def below(kind: str, cursor: Cursor) -> Below:
    """What stands at or below an entry."""
    whens: list[Formula] = []
    citations: list[Scalar] = []
    rulings: list[Scalar] = []
    groups: set[str] = set()
    reserved = [Named(entry.at, str(entry.key), True) for entry in cursor.children() if entry.key in WORDS] if kind == "parameter" else []
    for value, way in _mappings(cursor):
        if kind == "die" and value.get("id") in WORDS:
            at = way.cursor()
            reserved.append(Named(at.need("id").at, at.word("id"), False))
        if _ASKED.isdisjoint(value):
            continue
        if "when" in value and not isinstance(value["when"], dict | list):
            whens.append(way.cursor().need("when").formula)
        if "source" in value and not isinstance(value["source"], dict):
            citations.extend(item.scalar for item in way.cursor().items("source"))
        if "ruling" in value and isinstance(value["ruling"], str):
            rulings.append(way.cursor().need("ruling").scalar)
        if "uses" in value:
            groups.update(item.text for item in way.cursor().items("uses"))
        reserved.extend(_reserved(value, way))
    return Below(tuple(whens), tuple(citations), tuple(rulings), frozenset(groups), tuple(reserved))


class _Way:
    """How a mapping is reached; the cursors on the way are made when something in it is asked for."""

    __slots__ = ("_cursor", "key", "up")

    def __init__(self, cursor: Cursor | None, up: _Way | None = None, key: str | int = "") -> None:
        self._cursor, self.up, self.key = cursor, up, key

    def cursor(self) -> Cursor:
        if self._cursor is None:
            assert self.up is not None
            above = self.up.cursor()
            self._cursor = Cursor(above.file, above.value, self.key, above.at)
        return self._cursor


def _reserved(value: dict[str, Any], way: _Way) -> Iterator[Named]:
    """The names in one mapping that are words of formulas; nearly always none."""
    for key in _NAMING:
        inner = value.get(key)
        if isinstance(inner, dict):
            for name in inner:
                if name in WORDS:
                    yield Named(way.cursor().need(key).need(name).at, name, True)
    for key in _VARIABLES:
        name = value.get(key)
        if isinstance(name, str) and name in WORDS:
            yield Named(way.cursor().need(key).at, name, False)


def _mappings(cursor: Cursor) -> Iterator[tuple[dict[str, Any], _Way]]:
    """This entry and every mapping below it whose keys are fields; not those whose keys are names. Parents first."""
    stack: list[tuple[Any, _Way, bool]] = [(cursor.value, _Way(cursor), cursor.up is not None and cursor.up.key == "parameters")]
    while stack:
        value, way, holds_names = stack.pop()
        if isinstance(value, dict):
            if not holds_names:
                yield value, way
            for name in reversed(value):
                inner = value[name]
                if inner.__class__ is dict or inner.__class__ is list:
                    stack.append((inner, _Way(None, way, name), not holds_names and name in _NAMES))
        elif isinstance(value, list):
            for index in reversed(range(len(value))):
                inner = value[index]
                if inner.__class__ is dict or inner.__class__ is list:
                    stack.append((inner, _Way(None, way, index), False))


def words(cursor: Cursor) -> frozenset[str]:
    """The id of an entry, and every key and plain text in it: all that it may define."""
    found = {str(cursor.key)}
    waiting = [cursor.value]
    while waiting:
        value = waiting.pop()
        if isinstance(value, dict):
            found.update(value)
            waiting.extend(value.values())
        elif isinstance(value, list):
            waiting.extend(value)
        else:
            found.add(written(value))
    return frozenset(found)
