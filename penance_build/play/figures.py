"""What many games say: shares with their intervals, medians, histograms, by pairing, by deck and by card."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from math import sqrt
from typing import Any

from penance_build.ir.nodes import Program, Setup
from penance_build.play.hands import kinds_of
from penance_build.play.simulate import Match, Played

Z = 1.959963984540054  # 95 % of a normal distribution lie within so many deviations
DEPENDS = "Every share is one of these bots against each other: other bots, and people, may win otherwise."
DEPENDS_ALONE = "Every share is one of this bot: another, and people, may win otherwise."


def wilson(hits: int, trials: int) -> tuple[float, float]:
    """The 95 % interval of Wilson for a share; from 0 to 1 where nothing was tried."""
    if trials == 0:
        return 0.0, 1.0
    share, square = hits / trials, Z * Z
    middle = (share + square / (2 * trials)) / (1 + square / trials)
    reach = Z * sqrt(share * (1 - share) / trials + square / (4 * trials * trials)) / (1 + square / trials)
    return (0.0 if hits == 0 else max(0.0, middle - reach)), (1.0 if hits == trials else min(1.0, middle + reach))


def share(hits: int, trials: int) -> dict[str, Any]:
    """A count as it is reported: of how many, the share, and its interval; four places."""
    low, high = wilson(hits, trials)
    part = round(hits / trials, 4) if trials else None
    return {"count": hits, "of": trials, "share": part, "low": round(low, 4), "high": round(high, 4)}


def spread(values: Sequence[int]) -> dict[str, Any]:
    """Least, quartiles, greatest, mean and histogram of whole numbers."""
    if not values:
        return {"count": 0}
    ordered = sorted(values)
    found: dict[str, Any] = {"count": len(ordered), "least": ordered[0]}
    found.update({name: quantile(ordered, quarter) for name, quarter in (("lower", 1), ("median", 2), ("upper", 3))})
    found.update(greatest=ordered[-1], mean=round(sum(ordered) / len(ordered), 2))
    counts = Counter(ordered)
    return {**found, "histogram": {str(value): counts[value] for value in sorted(counts)}}


def quantile(ordered: Sequence[int], quarters: int) -> int | float:
    """The value at so many quarters of an ordered row; between two it is halfway or a quarter of the way."""
    place, rest = divmod((len(ordered) - 1) * quarters, 4)
    value = ordered[place]
    return value if not rest else value + (ordered[place + 1] - value) * rest / 4


# ---------------------------------------------------------------- of a pairing


def report(matches: Sequence[Match]) -> dict[str, Any]:
    """All figures of pairings and decks as data; nothing in it depends on the machine or the hour."""
    games = [game for match in matches for game in match.games]
    seats = len(matches[0].bots) if matches else 0
    return {"pairings": [figures(match) for match in matches], "decks": per_deck(matches), "began": began(games, seats)}


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
        "wins": [share(hits, len(judged)) for hits in wins(match)],
        "draws": share(sum(1 for game in judged if game.winner == -1), len(judged)),
        "rounds": spread(rounds),
        "decisions": spread([game.decisions for game in games]),
        "outcomes": {name: share(outcomes[name], len(games)) for name in sorted(outcomes)},
        "began": began(games, len(match.bots)),
    }


def wins(match: Match) -> list[int]:
    """How many games each seat of a pairing has won."""
    won = Counter(game.winner for game in match.games)
    return [won[seat] for seat in range(len(match.bots))]


def began(games: Iterable[Played], seats: int) -> dict[str, Any]:
    """The shares of games, and of games that were won, that were won by who began them; and how often each seat began."""
    known = [game for game in games if game.first is not None]
    judged = [game for game in known if game.winner is not None]
    first = Counter(game.first for game in known)
    hits, won = sum(1 for game in judged if game.winner == game.first), sum(1 for game in judged if game.winner != -1)
    often = [share(first[seat], len(known)) for seat in range(seats)]
    return {"wins": share(hits, len(judged)), "of_won": share(hits, won), "seats": often}


def known_to(half: float) -> Callable[[Match], bool]:
    """Whether the interval of each share of wins of a pairing reaches at most so far to either side of its middle."""

    def is_known(match: Match) -> bool:
        judged = sum(1 for game in match.games if game.winner is not None)
        ends = [wilson(hits, judged) for hits in wins(match)]
        return all(high - low <= 2 * half for low, high in ends)

    return is_known


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


# ---------------------------------------------------------------- of cards


def per_card(program: Program, setup: Setup, matches: Sequence[Match]) -> list[dict[str, Any]]:
    """Of each card that came into a hand, in the order of the rules, what became of it.

    What is counted are the games of the players who could hold it, so that one game may count once for each seat; only a game that
    somebody could win counts for the shares of wins.
    """
    tally: Counter[tuple[str, str]] = Counter()
    for match in matches:
        kinds = kinds_of(program, setup, match.decks)
        for game in match.games:
            for seat, held in enumerate(game.held):
                counted = {"games": kinds[seat].union(held.drawn), "drawn": held.drawn, "played": held.played}
                for name, cards in counted.items():
                    tally.update((name, card) for card in cards)
                    if game.winner is not None:
                        tally.update((f"{name} judged", card) for card in cards)
                    if game.winner == seat:
                        tally.update((f"{name} won", card) for card in cards)
                tally.update(("dead", card) for card in held.dead)
                tally.update(("kept", card) for card in held.kept if game.winner == seat)
    brought = {deck for match in matches for deck in match.decks}
    holding = {deck.id: {card for card, _ in deck.cards} for deck in program.decks if deck.id in brought}
    drawn = [card.id for card in program.cards if tally["drawn", card.id]]
    return [_card(card, [deck for deck, cards in holding.items() if card in cards], tally) for card in drawn]


def _card(card: str, decks: list[str], tally: Counter[tuple[str, str]]) -> dict[str, Any]:
    def of(name: str) -> int:
        return tally[name, card]

    undrawn = share(of("games won") - of("drawn won"), of("games judged") - of("drawn judged"))
    return {
        "card": card,
        "decks": decks,
        "games": of("games"),
        "drawn": share(of("drawn"), of("games")),
        "played": share(of("played"), of("drawn")),
        "dead": share(of("dead"), of("drawn")),
        "kept_by_winner": share(of("kept"), of("games won")),
        "wins_drawn": share(of("drawn won"), of("drawn judged")),
        "wins_played": share(of("played won"), of("played judged")),
        "wins_undrawn": undrawn,
    }
