"""The numbers that a text gives with a noun: "deal 4 damage", "Range: 3", "costs 2 gold"; and whether they are likely those of its card.

A text speaks of many numbers that are not the figure of its own card: of another card, of a case ("if it is wounded"), of more or
less, of what you take yourself. Those are passed over. Of what is left, the manner in which the figure stands is told, so that a
check can see whether texts in that manner say the figure of their card (``checks/text_figure.py``). Words are those of ``words.toml``.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from msgspec import Struct

from penance_build.wording.numbers import MOST_DIGITS, NUMBER_WORDS, digits, spelt
from penance_build.wording.pieces import Piece, pieces
from penance_build.wording.words import FigureWords, figure_words

_ICON: Final = re.compile(r"\{icon:([a-z][a-z0-9_]*)\}")
_RANGE: Final = re.compile(rf"(\d{{1,{MOST_DIGITS}}})\s?(?:[-–−‒]|\.\.+|…)\s?(\d{{1,{MOST_DIGITS}}})")
_OPENING: Final = {"(": ")", "[": "]", "“": "”", "„": "”", "«": "»", '"': '"'}
_BREAKS: Final = frozenset((",", ":", "—", "–", "-", "·", "•", "|", "="))
_JOINTS: Final = frozenset(("and", "then", "or", "to", "may", "can", "must", "will", "but"))
_WHILE: Final = frozenset(("while",))
_MOST_BETWEEN: Final = 2  # words between a number and its noun: `4 fire damage`
Nouns = Mapping[tuple[str, ...], frozenset[str]]
Number = tuple[int, int, int, int]  # its first piece, the one behind its last, its value and the upper end where it is a range


class Names(Struct, frozen=True):
    """What attributes are called in texts: the ids of those that a noun names; ``costs`` are those that are paid.

    ``only_cost`` is the one that is paid where there is only one, ``is_plain_cost`` whether it is called so and no more.
    """

    nouns: Nouns
    costs: frozenset[str]
    only_cost: str = ""
    is_plain_cost: bool = False


class Figure(Struct, frozen=True):
    """A number with its noun: the attributes that may be meant, the value (and the upper end of a range, else the same), its characters.

    ``manner`` is how it stands there, the narrow sense first; ``trust`` says whether it is that of the card:
    sure, plain (no words before its clause put it under a condition), likely or unlikely.
    """

    attributes: frozenset[str]
    low: int
    high: int
    span: tuple[int, int]
    manner: tuple[tuple[str, ...], ...]
    trust: str


def figures(text: str, names: Names) -> Iterator[Figure]:
    """The figures of a text in order, without those that are surely not of its card."""
    words = figure_words()
    for sentence, is_aside in _sentences(text):
        yield from _Sentence(sentence, is_aside, names, words).figures()


def _sentences(text: str) -> Iterator[tuple[list[Piece], bool]]:
    """The pieces of each sentence, and of each remark in brackets; what stands in quotes is left out."""
    found = [Piece("word", f"icon:{icon[1]}", icon.span()) for icon in _ICON.finditer(text)]
    every = sorted([*pieces(text), *found], key=lambda piece: piece.span) if found else pieces(text)
    sentence: list[Piece] = []
    aside: list[Piece] = []
    closing = ""
    for piece in every:
        if closing:
            if piece.text == closing:
                if closing in ")]":
                    yield aside, True
                closing, aside = "", []
            elif piece.kind == "stop" and "\n" in piece.text:
                closing, aside = "", []  # it is never closed
            else:
                aside.append(piece)
        elif piece.text in _OPENING:
            closing = _OPENING[piece.text]
        elif piece.kind == "stop":
            yield sentence, False
            sentence = []
        else:
            sentence.append(piece)
    yield sentence, False


class _Sentence:
    """One sentence: its pieces, and what is known of them."""

    def __init__(self, sentence: list[Piece], is_aside: bool, names: Names, words: FigureWords) -> None:
        self.pieces, self.is_aside, self.names, self.say = sentence, is_aside, names, words
        self.words = [piece.text for piece in sentence]
        self.breaks = [index for index, piece in enumerate(sentence) if piece.text in _BREAKS]
        self.trailing = [index for index, word in enumerate(self.words) if word in words.trailing]
        self.ends = [index for index in self.breaks if self.words[index] != "="]
        self.known: dict[frozenset[str] | frozenset[tuple[str, ...]], list[int]] = {}

    def figures(self) -> Iterator[Figure]:
        """Its figures, each number once."""
        if not self.words:
            return
        at = 0
        while at < len(self.words):
            number = self.number(at)
            if number is None:
                at += 1
                continue
            found = self.figure(number)
            if found is not None:
                yield found
            at = number[1]

    def number(self, at: int) -> Number | None:
        """The number that begins at a piece."""
        piece = self.pieces[at]
        if piece.kind == "number":
            value = digits(piece.text)
            if value is not None:
                return at, at + 1, value, value
            ends = _RANGE.fullmatch(piece.text)
            return (at, at + 1, int(ends[1]), int(ends[2])) if ends is not None else None
        if piece.text in NUMBER_WORDS:
            value, size = spelt(self.words, at)
            return (at, at + size, value, value) if size else None
        return None

    def figure(self, number: Number) -> Figure | None:
        """A number as the figure of what it counts or of what stands before it, if it may be one of the card."""
        start, end = number[:2]
        behind, ahead = self.noun_behind(end), self.noun_ahead(start)
        if behind is not None and ahead is not None and not self.has_break(ahead[0], start) and self.is_number(behind[1]):
            behind = None  # `damage 4 health 3`
        clause = self.clause(start)
        cost = self.cost(start, end, clause, behind, ahead)
        if cost is not None:
            attributes, is_likely = cost
            stop = end if behind is None else behind[1]
            if not attributes or self.is_other(clause, start, end, stop):
                return None
            return self.made(number, attributes, ("cost", self.words[start - 1] if start > clause else "", "", ""), is_likely)
        if behind is not None:
            return self.counted(number, clause, behind)
        if ahead is not None and not self.is_other(clause, start, end, end):
            before = self.words[self.clause(ahead[0]) : ahead[0]]
            is_likely = not before or (len(before) == 1 and (before[0] in self.say.own or before[0] in self.say.deal))
            return self.made(number, self.named(ahead), ("label", "", "", ""), is_likely)
        return None

    def made(self, number: Number, attributes: frozenset[str], manner: tuple[str, str, str, str], is_likely: bool) -> Figure:
        """The figure, with its manners from the narrow to the wide: the form, the verb, what opens the sentence, whom it is about."""
        start, end, low, high = number
        span = self.pieces[start].span[0], self.pieces[end - 1].span[1]
        form, verb, opener, subject = manner
        trust = "unlikely" if not is_likely else "sure" if form in ("cost", "label") else "likely" if opener else "plain"
        wide = (trust, form)
        return Figure(attributes, low, high, span, ((*wide, verb, opener, subject), (*wide, str(bool(opener))), wide), trust)

    # ---------------------------------------------------------------- nouns

    def noun(self, at: int) -> int:
        """Behind which piece a noun ends that begins at one; 0: none does."""
        for size in (3, 2, 1):
            if tuple(self.words[at : at + size]) in self.names.nouns and at + size <= len(self.words):
                return at + size
        return 0

    def named(self, noun: tuple[int, int]) -> frozenset[str]:
        """The attributes that a noun may mean."""
        return self.names.nouns[tuple(self.words[noun[0] : noun[1]])]

    def noun_behind(self, end: int) -> tuple[int, int] | None:
        """The noun that a number counts, behind some words: `4 fire damage`, `3 points of damage`."""
        at = end
        if self.words[at : at + 2] and self.words[at].removesuffix("s") in self.say.measures and self.words[at + 1 : at + 2] == ["of"]:
            at += 2
        for further in range(_MOST_BETWEEN + 1):
            if at + further >= len(self.words):
                return None
            stop = self.noun(at + further)
            if stop:
                return at + further, stop
            piece = self.pieces[at + further]
            if piece.kind != "word" or piece.text in self.say.between or piece.text in self.say.verbs:
                return None
        return None

    def noun_ahead(self, start: int) -> tuple[int, int] | None:
        """The noun before a number: `damage 4`, `damage: 4`, `damage of 4`, `damage equal to 4`."""
        at = start - 1
        if self.words[at - 1 : at + 1] == ["equal", "to"] and at >= 2:
            at -= 2
        elif at >= 1 and self.words[at] in (":", "=", "of", "is", "-", "–"):
            at -= 1
        if at >= 1 and self.words[at] in self.say.past:
            at -= 1
        for size in (3, 2, 1):
            if at - size + 1 >= 0 and tuple(self.words[at - size + 1 : at + 1]) in self.names.nouns:
                return at - size + 1, at + 1
        return None

    def is_number(self, at: int) -> bool:
        """Whether a number begins at a piece."""
        return at < len(self.words) and self.number(at) is not None

    def has_break(self, start: int, end: int) -> bool:
        """Whether a mark that ends a clause stands between two pieces."""
        return self.after(start) < end

    # ---------------------------------------------------------------- clauses

    def clause(self, at: int) -> int:
        """Where the clause of a piece begins."""
        before = bisect_left(self.ends, at)
        return self.ends[before - 1] + 1 if before else 0

    def after(self, at: int) -> int:
        """The first mark that ends a clause at or behind a piece; else the end."""
        behind = bisect_left(self.breaks, at)
        return self.breaks[behind] if behind < len(self.breaks) else len(self.words)

    def last(self, words: frozenset[str] | frozenset[tuple[str, ...]], end: int) -> int:
        """Where the last of some words, or of sequences of them, begins that ends before a piece; -1: nowhere.

        It is worked out for all pieces at once: a long text has a number every few words.
        """
        found = self.known.get(words)
        if found is None:
            found = self.known[words] = [-1]
            for stop in range(1, len(self.words) + 1):
                ends = [size for size in (1, 2, 3) if tuple(self.words[max(stop - size, 0) : stop]) in words]
                at = stop - 1 if self.words[stop - 1] in words else stop - ends[0] if ends else -1
                found.append(max(found[-1], at))
        return found[end]

    def has(self, words: frozenset[str] | frozenset[tuple[str, ...]], start: int, end: int) -> bool:
        """Whether one of some words, or of sequences of them, stands between two pieces."""
        return self.last(words, end) >= start

    def is_other(self, clause: int, start: int, end: int, stop: int) -> bool:
        """Whether a number that ends at ``end``, with its noun at ``stop``, is surely that of something else."""
        say = self.say
        after = self.after(stop)
        near = min(after, stop + 3)
        if self.has(_WHILE, 0, after) and not self.has(say.states, 0, after):
            return True
        if self.has(say.cases, 0, after) or any(tuple(self.words[max(start - size, 0) : start]) in say.before for size in (1, 2, 3)):
            return True
        if self.has(say.denials, clause, start):
            return True
        if start and self.pieces[start - 1].kind == "sign":
            return True
        used = self.words[stop : stop + 1] == ["per"] and not say.uses.isdisjoint(self.words[stop + 1 : stop + 2])
        if any(word in say.behind for word in (*self.words[end : end + 1], *self.words[stop + used : near])):
            return True
        if self.is_aside and ((clause > 0 and self.words[clause - 1] != ":") or stop < len(self.words)):
            return True
        if self.has(say.others, clause, start):
            return True
        return "to" in self.words[stop:near] and self.has(say.others, stop, min(after, stop + 5))

    def verb(self, clause: int, start: int) -> int:
        """Where the last verb stands in a clause before a number; -1: nowhere."""
        at = self.last(self.say.verbs, start)
        return at if at >= clause else -1

    def subject(self, clause: int, verb: int) -> list[str]:
        """The words before a verb, from where its part of the clause begins."""
        return self.words[max(self.last(_JOINTS, verb) + 1, clause) : verb]

    def opener(self, clause: int, stop: int) -> tuple[str, bool]:
        """The first words of what stands before a clause, or of one that says when; and whether that is a time of its own."""
        say, words = self.say, self.words
        after = self.after(stop)
        opener = words[: max(clause - 1, 0)]
        if not opener and words[clause] in say.times:
            opener = words[clause:after]
        shown = " ".join(word for word in opener[:3])
        is_apart = bool(opener) and opener[0] in say.times and say.now.isdisjoint(opener) and say.states.isdisjoint(opener)
        begin = max(stop, self.last(say.now, after) + 1)
        for at in self.trailing[bisect_left(self.trailing, begin) : bisect_left(self.trailing, after)]:
            if words[at : at + 2] != ["at", "range"]:
                is_place = words[at] == "at" and words[at + 1 : at + 2] == ["the"] and words[at + 2 : at + 3] not in (["start"], ["end"])
                if not is_place:
                    return shown or " ".join(words[at : at + 3]), True
        return shown, is_apart

    # ---------------------------------------------------------------- what is counted

    def counted(self, number: Number, clause: int, noun: tuple[int, int]) -> Figure | None:
        """A number that counts something, by the verb that governs it."""
        start, end = number[:2]
        say, stop = self.say, noun[1]
        if self.is_other(clause, start, end, stop):
            return None
        attributes = self.named(noun)
        is_dealt = self.words[stop - 1].removesuffix("s") in say.dealt
        at = self.verb(clause, start)
        verb = self.words[at] if at >= 0 else ""
        subject = self.subject(clause, at) if at >= 0 else []
        opener, is_apart = self.opener(clause, stop)
        if not opener and self.words[at - 1 : at] == ["to"] and at > clause:
            opener = " ".join(self.words[clause : clause + 3])  # `exhaust this to deal 4 damage`
        if not say.which.isdisjoint(subject[1:]):
            return None  # `attacks that deal 4 damage`
        is_likely = False
        if self.words[start - 1 : start] == ["for"] and start > clause + 1 and (at < 0 or verb in say.deal):
            form, verb, is_likely = "for", "", is_dealt
        elif verb in say.deal:
            form = "deal"
            is_dealt_to = verb == "dealt" and not say.have.isdisjoint(subject[-1:])
            is_likely = not subject or subject[0] in say.whom or not say.own.isdisjoint(subject) or is_dealt_to
            if is_dealt_to and not say.you.isdisjoint(subject[:1]):
                return None
        elif verb in say.take:
            is_plain = verb.endswith("s") and not verb.endswith("ss")
            if (not subject and not is_plain) or not say.you.isdisjoint(subject[-1:]) or self.words[at - 1 : at] == ["may"]:
                return None  # you take it yourself
            form, is_likely = "take", is_dealt and say.beside.isdisjoint(subject[:1])
        elif verb in say.have:
            form = "have"
            is_likely = not subject or (len(subject) < 3 and not say.own.isdisjoint(subject))
        elif at < 0:
            form, is_likely = ("bare", is_dealt or stop == len(self.words)) if start == clause else ("other", False)
            verb = "" if start == clause else self.words[start - 1]
        else:
            form = "act"
        shown = subject[0] if subject else ""
        return self.made(number, attributes, (form, verb, opener, shown), is_likely and not is_apart)

    # ---------------------------------------------------------------- costs

    def cost(
        self, start: int, end: int, clause: int, behind: tuple[int, int] | None, ahead: tuple[int, int] | None
    ) -> tuple[frozenset[str], bool] | None:
        """What a number is as a cost: the attributes, and whether it is the card that costs it; None: it is no cost.

        No attributes: it is a cost of which the game knows nothing, or that of something else.
        """
        say, names = self.say, self.names
        if not names.costs:
            return None
        at = self.verb(clause, start)
        is_cost = 0 <= at == start - 1 and self.words[at] in say.costs
        is_label = ahead is not None and self.named(ahead) <= names.costs
        stop = end if behind is None else behind[1]
        rest = self.words[stop : stop + 6]
        is_paid = 0 <= at == start - 1 and self.words[at] in say.pay and self.plays(rest)
        is_bought = self.words[start - 1 : start] == ["for"] and not say.play.isdisjoint(self.words[clause:start])
        if is_bought:
            is_bought = self.words[start - 2 : start - 1] in (["it"], ["this"], ["card"])
        if not (is_cost or is_label or is_paid or is_bought):
            if behind is not None and self.named(behind) <= names.costs:
                return self.named(behind), False
            return None
        if behind is not None:
            attributes = self.named(behind) & names.costs
            if not attributes and is_cost and at == clause and names.is_plain_cost:
                attributes = frozenset((names.only_cost,))  # `Costs 3 coins.`, where coins are a figure of cards too, and the price is one
        else:
            is_named = end < len(self.words) and self.pieces[end].kind == "word" and self.words[end] not in ("to", "and", "or", "each")
            attributes = frozenset((names.only_cost,)) if names.only_cost and (names.is_plain_cost or not is_named) else frozenset()
        subject = self.subject(clause, at) if is_cost else []
        is_own = not subject or (not say.own.isdisjoint(subject) and say.which.isdisjoint(subject)) or subject[-1] == "card"
        if is_label and ahead is not None and not is_cost:
            is_own = ahead[0] == self.clause(ahead[0])
        return (attributes, True) if is_own else (frozenset(), False)

    def plays(self, rest: Sequence[str]) -> bool:
        """Whether words are `to play this card`, with or without what is paid before them."""
        if rest[:1] != ["to"]:
            rest = rest[1:]
        return rest[:1] == ["to"] and not self.say.play.isdisjoint(rest[1:2]) and not {"this", "it"}.isdisjoint(rest[2:4])
