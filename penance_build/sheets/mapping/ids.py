"""Ids made from what people write: letters folded to a-z, digits, underscores."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Container
from typing import Final

_LETTERS: Final = str.maketrans(
    {"ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ı": "i", "ŋ": "n", "ħ": "h"}
)
_DROPPED: Final = re.compile("['’‘`´]")
_OTHER: Final = re.compile("[^a-z0-9]+")
_LONGEST: Final = 60


def id_of(text: str) -> str:
    """An id made of a text, or "" where it has no letter or digit of these: ``Knight's Oath!`` is ``knights_oath``."""
    folded = unicodedata.normalize("NFKD", text.casefold().translate(_LETTERS))
    plain = "".join(letter for letter in folded if not unicodedata.combining(letter))
    found = _OTHER.sub("_", _DROPPED.sub("", plain)).strip("_")[:_LONGEST].rstrip("_")
    return f"n{found}" if found[:1].isdigit() else found


def free_id(wanted: str, taken: Container[str], last: dict[str, int] | None = None) -> str:
    """The id, or it with the first number behind it that nothing has.

    ``last`` keeps the last number of each id, for those who ask very often and never free an id again.
    """
    number, found = 1 if last is None else last.get(wanted, 1), wanted
    while found in taken:
        number += 1
        found = f"{wanted}_{number}"
    if last is not None:
        last[wanted] = number - 1 if number > 1 else 1
    return found
