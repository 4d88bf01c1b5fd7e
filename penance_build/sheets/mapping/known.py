"""What a game declares, as far as cells are read by it: types of attributes; words of types, factions, slots, enums and decks."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any, Final

from msgspec import Struct, field

from penance_build.ir.markup import unsigned
from penance_build.sheets.mapping.ids import free_id, named_id, usable_id
from penance_build.source.tree import SourceFile

KINDS: Final = {"type": "card_types", "slot": "slots", "faction": "factions", "deck": "decks"}
_NUMBER: Final = re.compile(r"-?[0-9]+ *\.\.|\.\.|int\b|-?[0-9]+$")
_LIST: Final = re.compile("list of ([a-z][a-z0-9_]*)")


class Known(Struct):
    """``types`` are those of attributes by id, as written; ``words`` give for type, slot, faction, deck and each enum their ids by what
    people write: the id, or the printed name without capitals. ``makes``: words of which no id can be made get one with a number, as
    an import declares them. ``is_whole``: the game declares nothing else.
    ``attributes`` are the ids of attributes by printed names, and ``has_cards`` tells whether there are cards already."""

    types: dict[str, str] = field(default_factory=dict)
    words: dict[str, dict[str, str]] = field(default_factory=dict)
    enums: frozenset[str] = frozenset()
    makes: bool = False
    is_whole: bool = True
    attributes: dict[str, str] = field(default_factory=dict)
    has_cards: bool = False
    _numbers: dict[str, int] = field(default_factory=dict)
    _given: set[tuple[str, str]] = field(default_factory=set)
    _found: dict[tuple[str, str], str] = field(default_factory=dict)

    def reading(self, attribute: str, own: str) -> tuple[str, str]:
        """How a cell of an attribute is read, and the enum it is of; ``own`` is the type that a mapping gives, or "".

        number, truth, text, image, word, words, or value where it is anything else.
        """
        type_ = (own or self.types.get(attribute, "")).strip()
        found = _LIST.fullmatch(type_)
        if found:
            return "words", found[1]
        if type_ in self.enums:
            return "word", type_
        if type_ in ("text", "image"):
            return type_, ""
        if type_ == "bool":
            return "truth", ""
        return ("number" if _NUMBER.match(type_) else "value"), ""

    def word(self, kind: str, text: str) -> str:
        """The id that a word means: that of a declared name, or one made of it; "" where there is none."""
        found = self._found.get((kind, text))
        if found is None:
            known = self.words.setdefault(kind, {})
            made = named_id(text)
            if (kind, made) in self._given:  # to another word, which has no letters that an id could be made of
                made = free_id(made, known)
            found = known.get(folded(text)) or known.get(made) or usable_id(kind, made) or self._numbered(kind, text)
            if self.makes and found:
                known.setdefault(found, found)
            self._found[kind, text] = found
        return found

    def _numbered(self, kind: str, text: str) -> str:
        """An id with the next number, which the word keeps."""
        if not self.makes or not any(map(str.isalnum, text)):
            return ""
        known = self.words.setdefault(kind, {})
        number = self._numbers.get(kind, 0) + 1
        while (name := f"{kind}_{number}") in known:
            number += 1
        self._numbers[kind] = number
        self._given.add((kind, name))
        known[folded(text)] = name
        return name


def folded(text: str) -> str:
    """A word as words are compared."""
    return " ".join(text.split()).casefold()


def known_of(trees: Iterable[Mapping[str, Any]], *, makes: bool = False) -> Known:
    """What some files or sections declare."""
    found = Known(makes=makes)
    for tree in trees:
        found.has_cards = found.has_cards or bool(tree.get("cards"))
        for name, entry in _mapping(tree.get("card_attributes")):
            found.types[name] = str(entry.get("type", ""))
            if isinstance(printed := entry.get("name"), str):
                found.attributes.setdefault(folded(unsigned(printed)), name)
        for kind, section in KINDS.items():
            for name, entry in _mapping(tree.get(section)):
                _learn(found, kind, name, entry.get("name"))
        for name, entry in _mapping(tree.get("enums")):
            found.enums |= {name}
            members = entry.get("members")
            for member, value in members.items() if isinstance(members, dict) else ():
                _learn(found, name, member, value.get("name") if isinstance(value, dict) else value)
    return found


def _mapping(section: Any) -> Iterable[tuple[str, dict[str, Any]]]:
    for name, entry in section.items() if isinstance(section, dict) else ():
        if isinstance(entry, dict):
            yield str(name), entry


def _learn(found: Known, kind: str, name: str, printed: Any) -> None:
    words = found.words.setdefault(kind, {})
    words[name] = name
    if isinstance(printed, str):
        words.setdefault(folded(unsigned(printed)), name)


def trees_of(files: Iterable[SourceFile]) -> list[Mapping[str, Any]]:
    """The trees of files."""
    return [file.root for file in files]
