"""From the data of a card to what its front says: strings with markup, the sizes they may shrink to, and what is wrong with them."""

from __future__ import annotations

from collections.abc import Mapping

from markupsafe import Markup, escape

from penance_build.ir.nodes import Attribute, Card, Enum, Program
from penance_build.ir.record import Record
from penance_build.press.text.icon_font import code_point
from penance_build.press.text.rich_text import Paragraph, Piece

NO_BREAK_SPACE = "\u00a0"


class Mark(Record):
    """A glyph, a figure and a label; each may be empty."""

    glyph: str
    text: str
    label: str


class Shown(Record):
    """Where the attributes of a card are shown."""

    cost: Mark | None
    badges: tuple[Mark, ...]
    marks: tuple[Mark, ...]
    line: tuple[str, ...]
    cost_value: int


def glyph(program: Program, name: str) -> Markup:
    """An icon as a character of the icon font, or nothing where the game has no such icon."""
    if not any(known == name for known, _ in program.printed.icons):
        return Markup()
    return Markup('<span class="icon">{}</span>').format(code_point(program.printed.icons, name))


def value_text(attribute: Attribute, value: int, enums: Mapping[str, Enum]) -> str:
    """A value as its type prints it; a boolean has no text of its own."""
    if attribute.type.kind == "bool":
        return ""
    if attribute.type.kind == "enum" and attribute.type.ref in enums:
        return enums[attribute.type.ref].members[value].name
    return str(value)


def shown_attributes(program: Program, card: Card) -> list[tuple[Attribute, int, str]]:
    """The attributes that a card shows, in the order declared, with value and text; what is absent or false is not there."""
    enums = program.by_id.enums
    values = dict(card.values)
    found = []
    for attribute in program.attributes:
        value = values.get(attribute.id)
        if attribute.shown and value is not None and (value or attribute.type.kind != "bool"):
            found.append((attribute, value, value_text(attribute, value, enums)))
    return found


def shown(program: Program, card: Card) -> Shown:
    """Where each attribute of a card is shown."""
    cost: Mark | None = None
    cost_value = -1
    badges: list[Mark] = []
    marks: list[Mark] = []
    line: list[str] = []
    for attribute, value, text in shown_attributes(program, card):
        mark = Mark(glyph(program, attribute.icon), text, attribute.name)
        if attribute.shown == "cost":
            cost, cost_value = mark, value
        elif attribute.shown == "slot":
            badges.append(mark)
        elif attribute.shown == "mark":
            marks.append(mark)
        elif attribute.shown == "line":
            line.append(f"{attribute.name} {text}".strip())
    return Shown(cost, tuple(badges), tuple(marks), tuple(line), cost_value)


def paragraph_html(program: Program, paragraph: Paragraph) -> Markup:
    """A paragraph as HTML: numbers bold, icons as glyphs, spaces that must not break as such."""
    parts: list[Markup] = []
    for index, word in enumerate(paragraph):
        parts.extend(_piece_html(program, piece, is_apart=index > 0 and at == 0) for at, piece in enumerate(word.pieces))
        if index + 1 < len(paragraph):
            parts.append(Markup(NO_BREAK_SPACE if word.keeps else " "))
    return Markup().join(parts)


def _piece_html(program: Program, piece: Piece, *, is_apart: bool) -> Markup:
    """``is_apart``: a space goes before it; a narrow bold figure wants a little more of it."""
    if piece.kind == "icon":
        return glyph(program, piece.text)
    if piece.kind == "number":
        return Markup('<b class="apart">{}</b>' if is_apart else "<b>{}</b>").format(piece.text)
    return escape(piece.text)
