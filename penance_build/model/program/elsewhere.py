"""Claims and examples that stand under other options than the chosen ones, with the rules under which they do."""

from __future__ import annotations

from collections.abc import Sequence

from penance_build.ir.nodes import Program
from penance_build.ir.record import replace


def proved_elsewhere(programs: Sequence[Program]) -> tuple[Program, ...]:
    """Of the programs behind the first, those with claims or examples that none before has, each with these alone."""
    first, *others = programs
    seen = _proofs(first)
    found = []
    for program in others:
        new = _proofs(program) - seen
        if new:
            claims = tuple(claim for claim in program.proved.claims if ("claim", claim.id) in new)
            examples = tuple(example for example in program.proved.examples if ("example", example.id) in new)
            found.append(replace(program, proved=replace(program.proved, claims=claims, examples=examples, facts=())))
            seen |= new
    return tuple(found)


def _proofs(program: Program) -> set[tuple[str, str]]:
    """What is proved of a program, as (kind, id)."""
    claims = {("claim", claim.id) for claim in program.proved.claims}
    return claims | {("example", example.id) for example in program.proved.examples}
