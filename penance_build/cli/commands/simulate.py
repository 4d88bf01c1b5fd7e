"""``penance simulate``: whole games between bots, many at once, and what they say as a text or as data."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from shlex import quote
from typing import Any

import click

from penance_build.cli.calling.takes import Whole
from penance_build.cli.commands.play import decks_of, of_rules, words
from penance_build.cli.errors import Wrong
from penance_build.cli.options import format_option, game_options, load
from penance_build.cli.report import plural
from penance_build.cli.rows import Form, Rows
from penance_build.cli.saved import LAST_SEED
from penance_build.cli.terminal import counting, put, put_json, say
from penance_build.cli.values import columns, refused
from penance_build.ir.nodes import Program, Setup
from penance_build.play.figures import DEPENDS, DEPENDS_ALONE, known_to, per_card, report
from penance_build.play.jobs import Jobs, Lost
from penance_build.play.simulate import Game, Match, Played, Series, pairings, seated
from penance_build.play.table import Refused, Table
from penance_build.play.watch import Breach
from penance_build.play.words import told_apart

GAMES = 200
LARGEST = 1_000_000
MOST_GAMES = 10_000  # of a pairing, where --until says how many are needed
MOST_JOBS = 256
_HALF = re.compile(r"(?:±|\+-|\+/-)?\s*([0-9]{1,2}(?:\.[0-9]{1,3})?)\s*%")


@click.command("simulate")
@click.option("--setup", "named", metavar="NAME", help="How the game begins; without it, the first setup.")
@click.option("--decks", multiple=True, metavar="A,B", help="Decks by seat (repeatable); without it, every pairing.")
@click.option("--bots", metavar="A,B", help="Bots by seat, or one for all; without it, the last bot of the game.")
@click.option("--games", type=Whole(1, LARGEST), help=f"Games of each pairing; {GAMES}, or with --until up to {MOST_GAMES}.")
@click.option("--seed", type=Whole(0, LAST_SEED), default=1, show_default=True, help="The seed of the first game.")
@click.option("--until", metavar="PERCENT", help="Play until each share of wins is known so well: 2% is 2 percent more or less.")
@click.option("--jobs", default="1", metavar="N", show_default=True, help="How many games are played at once; auto: one on each processor.")
@click.option("--rows", metavar="FILE.csv", help="Write a row for each game.")
@click.option("--resume", is_flag=True, help="Go on with the games that stand in --rows; they are counted.")
@click.option("--check", is_flag=True, help="Look after every action whether all is as it must be; stop where it is not.")
@game_options
@format_option("text", "json")
def simulate_command(
    named: str | None, decks: tuple[str, ...], bots: str | None, games: int | None, seed: int, until: str | None, jobs: str,
    rows: str | None, resume: bool, check: bool, game: str | None, options: tuple[str, ...], form: str,
) -> int:  # fmt: skip
    """Play whole games between bots: who wins, how long it takes, how it ends."""
    half, together = _half(until), _jobs(jobs)
    if resume and rows is None:
        raise Wrong("--resume goes on with the games of a file: name it with --rows FILE.csv")
    if resume and check:
        raise Wrong("--check looks at games while they are played: leave out --resume")
    program = load(game, options)
    if program is None:
        return 1
    try:
        table = Table(program)
        setup = table.setup(named)
        pairs = dict.fromkeys(decks_of(setup, text) for text in decks) or pairings(setup)
        names = seated(table, setup, words(bots) or _last_bot(program))
        if half is not None and not setup.winner:
            raise Refused(f"`{setup.id}` does not say who wins (`ends: {{winner: …}}`), so --until has nothing to look at")
        enough = None if half is None else known_to(half)
        series = Series([Match(pair, names) for pair in pairs], games or (GAMES if half is None else MOST_GAMES), seed, enough=enough)
        file = None if rows is None else Rows(rows, Form(table, setup, names), resume)
        stopped = _run(Game(table, setup.id, names, check), series, together, file)
    except Refused as refusal:
        raise refused(refusal) from None
    except Lost as lost:
        say(f"penance: {lost}")
        return 3
    except Breach as breach:
        brought = f" --decks {','.join(breach.decks)}" if breach.decks else ""
        command = f"penance simulate{of_rules(game, options)} --setup {setup.id}{brought} --bots {','.join(names)}"
        again = f"{command} --games 1 --seed {breach.seed} --check"
        say(f"penance: {breach}\nagain: {again}")
        return 1 if breach.is_rules else 4
    head = {"game": program.game, "options": dict(program.options), "setup": setup.id}
    found = {**head, "seed": seed, "games": series.games, "checked": check, **_found(program, setup, series, half, stopped)}
    if form == "json":
        put_json(found)
    else:
        _show(program, setup, found)
    if stopped:
        on = f"; --rows {quote(rows)} --resume goes on" if rows else ""
        say(f"penance: stopped; what is counted is {plural(found['played'], 'game')}{on}")
    return 130 if stopped else 0


def _half(text: str | None) -> float | None:
    """Half the width of an interval, as a share."""
    if text is None:
        return None
    found = _HALF.fullmatch(text.strip())
    half = float(found[1]) / 100 if found else 0.0
    if not 0 < half < 0.5:
        raise Wrong(f"--until takes how much more or less a share may be, above 0% and below 50%: 2% or ±2%; found `{text}`")
    return half


def _jobs(text: str) -> int:
    """A number of processes; ``auto``: one for each processor that we may use."""
    if text == "auto":
        usable = getattr(os, "sched_getaffinity", None)
        return min(MOST_JOBS, len(usable(0)) if usable else os.cpu_count() or 1)
    if not re.fullmatch(r"[0-9]{1,3}", text) or not 1 <= int(text) <= MOST_JOBS:
        raise Wrong(f"--jobs takes a number from 1 to {MOST_JOBS}, or auto, found `{text}`")
    return int(text)


def _run(game: Game, series: Series, jobs: int, file: Rows | None) -> bool:
    """Play a series; whether Ctrl-C ended it before its end. Raises KeyboardInterrupt where there is nothing to count."""
    if file is not None:
        series.known = file.known
    shown = counting("games", 0 if series.enough else series.games * len(series.matches))

    def told(match: Match, played: Played, is_new: bool) -> None:
        if is_new and file is not None:
            file.add(match, played)
        shown(1)

    stopped = False
    try:
        with Jobs(game, jobs) as players:
            series.run(players, told)
    except KeyboardInterrupt:
        stopped = True
    except BaseException as stop:
        if file is not None and not isinstance(stop, Exception):  # SIGTERM: no figures, but the rows are there
            stop.args = (f"--rows {quote(file.path)} --resume goes on",)
        raise
    finally:
        shown(0)
        if file is not None:
            file.close()
    series.count_known()
    if stopped and not any(match.games for match in series.matches):
        raise KeyboardInterrupt
    return stopped


def _found(program: Program, setup: Setup, series: Series, half: float | None, stopped: bool) -> dict[str, Any]:
    """All figures as data; of pairings that were played."""
    matches = [match for match in series.matches if match.games]
    found = report(matches)
    if half is not None:
        is_known = known_to(half)
        for match, figures in zip(matches, found["pairings"], strict=True):
            figures["reached"] = is_known(match)
        found["until"] = {"half_width": round(half, 5), "reached": all(is_known(match) for match in series.matches)}
    found["cards"] = per_card(program, setup, matches)
    warning = DEPENDS if setup.players > 1 else DEPENDS_ALONE
    return {**found, "played": sum(len(match.games) for match in matches), "stopped": stopped, "warning": warning}


def _last_bot(program: Program) -> list[str]:
    if not program.bots:
        raise Refused(f"{program.game} has no bots, so nobody can play it by itself")
    return [program.bots[-1].id]


# ---------------------------------------------------------------- the figures as a text


def _show(program: Program, setup: Setup, found: Mapping[str, Any]) -> None:
    titles = {key: deck.name for key, deck in told_apart(program.decks).items()}
    put(_heading(setup, found))
    for figures in found["pairings"]:
        put("")
        notes = [] if figures["games"] == found["games"] else [plural(figures["games"], "game")]
        notes += [f"not known to {_half_text(found)}"] if not figures.get("reached", True) else []
        title = " against ".join(titles[deck] for deck in figures["decks"]) or setup.name
        put(title + (f": {', '.join(notes)}" if notes else ""))
        _show_pairing({key: bot.name for key, bot in told_apart(program.bots).items()}, titles, figures)
    if found["decks"]:
        put("")
        put("each deck against the others")
        for line in columns([(titles[deck], *shares(one)) for deck, one in found["decks"].items()], right=(1, 2)):
            put(f"  {line}")
    if len(found["pairings"]) > 1 and len(found["began"]["seats"]) > 1 and found["began"]["wins"]["of"]:
        put("")
        put("over all pairings")
        for line in columns(_began(found["began"]), right=(1, 2)):
            put(f"  {line}")
    if found["cards"]:
        put("")
        for line in cards_text({key: card.name for key, card in told_apart(program.cards).items()}, titles, found["cards"]):
            put(line)
    put("")
    put(found["warning"])


def _heading(setup: Setup, found: Mapping[str, Any]) -> str:
    checked = "; every state held" if found["checked"] else ""
    if "until" not in found:
        return f"{setup.name}: {plural(found['games'], 'game')} of each pairing, seeds from {found['seed']}{checked}"
    known = ("" if found["until"]["reached"] else "not all ") + f"shares of wins known to {_half_text(found)}"
    return f"{setup.name}: {known}, at most {plural(found['games'], 'game')} of each pairing, seeds from {found['seed']}{checked}"


def _half_text(found: Mapping[str, Any]) -> str:
    return f"±{100 * found['until']['half_width']:g} %"


def _show_pairing(named: Mapping[str, str], titles: Mapping[str, str], figures: Mapping[str, Any]) -> None:
    rows = []
    is_alone = len(figures["bots"]) == 1  # who then does not win has lost, and has begun
    for seat, bot in enumerate(figures["bots"]):
        deck = f", {titles[figures['decks'][seat]]}" if figures["decks"] else ""
        rows.append((f"{'won' if is_alone else f'{seat + 1} wins'} ({named[bot]}{deck})", *shares(figures["wins"][seat])))
    rows.append(("not won" if is_alone else "draws", *shares(figures["draws"])))
    rows += [] if is_alone else _began(figures["began"])
    rows += [(f"ends: {name}", *shares(one)) for name, one in figures["outcomes"].items()]
    for line in columns(rows, right=(1, 2)):
        put(f"  {line}")
    spreads = [(name, spread_text(figures[name])) for name in ("rounds", "decisions") if figures[name]["count"]]
    for line in [*columns(spreads), *histogram(figures["rounds"].get("histogram", {}))]:
        put(f"  {line}")


def _began(one: Mapping[str, Any]) -> list[tuple[str, str, str, str]]:
    return [("who began wins", *shares(one["wins"])), ("  of games that were won", *shares(one["of_won"]))]


# The columns of the table of cards: the field, its head in two lines, and the digits behind the point.
CARD_COLUMNS = (
    ("drawn", "", "drawn", 0),
    ("played", "", "played", 0),
    ("dead", "", "dead", 0),
    ("kept_by_winner", "winner", "keeps", 0),
    ("wins_drawn", "wins", "if drawn", 1),
    ("wins_undrawn", "if not", "drawn", 1),
    ("wins_played", "wins", "if played", 1),
)
LONGEST = 26  # characters of the name of a card
MOST_BARS, WIDEST_BAR = 10, 40


def cards_text(names: Mapping[str, str], titles: Mapping[str, str], cards: Sequence[Mapping[str, Any]]) -> list[str]:
    """The table of cards: those of one deck alone together, since they win as their deck does; with most wins if drawn first."""
    groups: dict[str, list[Mapping[str, Any]]] = {}
    for card in sorted(cards, key=lambda card: (len(card["decks"]) != 1, -(card["wins_drawn"]["share"] or 0.0))):
        groups.setdefault(titles[card["decks"][0]] if len(card["decks"]) == 1 else "in several decks or none", []).append(card)
    rows = [("", *(column[1] for column in CARD_COLUMNS)), ("", *(column[2] for column in CARD_COLUMNS))]
    for title, group in groups.items():
        if len(groups) > 1:
            rows.append((title, *("" for _ in CARD_COLUMNS)))
        for card in group:
            cells = (within(card[field], digits) for field, _, _, digits in CARD_COLUMNS)
            rows.append(("  " * (len(groups) > 1) + shortened(names[card["card"]]), *cells))
    head = "cards, in percent, ± to the end of the 95 % interval; played and dead: of those drawn"
    return [head, *(f"  {line}" for line in columns(rows, right=tuple(range(1, len(CARD_COLUMNS) + 1))))]


def shortened(name: str) -> str:
    """A name that leaves room for the figures."""
    return name if len(name) <= LONGEST else name[: LONGEST - 3] + "..."


def within(one: Mapping[str, Any], digits: int) -> str:
    """A share in percent and how far its interval reaches, to the side where it reaches further."""
    if one["share"] is None:
        return "-"
    reach = max(one["high"] - one["share"], one["share"] - one["low"])
    width = 2 if digits == 0 else 4
    return f"{100 * one['share']:.{digits}f} ±{f'{100 * reach:.{digits}f}'.rjust(width)}"


def shares(one: Mapping[str, Any]) -> tuple[str, str, str]:
    """A count, its share, and the interval of 95 %."""
    if one["share"] is None:
        return str(one["count"]), "-", ""
    return str(one["count"]), f"{100 * one['share']:.1f} %", f"{100 * one['low']:.1f} to {100 * one['high']:.1f} %"


def spread_text(one: Mapping[str, Any]) -> str:
    """Median, quartiles and range in words."""
    return f"median {one['median']:g}, quartiles {one['lower']:g} to {one['upper']:g}, from {one['least']} to {one['greatest']}"


def histogram(counts: Mapping[str, int]) -> list[str]:
    """A few bars of equal classes of the values."""
    if len(counts) < 2:
        return []
    values = [int(value) for value in counts]
    low = min(values)
    size = -(-(max(values) - low + 1) // MOST_BARS)
    classes = [0] * (-(-(max(values) - low + 1) // size))
    for value, count in counts.items():
        classes[(int(value) - low) // size] += count
    rows = []
    for place, count in enumerate(classes):
        first, last = low + place * size, low + (place + 1) * size - 1
        label = f"{first}" if size == 1 else f"{first} to {min(last, max(values))}"
        rows.append((label, str(count), "#" * -(-count * WIDEST_BAR // max(classes))))
    return list(columns(rows, right=(0, 1)))
