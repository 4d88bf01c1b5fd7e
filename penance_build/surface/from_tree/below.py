"""What stands anywhere in an entry: conditions over options, citations, rulings, groups of inputs, names."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from penance_build.formula.parse import WORDS
from penance_build.surface.from_tree.cursor import Cursor
from penance_build.surface.game import Below, Named
from penance_build.surface.nodes import Formula, Scalar

# The keys whose mappings hold names that the author chose, and no fields: an input may be called `source`.
_NAMES: Final = frozenset(
    ("with", "take", "inputs", "outputs", "results", "members", "values", "options", "cases", "set", "expect", "book_says",
     "dice", "readings", "sections", "also", "cards", "fields")
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
    for at in _mappings(cursor):
        found = _ASKED.intersection(at.value)
        if kind == "die" and at.value.get("id") in WORDS:
            reserved.append(Named(at.need("id").at, at.word("id"), False))
        if not found:
            continue
        if "when" in found and not isinstance(at.value["when"], dict | list):
            whens.append(at.need("when").formula)
        if "source" in found and not isinstance(at.value["source"], dict):
            citations.extend(item.scalar for item in at.items("source"))
        if "ruling" in found and isinstance(at.value["ruling"], str):
            rulings.append(at.need("ruling").scalar)
        if "uses" in found:
            groups.update(item.text for item in at.items("uses"))
        reserved.extend(_reserved(at))
    return Below(tuple(whens), tuple(citations), tuple(rulings), frozenset(groups), tuple(reserved))


def _reserved(at: Cursor) -> Iterator[Named]:
    """The names in one mapping that are words of formulas; nearly always none."""
    value = at.value
    for key in _NAMING:
        inner = value.get(key)
        if isinstance(inner, dict):
            for name in inner:
                if name in WORDS:
                    yield Named(at.need(key).need(name).at, name, True)
    for key in _VARIABLES:
        name = value.get(key)
        if isinstance(name, str) and name in WORDS:
            yield Named(at.need(key).at, name, False)


def _mappings(cursor: Cursor) -> Iterator[Cursor]:
    """This entry and every mapping below it whose keys are fields; not those whose keys are names. Parents first."""
    stack = [(cursor, cursor.up is not None and cursor.up.key == "parameters")]
    while stack:
        at, holds_names = stack.pop()
        value = at.value
        if isinstance(value, dict):
            if not holds_names:
                yield at
            for name in reversed(value):
                if isinstance(value[name], dict | list):
                    stack.append((at.need(name), not holds_names and name in _NAMES))
        elif isinstance(value, list):
            for index in reversed(range(len(value))):
                if isinstance(value[index], dict | list):
                    stack.append((Cursor(at.file, value, index, at.at), False))


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
            found.add("true" if value is True else "false" if value is False else str(value))
    return frozenset(found)
