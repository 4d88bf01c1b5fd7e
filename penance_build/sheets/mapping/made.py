"""What a book gives: cards and what goes into decks, with what its cells say and what of them is wrong."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

from msgspec import Struct, field

from penance_build.diagnostics.problem import Problem
from penance_build.sheets.reading.cells import Note
from penance_build.source.tree import SourceFile

_BETWEEN: Final = re.compile("[,;/|+]")  # what people write between the decks of one cell


class Said(Struct):
    """A word that cells say, and what else they say that is the same: ``Attack`` and ``attack``."""

    first: str
    others: set[str] = field(default_factory=set)


class Cards(Struct):
    """What a book gives: its file, and for an import the words that its cells say, by kind and id, and what was bent."""

    file: SourceFile
    problems: list[Problem] = field(default_factory=list)
    said: dict[str, dict[str, Said]] = field(default_factory=dict)
    notes: list[Note] = field(default_factory=list)

    @property
    def cards(self) -> dict[str, dict[str, Any]]:
        """The cards by id."""
        found: dict[str, dict[str, Any]] = self.file.root["cards"]
        return found

    @property
    def decks(self) -> dict[str, dict[str, int]]:
        """What goes into decks: by deck and card, how many copies."""
        return {deck: entry["cards"] for deck, entry in self.file.root["decks"].items()}


def lists_of_decks(names: Mapping[str, str]) -> list[Note]:
    """Decks whose name is made of the names of other decks, which most often are meant; ``names`` are words of cells with their ids."""
    known = {" ".join(name.split()).casefold() for name in names}
    found = []
    for name, deck in names.items():
        parts = [" ".join(part.split()).casefold() for part in _BETWEEN.split(name)]
        if len(parts) > 1 and all(part in known for part in parts):
            mark = _BETWEEN.findall(name)[0]
            cure = f'if a card goes into several, write `list: "{mark}"` for the column'
            says = f"`{deck}` is called “{name}”, and each of these is a deck: {cure}"
            found.append(Note("decks", says))
    return found
