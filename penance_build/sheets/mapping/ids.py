"""Ids made from what people write: letters folded to a-z, digits, underscores."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Container
from typing import Final

from penance_build.formula.parse import WORDS
from penance_build.limits import DEVICES

_LETTERS: Final = str.maketrans(
    {"ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ı": "i", "ŋ": "n", "ħ": "h"}
)
_DROPPED: Final = re.compile("['’‘`´]")
_OTHER: Final = re.compile("[^a-z0-9]+")
_LONGEST: Final = 60
_FILES: Final = frozenset(("card", "deck", "faction", "slot"))  # whose ids name files of a build
_TYPES: Final = frozenset(("bool", "int", "player", "card", "list", "text", "image"))  # of attributes, and so no ids for enums


def id_of(text: str) -> str:
    """An id made of a text, or "" where it has no letter or digit of these: ``Knight's Oath!`` is ``knights_oath``."""
    folded = unicodedata.normalize("NFKD", text.casefold().translate(_LETTERS))
    plain = "".join(letter for letter in folded if not unicodedata.combining(letter))
    found = _OTHER.sub("_", _DROPPED.sub("", plain)).strip("_")[:_LONGEST].rstrip("_")
    return f"n{found}" if found[:1].isdigit() else found


def named_id(text: str) -> str:
    """The id of a name; "" also where only numbers are left of words in letters of other scripts, which would be one id for many."""
    found = id_of(text)
    is_number = found.startswith("n") and found[1:].replace("_", "").isdigit()
    return "" if is_number and any(letter.isalpha() and not letter.isascii() for letter in text) else found


def usable_id(kind: str, name: str) -> str:
    """The id, or it behind its kind where the language or a file of a build cannot have it alone: a card `not` is `card_not`."""
    return f"{kind}_{name}" if name in WORDS or (kind in _FILES and name in DEVICES) else name


def enum_id(attribute: str, taken: Collection[str], *, is_list: bool = False) -> str:
    """The id of the enum of an attribute: as the attribute is called; of a list, as one of its items."""
    wanted = (attribute.removesuffix("s") if is_list else "") or attribute
    return free_id(usable_id("word", wanted), _TYPES.union(taken))


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
