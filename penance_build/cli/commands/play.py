"""``penance play``: a whole game in the terminal, and the words of a command that name players, decks and rules."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from shlex import quote

import click

from penance_build.cli.calling.lines import columns
from penance_build.cli.calling.takes import Whole
from penance_build.cli.errors import Wrong
from penance_build.cli.options import compiled, find_game, game_options
from penance_build.cli.saved import LAST_SEED, PERSON, Kept, read, written
from penance_build.cli.session import Session
from penance_build.cli.terminal import say
from penance_build.cli.values import refused
from penance_build.cli.where import Where
from penance_build.ir.nodes import Setup
from penance_build.play.table import Refused, Table


@click.command("play")
@click.option("--setup", "named", metavar="NAME", help="How the game begins; without it, the first setup.")
@click.option("--decks", metavar="A,B", help="Decks by seat; without it, the first that may be brought.")
@click.option("--bots", metavar="A,B", help="Bots for the last seats, - for a person; without it, people share the screen.")
@click.option("--seed", type=Whole(0, LAST_SEED), help="The seed of the game; without it, one is drawn.")
@click.option("--resume", metavar="FILE", help="Go on with a game that was kept, and keep it there.")
@click.option("--save", "keep", metavar="FILE", help="Keep the game in this file while it is played.")
@game_options
def play_command(
    named: str | None, decks: str | None, bots: str | None, seed: int | None, resume: str | None, keep: str | None, game: str | None,
    options: tuple[str, ...],
) -> int:  # fmt: skip
    """Play a game in the terminal, with others at the same screen or against bots."""
    width, place = columns(), find_game(game)
    if resume is not None and not (named is None and decks is None and bots is None and seed is None):
        raise Wrong("--resume goes on with a game as it was kept: leave out --setup, --decks, --bots and --seed")
    before = None if resume is None else written(resume)
    compilation = compiled(place, options)
    if compilation.program is None:
        return 1
    reconfigure = getattr(sys.stdin, "reconfigure", None)  # a test may have put a plain buffer here
    if reconfigure is not None:
        reconfigure(encoding="utf-8", errors="replace")
    try:
        table = Table(compilation.program)
        kept = _begun(table, named, decks, bots, seed) if before is None else read(before, table)
        again = f"penance play{of_rules(game, options)}"
        session = Session(table, kept, keep or resume, again, Where(compilation, place), width)
    except Refused as refusal:
        raise refused(refusal) from None
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
            table.seat(setup, bot)
    brought = words(decks)
    if brought:
        decks_of(setup, decks or "")
    elif setup.deck:
        brought = list(setup.decks[:1]) * setup.players
    if seed is None:
        seed = int.from_bytes(os.urandom(4), "big")
        say(f"penance: played with --seed {seed}")
    people = (PERSON,) * (setup.players - len(seats))
    return Kept(setup.id, (*people, *seats), tuple(brought), seed, table.new_game(setup, brought, seed))


def of_rules(game: str | None, options: Sequence[str]) -> str:
    """The words of a command that name the rules it was given."""
    named = [f" --game {quote(game)}"] if game else []
    return "".join([*named, *(f" --option {quote(option)}" for option in options)])


def words(text: str | None) -> list[str]:
    """The words of a list with commas."""
    return [word.strip() for word in (text or "").split(",") if word.strip()]


def decks_of(setup: Setup, text: str) -> tuple[str, ...]:
    """The decks of one ``--decks``, one for every seat."""
    found = tuple(words(text))
    if not setup.deck:
        raise Refused("nobody brings a deck to this game")
    for deck in found:
        if deck not in setup.decks:
            raise Refused(f"there is no deck `{deck}` to bring", deck, setup.decks)
    if len(found) != setup.players:
        raise Refused(f"--decks names a deck for each of {setup.players} seats, found `{text}`")
    return found
