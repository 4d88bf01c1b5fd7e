"""Characters that turn text round or cannot be seen: where nothing needs them, a text that has one says other than it shows.

Direction marks have work to do beside a letter that is written from right to left, joiners between letters of scripts that join and in
pictures of several characters, selectors behind a sign of which there are two pictures. Overrides have none anywhere.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from typing import Final

from penance_build.diagnostics.formats.clean import DIRECTION

_OVERRIDES: Final = "\u202d\u202e"
_JOINERS: Final = "\u200c\u200d"
_SELECTORS: Final = "\ufe00-\ufe0f\U000e0100-\U000e01ef"
_NOTHING: Final = (  # shown as nothing, and needed by nothing that is printed
    "\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180e\u200b\u2060-\u2064\u206a-\u206f\u3164\uffa0\ufff9-\ufffb\U0001d173-\U0001d17a\U000e0000-\U000e007f"
)
_UNSEEN: Final = re.compile(f"[{DIRECTION}{_JOINERS}{_SELECTORS}{_NOTHING}]")


def unneeded(text: str) -> Iterator[tuple[int, str]]:
    """The offsets of such characters that nothing needs, each with what is wrong with it."""
    if text.isascii():
        return
    end, is_turned = 0, False  # of the line at hand
    for match in _UNSEEN.finditer(text):
        at, character = match.start(), match[0]
        if at >= end:
            end, is_turned = _line_at(text, at)
        turns = character in DIRECTION
        if turns and is_turned and character not in _OVERRIDES:
            continue
        if not turns and _is_joined(text, at, character):
            continue
        what = "turns the direction of writing, so that text looks other than it is" if turns else "cannot be seen, and nothing needs it"
        yield at, f"the character U+{ord(character):04X} {what}"


def _line_at(text: str, at: int) -> tuple[int, bool]:
    """Where the line of an offset ends, and whether a letter that is written from right to left stands on it."""
    start, end = text.rfind("\n", 0, at) + 1, text.find("\n", at)
    end = end if end >= 0 else len(text)
    return end, any(unicodedata.bidirectional(letter) in ("R", "AL") and letter not in DIRECTION for letter in text[start:end])


def _is_joined(text: str, at: int, character: str) -> bool:
    """Whether what stands before, and behind a joiner, is of a script that joins, or a picture."""
    before, behind = text[at - 1 : at], text[at + 1 : at + 2]
    if character in _JOINERS:
        return _joins(before) and _joins(behind)
    if "\ufe00" <= character <= "\ufe0f" or "\U000e0100" <= character <= "\U000e01ef":
        return bool(before) and (ord(before) > 0x2000 or before in "#*0123456789\xa9\xae")
    return False


def _joins(letter: str) -> bool:
    if not letter or ord(letter) < 0x600:
        return False
    return unicodedata.category(letter) in ("So", "Sk", "Mn", "Mc", "Me", "Lo", "Cf") or letter == "\ufe0f"
