"""From the bytes of a game's files to plain trees in which every key and item has its position.

``read_game`` reads a folder, ``read_texts`` files in memory, ``read_text`` one file; all give problems beside their value
and never raise for what stands in a file.

Each name is imported when it is first used: who only holds trees does not wait for the parsers.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from penance_build.source.game import Fetch, fetch_from_folder, fetch_from_texts, read_game, read_texts
    from penance_build.source.reader import read_text
    from penance_build.source.tree import GameSource, Positions, SourceFile

__all__ = [
    "Fetch",
    "GameSource",
    "Positions",
    "SourceFile",
    "fetch_from_folder",
    "fetch_from_texts",
    "read_game",
    "read_text",
    "read_texts",
]
_MODULES = {
    **dict.fromkeys(("Fetch", "fetch_from_folder", "fetch_from_texts", "read_game", "read_texts"), "game"),
    "read_text": "reader",
    **dict.fromkeys(("GameSource", "Positions", "SourceFile"), "tree"),
}


def __getattr__(name: str) -> Any:
    """A name of this package, from the module that has it."""
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_MODULES[name]}"), name)
