"""Letters that look like others: of other alphabets, of other widths, composed of several characters.

Two names with the same ``skeleton`` look alike. A letter that is no ASCII and looks like one is named by its code point.
"""

from __future__ import annotations

import unicodedata
from types import MappingProxyType
from typing import Final

# Small letters, for names are compared without case: Cyrillic, Greek, Armenian and a few of Latin that pass for ASCII.
_LIKE: Final = MappingProxyType({
    "\u0430": "a", "\u0441": "c", "\u0501": "d", "\u0435": "e", "\u04bb": "h", "\u0456": "i", "\u0458": "j", "\u043a": "k",
    "\u04cf": "l", "\u043c": "m", "\u043d": "h", "\u043e": "o", "\u0440": "p", "\u051b": "q", "\u0433": "r", "\u0455": "s",
    "\u0442": "t", "\u0443": "y", "\u0432": "b", "\u051d": "w", "\u0445": "x", "\u0437": "3",
    "\u03b1": "a", "\u03b2": "b", "\u03b5": "e", "\u03b9": "i", "\u03ba": "k", "\u03bc": "m", "\u03bd": "v", "\u03bf": "o",
    "\u03c1": "p", "\u03c4": "t", "\u03c5": "u", "\u03c7": "x", "\u03b7": "n", "\u03b6": "z", "\u0570": "h", "\u0578": "n",
    "\u057d": "u", "\u0585": "o", "\u0131": "i", "\u0251": "a", "\u0261": "g", "\u0269": "i", "\u028b": "u",
})  # fmt: skip


def skeleton(text: str) -> str:
    """The text as it looks: composed in one way, without case, each letter as the ASCII letter that it passes for."""
    folded = unicodedata.normalize("NFKC", text).casefold()
    return folded if folded.isascii() else "".join(_LIKE.get(letter, letter) for letter in folded)


def strangers(text: str) -> str:
    """``its `с` is U+0441``, of the letters of a text that pass for others, up to three; "" where there is none."""
    if text.isascii():
        return ""
    found = [letter for letter in dict.fromkeys(text) if not letter.isascii() and skeleton(letter).isascii() and letter.isalnum()]
    return ", ".join(f"its `{letter}` is U+{ord(letter):04X}" for letter in found[:3])
