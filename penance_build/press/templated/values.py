"""What a card says, as the values of a template: printed texts as HTML, and beside them what they are made of."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from html import escape
from typing import Any

from penance_build.ir.record import Record
from penance_build.press.text.icon_font import code_point
from penance_build.press.text.rich_text import NO_BREAK_SPACE, Paragraph, Piece, groups, paragraphs_of, parse

_TAGS = {"number": "b", "bold": "b", "italic": "i"}


class Values(Record):
    """The values of one face.

    ``card`` are printed texts as HTML (``text`` in paragraphs), "" where the card has none; ``value`` the ids of what is chosen from;
    ``count`` the numbers; ``colour`` those of the theme and the card; ``size`` the millimetres of the place and its bleed as texts;
    ``icon`` each icon of the game as HTML.
    """

    card: Mapping[str, str]
    value: Mapping[str, str]
    count: Mapping[str, int]
    colour: Mapping[str, str]
    size: Mapping[str, str]
    icon: Mapping[str, str]

    def as_data(self) -> dict[str, Any]:
        """For the process that fills templates."""
        return {name: dict(getattr(self, name)) for name in ("card", "value", "count", "colour", "size", "icon")}


def icon_html(icons: Collection[str], name: str) -> str:
    """An icon as the glyph that it has; ``icons`` are all of them in the order of their glyphs."""
    return f'<span class="icon">{code_point(icons, name)}</span>'


def text_html(text: str, icons: Collection[str]) -> str:
    """A text of paragraphs, each in an element ``p`` whose class is its style. Raises ``BadMarkup``."""
    openings = ((f'<p class="{escape(style)}">' if style is not None else "<p>", words) for style, words in paragraphs_of(text, icons))
    return "".join(f"{opening}{paragraph_html(words, icons)}</p>" for opening, words in openings)


def inline_html(text: str, icons: Collection[str]) -> str:
    """A text within a line; further ones begin on lines of their own. Raises ``BadMarkup``."""
    return "<br>".join(paragraph_html(parse(line, icons), icons) for line in text.split("\n"))


def paragraph_html(paragraph: Paragraph, icons: Collection[str]) -> str:
    """Its words, with elements ``b`` and ``i`` and icons."""
    return " ".join(
        NO_BREAK_SPACE.join("".join(_piece_html(piece, icons) for piece in word.pieces) for word in group) for group in groups(paragraph)
    )


def _piece_html(piece: Piece, icons: Collection[str]) -> str:
    if piece.kind == "icon":
        return icon_html(icons, piece.text) if piece.text in icons else ""
    tag = _TAGS.get(piece.kind, "")
    return f"<{tag}>{escape(piece.text)}</{tag}>" if tag else escape(piece.text)
