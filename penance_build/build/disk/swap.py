"""Writes a build in one step: whoever looks into its folder, whenever, sees the last build or the new one, whole.

A new folder is made beside the old one: the files of the build are written into it, where a full disk does no harm, and everything
else that lies in the old folder is linked into it. Then the two change places in one call of the system, and the old one goes.
Where folders cannot change places (a mount, a file system without the call), files are renamed one by one, the manifest last.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import shutil
import signal
import stat
import tempfile
import threading
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from typing import Final

from msgspec import Struct

from penance_build.build.disk import manifest as manifests
from penance_build.build.disk.exchange import CannotExchange, exchange
from penance_build.build.disk.output import MARKER, MARKER_TEXT
from penance_build.build.errors import CannotBuild, because

STAGING: Final = ".penance-staging-"
NOTHING: Final = "nothing changed"
COMPLETE: Final = "the build was complete"


class Progress(Struct):
    """How far a build got, in words for whoever stops it."""

    says: str = NOTHING


class Overtaken(Exception):
    """Another build wrote this folder since its manifest was read; nothing was changed."""


def write(
    target: Path,
    files: Mapping[str, bytes],
    stale: Collection[str],
    manifest: bytes,
    *,
    before: bytes | None = None,
    progress: Progress | None = None,
) -> None:
    """Put ``files`` into ``target``, remove ``stale``, with this manifest. Raises CannotBuild or Overtaken, having changed nothing.

    ``before`` is the manifest that the rest was made for: where another one lies there by now, Overtaken is raised.
    """
    whole = Path(os.path.realpath(target))
    made = _make_parents(whole)
    written = {**files, manifests.NAME: manifest, MARKER: MARKER_TEXT.encode("utf-8")}
    try:
        with _staging(whole.parent) as staging:
            new = staging / "new"
            for path, data in sorted(written.items()):
                _write_file(new / path, data)
            with _only_writer(whole.parent):
                if before is not None and manifests.read_bytes(whole) != before:
                    raise Overtaken
                _carry(whole, new, "", frozenset(written), frozenset(stale))
                with signals_wait(COMPLETE):
                    _take_place(new, whole, written, stale)
                    if progress is not None:
                        progress.says = COMPLETE
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
    for old in sorted(parent.glob(f"{STAGING}*")):
        if not _is_alive(old.name.removeprefix(STAGING).partition("-")[0]):
            shutil.rmtree(old, ignore_errors=True)


def _is_alive(process: str) -> bool:
    if not process.isdigit():
        return False
    try:
        os.kill(int(process), 0)
    except (ProcessLookupError, OverflowError):
        return False
    except OSError:
        return True
    return True


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


# ---------------------------------------------------------------- what else lies in the folder


def _carry(old: Path, new: Path, below: str, written: Collection[str], stale: Collection[str]) -> bool:
    """Link into the new folder what lies in the old one and is neither written anew nor stale; links are kept, not followed.

    Gives whether anything was carried, or nothing was there: a folder that only held what is stale goes with it.
    """
    try:
        entries = sorted(os.scandir(old), key=lambda entry: entry.name)
    except FileNotFoundError:
        return False
    is_kept = not entries
    for entry in entries:
        name, place = f"{below}{entry.name}", new / entry.name
        is_folder = entry.is_dir(follow_symlinks=False)
        if name in written or (is_folder and place.is_dir()):
            if is_folder and name in written:
                _in_the_way(old, entry.name, "a folder")
            is_kept = True
            if is_folder:
                _carry(Path(entry.path), place, f"{name}/", written, stale)
        elif place.is_dir():
            _in_the_way(old, entry.name, "not a folder")
        elif is_folder:
            place.mkdir()
            if _carry(Path(entry.path), place, f"{name}/", written, stale):
                shutil.copystat(entry.path, place)
                is_kept = True
            else:
                place.rmdir()
        elif name not in stale:
            _link(entry.path, place)
            is_kept = True
    return is_kept


def _in_the_way(folder: Path, name: str, what: str) -> None:
    raise CannotBuild(f"cannot write to {folder}: {folder / name} is {what}; what was built before is unchanged")


def _link(old: str, new: Path) -> None:
    """The same file under another name; a copy where the file system has no links."""
    try:
        os.link(old, new, follow_symlinks=False)
    except OSError:
        if not stat.S_ISREG(os.lstat(old).st_mode):
            raise
        shutil.copy2(old, new)


# ---------------------------------------------------------------- the step


def _take_place(new: Path, target: Path, written: Collection[str], stale: Collection[str]) -> None:
    """The new folder in the place of the old one. What came to lie in the old one meanwhile comes after."""
    if not target.exists():
        os.rename(new, target)
        return
    try:
        exchange(new, target)
    except CannotExchange:
        _rename_all(new, target, written, stale)
        return
    _bring_late(new, target, "", written, stale)


def _bring_late(old: Path, target: Path, below: str, written: Collection[str], stale: Collection[str]) -> None:
    """Move what somebody put into the old folder while the new one was made."""
    for entry in sorted(os.scandir(old), key=lambda entry: entry.name):
        name, place = f"{below}{entry.name}", target / entry.name
        if name in written or name in stale:
            continue
        if not os.path.lexists(place):
            is_emptied = entry.is_dir(follow_symlinks=False) and any(path.startswith(f"{name}/") for path in stale)
            if not is_emptied:
                os.rename(entry.path, place)
        elif entry.is_dir(follow_symlinks=False) and place.is_dir() and not place.is_symlink():
            _bring_late(Path(entry.path), place, f"{name}/", written, stale)


def _rename_all(new: Path, target: Path, written: Collection[str], stale: Collection[str]) -> None:
    """Each file to where it belongs, the manifest last: a stop between them leaves files that differ from the manifest."""
    for path in sorted(written, key=lambda path: (path == manifests.NAME, path)):
        if path == manifests.NAME:
            _remove(target, stale)
        (target / path).parent.mkdir(parents=True, exist_ok=True)
        os.replace(new / path, target / path)


def _remove(target: Path, stale: Collection[str]) -> None:
    for path in sorted(stale):
        if manifests.passes_a_link(target, path):
            continue
        with contextlib.suppress(FileNotFoundError):
            (target / path).unlink()
        with contextlib.suppress(OSError):
            for folder in (target / path).parents:
                if folder == target:
                    break
                folder.rmdir()  # ends at the first that is not empty


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
