"""The words that a text and its effects are held against: those of the game's phrases and names, and a shipped list of English.

A text is cut into tokens (``tokens.py``). Each word means something: itself, what ``words.toml`` calls it, or nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from typing import Final, Literal, TypeAlias

from msgspec import Struct

from penance_build.surface.cards import Phrase
from penance_build.wording.numbers import ARTICLES
from penance_build.wording.phrases import arguments, texts_of, with_arguments, without_icons
from penance_build.wording.pieces import pieces
from penance_build.wording.words import english

Kind: TypeAlias = Literal["number", "turning", "name", "word", "other", "helper", "free", "unknown"]

Form: TypeAlias = Literal["", "act", "acts", "acting"]

JUDGED: Final = frozenset(("number", "turning", "name", "word", "other"))  # the others say nothing of what is played


class Token(Struct, frozen=True):
    """A number (``value``: as it is written where it is no whole one; ``is_sure`` is false for an article), or a word.

    ``senses`` are what it means. ``role`` and ``holder`` are of a name: whether something comes from it, goes to it or under
    it, and whether it is yours or somebody else's; empty where nothing says so. ``sentence`` counts full stops before it,
    ``clause`` colons and semicolons too; ``leads`` says whether a clause begins with it, ``is_parted`` whether a comma stands
    before it. ``form`` is of a verb: that of `gain`, `gains` or `gaining`; a pronoun that does it is an ``act`` too. ``is_owner``
    is of `the target's`.
    """

    word: str
    kind: Kind = "word"
    senses: frozenset[str] = frozenset()
    value: int | str | None = None
    is_sure: bool = True
    role: str = ""
    holder: str = ""
    form: Form = ""
    span: tuple[int, int] = (0, 0)
    sentence: int = 0
    clause: int = 0
    leads: bool = False
    is_parted: bool = False
    is_owner: bool = False

    def means(self, other: Token) -> bool:
        """Whether it may stand for another one."""
        alike = self.role == other.role or "" in (self.role, other.role)
        return alike and (self.holder == other.holder or "" in (self.holder, other.holder)) and not self.senses.isdisjoint(other.senses)


class Vocabulary(Struct, frozen=True):
    """``words``: all that the game speaks of. ``names``: those that must be in a text whose effects speak of them.

    ``players`` are names of players other than the one who plays a card; ``owned`` what is of a player anyway, so that `your`
    may be left out before it; ``shared`` what is of the game; ``verbs`` the words with which phrases begin; ``free`` what the
    author calls harmless.
    """

    words: frozenset[str]
    names: frozenset[str]
    same: Mapping[str, str]
    players: frozenset[str] = frozenset()
    owned: frozenset[str] = frozenset()
    shared: frozenset[str] = frozenset()
    verbs: frozenset[str] = frozenset()
    free: frozenset[str] = frozenset()

    def base(self, word: str) -> str:
        """A word in the form in which it is compared."""
        return self.same.get(word) or singular(word)


def singular(word: str) -> str:
    """A word without the ending of a plural, or of a verb in the third person."""
    if len(word) > 4 and word.endswith("ies"):
        return word[:-3] + "y"
    if len(word) > 4 and word.endswith(("xes", "ches", "shes", "sses", "zes")):
        return word[:-2]
    return word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith("ss") else word


def stems(word: str) -> list[str]:
    """A word, and what it may be a form of: of a plural, of a verb in the third person, `reduced`, `moving`."""
    found = [word, singular(word)]
    for ending in ("ed", "ing"):
        if word.endswith(ending) and len(word) > len(ending) + 2:
            stem = word.removesuffix(ending)
            found += [stem, stem + "e", *([stem[:-1]] if stem[-1] == stem[-2] else [])]
    return list(dict.fromkeys(found))


def plain_words(text: str) -> list[str]:
    """The words of a text in small letters, without markup, numbers and icons."""
    return [piece.text for piece in pieces(text) if piece.kind == "word"]


def vocabulary(
    phrases: Sequence[Phrase],
    names: Iterable[str],
    pairs: Iterable[tuple[str, str]],
    players: Iterable[str] = (),
    owned: Iterable[str] = (),
    shared: Iterable[str] = (),
    free: Iterable[str] = (),
    texts: Iterable[str] = (),
) -> Vocabulary:
    """The vocabulary of a game.

    ``names`` are those of its counters, zones and units; ``players`` those that its phrases tell apart; ``pairs`` a word and its
    plural; ``texts`` are sentences beside phrases. What a phrase writes with a capital inside a sentence is taken for a name too.
    """
    phrased = [text for phrase in phrases for text in texts_of(phrase)]
    picked = [words for text in phrased for _, words in arguments(text.parts) if words is not None]
    silent = english().silent | english().others | ARTICLES
    same: dict[str, str] = {}
    for one, many in chain(pairs, picked):
        singles, plurals = plain_words(one), plain_words(many)
        if len(singles) == len(plurals):
            both = zip(singles, plurals, strict=True)
            same.update({plural: singular(single) for single, plural in both if single != plural and single not in silent})
    literal = [with_arguments(text.parts, lambda _, words: "   " if words is None else f" {words[0]} {words[1]} ") for text in phrased]
    capital = [word for text in literal for word in re.findall(r"(?<=[\w*}+,:] )\*?([A-Z][^\W\d_]*)", without_icons(text, "+"))]

    def bases(found: Iterable[str]) -> frozenset[str]:
        words = [word for text in found for word in plain_words(text)]
        return frozenset(same.get(word) or singular(word) for word in words if word not in silent)

    names, others = list(names), frozenset(players)
    named = bases([*names, *others, *capital])
    whole = {game for name in names if len(game_words := plain_words(name)) == 1 for game in map(singular, game_words)}
    named -= english().optional - whole
    begin = [found[0] for text in literal if not text.startswith(" ") and (found := pieces(text))]  # and not with a hole
    verbs = {piece.text for piece in begin if piece.kind == "word"} - silent
    yours, of_game = bases(owned) | whole | {"card"}, bases(shared)
    known = bases([*literal, *texts]) | named
    return Vocabulary(known, named, same, others, yours, of_game - bases(owned), frozenset(verbs), frozenset(free))
