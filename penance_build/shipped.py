"""Where the data that ships with the program lies: schemas, templates, profiles of makers and the rules of the included games.

There is one copy, at the top of the repository; the wheel packs it as ``penance_build/data``.
"""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent


def data_folder(name: str) -> Path:
    """The folder ``schemas``, ``templates``, ``profiles`` or ``rules``, wherever this copy of the program has it."""
    packed = _PACKAGE / "data" / name
    return packed if packed.is_dir() else _PACKAGE.parent / name


def package_folder() -> Path:
    """The folder of the program's own modules."""
    return _PACKAGE
