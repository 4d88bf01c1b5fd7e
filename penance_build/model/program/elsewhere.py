"""Claims, examples and printed odds that stand under other options than the chosen ones, with the rules under which they do."""

from __future__ import annotations

from collections.abc import Sequence

from penance_build.ir.nodes import Block, Program
from penance_build.ir.record import replace


def proved_elsewhere(programs: Sequence[Program]) -> tuple[Program, ...]:
    """Of the programs behind the first, those with claims, examples or printed odds that none before has, each with these alone."""
    first, *others = programs
    seen = _proofs(first)
    found = []
    for program in others:
        new = _proofs(program) - seen
        if new:
            claims = tuple(claim for claim in program.proved.claims if ("claim", claim.id) in new)
            examples = tuple(example for example in program.proved.examples if ("example", example.id) in new)
            proved = replace(program.proved, claims=claims, examples=examples, facts=())
            sides = tuple(
                replace(side, blocks=tuple(block for block in side.blocks if _odds(block) in new)) for side in program.printed.reference
            )
            found.append(replace(program, proved=proved, printed=replace(program.printed, reference=sides)))
            seen |= new
    return tuple(found)


def _proofs(program: Program) -> set[tuple[str, str]]:
    """What is proved of a program, as (kind, id)."""
    claims = {("claim", claim.id) for claim in program.proved.claims}
    odds = {_odds(block) for side in program.printed.reference for block in side.blocks if block.odds is not None}
    return claims | odds | {("example", example.id) for example in program.proved.examples}


def _odds(block: Block) -> tuple[str, str]:
    """A block of the reference by the place of its odds; no odds have none."""
    return ("odds", "" if block.odds is None else block.odds.id)
