"""Matches brackets in a text, skipping quotes and comments."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import islice

from msgspec import Struct

from penance_build.source.text.tokens import quoted_end

_LOOK_BACK = 100
_CLOSES = {"]": "[", "}": "{"}
_INTERESTING = re.compile(r"[\[\]{}\"'\n#]")
_NEW_ENTRY = re.compile(r"[ ]*(?:-[ ]|[A-Za-z_\"'][^\s\[\]{},]*[ ]*:(?:[ ]|$))", re.MULTILINE)


class Bracket(Struct, frozen=True):
    """``closed``: ``at`` is the closing bracket. ``open``: reading stopped at ``at``. ``wrong``: ``at`` closes another kind.

    ``opened`` is the offset of the bracket that this is about.
    """

    kind: str
    opened: int
    at: int


def scan_brackets(text: str, start: int) -> Bracket:
    """Follow the bracket at ``start``. It counts as left open where a line outside it begins with a key or an item."""
    outer = _indentation(text, start)
    stack: list[int] = []
    at = start
    while True:
        match = _INTERESTING.search(text, at)
        if not match:
            return Bracket("open", stack[-1], len(text.rstrip()))
        found, at = match[0], match.end()
        position = match.start()
        if found in "[{":
            stack.append(position)
        elif found in _CLOSES:
            if text[stack[-1]] != _CLOSES[found]:
                return Bracket("wrong", stack[-1], position)
            opened = stack.pop()
            if not stack:
                return Bracket("closed", opened, position)
        elif found == "\n":
            entry = _NEW_ENTRY.match(text, at)
            if entry and _indentation(text, entry.end() - 1) <= outer:
                return Bracket("open", stack[-1], at + _indentation(text, entry.end() - 1))
        elif found == "#":
            if text[position - 1 : position].isspace():
                newline = text.find("\n", at)
                at = len(text) if newline < 0 else newline
        elif text[position - 1 : position] in {" ", ",", "[", "{", ":", "\n"}:
            at = quoted_end(text, position)


def innermost_open(text: str, starts: Iterable[int]) -> int:
    """The first of some offsets (the latest first) at which a bracket stands that is not closed; -1 where there is none."""
    for start in islice(starts, _LOOK_BACK):
        if text[start : start + 1] in {"[", "{"} and scan_brackets(text, start).kind != "closed":
            return start
    return -1


def _indentation(text: str, at: int) -> int:
    line_start = text.rfind("\n", 0, at) + 1
    line = text[line_start:at]
    return len(line) - len(line.lstrip(" "))
