"""From the bytes of a game's files to plain trees in which every key and item has its position.

``read_game`` reads a folder, ``read_texts`` files in memory, ``read_text`` one file; all give problems beside their value
and never raise for what stands in a file.
"""

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
