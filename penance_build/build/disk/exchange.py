"""One step that puts a folder in the place of another: whoever looks sees the one or the other, whole.

Linux and macOS exchange two folders in one call of the system; Python has no name for it.
"""

from __future__ import annotations

import ctypes
import errno
import os
import sys
from pathlib import Path
from typing import Final

_AT_FDCWD: Final = -100 if sys.platform != "darwin" else -2
_EXCHANGE: Final = 2  # RENAME_EXCHANGE of Linux, RENAME_SWAP of macOS
_CANNOT: Final = frozenset((errno.ENOSYS, errno.EINVAL, errno.EOPNOTSUPP, errno.EBUSY, errno.EXDEV))


class CannotExchange(Exception):
    """The file system, or the system, has no such call for these folders."""


def exchange(one: Path, other: Path) -> None:
    """Put each of two folders of one file system in the place of the other. Raises CannotExchange, or OSError."""
    library = ctypes.CDLL(None, use_errno=True)
    call = getattr(library, "renameat2", None) or getattr(library, "renameatx_np", None)
    if call is None:
        raise CannotExchange
    if call(_AT_FDCWD, os.fsencode(one), _AT_FDCWD, os.fsencode(other), ctypes.c_uint(_EXCHANGE)) != 0:
        number = ctypes.get_errno()
        if number in _CANNOT:
            raise CannotExchange
        raise OSError(number, os.strerror(number), str(other))
