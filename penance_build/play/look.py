"""Lookahead: live games of the engine that fork, and what the judges of bots make of them."""

from __future__ import annotations

from typing import Any

from penance_build.ir.nodes import Bot
from penance_build.play.table import Action, Table


class Look:
    """Plays on what a player may imagine of a state."""

    def __init__(self, table: Table) -> None:
        self.rules, self.error = table.rules, table.error
        procedures = table.program.by_id.procedures
        self.inputs = {bot.score: tuple(item.name for item in procedures[bot.score].inputs) for bot in table.program.bots if bot.score}
        self.results = {score: procedures[score].results[0].name for score in self.inputs}

    def generator(self, seed: int) -> Any:
        """A source of chance that has this seed."""
        return self.rules.Generator(seed)

    def take(self, live: Any, number: int) -> bool:
        """Carry out a legal action up to the next choice; False where the rules forbid what follows."""
        try:
            live.do(number)
        except self.error:
            return False
        return True

    def score(self, live: Any, bot: Bot, me: int) -> int:
        """What a bot makes of a game, for a player against the next one."""
        mine, theirs = self.inputs[bot.score]
        value: int = live.run(bot.score, {mine: me, theirs: (me + 1) % live.players})[self.results[bot.score]]
        return value


def is_avoided(bot: Bot, action: Action) -> bool:
    """Whether a bot takes an action only where there is no other."""
    return (action["slot"], action.get("option")) in bot.avoid
