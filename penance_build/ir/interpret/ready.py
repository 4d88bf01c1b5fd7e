"""A game that stands ready before a question is asked: from a ``Situation`` to the state of counters and zones."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct

from penance_build.ir.interpret.dice import RunError
from penance_build.ir.interpret.state import State, new_state, owners_of
from penance_build.ir.nodes import Index, Pile, Played, Setup, Situation

PLAYERS = 2  # of a game that nothing says more of
MOST_PLAYERS = 100


class Fault(Struct, frozen=True):
    """What is wrong with a situation: its ``part`` (the name of a field), the ``name`` in it that is wrong, and a sentence; where there
    is nothing of this name, those that there are."""

    part: str
    name: str
    text: str
    known: tuple[str, ...] | None = None


def players_of(index: Index, situation: Situation | None) -> int:
    """How many play."""
    if situation is None:
        return PLAYERS
    setup = index.setups.get(situation.setup)
    return situation.players or (PLAYERS if setup is None else setup.players)


def faults(index: Index, situation: Situation) -> Iterator[Fault]:
    """What is wrong with a situation; nothing of one that can be set up."""
    setup = index.setups.get(situation.setup)
    if situation.setup and setup is None:
        yield Fault("setup", situation.setup, f"there is no setup `{situation.setup}`", tuple(index.setups))
        return
    players = players_of(index, situation)
    if not 1 <= players <= MOST_PLAYERS:
        yield Fault("players", str(players), f"there are 1 to {MOST_PLAYERS} players, not {players}")
        return
    yield from _brought(situation, setup, players)
    yield from _levels(index, situation, players)
    yield from _piles(index, situation, players)


def _brought(situation: Situation, setup: Setup | None, players: int) -> Iterator[Fault]:
    if not situation.decks:
        return
    first = situation.decks[0]
    if setup is None:
        yield Fault("decks", first, "decks are brought to a setup, and none is named; a zone may be given what lies in it")
    elif not setup.deck:
        yield Fault("decks", first, f"nobody brings a deck to the setup `{setup.id}`")
    elif len(situation.decks) > players:
        yield Fault("decks", situation.decks[players], f"{len(situation.decks)} decks are named, for {players} player{'s' * (players > 1)}")
    else:
        for deck in situation.decks:
            if deck not in setup.decks:
                yield Fault("decks", deck, f"the deck `{deck}` cannot be brought to the setup `{setup.id}`", setup.decks)


def _levels(index: Index, situation: Situation, players: int) -> Iterator[Fault]:
    for name, values in situation.counters:
        counter = index.counters.get(name)
        if counter is None:
            yield Fault("counters", name, f"there is no counter `{name}`", tuple(index.counters))
            continue
        owners = owners_of(index, counter, players)
        if len(values) not in (1, owners):
            some = f"1 or {owners} values" if owners > 1 else "1 value"
            yield Fault("counters", name, f"the counter `{name}` takes {some}, not {len(values)}")
        for value in values:
            if not counter.low <= value <= counter.high:
                yield Fault("counters", name, f"the counter `{name}` is {counter.low} to {counter.high}, not {value}")
                break


def _piles(index: Index, situation: Situation, players: int) -> Iterator[Fault]:
    for name, piles in situation.zones:
        zone = index.zones.get(name)
        if zone is None:
            yield Fault("zones", name, f"there is no zone `{name}`", tuple(index.zones))
            continue
        owners = owners_of(index, zone, players)
        if len(piles) not in (1, owners):
            some = f"1 or {owners} piles" if owners > 1 else "1 pile"
            yield Fault("zones", name, f"the zone `{name}` takes {some}, not {len(piles)}")
        for card in dict.fromkeys(card for pile in piles for card, _ in pile):
            if card not in index.cards:
                yield Fault("zones", card, f"there is no card `{card}`", tuple(index.cards))


def ready(program: Played, situation: Situation | None) -> State:
    """The state of a game that is set up so; nobody has seen in which order the cards of its piles lie. Raises RunError."""
    index, asked = program.by_id, situation or Situation()
    for fault in faults(index, asked):
        raise RunError(fault.text)
    setup, players = index.setups.get(asked.setup), players_of(index, asked)
    state = new_state(program, players)
    counters = state.counters
    piles: dict[str, Sequence[Pile]] = {}
    if setup is not None:
        decks = index.decks
        for zone, deck in setup.zones:
            piles[zone] = [decks[deck].cards] * owners_of(index, index.zones[zone], players)
        if setup.deck:
            brought = [*asked.decks, *setup.decks[:1] * (players - len(asked.decks))]
            piles[setup.deck] = [decks[deck].cards for deck in brought]
            for seat, deck in enumerate(brought):
                for name, value in decks[deck].counters:
                    counters[name][seat] = value
    for name, values in asked.counters:
        counters[name] = list(values) * (len(counters[name]) if len(values) == 1 else 1)
    for zone, given in asked.zones:
        piles[zone] = list(given) * (owners_of(index, index.zones[zone], players) if len(given) == 1 else 1)
    return _laid(program, state, piles)


def _laid(program: Played, state: State, piles: Mapping[str, Sequence[Pile]]) -> State:
    """The cards laid into their zones, each an instance of its own."""
    places = {card.id: at for at, card in enumerate(program.cards)}
    for zone, lie in state.zones.items():
        for into, pile in zip(lie, piles.get(zone, ()), strict=False):
            for card, copies in pile:
                into += range(len(state.cards), len(state.cards) + copies)
                state.cards += [places[card]] * copies
    state.unseen = frozenset(piles)
    return state
