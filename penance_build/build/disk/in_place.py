"""A build where folders cannot change places: its files are renamed into the folder one by one, the manifest last.

Whoever looks meanwhile, or after a kill, may find files of both builds, which the manifest then tells apart. An error puts back what
was there.
"""

from __future__ import annotations

import contextlib
import errno
import os
from pathlib import Path
from typing import Final

from penance_build.build.disk import manifest as manifests
from penance_build.build.disk.carry import Claims, keep_late, link
from penance_build.build.errors import CannotBuild, because

PART: Final = ".penance-part"


def rename_all(new: Path, target: Path, saved: Path, claims: Claims) -> None:
    """Each file to where it belongs. ``saved`` is a folder to be made, for what was there. Raises OSError where all is as before, and
    CannotBuild where it could not be put back.
    """
    touched: list[str] = []
    made: list[Path] = []
    paths = sorted({*claims.written, *claims.aside.values()} - {manifests.NAME})
    try:
        for path in paths:
            _save(target, saved, path, touched)
            _make_folders((target / path).parent, made)
            _place(new / path, target / path)
        for path in sorted(claims.stale):
            if not manifests.passes_a_link(target, path):
                _save(target, saved, path, touched)
                _remove(target, path)
        _save(target, saved, manifests.NAME, touched)
        _place(new / manifests.NAME, target / manifests.NAME)
    except OSError as error:
        _put_back(target, saved, touched, made, error)
        raise
    for name in claims.written:
        if os.path.lexists(saved / name):
            keep_late(saved / name, target / name, claims, name)


def _place(file: Path, place: Path) -> None:
    """A file to where it belongs, whole or not at all; where that is another disk, as a mount is, a copy of it."""
    try:
        os.replace(file, place)
    except OSError as error:
        if error.errno != errno.EXDEV:
            raise
        beside = place.with_name(f"{place.name[:100]}{PART}")
        try:
            with contextlib.suppress(FileNotFoundError):
                beside.unlink()
            link(str(file), beside)
            _flush(beside)
            os.replace(beside, place)
        except OSError:
            with contextlib.suppress(OSError):
                beside.unlink()
            raise


def _flush(file: Path) -> None:
    if not file.is_symlink():
        with file.open("rb") as opened:
            os.fsync(opened.fileno())


def _save(target: Path, saved: Path, path: str, touched: list[str]) -> None:
    (saved / path).parent.mkdir(parents=True, exist_ok=True)
    with contextlib.suppress(FileNotFoundError, NotADirectoryError):
        if not (target / path).is_dir() or (target / path).is_symlink():
            link(str(target / path), saved / path)
    touched.append(path)


def _make_folders(folder: Path, made: list[Path]) -> None:
    for one in reversed([folder, *folder.parents]):
        if not one.exists():
            one.mkdir()
            made.append(one)


def _remove(target: Path, path: str) -> None:
    """Remove a file, and the folders that hold nothing else; what is a folder by now is not ours."""
    if (target / path).is_dir() and not (target / path).is_symlink():
        return
    with contextlib.suppress(FileNotFoundError, NotADirectoryError):
        (target / path).unlink()
    with contextlib.suppress(OSError):
        for folder in (target / path).parents:
            if folder == target:
                break
            folder.rmdir()  # ends at the first that is not empty


def _put_back(target: Path, saved: Path, touched: list[str], made: list[Path], why: OSError) -> None:
    try:
        for path in reversed(touched):
            if os.path.lexists(saved / path):
                (target / path).parent.mkdir(parents=True, exist_ok=True)
                _place(saved / path, target / path)
            else:
                with contextlib.suppress(FileNotFoundError, NotADirectoryError, IsADirectoryError):
                    (target / path).unlink()
    except OSError as error:
        says = f"cannot write to {target}: {because(why)}, and what was there could not be put back: {because(error)}"
        raise CannotBuild(f"{says}; files of two builds lie there now: build again when it can be written") from None
    for folder in reversed(made):
        with contextlib.suppress(OSError):
            folder.rmdir()  # only where nothing came to lie in it
