"""Where the data stand that claims speak of, and of how many numbers that have a source a claim says what they are."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from penance_build.diagnostics.problem import Span
from penance_build.ir import nodes as ir
from penance_build.model.program.data import READERS, Place
from penance_build.model.program.facts import FactReader, Judged
from penance_build.surface.declarations import Row
from penance_build.surface.nodes import Scalar

_DIGIT: Final = re.compile("[0-9]")
Spot = tuple[str, int, int]


def every_fact(programs: Iterable[ir.Program]) -> tuple[ir.Fact, ...]:
    """The claims on data of several programs, those that say and find the same once."""
    found: dict[object, ir.Fact] = {}
    known: set[int] = set()
    for program in programs:
        for fact in program.proved.facts:
            if id(fact) not in known:
                known.add(id(fact))
                found.setdefault((fact.id, fact.says, fact.ruled), fact)
    return tuple(found.values())


def data_spans(readers: Sequence[FactReader]) -> dict[tuple[str, str], Span]:
    """The place of the datum of each comparison, by the claim and the name: of the first value that differs."""
    found: dict[tuple[str, str], Span] = {}
    for judged in _judged(readers):
        for said, place in zip((*judged.fact.says, *judged.fact.ruled), judged.differ, strict=True):
            key = judged.fact.id, said.name
            if said.said != said.found or key not in found:
                found[key] = place.span
    return found


def _judged(readers: Sequence[FactReader]) -> Iterable[Judged]:
    return {id(judged): judged for reader in readers for judged in reader.judged.values()}.values()


def witnessed(readers: Sequence[FactReader]) -> dict[tuple[str, str], tuple[int, int]]:
    """Of each definition that names a source: its numbers, and those of which a claim says what they are."""
    seen = {_spot(place) for judged in _judged(readers) for place in judged.seen}
    spots: dict[tuple[str, str], set[Spot]] = {}
    done: set[object] = set()
    for reader in readers:
        for kind in (*READERS, "table", "procedure"):
            for name, item in reader.ctx.live(reader.ctx.game.of(kind)).items():
                behind = reader.behind(kind, name)
                if behind not in done and (item.source or reader.ctx.game.below[kind, name].citations):
                    done.add(behind)
                    spots.setdefault((kind, name), set()).update(_spot(place) for place in _numbers(reader, kind, name))
    return {key: (len(found), len(found & seen)) for key, found in spots.items() if found}


def _numbers(reader: FactReader, kind: str, name: str) -> Iterator[Place]:
    """The places of the numbers that an author wrote in a definition, but for bounds of types, and 0 and 1 within formulas."""
    if kind == "table":
        for row in reader.ctx.game.tables[name].rows:
            if reader.ctx.holds(row):
                yield from _cells(row)
        return
    for key, datum in reader.data(kind, name).items():
        if datum.is_written and datum.type is not None and datum.type.kind == "int" and key.rpartition(".")[2] not in ("low", "high"):
            pairs = zip(datum.values, datum.places, strict=True)
            yield from (place for value, place in pairs if _is_written(place) and (place.start < 0 or value not in (0, 1)))


def _is_written(place: Place) -> bool:
    """Whether a number stands there, and no truth value or name of a constant, whose number stands elsewhere."""
    return not isinstance(place.at, Scalar) or place.start >= 0 or bool(_DIGIT.search(place.at.text))


def _cells(row: Row) -> Iterator[Place]:
    return (Place(cell) for cell in row.cells.values() if _DIGIT.search(cell.text))


def _spot(place: Place) -> Spot:
    span = place.span
    return span.file, span.line, span.column
