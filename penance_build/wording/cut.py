"""A text cut, in order, into as many parts as the effects have sentences: whether that can be done so that each part says its own."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from penance_build.wording.phrases import Part
from penance_build.wording.subjects import Clauses, says_more, with_articles
from penance_build.wording.tokens import read_tokens
from penance_build.wording.vocabulary import JUDGED, Token, Vocabulary
from penance_build.wording.words import english

DIRECTIONS: Final = frozenset(("up", "down"))
_BOUND: Final = frozenset(("if", "while", "when", "until", "unless"))  # what has such a word in it reaches to the end of its sentence
_TIMES: Final = frozenset("turn round game phase step day night time hour mission".split())
_FREE: Final = frozenset(("your", "they", "it", "you", "by"))  # judged by what they stand with, not by themselves
_SLACK: Final = 12  # words that a part may have more than twice those of its sentence
_GAP: Final = 2  # characters between a number and what it counts: a space, and a mark


class Sentence(Struct, frozen=True):
    """A sentence of the effects: its tokens, those that a text may have beside them, and the other players that it speaks of.

    ``is_others`` says that one of them does it, and not the one who plays the card.
    """

    tokens: Sequence[Token]
    allowed: Sequence[Token]
    role: str
    persons: frozenset[str]
    is_others: bool
    is_bound: bool


def sentence_of(part: Part, vocabulary: Vocabulary) -> Sentence:
    """A sentence of the effects in tokens."""
    beside = read_tokens(vocabulary, part.also)
    own = frozenset(sense for token in beside if token.kind == "name" and token.holder == "you" for sense in token.senses)
    tokens = [_known(token, own) for token in read_tokens(vocabulary, part.text)]
    allowed = [*tokens, *beside]
    known = vocabulary.players | english().persons
    persons = frozenset(sense for token in allowed for sense in token.senses if sense in known)
    words = [token for token in tokens if token.kind in JUDGED and token.value is None and "your" not in token.senses]
    is_bound = not part.role and any(token.senses & _BOUND for token in words)
    words = [token for token in words if not token.senses & _BOUND]
    verb = next((at for at, token in enumerate(words) if token.form), 0)
    begin = words[: 1 if is_bound else max(1, verb)]
    doers = frozenset(sense for token in begin for sense in token.senses)
    is_others = not persons.isdisjoint(doers) and not any("you" in token.senses for token in tokens)
    if is_others:  # to give somebody something is that he gains it
        tokens = [replace(token, senses=token.senses | {"give"}) if "up" in token.senses else token for token in tokens]
        allowed = [*tokens, *allowed]
    elif any("deal" in token.senses for token in tokens):  # to deal somebody damage is that he takes it
        allowed = [*allowed, Token("suffer", "word", frozenset(("suffer",)))]
    return Sentence(tokens, allowed, part.role, persons, is_others, is_bound)


def _known(token: Token, own: frozenset[str]) -> Token:
    """A word of a sentence that no phrase has came out of a hole: it is the name of a member. `take` is not only a direction.

    A name among those of ``own`` is yours, where its sentence does not say whose it is.
    """
    if token.kind == "name" and not token.holder and not own.isdisjoint(token.senses):
        return replace(token, holder="you")
    if token.kind in ("unknown", "free"):
        return replace(token, kind="name")
    is_vague = token.kind == "turning" and token.senses & DIRECTIONS and english().alike.keys() & {token.word, *token.senses}
    return replace(token, kind="word") if is_vague else token


class Cut(Struct, frozen=True):
    """A text in tokens and the sentences that it shall say."""

    given: Sequence[Token]
    sentences: Sequence[Sentence]
    players: frozenset[str]

    def is_possible(self) -> bool:
        """Whether the text can be cut so, each part under its own condition."""
        ends = {0}
        for number, sentence in enumerate(self.sentences):
            before = self.sentences[number - 1].role if number else ""
            if sentence.role == "only" and before == "if":
                continue  # it went with its condition
            is_pair = sentence.role == "if" and number + 1 < len(self.sentences) and self.sentences[number + 1].role == "only"
            found = self.pairs if is_pair else self.after
            ends = {end for start in ends if self.may_begin(start, sentence.role, before) for end in found(start, number)}
        return len(self.given) in ends

    def pairs(self, start: int, number: int) -> Iterator[int]:
        """Where a condition and the one sentence that follows from it may end, in either order."""
        for middle in self.after(start, number):
            if self.is_one(start, middle + 1):
                yield from self.after(middle, number + 1)
        if start and not self.is_over(start):
            return  # what stands before in this sentence would be under the condition behind it
        for middle in self.after(start, number + 1):
            yield from (end for end in self.after(middle, number) if self.is_one(start, end) and self.is_over(end))

    def after(self, start: int, number: int) -> list[int]:
        """Where a part that begins at ``start`` may end, if it is to say a sentence."""
        sentence = self.sentences[number]
        needed = [token for token in sentence.tokens if token.kind in ("name", "turning") or "your" in token.senses]
        content = [token for token in sentence.tokens if token.kind in JUDGED and token.value is None]
        carried = next((token for token in reversed(self.given[:start]) if token.senses & DIRECTIONS), None)
        wanted, sure, is_about = numbers(sentence.tokens), 0, not content or carried is not None
        longest = 2 * len(sentence.allowed) + _SLACK
        found: list[int] = []
        for end in range(start, min(len(self.given), start + longest) + 1):
            if end > start:
                last = self.given[end - 1]
                sure += last.value is not None and last.is_sure
                if sure > len(wanted) or not self.may_have(end - 1, sentence):
                    break
                needed = [token for token in needed if not token.means(last)]
                is_about = is_about or is_said(last, content)
            if is_about and self.is_whole(start, end) and self.says(start, end, sentence, needed, carried):
                found.append(end)
        return [end for end in found if self.is_alone(start, end)] if sentence.is_bound else found

    def says(self, start: int, end: int, sentence: Sentence, needed: Sequence[Token], carried: Token | None) -> bool:
        """Whether a part that has its words says a sentence: ``needed`` are those that stand in another part, if anywhere."""
        part = self.given[start:end]
        doers = Clauses(self.given, self.players).doers(start, end, sentence.tokens)
        if any(who.isdisjoint(sentence.persons) for who in doers) or says_more(part, sentence.tokens, sentence.allowed):
            return False
        subject = frozenset(one for who in doers for one in who)
        if not all(self.is_carried(token, start, end, subject, carried) for token in needed):
            return False
        same = same_numbers(numbers(with_articles(part, sentence.tokens)), numbers(sentence.tokens)) and same_nouns(part, sentence.tokens)
        return same and self.has_order(part, sentence)

    # ------------------------------------------------------------ who does it, and what is left out

    def may_have(self, index: int, sentence: Sentence) -> bool:
        """Whether a sentence may have this word."""
        token = self.given[index]
        if "by" in token.senses and any("set" in other.senses for other in sentence.tokens):
            return is_said(token, sentence.tokens)  # to set it to 3 is not to set it by 3
        if token.kind == "other" and sentence.is_others and token.senses & {"you", "yours"}:
            return any("yours" in other.senses for other in sentence.tokens) and "yours" in token.senses
        if sentence.is_others and token.form == "act" and token.senses & english().reflexive:
            before = self.given[index - 1] if index else None
            is_imperative = token.leads and not Clauses(self.given, self.players).doer(index)
            if is_imperative or (before is not None and "you" in before.senses):
                return False
        return is_allowed(token, sentence.allowed)

    def has_order(self, part: Sequence[Token], sentence: Sentence) -> bool:
        """Whether those who do something do it in the sentence too, and its verbs stand in their order."""
        doers = frozenset(one for who in _doers(sentence.tokens, self.players) for one in who)
        if any("suffer" in token.senses for token in sentence.allowed):
            doers |= sentence.persons
        if any(who.isdisjoint(doers) for who in _doers(part, self.players)):
            return False
        if not sentence.is_others:
            return True
        verbs = [token for token in sentence.tokens if token.form]
        places = [[at for at, verb in enumerate(verbs) if token.means(verb)] for token in part if token.form]
        last = 0
        for found in filter(None, places):
            later = [at for at in found if at >= last]
            if not later:
                return False
            last = later[0]
        return True

    def is_carried(self, token: Token, start: int, end: int, subject: frozenset[str], carried: Token | None) -> bool:
        """Whether a word need not be said again: `gain 2 Heat and 3 HP`, `the target loses 1 Oil and discards a card`."""
        part = self.given[start:end]
        if not subject.isdisjoint(token.senses) or (subject and token.senses == {"your"}):  # whose rival it is
            return True
        if token.senses & DIRECTIONS:
            return carried is not None and bool(token.senses & carried.senses) and not any(other.senses & DIRECTIONS for other in part)
        if token.kind != "name" or token.senses & self.players or not part or any(other.kind == "name" for other in part):
            return False
        before = [other for other in self.given[:start] if other.sentence == part[0].sentence]
        return is_said(token, before[-4:])

    # ------------------------------------------------------------ sentences and clauses

    def may_begin(self, start: int, role: str, before: str) -> bool:
        """Whether a part may begin here: in the sentence of its condition, or outside of one that is not its own."""
        if start in (0, len(self.given)) or role == "else":
            return True
        if role in ("then", "only") or before == "else":
            return self.is_one(start - 1, start + 1)
        if before in ("then", "only"):
            return self.is_over(start)
        return role != "if" or self.given[start].leads

    def is_whole(self, start: int, end: int) -> bool:
        """Whether a part takes no piece of another sentence: the end of one, or the beginning of a clause."""
        begins = self.is_one(start, end) or (self.is_over(start) and self.is_over(end))
        if end == len(self.given) or self.given[end].leads:
            return begins
        return begins and not any(token.leads for token in self.given[start + 1 : end])

    def is_alone(self, start: int, end: int) -> bool:
        """Whether a part begins a clause and ends a sentence."""
        return self.is_over(end) and (start == len(self.given) or self.given[start].leads)

    def is_one(self, start: int, end: int) -> bool:
        """Whether some tokens stand in one sentence."""
        return len({token.sentence for token in self.given[start:end]}) <= 1

    def is_over(self, end: int) -> bool:
        """Whether a sentence ends here."""
        return end in (0, len(self.given)) or self.given[end - 1].sentence != self.given[end].sentence


def _doers(tokens: Sequence[Token], players: frozenset[str]) -> list[frozenset[str]]:
    """The other players behind whom a verb stands: who does something."""
    words = [token for token in tokens if token.kind in JUDGED and token.value is None]
    pairs = pairwise(words)
    return [who.senses & players for who, verb in pairs if verb.form == "acts" and who.senses & players and not who.is_owner]


def is_allowed(token: Token, allowed: Sequence[Token]) -> bool:
    """Whether a sentence has a word, or may have it."""
    is_free = token.kind != "turning" and not token.senses.isdisjoint(_FREE)
    return token.value is not None or is_free or is_said(token, allowed)


def is_said(token: Token, part: Sequence[Token]) -> bool:
    """Whether a word stands in a part, or another one for it."""
    return any(token.means(other) for other in part)


def same_numbers(found: Sequence[Token], wanted: Sequence[Token]) -> bool:
    """Whether the numbers are those wanted, in order; an article may stand for a 1, and need not."""
    reached = {0}
    for token in found:
        after = set() if token.is_sure else set(reached)
        for done in reached:
            while done < len(wanted):
                if wanted[done].value == token.value:
                    after.add(done + 1)
                if wanted[done].is_sure:
                    break
                done += 1
        reached = after
    return any(not any(token.is_sure for token in wanted[done:]) for done in reached)


def same_nouns(found: Sequence[Token], wanted: Sequence[Token]) -> bool:
    """Whether numbers go with the same words, where these stand directly beside them: `2 Heat` is not `2 turns`."""
    ours, theirs = ([at for at, token in enumerate(tokens) if token.value is not None and token.is_sure] for tokens in (found, wanted))
    pairs = list(zip(ours, theirs, strict=True)) if len(ours) == len(theirs) else []
    beside = [(side(found, one), side(wanted, other)) for side in (_noun, _verb) for one, other in pairs]
    return all(one is None or other is None or one.means(other) for one, other in beside)


def _noun(tokens: Sequence[Token], at: int) -> Token | None:
    """The word directly behind a number; None where there is none, or one that compares."""
    if at + 1 == len(tokens) or tokens[at + 1].span[0] - tokens[at].span[1] > _GAP:
        return None
    noun = tokens[at + 1]
    return noun if noun.kind in ("name", "word") or noun.senses & _TIMES else None


def _verb(tokens: Sequence[Token], at: int) -> Token | None:
    """The word of the game directly before a number; None where there is none."""
    if at == 0 or tokens[at].span[0] - tokens[at - 1].span[1] > _GAP or tokens[at - 1].kind != "word":
        return None
    return tokens[at - 1]


def numbers(tokens: Sequence[Token]) -> list[Token]:
    """The numbers among some tokens."""
    return [token for token in tokens if token.value is not None]
