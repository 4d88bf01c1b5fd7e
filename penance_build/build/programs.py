"""Compiled programs in the cache, so that a question about a game in which nothing changed need not compile it again.

A program is kept as a pickle in which nothing but records of the IR may stand, so that reading one that somebody else wrote runs
no code; it is read in milliseconds, where canonical JSON takes as long as a third of compiling. It means something to this
installation only.
"""

from __future__ import annotations

import contextlib
import hashlib
import io
import os
import pickle
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

from penance_build import __version__
from penance_build.build.cache import FileCache
from penance_build.build.inputs import hash_rules
from penance_build.ir import nodes
from penance_build.ir.record import Record
from penance_build.product import Cache, NoCache
from penance_build.shipped import data_folder, package_folder

_DIGEST: Final = 32  # bytes
_RECORDS: Final = MappingProxyType(
    {name: kind for name, kind in vars(nodes).items() if isinstance(kind, type) and issubclass(kind, Record)}
)


def remembered(cache: Cache, folder: Path, options: Mapping[str, str], make: Callable[[], nodes.Program | None]) -> nodes.Program | None:
    """The program of a game under these options: from the cache, or made, and then kept."""
    key = ""
    if not isinstance(cache, NoCache):
        with contextlib.suppress(OSError):  # compiling says which file cannot be read
            key = program_key(folder, options)
    data = cache.get(key) if key else None
    if data is not None:
        with contextlib.suppress(ValueError):
            return unpack(data)
    program = make()
    if program is not None and key:
        cache.put(key, pack(program))
        if isinstance(cache, FileCache):
            cache.trim()
    return program


def program_key(folder: Path, options: Mapping[str, str]) -> str:
    """What a program is compiled from: the game's rules, the options, and this installation."""
    chosen = "&".join(f"{name}={value}" for name, value in sorted(options.items()))
    return f"program {hash_rules(folder)} {_installation()} {chosen}"


def _installation() -> str:
    """The modules and schemas of this program, by size and time of change: to read them all would take as long as to compile.

    Only which entry of the cache is looked for depends on it, no result.
    """
    digest = hashlib.sha256(f"{__version__} {sys.version}".encode())
    for folder in (package_folder(), data_folder("schemas")):
        for base, folders, files in os.walk(folder):
            folders[:] = sorted(name for name in folders if name != "__pycache__")
            for name in sorted(files):
                status = os.stat(os.path.join(base, name))
                digest.update(f"{name} {status.st_size} {status.st_mtime_ns}\0".encode("utf-8", "surrogateescape"))
    return digest.hexdigest()


# ---------------------------------------------------------------- bytes


def pack(program: nodes.Program) -> bytes:
    """The bytes of a program, behind their digest."""
    data = pickle.dumps(program, protocol=5)
    return hashlib.sha256(data).digest() + data


def unpack(data: bytes) -> nodes.Program:
    """The program of such bytes. Raises ValueError for any others.

    Damaged ones are not read at all: one wrong byte may ask for gigabytes.
    """
    digest, data = data[:_DIGEST], data[_DIGEST:]
    if hashlib.sha256(data).digest() != digest:
        raise ValueError("not a packed program: damaged")
    try:
        found = _Unpacker(io.BytesIO(data)).load()
    except Exception as error:  # whatever damaged bytes make of it
        raise ValueError(f"not a packed program: {type(error).__name__}") from None
    if not isinstance(found, nodes.Program):
        raise ValueError("not a packed program: another record")
    return found


class _Unpacker(pickle.Unpickler):
    def find_class(self, module: str, name: str) -> Any:
        """A record of the IR; nothing else may be named."""
        if module != nodes.__name__ or name not in _RECORDS:
            raise pickle.UnpicklingError(f"{module}.{name}")
        return _RECORDS[name]
