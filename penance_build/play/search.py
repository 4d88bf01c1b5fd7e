"""The search of a bot: through its own choices up to the end of its action, and over the outcomes of chance.

The search goes on until the slot of its first choice is asked again, another player's turn has come, or the game has ended.
Another player who is asked within the action is assumed to choose the worst for the bot. A node budget bounds the states that a
decision visits; what is left of it is divided among the actions that are still to be searched.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from penance_build.ir.nodes import Bot
from penance_build.play.look import Look, is_avoided
from penance_build.play.table import Action

HASTE = 80


class Chance(Protocol):
    """How an action with random outcomes is expanded: each outcome, with its weight."""

    def ways(self, search: Search, live: Any, action: int, purse: int) -> list[tuple[Any, float]]:
        """The games that a legal action may lead to, by its place among them; none where the rules forbid what follows."""
        ...


class Sampled:
    """Expands by a few samples from the bot's own generator, with the same seeds for every action of a decision."""

    def __init__(self, samples: int) -> None:
        self.samples = samples

    def ways(self, search: Search, live: Any, action: int, purse: int) -> list[tuple[Any, float]]:
        """One way where nothing is drawn, or was drawn before; else as many as there are samples and the purse holds."""
        found: list[tuple[Any, float]] = []
        if live.chance is not None:
            other = live.fork()
            return [(other, 1.0)] if search.look.take(other, action) else found
        for sample in range(max(1, min(self.samples, purse))):
            source = search.source(sample)
            chance = source.fork()
            other = live.fork(chance)
            if not search.look.take(other, action):
                break
            found.append((other, 1.0))
            if chance.n == source.n:
                other.reseed(None)
                break
        return found


class Enumerated:
    """Expands every outcome of the dice with its exact weight, if there are few enough; else samples."""

    def __init__(self, most: int, samples: int) -> None:
        self.most, self.sampled = most, Sampled(samples)

    def ways(self, search: Search, live: Any, action: int, purse: int) -> list[tuple[Any, float]]:
        """All ways, or some."""
        found = [] if live.chance is not None else self.all_ways(search, live, action)
        return found or self.sampled.ways(search, live, action, purse)

    def all_ways(self, search: Search, live: Any, action: int) -> list[tuple[Any, float]]:
        """Every way; none where there are too many, or the rules forbid one."""
        found: list[tuple[Any, float]] = []
        script: list[tuple[int, int]] | None = []
        while script is not None:
            dice = Dice(script, self.most)
            other = live.fork(dice)
            try:
                if not search.look.take(other, action):
                    return []
            except TooMany:
                return []
            # What is drawn later on this way comes from a sample.
            other.reseed(search.source(0).fork() if dice.drawn else None)
            found.append((other, 1 / dice.ways))
            script = dice.following()
        return found


class TooMany(Exception):
    """There are more outcomes than the limit."""


class Dice:
    """A generator that follows a script of (bound, value), and goes on with the least values."""

    def __init__(self, script: list[tuple[int, int]], most: int) -> None:
        self.script, self.most, self.drawn, self.ways = script, most, 0, 1

    def fork(self) -> Dice:
        """Another one that goes on from here."""
        other = Dice(self.script[:], self.most)
        other.drawn, other.ways = self.drawn, self.ways
        return other

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


class Search:
    """One decision of one bot."""

    def __init__(self, look: Look, bot: Bot, me: int, chance: Chance, generator: Any) -> None:
        self.look, self.bot, self.me, self.chance = look, bot, me, chance
        self.generator = generator
        self.sources: list[Any] = []
        self.first: tuple[str, str] = ("", "")
        self.began: frozenset[int] = frozenset()
        self.root = ""
        self.wary = frozenset(slot for slot, _ in bot.avoid)

    def source(self, sample: int) -> Any:
        """The source of chance of a sample, as it begins."""
        while len(self.sources) <= sample:
            self.sources.append(self.look.generator(self.generator.draw(2**32 - 1, 1)[0]))
        return self.sources[sample]

    def best(self, live: Any, open_to_it: Sequence[Action], looks: int) -> Action:
        """The first action with the best outlook, of some that are legal."""
        self.first = (live.pending["procedure"], live.pending["slot"])
        running = live.running()
        self.began, self.root = frozenset(number for _, number in running), running[-1][0]
        legal = live.legal()
        places: Sequence[int] = range(len(legal))
        if len(open_to_it) < len(legal):
            places = [place for place in places if legal[place] in open_to_it]
        outlooks = self.outlooks(live, places, looks)
        return max(zip(open_to_it, outlooks, strict=True), key=lambda pair: pair[1])[0]

    def outlooks(self, live: Any, actions: Sequence[int], purse: int) -> list[float]:
        """What each action is worth; one that the rules then forbid is worth nothing at all."""
        found = []
        for number, action in enumerate(actions):
            share = purse // (len(actions) - number)
            worth, used = self.outlook(live, action, share)
            purse -= used
            found.append(worth)
        return found

    def outlook(self, live: Any, action: int, purse: int) -> tuple[float, int]:
        """The mean over the outcomes of chance, and the number of states visited."""
        total, weights, used = 0.0, 0.0, 0
        ways = self.chance.ways(self, live, action, purse)
        for number, (other, weight) in enumerate(ways):
            share = max(0, purse - used - len(ways)) // (len(ways) - number)
            worth, more = self.value(other, share)
            total, weights, used = total + weight * worth, weights + weight, used + more
        return (total / weights, used + len(ways)) if weights else (float("-inf"), 1)

    def value(self, live: Any, purse: int) -> tuple[float, int]:
        """The value of a state, searched to the end of the action as far as the node budget allows."""
        if self.is_over(live):
            return float(self.look.score(live, self.bot, self.me)), 0
        if purse <= 0:
            return self.hasty(live), 0
        mine = live.pending["by"] == self.me
        actions = self.willing(live)
        best, used = float("-inf" if mine else "inf"), 0
        for number, action in enumerate(actions):
            worth, more = self.outlook(live, action, max(1, (purse - used) // (len(actions) - number)))
            used += more
            if worth != float("-inf"):
                best = max(best, worth) if mine else min(best, worth)
        if best in (float("-inf"), float("inf")):
            best = float(self.look.score(live, self.bot, self.me))
        return best, used

    def willing(self, live: Any) -> Sequence[int]:
        """The legal actions that the bot does not avoid, by their places."""
        if live.pending["slot"] not in self.wary:
            return range(len(live.legal()))
        return [place for place, action in enumerate(live.legal()) if not is_avoided(self.bot, action)]

    def hasty(self, live: Any) -> float:
        """The value of a state by a rollout: every player takes the first legal action up to the end of the action. Only states that
        have been rolled out to there can be compared."""
        if live.chance is None:
            live.reseed(self.source(0).fork())
        for _ in range(HASTE):
            if self.is_over(live) or not any(self.look.take(live, action) for action in self.willing(live)):
                break
        return float(self.look.score(live, self.bot, self.me))

    def is_over(self, live: Any) -> bool:
        """Whether the action that is looked through has ended: what asked first asks again, or its caller has gone on.

        What is called after the procedure that asked belongs to the action too, but where the caller is the game as a whole.
        """
        pending = live.pending
        if pending is None or (pending["procedure"], pending["slot"]) == self.first:
            return True
        running, depth = live.running(), len(self.began)
        if depth > 1 and (len(running) < depth - 1 or running[depth - 2][1] not in self.began):
            return True
        if len(running) < depth or running[depth - 1][1] in self.began:
            return False
        return depth == 2 or bool(running[depth - 1][0] == self.root)
