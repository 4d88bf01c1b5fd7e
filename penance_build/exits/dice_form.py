"""What a profile says of a maker of dice: the dice that it makes, and the thinnest line and gap that it can; lengths in micrometres."""

from __future__ import annotations

from typing import Any

from penance_build.exits.press_form import length
from penance_build.ir.record import Record


class DiceForm(Record):
    """How a maker takes dice. ``edges`` without any: every size.

    ``margin`` is how far symbols stay from the edges of a face, ``colours`` how many a face can have (0: none is filled in), ``files``
    the kinds of outlines, ``sets`` how many sets are ordered.
    """

    method: str
    line: int
    gap: int
    margin: int
    colours: int
    sides: tuple[int, ...]
    edges: tuple[int, ...]
    files: tuple[str, ...]
    sets: int


def dice_form(tree: Any) -> DiceForm:
    """What a file of the right shape says of a maker of dice."""
    dice = tree["dice"]
    return DiceForm(
        dice["method"],
        length(dice["line"]),
        length(dice["gap"]),
        length(dice.get("margin", "0 mm")),
        dice.get("colours", 1),
        tuple(sorted(dice.get("sides", (6,)))),
        tuple(sorted(length(edge) for edge in dice.get("edges", ()))),
        tuple(dice.get("files", ("svg", "dxf"))),
        tree.get("games", 1),
    )
