"""Other people's text in a report: nothing that a terminal or a log viewer would obey, and how wide it is."""

from __future__ import annotations

import re
import unicodedata
from types import MappingProxyType

DIRECTION = "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"  # what turns the direction of writing
_COMMAND = re.compile(r"^([ \t]*)(::|##\[)", re.MULTILINE)
_NAMED = MappingProxyType({"\t": "\\t", "\n": "\\n", "\r": "\\r"})
_BEGINNING, _END = 100, 60
_LONG = re.compile(r"\S{300,}")
_BREAKS = frozenset("\u2028\u2029\ufeff")


def shown(character: str) -> str:
    """A character as it may be printed: controls, direction marks and halves of characters as visible escapes."""
    if character in _NAMED:
        return _NAMED[character]
    if character.isascii():
        return character if character.isprintable() else f"\\x{ord(character):02x}"
    number = ord(character)
    if number < 0xA0 or character in DIRECTION or character in _BREAKS or 0xD800 <= number < 0xE000:
        return f"\\u{number:04x}"
    return character


def clean(text: str) -> str:
    """A one-line text without anything that acts: line ends become escapes too."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(shown(character) for character in text)


def brief(text: str) -> str:
    """A message in which no name is longer than a line: of a longer one its beginning and its end."""
    return _LONG.sub(lambda found: f"{found[0][:_BEGINNING]}...{found[0][-_END:]}", text)


def said(message: str) -> str:
    """A message about other people's text, which may be megabytes long, in a line that nothing acts on."""
    return clean(brief(message))


def harmless(text: str) -> str:
    """Lines that begin like a command to a runner of workflows (``::error::``, ``##[group]``) with their first sign as an escape."""
    return _COMMAND.sub(lambda match: f"{match[1]}\\x{ord(match[2][0]):02x}{match[2][1:]}", text)


def width(text: str) -> int:
    """Columns in a terminal: wide letters take two, combining marks none."""
    if text.isascii():
        return len(text)
    return sum(_character_width(character) for character in text)


def _character_width(character: str) -> int:
    if unicodedata.combining(character) or character in "\u200b\u200d\ufe0f":
        return 0
    return 2 if unicodedata.east_asian_width(character) in {"W", "F"} else 1
