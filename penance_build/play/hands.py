"""What became of the cards that players held: which were drawn, played, kept to the end, or dead in a hand.

A hand is a pile of a player that its owner alone sees. A card is played when its owner picks it out of a hand at a step whose card
the rules then play (``play:``); in a game that plays no card so, when its owner picks it out of a hand and it goes where all see it.
Piles into which cards come in no other way than by being played are where played cards lie.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from sys import intern
from typing import Any

from penance_build.ir.nodes import Call, CardAttr, Let, Match, Move, Pick, Procedure, Program, Setup, Stmt, Var
from penance_build.ir.walk import statements

Slot = tuple[str, str]  # of a procedure
Data = Mapping[str, Any]  # a state, an event, an action or an open choice, as the engine gives it


@dataclass(frozen=True, slots=True)
class Held:
    """The kinds of cards of one player in one game, in the order of the rules.

    ``drawn`` came into the hand, ``played`` are those of them that were played, ``dead`` those that lay in the hand at the end and were
    never played, ``kept`` those that lay in the hand or among the played cards at the end.
    """

    drawn: tuple[str, ...] = ()
    played: tuple[str, ...] = ()
    dead: tuple[str, ...] = ()
    kept: tuple[str, ...] = ()

    def interned(self) -> Held:
        """The same, with names that are there only once, however many games name them."""
        return Held(*(tuple(map(intern, kinds)) for kinds in (self.drawn, self.played, self.dead, self.kept)))


class Piles:
    """Which piles of a game are hands, which hold played cards, and which choices play a card."""

    def __init__(self, program: Program) -> None:
        self.order = [card.id for card in program.cards]
        self.hands = frozenset(zone.id for zone in program.zones if zone.owner == "player" and zone.visible == "owner")
        self.open = frozenset(zone.id for zone in program.zones if zone.visible == "all")
        self.shared = frozenset(zone.id for zone in program.zones if zone.owner == "game")
        bodies = {procedure.id: statements(procedure.body) for procedure in program.procedures}
        same = list(_same_card(program, bodies))
        played = _reaches(_effects(program, bodies), [(given, taken) for taken, given in same])
        picks = {(name, item.slot) for name, body in bodies.items() for item in body if isinstance(item, Pick) and item.zone in self.hands}
        self.is_played_by_rules = bool(picks & played)
        self.plays = picks & played if self.is_played_by_rules else picks
        self.laid = self.open & _only_for(played | _reaches(self.plays, same), bodies)

    def ordered(self, kinds: Iterable[str]) -> tuple[str, ...]:
        """Kinds of cards in the order of the rules."""
        found = set(kinds)
        return tuple(card for card in self.order if card in found) if found else ()


def _effects(program: Program, bodies: Mapping[str, Sequence[Stmt]]) -> set[Slot]:
    """The slots whose card has its effect run where they stand."""
    effects = {card.procedure for card in program.cards if card.procedure}
    found: set[Slot] = set()
    for name, body in bodies.items():
        for item in body:
            if isinstance(item, Match) and isinstance(item.on, CardAttr) and item.on.attr == "id" and isinstance(item.on.card, Var):
                inside = [stmt for case in item.cases for stmt in case.body]
                if any(isinstance(stmt, Call) and stmt.procedure in effects for stmt in inside):
                    found.add((name, item.on.card.name))
    return found


def _same_card(program: Program, bodies: Mapping[str, Sequence[Stmt]]) -> Iterator[tuple[Slot, Slot]]:
    """Pairs of slots of which the second holds what the first held: inputs that are given, variables that are copied."""
    inputs: dict[str, Procedure] = {procedure.id: procedure for procedure in program.procedures}
    for name, body in bodies.items():
        for item in body:
            if isinstance(item, Call):
                for argument, given in zip(item.args, inputs[item.procedure].inputs, strict=False):
                    if isinstance(argument, Var) and given.type.kind == "card":
                        yield (name, argument.name), (item.procedure, given.name)
            elif isinstance(item, Let) and isinstance(item.value, Var):
                yield (name, item.value.name), (name, item.slot)


def _reaches(start: Iterable[Slot], pairs: Sequence[tuple[Slot, Slot]]) -> set[Slot]:
    """All that is reached from some slots, along pairs."""
    found, waiting = set(start), list(start)
    while waiting:
        here = waiting.pop()
        for one, other in pairs:
            if one == here and other not in found:
                found.add(other)
                waiting.append(other)
    return found


def _only_for(slots: set[Slot], bodies: Mapping[str, Sequence[Stmt]]) -> frozenset[str]:
    """The zones into which the rules move nothing but the cards in these slots."""
    into: dict[str, bool] = {}
    for name, body in bodies.items():
        for item in body:
            if isinstance(item, Move):
                is_one = isinstance(item.card, Var) and (name, item.card.name) in slots
                into[item.target] = into.get(item.target, True) and is_one
    return frozenset(zone for zone, is_only in into.items() if is_only)


def kinds_of(program: Program, setup: Setup, decks: Sequence[str]) -> list[frozenset[str]]:
    """For each seat the kinds of cards that it can hold: of its deck, and of what the setup lays at it or before all."""
    listed = {deck.id: frozenset(card for card, _ in deck.cards) for deck in program.decks}
    common = frozenset[str]().union(*(listed[deck] for _, deck in setup.zones))
    return [common | (listed[decks[seat]] if decks else frozenset()) for seat in range(setup.players)]


class Course:
    """One game, followed from its beginning: ``state`` is its first, ``events`` are those that led to it."""

    def __init__(self, piles: Piles, state: Data, events: Iterable[Data]) -> None:
        self.piles, self.kinds = piles, state["cards"]
        self.drawn: list[set[str]] = [set() for _ in range(state["players"])]
        self.played: list[set[str]] = [set() for _ in range(state["players"])]
        self.picked: dict[int, int] = {}  # the card that a player picked last, until it goes elsewhere
        self.last: dict[int, int] = {}  # who played a card last
        for zone, owned in state["log"][0]["zones"].items():
            if zone in piles.hands:
                for owner, pile in enumerate(owned):
                    self.drawn[owner].update(pile)
        self.see(events)

    def see(self, events: Iterable[Data]) -> None:
        """What happened."""
        for event in events:
            if event["type"] == "move":
                self.moved(event)

    def moved(self, event: Data) -> None:
        """Cards went from one pile to another."""
        source, owner, target, other = event["from"], event["from_owner"], event["to"], event["to_owner"]
        if source in self.piles.hands:
            card = self.picked.get(owner)
            if card is not None and card in event["cards"]:
                del self.picked[owner]
                if target in self.piles.open:
                    self.play(owner, card)
        if target in self.piles.hands:
            self.drawn[other].update(self.kinds[card] for card in event["cards"])

    def chosen(self, pending: Data, action: Data, events: Iterable[Data]) -> None:
        """What a player chose, and what happened then."""
        player = pending["by"]
        if action["type"] == "pick":
            self.picked.pop(player, None)
            is_own = pending["zone"] in self.piles.hands and pending["owner"] == player
            if is_own and (action["procedure"], action["slot"]) in self.piles.plays:
                if self.piles.is_played_by_rules:
                    self.play(player, action["card"])
                else:
                    self.picked[player] = action["card"]
        self.see(events)

    def play(self, player: int, card: int) -> None:
        """A player plays a card of the own hand."""
        self.played[player].add(self.kinds[card])
        self.last[card] = player

    def ended(self, state: Data) -> tuple[Held, ...]:
        """What became of the cards of each player, after the last action."""
        return tuple(self.held(state["zones"], player) for player in range(state["players"]))

    def held(self, zones: Mapping[str, Sequence[Sequence[int]]], player: int) -> Held:
        """What became of the cards of a player."""
        drawn, played = self.drawn[player], self.played[player]
        hand = {self.kinds[card] for zone in self.piles.hands for card in zones[zone][player]}
        laid = {self.kinds[card] for zone in self.piles.laid for card in self.laid_by(zones, zone, player)}
        ordered = self.piles.ordered
        return Held(ordered(drawn), ordered(played), ordered((hand & drawn) - played), ordered((hand | laid) & drawn))

    def laid_by(self, zones: Mapping[str, Sequence[Sequence[int]]], zone: str, player: int) -> Sequence[int]:
        """The cards of a player that lie where played cards do: in a pile of the player, or played into one that all share."""
        if zone in self.piles.shared:
            return [card for card in zones[zone][0] if self.last.get(card) == player]
        return zones[zone][player]
