"""Sizes of paper as data, and the margin of each that stays white.

Pages always stand upright, so that "flip on the long edge" means the same for each paper: columns are swapped.
"""

from __future__ import annotations

from collections.abc import Mapping

from penance_build.ir.record import Record
from penance_build.press.drawing.lengths import mm
from penance_build.press.imposition.measures import length_of, size_of

# What printers leave white: that of most is a sixth of an inch on metric paper; on inch paper a quarter is the usual promise.
METRIC_MARGIN_UM, INCH_MARGIN_UM = 4200, 6350
SMALLEST_UM, LARGEST_UM = 90_000, 1_200_000
# No margin is wider, so that something is left of each paper.
WIDEST_MARGIN_UM = 30_000


class Paper(Record):
    """A sheet, standing upright. ``id`` is part of the name of a file; marks, rulers, frames and text stay inside the margin."""

    id: str
    name: str
    width_um: int
    height_um: int
    margin_um: int
    is_inch: bool = False


PAPERS: Mapping[str, Paper] = {
    "a3": Paper("a3", "A3", 297000, 420000, METRIC_MARGIN_UM),
    "a4": Paper("a4", "A4", 210000, 297000, METRIC_MARGIN_UM),
    "a5": Paper("a5", "A5", 148000, 210000, METRIC_MARGIN_UM),
    "letter": Paper("letter", "Letter", 215900, 279400, INCH_MARGIN_UM, True),
    "legal": Paper("legal", "Legal", 215900, 355600, INCH_MARGIN_UM, True),
    "tabloid": Paper("tabloid", "Tabloid", 279400, 431800, INCH_MARGIN_UM, True),
}


def paper_of(text: str) -> Paper | None:
    """The paper that a name or two lengths mean (``a3``, ``320x450mm``), standing upright; None for what is neither."""
    named = PAPERS.get(text.strip().lower())
    if named is not None:
        return named
    size = size_of(text)
    if size is None or not all(SMALLEST_UM <= side <= LARGEST_UM for side in (size.width_um, size.height_um)):
        return None
    if size.width_um > size.height_um:
        size = size_of("{1}x{0}{2}".format(*size.text.removesuffix(size.unit).split("x"), size.unit)) or size
    is_inch = size.unit == "in"
    name = f"{mm(size.width_um, 1)} × {mm(size.height_um, 1)} mm"
    return Paper(size.text, name, size.width_um, size.height_um, INCH_MARGIN_UM if is_inch else METRIC_MARGIN_UM, is_inch)


def margin_of(text: str) -> int | None:
    """The micrometres of a margin such as ``5 mm``; None for what is none, or wider than any may be."""
    margin = length_of(text)
    return margin if margin is not None and margin <= WIDEST_MARGIN_UM else None
