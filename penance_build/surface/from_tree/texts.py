"""The texts that are printed as they stand, where something in them is written like a name: with capitals inside a sentence."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from penance_build.source.tree import SourceFile
from penance_build.surface.nodes import At, Scalar

_PRINTED: Final = frozenset(("name", "plural", "text", "label", "prompt", "manual", "title", "say", "question", "decision", "reason"))
_LISTS: Final = frozenset(("lines", "say", "also"))  # whose items or values are printed, whatever their keys
_SHORT: Final = frozenset(("members", "options"))  # whose values are names, where they are texts
_UNPRINTED: Final = frozenset(("sources", "claims", "examples", "theme", "icons", "options", "game"))  # sections
_CAPITALS: Final = re.compile(r"[A-Z]\w*['’\- ][A-Z]|[A-Z]{3}|[a-z,{}*0-9] [A-Z]")


def texts_of(files: Iterable[SourceFile], known: Mapping[SourceFile, tuple[Scalar, ...]]) -> dict[SourceFile, tuple[Scalar, ...]]:
    """Such texts of each file; ``known`` are those of files that may be the same."""
    return {file: known[file] if file in known else tuple(_of(file)) for file in files}


def _of(file: SourceFile) -> Iterator[Scalar]:
    for section, entries in file.root.items():
        if section not in _UNPRINTED and isinstance(entries, dict | list):
            yield from _below(file, entries, At(file, file.root, section, None), section)


def _below(file: SourceFile, container: Any, up: At, field: str) -> Iterator[Scalar]:
    """The texts below an entry; ``field`` is the key under which the container stands."""
    for key in container if isinstance(container, dict) else range(len(container)):
        value = container[key]
        if isinstance(value, dict | list):
            yield from _below(file, value, At(file, container, key, up), field if isinstance(key, int) else str(key))
        elif isinstance(value, str) and _is_printed(key, field, container) and _CAPITALS.search(value) is not None:
            yield Scalar(file, container, key, up, value)


def _is_printed(key: str | int, field: str, container: object) -> bool:
    return key in _PRINTED or field in _LISTS or (field in _SHORT and isinstance(container, dict))
