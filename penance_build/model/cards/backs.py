"""Backs of one's own, of a card type or a deck."""

from __future__ import annotations

from penance_build.ir import nodes as ir
from penance_build.surface.cards import Back


def back_of(back: Back | None) -> ir.Back | None:
    """A back of one's own, or None where there is none."""
    if back is None:
        return None
    return ir.Back(back.text, "" if back.tincture is None else back.tincture.text, back.ornament)
