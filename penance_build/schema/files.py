"""Where the schemas lie: in a checkout at its top, in an installed program within the package."""

from __future__ import annotations

from pathlib import Path

from penance_build.shipped import data_folder


def schema_folder() -> Path:
    """The folder of the ``*.schema.json`` files."""
    return data_folder("schemas")


def schema_path(name: str) -> Path:
    """The file of one schema by its short name: ``rules``, ``common``, or a kind such as ``card``."""
    return schema_folder() / f"{name}.schema.json"
