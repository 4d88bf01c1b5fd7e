"""Where an example that does not come out is probably wrong, as second places of the problem."""

from __future__ import annotations

import re
from collections.abc import Iterator

from penance_build.compilation import Compilation
from penance_build.diagnostics.problem import Span
from penance_build.diagnostics.written import Written
from penance_build.ir.nodes import Program
from penance_build.odds.proofs.changes import BRANCHES, SIGNED
from penance_build.odds.proofs.suspects import Suspect, suspects

Places = tuple[tuple[Span, str], ...]
_MOST = 4
_WALKED = "on the way to it"


def places(compilation: Compilation, program: Program, failing: list[str]) -> dict[str, Places]:
    """Of each failing example, by its id, the places of the rules that are probably at fault."""
    if compilation.written is None or not failing:
        return {}
    found: dict[str, Places] = {}
    witnesses = () if compilation.program is None else compilation.program.proved.examples
    for name, some in suspects(program, failing, witnesses).items():
        at = {place: label for suspect in reversed(some) for place, label in _of(compilation, suspect)}
        found[name] = tuple(reversed(at.items()))[:_MOST]
    return found


def _of(compilation: Compilation, suspect: Suspect) -> list[tuple[Span, str]]:
    """The places of a suspect, the last one first: where the text stands that a change changes, else where its step stands."""
    assert compilation.written is not None
    written = compilation.written.of(suspect.item, suspect.index)
    if written is None:
        return []
    if suspect.was == BRANCHES:
        exchanged = [written.branches[int(index)] for index in suspect.instead.split() if int(index) < len(written.branches)]
        if len(exchanged) == 2:
            return [
                (span, f"with `{other}` here it comes out") for (_, span), (other, _) in zip(exchanged, reversed(exchanged), strict=True)
            ]
        return [(written.at, "the other way round it comes out")]
    if suspect.was == SIGNED:
        return [(written.parts[-1][1] if len(written.parts) == 2 else written.at, "with the other sign it comes out")]
    if suspect.was:
        label = f"with `{suspect.instead}` for `{suspect.was}` it comes out" if suspect.instead else f"without `{suspect.was}` it comes out"
    else:
        label = _WALKED
    return [(next(_with(written, suspect.was), written.at), label)]


def _with(written: Written, was: str) -> Iterator[Span]:
    """The parts in whose text something stands, as a word of its own."""
    found = re.compile(rf"(?<![\w<>=]){re.escape(was)}(?![\w<>=])") if was else None
    return (span for text, span in written.parts if found is not None and found.search(text))
