"""What each card is printed from, as digests: by them a later build tells which cards are to be printed anew.

The last line, which has the version of the game on it, does not count; files of the game do, by what they hold.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Mapping

from penance_build.build.disk.manifest import Print
from penance_build.ir.nodes import TEMPLATES, Program
from penance_build.ir.record import Record
from penance_build.press.backs.chosen import deck_backs
from penance_build.press.cards.printed import File, back_parts, front_parts
from penance_build.press.digest import digest
from penance_build.press.faces.sharing import Decks
from penance_build.product import Cache, FileRefused, Files

_DIGITS = 16
# What may be the name of a picture, as a template writes it.
_PICTURE = re.compile(r"[\w./ -]*\w\.(?:png|jpe?g|webp|svg)\b", re.IGNORECASE)


def prints_of(program: Program, files: Files, cache: Cache | None = None) -> dict[str, Print]:
    """For each card of a deck the digest of its ``front``, of its ``backs`` by deck, and its ``copies`` by deck.

    ``fronts`` are those of decks in which it has another front than in the first that has it.
    """
    found: dict[str, Print] = {}
    backs, seen, decks = deck_backs(program), _Seen(files), Decks(program, files, cache)
    for deck in program.decks:
        for name, copies in deck.cards:
            card, lying = program.by_id.cards[name], decks.place(deck, name)
            front = digest(seen.face(front_parts(program, card, lying)))[:_DIGITS]
            behind = [seen.face(parts) for parts in back_parts(program, backs[deck.id], card, lying)]
            if name not in found:
                found[name] = {"front": front, "backs": {}, "copies": {}}
            if front != found[name]["front"]:
                found[name].setdefault("fronts", {})[deck.id] = front
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
        fronts = tuple(deck for deck in now["copies"] if deck in was["copies"] and _front(was, deck) != _front(now, deck))
        backs = tuple(deck for deck, back in now["backs"].items() if was["backs"].get(deck, back) != back)
        more = tuple((deck, count - was["copies"].get(deck, 0)) for deck, count in copies if count > was["copies"].get(deck, 0))
        if fronts or backs or more:
            anew_there = {deck: count for deck, count in copies if deck in fronts or deck in backs}
            more_there = any(deck not in anew_there for deck, _ in more)
            reasons = (*(("front",) if fronts else ()), *(("back",) if backs else ()), *(("more copies",) if more_there else ()))
            yield Anew(card, reasons, tuple({**dict(more), **anew_there}.items()))


def _front(known: Print, deck: str) -> str:
    """The front of a card in a deck."""
    return known.get("fronts", {}).get(deck, known["front"])


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

    def face(self, parts: Mapping[str, object]) -> list[object]:
        """The parts of a face, by name."""
        return [[name, self.plain(part)] for name, part in parts.items()]

    def plain(self, value: object) -> object:
        """Records, tuples and mappings as what JSON has; of a file the hash, of what stands in boxes nothing but its order."""
        if isinstance(value, File):
            return [self.hash(name) for name in files_of(value, self._files)]
        if isinstance(value, Mapping):
            return [self.plain(item) for item in value.values()]
        if isinstance(value, list | tuple):
            return [self.plain(item) for item in value]
        if isinstance(value, Record):
            return {name: self.plain(getattr(value, name)) for name in value.__struct_fields__}
        return value


def files_of(file: File, files: Files) -> tuple[str, ...]:
    """A file on a face; of a template the pictures as well whose names stand in it."""
    if not file.name.lower().endswith(TEMPLATES):
        return (file.name,)
    try:
        text = files.content(file.name).decode("utf-8", "replace")
    except FileRefused:
        return (file.name,)
    return (file.name, *dict.fromkeys(name.strip().removeprefix("./") for name in _PICTURE.findall(text)))
