"""The games in which claims and examples ask: a setup, decks, counters, zones and players, as written and as records."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence

from msgspec import Struct

from penance_build.diagnostics.suggest import did_you_mean
from penance_build.ir import nodes as ir
from penance_build.ir.interpret.ready import Fault, faults, players_of
from penance_build.ir.nodes import Type
from penance_build.model.context.context import Context
from penance_build.model.context.world import World, counter_type
from penance_build.surface.nodes import At, Formula, Scalar
from penance_build.surface.rules import Lying, Situation

_HINTS = {
    "setup": "there is no setup; what lies where can be said by `zones:`",
    "decks": "a setup with a `deck:` takes them",
    "players": "players are numbered from 1",
}


def around(
    world: World, setups: Sequence[ir.Setup], decks: Sequence[ir.DeckDef], cards: Sequence[ir.Card], maps: Sequence[ir.Space]
) -> ir.Index:
    """What a situation may name; the rest of the index is empty."""
    named = {
        "setups": {item.id: item for item in setups},
        "decks": {item.id: item for item in decks},
        "cards": {item.id: item for item in cards},
        "spaces": {item.id: item for item in maps},
        "counters": dict(world.counters),
        "zones": dict(world.zones),
    }
    nothing: dict[str, Mapping[str, object]] = {name: {} for name in ir.Index.__struct_fields__}
    return ir.Index(**{**nothing, **named})  # type: ignore[arg-type]


def placed(index: ir.Index | None) -> Hashable:
    """What situations depend on beside the declarations."""
    if index is None:
        return ()
    return tuple(index.setups.values()), tuple(index.decks.values()), tuple(index.cards)


class SituationReader(Struct, frozen=True):
    """Reads the situation of one entry; ``value`` reads a constant of a type."""

    ctx: Context
    index: ir.Index | None
    entity: tuple[str, str]
    value: Callable[[Formula, Type, tuple[str, str], str], int | None]

    def players(self, found: ir.Situation | None) -> int:
        """How many play."""
        return players_of(self.index or _EMPTY, found)

    def read(self, given: Situation) -> ir.Situation | None:
        """The situation as a record; None after reporting what is wrong with it."""
        index = self.index
        if index is None:
            return None
        before = len(self.ctx.report)
        counters = tuple((name, self._values(name, items)) for name, (_, items) in given.counters.items())
        zones = tuple((name, tuple(self._pile(pile) for pile in piles)) for name, (_, piles) in given.zones.items())
        setup = "" if given.setup is None else given.setup.text
        players = 0 if given.players is None else int(given.players.value)
        found = ir.Situation(setup, tuple(item.text for item in given.decks), counters, zones, players)
        if len(self.ctx.report) == before:
            wrong = list(faults(index, found))
            for fault in wrong:
                if not self._is_brought(given, fault):
                    self._report(given, fault)
            if wrong:
                return None
        return found if len(self.ctx.report) == before else None

    @staticmethod
    def _is_brought(given: Situation, fault: Fault) -> bool:
        """Whether what is wrong is a card of a deck that lies in a zone: the deck itself is reported."""
        piles = [pile for _, items in given.zones.values() for pile in items]
        is_written = fault.name in given.zones or any(fault.name in pile.cards for pile in piles if pile.deck is None)
        return fault.part == "zones" and not is_written and any(pile.deck is not None for pile in piles)

    def _values(self, name: str, items: tuple[Formula, ...]) -> tuple[int, ...]:
        counter = None if self.index is None else self.index.counters.get(name)
        if counter is None:
            return (0,)
        found = [self.value(item, counter_type(self.ctx.world, counter), self.entity, "") for item in items]
        return tuple(number for number in found if number is not None)

    def _pile(self, pile: Lying) -> ir.Pile:
        if pile.deck is None:
            return tuple((card, int(copies.value)) for card, copies in pile.cards.items())
        decks: Mapping[str, ir.DeckDef] = {} if self.index is None else self.index.decks
        deck = decks.get(pile.deck.text)
        if deck is None:
            hint = did_you_mean(pile.deck.text, sorted(decks)) or "cards are written with their copies, as {card: 3}"
            self.ctx.wrong(pile.at, self.entity, "E301", f"there is no deck `{pile.deck.text}`", hint)
            return ()
        return deck.cards

    def _report(self, given: Situation, fault: Fault) -> None:
        """A problem at what is wrong."""
        known = fault.known or ()
        hint = did_you_mean(fault.name, known) or (known and "there is " + ", ".join(known[:8])) or _HINTS.get(fault.part, "")
        at, at_key = self._place(given, fault)
        code = "E612" if fault.known is None else "E301"
        (self.ctx.wrong_key if at_key else self.ctx.wrong)(at, self.entity, code, fault.text, hint)

    def _place(self, given: Situation, fault: Fault) -> tuple[At, bool]:
        """Where the part stands that is wrong, and whether it is the key there."""
        if fault.part in ("counters", "zones"):
            entry = given.counters[fault.name][0] if fault.part == "counters" and fault.name in given.counters else None
            if fault.part == "zones":
                for name, (at, piles) in given.zones.items():
                    cards: dict[str, Scalar] = {card: copies for pile in piles for card, copies in pile.cards.items()}
                    if fault.name == name:
                        entry = at
                    elif fault.name in cards:
                        return cards[fault.name], True
            if entry is not None:
                return entry, fault.known is not None
        if fault.part == "decks":
            return next(item for item in given.decks if item.text == fault.name), False
        place = given.players if fault.part == "players" else given.setup
        assert place is not None
        return place, False


_EMPTY = ir.Index(**{name: {} for name in ir.Index.__struct_fields__})
