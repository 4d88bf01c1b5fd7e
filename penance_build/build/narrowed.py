"""A build of some cards alone, or printed otherwise than usual: which cards, the folder of its own, what its sheets depend on besides."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import astuple, replace

from penance_build.build.errors import NothingCalled
from penance_build.product import Printing, Selection

if TYPE_CHECKING:
    from penance_build.ir.nodes import Program

# Names of folders get no longer than this for one part.
_LONGEST = 48
_OTHER = re.compile(r"[^A-Za-z0-9_.+]+")

# A card, and the decks in which it is to be printed anew with how many copies of it there.
Changed = tuple[tuple[str, tuple[tuple[str, int], ...]], ...]


class Since(Struct, frozen=True):
    """What cards are held against: its name, and the function that gives those to be printed anew."""

    named: str
    changed: Callable[[Program], Changed]


def see_chosen(chosen: Selection, program: Program) -> None:
    """Raises NothingCalled where the game has no such card or deck."""
    for kind, names, known in (("card", chosen.cards, program.cards), ("deck", chosen.decks, program.decks)):
        ids = [item.id for item in known]
        for name in names:
            if name not in ids:
                raise NothingCalled(kind, name, tuple(ids))


def folder_suffix(chosen: Selection, since: Since | None, asked: Iterable[tuple[str, str]]) -> str:
    """What stands behind the name of the game's folder: nothing for the whole, printed as usual."""
    parts = [("card", chosen.cards), ("deck", chosen.decks), ("since", (since.named,) if since else ())]
    parts += [("copies", (str(chosen.copies),) if chosen.copies else ())]
    parts += [("print", tuple(f"{key}={value}" for key, value in sorted(asked)))]
    return "".join(f"-{kind}-{_file_name(names)}" for kind, names in parts if names)


def _file_name(names: tuple[str, ...]) -> str:
    """Some names as a part of the name of a folder: as they are, or in letters that any may have, with digits that tell them apart."""
    whole = "+".join(names)
    plain = _OTHER.sub("-", whole.replace("=", "-")).strip("-.")
    if plain == whole.replace("=", "-") and len(plain) <= _LONGEST:
        return plain
    return f"{plain[:_LONGEST].rstrip('-.')}-{hashlib.sha256(whole.encode('utf-8', 'surrogateescape')).hexdigest()[:6]}".lstrip("-")


def with_changed(chosen: Selection, since: Since | None, program: Program) -> Selection:
    """The selection with the cards that are to be printed anew, where that is asked."""
    return chosen if since is None else replace(chosen, changed=since.changed(program))


def made_with(chosen: Selection, printing: Printing) -> str:
    """What card sheets depend on besides the game and their paper; "" for all cards, printed as usual."""
    if chosen.is_all and printing == Printing():
        return ""
    return "as " + hashlib.sha256(repr((astuple(chosen), astuple(printing))).encode("utf-8", "surrogateescape")).hexdigest()[:16]
