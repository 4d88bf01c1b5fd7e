"""Looking ahead: games that fork, with nothing recorded and nothing held against the rules twice, many thousand a second.

This is the one place that reads the inside of a generated engine. What it plays is what the engine plays: the same blocks run.
"""

from __future__ import annotations

from typing import Any

from penance_build.ir.nodes import Bot
from penance_build.play.table import Action, State, Table

Words = tuple[int, int, int, int]


class Look:
    """Plays on copies of a state that :class:`Knowledge` gave."""

    def __init__(self, table: Table) -> None:
        self.rules = table.rules
        self.engine = table.rules._ENGINE
        self.asks = self.engine.data["asks"]
        self.error = table.error
        self.judges = table.judges._ENGINE.straight

    def words(self, seed: int) -> Words:
        """Where a source of chance begins that has this seed."""
        fresh = self.rules.Generator(seed)
        return (fresh.a, fresh.b, fresh.c, fresh.n)

    def generator(self, words: Words) -> Any:
        """A source of chance that stands where these words say."""
        return self.rules.Generator(None, words)

    def at(self, state: State) -> Any:
        """The game of a state, to be forked. It has no source of chance; its running procedures are marked as those it began with."""
        game = self.engine.load(state)
        game.events, game.chance.generator = None, None
        for frame in game.frames:
            frame["began"] = True
        return game

    def fork(self, game: Any, generator: Any = None) -> Any:
        """A game that goes on from here on its own: with a source of chance that is given, else with one like the game's."""
        if generator is None:
            mine = game.chance.generator
            generator = self.generator((mine.a, mine.b, mine.c, mine.n))
        chance = self.rules._Chance(self.engine.faces, generator)
        other = self.rules._Game(self.engine.data, chance, game.players)
        other.cards = game.cards
        other.counters = {name: row[:] for name, row in game.counters.items()}
        other.zones = {name: [pile[:] for pile in piles] for name, piles in game.zones.items()}
        other.frames = [{**frame, "v": dict(frame["v"])} for frame in game.frames]
        other.pending = game.pending
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
            options = self.asks[pending["ask"]]["options"]
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
