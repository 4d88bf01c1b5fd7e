"""Boxes that are as large as the card: their lengths on a card of some size."""

from __future__ import annotations

from penance_build.ir.nodes import LayoutBox
from penance_build.ir.record import replace
from penance_build.press.imposition.trims import BLEED_UM, Trim


def on_card(boxes: tuple[LayoutBox, ...], trim: Trim) -> tuple[LayoutBox, ...]:
    """The boxes with the lengths that they have on a card of this size."""
    return tuple(_on_card(box, trim) for box in boxes)


def _on_card(box: LayoutBox, trim: Trim) -> LayoutBox:
    whole = whole_of(box)
    if not whole:
        return box
    edge = BLEED_UM if whole == "bleed" else 0
    return replace(box, left=-edge, top=-edge, width=trim.width_um + 2 * edge, height=trim.height_um + 2 * edge)


def whole_of(box: LayoutBox) -> str:
    """``card`` or ``bleed`` where the box is as large as this, else nothing."""
    return dict(box.styles).get("at", "")
