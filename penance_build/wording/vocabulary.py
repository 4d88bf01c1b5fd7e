"""The words that a text and its effects are held against: those of the game's phrases and names, and a closed list of others.

A text is cut into tokens. Numbers are digits or number words; of the other words only those are kept that the game speaks
of somewhere, or that turn a sentence round or over to somebody else (not, fewer, if, enemy): only of those can be said
whether they belong there.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from types import MappingProxyType
from typing import Final

from msgspec import Struct

from penance_build.surface.cards import Phrase
from penance_build.wording.phrases import arguments, texts_of, with_arguments, without_icons

_TO_TWENTY: Final = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen"
)
_TENS: Final = "twenty thirty forty fifty sixty seventy eighty ninety hundred"
NUMBER_WORDS: Final[Mapping[str, int]] = MappingProxyType(
    {
        **{word: value for value, word in enumerate(_TO_TWENTY.split())},
        **{word: 10 * value for value, word in enumerate(_TENS.split(), 2)},
    }
)
ARTICLES: Final = frozenset(("a", "an"))  # they may stand for 1, and need not
# Words that say nothing by themselves: they never decide whether a text is right.
_SILENT: Final = frozenset(
    "a an the of to your you it its is are was be been and or then this that these those for in on by from with up at may can into"
    " as their they them his her him one each every any all".split()
)
# Words that turn a sentence round, or over to somebody else. They must be on both sides or on neither, whatever the game's phrases are.
_TURNING: Final[Mapping[str, str]] = MappingProxyType(
    {
        **{word: word for word in "not no never without unless except only if more fewer than over under above below exactly".split()},
        **{"cannot": "not", "least": "more", "most": "fewer", "less": "fewer", "otherwise": "otherwise", "else": "otherwise"},
        **{"half": "half", "double": "double", "twice": "double", "thrice": "triple", "triple": "triple"},
        **{word: word for word in "target enemy opponent foe ally everyone everybody".split()},
    }
)
_UP: Final = frozenset("gain add get increase raise heal restore".split())
_DOWN: Final = frozenset("lose remove decrease reduce lower spend pay".split())
_WORD: Final = re.compile(r"\d+|[^\W\d_]+(?:['’][^\W\d_]+)?")


class Token(Struct, frozen=True):
    """A number (``value``; ``is_sure`` is false for an article), a direction (``up``, ``down``), or a word."""

    word: str
    value: int | None = None
    is_sure: bool = True


class Vocabulary(Struct, frozen=True):
    """``words``: all that the game speaks of. ``names``: those that must be in a text whose effects speak of them."""

    words: frozenset[str]
    names: frozenset[str]
    same: Mapping[str, str]

    def tokens(self, text: str) -> list[Token]:
        """The tokens of a text, or of a sentence written from an effect."""
        found: list[Token] = []
        for word in plain_words(text):
            token = self._token(word)
            if token is not None:
                found.append(token)
        return found

    def needs(self, token: Token) -> bool:
        """Whether a word of the effects must be in the text."""
        return token.word in self.names or token.word in _TURNING.values()

    def _token(self, word: str) -> Token | None:
        if word.isdecimal():
            return Token(word, int(word))
        if any(letter.isnumeric() for letter in word):
            return Token(word, -1)  # a fraction, or a numeral of another script: no effect says it
        if word in NUMBER_WORDS:
            return Token(word, NUMBER_WORDS[word])
        if word in ARTICLES:
            return Token(word, 1, is_sure=False)
        base = self.same.get(word) or singular(word)
        if word in _TURNING or word.endswith("n't"):
            return Token(_TURNING.get(word, "not"))
        if base in self.names:
            return Token(base)
        if base in _UP or base in _DOWN:
            return Token("up" if base in _UP else "down")
        return Token(base) if base in self.words else None


def plain_words(text: str) -> list[str]:
    """The words and numbers of a text in small letters, without markup and icons."""
    bare = without_icons(text, " ").replace("*", "")
    return [re.sub(r"'s$", "", word.replace("’", "'")) for word in _WORD.findall(bare.lower())]


def singular(word: str) -> str:
    """A word without the ending of a plural, or of a verb in the third person."""
    if len(word) > 4 and word.endswith("ies"):
        return word[:-3] + "y"
    if len(word) > 4 and word.endswith(("xes", "ches", "shes", "sses", "zes")):
        return word[:-2]
    return word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith("ss") else word


def vocabulary(phrases: Sequence[Phrase], names: Iterable[str], pairs: Iterable[tuple[str, str]]) -> Vocabulary:
    """The vocabulary of a game.

    ``names`` are those of its counters, zones and units, and of the players its phrases tell apart; ``pairs`` a word and its
    plural. What a phrase writes with a capital inside a sentence is taken for a name too.
    """
    texts = [text for phrase in phrases for text in texts_of(phrase)]
    picked = [words for text in texts for _, words in arguments(text.parts) if words is not None]
    same: dict[str, str] = {}
    for one, many in chain(pairs, picked):
        singles, plurals = plain_words(one), plain_words(many)
        if len(singles) == len(plurals):
            same.update({plural: singular(single) for single, plural in zip(singles, plurals, strict=True) if single != plural})
    literal = [with_arguments(text.parts, lambda _, words: "   " if words is None else f" {words[0]} {words[1]} ") for text in texts]
    capital = [word for text in literal for word in re.findall(r"(?<=[\w*}+,:] )\*?([A-Z][^\W\d_]*)", without_icons(text, "+"))]

    def bases(found: Iterable[str]) -> frozenset[str]:
        words = [word for text in found for word in plain_words(text)]
        return frozenset(same.get(word) or singular(word) for word in words if word not in _SILENT and not word.isdecimal())

    named = bases([*names, *capital])
    return Vocabulary(bases(literal) | named, named, same)
