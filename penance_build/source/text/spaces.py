"""Spaces and colons that look like those of the keyboard and are letters to YAML: copies from the web and from word processors have them.

Inside of a text they may stand and stay; where YAML needs a space or a colon, and at either end of an unquoted text, they are refused.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from typing import Final

from penance_build.source.text.plain import WIDE, plain

_COLON: Final = "\uff1a"
_CANDIDATE: Final = re.compile(f"[{WIDE}{_COLON}]")
_RUN: Final = re.compile(rf"[ {WIDE}]*[{WIDE}][ {WIDE}]*")
_ONE: Final = re.compile(f"[{WIDE}]")
_SPACE: Final = f"[ {WIDE}]"
_KEY: Final = r"(?:[a-z_][a-z0-9_-]*|[A-Z]|\"x*\"|'x*')"
_BEHIND_KEY: Final = re.compile(rf"(?:{_SPACE}*(?:-{_SPACE}+)*|[^\n]*[{{,]{_SPACE}*){_KEY}:")
_BEHIND_DASH: Final = re.compile(rf"{_SPACE}*(?:-{_SPACE}+)*-")
_WIDE_COLON: Final = re.compile(rf"^{_SPACE}*{_KEY}({_COLON})|[{{,]{_SPACE}*{_KEY}({_COLON})", re.MULTILINE)


def named(letter: str) -> str:
    """``a no-break space (U+00A0)``; of a letter without a name its number alone."""
    name = unicodedata.name(letter, "character").lower()
    return f"{'an' if name[0] in 'aeiou' else 'a'} {name} (U+{ord(letter):04X})"


def wrong_spaces(text: str) -> Iterator[tuple[int, str, str]]:
    """Where such a character stands that is taken for a letter and meant as a space or colon: offset, what is wrong, and the cure."""
    if text.isascii() or not _CANDIDATE.search(text):
        return
    bare = plain(text).text
    found = [(match.start(), "type an ordinary space") for match in _runs(bare)]
    found += [(max(match.span(1), match.span(2))[0], "type an ordinary colon and a space") for match in _WIDE_COLON.finditer(bare)]
    for at, cure in sorted(found):
        yield at, f"{named(text[at])} stands here, which is a letter to YAML", cure


def _runs(bare: str) -> Iterator[re.Match[str]]:
    """The first such space of each run of spaces that is not within a text."""
    for run in _RUN.finditer(bare):
        if _has_meaning(bare, run.start(), run.end()):
            found = _ONE.search(bare, run.start())
            if found is not None:
                yield found


def _has_meaning(bare: str, start: int, end: int) -> bool:
    """Whether a run of spaces is one that YAML needs, or stands at an end of an unquoted text."""
    before, behind = bare[start - 1 : start] or "\n", bare[end : end + 1] or "\n"
    if before in "\n,[{]}\"'" or behind in "\n,[{]}\"'":
        return True
    if behind == ":" and (bare[end + 1 : end + 2] or "\n").isspace():
        return True
    line = bare.rfind("\n", 0, start) + 1
    if before == ":":
        return bare[start] == " " or _BEHIND_KEY.fullmatch(bare, line, start) is not None
    return before == "-" and _BEHIND_DASH.fullmatch(bare, line, start) is not None
