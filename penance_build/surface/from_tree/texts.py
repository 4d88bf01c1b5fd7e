"""The texts that are printed as they stand, where something in them is written like a name: with capitals inside a sentence."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any, Final, TypeAlias

from penance_build.source.tree import SourceFile
from penance_build.surface.nodes import At, Scalar

_PRINTED: Final = frozenset(
    ("name", "plural", "text", "also_text", "label", "prompt", "manual", "title", "say", "question", "decision", "reason",
     "down_heading", "across_heading", "heading")
)  # fmt: skip
_LISTS: Final = frozenset(("lines", "say", "also"))  # whose items or values are printed, whatever their keys
_SHORT: Final = frozenset(("members", "options"))  # whose values are names, where they are texts
_UNPRINTED: Final = frozenset(("sources", "claims", "examples", "theme", "icons", "options", "game"))  # sections
_CAPITALS: Final = re.compile(r"[A-Z]\w*['’\- ][A-Z]|[A-Z]{3}|[a-z,{}*0-9] [A-Z]")
_Way: TypeAlias = tuple[Any, "str | int", "_Way | None"]  # a container and a key of it, and those above: places are made of few


def texts_of(files: Iterable[SourceFile], known: Mapping[SourceFile, tuple[Scalar, ...]]) -> dict[SourceFile, tuple[Scalar, ...]]:
    """Such texts of each file; ``known`` are those of files that may be the same."""
    return {file: known[file] if file in known else tuple(_of(file)) for file in files}


def _of(file: SourceFile) -> list[Scalar]:
    found: list[Scalar] = []
    for section, entries in file.root.items():
        if section not in _UNPRINTED and isinstance(entries, dict | list):
            _below(file, entries, (file.root, section, None), section, found)
    return found


def _below(file: SourceFile, container: Any, up: _Way, field: str, found: list[Scalar]) -> None:
    """Add the texts below an entry; ``field`` is the key under which the container stands."""
    is_list = container.__class__ is list
    is_printed = field in _LISTS or (field in _SHORT and not is_list)
    for key, value in enumerate(container) if is_list else container.items():
        if value.__class__ is str:
            if (is_printed or key in _PRINTED) and _CAPITALS.search(value) is not None:
                found.append(Scalar(file, container, key, _at(file, up), value))
        elif value.__class__ is dict or value.__class__ is list:
            _below(file, value, (container, key, up), field if is_list else str(key), found)


def _at(file: SourceFile, way: _Way) -> At:
    container, key, up = way
    return At(file, container, key, None if up is None else _at(file, up))
