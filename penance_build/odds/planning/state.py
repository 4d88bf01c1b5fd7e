"""Counters and zones in a state of the walk: one hashable value in the slot ``@state``.

A zone is a tuple of blocks from the bottom up; a block is a card (its index among the game's cards) or a *bag*, a
sorted tuple of cards that lie in unknown order, each order alike. Shuffling makes a zone one bag. Drawing from a bag
takes each kind of card with its share, so that no order is held that nobody has seen. A zone of which no top card is
ever taken or looked at is a bag from the start: its order cannot matter.

A card that a variable holds, and that is found again by it, bears a tag: its *handle* is the card and a multiple of the
number of the game's cards. Where nobody needs to find it again, the handle is the card alone. A variable that comes to a
card which another one holds borrows the tag: its handle says so, and the tag is not taken off with it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from math import comb, lcm
from typing import TypeVar

from msgspec import Struct

from penance_build.ir.interpret.state import State, new_state
from penance_build.ir.nodes import Call, Change, CounterDef, Expr, Pick, Played, TopCard, ZoneDef
from penance_build.ir.uses import effects
from penance_build.ir.walk import own_expressions, reached
from penance_build.odds.planning.bags import Bag, Pile, arranged, bagged, blocks_of, cards, choices_of, parts_of, removed, size_of, without
from penance_build.odds.planning.demand import played
from penance_build.odds.planning.kinds import filled, kinds, ordered
from penance_build.odds.question.refusal import Refused
from penance_build.odds.rewriting.exprs import STATE_READS, holds

T = TypeVar("T")
World = tuple[tuple[tuple[int, ...], ...], tuple[tuple[Pile, ...], ...]]
Place = tuple[int, int]  # a zone and its owner
Ways = tuple[list[tuple[tuple[World, int], int]], int]
Expect = Callable[[int], None]
BORROWED = 2**20  # tags are below it
LOOKS = frozenset({TopCard})


class Flags(Struct, frozen=True):
    """What a procedure and its callees do: ``fails`` where a counter must not leave its bounds, ``plain`` where nothing is but
    arithmetic on whole numbers, booleans and members of enums, ``asks`` where players choose.
    """

    reads: bool
    writes: bool
    fails: bool
    plain: bool
    asks: bool

    @property
    def acts(self) -> bool:
        """Whether it does more than give results."""
        return self.writes or self.fails


class Looked(Struct, frozen=True):
    """What a question asks of one card, and whether it looks at which of two alike comes first in the game."""

    looks: tuple[Expr, ...]
    keeps_order: bool


class Effects:
    """The effects of procedures, found in their statements when they are asked for. ``strict`` are the counters that may fail."""

    def __init__(self, program: Played) -> None:
        self.procedures = program.by_id.procedures
        self.strict = frozenset(counter.id for counter in program.counters if counter.past == "illegal")
        self.has_state = bool(program.counters or program.zones)
        self.hides = any(zone.visible != "all" for zone in program.zones)
        self._known: dict[str, Flags] = {}

    def of(self, procedure: str) -> Flags:
        """The effects of one procedure."""
        if procedure not in self._known:
            reads = writes = fails = asks = False
            plain = all(item.type.kind in ("int", "bool", "enum") for item in self.procedures[procedure].inputs)
            for stmt in played(self.procedures[procedure].body):
                if isinstance(stmt, Call):
                    inner = self.of(stmt.procedure)
                    reads, writes, fails = reads or inner.reads, writes or inner.writes, fails or inner.fails
                    plain, asks = plain and inner.plain, asks or inner.asks
                does = effects(stmt)
                # A look at an order, and a card that is held, are in the state from then on.
                sees = isinstance(stmt, Pick) or any(holds(e, LOOKS) for e in own_expressions(stmt))
                reads, writes = reads or "reads" in does, writes or "changes" in does or sees
                fails = fails or (isinstance(stmt, Change) and stmt.counter in self.strict)
                plain, asks = plain and not does & {"rolls", "asks"}, asks or "asks" in does
                if self.has_state:
                    reads = reads or any(holds(e, STATE_READS) for e in own_expressions(stmt))
            self._known[procedure] = Flags(reads, writes, fails, plain and not reads and not writes, asks)
        return self._known[procedure]


class Worlds:
    """The operations on states of one program. Owners are indices: 0 for the game. A card is held by its handle, see above."""

    def __init__(self, program: Played) -> None:
        self.counters = program.counters
        self.counter_at = {item.id: at for at, item in enumerate(program.counters)}
        self.zone_at = {item.id: at for at, item in enumerate(program.zones)}
        self.zones = tuple(item.id for item in program.zones)
        self.program = program
        self.ends = max(1, len(program.cards))  # cards are below it; a handle is a card and a multiple of it
        self.ordered: frozenset[int] = frozenset()
        self.dry: frozenset[tuple[int, int]] = frozenset()
        self.is_bare = True  # no card lies anywhere
        self.cells = 0  # the counters and cards of a state
        self.asked = ""
        self.handles: dict[str, int] = {}

    def start(self, state: State | None, procedure: str, looked: Looked, held: Mapping[str, int] | None = None) -> World:
        """The first value of the slot, for a question about a procedure that looks so at cards.

        ``held`` are the instances of cards that are given to it, which ``handles`` has as handles then.
        """
        state = state or new_state(self.program)
        names = [item.id for item in reached(self.program.by_id.procedures, procedure)]
        known = kinds(self.program, looked.looks, state.cards, looked.keeps_order) if state.cards else []
        own = ordered(self.program, names)
        self.asked, self.ordered, self.is_bare = procedure, frozenset(self.zone_at[name] for name in own), not state.cards
        tags = {card: tag for tag, card in enumerate(dict.fromkeys((held or {}).values()), start=1)}
        self.handles = {name: known[state.cards[card]] + self.ends * tags[card] for name, card in (held or {}).items()}
        counters = tuple([tuple(state.counters[item.id]) for item in self.counters])
        self.cells = len(state.cards) + sum(map(len, counters))
        zones: list[tuple[Pile, ...]] = []
        for zone in self.zones:
            piles = [tuple([known[state.cards[card]] + self.ends * tags.get(card, 0) for card in pile]) for pile in state.zones[zone]]
            zones.append(tuple([pile if zone in own and zone not in state.unseen else bagged(pile) for pile in piles]))
        into = filled(self.program, names) if state.cards else frozenset()
        empty = [(at, owner) for at, piles in enumerate(zones) for owner, pile in enumerate(piles) if not pile]
        self.dry = frozenset(place for place in empty if self.zones[place[0]] not in into)
        return counters, tuple(zones)

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

    # ------------------------------------------------------------ top cards

    def move(self, world: World, source: Place, count: int, target: Place, bottom: bool, expect: Expect) -> Ways:
        """Move top cards: ((state, how many went), weight) for each way, and the total weight.

        Cards of a bag that go together are a bag again, for their order is as unknown as it was. ``expect`` is told of the ways
        before they are made, and may refuse.
        """
        pile = self.pile(world, source)
        moved = max(0, min(count, sum(map(size_of, pile))))
        if count > 0 and not pile and source in self.dry:
            raise self.nothing_there(source)
        if source == target and not bottom:  # each card goes back to where it was before the next one goes
            return [((world, moved), 1)], 1
        left, taken, open_ = moved, [], len(pile)
        while left and size_of(pile[open_ - 1]) <= left:
            open_ -= 1
            taken.append(pile[open_])
            left -= size_of(pile[open_])
        if not left:
            after = self.with_pile(world, source, pile[:open_])
            return [((self.land(after, taken, target, bottom), moved), 1)], 1
        bag = pile[open_ - 1]
        assert not isinstance(bag, int)
        expect(choices_of(bag, left))
        found = []
        for part, rest, weight in parts_of(bag, left):
            after = self.with_pile(world, source, (*pile[: open_ - 1], *blocks_of(rest)))
            found.append(((self.land(after, [*taken, *blocks_of(part)], target, bottom), moved), weight))
        return found, comb(len(bag), left)

    def land(self, world: World, blocks: Sequence[int | Bag], target: Place, bottom: bool) -> World:
        """Put blocks on a zone one by one, or under it."""
        pile = self.pile(world, target)
        if target[0] not in self.ordered:
            return self.with_pile(world, target, bagged((*cards(pile), *cards(tuple(blocks)))))
        return self.with_pile(world, target, (*reversed(blocks), *pile) if bottom else (*pile, *blocks))

    # ------------------------------------------------------------ single cards

    def look(self, world: World, zone: int, owner: int, passing: frozenset[int], tag: bool, expect: Expect) -> Ways:
        """The top-most card of a zone that passes: ((state, its handle or -1), weight) for each way, and the total weight.

        Where the order matters, what lay above it is known not to pass from then on, and what lies below it is as unknown as it was.
        """
        place = (zone, owner)
        pile = self.pile(world, place)
        self.see(place, pile)
        for at in range(len(pile) - 1, -1, -1):
            block = pile[at]
            if not passing.intersection(cards((block,))):
                continue
            if isinstance(block, int):
                return [(self.tagged(world, place, at, block, tag), 1)], 1
            fitting = {card: block.count(card) for card in dict.fromkeys(block) if card in passing}
            total = sum(fitting.values())
            if zone not in self.ordered or total == len(block) == 1:
                return [(self.tagged(world, place, at, card, tag), many) for card, many in fitting.items()], total
            return self._depths(world, place, at, fitting, tag, expect)
        return [((world, -1), 1)], 1

    def _depths(self, world: World, place: Place, at: int, fitting: Mapping[int, int], tag: bool, expect: Expect) -> Ways:
        """The ways in which a bag in a pile may hold its top-most fitting card: those above it, the card, those below it."""
        pile = self.pile(world, place)
        bag = pile[at]
        assert not isinstance(bag, int)
        others = tuple([card for card in bag if card not in fitting])
        expect(sum(choices_of(others, above) for above in range(len(others) + 1)) * len(fitting))
        sizes = {above: comb(len(bag), above) * (len(bag) - above) for above in range(len(others) + 1)}
        total = lcm(*sizes.values())
        found: list[tuple[tuple[World, int], int]] = []
        for above, size in sizes.items():
            for part, rest, weight in parts_of(others, above):
                for card, many in fitting.items():
                    below = tuple(sorted((*rest, *without([card for card in bag if card in fitting], card))))
                    blocks = (*pile[:at], *blocks_of(below), card, *blocks_of(part), *pile[at + 1 :])
                    spot = at + bool(below)
                    there = self.with_pile(world, place, blocks)
                    found.append((self.tagged(there, place, spot, card, tag), weight * many * (total // size)))
        return found, total

    def pick(self, world: World, zone: int, owner: int, wanted: Mapping[int, int], tag: bool) -> Ways:
        """One of these cards of a zone by its weight, ((state, its handle), weight) for each way; -1 where there is none."""
        place = (zone, owner)
        pile = self.pile(world, place)
        self.see(place, pile)
        if not wanted:
            return [((world, -1), 1)], 1
        lying = {card: [at for at, block in enumerate(pile) for other in cards((block,)) if other == card] for card in wanted}
        scale = lcm(*map(len, lying.values()))
        found = []
        for card, weight in wanted.items():
            for at in dict.fromkeys(lying[card]) if tag else lying[card][:1]:
                share = lying[card].count(at) * scale // len(lying[card]) if tag else scale
                found.append((self.tagged(world, place, at, card, tag), weight * share))
        return found, scale * sum(wanted.values())

    def tagged(self, world: World, place: Place, at: int, card: int, tag: bool) -> tuple[World, int]:
        """The state in which one such card of a block is held, and its handle; the card itself where nobody needs to find it again."""
        if not tag or card >= self.ends:
            return world, card + self.ends * BORROWED * (tag and card >= self.ends)
        used = {other // self.ends for row in world[1] for pile in row for other in cards(pile)}
        handle = card + self.ends * next(number for number in range(1, len(used) + 2) if number not in used)
        pile = self.pile(world, place)
        block = pile[at]
        held = handle if isinstance(block, int) else tuple(sorted((*without(block, card), handle)))
        return self.with_pile(world, place, (*pile[:at], held, *pile[at + 1 :])), handle

    def place(self, world: World, handle: int, target: int, owner: int, bottom: bool) -> World:
        """Move a held card."""
        handle %= self.ends * BORROWED
        for at, row in enumerate(world[1]):
            for who, pile in enumerate(row):
                if handle in cards(pile):
                    after = self.with_pile(world, (at, who), removed(pile, handle))
                    return self.land(after, [handle], (target, owner), bottom)
        return world

    def forget(self, world: World, handle: int) -> World:
        """The state in which a card is not held any more."""
        if not self.ends <= handle < self.ends * BORROWED:
            return world
        for at, row in enumerate(world[1]):
            for who, pile in enumerate(row):
                for spot, block in enumerate(pile):
                    if handle in cards((block,)):
                        plain = handle % self.ends
                        free = plain if isinstance(block, int) else tuple(sorted((*without(block, handle), plain)))
                        return self.with_pile(world, (at, who), (*pile[:spot], free, *pile[spot + 1 :]))
        return world

    def lie(self, world: World, is_seen: Callable[[ZoneDef, int], bool]) -> list[tuple[World, Fraction]]:
        """The worlds in which the cards of all zones that are seen lie in an order that is known, where it matters, with their chances."""
        found = [(world, Fraction(1))]
        for at in sorted(self.ordered):
            for owner in range(len(world[1][at])):
                if is_seen(self.program.zones[at], owner):
                    found = [
                        (self.with_pile(here, (at, owner), pile), chance * share)
                        for here, chance in found
                        for pile, share in arranged(self.pile(here, (at, owner)))
                    ]
        return found

    def see(self, place: Place, pile: Pile) -> None:
        """Raise Refused where cards are asked for in a game that has none."""
        if not pile and place in self.dry and self.is_bare:
            raise self.nothing_there(place)

    def nothing_there(self, place: Place) -> Refused:
        """The refusal of a draw where nothing lies."""
        zone = self.program.zones[place[0]]
        whose = f" of player {place[1] + 1}" if zone.owner == "player" else ""
        reason = f"'{self.asked}' takes cards from '{zone.id}'{whose}, in which no card lies; a setup, decks or zones say what does."
        return Refused(reason, self.asked)

    # ------------------------------------------------------------ piles

    def pile(self, world: World, at: Place) -> Pile:
        """The blocks of a zone."""
        return world[1][at[0]][at[1]]

    def with_pile(self, world: World, at: Place, pile: Pile) -> World:
        """The world with other blocks there."""
        rows, zones = world
        return rows, _put(zones, at[0], _put(zones[at[0]], at[1], pile))


def _clamped(what: CounterDef, value: int) -> int:
    return max(what.low, min(what.high, value))


def _put(row: tuple[T, ...], at: int, value: T) -> tuple[T, ...]:
    return (*row[:at], value, *row[at + 1 :])
