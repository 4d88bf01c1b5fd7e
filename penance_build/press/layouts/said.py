"""What a card says, by the names that layouts have for it: texts for holes, and values by which something is chosen."""

from __future__ import annotations

import re
from collections.abc import Mapping

from penance_build.ir.nodes import ByValue, Layout, LayoutBox
from penance_build.ir.record import Record
from penance_build.press.look.theme import Theme

_HOLE = re.compile(r"\{([a-z][a-z0-9_]*)\}")


class Said(Record):
    """Of one card: ``texts`` fill holes (empty: the card has none; a new line parts paragraphs), ``values`` are ids, ``counts`` numbers.

    ``type`` is its card type, ``tincture`` the colour of its faction, ``has`` names what boxes may ask for that it has.
    """

    texts: Mapping[str, str]
    values: Mapping[str, str]
    counts: Mapping[str, int]
    type: str
    tincture: str
    has: frozenset[str]

    def choose(self, item: ByValue) -> str:
        """What is chosen by a value of the card."""
        return dict(item.cases).get(self.values.get(item.of, ""), item.other) if item.of else item.other

    def fill(self, pattern: str) -> str | None:
        """A text with its holes filled; None where the card lacks one of them. What is no name of ours stays markup."""
        is_whole = True

        def filled(hole: re.Match[str]) -> str:
            nonlocal is_whole
            found = self.texts.get(hole[1])
            is_whole = is_whole and bool(found)
            return found or ""

        text = _HOLE.sub(filled, pattern)
        return text if is_whole else None

    def color(self, theme: Theme, item: ByValue | None, default: str) -> str:
        """A colour as ``#rrggbb``."""
        name = "" if item is None else self.choose(item)
        if not name:
            return default
        if name.startswith("#"):
            return name.lower()
        return {**theme.palette, "tincture": self.tincture}.get(name) or theme.tincture(name).color

    def fits(self, layout: Layout) -> bool:
        """Whether the layout is one for this card."""
        return (not layout.types or self.type in layout.types) and all(self.values.get(name) in values for name, values in layout.only)

    def shows(self, box: LayoutBox) -> bool:
        """Whether the card has this box at all."""
        return (not box.types or self.type in box.types) and self.has.issuperset(box.has) and self.has.isdisjoint(box.lacks)


def holes_in(pattern: str) -> tuple[str, ...]:
    """The names of the holes of a text."""
    return tuple(dict.fromkeys(_HOLE.findall(pattern)))


def is_picture(ground: str) -> bool:
    """Whether what lies under everything is a picture and no colour: the name of a file, or one with holes."""
    return "." in ground or "{" in ground
