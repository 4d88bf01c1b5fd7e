"""Counters and zones in a state of the walk: one hashable value in the slot ``@state``.

A zone is a tuple of blocks from the bottom up; a block is a card (its index among the game's cards) or a *bag*, a
sorted tuple of cards that lie in unknown order, each order alike. Shuffling makes a zone one bag. Drawing from a bag
takes each kind of card with its share, so that no order is held that nobody has seen. A zone that no top card is ever
taken from is a bag from the start: its order cannot matter.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import TypeVar

from msgspec import Struct

from penance_build.ir.interpret.expressions import card_attr
from penance_build.ir.interpret.state import State, new_state
from penance_build.ir.nodes import Call, CardAttr, Change, CounterDef, Move, Played
from penance_build.ir.uses import effects
from penance_build.ir.walk import own_expressions
from penance_build.odds.planning.demand import STATE_READS, played
from penance_build.odds.question.refusal import Refused
from penance_build.odds.rewriting.exprs import holds, walk

T = TypeVar("T")
Bag = tuple[int, ...]
Pile = tuple[int | Bag, ...]
World = tuple[tuple[tuple[int, ...], ...], tuple[tuple[Pile, ...], ...]]


class Flags(Struct, frozen=True):
    """What a procedure and its callees do: ``fails`` where a counter must not leave its bounds, ``plain`` where nothing is but
    arithmetic on whole numbers, booleans and members of enums.
    """

    reads: bool
    writes: bool
    fails: bool
    plain: bool

    @property
    def acts(self) -> bool:
        """Whether it does more than give results."""
        return self.writes or self.fails


class Effects:
    """The effects of procedures, found in their statements when they are asked for. ``strict`` are the counters that may fail."""

    def __init__(self, program: Played) -> None:
        self.procedures = program.by_id.procedures
        self.strict = frozenset(counter.id for counter in program.counters if counter.past == "illegal")
        self.has_state = bool(program.counters or program.zones)
        self._known: dict[str, Flags] = {}

    def of(self, procedure: str) -> Flags:
        """The effects of one procedure."""
        if procedure not in self._known:
            reads = writes = fails = False
            plain = all(item.type.kind in ("int", "bool", "enum") for item in self.procedures[procedure].inputs)
            for stmt in played(self.procedures[procedure].body):
                if isinstance(stmt, Call):
                    inner = self.of(stmt.procedure)
                    reads, writes, fails = reads or inner.reads, writes or inner.writes, fails or inner.fails
                    plain = plain and inner.plain
                does = effects(stmt)
                reads, writes = reads or "reads" in does, writes or "changes" in does
                fails = fails or (isinstance(stmt, Change) and stmt.counter in self.strict)
                plain = plain and not does & {"rolls", "asks"}
                if self.has_state:
                    reads = reads or any(holds(e, STATE_READS) for e in own_expressions(stmt))
            self._known[procedure] = Flags(reads, writes, fails, plain and not reads and not writes)
        return self._known[procedure]


class Worlds:
    """The operations on states of one program. Owners are indices: 0 for the game."""

    def __init__(self, program: Played) -> None:
        self.counters = program.counters
        self.places = {item.id: at for at, item in enumerate(program.counters)} | {item.id: at for at, item in enumerate(program.zones)}
        self.zones = tuple(item.id for item in program.zones)
        self.program = program
        self.procedures = program.by_id.procedures

    @cached_property
    def ordered(self) -> frozenset[str]:
        """The zones from which a top card is taken somewhere, so that their order may matter."""
        moves = [stmt for item in self.program.procedures for stmt in played(item.body) if isinstance(stmt, Move)]
        return frozenset(stmt.source for stmt in moves if stmt.card is None)

    def start(self, state: State | None, procedure: str) -> World:
        """The first value of the slot. Cards that nothing in the procedure tells apart are the first of their kind."""
        state = state or new_state(self.program)
        kinds = self.kinds(procedure) if state.cards else []
        counters = tuple([tuple(state.counters[item.id]) for item in self.counters])
        zones: list[tuple[Pile, ...]] = []
        for zone in self.zones:
            piles = [tuple([kinds[state.cards[card]] for card in pile]) for pile in state.zones[zone]]
            zones.append(tuple([pile if zone in self.ordered else bagged(pile) for pile in piles]))
        return counters, tuple(zones)

    def kinds(self, procedure: str) -> list[int]:
        """For each card of the game the first card with the same attributes, of those that the procedure or a callee reads."""
        names = [procedure]
        attrs: dict[str, None] = {}
        for name in names:  # grows as callees are found
            for stmt in played(self.procedures[name].body):
                if isinstance(stmt, Call) and stmt.procedure not in names:
                    names.append(stmt.procedure)
                attrs |= {node.attr: None for e in own_expressions(stmt) for node in walk(e) if isinstance(node, CardAttr)}
        seen: dict[tuple[int, ...], int] = {}
        cards = range(len(self.program.cards))
        return [seen.setdefault(tuple([card_attr(self.program, card, attr) for attr in attrs]), card) for card in cards]

    def change(self, world: World, counter: int, owner: int, by: int, is_set: bool) -> World:
        """Add to a counter or set it. Raises Refused where that is illegal."""
        rows, zones = world
        what = self.counters[counter]
        value = by if is_set else rows[counter][owner] + by
        if what.past == "illegal" and not what.low <= value <= what.high:
            raise Refused(f"{what.name} would be {value}, outside {what.low} to {what.high}: an illegal action has no odds.")
        row = _put(rows[counter], owner, _clamped(what, value))
        return _put(rows, counter, row), zones

    def shuffle(self, world: World, zone: int, owner: int) -> World:
        """Make a zone one bag."""
        rows, zones = world
        return rows, _put(zones, zone, _put(zones[zone], owner, bagged(cards(zones[zone][owner]))))

    def move(
        self, world: World, source: tuple[int, int], count: int, target: tuple[int, int], bottom: bool
    ) -> tuple[list[tuple[tuple[World, int], int]], int]:
        """Move top cards one by one: ((state, how many went), weight) for each way, and the total weight."""
        size = sum(1 for _ in cards(self.pile(world, source)))
        moved = max(0, min(count, size))
        ways: dict[World, int] = {world: 1}
        total = 1
        for _ in range(moved):
            # Every way has the same blocks of the same sizes, and so the same number of cards that may be on top.
            top = self.pile(next(iter(ways)), source)[-1]
            total *= 1 if isinstance(top, int) else len(top)
            grown: dict[World, int] = {}
            for here, weight in ways.items():
                for there, share in self.move_one(here, source, target, bottom):
                    grown[there] = grown.get(there, 0) + weight * share
            ways = grown
        return [((there, moved), weight) for there, weight in ways.items()], total

    def move_one(self, world: World, source: tuple[int, int], target: tuple[int, int], bottom: bool) -> Iterator[tuple[World, int]]:
        """The top card of a zone that is not empty, each kind that it may be with how many cards are of that kind."""
        pile = self.pile(world, source)
        top = pile[-1]
        if isinstance(top, int):
            yield self.land(self.with_pile(world, source, pile[:-1]), top, target, bottom), 1
            return
        for card in dict.fromkeys(top):
            at = top.index(card)
            left = top[:at] + top[at + 1 :]
            rest = (*pile[:-1], left) if left else pile[:-1]
            yield self.land(self.with_pile(world, source, rest), card, target, bottom), top.count(card)

    def land(self, world: World, card: int, target: tuple[int, int], bottom: bool) -> World:
        """Put a card on a zone, or under it."""
        pile = self.pile(world, target)
        if self.zones[target[0]] not in self.ordered:
            return self.with_pile(world, target, bagged((*cards(pile), card)))
        return self.with_pile(world, target, (card, *pile) if bottom else (*pile, card))

    def pile(self, world: World, at: tuple[int, int]) -> Pile:
        """The blocks of a zone."""
        return world[1][at[0]][at[1]]

    def with_pile(self, world: World, at: tuple[int, int], pile: Pile) -> World:
        """The world with other blocks there."""
        rows, zones = world
        return rows, _put(zones, at[0], _put(zones[at[0]], at[1], pile))


def cards(pile: Pile) -> Iterator[int]:
    """The cards of a zone, bags in no order."""
    for block in pile:
        if isinstance(block, int):
            yield block
        else:
            yield from block


def bagged(found: Iterable[int]) -> Pile:
    """One bag of these cards; nothing where there are none."""
    bag = tuple(sorted(found))
    return (bag,) if bag else ()


def _clamped(what: CounterDef, value: int) -> int:
    return max(what.low, min(what.high, value))


def _put(row: tuple[T, ...], at: int, value: T) -> tuple[T, ...]:
    return (*row[:at], value, *row[at + 1 :])
