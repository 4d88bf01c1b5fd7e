"""Writes a build so that a failure leaves the previous one intact.

Everything is written into a staging folder beside the target first, where a full disk does no harm. Then each file
is renamed to where it belongs, what is stale is removed, and the manifest goes last. Signals wait during the renames, which
take milliseconds; a crash between them leaves files that differ from the manifest, which the next build sees.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import shutil
import signal
import tempfile
import threading
from collections.abc import Iterator, Mapping
from pathlib import Path

from penance_build.build import manifest as manifests
from penance_build.build.errors import CannotBuild, because
from penance_build.build.output import MARKER, mark

STAGING = ".penance-staging-"


def write(target: Path, files: Mapping[str, bytes], stale: tuple[str, ...], manifest: bytes) -> None:
    """Put ``files`` into ``target``, remove ``stale``, then write the manifest. Raises CannotBuild, having changed nothing."""
    made = _make_parents(target)
    try:
        with _staging(target.parent) as staging:
            for path, data in sorted({**files, manifests.NAME: manifest}.items()):
                _write_file(staging / path, data)
            mark(target)
            with _only_writer(target), signals_wait("the build was complete"):
                _swap(staging, target, sorted(files), stale)
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
    for old in sorted(parent.glob(f"{STAGING}*")):
        if not _is_alive(old.name.removeprefix(STAGING).partition("-")[0]):
            shutil.rmtree(old, ignore_errors=True)
    folder: Path | None = None
    try:
        with signals_wait():
            folder = Path(tempfile.mkdtemp(prefix=f"{STAGING}{os.getpid()}-", dir=parent))
        yield folder
    finally:
        with signals_wait():
            if folder is not None:
                shutil.rmtree(folder, ignore_errors=True)


def _is_alive(process: str) -> bool:
    if not process.isdigit():
        return False
    try:
        os.kill(int(process), 0)
    except ProcessLookupError:
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


def _swap(staging: Path, target: Path, paths: list[str], stale: tuple[str, ...]) -> None:
    _make_room(target, [*paths, manifests.NAME])
    for path in paths:
        os.replace(staging / path, target / path)
    for path in stale:
        with contextlib.suppress(FileNotFoundError):
            (target / path).unlink()
        with contextlib.suppress(OSError):
            for folder in (target / path).parents:
                if folder == target:
                    break
                folder.rmdir()  # ends at the first that is not empty
    os.replace(staging / manifests.NAME, target / manifests.NAME)


def _make_room(target: Path, paths: list[str]) -> None:
    """Make the folders, and see that no folder lies where a file must go: found during the renames, it would be too late."""
    for path in paths:
        destination = target / path
        try:
            destination.parent.mkdir(parents=True, exist_ok=True)
        except FileExistsError as error:
            raise CannotBuild(f"cannot write to {target}: {error.filename} is not a folder; what was built before is unchanged") from None
        if destination.is_dir() and not destination.is_symlink():
            raise CannotBuild(f"cannot write to {target}: {destination} is a folder; what was built before is unchanged")


@contextlib.contextmanager
def _only_writer(target: Path) -> Iterator[None]:
    """Lock the target: two builds into one folder run their swaps one after the other."""
    with open(target / MARKER, "rb") as marker:
        with contextlib.suppress(OSError):  # a file system without locks
            fcntl.flock(marker, fcntl.LOCK_EX)
        yield


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
        for name in files:
            path = Path(base, name).relative_to(target).as_posix()
            if path not in known and path not in (MARKER, manifests.NAME):
                found.append(path)
    return sorted(found)
