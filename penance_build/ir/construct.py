"""Legal decks: the parts of a construction, filled with whole sets or with single cards.

Used by the check that reports what is wrong with a deck, and by the list of all decks that a faction may bring. Ways to fill a
part are counted before one of them is made, and sets are only put together where their sizes still come to the number asked for.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, product
from math import comb, prod
from typing import Final

from msgspec import Struct

from penance_build.ir.nodes import CardSet, Construction, DeckDef, DeckPart, Program

Cards = Counter[str]
MOST_COMPARED: Final = 10_000  # ways of which the nearest to a wrong deck is looked for
MOST_STATES: Final = 500_000  # in which the sets of a part are, while they are put together


_State = tuple[int, tuple[tuple[str, int], ...]]


class TooManyWays(Exception):
    """Sets share so many cards that the ways to put them together cannot be counted."""


class LegalDeck(Struct, frozen=True):
    """A legal deck of a faction: what fills each part (ids of sets, or of cards), and its cards with their copies."""

    faction: str
    chosen: tuple[tuple[str, ...], ...]
    cards: tuple[tuple[str, int], ...]


def count_decks(program: Program, construction: Construction, faction: str) -> int:
    """How many decks :func:`legal_decks` gives; none of them is made. Raises TooManyWays."""
    return prod(_count(program, construction, part, faction) for part in construction.parts)


def legal_decks(program: Program, construction: Construction, faction: str) -> Iterator[LegalDeck]:
    """Every deck that a faction may bring, in the order in which sets and cards are declared. Raises TooManyWays."""
    if count_decks(program, construction, faction) == 0:
        return
    ways = [list(_fillings(program, construction, part, faction)) for part in construction.parts]
    for filled in product(*ways):
        total: Cards = Counter()
        for _, cards in filled:
            total.update(cards)
        yield LegalDeck(faction, tuple(chosen for chosen, _ in filled), tuple(sorted(total.items())))


def _count(program: Program, construction: Construction, part: DeckPart, faction: str) -> int:
    """How many ways there are to fill one part."""
    if part.take == "cards":
        return comb(len(_pool(program, construction, part, faction)), part.count)
    return _Search(_sets(program, construction, part, faction), part.count, construction.most).count()


def _fillings(program: Program, construction: Construction, part: DeckPart, faction: str) -> Iterator[tuple[tuple[str, ...], Cards]]:
    """The ways to fill one part."""
    if part.take == "cards":
        for chosen in combinations(_pool(program, construction, part, faction), part.count):
            yield chosen, Counter(chosen)
        return
    sets = _sets(program, construction, part, faction)
    found = [tuple(sets[place] for place in some) for some in _Search(sets, part.count, construction.most).places()]
    for several in sorted(found, key=len):  # fewest sets first, each number of them in the order declared
        yield tuple(item.id for item in several), _together(several)


def _pool(program: Program, construction: Construction, part: DeckPart, faction: str) -> list[str]:
    """The cards that may fill a part."""
    families = frozenset((faction, *construction.shared))
    return [card.id for card in program.cards if card.slot == part.slot and not families.isdisjoint(card.factions or (card.faction,))]


def _sets(program: Program, construction: Construction, part: DeckPart, faction: str) -> list[CardSet]:
    """The sets that may fill a part: those that are empty, larger than it, or have too many copies of a card are none."""
    families = frozenset((faction, *construction.shared))
    named = [item for item in program.card_sets if item.slot == part.slot and item.faction in families]
    most = construction.most or part.count
    return [item for item in named if 0 < _size(item) <= part.count and all(copies <= most for _, copies in item.cards)]


def _size(item: CardSet) -> int:
    return sum(copies for _, copies in item.cards)


class _Search:
    """The ways to take some sets that come to ``wanted`` cards, with ``most`` copies of a card at most, where it is not 0.

    A state is how many cards are still to come, and how many copies were taken of those cards of which too many may be taken yet.
    """

    def __init__(self, sets: Sequence[CardSet], wanted: int, most: int) -> None:
        self.sets, self.wanted, self.most = sets, wanted, most
        self.ends = [1]  # bit n of the number of a place: some of the sizes from there on come to n
        for size in reversed([_size(item) for item in sets]):
            self.ends.append((self.ends[-1] | self.ends[-1] << size) & ((1 << wanted + 1) - 1))
        self.ends.reverse()
        together = _together(sets)
        # The cards of which all sets together have too many, each with the place of the last set that has it.
        self.last = {name: place for place, item in enumerate(sets) for name, _ in item.cards if 0 < most < together[name]}

    def count(self) -> int:
        """How many ways there are. Raises TooManyWays."""
        if self.last:
            return self._ways()[0].get((self.wanted, ()), 0)
        ways = [1] + [0] * self.wanted
        for size in map(_size, self.sets):
            ways = [here + (ways[total - size] if total >= size else 0) for total, here in enumerate(ways)]
        return ways[self.wanted]

    def places(self) -> Iterator[tuple[int, ...]]:
        """Every way, as the places of its sets in order; none is begun that cannot be ended. Raises TooManyWays."""
        ways = self._ways()
        waiting: list[tuple[int, _State, tuple[int, ...]]] = [(0, (self.wanted, ()), ())]
        while waiting:
            place, state, taken = waiting.pop()
            if not ways[place].get(state):
                continue
            if place == len(self.sets):
                yield taken
                continue
            following = self._following(place, state)  # the one without the set is gone through last
            waiting.extend((place + 1, after, taken if after[0] == state[0] else (*taken, place)) for after in following)

    def _ways(self) -> list[dict[_State, int]]:
        """Before each set, and behind the last one: how many ways there are to go on from each state that is reached."""
        reached: list[list[_State]] = [[(self.wanted, ())]]
        states = 1
        for place in range(len(self.sets)):
            reached.append(list(dict.fromkeys(state for before in reached[-1] for state in self._following(place, before))))
            states += len(reached[-1])
            if states > MOST_STATES:
                raise TooManyWays
        found: list[dict[_State, int]] = [{state: int(state[0] == 0) for state in reached[-1]}]
        for place in reversed(range(len(self.sets))):
            behind = found[-1]
            found.append({state: sum(behind[after] for after in self._following(place, state)) for state in reached[place]})
        return found[::-1]

    def _following(self, place: int, state: _State) -> list[_State]:
        """The states behind a set that is left out, and that is taken, where their sizes can still come to the number."""
        left, used = state
        after = []
        if self.ends[place + 1] >> left & 1:
            after.append((left, tuple(item for item in used if self.last[item[0]] > place)))
        item = self.sets[place]
        if _size(item) <= left and self.ends[place + 1] >> left - _size(item) & 1:
            held = dict(used)
            for name, copies in item.cards:
                if name in self.last:
                    held[name] = held.get(name, 0) + copies
            if all(copies <= self.most for copies in held.values()):
                after.append((left - _size(item), tuple(pair for pair in sorted(held.items()) if self.last[pair[0]] > place)))
        return after


def _together(sets: Sequence[CardSet]) -> Cards:
    cards: Cards = Counter()
    for item in sets:
        cards.update(dict(item.cards))
    return cards


def faults(program: Program, construction: Construction, deck: DeckDef) -> Iterator[tuple[str, str]]:
    """What is wrong with a deck, as (sentence, likely fix); nothing: it is legal."""
    by_id = program.by_id.cards
    families = (deck.faction, *construction.shared)
    slots = {part.slot for part in construction.parts}
    names = {group.id: group.name for group in program.slots}
    for name, copies in deck.cards:
        card = by_id[name]
        if 0 < construction.most < copies:
            yield f"it has {copies} copies of `{name}`, and may have {construction.most}", "take some out, or raise `most:`"
        if not any(name in families for name in card.factions or (card.faction,)):
            yield f"`{name}` is a card of `{card.faction}`, and the deck one of `{deck.faction}`", f"use cards of: {', '.join(families)}"
        if card.slot not in slots:
            yield f"`{name}` is a card of the slot `{card.slot}`, which no part takes", f"the parts are: {', '.join(sorted(slots))}"
    for part in construction.parts:
        held = {name: copies for name, copies in deck.cards if by_id[name].slot == part.slot}
        label = names.get(part.slot, part.slot)
        total = sum(held.values())
        if total != part.count:
            yield f"{total} cards of {label}, where {part.count} are asked for", "change their copies"
        elif part.take == "cards":
            twice = [name for name, copies in held.items() if copies > 1]
            if twice:
                yield f"{label} has {held[twice[0]]} copies of `{twice[0]}`, and takes different cards", "take another card"
        else:
            is_made = _is_made_of(_sets(program, construction, part, deck.faction), held)
            if is_made is None:
                told = f"of its sets more than {MOST_COMPARED:,} fit in part, the limit"
                yield f"it cannot be seen whether the cards of {label} are sets: {told}", "let fewer sets share cards"
            elif not is_made:
                yield _nearest(program, construction, part, deck.faction, held, label)


def _is_made_of(sets: Sequence[CardSet], held: dict[str, int]) -> bool | None:
    """Whether cards are some of the sets together; None where that is too much to see.

    The sets are gone through once. What is kept is which cards the sets so far have left over: a set that does not fit is never
    tried, and cards that no later set has must be used up by then, so only sets that share cards leave more than one possibility.
    """
    fitting = [dict(item.cards) for item in sets if all(held.get(name, 0) >= copies for name, copies in item.cards)]
    last = {name: number for number, cards in enumerate(fitting) for name in cards}
    if not last.keys() >= held.keys():
        return False
    possible = {tuple(sorted(held.items()))}
    for number, cards in enumerate(fitting):
        after: set[tuple[tuple[str, int], ...]] = set()
        for rest in possible:
            for taken in ({}, cards):
                left = [(name, copies - taken.get(name, 0)) for name, copies in rest]
                has_all = sum(taken.values()) == sum(copies for _, copies in rest) - sum(copies for _, copies in left)
                if has_all and all(copies >= 0 and (copies == 0 or last[name] > number) for name, copies in left):
                    after.add(tuple(item for item in left if item[1]))
        if len(after) > MOST_COMPARED:
            return None
        possible = after
    return () in possible


def _nearest(
    program: Program, construction: Construction, part: DeckPart, faction: str, held: dict[str, int], label: str
) -> tuple[str, str]:
    """Cards that are no set, and the set that they are nearest to; where there are too many to compare, how many there are."""
    try:
        count = _count(program, construction, part, faction)
        ways = list(_fillings(program, construction, part, faction)) if count <= MOST_COMPARED else []
    except TooManyWays:
        return f"the cards of {label} are no set", "copy the cards of sets"
    if count == 0:
        return f"no set of `{faction}` has {part.count} cards of {label}", "declare one under `card_sets:`"
    if not ways:
        told = f"there are {count:,} ways to put sets together to {part.count} cards"
        return f"the cards of {label} are no set", f"{told}; copy the cards of one"
    chosen, cards = min(ways, key=lambda way: sum(((way[1] - Counter(held)) + (Counter(held) - way[1])).values()))
    lacks = ", ".join(f"{count} {name}" for name, count in sorted((cards - Counter(held)).items()))
    more = ", ".join(f"{count} {name}" for name, count in sorted((Counter(held) - cards).items()))
    return f"the cards of {label} are no set", f"for {' and '.join(chosen)} it lacks {lacks}, and has {more} too many"
