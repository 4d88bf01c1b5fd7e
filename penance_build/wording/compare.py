"""A text that was given beside effects, held against the sentences that the effects make: number by number, in their order.

The text is cut, in order, into as many parts as the effects have sentences, so that each part has the numbers of its
sentence in their order, none of the game's words that its sentence does not have, and all the names that it has.
"""

from __future__ import annotations

from collections.abc import Sequence

from penance_build.wording.vocabulary import Token, Vocabulary

MAX_TOKENS = 400
_DIRECTIONS = frozenset(("up", "down"))


def disagreement(text: str, sentences: Sequence[str], vocabulary: Vocabulary) -> str:
    """What is wrong with the text, in one sentence; empty where nothing is."""
    given = vocabulary.tokens(text)
    wanted = [vocabulary.tokens(sentence) for sentence in sentences]
    if len(given) > MAX_TOKENS:
        return f"this text is too long to be held against its effects: {len(given)} words, the limit is {MAX_TOKENS}"
    ends = {0}
    for sentence in wanted:
        ends = {end for start in sorted(ends) for end in _ends(given, start, sentence, vocabulary)}
    if len(given) in ends:
        return ""
    return _reason(given, [token for sentence in wanted for token in sentence], vocabulary)


def _ends(given: Sequence[Token], start: int, sentence: Sequence[Token], vocabulary: Vocabulary) -> list[int]:
    """Where a part that begins at ``start`` may end, if it is to say this sentence."""
    numbers, words = _values(sentence), _words(sentence)
    needed = {token.word for token in sentence if token.value is None and vocabulary.needs(token)}
    found: list[int] = []
    for end in range(start, len(given) + 1):
        part = given[start:end]
        if not _allowed(_words(part), words):
            break
        if needed <= _words(part) and same_numbers(_numbers(part), numbers):
            found.append(end)
    return found


def _allowed(part: set[str], words: set[str]) -> bool:
    """Whether a part has no word that the sentence does not have; a direction only counts where the sentence has one."""
    free = set() if words & _DIRECTIONS else _DIRECTIONS
    return part - words <= free


def same_numbers(found: Sequence[Token], wanted: Sequence[int]) -> bool:
    """Whether the numbers are those wanted, in order; an article may stand for a 1, and need not."""
    reached = {0}
    for token in found:
        after = {done + 1 for done in reached if done < len(wanted) and wanted[done] == token.value}
        reached = after if token.is_sure else after | reached
    return len(wanted) in reached


def _numbers(tokens: Sequence[Token]) -> list[Token]:
    return [token for token in tokens if token.value is not None]


def _values(tokens: Sequence[Token]) -> list[int]:
    """The numbers that are surely numbers."""
    return [token.value for token in tokens if token.value is not None and token.is_sure]


def _words(tokens: Sequence[Token]) -> set[str]:
    return {token.word for token in tokens if token.value is None}


def _reason(given: Sequence[Token], wanted: Sequence[Token], vocabulary: Vocabulary) -> str:
    sure = _values(given)
    values = _values(wanted)
    if not same_numbers(_numbers(given), values):
        return f"this text says {_list(sure)}, its effects say {_list(values)}"
    surplus = [token.word for token in given if token.value is None and not _allowed({token.word}, _words(wanted))]
    if surplus:
        return f"this text {_speaks(surplus[0])}, its effects do not"
    missing = [token.word for token in wanted if token.value is None and vocabulary.needs(token) and token.word not in _words(given)]
    if missing:
        return f"its effects speak of `{missing[0]}`, this text does not"
    return "this text does not say the same things as its effects in the same order"


def _speaks(word: str) -> str:
    directions = {"up": "says that something grows", "down": "says that something shrinks"}
    return directions.get(word, f"speaks of `{word}`")


def _list(found: Sequence[int]) -> str:
    return ", ".join(str(value) if value >= 0 else "a fraction" for value in found) if found else "no number"
