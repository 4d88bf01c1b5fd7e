"""Which settings let more cards stand on a sheet, where those of a build do not: a narrower gap, no marks, or both."""

from __future__ import annotations

from penance_build.ir.record import Record, replace
from penance_build.press.drawing.lengths import mm
from penance_build.press.imposition.grids import Grid, Wish, grid_for
from penance_build.press.imposition.papers import Paper
from penance_build.press.imposition.trims import Trim

# Gaps are tried in such steps; below the least there is next to no bleed for a cut that is off.
_STEP_UM, _LEAST_GAP_UM = 500, 2_000
_AND = " and "


class Roomier(Record):
    """Settings in words, and the grid that fits with them; those of one record give as many cards a sheet."""

    words: str
    grid: Grid


def roomier(paper: Paper, trim: Trim, gap: int, wanted: tuple[int, int] | None, wish: Wish) -> Roomier | None:
    """What lets the wanted grid fit, or more cards than without; None where nothing does. One setting is better than two."""
    now = grid_for(paper, trim, gap, wanted, wish)
    count = 0 if now is None else now.count
    bare = replace(wish, has_marks=False)
    narrower = _narrower(paper, trim, gap, wanted, wish, count)
    ways = [] if narrower is None else [narrower]
    if wish.has_marks:
        ways += [
            Roomier("`marks: off`", grid) for grid in [grid_for(paper, trim, gap, wanted, bare)] if grid is not None and grid.count > count
        ]
        if not ways and (both := _narrower(paper, trim, gap, wanted, bare, count)) is not None:
            return Roomier(f"{both.words}{_AND}`marks: off`", both.grid)
    most = max((way.grid.count for way in ways), default=0)
    best = [way for way in ways if way.grid.count == most]
    return Roomier(" or ".join(way.words for way in best), best[0].grid) if best else None


def lets_fit(paper: Paper, trim: Trim, gap: int, wanted: tuple[int, int] | None, wish: Wish) -> str:
    """What to write where the wanted grid, or even one card, does not fit: settings with the grid that then does; empty where none do."""
    asked = roomier(paper, trim, gap, wanted, wish)
    if wanted is not None and (asked is None or _AND in asked.words):  # as many cards in another order may need less
        other = roomier(paper, trim, gap, None, wish)
        if other is not None and other.grid.count >= wanted[0] * wanted[1] and _AND not in other.words:
            asked = other
    return "" if asked is None else f"with {asked.words} {asked.grid.columns} × {asked.grid.rows} fit"


def _narrower(paper: Paper, trim: Trim, gap: int, wanted: tuple[int, int] | None, wish: Wish, count: int) -> Roomier | None:
    """The widest gap with which most cards fit, of those narrower than this."""
    best: Roomier | None = None
    for narrow in range((gap - 1) // _STEP_UM * _STEP_UM, _LEAST_GAP_UM - 1, -_STEP_UM):
        grid = grid_for(paper, trim, narrow, wanted, wish)
        if grid is not None and grid.count > (count if best is None else best.grid.count):
            best = Roomier(f"`gap: {mm(narrow, 1)} mm`", grid)
    return best
