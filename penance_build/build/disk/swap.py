"""Writes a build in one step: whoever looks into its folder, whenever, sees the last build or the new one, whole.

A new folder is made beside the old one: the files of the build are written into it, where a full disk does no harm, and everything
else that lies in the old folder is linked into it. Then the two change places in one call of the system, and the old one goes.
Where folders cannot change places (a mount, a file system without the call), see ``in_place``.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import shutil
import signal
import tempfile
import threading
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from typing import Final

from msgspec import Struct

from penance_build.build.disk import manifest as manifests
from penance_build.build.disk.carry import Claims, bring_late, carry, free_name
from penance_build.build.disk.exchange import CannotExchange, exchange
from penance_build.build.disk.in_place import rename_all
from penance_build.build.disk.living import is_alive
from penance_build.build.disk.manifest import Manifest
from penance_build.build.disk.output import MARKER, MARKER_TEXT
from penance_build.build.errors import CannotBuild, because

STAGING: Final = ".penance-staging-"
NOTHING: Final = "nothing changed"
COMPLETE: Final = "the build was complete"


class Progress(Struct):
    """How far a build got, in words for whoever stops it."""

    says: str = NOTHING


class Done(Struct, frozen=True):
    """What writing did beside: files of somebody else under the names that they are kept under now, stale files that were removed, and
    the folder of the old build where it could not be deleted.
    """

    aside: tuple[tuple[str, str], ...] = ()
    removed: tuple[str, ...] = ()
    left: str = ""


class Overtaken(Exception):
    """Another build wrote this folder since its manifest was read; nothing was changed."""


def write(
    target: Path,
    files: Mapping[str, bytes],
    stale: Collection[str],
    manifest: bytes,
    *,
    before: bytes | None = None,
    earlier: Manifest | None = None,
    progress: Progress | None = None,
) -> Done:
    """Put ``files`` into ``target``, remove ``stale``, with this manifest. Raises FolderRefused, CannotBuild or Overtaken, having changed
    nothing.

    ``before`` is the manifest that the rest was made for, as bytes: where another one lies there by now, Overtaken is raised.
    ``earlier`` is what it says, None where it says nothing: of the files that it does not list none is written over. Without
    ``before``, whatever has the name of a file is of an earlier build.
    """
    whole = Path(os.path.realpath(target))
    made = _make_parents(whole)
    written = {**files, manifests.NAME: manifest, MARKER: MARKER_TEXT.encode("utf-8")}
    listed = None if before is None else frozenset(entry.path for entry in earlier.files) if earlier else frozenset[str]()
    claims = Claims(target, written, frozenset(stale) - written.keys(), listed, earlier is not None)
    try:
        with _staging(whole.parent) as staging:
            new = staging / "new"
            for path, data in sorted(written.items()):
                _write_file(new / path, data)
            with _only_writer(whole.parent):
                if before is not None and manifests.read_bytes(whole) != before:
                    raise Overtaken
                carry(whole, new, claims)
                removed = _lying(whole, claims.stale)
                with signals_wait(COMPLETE):
                    _take_place(new, whole, claims)
                    if progress is not None:
                        progress.says = COMPLETE
        return Done(tuple(sorted(claims.aside.items())), removed, _left(whole.parent, staging))
    except OSError as error:
        raise CannotBuild(f"cannot write to {target}: {because(error)}; what was built before is unchanged") from None
    finally:
        for folder in reversed(made):
            with contextlib.suppress(OSError):
                folder.rmdir()  # only where nothing came to lie in it


def _make_parents(target: Path) -> list[Path]:
    made: list[Path] = []
    missing = [folder for folder in (target.parent, *target.parent.parents) if not folder.exists()]
    for folder in reversed(missing):
        try:
            folder.mkdir()
        except FileExistsError:
            continue
        except OSError as error:
            raise CannotBuild(f"cannot write to {target}: {because(error)}") from None
        made.append(folder)
    return made


@contextlib.contextmanager
def _staging(parent: Path) -> Iterator[Path]:
    """A fresh folder on the target's file system; it goes away whatever happens, and so do those of dead builds."""
    clear_dead(parent)
    folder: Path | None = None
    try:
        with signals_wait():
            folder = Path(tempfile.mkdtemp(prefix=f"{STAGING}{os.getpid()}-", dir=parent))
        yield folder
    finally:
        with signals_wait():
            if folder is not None:
                shutil.rmtree(folder, ignore_errors=True)


def clear_dead(parent: Path) -> None:
    """Remove what builds into a folder left there that were killed: what they wrote, or the build whose place theirs had taken."""
    for old in _dead(parent):
        shutil.rmtree(old, ignore_errors=True)


def _dead(parent: Path) -> list[Path]:
    found = sorted(parent.glob(f"{STAGING}*"))
    return [folder for folder in found if not is_alive(folder.name.removeprefix(STAGING).partition("-")[0])]


def _left(parent: Path, own: Path) -> str:
    """A folder of ours that should be gone by now and could not be deleted; "" where there is none."""
    return next((str(folder) for folder in (own, *_dead(parent)) if folder.exists()), "")


def _write_file(path: Path, data: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with open(path, "wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())


@contextlib.contextmanager
def _only_writer(parent: Path) -> Iterator[None]:
    """Lock the output folder: builds change their folders in it one after the other."""
    folder = os.open(parent, os.O_RDONLY)
    try:
        with contextlib.suppress(OSError):  # a file system without locks
            fcntl.flock(folder, fcntl.LOCK_EX)
        yield
    finally:
        os.close(folder)


# ---------------------------------------------------------------- the step


def _take_place(new: Path, target: Path, claims: Claims) -> None:
    """The new folder in the place of the old one. What came to lie in the old one meanwhile comes after."""
    if not target.exists():
        os.rename(new, target)
        return
    try:
        exchange(new, target)
    except CannotExchange:
        rename_all(new, target, new.with_name("saved"), claims)
        return
    try:
        bring_late(new, target, claims)
    except OSError as error:
        kept = target.with_name(free_name(target.name, target.parent))
        os.rename(new, kept)
        says = f"{COMPLETE}, but what was put into {target} while it was made could not be brought along: {because(error)}"
        raise CannotBuild(f"{says}; the folder as it was before is {kept}") from None


def _lying(target: Path, stale: Collection[str]) -> tuple[str, ...]:
    """Those of the stale files that are there to be removed."""
    return tuple(
        path
        for path in sorted(stale)
        if not manifests.passes_a_link(target, path) and os.path.lexists(target / path) and not (target / path).is_dir()
    )


@contextlib.contextmanager
def signals_wait(after: str = "") -> Iterator[None]:
    """Defer stop signals until this context is left; ``after`` is the message for the user about what was done."""
    stops = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
    before = signal.pthread_sigmask(signal.SIG_BLOCK, stops)
    # A signal that another thread of the process takes is run here all the same: its handler only notes it until the end.
    noted: list[int] = []
    is_main = threading.current_thread() is threading.main_thread()
    handlers = {stop: signal.signal(stop, lambda number, _: noted.append(number)) for stop in stops} if is_main else {}
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
        for stop, handler in handlers.items():
            signal.signal(stop, handler if handler is not None else signal.SIG_DFL)
        try:
            for number in noted[:1]:
                signal.raise_signal(number)
        except BaseException as stopped:
            if after:
                stopped.args = (after,)
            raise


def foreign_files(target: Path, known: frozenset[str]) -> list[str]:
    """What lies in the folder and is not ours, sorted: it is left, and listed."""
    found = []
    for base, folders, files in os.walk(target):
        folders.sort()
        links = [name for name in folders if Path(base, name).is_symlink()]
        for name in (*files, *links):
            path = Path(base, name).relative_to(target).as_posix()
            if path not in known and path not in (MARKER, manifests.NAME):
                found.append(path)
    return sorted(found)
