"""Where a card stands in its deck, and what all fronts of the deck share: the height of their panels, the size of their text."""

from __future__ import annotations

from penance_build.ir.record import Record


class DeckSetting(Record):
    """What the fronts of a deck share: the share of the height that a panel has, in thousandths, and the largest size of rules text."""

    share: int
    largest: int


class DeckPosition(Record):
    """Where a card stands in its deck: its number, how many different ones there are, how many copies of it.

    ``setting`` is what it shares with them; None for a card that is set by itself.
    """

    number: int
    total: int
    copies: int
    setting: DeckSetting | None = None
