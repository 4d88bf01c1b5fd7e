"""Where the schemas lie: beside the package's code where it is installed, at the root of a checkout."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

_PACKAGE: Final = Path(__file__).resolve().parent.parent


def schema_folder() -> Path:
    """The folder of the ``*.schema.json`` files."""
    packaged = _PACKAGE / "data" / "schemas"
    return packaged if packaged.is_dir() else _PACKAGE.parent / "schemas"


def schema_path(name: str) -> Path:
    """The file of one schema by its short name: ``rules``, ``common``, or a kind such as ``card``."""
    return schema_folder() / f"{name}.schema.json"


def read_schema(name: str) -> dict[str, Any]:
    """One schema by its short name. Raises OSError where it is missing, which is a broken installation."""
    document: dict[str, Any] = json.loads(schema_path(name).read_text(encoding="utf-8"))
    return document
