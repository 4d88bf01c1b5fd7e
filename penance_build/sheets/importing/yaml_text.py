"""Values as YAML that a person would write, and that the strict reader of games takes."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

_PLAIN: Final = re.compile(
    r"[A-Za-z\u00c0-\u024f][A-Za-z0-9\u00c0-\u024f_]*(?:(?: |-|'|\u2019| - |/|\.(?=[a-z]))[A-Za-z0-9\u00c0-\u024f_]+)*"
)
_RANGE: Final = re.compile(r"-?[0-9]+\.\.-?[0-9]+")
_MEANT_OTHERWISE: Final = frozenset("true false yes no on off y n null none nan inf infinity".split())
_WIDTH: Final = 120  # characters of a line that is not a text
_ESCAPES: Final = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\t": "\\t", "\r": "\\r"}


def scalar(value: str | int | bool, *, is_key: bool = False, is_flow: bool = False) -> str:
    """A scalar: plain where nothing could be read otherwise, else in double quotes."""
    if value is True or value is False:
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    is_plain = _PLAIN.fullmatch(value) and value.casefold() not in _MEANT_OTHERWISE and not (is_key and len(value) > 100)
    if (is_plain and not (is_flow and "'" in value)) or (_RANGE.fullmatch(value) and not is_key):
        return value
    return '"' + "".join(_ESCAPES.get(letter) or _written(letter) for letter in value) + '"'


def _written(letter: str) -> str:
    if letter.isprintable():
        return letter
    return f"\\u{ord(letter):04X}" if ord(letter) < 0x10000 else f"\\U{ord(letter):08X}"


def flow(value: Any) -> str:
    """A value in one line."""
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{scalar(key, is_key=True, is_flow=True)}: {flow(inner)}" for key, inner in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(flow, value)) + "]"
    return scalar(value, is_flow=True)


def entry(key: str, value: Any, depth: int) -> list[str]:
    """An entry of a mapping as lines: in one line where it is short and holds no text of several lines, else spread out."""
    space = "  " * depth
    head = f"{space}{scalar(key, is_key=True)}:"
    if isinstance(value, str):
        return [f"{head} {scalar(value)}"] if "\n" not in value else _block(head, value, depth)
    if not isinstance(value, Mapping):
        return [f"{head} {flow(value)}"]
    if sum(len(name) + (len(inner) if isinstance(inner, str) else 1) + 4 for name, inner in value.items()) <= _WIDTH:
        line = f"{head} {flow(value)}"
        if len(line) <= _WIDTH and "\\n" not in line:
            return [line]
    return [head, *(found for name, inner in value.items() for found in entry(name, inner, depth + 1))]


def _block(head: str, value: str, depth: int) -> list[str]:
    """A text of several lines, as it is read: each line one of the file."""
    lines = value.split("\n")
    if value != value.strip() or any(line != line.strip() or not line or not line.isprintable() for line in lines):
        return [f"{head} {scalar(value)}"]
    return [f"{head} |-", *("  " * (depth + 1) + line for line in lines)]


def sections(found: Mapping[str, Mapping[str, Any]]) -> str:
    """The sections of a file, those that are empty left out."""
    parts = []
    for section, entries in found.items():
        if entries:
            lines = [f"{section}:", *(line for key, value in entries.items() for line in entry(key, value, 1))]
            parts.append("\n".join(lines))
    return "\n\n".join(parts) + "\n"
