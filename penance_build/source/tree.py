"""What reading gives: plain trees of dict, list, str, int and bool, and the position of every key and item."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct, field

from penance_build.diagnostics.problem import Problem
from penance_build.source.text.places import Places
from penance_build.source.text.positions import Positions

__all__ = ["GameSource", "Places", "Positions", "Reading", "SourceFile"]


class SourceFile(Struct, frozen=True, eq=False):
    """One file that could be read.

    ``name`` is relative to the game's folder, with ``/``. ``text`` has its line ends as ``\\n`` and no byte order mark.
    ``root`` holds dict (keys are str, as written), list, str, int and bool only, and must not be changed:
    ``positions`` knows its containers by identity. ``is_sheet``: its tree was made from a sheet; then its decks are what the sheet adds
    to decks that other files declare.
    """

    name: str
    text: str
    root: dict[str, Any]
    positions: Places
    is_sheet: bool = False


class Reading(Struct, frozen=True, eq=False):
    """What reading one file gave: of these bytes, its tree (None where it has none), and problems."""

    data: bytes
    file: SourceFile | None
    problems: tuple[Problem, ...]


class GameSource(Struct, frozen=True, eq=False):
    """All the files of a game in the order of their names; ``broken`` names those that have no tree.

    ``texts`` holds the text of every file that could be decoded, the broken ones too, for snippets; ``readings`` what reading
    gave by file, for reading again; ``ignored`` names the files that are no rules by their names; ``is_folder`` says whether there are
    such files beside the texts, as in a folder.
    """

    files: tuple[SourceFile, ...]
    broken: tuple[str, ...]
    texts: Mapping[str, str] = field(default_factory=dict)
    readings: Mapping[str, Reading] = field(default_factory=dict)
    ignored: tuple[str, ...] = ()
    is_folder: bool = False


def is_from_sheets(section: Any) -> bool:
    """Whether the section ``cards`` says that cards stay in sheets: `from:` a file, or a list of such."""
    return isinstance(section, list) or (isinstance(section, dict) and "from" in section and not isinstance(section["from"], dict))


def sheets_of(section: Any) -> list[tuple[tuple[str | int, ...], Any]]:
    """The sheets that such a section names, each with the keys that lead to it in its file."""
    if isinstance(section, list):
        return [(("cards", index), item) for index, item in enumerate(section)]
    return [(("cards",), section)]
