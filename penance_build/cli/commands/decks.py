"""``penance decks``: every deck that the constructions of a game allow."""

from __future__ import annotations

from typing import Any

import click

from penance_build.cli.errors import Wrong
from penance_build.cli.options import format_option, game_options, load
from penance_build.cli.report import plural
from penance_build.cli.terminal import put, put_json, say
from penance_build.diagnostics.suggest import did_you_mean
from penance_build.ir.construct import TooManyWays, count_decks, legal_decks
from penance_build.ir.nodes import Construction, Program

MOST = 100_000
MOST_CARDS = 2_000_000  # of all decks together


@click.command()
@game_options
@click.option("--faction", default=None, help="Only the decks of this faction.")
@format_option("text", "json")
def decks(game: str | None, options: tuple[str, ...], faction: str | None, form: str) -> int:
    """List every legal deck of each faction, with the sets and cards that fill its parts."""
    program = load(game, options)
    if program is None:
        return 1
    if not program.constructions:
        raise Wrong("this game has no `constructions:`, so any cards make a deck")
    families = [item.id for item in program.factions]
    if faction is not None and faction not in families:
        raise Wrong(f"there is no faction `{faction}`; {did_you_mean(faction, families) or 'they are: ' + ', '.join(families)}")
    asked = [
        (construction, family)
        for construction in program.constructions
        for family in ([faction] if faction is not None else families)
        if family not in construction.shared
    ]
    try:
        counts = _counted(program, asked)
        return _list(program, asked, counts, form)
    except TooManyWays:
        raise Wrong("its sets share so many cards that the decks cannot be counted") from None


def _list(program: Program, asked: list[tuple[Construction, str]], counts: list[int], form: str) -> int:
    if form == "json":
        put_json({}, (_data(program, *item) for item in asked), "constructions")
        return 0
    for (construction, family), count in zip(asked, counts, strict=True):
        put(f"{construction.id}, {family}: {plural(count, 'legal deck')}")
        for deck in legal_decks(program, construction, family):
            put("  " + " | ".join(", ".join(chosen) for chosen in deck.chosen))
    say(f"penance: {plural(sum(counts), 'legal deck')}")
    return 0


def _counted(program: Program, asked: list[tuple[Construction, str]]) -> list[int]:
    """How many decks each construction allows each faction, before one is made. Raises Wrong where they are too many to list."""
    counts: list[int] = []
    cards = 0
    for construction, family in asked:
        counts.append(count_decks(program, construction, family))
        cards += counts[-1] * sum(part.count for part in construction.parts)
        if counts[-1] > MOST:
            raise Wrong(f"`{construction.id}` allows `{family}` {counts[-1]:,} decks, too many to list; the limit is {MOST:,}")
        if cards > MOST_CARDS:
            raise Wrong(f"the decks up to those of `{family}` have {cards:,} cards, too many to list; the limit is {MOST_CARDS:,}")
    return counts


def _data(program: Program, construction: Construction, family: str) -> dict[str, Any]:
    legal = legal_decks(program, construction, family)
    decks_ = [{"chosen": [list(chosen) for chosen in deck.chosen], "cards": dict(deck.cards)} for deck in legal]
    return {"construction": construction.id, "faction": family, "decks": decks_}
