"""What lies in the folder of a build and is not of a build: it comes along into the new one, and nothing of it is written over.

A file is ours where the last manifest lists it. One that is not, and has the name of a file that is to be written, is refused; where no
manifest says what is ours (it was deleted, or damaged) such a file is kept under another name, so that a build is still to be had.
"""

from __future__ import annotations

import os
import shutil
import stat
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from msgspec import Struct, field

from penance_build.build.disk import manifest as manifests
from penance_build.build.disk.output import MARKER
from penance_build.build.disk.regular import read_regular
from penance_build.build.errors import CannotBuild, FolderRefused

KEPT: Final = ".kept"
_LONGEST: Final = 240  # bytes of a name, before what is put behind it

State = tuple[int, int, int]


class Claims(Struct):
    """What a build claims of the folder ``target``: the files it writes, by path with their bytes, and those that are stale.

    ``listed`` are the files that the last manifest lists (None: all that has the name of a written file is of a build), ``is_known``
    whether there was one. ``carried`` says of each file that came along what it was, there and here; ``aside`` under which name one was
    kept whose own is that of a written file.
    """

    target: Path
    written: Mapping[str, bytes]
    stale: frozenset[str]
    listed: frozenset[str] | None = None
    is_known: bool = True
    carried: dict[str, tuple[State, State]] = field(default_factory=dict)
    aside: dict[str, str] = field(default_factory=dict)

    def is_strange(self, name: str, place: str | Path) -> bool:
        """Whether a file at the place of one that is written is not of a build, and would be lost."""
        if self.listed is None or name in self.listed or name in (MARKER, manifests.NAME):
            return False
        data = self.written[name]
        try:
            return read_regular(place, len(data)) != data
        except FileNotFoundError:
            return False
        except OSError:  # a link, a pipe, a longer file, one that may not be read
            return True

    def is_new(self, name: str, place: str | Path) -> bool:
        """Whether a file is another one, or says something else, than when it was looked at."""
        return name not in self.carried or self.carried[name][0] != _state(place)


def _state(place: str | Path) -> State:
    found = os.lstat(place)
    return found.st_ino, found.st_mtime_ns, found.st_size


def carry(old: Path, new: Path, claims: Claims, below: str = "") -> bool:
    """Link into the new folder what lies in the old one and is neither written anew nor stale; links are kept, not followed.

    Gives whether anything was carried, or nothing was there: a folder that only held what is stale goes with it. Raises FolderRefused
    or CannotBuild, before anything of the old folder has changed.
    """
    try:
        entries = sorted(os.scandir(old), key=lambda entry: entry.name)
    except FileNotFoundError:
        return False
    is_kept = not entries
    for entry in entries:
        name, place = f"{below}{entry.name}", new / entry.name
        is_folder = entry.is_dir(follow_symlinks=False)
        if name in claims.written or (is_folder and place.is_dir()):
            if is_folder and name in claims.written:
                _in_the_way(old, entry.name, "a folder")
            is_kept = True
            if is_folder:
                carry(Path(entry.path), place, claims, f"{name}/")
            elif claims.is_strange(name, entry.path):
                _keep_aside(Path(entry.path), new, claims, name)
        elif place.is_dir():
            _in_the_way(old, entry.name, "not a folder")
        elif is_folder:
            place.mkdir()
            if carry(Path(entry.path), place, claims, f"{name}/"):
                shutil.copystat(entry.path, place)
                is_kept = True
            else:
                place.rmdir()
        elif name not in claims.stale:
            claims.carried[name] = link(entry.path, place)
            is_kept = True
    return is_kept


def _in_the_way(folder: Path, name: str, what: str) -> None:
    raise CannotBuild(f"cannot write to {folder}: {folder / name} is {what}; what was built before is unchanged")


def _keep_aside(place: Path, new: Path, claims: Claims, name: str) -> None:
    """A file of somebody else that has the name of a written one: refuse it, or keep it where no manifest says what is ours."""
    if claims.is_known:
        says = f"{claims.target / name} would be written over, and no build has written it: {manifests.NAME} does not list it"
        raise FolderRefused(f"{says}; move it away or delete it, or name another folder with -o. Nothing was changed")
    beside = free_name(place.name, new, place.parent)
    claims.carried[name] = link(str(place), new / beside)
    claims.aside[name] = f"{name.removesuffix(place.name)}{beside}"


def free_name(name: str, *folders: Path) -> str:
    """A name like this one that no file of these folders has."""
    data = os.fsencode(name)
    short = name if len(data) <= _LONGEST else data[:_LONGEST].decode("utf-8", "ignore")
    number = 1
    while True:
        found = f"{short}{KEPT}{f'-{number}' if number > 1 else ''}"
        if not any(os.path.lexists(folder / found) for folder in folders):
            return found
        number += 1


def link(old: str, new: Path) -> tuple[State, State]:
    """The same file under another name; a copy where the file system has no links. Gives what was taken, and what was made."""
    try:
        os.link(old, new, follow_symlinks=False)
    except OSError:
        before = _state(old)
        kind = os.lstat(old).st_mode
        if not (stat.S_ISREG(kind) or stat.S_ISLNK(kind)):
            raise
        shutil.copy2(old, new, follow_symlinks=False)
        return before, _state(new)
    made = _state(new)
    return made, made


# ---------------------------------------------------------------- what somebody did meanwhile


def bring_late(old: Path, target: Path, claims: Claims, below: str = "") -> None:
    """Move what somebody put into the old folder, or saved there, since ``carry`` went through it."""
    for entry in sorted(os.scandir(old), key=lambda entry: entry.name):
        name, place = f"{below}{entry.name}", target / entry.name
        is_folder = entry.is_dir(follow_symlinks=False)
        if name in claims.stale:
            continue
        if name in claims.written:
            keep_late(Path(entry.path), place, claims, name)
        elif not os.path.lexists(place):
            is_emptied = is_folder and any(path.startswith(f"{name}/") for path in claims.stale)
            if not is_emptied:
                os.rename(entry.path, place)
        elif is_folder and place.is_dir() and not place.is_symlink():
            bring_late(Path(entry.path), place, claims, f"{name}/")
        elif name in claims.carried and claims.is_new(name, entry.path) and _state(place) == claims.carried[name][1]:
            if is_folder:
                _put_aside(Path(entry.path), place, claims, name)
            else:
                os.replace(entry.path, place)


def keep_late(late: Path, place: Path, claims: Claims, name: str) -> None:
    """Keep, under another name, a file of somebody else that came to lie where one is written when it was too late to refuse it."""
    if claims.listed is not None and claims.is_new(name, late) and claims.is_strange(name, late):
        _put_aside(late, place, claims, name)


def _put_aside(late: Path, place: Path, claims: Claims, name: str) -> None:
    beside = free_name(place.name, place.parent)
    shutil.move(late, place.with_name(beside))  # it may come from another disk
    claims.aside[name] = f"{name.removesuffix(place.name)}{beside}"
