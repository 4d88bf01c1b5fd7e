"""Lookahead: games that fork without log and validation, many thousand a second.

This is the one place that reads the inside of a generated engine. What it plays is what the engine plays: the same blocks run.
"""

from __future__ import annotations

from functools import lru_cache
from types import ModuleType
from typing import Any

from penance_build.ir.nodes import Bot
from penance_build.play.table import Action, State, Table

Words = tuple[int, int, int, int]
KEPT = 1 << 14  # answers kept of each table that is computed and not stored


class Look:
    """Plays on copies of a state from :class:`Knowledge`."""

    def __init__(self, table: Table) -> None:
        self.rules = table.rules
        self.engine = table.rules._ENGINE
        self.asks = self.engine.data["asks"]
        self.error = table.error
        self.judges = table.judges._ENGINE.straight
        self.light = light(table.rules)
        for module in (table.rules, table.judges):
            remember(module)

    def words(self, seed: int) -> Words:
        """Where a source of chance begins that has this seed."""
        fresh = self.rules.Generator(seed)
        return (fresh.a, fresh.b, fresh.c, fresh.n)

    def generator(self, words: Words) -> Any:
        """A source of chance that stands where these words say."""
        return self.rules.Generator(None, words)

    def at(self, state: State) -> Any:
        """The game of a state, to be forked. It has no source of chance; its running procedures are marked as those it began with."""
        loaded = self.engine.load(state)
        game = self.light(self.engine.data, self.rules._Chance(self.engine.faces), loaded.players)
        game.cards, game.counters, game.zones = loaded.cards, loaded.counters, loaded.zones
        game.frames = [{**frame, "began": True} for frame in loaded.frames]
        game.pending, game.asked = loaded.pending, loaded.asked
        return game

    def fork(self, game: Any, generator: Any = None) -> Any:
        """A game that goes on from here on its own: with a source of chance that is given, else with one like the game's."""
        if generator is None:
            mine = game.chance.generator
            generator = self.generator((mine.a, mine.b, mine.c, mine.n))
        other = self.light(self.engine.data, self.rules._Chance(self.engine.faces, generator), game.players)
        other.cards, other.pending, other.asked = game.cards, game.pending, game.asked
        other.counters, other.zones = game.counters.copy(), game.zones.copy()
        other.frames = [{**frame, "v": frame["v"].copy()} for frame in game.frames]
        return other

    def actions(self, game: Any) -> list[Action]:
        """What is open; some of it may turn out to be refused."""
        pending = game.pending
        head = {"type": pending["type"], "procedure": pending["procedure"], "slot": pending["slot"]}
        if pending["type"] == "choose":
            return [dict(head, option=option) for option in pending["options"]]
        return [dict(head, card=card) for card in pending["cards"]]

    def take(self, game: Any, action: Action) -> bool:
        """Carry out an action up to the next choice; False where the rules refuse it."""
        pending, slots = game.pending, game.frames[-1]["v"]
        if pending["type"] == "pick":
            slots[pending["slot"]] = action["card"]
        else:
            options = self.asks[game.asked]["options"]
            slots[pending["slot"]] = next(option["value"] for option in options if option["id"] == action["option"])
        game.pending = None
        try:
            game.advance(self.engine.blocks)
        except self.error:
            return False
        return True

    def score(self, game: Any, bot: Bot, me: int) -> int:
        """What a bot makes of a game, for a player against the next one."""
        return int(self.judges[bot.score](game, me, (me + 1) % game.players))


def remember(module: ModuleType) -> None:
    """Let a generated engine keep what its computed tables answer: they read nothing but their arguments."""
    for name, table in list(vars(module).items()):
        if name.startswith("_T_") and callable(table) and not hasattr(table, "cache_info"):
            setattr(module, name, lru_cache(KEPT)(table))


def light(rules: ModuleType) -> type[Any]:
    """The running game of these rules for looking ahead: forks share rows and piles, and who writes one copies it; nothing is told."""

    class Light(rules._Game):  # type: ignore[misc, name-defined]
        """A game that owns its dictionaries, and nothing in them."""

        __slots__ = ()

        def tell(self, event: Any) -> None:
            """Does nothing: lookahead records no events."""

        def note(self, label: str, value: Any, running: Any, source: str, procedure: str, step: int) -> None:
            """Does nothing: lookahead records no events."""

        def change(self, name: str, owner: int, by: int, is_set: bool, procedure: str = "", step: int = 0) -> None:
            """Change a row of its own."""
            self.counters[name] = self.counters[name][:]
            super().change(name, owner, by, is_set, procedure, step)

        def shuffle(self, zone: str, owner: int, procedure: str = "", step: int = 0) -> None:
            """Shuffle a pile of its own."""
            self.own(zone, owner)
            super().shuffle(zone, owner, procedure, step)

        def move(self, source: str, one: int, count: int, target: str, two: int, bottom: bool, procedure: str = "", step: int = 0) -> int:
            """Move from a pile of its own to one of its own, which may be the same."""
            self.own(source, one)
            self.own(target, two)
            pile, other = self.zones[source][one], self.zones[target][two]
            moved = max(0, min(count, len(pile)))
            for _ in range(moved):
                other.insert(0 if bottom else len(other), pile.pop())
            return moved

        def move_card(self, card: int, target: str, two: int, bottom: bool, procedure: str = "", step: int = 0) -> int:
            """Move a card from wherever it lies."""
            for zone, piles in self.zones.items():
                for owner, pile in enumerate(piles):
                    if card in pile:
                        self.own(zone, owner).remove(card)
                        self._put(card, target, two, bottom)
                        return 1
            return 0

        def _put(self, card: int, target: str, owner: int, bottom: bool) -> None:
            pile = self.own(target, owner)
            pile.insert(0 if bottom else len(pile), card)

        def _moved(self, cards: Any, source: str, one: int, target: str, two: int, bottom: bool, procedure: str, step: int) -> None:
            """Does nothing: lookahead records no events."""

        def own(self, zone: str, owner: int) -> list[int]:
            """The pile, as one of its own."""
            piles = self.zones[zone][:]
            pile: list[int] = piles[owner][:]
            piles[owner] = pile
            self.zones[zone] = piles
            return pile

    return Light
