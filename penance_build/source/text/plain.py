"""What of a file is neither quoted, a comment nor a text of several lines: where spaces, dashes, colons and commas have a meaning.

The text is gone through without a parser, so that it can be asked of a file that none can read.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from typing import Final

from msgspec import Struct

from penance_build.source.text.tokens import quoted_end, scalar_end

# Spaces that YAML takes for letters: no-break, ideographic, those of typesetters.
WIDE: Final = "\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000"

_KEY: Final = r"(?:[^\s\"'#\[\]{},&*!|>%@`-][^\n:#]*?|\"[^\"\n]*\"|'[^'\n]*')"
_HEAD: Final = re.compile(rf"[ {WIDE}]*(?:-[ {WIDE}]+)*(?:{_KEY}[ {WIDE}]*:(?:[ {WIDE}]+|(?=\n)))?")
_BLOCK: Final = re.compile(r"[|>][-+0-9]{0,2}[ ]*(?:#[^\n]*)?(?=\n|\Z)")
_IN_FLOW: Final = re.compile(r"[\[\]{}\"'#]")
_QUOTED: Final = re.compile(r"\"[^\"\n]*\"|'[^'\n]*'")
_OF_A_TEXT: Final = str.maketrans(dict.fromkeys(",[]{}\"'", "x"))
_NO_END: Final = re.compile(r"[^\n]")
_LONGEST_LINE: Final = 4_000  # of a hostile line no more is looked at for a key


class Plain(Struct, frozen=True):
    """``text`` is as long as the file's: comments and texts of several lines are spaces there, quoted texts are quotes and letters.

    Brackets, commas and quotes inside of an unquoted text are letters. ``flows`` are the offsets between which brackets are open.
    """

    text: str
    flows: list[tuple[int, int]]

    def is_in_flow(self, offset: int) -> bool:
        index = bisect_left(self.flows, (offset, 0)) - 1
        return index >= 0 and offset < self.flows[index][1]


def plain(text: str) -> Plain:
    """The file as it is without what is quoted, commented out, or a text of several lines."""
    pieces: list[str] = []
    flows: list[tuple[int, int]] = []
    at = 0
    while at < len(text):
        end = text.find("\n", at)
        end = len(text) if end < 0 else end
        head = _HEAD.match(text, at, min(end + 1, at + _LONGEST_LINE))
        value = head.end() if head else at
        pieces.append(_quotes_emptied(text[at:value]))
        at = _value(text, value, end, pieces, flows)
    return Plain("".join(pieces), flows)


def _value(text: str, at: int, end: int, pieces: list[str], flows: list[tuple[int, int]]) -> int:
    """Take what stands behind the head of a line, to the end of a line; the answer is where the next one begins."""
    first = text[at : at + 1]
    if first in ("[", "{"):
        stop = _flow(text, at, pieces)
        flows.append((at, stop))
        return _rest(text, stop, pieces)
    if first in ('"', "'"):
        stop = quoted_end(text, at)
        pieces.append(_emptied(text[at:stop]))
        return _rest(text, stop, pieces)
    if _BLOCK.match(text, at):
        stop = max(end, scalar_end(text, at, ""))
        pieces.append(_NO_END.sub(" ", text[at:stop]))
        return _rest(text, stop, pieces)
    after = _rest(text, at, pieces)
    pieces[-1] = pieces[-1].translate(_OF_A_TEXT)
    return after


def _rest(text: str, at: int, pieces: list[str]) -> int:
    """Take what is left of a line without its comment, the end of the line with it."""
    end = text.find("\n", at) + 1 or len(text)
    comment = at if text.startswith("#", at) else text.find(" #", at, end)
    stop = end if comment < 0 else comment
    pieces.append(text[at:stop] + _NO_END.sub(" ", text[stop:end]))
    return end


def _flow(text: str, start: int, pieces: list[str]) -> int:
    """Take a list or map in brackets; the answer is the offset behind it, or the end of the file where it is never closed."""
    depth, at = 0, start
    while True:
        match = _IN_FLOW.search(text, at)
        if match is None:
            pieces.append(text[at:])
            return len(text)
        found, position = match[0], match.start()
        pieces.append(text[at:position])
        at = match.end()
        if found in "\"'" and _begins_value(text, position):
            at = quoted_end(text, position)
            pieces.append(_emptied(text[position:at]))
        elif found == "#" and text[position - 1].isspace():
            end = text.find("\n", at)
            at = len(text) if end < 0 else end
            pieces.append(" " * (at - position))
        elif found in "\"'#":
            pieces.append("x")
        else:
            pieces.append(found)
            depth += 1 if found in "[{" else -1
            if depth == 0:
                return at


def _begins_value(text: str, at: int) -> bool:
    """Whether what stands at an offset within brackets is the first of a key, a value or an item."""
    at -= 1
    while at > 0 and text[at].isspace():
        at -= 1
    return text[at] in ",[{:"


def _quotes_emptied(piece: str) -> str:
    """A piece in which each quoted text is emptied."""
    return piece if '"' not in piece and "'" not in piece else _QUOTED.sub(lambda match: _emptied(match[0]), piece)


def _emptied(quoted: str) -> str:
    """A quoted text of which the quotes are left, and between them as many letters."""
    return quoted[0] + _NO_END.sub("x", quoted[1:-1]) + quoted[1:][-1:]
