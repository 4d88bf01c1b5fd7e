"""From the data of a card to what its front says: strings with markup, the sizes they may shrink to, and what is wrong with them."""

from __future__ import annotations

from markupsafe import Markup, escape

from penance_build.ir.markup import plain, runs
from penance_build.ir.nodes import Attribute, Card, Program, Words
from penance_build.ir.record import Record
from penance_build.ir.text import value_text, words_of
from penance_build.press.text.icon_font import code_point
from penance_build.press.text.measure import parts_of
from penance_build.press.text.rich_text import NO_BREAK_SPACE, Paragraph, Piece, groups


class Mark(Record):
    """A glyph, a figure and a label; each may be empty."""

    glyph: str
    text: str
    label: str


class Note(Record):
    """A paragraph under the rules text, in the style of its attribute."""

    style: str
    text: str


class Shown(Record):
    """Where the attributes of a card are shown; ``cost_value`` is its first cost, -1 where it has none."""

    costs: tuple[Mark, ...]
    badges: tuple[Mark, ...]
    marks: tuple[Mark, ...]
    line: tuple[str, ...]
    notes: tuple[Note, ...]
    cost_value: int


def glyph(program: Program, name: str) -> Markup:
    """An icon as a character of the icon font, or nothing where the game has no such icon."""
    icons = dict(program.printed.icons)
    return Markup('<span class="icon">{}</span>').format(code_point(icons, name)) if name in icons else Markup()


def shown_attributes(program: Program, card: Card) -> list[tuple[Attribute, int, str]]:
    """The attributes that a card shows, in the order declared, with value and text; what is absent or false is not there."""
    enums = program.by_id.enums
    values = dict(card.values)
    found = []
    for attribute in program.attributes:
        value = values.get(attribute.id)
        if attribute.shown and value is not None and (value or attribute.type.kind != "bool"):
            found.append((attribute, value, value_text(attribute, value, enums, values.get(attribute.to))))
    return found


def shown_words(program: Program, card: Card) -> list[tuple[Words, tuple[str, ...]]]:
    """The printed attributes that a card shows, in the order declared, each with its paragraphs; images are not among them."""
    words, found = dict(card.words), []
    for attribute in program.printed.words:
        parts = words.get(attribute.id, ())
        if parts and attribute.shown and attribute.kind != "image":
            found.append((attribute, words_of(program, attribute, parts)))
    return found


def icons_shown(program: Program, card: Card) -> tuple[str, ...]:
    """The icons that the texts of its attributes name, in order."""
    texts = (part for _, parts in shown_words(program, card) for part in parts)
    return tuple(run.text for text in texts for run in runs(text) if run.kind == "icon")


def shown(program: Program, card: Card) -> Shown:
    """Where each attribute of a card is shown. Only what is shown as text keeps its markup: other places have one kind of letters,
    and icons of a text stand with that of its attribute, where there is one.
    """
    found: dict[str, list[Mark]] = {place: [] for place in ("cost", "slot", "mark", "line")}
    cost_value = -1
    for attribute, value, text in shown_attributes(program, card):
        found[attribute.shown].append(Mark(glyph(program, attribute.icon), text, attribute.name))
        if attribute.shown == "cost" and cost_value < 0:
            cost_value = value
    notes: list[Note] = []
    for words, parts in shown_words(program, card):
        if words.shown == "text":
            notes.extend(Note(words.style, part) for part in parts)
        else:
            said = " ".join(parts)
            drawn = Markup().join(glyph(program, run.text) for run in runs(said) if run.kind == "icon")
            found[words.shown].append(Mark(glyph(program, words.icon) + drawn, plain(said).strip(), words.name))
    line = tuple(f"{mark.label} {mark.text}".strip() for mark in found["line"])
    return Shown(tuple(found["cost"]), tuple(found["slot"]), tuple(found["mark"]), line, tuple(notes), cost_value)


def paragraph_html(program: Program, paragraph: Paragraph) -> Markup:
    """A paragraph as HTML: numbers bold, icons as glyphs, spaces that must not break as such."""
    made = []
    for number, group in enumerate(groups(paragraph)):
        words = (
            Markup().join(_piece_html(program, piece, is_apart=number + index > 0 and at == 0) for at, piece in enumerate(word.pieces))
            for index, word in enumerate(group)
        )
        text = Markup(NO_BREAK_SPACE).join(words)
        # Where no word can be divided, a group is one box: the layout engine loses its way back through spaces that do not break.
        is_whole = len(group) > 1 and all(
            len(parts_of(piece, program.printed.locale or "en")) == 1 for word in group for piece in word.pieces
        )
        made.append(Markup('<span class="whole">{}</span>').format(text) if is_whole else text)
    return Markup(" ").join(made)


def _piece_html(program: Program, piece: Piece, *, is_apart: bool) -> Markup:
    """``is_apart``: a space goes before it; a narrow bold figure wants a little more of it."""
    if piece.kind == "icon":
        return glyph(program, piece.text)
    if piece.kind == "number":
        return Markup('<b class="apart">{}</b>' if is_apart else "<b>{}</b>").format(piece.text)
    return escape(piece.text)
