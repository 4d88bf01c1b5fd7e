"""Names the output folder of a build, and checks that it may be written.

A folder that we fill carries our marker file, which keeps the reader of rules out of it and tells us that it is ours.
A folder without it that holds anything is somebody else's, and is refused.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Mapping
from pathlib import Path

from penance_build.build.errors import CannotBuild, FolderRefused, because

MARKER = ".penance-build"
MARKER_TEXT = "This folder is written by `penance build`. It is never read as rules; files that are not in manifest.json are left alone.\n"


def folder_name(game: str, chosen: Mapping[str, str], defaults: Mapping[str, str]) -> str:
    """``game``, with ``+option-value`` for every option that is not at its default, in sorted order."""
    return game + "".join(f"+{name}-{value}" for name, value in sorted(chosen.items()) if defaults.get(name) != value)


def check_out(out: Path, game_folder: Path) -> None:
    """See that ``out`` can be written before any work is done. Raises FolderRefused or CannotBuild."""
    _check_writable(out)
    inside, game = _resolved(out), _resolved(game_folder)
    if game in inside.parents:
        refuse_foreign(out)


def refuse_foreign(folder: Path) -> None:
    """Raise FolderRefused where the folder exists, is not empty and does not carry our marker."""
    if not folder.is_dir() or (folder / MARKER).is_file():
        return
    found = sorted(name for name in os.listdir(folder) if not name.startswith(".penance-"))
    if found:
        raise FolderRefused(f"{folder} holds files that are not ours ({found[0]}); name another folder with -o, or empty this one")


def check_target(target: Path, game_folder: Path) -> None:
    """See that the build's own folder is ours or empty, and does not hold the rules. Raises FolderRefused or CannotBuild."""
    whole, game = _resolved(target), _resolved(game_folder)
    if whole == game or whole in game.parents:
        raise FolderRefused(f"{target} is the folder of the rules; name another output folder with -o")
    _check_writable(target)
    refuse_foreign(target)


def mark(folder: Path) -> None:
    """Create the folder with its marker where it is not there yet."""
    folder.mkdir(parents=True, exist_ok=True)
    marker = folder / MARKER
    if not marker.is_file():
        marker.write_text(MARKER_TEXT, encoding="utf-8")


def mark_inside_game(out: Path, game_folder: Path) -> None:
    """An output folder strictly inside the game's is marked as a whole, so that nothing below it is read as rules."""
    if _resolved(game_folder) in _resolved(out).parents:
        mark(out)


def _resolved(path: Path) -> Path:
    try:
        return path.resolve()
    except (OSError, RuntimeError) as error:
        raise CannotBuild(f"cannot write to {path}: {because(error) if isinstance(error, OSError) else 'a loop of links'}") from None


def _check_writable(folder: Path) -> None:
    """The nearest ancestor that exists must be a folder in which we may make files."""
    nearest = folder
    with contextlib.suppress(FileNotFoundError, NotADirectoryError):
        if folder.is_symlink() and not folder.exists():
            raise CannotBuild(f"cannot write to {folder}: it is a link that leads nowhere")
    try:
        while not nearest.exists():
            if nearest == nearest.parent:
                break
            nearest = nearest.parent
    except OSError as error:
        raise CannotBuild(f"cannot write to {folder}: {because(error)}") from None
    if not nearest.is_dir():
        raise CannotBuild(f"cannot write to {folder}: {nearest} is a file")
    if not os.access(nearest, os.W_OK | os.X_OK):
        reason = "the file system is read-only" if os.statvfs(nearest).f_flag & os.ST_RDONLY else "permission denied"
        raise CannotBuild(f"cannot write to {folder}: {reason}")
