"""``penance simulate`` and ``penance play``: whole games, many at once by programs, or one at the terminal."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping, Sequence
from shlex import quote
from typing import Any

import click

from penance_build.cli.errors import Wrong
from penance_build.cli.options import compiled, find_game, format_option, game_options, load
from penance_build.cli.saved import LAST_SEED, PERSON, Kept, read
from penance_build.cli.session import Session
from penance_build.cli.terminal import put, put_json, say
from penance_build.cli.values import columns
from penance_build.cli.where import Where
from penance_build.ir.nodes import Program, Setup
from penance_build.play.simulate import Match, pairings, report, seated, simulate
from penance_build.play.table import Refused, Table
from penance_build.play.watch import Breach
from penance_build.play.words import told_apart


@click.command("simulate")
@click.option("--setup", "named", metavar="NAME", help="How the game begins; without it, the first setup.")
@click.option("--decks", multiple=True, metavar="A,B", help="Decks by seat (repeatable); without it, every pairing.")
@click.option("--bots", metavar="A,B", help="Bots by seat, or one for all; without it, the last bot of the game.")
@click.option("--games", type=click.IntRange(1, 1_000_000), default=200, show_default=True, help="Games of each pairing.")
@click.option("--seed", type=click.IntRange(0, LAST_SEED), default=1, show_default=True, help="The seed of the first game.")
@click.option("--check", is_flag=True, help="Hold every state against what must hold; stop at the first breach.")
@game_options
@format_option("text", "json")
def simulate_command(
    named: str | None, decks: tuple[str, ...], bots: str | None, games: int, seed: int, check: bool, game: str | None,
    options: tuple[str, ...], form: str,
) -> int:  # fmt: skip
    """Play whole games between bots: who wins, how long it takes, how it ends."""
    program = load(game, options)
    if program is None:
        return 1
    try:
        table = Table(program)
        setup = table.setup(named)
        pairs = [_decks(setup, text) for text in decks] or pairings(setup)
        names = seated(table, setup, words(bots) or _last_bot(program))
        matches = simulate(table, setup, pairs, names, games, seed, check, _progress(games * len(pairs)))
    except Refused as refusal:
        raise Wrong(str(refusal)) from None
    except Breach as breach:
        brought = f" --decks {','.join(breach.decks)}" if breach.decks else ""
        command = f"penance simulate{_of_rules(game, options)} --setup {setup.id}{brought} --bots {','.join(names)}"
        again = f"{command} --games 1 --seed {breach.seed} --check"
        say(f"penance: {breach}\nagain: {again}")
        return 1 if breach.is_rules else 4
    head = {"game": program.game, "options": dict(program.options), "setup": setup.id, "seed": seed, "games": games, "checked": check}
    found = report(matches)
    if form == "json":
        put_json({**head, **found})
    else:
        _show(program, setup, matches, found, head)
    return 0


def _of_rules(game: str | None, options: Sequence[str]) -> str:
    """The words of a command that name the rules it was given."""
    named = [f" --game {quote(game)}"] if game else []
    return "".join([*named, *(f" --option {quote(option)}" for option in options)])


def words(text: str | None) -> list[str]:
    """The words of a list with commas."""
    return [word.strip() for word in (text or "").split(",") if word.strip()]


def _last_bot(program: Program) -> list[str]:
    if not program.bots:
        raise Refused(f"{program.game} has no bots, so nobody can play it by itself")
    return [program.bots[-1].id]


def _decks(setup: Setup, text: str) -> tuple[str, ...]:
    """The decks of one ``--decks``, one for every seat."""
    found = tuple(words(text))
    if not setup.deck:
        raise Refused("nobody brings a deck to this game")
    for deck in found:
        if deck not in setup.decks:
            raise Refused(f"there is no deck `{deck}` to bring; there is {', '.join(setup.decks)}")
    if len(found) != setup.players:
        raise Refused(f"--decks names a deck for each of {setup.players} seats, found `{text}`")
    return found


def _progress(games: int) -> Callable[[int], None]:
    """What tells how many games are done: on a terminal alone."""
    if not sys.stderr.isatty():
        return lambda done: None

    def told(done: int) -> None:
        sys.stderr.write(f"\r{done} of {games} games" if done < games else "\r\x1b[K")
        sys.stderr.flush()

    return told


# ---------------------------------------------------------------- the figures as a text


def _show(program: Program, setup: Setup, matches: Sequence[Match], found: Mapping[str, Any], head: Mapping[str, Any]) -> None:
    named = {key: bot.name for key, bot in told_apart(program.bots).items()}
    titles = {key: deck.name for key, deck in told_apart(program.decks).items()}
    checked = "; every state held" if head["checked"] else ""
    put(f"{setup.name}: {_many(head['games'])} of each pairing, seeds from {head['seed']}{checked}")
    for figures in found["pairings"]:
        put("")
        put(" against ".join(titles[deck] for deck in figures["decks"]) or setup.name)
        rows = []
        for seat, bot in enumerate(figures["bots"]):
            deck = f", {titles[figures['decks'][seat]]}" if figures["decks"] else ""
            rows.append((f"{seat + 1} wins ({named[bot]}{deck})", *shares(figures["wins"][seat])))
        rows.append(("draws", *shares(figures["draws"])))
        rows += [(f"ends: {name}", *shares(one)) for name, one in figures["outcomes"].items()]
        for line in columns(rows, right=(1, 2)):
            put(f"  {line}")
        spreads = [(name, spread_text(figures[name])) for name in ("rounds", "decisions") if figures[name]["count"]]
        for line in [*columns(spreads), *histogram(figures["rounds"].get("histogram", {}))]:
            put(f"  {line}")
    if found["decks"]:
        put("")
        put("each deck against the others")
        for line in columns([(titles[deck], *shares(one)) for deck, one in found["decks"].items()], right=(1, 2)):
            put(f"  {line}")


def _many(games: int) -> str:
    return "1 game" if games == 1 else f"{games} games"


def shares(one: Mapping[str, Any]) -> tuple[str, str, str]:
    """A count, its share, and the interval of 95 %."""
    if one["share"] is None:
        return str(one["count"]), "-", ""
    return str(one["count"]), f"{100 * one['share']:.1f} %", f"{100 * one['low']:.1f} to {100 * one['high']:.1f} %"


def spread_text(one: Mapping[str, Any]) -> str:
    """Median, quartiles and range in words."""
    return f"median {one['median']:g}, quartiles {one['lower']:g} to {one['upper']:g}, from {one['least']} to {one['greatest']}"


def histogram(counts: Mapping[str, int], most: int = 10, width: int = 40) -> list[str]:
    """At most so many bars of equal classes of the values, the longest of this width."""
    if len(counts) < 2:
        return []
    values = [int(value) for value in counts]
    low = min(values)
    size = -(-(max(values) - low + 1) // most)
    classes = [0] * (-(-(max(values) - low + 1) // size))
    for value, count in counts.items():
        classes[(int(value) - low) // size] += count
    rows = []
    for place, count in enumerate(classes):
        first, last = low + place * size, low + (place + 1) * size - 1
        label = f"{first}" if size == 1 else f"{first} to {min(last, max(values))}"
        rows.append((label, str(count), "#" * -(-count * width // max(classes))))
    return columns(rows, right=(0, 1))


# ---------------------------------------------------------------- one game at the terminal


@click.command("play")
@click.option("--setup", "named", metavar="NAME", help="How the game begins; without it, the first setup.")
@click.option("--decks", metavar="A,B", help="Decks by seat; without it, the first that may be brought.")
@click.option("--bots", metavar="A,B", help="Bots for the last seats, - for a person; without it, people share the screen.")
@click.option("--seed", type=click.IntRange(0, LAST_SEED), help="The seed of the game; without it, one is drawn.")
@click.option("--resume", metavar="FILE", help="Go on with a game that was kept, and keep it there.")
@click.option("--save", "keep", metavar="FILE", help="Keep the game in this file while it is played.")
@game_options
def play_command(
    named: str | None, decks: str | None, bots: str | None, seed: int | None, resume: str | None, keep: str | None, game: str | None,
    options: tuple[str, ...],
) -> int:  # fmt: skip
    """Play a game in the terminal, with others at the same screen or against bots."""
    place = find_game(game)
    compilation = compiled(place, options)
    if compilation.program is None:
        return 1
    if resume is not None and not (named is None and decks is None and bots is None and seed is None):
        raise Wrong("--resume goes on with a game as it was kept: leave out --setup, --decks, --bots and --seed")
    reconfigure = getattr(sys.stdin, "reconfigure", None)  # a test may have put a plain buffer here
    if reconfigure is not None:
        reconfigure(encoding="utf-8", errors="replace")
    try:
        table = Table(compilation.program)
        kept = _begun(table, named, decks, bots, seed) if resume is None else read(resume, table)
        again = f"penance play{_of_rules(game, options)}"
        session = Session(table, kept, keep or resume, again, Where(compilation, place))
    except Refused as refusal:
        raise Wrong(str(refusal)) from None
    session.keep_up()
    session.run()
    return 0


def _begun(table: Table, named: str | None, decks: str | None, bots: str | None, seed: int | None) -> Kept:
    """A new game: bots take the last seats, and a deck that is not named is the first that may be brought."""
    setup = table.setup(named)
    seats = words(bots)
    if len(seats) > setup.players:
        raise Refused(f"`{setup.id}` has {setup.players} seats, not {len(seats)}")
    for bot in seats:
        if bot != PERSON:
            table.bot(bot)
    brought = words(decks)
    if brought:
        _decks(setup, decks or "")
    elif setup.deck:
        brought = list(setup.decks[:1]) * setup.players
    if seed is None:
        seed = int.from_bytes(os.urandom(4), "big")
        say(f"penance: played with --seed {seed}")
    people = (PERSON,) * (setup.players - len(seats))
    return Kept(setup.id, (*people, *seats), tuple(brought), seed, table.new_game(setup, brought, seed))
