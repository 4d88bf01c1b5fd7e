"""The words of ``words.toml``: which say nothing, which mean the same, which turn a sentence round. Read when a card gives a text."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

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


class FigureWords(Struct, frozen=True):
    """Words around the figures of a card, as ``words.toml`` says; a set of tuples holds sequences too. ``verbs`` are all verbs."""

    same: tuple[frozenset[tuple[str, ...]], ...]
    dealt: frozenset[str]
    cost: frozenset[str]
    measures: frozenset[str]
    deal: frozenset[str]
    take: frozenset[str]
    have: frozenset[str]
    costs: frozenset[str]
    pay: frozenset[str]
    play: frozenset[str]
    whom: frozenset[str]
    you: frozenset[str]
    own: frozenset[str]
    which: frozenset[str]
    between: frozenset[str]
    behind: frozenset[str]
    denials: frozenset[str]
    beside: frozenset[str]
    states: frozenset[str]
    uses: frozenset[str]
    past: frozenset[str]
    times: frozenset[str]
    trailing: frozenset[str]
    now: frozenset[str]
    cases: frozenset[tuple[str, ...]]
    before: frozenset[tuple[str, ...]]
    others: frozenset[tuple[str, ...]]
    verbs: frozenset[str]


@cache
def figure_words() -> FigureWords:
    """The shipped list."""
    found = _read()["figures"]
    sequences = {name: _sequences(found[name]) for name in ("cases", "before", "others")}
    same = tuple(_sequences(line) for line in found["same"].splitlines() if line)
    sets = {name: frozenset(words.split()) for name, words in found.items() if name not in (*sequences, "same")}
    act = sets.pop("act")
    verbs = act.union(*(sets[name] for name in ("deal", "take", "have", "costs", "pay")))
    return FigureWords(same=same, verbs=verbs, **sets, **sequences)  # type: ignore[arg-type]


@cache
def english() -> English:
    """The shipped list."""
    found = _read()
    sets = {name: frozenset(found[name].split()) for name in ("silent", "harmless", "optional", "others", "persons", "reflexive")}
    silences = frozenset(tuple(words.split()) for words in found["silences"])
    alike = {words[0]: named for words, named in _senses(found["alike"]).items()}
    return English(**sets, silences=silences, alike=alike, senses=_senses(found["turning"]))


def _sequences(words: str) -> frozenset[tuple[str, ...]]:
    return frozenset(tuple(word.split("|")) for word in words.split())


@cache
def _read() -> dict[str, Any]:
    import tomllib  # here, because most games give no text of their own

    return tomllib.loads((Path(__file__).resolve().parent / "words.toml").read_text(encoding="utf-8"))


def _senses(lines: str) -> dict[tuple[str, ...], frozenset[str]]:
    """What each word or sequence means: the first words of its lines."""
    found: dict[tuple[str, ...], frozenset[str]] = {}
    for line in filter(None, map(str.split, lines.splitlines())):
        name = line[0].replace("|", " ")
        for word in line:
            words = tuple(word.split("|"))
            found[words] = found.get(words, frozenset()) | {name}
    return found
