"""What was probably meant, where a name leads to no game, or to no file."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from penance_build.cli.terminal import clean
from penance_build.diagnostics.suggest import did_you_mean
from penance_build.source.folder import GAME_FILE

_LOOKED_AT = 1000  # names in a folder


def why_no_game(named: str, included: Sequence[str]) -> str:
    """Why what was named is no game's folder, and the likely mend."""
    folder, shown = Path(named), clean(named)
    if os.path.isdir(folder):
        return why_no_game_in(folder, shown)
    if os.path.lexists(folder):
        beside = os.path.isfile(folder.parent / GAME_FILE)
        return f"{shown} is a file; name the game's folder" + (f": {clean(str(folder.parent))}" if beside else f", which holds {GAME_FILE}")
    hint = did_you_mean(named, [*included, *games_beside(folder)])
    return f"there is no folder {shown}; {hint or 'the included games are: ' + ', '.join(included)}"


def why_no_game_in(folder: Path, shown: str) -> str:
    """Why a folder is not a game's."""
    found = misnamed(folder)
    if found:
        return f"{shown} holds {clean(found)}, and the file of a game is called {GAME_FILE}: rename it"
    return f"{shown} holds no {GAME_FILE}, so it is not a game's folder"


def misnamed(folder: Path) -> str:
    """The file of a folder that was meant for ``game.yaml``; empty where there is none."""
    alike = (name for name in _names(folder) if name != GAME_FILE and _is_meant(name) and os.path.isfile(folder / name))
    return next(alike, "")


def why_no_file(named: str) -> str:
    """Why what was named is no file that can be read, and the likely mend."""
    path, shown = Path(named), clean(named)
    if "\0" not in named and os.path.isdir(path):
        if os.path.isfile(path / GAME_FILE):
            return f"{shown} is the folder of a game; name the file to read, and the game with --game {shown}"
        return f"{shown} is a folder; name a file in it"
    beside = [] if "\0" in named else [str(path.parent / name) for name in _names(path.parent) if os.path.isfile(path.parent / name)]
    hint = did_you_mean(named, beside)
    return f"there is no file {shown}{f'; {hint}' if hint else ''}"


def _is_meant(name: str) -> bool:
    stem, _, ending = name.casefold().partition(".")
    return stem == "game" and ending in ("yaml", "yml", "yaml.txt", "yml.txt")


def games_beside(folder: Path) -> list[str]:
    """The games in the folder that holds, or would hold, this one, named as it was."""
    return [str(folder.parent / name) for name in _names(folder.parent) if os.path.isfile(folder.parent / name / GAME_FILE)]


def _names(folder: Path) -> list[str]:
    try:
        return sorted(path.name for path in folder.iterdir())[:_LOOKED_AT]
    except (OSError, ValueError):
        return []
