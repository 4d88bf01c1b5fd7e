"""What each card is printed from, as digests: by them a later build tells which cards are to be printed anew.

The last line, which has the version of the game on it, does not count; pictures and templates of the game's own do.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping

from penance_build.build.disk.manifest import Print
from penance_build.ir.nodes import ByValue, Card, Program
from penance_build.ir.record import Record
from penance_build.press.backs.chosen import back_of, deck_backs
from penance_build.press.cards.printed import back_parts, front_parts
from penance_build.press.cards.saying import layout_of, said_of
from penance_build.press.digest import digest
from penance_build.product import FileRefused, Files

_DIGITS = 16
_FILES = ("picture", "template")


class Shown(Record):
    """The files of the game that are on the front of a card, and on its backs by deck."""

    front: tuple[str, ...]
    backs: tuple[tuple[str, tuple[str, ...]], ...]


def shown_files(program: Program) -> dict[str, Shown]:
    """For each card of a deck the pictures and templates of the game that are on it, by name."""
    fronts: dict[str, tuple[str, ...]] = {}
    behind: dict[str, list[tuple[str, tuple[str, ...]]]] = {}
    owners = deck_backs(program)
    for deck in program.decks:
        for name, _ in deck.cards:
            card = program.by_id.cards[name]
            backs = [back_of(program, item.owner, card) for item in owners[deck.id]]
            files = [item.shows for item in backs if "." in item.shows]
            files += [file for item in backs if item.card for file in _on_front(program, program.by_id.cards[item.card])]
            fronts[name] = tuple(_on_front(program, card)) if name not in fronts else fronts[name]
            behind.setdefault(name, []).append((deck.id, tuple(files)))
    return {name: Shown(front, tuple(behind[name])) for name, front in fronts.items()}


def prints_of(program: Program, files: Files) -> dict[str, Print]:
    """For each card of a deck the digest of its ``front``, of its ``backs`` by deck, and its ``copies`` by deck."""
    found: dict[str, Print] = {}
    backs, seen, shown = deck_backs(program), _Seen(files), shown_files(program)
    for deck in program.decks:
        for name, copies in deck.cards:
            card, on = program.by_id.cards[name], shown[name]
            if name not in found:
                front = [_plain(front_parts(program, card)), [seen.hash(file) for file in on.front]]
                found[name] = {"front": digest(front)[:_DIGITS], "backs": {}, "copies": {}}
            behind = [_plain(back_parts(program, backs[deck.id], card)), [seen.hash(file) for file in dict(on.backs)[deck.id]]]
            found[name]["backs"][deck.id] = digest(behind)[:_DIGITS]
            found[name]["copies"][deck.id] = copies
    return found


class Anew(Record):
    """A card that is to be printed anew: why, and in which decks how many copies."""

    card: str
    reasons: tuple[str, ...]
    copies: tuple[tuple[str, int], ...]


def anew(old: Mapping[str, Print], new: Mapping[str, Print]) -> Iterator[Anew]:
    """The cards whose front or back is another one, and those of which there are more."""
    for card, now in new.items():
        was = old.get(card)
        copies = tuple(now["copies"].items())
        if was is None:
            yield Anew(card, ("new card",), copies)
            continue
        backs = tuple(deck for deck, back in now["backs"].items() if was["backs"].get(deck, back) != back)
        more = tuple((deck, count - was["copies"].get(deck, 0)) for deck, count in copies if count > was["copies"].get(deck, 0))
        if was["front"] != now["front"]:
            yield Anew(card, ("front", "back") if backs else ("front",), copies)
        elif backs or more:
            anew_there = {deck: count for deck, count in copies if deck in backs}
            reasons = (*(("back",) if backs else ()), *(("more copies",) if more else ()))
            yield Anew(card, reasons, tuple({**dict(more), **anew_there}.items()))


class _Seen:
    """The hashes of files of the game, each read once."""

    def __init__(self, files: Files) -> None:
        self._files = files
        self._known: dict[str, str] = {}

    def hash(self, name: str) -> str:
        if name not in self._known:
            try:
                self._known[name] = hashlib.sha256(self._files.content(name)).hexdigest()
            except FileRefused:
                self._known[name] = ""
        return self._known[name]


def _on_front(program: Program, card: Card) -> list[str]:
    """The files of the game that are on the front of a card."""
    pictures = [name for item in program.printed.words if item.kind == "image" for name in dict(card.words).get(item.id, ())]
    layout = layout_of(program, card)
    if layout is None:
        return pictures
    said = said_of(program, card, None, "")
    contents: list[ByValue] = [layout.ground, *(box.content for box in layout.boxes if box.kind in _FILES and said.shows(box))]
    names = (said.fill(said.choose(item)) for item in contents)
    return [*pictures, *(name for name in names if name and "." in name)]


def _plain(value: object) -> object:
    """Records, tuples and mappings as what JSON has."""
    if isinstance(value, Mapping):
        return {str(name): _plain(item) for name, item in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    if isinstance(value, Record):
        return {name: _plain(getattr(value, name)) for name in value.__struct_fields__}
    return value
