"""The search of a bot: through its own choices up to the end of its action, and over the outcomes of chance.

The search goes on until the slot of its first choice is asked again, another player's turn has come, or the game has ended.
Another player who is asked within the action is assumed to choose the worst for the bot. A node budget bounds the states that a
decision visits; what is left of it is divided among the actions that are still to be searched.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Protocol

from penance_build.ir.nodes import Bot
from penance_build.play.look import Look, Words
from penance_build.play.table import Action, State

SAMPLES = 16
# The value of an action that changes nothing: a bot that took it would repeat it for ever. Below any state, above a refused action.
IDLE = -1e18
HASTE = 80


class Chance(Protocol):
    """How an action with random outcomes is expanded: each outcome, with its weight."""

    def ways(self, search: Search, game: Any, action: Action, purse: int) -> Iterator[tuple[Any, float]]:
        """The games that an action may lead to; none where the rules refuse it."""
        ...


class Sampled:
    """Expands by a few samples from the bot's own generator, with the same seeds for every action of a decision."""

    def __init__(self, samples: int) -> None:
        self.samples = samples

    def ways(self, search: Search, game: Any, action: Action, purse: int) -> Iterator[tuple[Any, float]]:
        """One way where nothing is drawn, or was drawn before; else as many as there are samples and the purse holds."""
        if game.chance.generator is not None:
            other = search.look.fork(game)
            if search.look.take(other, action):
                yield other, 1.0
            return
        for words in search.words[: max(1, min(self.samples, purse))]:
            other = search.look.fork(game, search.look.generator(words))
            if not search.look.take(other, action):
                return
            yield other, 1.0
            if not has_drawn(other, words):
                other.chance.generator = None
                return


class Enumerated:
    """Expands every outcome of the dice with its exact weight, if there are few enough; else samples."""

    def __init__(self, most: int, samples: int) -> None:
        self.most, self.sampled = most, Sampled(samples)

    def ways(self, search: Search, game: Any, action: Action, purse: int) -> Iterator[tuple[Any, float]]:
        """All ways, or some."""
        found = [] if game.chance.generator is not None else self.all_ways(search, game, action)
        return iter(found) if found else self.sampled.ways(search, game, action, purse)

    def all_ways(self, search: Search, game: Any, action: Action) -> list[tuple[Any, float]]:
        """Every way; none where there are too many, or the rules refuse one."""
        found: list[tuple[Any, float]] = []
        script: list[tuple[int, int]] | None = []
        while script is not None:
            dice = Dice(script, self.most)
            other = search.look.fork(game, dice)
            try:
                if not search.look.take(other, action):
                    return []
            except TooMany:
                return []
            # What is drawn later on this way comes from a sample.
            other.chance.generator = search.look.generator(search.words[0]) if dice.drawn else None
            found.append((other, 1 / dice.ways))
            script = dice.following()
        return found


class TooMany(Exception):
    """There are more outcomes than the limit."""


class Dice:
    """A generator that follows a script of (bound, value), and goes on with the least values."""

    def __init__(self, script: list[tuple[int, int]], most: int) -> None:
        self.script, self.most, self.drawn, self.ways = script, most, 0, 1

    def draw(self, bound: int, count: int) -> list[int]:
        """So many numbers below the bound."""
        found = []
        for _ in range(count):
            self.ways *= bound
            if self.ways > self.most:
                raise TooMany
            if self.drawn == len(self.script):
                self.script.append((bound, 0))
            found.append(self.script[self.drawn][1])
            self.drawn += 1
        return found

    def shuffle(self, size: int) -> list[int]:
        """Leaves a pile as it lies: one way for all, since it is scored by what it holds and not by its order."""
        return list(range(size - 1, 0, -1))

    def following(self) -> list[tuple[int, int]] | None:
        """The script of the next way; None after the last."""
        script = self.script[: self.drawn]
        while script:
            bound, value = script.pop()
            if value + 1 < bound:
                return [*script, (bound, value + 1)]
        return None


def has_drawn(game: Any, words: Words) -> bool:
    """Whether the generator of a game stands elsewhere than where these words say."""
    generator = game.chance.generator
    return (generator.a, generator.b, generator.c, generator.n) != words


class Search:
    """One decision of one bot."""

    def __init__(self, look: Look, bot: Bot, me: int, chance: Chance, generator: Any) -> None:
        self.look, self.bot, self.me, self.chance = look, bot, me, chance
        self.words: list[Words] = [look.words(seed) for seed in generator.draw(2**32 - 1, SAMPLES)]
        self.first: tuple[str, str] = ("", "")
        self.depth, self.root = 0, ""
        self.before: tuple[Any, Any] = ({}, {})

    def best(self, state: State, legal: Sequence[Action], looks: int) -> Action:
        """The first action with the best outlook."""
        game = self.look.at(state)
        self.first = (state["pending"]["procedure"], state["pending"]["slot"])
        self.depth, self.root = len(game.frames), game.frames[-1]["p"]
        self.before = (game.counters, game.zones)
        outlooks = self.outlooks(game, legal, looks)
        return max(zip(legal, outlooks, strict=True), key=lambda pair: pair[1])[0]

    def outlooks(self, game: Any, actions: Sequence[Action], purse: int) -> list[float]:
        """What each action is worth; those that the rules refuse are worth nothing at all."""
        found = []
        for number, action in enumerate(actions):
            share = purse // (len(actions) - number)
            worth, used = self.outlook(game, action, share)
            purse -= used
            found.append(worth)
        return found

    def outlook(self, game: Any, action: Action, purse: int) -> tuple[float, int]:
        """The mean over the outcomes of chance, and the number of states visited."""
        total, weights, used = 0.0, 0.0, 0
        ways = list(self.chance.ways(self, game, action, purse))
        for number, (other, weight) in enumerate(ways):
            share = max(0, purse - used - len(ways)) // (len(ways) - number)
            worth, more = self.value(other, share)
            total, weights, used = total + weight * worth, weights + weight, used + more
        return (total / weights, used + len(ways)) if weights else (float("-inf"), 1)

    def value(self, game: Any, purse: int) -> tuple[float, int]:
        """The value of a state, searched to the end of the action as far as the node budget allows."""
        if self.is_over(game):
            return float(self.look.score(game, self.bot, self.me)), 0
        if purse <= 0:
            return self.hasty(game), 0
        mine = game.pending["by"] == self.me
        actions = [action for action in self.look.actions(game) if (action["slot"], action.get("option")) not in self.bot.avoid]
        best, used = float("-inf" if mine else "inf"), 0
        for number, action in enumerate(actions):
            worth, more = self.outlook(game, action, max(1, (purse - used) // (len(actions) - number)))
            used += more
            if worth != float("-inf"):
                best = max(best, worth) if mine else min(best, worth)
        if best in (float("-inf"), float("inf")):
            best = float(self.look.score(game, self.bot, self.me))
        return best, used

    def hasty(self, game: Any) -> float:
        """The value of a state by a rollout: every player takes the first open action up to the end of the action. Only states that
        have been rolled out to there can be compared."""
        if game.chance.generator is None:
            game.chance.generator = self.look.generator(self.words[0])
        for _ in range(HASTE):
            if self.is_over(game):
                break
            actions = [action for action in self.look.actions(game) if (action["slot"], action.get("option")) not in self.bot.avoid]
            for action in actions:
                other = self.look.fork(game)
                if self.look.take(other, action):
                    game = other
                    break
            else:
                break
        return float(self.look.score(game, self.bot, self.me))

    def is_over(self, game: Any) -> bool:
        """Whether the action that is looked through has ended: its caller has gone on, or what asked first asks again."""
        pending, frames = game.pending, game.frames
        if pending is None or (pending["procedure"], pending["slot"]) == self.first:
            return True
        alive = sum(1 for frame in frames if "began" in frame)
        if alive == self.depth - 1 and len(frames) >= self.depth:
            return bool(frames[alive]["p"] == self.root)
        return alive < self.depth - 1
