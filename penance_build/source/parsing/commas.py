"""Values that were cut by a comma: in braces it ends the value, also within the round brackets of a formula."""

from __future__ import annotations

import re
from typing import Final

from msgspec import Struct

_VALUE: Final = re.compile(r"[{,\s]([^\s{},:]+):\s+(?=[^\s])")  # the key of an entry, up to its value
_ONE: Final = r"(?:-?\d+(?:\.\.(?:-?\d+)?)?|\.\.-?\d+)"
_NUMBER: Final = re.compile(_ONE)
_MORE: Final = re.compile(rf"{_ONE}(?:\s*,\s*{_ONE}(?=\s*[,}}]))*")  # further values, as far as they are no entries
_FRACTION: Final = re.compile(r"-?\d+(?:\.\d+)+")

_ID: Final = re.compile(r"[a-z][a-z0-9_]*")
_PIECES: Final = re.compile(r"[^,{}\[\]\n\"\\]+(?:,(?![^,:{}\n]*:\s)[^,{}\[\]\n\"\\]+)*")  # what is plain, up to the next entry

_SECTION: Final = re.compile(r"^([a-z_]+):", re.MULTILINE)


class Cut(Struct, frozen=True):
    """``start`` is the comma, ``end`` the end of what it was meant to be one value with; ``hint`` says what to write.

    The hint is empty where the piece before it was reported, and this one with it.
    """

    start: int
    end: int
    hint: str


def cut_by_comma(text: str, start: int, end: int) -> Cut | None:
    """Where a comma cut a value, so that ``text[start:end]`` became a key without one; None where that is not so."""
    line = text.rfind("\n", 0, start) + 1
    before = text[line:start].rstrip()
    entries = list(_VALUE.finditer(before))
    if not entries or not before.endswith(","):
        return None
    value, name, at = before[entries[-1].end() : -1], entries[-1][1], line + entries[-1].end()
    is_first = "," not in value
    first = at + (len(value) if is_first else value.find(","))
    if value[:1] in "\"'[{":
        return None
    if value.count("(") > value.count(")"):
        close = _closed(text, at)
        return None if close is None else Cut(first, close, f'put the formula in quotes: {name}: "{text[at:close]}"' * is_first)
    if _FRACTION.fullmatch(value.strip()) and text[start:end].isdecimal():
        return Cut(first, end, "")  # the fraction before the comma is refused
    more = _MORE.match(text, start)
    parts = [part.strip() for part in (*value.split(","), *more[0].split(","))] if more is not None else [""]
    if more is not None and more.end() >= end and all(_NUMBER.fullmatch(part) for part in parts):
        hint = f"several values are joined by `or`: {name}: {' or '.join(parts)}"
        if len(parts) == 2 and parts[1].isdecimal() and _SECTION.findall(text, 0, start)[-1:] == ["layouts"]:
            hint = f"a decimal fraction has a point: {name}: {'.'.join(parts)}"
        return Cut(first, more.end(), hint * is_first)
    if _ID.fullmatch(text[start:end].strip()):  # a key whose value was forgotten
        return None
    whole = _PIECES.match(text, at)
    said = "" if whole is None else whole[0].rstrip()
    # From the value on, so that nobody is told that what is left of it is wrong too.
    return Cut(at, at + len(said), f'put the text in quotes: {name}: "{said}"' * is_first) if at + len(said) >= end else None


def _closed(text: str, start: int) -> int | None:
    """Where a formula ends whose round brackets are closed in this line; None where they are not."""
    depth, last = 0, text.find("\n", start)
    end = last if last >= 0 else len(text)
    for index in range(start, end):
        letter = text[index]
        if depth == 0 and letter in ",}":
            return start + len(text[start:index].rstrip())
        depth += (letter == "(") - (letter == ")")
        if depth < 0:
            return None
    return None
