"""Where what the program came with lies: schemas, templates, profiles of makers, the rules of the included games; and its packages.

There is one copy, at the top of the repository; the wheel packs it as ``penance_build/data``.
"""

from __future__ import annotations

import contextlib
import os
import re
import sys
from functools import lru_cache
from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent


def data_folder(name: str) -> Path:
    """The folder ``schemas``, ``templates``, ``profiles`` or ``rules``, wherever this copy of the program has it."""
    packed = _PACKAGE / "data" / name
    return packed if packed.is_dir() else _PACKAGE.parent / name


def package_folder() -> Path:
    """The folder of the program's own modules."""
    return _PACKAGE


def installed(package: str) -> str:
    """The version of an installed Python package, in its normal form; raises ``importlib.metadata.PackageNotFoundError``.

    It stands in the name of the folder that installers leave beside a package, and one look lists these folders of all packages;
    importlib.metadata, which takes a tenth of a build in which nothing changed, is asked for others.
    """
    version = _listed().get(_plain(package))
    if version is None:
        from importlib import metadata

        version = metadata.version(package)
    return version


def _plain(name: str) -> str:
    return re.sub("[-_.]+", "-", name).lower()


@lru_cache(maxsize=1)
def _listed() -> dict[str, str]:
    """Every package that an installer left a folder of, in the order in which Python looks: the first one counts."""
    found: dict[str, str] = {}
    for folder in sys.path:
        with contextlib.suppress(OSError):
            for entry in sorted(os.listdir(folder or ".")):
                if entry.endswith(".dist-info"):
                    name, _, version = entry.removesuffix(".dist-info").partition("-")
                    found.setdefault(_plain(name), version)
    return found
