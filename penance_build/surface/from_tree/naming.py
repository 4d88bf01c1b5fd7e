"""The names that a game gives to what it defines, gathered from the plain trees of all files before any entry is read."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from penance_build.formula.template import KINDS
from penance_build.surface.game import SECTIONS
from penance_build.surface.names import Key, Names, printed_name

_WORDS: Final[Mapping[str, str]] = {"type": "card_type", "set": "card_set", "dice": "die"}  # the kinds that holes call otherwise
_SECTION_OF: Final = {kind: section for section, kind in SECTIONS.items()}
_DIE: Final = re.compile(r"\b([Dd])ie$")
Sections = Mapping[str, Mapping[str, Any]]


def names_of(sections: Sections) -> Names:
    """The names of all entries; ``sections`` are the entries of each section by id, as plain values."""
    owners = frozenset((*sections.get("enums", {}), *sections.get("dice", {})))
    ids = owners, frozenset(sections.get("constants", {})), frozenset(_inputs(sections)), frozenset(_values(sections))
    return Names(dict(_written(sections)), SECTIONS, *ids, frozenset(sections.get("icons", {})))


def _written(sections: Sections) -> Iterator[tuple[Key, str]]:
    for word in KINDS:
        for name, entry in sections.get(_SECTION_OF[_WORDS.get(word, word)], {}).items():
            own = printed_name(name) if word == "card" else name
            yield (word, name), _plural(entry, name) if word == "dice" else _named(entry, own)
    for name, entry in sections.get("enums", {}).items():
        for member, value in _mapping(entry, "members").items():
            yield ("member", f"{name}.{member}"), _named(value, member)
        for die in _listed(entry, "dice"):
            yield ("member", f"{name}.{die}"), _named(sections.get("dice", {}).get(die), die)
    for name, entry in sections.get("dice", {}).items():
        for face in _faces(entry):
            yield ("face", f"{name}.{face.get('id')}"), _named(face, str(face.get("id")))


def _named(entry: object, name: str) -> str:
    found = entry.get("name", name) if isinstance(entry, dict) else entry if isinstance(entry, str) else name
    return found if isinstance(found, str) else name


def _plural(entry: object, name: str) -> str:
    """Several dice: `Attack Dice` for `Attack Die`, unless the die gives its `plural:`."""
    one = _named(entry, name)
    found = entry.get("plural") if isinstance(entry, dict) else None
    return found if isinstance(found, str) else _DIE.sub(r"\1ice", one)


def _mapping(entry: object, key: str) -> Mapping[str, Any]:
    found = entry.get(key) if isinstance(entry, dict) else None
    return found if isinstance(found, dict) else {}


def _listed(entry: object, key: str) -> list[str]:
    found = entry.get(key) if isinstance(entry, dict) else None
    return [item for item in found if isinstance(item, str)] if isinstance(found, list) else []


def _faces(entry: object) -> list[Mapping[str, Any]]:
    found = entry.get("faces") if isinstance(entry, dict) else None
    return [face for face in found if isinstance(face, dict)] if isinstance(found, list) else []


def _inputs(sections: Sections) -> Iterator[str]:
    for section in ("procedures", "card_types"):
        for entry in sections.get(section, {}).values():
            yield from _mapping(entry, "inputs")
    for entry in sections.get("parameters", {}).values():
        yield from entry if isinstance(entry, dict) else ()


def _values(sections: Sections) -> Iterator[str]:
    """The values that faces of dice declare: texts of faces read them."""
    yield "value"
    for entry in sections.get("dice", {}).values():
        for face in _faces(entry):
            yield from _mapping(face, "values")
