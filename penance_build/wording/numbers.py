"""The numbers of a text: digits and words to a thousand; dice, fractions, ranges and shares, which are no number of an effect."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

_UNITS: Final = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen"
)
_TENS: Final = "twenty thirty forty fifty sixty seventy eighty ninety"
_SMALL: Final[Mapping[str, int]] = MappingProxyType({word: value for value, word in enumerate(_UNITS.split())})
_TEN: Final[Mapping[str, int]] = MappingProxyType({word: 10 * value for value, word in enumerate(_TENS.split(), 2)})
_LARGE: Final[Mapping[str, int]] = MappingProxyType({"hundred": 100, "thousand": 1000})
_SETS: Final[Mapping[str, int]] = MappingProxyType({"pair": 2, "couple": 2, "dozen": 12})
NUMBER_WORDS: Final[Mapping[str, int]] = MappingProxyType({**_SMALL, **_TEN, **_LARGE})
ARTICLES: Final = frozenset(("a", "an"))  # they may stand for 1, and need not
MOST_DIGITS: Final = 30  # far more than a number of the rules has; Python reads no more than some thousands
_THOUSANDS: Final = re.compile(r"\d{1,3}(?:,\d{3})+")


def digits(text: str) -> int | None:
    """The whole number that a text of digits is, with or without commas between thousands; None for 2d6, 1/2, 50% or 1-3, or too many."""
    if len(text) > MOST_DIGITS:
        return None
    if _THOUSANDS.fullmatch(text):
        return int(text.replace(",", ""))
    return int(text) if text.isascii() and text.isdecimal() else None


def spelt(words: Sequence[str], start: int) -> tuple[int, int]:
    """The number in words that begins at ``start``, and how many words it takes; none where none begins there."""
    at, value = start, 0
    for size in (1000, 100, 1):
        there = _below(words, at, value > 0) if size == 1 else _counted(words, at, size, value > 0)
        if there is not None:
            value, at = value + there[0], there[1]
    if at == start and words[start] in _SMALL:
        return _SMALL[words[start]], 1  # zero
    if at == start and words[start] in ARTICLES and words[start + 1 : start + 2] and words[start + 1] in _SETS:
        return _SETS[words[start + 1]], 3 if words[start + 2 : start + 3] == ["of"] else 2
    if at == start and words[start] in _SETS:
        return _SETS[words[start]], 1
    return value, at - start


def _counted(words: Sequence[str], at: int, size: int, is_further: bool) -> tuple[int, int] | None:
    """So many hundreds or thousands, or one of them: the value, and where the next word stands."""
    name = "hundred" if size == 100 else "thousand"
    if not is_further and words[at : at + 1] and words[at] in ARTICLES and list(words[at + 1 : at + 2]) == [name]:
        return size, at + 2
    if list(words[at : at + 1]) == [name]:
        return size, at + 1
    count = _below(words, at, False)
    if size == 1000 and count is None:
        return None
    if count is not None and list(words[count[1] : count[1] + 1]) == [name]:
        return count[0] * size, count[1] + 1
    return None


def _below(words: Sequence[str], at: int, is_further: bool) -> tuple[int, int] | None:
    """A number from 1 to 99, behind an ``and`` where it follows a larger one: the value, and where the next word stands."""
    if is_further and list(words[at : at + 1]) == ["and"]:
        at += 1
    if at >= len(words):
        return None
    if words[at] in _TEN:
        unit = _SMALL.get(words[at + 1], 0) if at + 1 < len(words) else 0
        return (_TEN[words[at]] + unit, at + 2) if 0 < unit < 10 else (_TEN[words[at]], at + 1)
    unit = _SMALL.get(words[at], 0)
    return (unit, at + 1) if unit else None
