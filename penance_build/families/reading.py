"""What a family says: the values of each attribute, with the printed names of members."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from msgspec import Struct

from penance_build.limits import MAX_FAMILY
from penance_build.source.text.tokens import written
from penance_build.source.tree import GameSource

_RANGE: Final = re.compile(r"(-?[0-9]{1,9})\.\.(-?[0-9]{1,9})")
_ALL: Final = "all"


class Value(Struct, frozen=True):
    """One value of an attribute, and the words that print it."""

    value: str | int | bool
    words: str


class Words(Struct, frozen=True):
    """The members of the enum of each attribute that has one, by id, each with its printed name."""

    members: Mapping[str, Mapping[str, str]]


def words_of(source: GameSource) -> Words:
    """The printed names of members, gathered from the plain trees of all files."""
    enums: dict[str, Mapping[str, str]] = {}
    types: dict[str, str] = {}
    for file in source.files:
        for name, enum in _entries(file.root, "enums"):
            members = enum.get("members") if isinstance(enum, dict) else None
            enums.setdefault(name, {key: _name(key, value) for key, value in members.items()} if isinstance(members, dict) else {})
        for name, attribute in _entries(file.root, "card_attributes"):
            kind = attribute.get("type") if isinstance(attribute, dict) else None
            types.setdefault(name, kind if isinstance(kind, str) else "")
    return Words({name: enums[kind] for name, kind in types.items() if kind in enums})


def values_of(given: str | int | list[str | int], key: str, words: Words) -> list[Value] | str:
    """The values of one attribute of a family, or what is wrong with them."""
    members = words.members.get(key, {})
    if isinstance(given, list):
        found = [Value(item, _said(item, members)) for item in given]
    elif given == _ALL and members:
        found = [Value(name, said) for name, said in members.items()]
    elif isinstance(given, str) and (ends := _RANGE.fullmatch(given)):
        low, high = int(ends[1]), int(ends[2])
        if low > high:
            return f"the range {low}..{high} of `{key}` is reversed"
        if high - low >= MAX_FAMILY:
            return f"`{key}` has {high - low + 1:,} values; a family has {MAX_FAMILY:,} cards at most"
        found = [Value(number, _said(number, members)) for number in range(low, high + 1)]
    else:
        found = [Value(given, _said(given, members))]
    seen: set[str | int | bool] = set()
    for item in found:
        if item.value in seen:
            return f"`{key}` has the value {item.value} twice"
        seen.add(item.value)
    return found


def _said(value: str | int | bool, members: Mapping[str, str]) -> str:
    return written(value) if isinstance(value, bool) else members.get(str(value), str(value))


def _entries(root: dict[str, Any], section: str) -> Iterator[tuple[str, Any]]:
    found = root.get(section)
    return iter(found.items() if isinstance(found, dict) else ())


def _name(key: str, value: Any) -> str:
    found = value.get("name", key) if isinstance(value, dict) else value
    return found if isinstance(found, str) else key
