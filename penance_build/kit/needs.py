"""What players need beside paper, as far as rules say it: which dice are rolled, how many markers lie on tracks."""

from __future__ import annotations

from penance_build.ir.nodes import Die, Program
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
    """How many markers the tracks on the sheets of one player need."""
    mine = (side for side in program.printed.reference if side.owner)
    return sum(block.show == "track" for side in mine for block in side.blocks)


def has_blocks(program: Program, *shows: str) -> bool:
    """Whether some sheet has a block of one of these kinds."""
    return any(block.show in shows for side in program.printed.reference for block in side.blocks)
