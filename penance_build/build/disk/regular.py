"""Reads files that anybody may have put there: regular files alone, never waiting for one, never more of it than is bearable."""

from __future__ import annotations

import contextlib
import hashlib
import os
import stat
from collections.abc import Iterator
from io import FileIO
from pathlib import Path
from typing import Final

_AT_ONCE: Final = 1 << 20  # bytes


class NotRegular(OSError):
    """A pipe, a device, a folder, or a file that is larger than what is read."""


@contextlib.contextmanager
def _opened(path: Path | str, most: int, follows: bool) -> Iterator[FileIO]:
    # Opening a pipe waits for its writer, and opening a device may do anything: neither is waited for.
    flags = os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK | os.O_NOCTTY | (0 if follows else os.O_NOFOLLOW)
    number = os.open(path, flags)
    found = os.fstat(number)
    if not stat.S_ISREG(found.st_mode) or found.st_size > most:
        os.close(number)
        raise NotRegular(0, "no regular file, or too large", str(path))
    with FileIO(number) as file:
        yield file


def read_regular(path: Path | str, most: int, *, follows: bool = False) -> bytes:
    """The bytes of a regular file that has at most so many. Raises NotRegular, or OSError where it cannot be had.

    A link is followed only where the file is named by the one who runs the command.
    """
    parts, left = [], most + 1  # it may grow while it is read
    with _opened(path, most, follows) as file:
        while left > 0 and (part := file.read(min(left, _AT_ONCE))):
            parts.append(part)
            left -= len(part)
    if left <= 0:
        raise NotRegular(0, "too large", str(path))
    return b"".join(parts)


def hash_regular(path: Path | str, most: int) -> str:
    """The SHA-256 of such a file, in hex, without ever holding all of it."""
    with _opened(path, most, follows=False) as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
