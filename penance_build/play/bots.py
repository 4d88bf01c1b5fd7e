"""Bots: one that plays at random, one that searches through its own action, one that weighs all outcomes of chance exactly.

A bot keeps no state but its seed: its decision depends on the seed, on what it may know of the state, and on the number of earlier
decisions. It sees neither the generator of the game nor the contents of hidden piles.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from penance_build.ir.nodes import Bot
from penance_build.play.look import Look, is_avoided
from penance_build.play.search import Chance, Enumerated, Sampled, Search
from penance_build.play.table import Action, State, Table, decisions

SEEDS = 2**53
# States looked at for a decision, and samples of an action that draws. More are no better: of 500 duels of `rules/penance` with every
# pairing of decks 237 were won against bots with 200 and 6, which took three times as long, and 256 lost; with 30 and 2, 246 and 246.
LOOKS = 24
SAMPLES = 2
OUTCOMES = 60


class RandomBot:
    """Takes a legal action at random, but none that it avoids."""

    def __init__(self, table: Table, bot: Bot, seed: int) -> None:
        self.bot, self.seed = bot, seed
        self.rules = table.rules

    def generator(self, number: int) -> Any:
        """The source of the chance of one decision, by how many there were before it."""
        return self.rules.Generator((self.seed * 1_000_003 + number) % SEEDS)

    def decide(self, state: State, legal: Sequence[Action]) -> Action:
        """One of the legal actions; the player is the one whose choice it is."""
        return self.choose(legal, decisions(state), lambda: self.rules.open(state))

    def choose(self, legal: Sequence[Action], number: int, live: Callable[[], Any]) -> Action:
        """The same of a game in place, which is not touched, after so many decisions; it is opened only where it is looked at."""
        open_to_it = willing(self.bot, legal)
        place: int = self.generator(number).draw(len(open_to_it), 1)[0]
        return open_to_it[place]


class LookingBot(RandomBot):
    """Looks through its own sequence of choices, and takes the first step to the state that its formula likes best."""

    def __init__(self, table: Table, bot: Bot, seed: int, chance: Chance) -> None:
        super().__init__(table, bot, seed)
        self.look, self.chance = Look(table), chance

    def choose(self, legal: Sequence[Action], number: int, live: Callable[[], Any]) -> Action:
        """The action with the best outlook; of equals the first."""
        open_to_it = willing(self.bot, legal)
        if len(open_to_it) == 1:
            return open_to_it[0]
        stands, generator = live(), self.generator(number)
        me = int(stands.pending["by"])
        known = stands.imagine(me, generator)
        return Search(self.look, self.bot, me, self.chance, generator).best(known, open_to_it, LOOKS)


def willing(bot: Bot, legal: Sequence[Action]) -> list[Action]:
    """The actions without those that the bot avoids; all of them where it avoids all."""
    found = [action for action in legal if not is_avoided(bot, action)]
    return found or list(legal)


def player(table: Table, bot: Bot, seed: int) -> RandomBot:
    """A bot of the game as a player; one without a formula plays at random."""
    if not bot.score:
        return RandomBot(table, bot, seed)
    return LookingBot(table, bot, seed, Enumerated(OUTCOMES, SAMPLES) if bot.exact else Sampled(SAMPLES))
