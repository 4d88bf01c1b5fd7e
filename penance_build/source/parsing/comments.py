"""Finds texts that were cut by a comment: ``text: Draw #2 card`` is read as ``Draw`` by every YAML reader, and nobody notices."""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import Any

from penance_build.source.parsing.judge import STYLED
from penance_build.source.text.report import Report, in_quotes, shown
from penance_build.source.text.tokens import scalar_end

_COMMENT = re.compile(r"(?<=[^\s#])([ ]+)#([^\n]*)")
_PAIRS = (("(", ")"), ("[", "]"), ("{", "}"), ("\u201c", "\u201d"), ("\u00ab", "\u00bb"))


def check_cut_texts(report: Report, root: dict[str, Any], table: dict[int, list[int]]) -> None:
    """Warn where unquoted text is followed by something that looks more like its rest than like a comment."""
    text = report.lines.text
    if " #" not in text:
        return
    entries: dict[int, list[Any]] = {}
    for match in _COMMENT.finditer(text):
        if match[2][:1] in {"", " "} and len(match[1]) >= 2:
            continue
        found = _scalar_before(match.start(), root, table, entries)
        if found is None:
            continue
        start, value = found
        if not isinstance(value, str) or text[start] in STYLED or scalar_end(text, start, value) != match.start():
            continue
        if match[2][:1] in {"", " "} and not _is_cut(value, match[2]):
            continue
        whole = f"{value}{match[1]}#{match[2]}".rstrip()
        hint = in_quotes("put all of it in quotes", whole) + "; or write two spaces and `# ` if it is a comment"
        at = match.end(1)
        report.add("W161", at, match.end(), f"the text ends before the `#`: it is read as {shown(value)}", hint)


def _is_cut(value: str, rest: str) -> bool:
    """Whether one space and ``# `` are no comment here: something that was opened is not closed, or nothing stands behind.

    Formatters leave one space before a comment, so that this alone says nothing.
    """
    if not rest.strip():
        return any(character.isspace() for character in value)
    return value.count('"') % 2 == 1 or any(value.count(opens) > value.count(closes) for opens, closes in _PAIRS)


def _scalar_before(offset: int, root: dict[str, Any], table: dict[int, list[int]], entries: dict[int, list[Any]]) -> tuple[int, Any] | None:
    """Start and value of the last scalar value that begins before an offset; None where a key stands there."""
    value: Any = root
    while True:
        starts = table[id(value)]
        index = bisect_right(starts, offset - 1, 1) - 1
        if index < 1:
            return None
        if isinstance(value, list):
            child = value[index - 1]
        else:
            if index % 2:
                return None
            children = entries.setdefault(id(value), [])
            if not children:
                children.extend(value.values())
            child = children[index // 2 - 1]
        if not isinstance(child, (dict, list)):
            return starts[index], child
        value = child
