"""What players need beside paper, as far as rules say it: which dice are rolled, how many markers lie on tracks."""

from __future__ import annotations

from penance_build.ir.nodes import Block, Die, Program, ReferenceSide
from penance_build.ir.uses import closure


def rolled(program: Program, decks: tuple[str, ...]) -> tuple[Die, ...]:
    """The dice that a game with these decks rolls; all of them where no setup says how a game goes."""
    if not program.setups:
        return program.dice
    cards = {card for name in decks for card, _ in program.by_id.decks[name].cards}
    effects = {program.by_id.cards[card].procedure for card in cards} & program.by_id.procedures.keys()
    begun = [*(setup.procedure for setup in program.setups), *sorted(effects)]
    names = closure(program, begun)
    return tuple(die for die in program.dice if f"die {die.id}" in names)


def markers(program: Program) -> int:
    """How many markers each player needs: for the tracks on their sheets, and on those that all share for what each of them has."""
    return sum(_is_of_each(program, side, block) for side, block in _tracks(program))


def shared_markers(program: Program) -> int:
    """How many markers lie on tracks that all share."""
    return sum(not _is_of_each(program, side, block) for side, block in _tracks(program))


def _tracks(program: Program) -> list[tuple[ReferenceSide, Block]]:
    return [(side, block) for side in program.printed.reference for block in side.blocks if block.show == "track"]


def _is_of_each(program: Program, side: ReferenceSide, block: Block) -> bool:
    """Whether every player has a marker on a track: each has a sheet with it, or a number that is counted on it."""
    owned = {other.sheet for other in program.printed.reference if other.owner}
    return side.sheet in owned or program.by_id.counters[block.ref].owner == "player"


def has_blocks(program: Program, *shows: str) -> bool:
    """Whether some sheet has a block of one of these kinds."""
    return any(block.show in shows for side in program.printed.reference for block in side.blocks)
