"""The files of the game's folder that a build asks for by name: pictures and fonts, and nothing outside of it."""

from __future__ import annotations

import os
import stat
from pathlib import Path

from penance_build.build.errors import because
from penance_build.build.inputs import GAME_SUFFIXES, UNREAD
from penance_build.product import FileRefused

MOST_BYTES = 64_000_000


class GameFiles:
    """Reads files by names such as ``art/reef.png``. No link is followed, on no part of the way."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def content(self, name: str) -> bytes:
        """The bytes of a file. Raises ``FileRefused``."""
        parts = name.split("/")
        if "\\" in name or ":" in parts[0] or any(part.startswith(".") or not part.isprintable() or not part for part in parts):
            raise FileRefused("is not the name of a file of the game's folder", "write its way from that folder, as art/reef.png")
        if not name.lower().endswith(GAME_SUFFIXES) or UNREAD.intersection(parts):
            raise FileRefused("is no file that a build looks at", "use PNG, JPEG, WebP or SVG for pictures, OTF or TTF for fonts")
        path = self._folder
        try:
            for part in parts:
                path = path / part
                kind = os.lstat(path).st_mode
                if stat.S_ISLNK(kind):
                    raise FileRefused("is a link, or lies behind one, and links are not followed", "put the file itself there")
            if not stat.S_ISREG(kind):
                raise FileRefused("is no regular file", "put a picture there")
            return _read(path)
        except (FileNotFoundError, NotADirectoryError):
            raise FileRefused("is not there", f"put it into the game's folder{_alike(self._folder, name)}", is_absent=True) from None
        except OSError as error:
            raise FileRefused(f"cannot be read: {because(error)}", "check who may read it") from None


def _read(path: Path) -> bytes:
    with path.open("rb") as stream:
        data = stream.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        raise FileRefused(f"has more than {MOST_BYTES:,} bytes", "save it smaller")
    return data


def _alike(folder: Path, name: str) -> str:
    """A file beside it whose name differs in case or ending alone."""
    path = folder / name
    try:
        found = sorted(item.name for item in path.parent.iterdir() if Path(item.name).stem.lower() == path.stem.lower())
    except OSError:  # there is no such folder, or it may not be listed
        return ""
    return f"; there is {Path(name).parent.joinpath(found[0]).as_posix()}" if found else ""
