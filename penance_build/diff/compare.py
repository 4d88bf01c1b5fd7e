"""The stage: two compilations to all their differences."""

from __future__ import annotations

from penance_build.compilation import Compilation
from penance_build.diff.compiled import compare_compiled
from penance_build.diff.describing.definitions import KINDS
from penance_build.diff.faces import Held
from penance_build.diff.odds import claim_changes, example_changes
from penance_build.diff.printing import printing
from penance_build.diff.result import Comparison, Key, Side
from penance_build.diff.sources import compare_written, written_otherwise
from penance_build.diff.view import View
from penance_build.ir.identity import rules_hash


def compare(old: Side, new: Side, held: Held | None = None) -> Comparison:
    """All differences of two games, from the compiled programs; from what is written where one of them does not compile.

    ``held`` are the files of both, for pictures and fonts of cards.
    """
    before, after = View(old.compilation), View(new.compilation)
    if not (_compiles(old.compilation) and _compiles(new.compilation)):
        return Comparison(old, new, tuple(compare_written(before, after)))
    compared = compare_compiled(before, after)
    told = {(item.key.kind, item.key.id) for item in compared.differences} | {(key.kind, key.id) for key in compared.follows}
    elsewhere = tuple(sorted(written_otherwise(before, after, told, compared.renamed), key=_place))
    return Comparison(
        old,
        new,
        tuple(compared.differences),
        compared.follows,
        elsewhere,
        claim_changes(before, after, compared.pairs),
        example_changes(before, after, compared.pairs),
        printing(before.program, after.program, compared.pairs, held),
        rules_hash(before.program) == rules_hash(after.program),
    )


def _compiles(compilation: Compilation) -> bool:
    return compilation.program is not None


def _place(key: Key) -> tuple[int, str]:
    return KINDS.index(key.kind), key.id
