"""E732: a box of a layout beyond the bleed; W733: ink that ends at the edge of the card, where a cut that is not exact shows.

What its texts and pictures come to is found by a build, which draws them. Cases: ``tests/cases/bad/layouts``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from penance_build.diagnostics.problem import Problem
from penance_build.ir.nodes import Layout, LayoutBox, Program
from penance_build.model.program.elaborate import Elaborated
from penance_build.press.drawing.lengths import mm
from penance_build.press.imposition.trims import BLEED_UM, Trim, trim_of
from penance_build.press.layouts.places import whole_of
from penance_build.press.look.sizes import trim_for, trim_of_theme
from penance_build.surface.game import Game

# Ink that keeps this far from the edge is meant to.
_NEAR = 500


def check(game: Game, combinations: Sequence[Elaborated]) -> list[Problem]:
    """Judge the place of each box against the size of the cards."""
    found: dict[tuple[str, str, str], Problem] = {}
    for elaborated in combinations:
        for layout, trims in _sizes(elaborated.program):
            for box in layout.boxes:
                if whole_of(box):
                    continue
                for problem in (problem for trim in trims for problem in _of_box(game, layout, box, trim)):
                    found.setdefault((layout.id, box.id, problem.code), problem)
    return list(found.values())


def _sizes(program: Program) -> Iterator[tuple[Layout, list[Trim]]]:
    """The layouts, each with the sizes of the cards that have it; where all cards have one size, with that."""
    if not program.printed.layouts:
        return
    from penance_build.press.cards.saying import layout_of

    every = list(dict.fromkeys(trim_for(program, card) for card in program.cards)) or [trim_of_theme(program)]
    unsure = _unsure(program)
    for layout in program.printed.layouts:
        mine = (card for card in program.cards if len(every) > 1 and layout_of(program, card) == layout)
        yield layout, [trim for trim in list(dict.fromkeys(trim_for(program, card) for card in mine)) or every[:1] if trim not in unsure]


def _unsure(program: Program) -> set[Trim]:
    """The size that stands for sizes which cannot be read: these are a mistake of their own, and no box is held against another size."""
    sizes = [dict(program.printed.theme).get("card_size", ""), *(kind.size for kind in program.card_types)]
    return {trim_of_theme(program)} if any(size and trim_of(size) is None for size in sizes) else set()


def _of_box(game: Game, layout: Layout, box: LayoutBox, trim: Trim) -> Iterator[Problem]:
    at = next(item for item in game.layouts[layout.id].boxes if item.id == box.id).at
    sides = ("left", "top", "right", "bottom")
    beyond = (-box.left, -box.top, box.left + box.width - trim.width_um, box.top + box.height - trim.height_um)
    side, most = max(zip(sides, beyond, strict=True), key=lambda item: item[1])
    entity = ("layout", layout.id)
    if most > BLEED_UM:
        size = f"{mm(trim.width_um)} by {mm(trim.height_um)} mm"
        says = f"the box `{box.id}` goes {mm(most)} mm beyond the {side} edge of the card, and nothing is printed beyond {mm(BLEED_UM)} mm"
        yield Problem("E732", says, at.key_span, f"a card is {size}; a box begins at its left and top", entity=entity, path=at.path)
    elif _is_inked(box):
        for name, length in zip(sides, beyond, strict=True):
            if -_NEAR < length < BLEED_UM:
                where = f"{mm(length)} mm beyond" if length > 0 else f"{mm(-length)} mm before" if length else "at"
                says = f"the box `{box.id}` ends {where} the {name} edge of the card: where the cut is not exact, a white line stays"
                yield Problem("W733", says, at.key_span, f"let it reach {mm(BLEED_UM)} mm beyond the edge", entity=entity, path=at.path)
                return


def _is_inked(box: LayoutBox) -> bool:
    """Whether the box is filled with ink from edge to edge."""
    if box.kind == "picture":
        return dict(box.styles).get("fit", "cover") == "cover"
    colors = dict(box.colors)
    return box.kind in ("rectangle", "ellipse", "rhombus") and ("fill" in colors or "stroke" not in colors)
