"""W740: the text of a card says another number than the card has: "deal 4 damage" on a card whose damage is 5, "costs 3 gold".

The number must stand with a name of the attribute, and as a figure of the card itself: what is said of another card, of a case or
of more and less is passed over (``wording/figures.py``). Texts of one game teach how they are meant: where cards of a type write a
number in a manner in which it seldom is that of the attribute, it is another number there, and where it nearly always is, it is
that one. A text written from effects has its numbers from these. Cases: ``tests/cases/bad/bases``.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from msgspec import Struct

from penance_build.checks.distinct import distinct_cards, given_texts
from penance_build.diagnostics.problem import Problem
from penance_build.ir import nodes as ir
from penance_build.model.cards.facts import CardFacts
from penance_build.model.program.elaborate import Elaborated
from penance_build.surface.game import Game
from penance_build.surface.nodes import Scalar
from penance_build.wording.figures import Figure, Names, figures
from penance_build.wording.words import english, figure_words


class _Trust(Struct, frozen=True):
    """How far texts of a game may teach what a manner means.

    Of a thousand figures so many are those of their card in English as it is usual, and so many must be by what the texts show;
    ``weights`` say for how many examples of the next narrower manner a wider one counts, from the narrow to the wide.
    """

    usual: int
    enough: int
    weights: tuple[int, int, int]


_TRUST: Final = {
    "sure": _Trust(950, 350, (8, 8, 8)),
    "plain": _Trust(850, 350, (12, 3, 2)),
    "likely": _Trust(800, 400, (4, 2, 2)),
    "unlikely": _Trust(200, 800, (1, 2, 2)),
}
_RANKS: Final = ("sure", "plain", "likely", "unlikely")
_CLAUSE: Final = re.compile(r"[.,;:!?]")
Manner = tuple[str, frozenset[str], tuple[str, ...]]  # the type of the card, the attributes, how the figure stands there


def check(game: Game, combinations: Sequence[Elaborated]) -> list[Problem]:
    """Hold every given text against the numbers of its card."""
    said = [(facts, at) for facts in distinct_cards(combinations) for at in given_texts(facts.item)]
    if not said:
        return []
    names = _names(game, combinations[0].program.attributes)
    found = [_Said(facts, at, figure) for facts, at in said for figure in figures(at.text, names) if _has(facts, figure)]
    usual = _Usual(found)
    problems: dict[Problem, None] = {}
    judged: dict[tuple[int, frozenset[str]], list[_Said]] = {}
    for each in found:
        if usual.is_own(each):
            judged.setdefault((id(each.facts), each.figure.attributes), []).append(each)
    for own in judged.values():
        ranks = [_RANKS.index(each.figure.trust) for each in own]
        best = min((rank for rank, each in zip(ranks, own, strict=True) if each.is_right), default=len(_RANKS))
        wrong = [each for rank, each in zip(ranks, own, strict=True) if rank < best and not each.is_right]
        if wrong:
            problems[_problem(wrong[0])] = None
    return list(problems)


class _Said(Struct, frozen=True, eq=False):
    """A figure in a text of a card."""

    facts: CardFacts
    at: Scalar
    figure: Figure

    @property
    def is_right(self) -> bool:
        """Whether it is the number of an attribute that it may mean."""
        values, ends = dict(self.facts.card.values), {attribute.id: attribute.to for attribute in self.facts.attributes}
        figure = self.figure
        for name in figure.attributes & values.keys():
            if values[name] == figure.low and figure.low == figure.high:
                return True
            if values[name] == -figure.low and figure.low == figure.high and self.is_lost:
                return True
            if figure.low == values[name] and figure.high == values.get(ends[name]):
                return True
        return False

    @property
    def is_lost(self) -> bool:
        """Whether a word in its clause takes it away: lose 1 coin is -1."""
        senses, clause = english().senses, _CLAUSE.split(self.at.text[: self.figure.span[0]])[-1]
        return any("down" in senses.get((form,), ()) for word in clause.lower().split() for form in (word, word.removesuffix("s")))

    @property
    def manners(self) -> tuple[Manner, ...]:
        """How it stands there, from the narrow sense to the wide."""
        return tuple((self.facts.card.type, self.figure.attributes, manner) for manner in self.figure.manner)


class _Usual:
    """What the texts of a game usually mean: for each manner how many figures there are, and how many are those of their card."""

    def __init__(self, found: Sequence[_Said]) -> None:
        self.all: Counter[Manner] = Counter()
        self.right: Counter[Manner] = Counter()
        for each in found:
            for manner in each.manners:
                self.all[manner] += 1
                self.right[manner] += each.is_right

    def is_own(self, said: _Said) -> bool:
        """Whether a figure is meant as that of its card."""
        trust, is_right = _TRUST[said.figure.trust], said.is_right
        share = trust.usual
        for manner, weight in zip(reversed(said.manners), reversed(trust.weights), strict=True):
            others, right = self.all[manner] - 1, self.right[manner] - is_right  # it is no example of itself
            share = (1000 * right + weight * share) // (others + weight)
        return share >= trust.enough


def _has(facts: CardFacts, figure: Figure) -> bool:
    """Whether a card has a number of which a figure may speak."""
    is_range = figure.low != figure.high
    ends = {attribute.id: attribute.to for attribute in facts.attributes}
    return any(name in figure.attributes and (not is_range or bool(ends[name])) for name, _ in facts.card.values)


def _problem(said: _Said) -> Problem:
    facts, figure, at = said.facts, said.figure, said.at
    values = dict(facts.card.values)
    name = next(attribute.id for attribute in facts.attributes if attribute.id in figure.attributes and attribute.id in values)
    number = str(figure.low) if figure.low == figure.high else f"{figure.low}–{figure.high}"
    message = f"the text of card `{facts.card.id}` says {number}, and its `{name}` is {values[name]}"
    sign = -1 if values[name] < 0 and said.is_lost else 1
    hint = f"write {sign * values[name]} here, or {name}: {sign * figure.low}"
    related = ((facts.item.values[name].span, f"`{name}`"),) if name in facts.item.values else ()
    return Problem("W740", message, at.inside(*figure.span), hint, related, facts.entity, at.path)


# ---------------------------------------------------------------- what attributes are called


def _names(game: Game, attributes: Sequence[ir.Attribute]) -> Names:
    """The nouns of the attributes that are numbers: their names, ids, icons and units, those of a counter of the same id, and synonyms."""
    numbers = [attribute for attribute in attributes if attribute.type.kind == "int"]
    words = figure_words()
    named: dict[tuple[str, ...], set[str]] = {}
    for attribute in numbers:
        for noun in _nouns(game, attribute):
            named.setdefault(noun, set()).add(attribute.id)
    costs = frozenset(item.id for item in numbers if item.shown == "cost" or not words.cost.isdisjoint((item.id, item.name.lower())))
    only = next(iter(costs)) if len(costs) == 1 else ""
    for alike in words.same:
        meant = {attribute for noun in alike for attribute in named.get(noun, ())}
        if meant:
            for noun in alike:
                named.setdefault(noun, meant)
    if only:
        for word in words.cost:
            named.setdefault((word,), {only})
    plural = {(*noun[:-1], form): meant for noun, meant in named.items() for form in _plurals(noun[-1])}
    nouns: Mapping[tuple[str, ...], frozenset[str]] = {noun: frozenset(meant) for noun, meant in {**plural, **named}.items()}
    plain = [item for item in numbers if item.id == only and item.name.lower() in words.cost]
    return Names(nouns, costs, only, bool(plain))


def _nouns(game: Game, attribute: ir.Attribute) -> Iterator[tuple[str, ...]]:
    names = [attribute.name, attribute.id.replace("_", " ")]
    counter, unit = game.counters.get(attribute.id), game.units.get(attribute.type.unit)
    if counter is not None:
        names.append(counter.name)
    if unit is not None and attribute.shown == "cost":
        names += [unit.name, unit.plural]
    for name in names:
        if name and "{" not in name:
            yield tuple(name.lower().split())
    if attribute.icon:
        yield (f"icon:{attribute.icon}",)


def _plurals(word: str) -> tuple[str, ...]:
    return (f"{word}s", f"{word}es", f"{word[:-1]}ies") if word.endswith("y") else (f"{word}s", f"{word}es")
