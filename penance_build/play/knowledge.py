"""The information set of a player, as a state: hidden cards are in random order, and log and generator are left out.

A program that looks ahead is given such a state. It can be played on like any other, but two states that differ only in what
the player cannot see give the same one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from penance_build.ir.nodes import Program
from penance_build.play.table import State

Pile = tuple[str, int]


def shuffled(generator: Any, items: Sequence[int]) -> list[int]:
    """The items in an order that the generator gives."""
    found = list(items)
    for index, other in enumerate(generator.shuffle(len(found))):
        place = len(found) - 1 - index
        found[place], found[other] = found[other], found[place]
    return found


class Knowledge:
    """What the players of one game may know: which piles they see, and which card slots a running procedure has."""

    def __init__(self, program: Program) -> None:
        self.zones = program.zones
        self.card_slots = {
            procedure.id: tuple(slot.name for slot in procedure.slots if slot.type.kind == "card") for procedure in program.procedures
        }

    def of(self, state: State, player: int, generator: Any) -> State:
        """The state as the player may imagine it: hidden cards dealt anew among the hidden places, no log, no chance."""
        hidden = [pile for pile in self.piles(state) if not self.sees(pile, player)]
        asked = set(state["pending"].get("cards", ())) if state["pending"] and state["pending"]["by"] == player else set()
        groups = self.groups(state)
        pools: dict[object, list[int]] = {}
        for zone, owner in hidden:
            for card in state["zones"][zone][owner]:
                if card not in asked:
                    pools.setdefault(groups[card], []).append(card)
        dealt = {group: shuffled(generator, sorted(pools[group])) for group in sorted(pools, key=str)}
        zones = {zone: [list(pile) for pile in piles] for zone, piles in state["zones"].items()}
        places: dict[int, int] = {}
        for zone, owner in hidden:
            before = zones[zone][owner]
            after = [card if card in asked else dealt[groups[card]].pop() for card in before]
            places.update(zip(before, after, strict=True))
            zones[zone][owner] = shuffled(generator, after) if asked & set(before) else after
        pending = state["pending"]
        if pending is not None and "cards" in pending:
            pending = {**pending, "cards": sorted(places.get(card, card) for card in pending["cards"])}
        known = {"log": [{**state["log"][0], "zones": {}}], "fixed": 0, "rng": None, "script": None, "used": {}}
        frames = [self.frame(frame, places) for frame in state["frames"]]
        return {**state, "zones": zones, "frames": frames, "pending": pending, **known}

    def sees(self, pile: Pile, player: int) -> bool:
        """Whether a player sees the cards of a pile."""
        zone = next(zone for zone in self.zones if zone.id == pile[0])
        return zone.visible == "all" or (zone.visible == "owner" and pile[1] == player)

    def piles(self, state: State) -> Iterator[Pile]:
        """All piles in the order of the rules."""
        for zone in self.zones:
            yield from ((zone.id, owner) for owner in range(len(state["zones"][zone.id])))

    def groups(self, state: State) -> list[object]:
        """For each card what it is hidden among: the cards that began in the same pile, whose list everybody knows.

        Where hands lay on the table before the first step, nobody else knows from which pile, and all cards are one group.
        """
        began = state["log"][0]["zones"]
        found: list[object] = []
        for zone in self.zones:
            for owner, pile in enumerate(began.get(zone.id, ())):
                found += [(zone.id, owner)] * len(pile)
                if zone.visible == "owner" and pile:
                    return [None] * len(state["cards"])
        return found

    def frame(self, frame: dict[str, Any], places: dict[int, int]) -> dict[str, Any]:
        """A running procedure whose card slots mean the card that now lies where theirs lay."""
        slots = dict(frame["v"])
        for name in self.card_slots.get(frame["p"], ()):
            slots[name] = places.get(slots[name], slots[name])
        return {**frame, "v": slots}
