"""One whole game between bots, and many of them from consecutive seeds."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import Any, Protocol

from penance_build.ir.nodes import Setup
from penance_build.play.bots import player
from penance_build.play.hands import Course, Held
from penance_build.play.table import Action, Event, Refused, State, Table
from penance_build.play.watch import Breach, Watch

# Above this many decisions a game is given up: nobody would play it to its end, and a bot that goes in circles would not either.
MOST_DECISIONS = 20_000
# So many games of a pairing are played between two looks at how well its shares are known, whoever plays them.
BATCH = 100


@dataclass(frozen=True, slots=True)
class Played:
    """One game that has ended. ``winner`` is a seat, -1 for a draw, None where the rules name none; ``first`` is the seat of who began,
    None where nobody is known to have; ``held`` says what became of the cards of each seat, and is empty in a game without hands."""

    seed: int
    decisions: int
    winner: int | None
    rounds: int | None
    outcome: str
    first: int | None = None
    held: tuple[Held, ...] = ()


@dataclass(slots=True)
class Match:
    """The games of one pairing: decks by seat, and bots by seat."""

    decks: tuple[str, ...]
    bots: tuple[str, ...]
    games: list[Played] = field(default_factory=list)


def pairings(setup: Setup) -> list[tuple[str, ...]]:
    """Every deck at every seat; one without decks where nobody brings one."""
    return list(product(setup.decks, repeat=setup.players)) if setup.deck else [()]


# ---------------------------------------------------------------- one game


class Going(Protocol):
    """A game that goes on."""

    @property
    def pending(self) -> Mapping[str, Any] | None:
        """The choice that is open."""

    def legal(self) -> Sequence[Action]:
        """The actions that may be taken."""

    def do(self, legal: Sequence[Action], action: Action) -> Iterable[Event]:
        """Take one of them; what happened."""

    def state(self) -> State:
        """Where the game stands."""

    def opened(self) -> Any:
        """The same as a game in place, to be looked at only."""


class InPlace:
    """A game that the engine plays in place: the fast way."""

    def __init__(self, table: Table, state: State, is_told: bool) -> None:
        self.live = table.rules.open(state)
        self.live.events(is_told)
        self.legal: Callable[[], Sequence[Action]] = self.live.legal
        self.state: Callable[[], State] = self.live.save

    def opened(self) -> Any:
        """The game itself."""
        return self.live

    @property
    def pending(self) -> Mapping[str, Any] | None:
        """The choice that is open."""
        found: Mapping[str, Any] | None = self.live.pending
        return found

    def do(self, legal: Sequence[Action], action: Action) -> Iterable[Event]:
        """Take one of the legal actions; what happened."""
        found: Iterable[Event] = self.live.do(legal.index(action))
        return found


class Watched:
    """A game that is held against what must hold, state after state."""

    def __init__(self, table: Table, state: State, seed: int) -> None:
        self.table, self.stands = table, state
        self.watch = Watch(table, seed, state)

    @property
    def pending(self) -> Mapping[str, Any] | None:
        """The choice that is open."""
        found: Mapping[str, Any] | None = self.stands["pending"]
        return found

    def legal(self) -> Sequence[Action]:
        """The actions that may be taken."""
        return self.table.legal(self.stands)

    def do(self, legal: Sequence[Action], action: Action) -> Iterable[Event]:
        """Take one of the legal actions; what happened."""
        self.stands, events = self.table.apply(self.stands, action)
        self.watch.acted(action, self.stands)
        return events

    def state(self) -> State:
        """Where the game stands."""
        return self.stands

    def opened(self) -> Any:
        """The same as a game in place."""
        return self.table.rules.open(self.stands)


def play(table: Table, setup: Setup, decks: Sequence[str], bots: Sequence[str], seed: int, checked: bool = False) -> Played:
    """One game to its end. Raises Breach where it is checked and something does not hold."""
    state = table.new_game(setup, decks, seed)
    seats = [player(table, table.bot(name), seed * setup.players + seat) for seat, name in enumerate(bots)]
    course = Course(table.piles, state, table.rules.retell(state["log"])) if table.piles.hands else None
    going: Going = Watched(table, state, seed) if checked else InPlace(table, state, course is not None)
    first, count = None, 0
    while (pending := going.pending) is not None:
        if first is None and setup.begins in ("", pending["slot"]):
            first = int(pending["by"])
        legal = going.legal()
        if not legal or count >= MOST_DECISIONS:
            raise Breach("nothing is legal" if not legal else f"the game does not end within {MOST_DECISIONS} decisions", seed, count, True)
        action = seats[pending["by"]].choose(legal, count, going.opened)
        count += 1
        try:
            events = going.do(legal, action)
        except table.error as problem:
            raise Breach(f"a legal action leads to what the rules refuse: {problem}", seed, count, True) from None
        if course is not None:
            course.chosen(pending, action, events)
    return ended(setup, going.state(), seed, count, first, course)


def ended(setup: Setup, state: State, seed: int, count: int, first: int | None = None, course: Course | None = None) -> Played:
    """How a game ended, by the results that the setup names."""
    result = state["result"]
    winner, rounds = result.get(setup.winner), result.get(setup.rounds)
    held = () if course is None else course.ended(state)
    return Played(seed, count, None if winner is None else winner - 1, rounds, result.get(setup.outcome, ""), first, held)


# ---------------------------------------------------------------- many games

Task = tuple[tuple[str, ...], int]  # the decks by seat, and the seed


class Game:
    """What is played again and again: the rules, the setup (its id), the bots by seat, and whether every state is looked at."""

    def __init__(self, table: Table, setup: str, bots: tuple[str, ...], checked: bool) -> None:
        self.table, self.setup, self.bots, self.checked = table, table.setup(setup), bots, checked
        self.asked = setup, bots, checked

    def play(self, task: Task) -> Played:
        """One of its games."""
        decks, seed = task
        try:
            return play(self.table, self.setup, decks, self.bots, seed, self.checked)
        except Breach as breach:
            breach.decks = decks
            raise


class Players(Protocol):
    """Who plays games one after the other, or several at once."""

    def play(self, tasks: Iterable[Task]) -> Iterator[Played]:
        """The games of some tasks, in their order."""


@dataclass(slots=True)
class Series:
    """So many games of every pairing, with seeds that follow one another from the first; the same seeds for every pairing.

    Games that are ``known`` are not played again; those of them that are not asked for are counted as well. ``enough`` looks at a
    pairing after every batch and says whether it has been played often enough; it sees the same games whoever plays them.
    """

    matches: list[Match]
    games: int
    seed: int
    known: Mapping[Task, Played] = field(default_factory=dict)
    enough: Callable[[Match], bool] | None = None

    def run(self, players: Players, told: Callable[[Match, Played, bool], None]) -> None:
        """Play them all. ``told`` is given every game in order, before it is counted, and whether it is a new one."""
        done, going = 0, list(self.matches)
        while going and done < self.games:
            last = self.games if self.enough is None else min(self.games, done + BATCH)
            fresh = players.play(task for _, task in self.wave(going, done, last) if task not in self.known)
            for match, task in self.wave(going, done, last):
                game = self.known.get(task)
                is_new = game is None
                if game is None:
                    game = next(fresh)
                told(match, game, is_new)
                match.games.append(game)
            done = last
            going = [match for match in going if self.enough is None or not self.enough(match)]

    def wave(self, going: Sequence[Match], done: int, last: int) -> Iterator[tuple[Match, Task]]:
        """The next games of some pairings, in their order."""
        return ((match, (match.decks, self.seed + number)) for match in going for number in range(done, last))

    def count_known(self) -> None:
        """Count also those known games that were not asked for, or not yet."""
        counted = {(match.decks, game.seed) for match in self.matches for game in match.games}
        by_decks = {match.decks: match for match in self.matches}
        for (decks, seed), game in self.known.items():
            if (decks, seed) not in counted:
                if decks not in by_decks:
                    by_decks[decks] = Match(decks, self.matches[0].bots)
                    self.matches.append(by_decks[decks])
                by_decks[decks].games.append(game)


class Alone:
    """Plays one game after the other, here."""

    def __init__(self, game: Game) -> None:
        self.game = game

    def play(self, tasks: Iterable[Task]) -> Iterator[Played]:
        """The games of some tasks, in their order."""
        return map(self.game.play, tasks)


def simulate(
    table: Table, setup: Setup, pairs: Sequence[tuple[str, ...]], bots: Sequence[str], games: int, seed: int, checked: bool = False
) -> list[Match]:  # fmt: skip
    """So many games of every pairing, played here."""
    seats = seated(table, setup, bots)
    series = Series([Match(decks, seats) for decks in pairs], games, seed)
    series.run(Alone(Game(table, setup.id, seats, checked)), lambda match, game, is_new: None)
    return series.matches


def seated(table: Table, setup: Setup, bots: Sequence[str]) -> tuple[str, ...]:
    """The bot of every seat; where one is named for all, it sits on each."""
    if not bots:
        raise Refused("name the bots")
    names = tuple(bots) if len(bots) > 1 else tuple(bots) * setup.players
    if len(names) != setup.players:
        raise Refused(f"`{setup.id}` has {setup.players} seats, not {len(names)}")
    for name in names:
        table.seat(setup, name)
    return names
