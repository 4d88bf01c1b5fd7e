"""A text that was given beside effects, held against the sentences that the effects make, word by word.

Each part of it has the numbers of its sentence in their order, none of the words that its sentence does not have, and all those
that it must have: names, and words that turn a sentence round. What then is left are words that nobody knows, and words of the
effects that the text leaves out.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from penance_build.wording.cut import DIRECTIONS, Cut, is_allowed, is_said, numbers, same_numbers, sentence_of
from penance_build.wording.phrases import Part
from penance_build.wording.tokens import read_tokens
from penance_build.wording.vocabulary import JUDGED, Token, Vocabulary
from penance_build.wording.words import english

MAX_TOKENS: Final = 200
_LIMITING: Final = frozenset(("if", "while", "when", "unless", "exactly"))  # where one of these is, `exactly 2` is not `2`


class Difference(Struct, frozen=True):
    """``message`` says what is wrong; a doubt is about words that may be harmless, ``span`` are the characters of the first."""

    message: str
    is_doubt: bool = False
    span: tuple[int, int] | None = None


def difference(text: str, parts: Sequence[Part], vocabulary: Vocabulary, own: Sequence[str] = ()) -> Difference | None:
    """What is wrong with a text; ``own`` are names of its card, which it may have in full."""
    sentences = [sentence_of(part, vocabulary) for part in parts]
    wanted = [token for sentence in sentences for token in sentence.tokens]
    allowed = [token for sentence in sentences for token in sentence.allowed]
    filled = frozenset(sense for token in wanted if token.kind == "name" for sense in token.senses)
    given = read_tokens(vocabulary, _without(text, own, vocabulary), filled)
    if len(given) > MAX_TOKENS:
        return Difference(f"this text is too long to be held against its effects: {len(given)} words, the limit is {MAX_TOKENS}")
    if not any(token.senses & _LIMITING for token in wanted):
        given = [token for token in given if "exactly" not in token.senses]
    judged = [token for token in given if token.kind in JUDGED]
    others = next((token for token in judged if "they" in token.senses), None)
    if others is not None and not any(sentence.persons for sentence in sentences):
        return Difference(f"this text speaks of `{others.word}`, its effects of nobody else")
    if not Cut(judged, sentences, vocabulary.players | english().persons).is_possible():
        return Difference(_reason(judged, wanted, allowed))
    return _doubt(given, wanted, allowed)


def _without(text: str, own: Sequence[str], vocabulary: Vocabulary) -> str:
    """A text without the names of its card; one of plain words alone, such as `Each`, is not taken for a name."""
    for name in own:
        if any(token.kind == "unknown" for token in read_tokens(vocabulary, name)):
            text = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", lambda match: " " * len(match[0]), text)
    return text


def _reason(given: Sequence[Token], wanted: Sequence[Token], allowed: Sequence[Token]) -> str:
    if not same_numbers(numbers(given), numbers(wanted)):
        return f"this text says {_list(numbers(given))}, its effects say {_list(numbers(wanted))}"
    surplus = [token for token in given if not is_allowed(token, allowed)]
    if surplus:
        return f"this text {_speaks(surplus[0], allowed)}, its effects do not"
    missing = [token for token in wanted if token.kind in ("name", "turning") and not is_said(token, given)]
    if missing:
        return f"its effects {_speak(missing[0])}, this text does not"
    return "this text does not say the same things as its effects in the same order"


def _speaks(token: Token, allowed: Sequence[Token]) -> str:
    for way, words in (("up", "says that something grows"), ("down", "says that something shrinks")):
        if way in token.senses and any(other.senses & DIRECTIONS for other in allowed):
            return f"{words} (`{token.word}`)"
    place = next((other for other in allowed if not token.senses.isdisjoint(other.senses)), None)
    if place is None:
        return f"speaks of `{token.word}`"
    whose = {"you": "yours", "other": "somebody else's", "game": "nobody's"}
    if token.holder != place.holder and token.holder and place.holder:
        return f"says that `{token.word}` is {whose[token.holder]}"
    return f"takes something from `{token.word}`" if token.role == "from" else f"says that something goes {token.role} `{token.word}`"


def _speak(token: Token) -> str:
    directions = {"up": "say that something grows", "down": "say that something shrinks"}
    way = next((directions[way] for way in ("up", "down") if way in token.senses), "")
    return way or f"speak of `{token.word}`"


def _list(found: Sequence[Token]) -> str:
    return ", ".join(str(token.value) for token in found if token.is_sure) or "no number"


def _acts(token: Token) -> bool:
    """Whether a word may stand for the verb of a phrase: one that only the step allows."""
    return token.kind == "unknown" or (token.kind in JUDGED and token.form != "")


def _doubt(given: Sequence[Token], wanted: Sequence[Token], allowed: Sequence[Token]) -> Difference | None:
    """The first word that nobody knows, or a word of the effects that nothing in the text stands for."""
    unknown = [token for token in given if token.kind == "unknown" and not is_said(token, allowed)]
    if unknown:
        words = dict.fromkeys(f"`{token.word}`" for token in unknown)
        verb = "is no word" if len(words) == 1 else "are no words"
        return Difference(f"{', '.join(words)} {verb} of the effects, nor known to say nothing", True, unknown[0].span)
    optional = english().optional | english().harmless
    left = {token.word for token in wanted if token.kind == "word" and not token.senses & optional and not is_said(token, given)}
    instead = [token for token in given if token.kind == "free" or (_acts(token) and not is_said(token, wanted))]
    if len(left) > len(instead):
        word = next(token.word for token in wanted if token.word in left)
        return Difference(f"its effects speak of `{word}`, this text does not", True)
    return None
