"""Where a card stands in its deck: what the last line of its front says."""

from __future__ import annotations

from penance_build.ir.record import Record


class DeckPosition(Record):
    """Where a card stands in its deck: its number, how many different ones there are, how many copies of it."""

    number: int
    total: int
    copies: int
