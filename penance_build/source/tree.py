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
    ``positions`` knows its containers by identity.
    """

    name: str
    text: str
    root: dict[str, Any]
    positions: Places


class Reading(Struct, frozen=True, eq=False):
    """What reading one file gave: of these bytes, its tree (None where it has none), and problems."""

    data: bytes
    file: SourceFile | None
    problems: tuple[Problem, ...]


class GameSource(Struct, frozen=True, eq=False):
    """All the files of a game in the order of their names; ``broken`` names those that have no tree.

    ``texts`` holds the text of every file that could be decoded, the broken ones too, for snippets; ``readings`` what reading
    gave by file, for reading again; ``ignored`` names the files that are no rules by their names.
    """

    files: tuple[SourceFile, ...]
    broken: tuple[str, ...]
    texts: Mapping[str, str] = field(default_factory=dict)
    readings: Mapping[str, Reading] = field(default_factory=dict)
    ignored: tuple[str, ...] = ()
