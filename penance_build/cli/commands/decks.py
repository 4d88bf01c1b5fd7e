"""``penance decks``: every deck that the constructions of a game allow."""

from __future__ import annotations

from typing import Any

import click

from penance_build.cli.errors import Wrong
from penance_build.cli.options import format_option, game_options, load
from penance_build.cli.report import plural
from penance_build.cli.terminal import put, put_json, say
from penance_build.diagnostics.suggest import did_you_mean
from penance_build.ir.construct import LegalDeck, legal_decks
from penance_build.ir.nodes import Construction, Program

MOST = 100_000


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
    found = [
        (construction, family, _some(program, construction, family))
        for construction in program.constructions
        for family in ([faction] if faction is not None else families)
        if family not in construction.shared
    ]
    if form == "json":
        put_json({"constructions": [_data(*item) for item in found]})
        return 0
    for construction, family, legal in found:
        put(f"{construction.id}, {family}: {plural(len(legal), 'legal deck')}")
        for deck in legal:
            put("  " + " | ".join(", ".join(chosen) for chosen in deck.chosen))
    say(f"penance: {plural(sum(len(legal) for _, _, legal in found), 'legal deck')}")
    return 0


def _some(program: Program, construction: Construction, family: str) -> list[LegalDeck]:
    made: list[LegalDeck] = []
    for deck in legal_decks(program, construction, family):
        made.append(deck)
        if len(made) > MOST:
            raise Wrong(f"`{construction.id}` allows `{family}` more than {MOST} decks, too many to list")
    return made


def _data(construction: Construction, family: str, legal: list[LegalDeck]) -> dict[str, Any]:
    decks_ = [{"chosen": [list(chosen) for chosen in deck.chosen], "cards": dict(deck.cards)} for deck in legal]
    return {"construction": construction.id, "faction": family, "decks": decks_}
