"""The cards of each family, and lists of cards that name one."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import product
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from penance_build.diagnostics.problem import Problem
from penance_build.diagnostics.suggest import did_you_mean
from penance_build.families.overlay import Container, Overlay
from penance_build.families.reading import Value, Words, values_of, words_of
from penance_build.limits import MAX_FAMILIES, MAX_FAMILY, MAX_GAME_BYTES
from penance_build.source.tree import GameSource, SourceFile

_HOLE: Final = re.compile(r"\{([a-z][a-z0-9_]*)\}")
_OWN: Final = ("each", "id")  # the keys of a family that its cards do not have
_LISTS: Final = ("decks", "card_sets")
Family = dict[str, Any]
Cards = dict[str, tuple[str, ...]]  # the ids of the cards of each family


def expand(source: GameSource) -> tuple[GameSource, list[Problem]]:
    """The trees with every family written out as its cards; the same object where there is none."""
    if not any(_families(file) for file in source.files):
        return source, []
    words, problems, members, room = words_of(source), list[Problem](), Cards(), _Room(MAX_FAMILIES, MAX_GAME_BYTES)
    taken = {name for file in source.files for name, entry in _section(file, "cards").items() if not _is_family(entry)}
    made: list[SourceFile] = []
    for file in source.files:
        families: dict[str, tuple[_Maker, dict[str, Family]]] = {}
        for name, family in _families(file).items():
            maker = _Maker(file, name, family, words, taken, room)
            found = maker.cards()
            if isinstance(found, Problem):
                problems.append(found)
                continue
            families[name] = maker, found
            members[name] = tuple(found)
        made.append(_with_cards(file, families) if families else file)
    return replace(source, files=tuple(_with_lists(file, members) for file in made)), problems


def _section(file: SourceFile, name: str) -> dict[str, Any]:
    found = file.root.get(name)
    return found if isinstance(found, dict) else {}


def _is_family(entry: object) -> bool:
    """Whether an entry has the form of a family."""
    if not isinstance(entry, dict) or not isinstance(entry.get("each"), dict) or not entry["each"]:
        return False
    return isinstance(entry.get("id", ""), str) and all(map(_is_values, entry["each"].values()))


def _is_values(value: object) -> bool:
    plain = (str, int)
    return isinstance(value, plain) or (isinstance(value, list) and bool(value) and all(isinstance(item, plain) for item in value))


def _families(file: SourceFile) -> dict[str, Family]:
    return {name: entry for name, entry in _section(file, "cards").items() if _is_family(entry)}


class _Room(Struct):
    """How many cards, and characters in their texts, the families of a game may still make."""

    cards: int
    characters: int

    def takes(self, cards: int, characters: int) -> bool:
        """Take so many; False where there are no more."""
        self.cards -= cards
        self.characters -= characters
        return self.cards >= 0 and self.characters >= 0


class _Maker:
    """Makes the cards of one family, each with what its parts are made from."""

    def __init__(self, file: SourceFile, name: str, family: Family, words: Words, taken: set[str], room: _Room) -> None:
        self.file, self.name, self.family, self.words, self.taken, self.room = file, name, family, words, taken, room
        self.each: dict[str, Any] = family["each"]

    def cards(self) -> dict[str, Family] | Problem:
        """The cards by id, or why there are none."""
        columns: list[list[Value]] = []
        size = 1
        for key, given in self.each.items():
            if key in self.family:
                message, hint = f"`{key}` differs from card to card here, and is given beside `each` too", f"remove `{key}:` beside `each:`"
                return self._problem(message, hint, (self.family, key))
            values = values_of(given, key, self.words)
            if isinstance(values, str):
                return self._problem(values, "write a list, or a range such as 1..10", (self.each, key))
            columns.append(values)
            size *= len(values)
        if size > MAX_FAMILY:
            message = f"this family has {size:,} cards; {MAX_FAMILY:,} are the most"
            return self._problem(message, "make it several families", (self.each, ""))
        filled = sum(len(value) for key, value in self.family.items() if isinstance(value, str) and "{" in value and key != "note")
        if not self.room.takes(size, size * filled):
            message = f"up to this family all have more than {MAX_FAMILIES:,} cards, or {MAX_GAME_BYTES:,} characters in texts with holes"
            return self._problem(message, "write fewer of them, or shorter texts", (self.each, ""))
        unknown = self._unknown_hole()
        if unknown is not None:
            return unknown
        found: dict[str, Family] = {}
        for chosen in product(*columns):
            card = self._id(chosen)
            if card in found or card in self.taken:
                message = f"the family gives two cards the id `{card}`" if card in found else f"there is another card `{card}`"
                ways = "_".join(f"{{{key}}}" for key in self.each)
                return self._problem(message, f'give it ids of its own: id: "{self.name}_{ways}"', (self.family, "id"))
            found[card] = self._card(chosen)
        self.taken |= found.keys()
        return found

    def _id(self, chosen: Sequence[Value]) -> str:
        pattern = self.family.get("id")
        ids = [str(item.value).lower().replace("-", "minus_") for item in chosen]
        if pattern is None:
            return "_".join(ids) if not ids[0][:1].isdigit() else f"{self.name}_{'_'.join(ids)}"
        return _filled(pattern, dict(zip(self.each, ids, strict=True)))

    def _card(self, chosen: Sequence[Value]) -> Family:
        words = {key: item.words for key, item in zip(self.each, chosen, strict=True)}
        card: Family = {key: item.value for key, item in zip(self.each, chosen, strict=True)}
        if "name" not in self.family:
            card["name"] = " ".join(said[:1].upper() + said[1:] for said in words.values())
        for key, value in self.family.items():
            if key not in _OWN:
                card[key] = _filled(value, words) if isinstance(value, str) and key != "note" else value
        return card

    def origins(self, card: Family) -> dict[str | int, tuple[Container, str | int]]:
        """What each part of a card is made from; what is not here stands under its own key in the family."""
        found: dict[str | int, tuple[Container, str | int]] = {}
        for key, written in self.each.items():
            at = written.index(card[key]) if isinstance(written, list) else None
            found[key] = (self.each, key) if at is None else (written, at)
        if "name" not in self.family:
            found["name"] = (self.file.root["cards"], self.name)
        return found

    def _unknown_hole(self) -> Problem | None:
        """The pattern of ids has holes for the attributes of ``each`` only; names and texts may have others."""
        pattern = self.family.get("id", "")
        for hole in _HOLE.finditer(pattern):
            if hole[1] not in self.each:
                message = f"the ids of this family cannot have `{hole[1]}`"
                hint = did_you_mean(hole[1], list(self.each)) or f"what differs is: {', '.join(self.each)}"
                return self._problem(message, hint, (self.family, "id"), hole.span())
        return None

    def _problem(self, message: str, hint: str, at: tuple[Container, str | int], inside: tuple[int, int] | None = None) -> Problem:
        container, key = at
        places = self.file.positions
        path: tuple[str | int, ...] = ("cards", self.name)
        if container is self.each and key:
            path, span = (*path, "each", key), places.value(container, key)
        elif container is self.family and key in self.family:
            span = places.value(container, key) if inside is None else places.inside(container, key, *inside)
            path = (*path, key)
        else:
            span = places.key(self.file.root["cards"], self.name)
        return Problem("E218", message, span, hint, entity=("card", self.name), path=path)


def _filled(text: str, words: dict[str, str]) -> str:
    """A text with the values of this card in its holes; other holes stay."""
    return _HOLE.sub(lambda hole: words.get(hole[1], hole[0]), text)


# ---------------------------------------------------------------- trees made anew


def _with_cards(file: SourceFile, families: dict[str, tuple[_Maker, dict[str, Family]]]) -> SourceFile:
    """A file with the cards of its families in their places."""
    places = Overlay(file.positions)
    section: dict[str, Any] = file.root["cards"]
    cards: dict[str, Any] = {}
    origins: dict[str | int, tuple[Container, str | int]] = {}
    for name, entry in section.items():
        if name not in families:
            cards[name] = entry
            continue
        maker, found = families[name]
        for card, made in found.items():
            cards[card] = made
            origins[card] = (section, name)
            places.add(made, entry, maker.origins(made))
    places.add(cards, section, origins)
    root = {**file.root, "cards": cards}
    places.add(root, file.root, {})
    return replace(file, root=root, positions=places)


def _with_lists(file: SourceFile, members: Cards) -> SourceFile:
    """A file in which lists of cards that name a family name its cards."""
    named = [(section, name) for section in _LISTS for name, entry in _section(file, section).items() if _names_one(entry, members)]
    if not named:
        return file
    places = Overlay(file.positions)
    root = dict(file.root)
    places.add(root, file.root, {})
    for section in dict.fromkeys(section for section, _ in named):
        root[section] = dict(file.root[section])
        places.add(root[section], file.root[section], {})
    for section, name in named:
        old: dict[str, Any] = file.root[section][name]
        entry = {**old, "cards": {}}
        origins: dict[str | int, tuple[Container, str | int]] = {}
        for card, count in _written_out(old["cards"], members):
            # A card beside its family has the copies that are said of it alone.
            if card[0] == card[1] or card[0] not in old["cards"]:
                entry["cards"].setdefault(card[0], count)
                origins.setdefault(card[0], (old["cards"], card[1]))
        places.add(entry["cards"], old["cards"], origins)
        places.add(entry, old, {})
        root[section][name] = entry
    return replace(file, root=root, positions=places)


def _names_one(entry: object, members: Cards) -> bool:
    cards = entry.get("cards") if isinstance(entry, dict) else None
    return isinstance(cards, dict) and any(name in members for name in cards)


def _written_out(cards: dict[str, Any], members: Cards) -> Iterator[tuple[tuple[str, str], Any]]:
    """The entries of a list of cards: (card, the key that it is made from), copies."""
    for name, count in cards.items():
        for card in members.get(name, (name,)):
            yield (card, name), count
