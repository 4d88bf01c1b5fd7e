"""W725: words in a printed text that look like another spelling of a name that the game has, or an older one: names are read by holes.

Words look like a name where they are written as names are, with capitals or in capitals alone, and have nearly its letters; words
in capitals alone also where they share a word with a name of capitals. Plurals, and what stands in a hole, are left alone.
Cases: ``tests/cases/bad/names``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Final

from penance_build.checks.remembered import once
from penance_build.diagnostics.problem import Problem
from penance_build.diagnostics.suggest import distance, nearest
from penance_build.formula.template import Plain, printed
from penance_build.model.program.elaborate import Elaborated
from penance_build.surface.game import SECTIONS, Game

_WORD: Final = re.compile(r"[^\W\d_]+(?:['’\-][^\W\d_]+)*")
_SENTENCE: Final = re.compile(r"(?:^|[.:;!?“”\"(\[/]|\s[-–—])\s*[*]*$")
_MOST_WORDS: Final = 4
_LEAST: Final = 5  # letters of a single word that may be a slip
_ENDINGS: Final = ("s", "es", "'s", "’s", "'", "’")
_Word = tuple[str, int, int]  # a word, its columns


def check(game: Game, combinations: Sequence[Elaborated]) -> list[Problem]:
    """Go through every text that is printed as it is written."""
    known = known_names(game, combinations)
    problems: list[Problem] = []
    for texts in game.typed.values():
        for at in texts:
            section, *below = at.path
            for start, end, words, name in known.slips(at.text):
                if name == at.text:  # a name that is another spelling of its own words, by quotes around it
                    continue
                entity = (SECTIONS.get(str(section), str(section)), str(below[0]))
                message, hint = f"`{words}` looks like the name “{name}”", known.hint(game, name)
                problems.append(Problem("W725", message, at.inside(start, end), hint, entity=entity, path=at.path))
    return problems


def known_names(game: Game, combinations: Sequence[Elaborated]) -> KnownNames:
    """The names of a game, which know what words look like one of them."""
    names = frozenset(name for key in game.names.written if "{" not in (name := game.names.text(key)))
    return once(combinations[0], ("names", names), partial(KnownNames, names))


class KnownNames:
    """The names of a game."""

    def __init__(self, names: frozenset[str]) -> None:
        self._names = names
        self._capitals = sorted(name for name in names if name.isupper() and len(name) > 2)
        self._parts = frozenset(word for name in names for word in _WORD.findall(name))
        self._seen: dict[str, tuple[int, str]] = {}

    def slips(self, text: str) -> Iterator[tuple[int, int, str, str]]:
        """The words that look like a name and are none, with their columns, and that name; of words that overlap the nearest."""
        parts = [list(_words(part)) for part in printed(text) if isinstance(part, Plain)]
        found = [item for words in parts for item in self._found(text, words, is_capital=True)]
        if all(slips < 0 for slips, *_ in found):
            return  # names that are right as they stand only explain others
        found = [item for words in parts for item in self._found(text, words, is_capital=False)]
        right = [item for item in found if item[0] < 0]
        taken: list[tuple[int, int]] = []
        for slips, _, start, end, name in sorted(found):
            is_free = slips >= 0 and all(end <= low or start >= high for low, high in taken)
            if is_free and not any(_explains(own, start, end, name) for own in (*right, *_chains(right))):
                taken.append((start, end))
                yield start, end, text[start:end], name

    def _found(self, text: str, words: Sequence[_Word], is_capital: bool) -> Iterator[tuple[int, int, int, int, str]]:
        """What the words of a text look like, with their columns; ``is_capital``: only words that may be a slip, by their capitals."""
        for first, (word, start, _) in enumerate(words):
            if is_capital and not _is_capital(word):
                continue
            for last in range(first, min(first + _MOST_WORDS, len(words))):
                if last > first and not _is_joined(text, words[last - 1], words[last]):
                    break
                if is_capital and not _is_capital(words[last][0]):
                    break
                end = words[last][2]
                slips, name = self._meant(text, words[first : last + 1])
                if name:
                    yield slips, start - end, start, end, name

    def _meant(self, text: str, run: Sequence[_Word]) -> tuple[int, str]:
        """How many letters are other than in the name that some words look like, and that name; -1: it is that name, "": none."""
        said = text[run[0][1] : run[-1][2]]
        if said not in self._seen:
            self._seen[said] = self._near(said, len(run))
        slips, name = self._seen[said]
        return (slips, name) if slips < 0 or (name and _is_written_so(text, said, name, run)) else (0, "")

    def _near(self, said: str, count: int) -> tuple[int, str]:
        forms = [said, *(said.removesuffix(end) for end in _ENDINGS if said.endswith(end))]
        for form in forms:
            if form in self._names:
                return -1, form
        letters = _folded(said)
        if len(letters) < (_LEAST if count == 1 else 4) or (count == 1 and said in self._parts):
            return 0, ""
        for name in nearest(said, self._names):
            if all(_folded(form) != _folded(name) for form in forms) and any(_unnumbered(form) == _unnumbered(name) for form in forms):
                continue  # My Game and My Game 2 are two names
            slips = min(distance(_folded(form), _folded(name), 2) for form in forms)
            if slips * 5 <= len(letters) and slips <= 2:
                return slips, name
        if said.isupper() and count > 1:
            words = set(said.split())
            return 2, next((name for name in self._capitals if len(name.split()) == count and words & set(name.split())), "")
        return 0, ""

    def hint(self, game: Game, name: str) -> str:
        """How the name is read."""
        kind, path = next(key for key in game.names.written if game.names.text(key) == name)
        return f"write {{{path if kind in ('face', 'member') else f'{kind} {path}'}}}, so that it is read from where it stands"


def _explains(right: tuple[int, int, int, int, str], start: int, end: int, name: str) -> bool:
    """Whether words that are a name right as they stand explain others: around them, or within them where these look like the same name."""
    _, _, low, high, own = right
    return (low <= start and end <= high) or (start <= low and high <= end and own == name)


def _chains(right: Sequence[tuple[int, int, int, int, str]]) -> Iterator[tuple[int, int, int, int, str]]:
    """Two names side by side, as one stretch."""
    for _, _, low, high, _ in right:
        for _, _, start, end, _ in right:
            if high < start <= high + 3:
                yield -1, low - end, low, end, ""


def _words(part: Plain) -> Iterator[_Word]:
    for found in _WORD.finditer(part.text):
        yield found[0], part.start + found.start(), part.start + found.end()


def _is_capital(word: str) -> bool:
    """Whether a word may stand in a name with capitals: it begins with one, or has no small letter."""
    return word[0].isupper() or word == word.upper()


def _is_first(text: str, word: _Word) -> bool:
    """Whether a word begins a sentence."""
    return _SENTENCE.search(text, 0, word[1]) is not None


def _is_joined(text: str, word: _Word, following: _Word) -> bool:
    """Whether two words stand in one line of words, with nothing but blanks and hyphens between."""
    return not text[word[2] : following[1]].strip(" -*") and not _is_first(text, following)


def _is_written_so(text: str, said: str, name: str, run: Sequence[_Word]) -> bool:
    """Whether the words are written as names are: in capitals, or each with one; the first word of a sentence has one anyway."""
    if len(run) == 1:
        return said.isupper() == name.isupper() and said[0].isupper() and (said.isupper() or not _is_first(text, run[0]))
    if said.isupper():
        return True
    is_title = all(word[0].isupper() for word, *_ in run)
    return is_title and not said.isupper() and not name.isupper()


def _unnumbered(name: str) -> str:
    """A name without its numbers, which tell names apart that are alike."""
    return _folded(re.sub(r"\d+", "", name))


def _folded(text: str) -> str:
    return re.sub(r"[\s'’\-]", "", text).lower()
