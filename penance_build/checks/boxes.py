"""The partition of a table's inputs into regions in which the same rows match.

Each input is cut only where some row's condition begins or ends, and neighbouring or distant segments that the same rows
accept are taken together; the regions are the products of what is left, walked with the sets of rows as bit masks. The
cost is the number of regions, not of values: a table over 0..60 hexes with four rows has four.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from penance_build.ir import nodes as ir

MAX_ROWS: Final = 1_000  # of a table; of more, which ``too_large`` refuses, no region is looked for
MAX_REGIONS: Final = 200_000
Domain = tuple[int, int]


class TooManyRegions(Exception):
    """The partition is larger than the bound; the argument is the number of regions."""

    def __init__(self, count: int) -> None:
        super().__init__(count)
        self.count = count


def domains(table: ir.Table) -> list[Domain]:
    """The declared bounds of each input."""
    return [(slot.type.low or 0, slot.type.high or 0) for slot in table.inputs]


def regions(rows: Sequence[ir.Row], bounds: Sequence[Domain]) -> Iterator[tuple[tuple[int, ...], int]]:
    """Each region as (a witness: one value for each input, the rows that match as a bit mask).

    Raises TooManyRegions before anything is walked.
    """
    if len(rows) > MAX_ROWS:
        raise TooManyRegions(len(rows))
    axes = [_axis(rows, index, domain) for index, domain in enumerate(bounds)]
    count = 1
    for axis in axes:
        count *= len(axis)
    if count > MAX_REGIONS:
        raise TooManyRegions(count)
    return _walk(axes, 0, (), (1 << len(rows)) - 1)


def _walk(axes: list[list[tuple[int, int]]], depth: int, witness: tuple[int, ...], mask: int) -> Iterator[tuple[tuple[int, ...], int]]:
    if depth == len(axes):
        yield witness, mask
        return
    if not mask:  # no row is left, whatever the rest of the inputs
        yield witness + tuple(axis[0][0] for axis in axes[depth:]), 0
        return
    for value, accepted in axes[depth]:
        yield from _walk(axes, depth + 1, (*witness, value), mask & accepted)


def _axis(rows: Sequence[ir.Row], index: int, domain: Domain) -> list[tuple[int, int]]:
    """The different sets of rows along one input: (a witness value, bit mask), the smallest witness of each first."""
    low, high = domain
    cuts = {low}
    for row in rows:
        for start, end in row.when[index] or ():
            cuts.update(value for value in (start, end + 1) if low < value <= high)
    found: dict[int, int] = {}
    for value in sorted(cuts):
        mask = 0
        for number, row in enumerate(rows):
            condition = row.when[index]
            if condition is None or any(start <= value <= end for start, end in condition):
                mask |= 1 << number
        found.setdefault(mask, value)
    return [(value, mask) for mask, value in found.items()]


def show(program: ir.Program, table: ir.Table, witness: Sequence[int]) -> str:
    """A witness in the author's words: ``range 11, cover light``."""
    words: list[str] = []
    for slot, value in zip(table.inputs, witness, strict=True):
        if slot.type.kind == "enum":
            enum = program.by_id.enums[slot.type.ref]
            words.append(f"{slot.name} {enum.members[value].id}")
        elif slot.type.kind == "bool":
            words.append(slot.name if value else f"not {slot.name}")
        else:
            words.append(f"{slot.name} {value}")
    return ", ".join(words)


def members(mask: int) -> list[int]:
    """The rows of a bit mask, in order."""
    return [index for index in range(mask.bit_length()) if mask >> index & 1]
