"""The words of ``words.toml``: which say nothing, which mean the same, which turn a sentence round. Read when a card gives a text."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path

from msgspec import Struct


class English(Struct, frozen=True):
    """``senses``: what a word, or a sequence of words, means where that must be on both sides; ``alike``: what it may stand for."""

    silent: frozenset[str]
    harmless: frozenset[str]
    optional: frozenset[str]
    others: frozenset[str]
    persons: frozenset[str]
    reflexive: frozenset[str]
    silences: frozenset[tuple[str, ...]]
    alike: Mapping[str, frozenset[str]]
    senses: Mapping[tuple[str, ...], frozenset[str]]

    @property
    def turning(self) -> frozenset[str]:
        """The single words that change what is said."""
        return frozenset(words[0] for words in self.senses if len(words) == 1) | self.others


@cache
def english() -> English:
    """The shipped list."""
    import tomllib  # here, because most games give no text of their own

    found = tomllib.loads((Path(__file__).resolve().parent / "words.toml").read_text(encoding="utf-8"))
    sets = {name: frozenset(found[name].split()) for name in ("silent", "harmless", "optional", "others", "persons", "reflexive")}
    silences = frozenset(tuple(words.split()) for words in found["silences"])
    alike = {words[0]: named for words, named in _senses(found["alike"]).items()}
    return English(**sets, silences=silences, alike=alike, senses=_senses(found["turning"]))



def _senses(lines: str) -> dict[tuple[str, ...], frozenset[str]]:
    """What each word or sequence means: the first words of its lines."""
    found: dict[tuple[str, ...], frozenset[str]] = {}
    for line in filter(None, map(str.split, lines.splitlines())):
        name = line[0].replace("|", " ")
        for word in line:
            words = tuple(word.split("|"))
            found[words] = found.get(words, frozenset()) | {name}
    return found
