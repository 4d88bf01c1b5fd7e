"""Many whole games from consecutive seeds, and their statistics."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import Any

from penance_build.ir.nodes import Setup
from penance_build.play.bots import RandomBot, player
from penance_build.play.figures import share, spread
from penance_build.play.table import Refused, State, Table
from penance_build.play.watch import Breach, Watch

# Above this many decisions a game is given up: nobody would play it to its end, and a bot that goes in circles would not either.
MOST_DECISIONS = 20_000


@dataclass(frozen=True, slots=True)
class Played:
    """One game that has ended. ``winner`` is a seat, -1 for a draw, None where the rules name none."""

    seed: int
    decisions: int
    winner: int | None
    rounds: int | None
    outcome: str


@dataclass(slots=True)
class Match:
    """The games of one pairing: decks by seat, and bots by seat."""

    decks: tuple[str, ...]
    bots: tuple[str, ...]
    games: list[Played] = field(default_factory=list)


def pairings(setup: Setup) -> list[tuple[str, ...]]:
    """Every deck at every seat; one without decks where nobody brings one."""
    return list(product(setup.decks, repeat=setup.players)) if setup.deck else [()]


def play(table: Table, setup: Setup, decks: Sequence[str], bots: Sequence[str], seed: int, checked: bool = False) -> Played:
    """One game to its end. Raises Breach where it is checked and something does not hold."""
    state = table.new_game(setup, decks, seed)
    seats = [player(table, table.bot(name), seed * setup.players + seat) for seat, name in enumerate(bots)]
    watch = Watch(table, seed, state) if checked else None
    count = 0
    while state["pending"] is not None:
        state = _step(table, state, seats, watch, seed, count)
        count += 1
    return ended(setup, state, seed, count)


def _step(table: Table, state: State, seats: Sequence[RandomBot], watch: Watch | None, seed: int, count: int) -> State:
    legal = table.legal(state)
    if not legal or count >= MOST_DECISIONS:
        raise Breach("nothing is legal" if not legal else f"the game does not end within {MOST_DECISIONS} decisions", seed, count, True)
    action = seats[state["pending"]["by"]].decide(state, legal)
    try:
        after, _ = table.apply(state, action)
    except table.error as problem:
        raise Breach(f"a legal action leads to what the rules refuse: {problem}", seed, count + 1, True) from None
    if watch is not None:
        watch.acted(action, after)
    return after


def ended(setup: Setup, state: State, seed: int, count: int) -> Played:
    """How a game ended, by the results that the setup names."""
    result = state["result"]
    winner, rounds = result.get(setup.winner), result.get(setup.rounds)
    return Played(seed, count, None if winner is None else winner - 1, rounds, result.get(setup.outcome, ""))


def simulate(
    table: Table, setup: Setup, pairs: Sequence[tuple[str, ...]], bots: Sequence[str], games: int, seed: int,
    checked: bool = False, told: Callable[[int], None] = lambda done: None,
) -> list[Match]:  # fmt: skip
    """So many games of every pairing, with seeds that follow one another from the first; the same seeds for every pairing."""
    seats = seated(table, setup, bots)
    matches = [Match(decks, seats) for decks in pairs]
    done = 0
    for match in matches:
        for number in range(games):
            try:
                match.games.append(play(table, setup, match.decks, seats, seed + number, checked))
            except Breach as breach:
                breach.decks = match.decks
                raise
            done += 1
            told(done)
    return matches


def seated(table: Table, setup: Setup, bots: Sequence[str]) -> tuple[str, ...]:
    """The bot of every seat; where one is named for all, it sits on each."""
    if not bots:
        raise Refused("name the bots")
    names = tuple(bots) if len(bots) > 1 else tuple(bots) * setup.players
    if len(names) != setup.players:
        raise Refused(f"`{setup.id}` has {setup.players} seats, not {len(names)}")
    if setup.players > 2:
        judging = [name for name in names if table.bot(name).score]
        if judging:
            raise Refused(f"`{judging[0]}` judges one player against one other, and `{setup.id}` has {setup.players}")
    for name in names:
        table.bot(name)
    return names


# ---------------------------------------------------------------- what they say


def report(matches: Sequence[Match]) -> dict[str, Any]:
    """All figures as data; nothing in it depends on the machine or the hour."""
    return {"pairings": [figures(match) for match in matches], "decks": per_deck(matches)}


def figures(match: Match) -> dict[str, Any]:
    """What the games of one pairing say."""
    games = match.games
    judged = [game for game in games if game.winner is not None]
    rounds = [game.rounds for game in games if game.rounds is not None]
    outcomes = Counter(game.outcome for game in games if game.outcome)
    return {
        "decks": list(match.decks),
        "bots": list(match.bots),
        "games": len(games),
        "wins": [share(sum(1 for game in judged if game.winner == seat), len(judged)) for seat in range(len(match.bots))],
        "draws": share(sum(1 for game in judged if game.winner == -1), len(judged)),
        "rounds": spread(rounds),
        "decisions": spread([game.decisions for game in games]),
        "outcomes": {name: share(outcomes[name], len(games)) for name in sorted(outcomes)},
    }


def per_deck(matches: Sequence[Match]) -> dict[str, Any]:
    """Wins of each deck over all games where it met another one."""
    tried: Counter[str] = Counter()
    won: Counter[str] = Counter()
    for match in matches:
        if len(set(match.decks)) < 2:
            continue
        for game in match.games:
            if game.winner is None:
                continue
            tried.update(match.decks)
            if game.winner >= 0:
                won[match.decks[game.winner]] += 1
    return {deck: share(won[deck], tried[deck]) for deck in sorted(tried)}
