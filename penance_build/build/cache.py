"""A cache of laid-out faces on the disk: content-addressed, checked on reading, bounded, safe to delete at any time.

An entry is the SHA-256 of its key and its bytes followed by the bytes, under the hash of its inputs. One that is damaged, that lay
under another key, or that is no regular file (a link, a pipe, a device) counts as missing. Nothing read from here changes a result;
it only saves work.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
from pathlib import Path

from penance_build.build.disk.regular import read_regular
from penance_build.product import Cache, NoCache

MAX_BYTES = 256 * 1024 * 1024
_DIGEST = 32


def open_cache() -> Cache:
    """The cache in ``PENANCE_CACHE``, else in the user's cache folder; ``PENANCE_CACHE=off`` remembers nothing."""
    named = os.environ.get("PENANCE_CACHE", "")
    if named == "off":
        return NoCache()
    if named:
        return FileCache(Path(named))
    base = os.environ.get("XDG_CACHE_HOME", "")
    home = Path(base) if os.path.isabs(base) else Path(os.path.expanduser("~")) / ".cache"
    return FileCache(home / "penance-build")


def _digest(key: str, data: bytes) -> bytes:
    return hashlib.sha256(hashlib.sha256(key.encode()).digest() + data).digest()


class FileCache:
    """One file an entry, in 256 folders. Every failure of the disk is a miss."""

    def __init__(self, folder: Path, max_bytes: int = MAX_BYTES) -> None:
        self.folder = folder
        self.max_bytes = max_bytes

    def _path(self, key: str) -> Path:
        name = hashlib.sha256(key.encode()).hexdigest()
        return self.folder / name[:2] / name[2:]

    def get(self, key: str) -> bytes | None:
        """The bytes under this key, or None where there are none or they are damaged."""
        path = self._path(key)
        try:
            entry = read_regular(path, self.max_bytes)
        except OSError:
            return None
        digest, data = entry[:_DIGEST], entry[_DIGEST:]
        if _digest(key, data) != digest:
            return None
        with contextlib.suppress(OSError):
            os.utime(path)  # the order of last use, for trim
        return data

    def put(self, key: str, data: bytes) -> None:
        """Keep the bytes under this key; a reader sees the whole entry or none."""
        path = self._path(key)
        temporary = path.with_name(f"{path.name}.{os.getpid()}.tmp")
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            with temporary.open("xb") as file:  # neither through a link of that name nor into a pipe
                file.write(_digest(key, data) + data)
            os.replace(temporary, path)
        except OSError:
            with contextlib.suppress(OSError):
                temporary.unlink()

    def trim(self) -> int:
        """Forget the entries longest unused until the bound is kept; gives how many went."""
        entries: list[tuple[int, str, int]] = []
        paths: list[Path] = []
        with contextlib.suppress(OSError):  # it lies where we may not look
            paths = list(self.folder.glob("??/*"))
        for path in paths:
            with contextlib.suppress(OSError):
                status = path.lstat()
                entries.append((status.st_mtime_ns, str(path), status.st_size))
        total = sum(size for _, _, size in entries)
        gone = 0
        for _, name, size in sorted(entries):
            if total <= self.max_bytes:
                break
            with contextlib.suppress(OSError):
                os.unlink(name)
                total -= size
                gone += 1
        return gone
