"""Finds how a scalar was written and where it ends, and maps the characters of its value to those of the file.

The reader keeps only where a token begins; these functions read the source text again, so that a span costs nothing
until somebody asks for it.
"""

from __future__ import annotations

import re

_LINE_BREAK_RUN = re.compile(r"[ \t]*(?:\n[ \t]*)+")
_SPACE_RUN = re.compile(r"\s+")
_HEX_LENGTHS = {"x": 2, "u": 4, "U": 8}
_DOUBLE_END = re.compile(r'(?:[^"\\]|\\.)*', re.DOTALL)
_SINGLE_END = re.compile(r"(?:[^']|'')*")
_FLOW_STOP = re.compile(r"[,\[\]{}]|:(?=\s|$)|\s#|\n", re.MULTILINE)


def written(value: bool | int | str) -> str:
    """A scalar as it was written: true, false and whole numbers have one way to write them."""
    return value if isinstance(value, str) else "true" if value is True else "false" if value is False else str(value)


def scalar_end(text: str, start: int, value: str) -> int:
    """The offset after the scalar that begins at ``start`` and was read as ``value``."""
    first = text[start : start + 1]
    if first == '"' or first == "'":
        return quoted_end(text, start)
    if first and first in "|>":
        return _block_end(text, start)
    if text.startswith(value, start):
        return start + len(value)
    folded = _folded_end(text, start, value)
    if folded >= 0:
        return folded
    stop = _FLOW_STOP.search(text, start)
    return stop.start() if stop else len(text)


def _folded_end(text: str, start: int, value: str) -> int:
    """The end of an unquoted scalar of several lines, found word by word; -1 where the text is another one."""
    at = start
    for word in _SPACE_RUN.split(value):
        space = _SPACE_RUN.match(text, at)
        at = space.end() if space else at
        if not text.startswith(word, at):
            return -1
        at += len(word)
    return at


def quoted_end(text: str, start: int) -> int:
    """The offset after the closing quote, or the end of the text where there is none."""
    pattern = _DOUBLE_END if text[start] == '"' else _SINGLE_END
    body = pattern.match(text, start + 1)
    return min(body.end() + 1 if body else start + 1, len(text))


def _block_end(text: str, start: int) -> int:
    """The end of the last line with content of a block scalar whose indicator stands at ``start``."""
    line_start = text.rfind("\n", 0, start) + 1
    outer = len(text[line_start:start]) - len(text[line_start:start].lstrip(" "))
    end = text.find("\n", start)
    end = len(text) if end < 0 else end
    at = end
    while at < len(text):
        after = text.find("\n", at + 1)
        after = len(text) if after < 0 else after
        line = text[at + 1 : after]
        if line.strip():
            # A list item may hold a block whose lines stand deeper than the dash; anything else has ended it.
            if len(line) - len(line.lstrip(" ")) <= outer:
                break
            end = after
        at = after
    return end


def value_offsets(text: str, start: int, value: str) -> list[int]:
    """For each character of ``value`` its offset in the source, and one more for the end.

    An escape counts as a whole: its offset is that of the backslash.
    """
    first = text[start : start + 1]
    if first == '"':
        return _double_offsets(text, start + 1, value)
    if first == "'":
        return _folded_offsets(text, start + 1, value, quote=True)
    if first and first in "|>":
        newline = text.find("\n", start)
        return _folded_offsets(text, len(text) if newline < 0 else newline + 1, value, quote=False)
    if text.startswith(value, start):
        return list(range(start, start + len(value) + 1))
    return _folded_offsets(text, start, value, quote=False)


def _skip_break(text: str, at: int) -> int:
    """Past white space that holds a line break, else where it was."""
    run = _LINE_BREAK_RUN.match(text, at)
    return run.end() if run else at


def _folded_offsets(text: str, at: int, value: str, *, quote: bool) -> list[int]:
    offsets = []
    for character in value:
        if character in " \n":
            offsets.append(at)
            after = _skip_break(text, at)
            # Several line breaks in a value come from one run of blank lines: only the first moves on.
            if after > at:
                at = after
            elif text[at : at + 1] == character:
                at += 1
            continue
        after = _skip_break(text, at)
        at = after if text[at : at + 1] != character and after > at else at
        while text[at : at + 1] in {" ", "\t"} and character not in " \t":
            at += 1
        offsets.append(at)
        at += 2 if quote and text.startswith("''", at) else 1
    offsets.append(min(at, len(text)))
    return [min(offset, len(text)) for offset in offsets]


def _double_offsets(text: str, at: int, value: str) -> list[int]:
    offsets = []
    for character in value:
        while text.startswith("\\\n", at):
            at = _skip_break(text, at + 1)
        if text[at : at + 1] == "\\":
            offsets.append(at)
            at += 2 + _HEX_LENGTHS.get(text[at + 1 : at + 2], 0)
        elif character in " \n":
            offsets.append(at)
            after = _skip_break(text, at)
            if after > at:
                at = after
            elif text[at : at + 1] == character:
                at += 1
        else:
            offsets.append(at)
            at += 1
    offsets.append(at)
    return [min(offset, len(text)) for offset in offsets]
