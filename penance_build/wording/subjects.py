"""Who does what a text says: the subject of a verb, where it stands before it and where it is carried over from another one.

`It loses 1` and `losing 1` behind `the target loses 3` are what the target does, and so is the 1 of `loses 3 Life and 1 Heat`.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from penance_build.wording.numbers import ARTICLES
from penance_build.wording.vocabulary import JUDGED, Token
from penance_build.wording.words import english

_PRONOUNS: Final = frozenset(("they", "it"))
_GIVING: Final = frozenset(("give", "up", "deal"))  # verbs of which somebody behind them has the effect
_CHANGING: Final = frozenset(("up", "down", "set", "give"))
_NOBODY: Final = frozenset[str]()


class Clauses(Struct, frozen=True):
    """A text in tokens, and the words for players other than the one who plays the card."""

    given: Sequence[Token]
    players: frozenset[str]

    def doers(self, start: int, end: int, sentence: Sequence[Token]) -> list[frozenset[str]]:
        """The others who do what a part says, for each of its verbs; or who do it by the verb that it has from the part before.

        ``sentence`` are the tokens of what the part shall say: one without a verb takes none over.
        """
        meant = [who for at in range(start, end) if (who := self.meant(at))]
        verbs = [at for at in range(start, end) if self.is_verb(at)]
        if verbs or meant:
            return [*meant, *(who for at in verbs if (who := self.doer(at)))]
        part = self.given[start:end]
        is_own = any(token.senses & {"you", "yours"} or token.holder == "you" for token in part)
        is_anothers = any(token.senses & self.players for token in part)
        if not part or is_own or is_anothers or not any(_acts(token, self.players) for token in sentence):
            return []
        carried = self.before(start)
        if carried is None:
            return []
        who = self.doer(carried)
        is_given = bool(self.given[carried].senses & _GIVING)
        behind = [token for token in self.given[carried + 1 : start] if is_given or token.role in ("from", "to")]
        served = frozenset(one for token in behind for one in token.senses & self.players)
        owners = frozenset(one for at in range(carried) if self.is_near(at, carried) for one in self.owner(at))
        found = who or served or owners
        return [found] if found else []

    def meant(self, at: int) -> frozenset[str]:
        """Who is meant by `from it`, or by `its Heat`: whoever was spoken of last."""
        token = self.given[at]
        is_pointing = token.kind == "other" and "it" in token.senses and not token.form
        if not is_pointing and (token.kind != "name" or token.holder != "other" or token.senses & self.players):
            return _NOBODY
        for index in range(at - 1, -1, -1):
            before = self.given[index]
            if before.senses & self.players:
                return before.senses & self.players
            if is_pointing and before.kind == "name" and (before.role or before.holder == "you"):
                return _NOBODY
        return _NOBODY

    def doer(self, at: int) -> frozenset[str]:
        """Which other player does what a verb says; empty where it is the one who plays the card, or a thing."""
        verb = self.given[at]
        if verb.form == "acting":
            return self.of_participle(at)
        is_pronoun = False
        for index in range(at - 1, -1, -1):
            before = self.given[index]
            if not is_pronoun and before.clause != verb.clause:
                return _NOBODY
            if before.kind == "other" and "you" in before.senses and not is_pronoun:
                return _NOBODY
            if before.kind == "other" and before.form == "act" and before.senses & _PRONOUNS:
                is_pronoun = True
                continue
            if before.senses & self.players and not before.is_owner and (not is_pronoun or index < at):
                is_direct = index == at - 1 and not verb.is_parted and not verb.leads
                return before.senses & self.players if is_pronoun or verb.form == "acts" or is_direct else _NOBODY
            if verb.form == "act" and not is_pronoun and self.is_verb(index):
                return self.doer(index) if before.form == "act" else _NOBODY
            is_persons = verb.leads or verb.is_parted or not verb.senses.isdisjoint(english().reflexive)
            if verb.form == "acts" and not is_pronoun and index == at - 1 and before.kind == "name" and not is_persons:
                return self.of_name(index)
        return _NOBODY

    def of_participle(self, at: int) -> frozenset[str]:
        """Who does it by the way: whoever stands before it, does the verb before it, or else that behind it."""
        verb = self.given[at]
        if at and not verb.is_parted and self.given[at - 1].senses & self.players and not self.given[at - 1].is_owner:
            return self.given[at - 1].senses & self.players
        before = self.before(at)
        while before is not None and self.given[before].form == "acting":
            before = self.before(before)
        if before is not None:
            return self.doer(before)
        for index in range(at + 1, len(self.given)):
            if self.given[index].clause != verb.clause:
                break
            if self.is_verb(index) and self.given[index].form != "acting":
                return self.doer(index)
        return _NOBODY

    def of_name(self, at: int) -> frozenset[str]:
        """Whose a name is that says nothing of it, behind one that does: `the target's Life falls by 3 and Heat falls by 1`."""
        if self.given[at].holder:
            return _NOBODY
        for index in range(at - 1, -1, -1):
            before = self.given[index]
            if before.clause != self.given[at].clause or before.holder == "you" or before.senses & {"you", "yours"}:
                break
            if owner := self.owner(index):
                return owner
        return _NOBODY

    def owner(self, at: int) -> frozenset[str]:
        """The player of whom this is said to be."""
        return self.given[at].senses & self.players if self.given[at].is_owner else _NOBODY

    def before(self, at: int) -> int | None:
        """The last verb before a place in its clause; None where there is none."""
        end = min(at, len(self.given) - 1)
        return next((index for index in range(at - 1, -1, -1) if self.is_near(index, end) and self.is_verb(index)), None)

    def is_near(self, one: int, other: int) -> bool:
        """Whether two tokens stand in one clause."""
        return self.given[one].clause == self.given[other].clause

    def is_verb(self, at: int) -> bool:
        """Whether a token says what is done."""
        token = self.given[at]
        if token.kind == "name" and token.form == "act" and at:  # `they discard` beside a pile of that name
            before = self.given[at - 1]
            return before.kind == "other" and before.form == "act"
        return _acts(token, self.players)


def says_more(part: Sequence[Token], sentence: Sequence[Token], allowed: Sequence[Token]) -> bool:
    """Whether a part says a thing of its sentence twice: `draw 2 cards and draw a card`, `gain 2 Heat and Heat`."""
    known = [token for token in sentence if token.form]
    told = [token for token in part if _acts(token, _NOBODY) and any(token.means(other) for other in allowed)]
    if len(told) > max(1, len(known)):
        return True
    if any(_like(token, told) > max(1, _like(token, known)) for token in told if token.kind != "turning"):
        return True
    nouns = counted(sentence)
    again = [token for token in part if token.leads and any(token.means(noun) for noun in nouns)]
    return any(_like(token, part) > max(1, _like(token, sentence)) for token in again)


def _like(verb: Token, others: Sequence[Token]) -> int:
    """How many of these are the same verb."""
    return sum(verb.means(other) for other in others)


def with_articles(part: Sequence[Token], sentence: Sequence[Token]) -> list[Token]:
    """The tokens of a part, where an article before what its sentence counts is a number: `2 cards and a card` are not two."""
    nouns = counted(sentence)
    return [
        replace(token, is_sure=True) if at and token.value == 1 and not token.is_sure and _is_one_more(part, at, nouns) else token
        for at, token in enumerate(part)
    ]


def _is_one_more(part: Sequence[Token], at: int, nouns: Sequence[Token]) -> bool:
    """Whether an article counts one of these; behind a comma, `the top card` only says which one is meant."""
    noun = next((token for token in part[at + 1 : at + 3] if token.kind in ("name", "word")), None)
    is_counted = noun is not None and any(noun.means(other) for other in nouns)
    return is_counted and (part[at].word in ARTICLES or part[at].leads or not part[at].is_parted)


def counted(sentence: Sequence[Token]) -> list[Token]:
    """What the numbers of a sentence count: the words directly behind them."""
    return [noun for number, noun in pairwise(sentence) if number.value is not None and number.is_sure and noun.kind in ("name", "word")]


def _acts(token: Token, players: frozenset[str]) -> bool:
    if not token.form or token.kind not in JUDGED or token.kind == "other" or token.senses & players:
        return False
    if token.kind == "name":  # `discards` beside a pile of that name
        return token.form != "act" and not (token.role or token.holder or token.is_owner)
    return token.kind == "word" or bool(token.senses & _CHANGING)
