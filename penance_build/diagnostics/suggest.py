"""Suggests the word that was probably meant, where one is near enough.

Case, ``-``, ``_`` and spaces do not count as differences. A swap of two neighbours counts as one edit.
Large sets are searched through an index of all words with one letter taken out, built once per set.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType

from penance_build.diagnostics.lookalikes import skeleton, strangers

_AT_MOST = 3
_FEW = 200
_MAX_EDITS = 3
_LONGEST = 64
_IGNORED = str.maketrans("", "", "-_ ")


def nearest(word: str, candidates: Iterable[str]) -> list[str]:
    """At most three candidates that ``word`` was surely meant for, the nearest first, then by name.

    A candidate counts with at most a third of its letters wrong; or, alone, with at most two edits and half of its letters right.
    Only those at the least distance are given.
    """
    words = _ordered(frozenset(candidates))
    folded = _fold(word)
    if not folded or len(folded) > _LONGEST:
        return []
    pool = words if len(words) <= _FEW else _from_index(folded, words)
    found: list[tuple[int, str]] = []
    for candidate in pool:
        if candidate == word:
            continue
        other = _fold(candidate)
        edits = distance(folded, other, _MAX_EDITS)
        if edits <= _MAX_EDITS and edits < min(len(folded), len(other)):
            found.append((edits, candidate))
    if not found:
        return []
    best = min(edits for edits, _ in found)
    nearby = [candidate for edits, candidate in found if edits == best]
    length = max(len(_fold(candidate)) for candidate in (word, *nearby))
    is_sure = best * 3 <= length or (best <= 2 and len(nearby) == 1 and best * 2 <= length)
    return sorted(nearby)[:_AT_MOST] if is_sure else []


def did_you_mean(word: str, candidates: Iterable[str]) -> str:
    """``did you mean `cost`?``, with up to three words; empty where nothing is near enough."""
    found = [f"`{item}`" for item in nearest(word, candidates)]
    if not found:
        return ""
    alike = strangers(word)  # which looks the same as what is meant
    asked = f"did you mean {found[0] if len(found) == 1 else ', '.join(found[:-1]) + ' or ' + found[-1]}?"
    return f"{asked} {alike[0].upper()}{alike[1:]}" if alike else asked


def proposed_id(text: str) -> str:
    """The id that a text which is none seems to mean, lookalikes and accents folded; empty where nothing of it can stand in one."""
    bare = "".join(letter for letter in unicodedata.normalize("NFD", skeleton(text.strip())) if not unicodedata.combining(letter))
    folded = "".join(letter if letter.isascii() and letter.isalnum() else "_" for letter in bare)
    return "_".join(part for part in folded.split("_") if part).lstrip("0123456789_")


def distance(first: str, second: str, limit: int) -> int:
    """Edits (a letter put in, taken out or changed, two neighbours swapped) from one text to the other; ``limit + 1`` beyond it."""
    if abs(len(first) - len(second)) > limit:
        return limit + 1
    if first == second:
        return 0
    before: list[int] = []
    last = list(range(len(second) + 1))
    for row, letter in enumerate(first, 1):
        line = [row]
        for column, other in enumerate(second, 1):
            edits = min(last[column] + 1, line[column - 1] + 1, last[column - 1] + (letter != other))
            if row > 1 and column > 1 and letter == second[column - 2] and first[row - 2] == other:
                edits = min(edits, before[column - 2] + 1)
            line.append(edits)
        if min(line) > limit:
            return limit + 1
        before, last = last, line
    return min(last[-1], limit + 1)


def _fold(word: str) -> str:
    return skeleton(word.translate(_IGNORED))


def letters_less(word: str) -> set[str]:
    """The word, and all that it becomes without one letter."""
    return {word, *(word[:index] + word[index + 1 :] for index in range(len(word)))}


def _from_index(folded: str, words: tuple[str, ...]) -> list[str]:
    index = _index(words)
    positions = {position for key in letters_less(folded) for position in index.get(key, ())}
    return [words[position] for position in sorted(positions)]


@lru_cache(maxsize=16)
def _ordered(words: frozenset[str]) -> tuple[str, ...]:
    """The words in order; a set that is asked again is not sorted again."""
    return tuple(sorted(words))


@lru_cache(maxsize=16)
def _index(words: tuple[str, ...]) -> Mapping[str, list[int]]:
    """For each word, whole or less one letter, the positions of the words that give it."""
    found: dict[str, list[int]] = {}
    for position, word in enumerate(words):
        for key in letters_less(_fold(word[:_LONGEST])):
            found.setdefault(key, []).append(position)
    return MappingProxyType(found)


def near(word: str, known: Sequence[str]) -> str:
    """``; did you mean ...`` where something is close, else the list of what there is."""
    hint = did_you_mean(word, known)
    if hint:
        return f"; {hint}"
    shown = ", ".join(known[:12]) + (f" and {len(known) - 12} more" if len(known) > 12 else "")
    return f"; there is {shown}" if known else "; there are none"
