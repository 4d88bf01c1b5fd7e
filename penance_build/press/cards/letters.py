"""What a front prints in letters: each text with the role and weight of its font, and the part of the card that it is."""

from __future__ import annotations

from penance_build.ir.nodes import Card, Group, Program
from penance_build.press.cards.deck_position import DeckPosition
from penance_build.press.cards.face_text import Shown, shown
from penance_build.press.cards.printed import revision
from penance_build.press.text.letters import Text
from penance_build.press.text.rich_text import Paragraph, parse


def letters_of(program: Program, card: Card) -> tuple[Text, ...]:
    """Everything that the front of a card prints in letters, wherever it stands in a deck."""
    attributes = shown(program, card)
    kind = program.by_id.card_types.get(card.type, Group(card.type, "", ""))
    quiet = quiet_line(program, card, DeckPosition(1, 1, 1), attributes, program.version)
    return texts_of(card, tuple(parse(text) for text in texts_under(card, attributes)), attributes, quiet, kind.name)


def texts_under(card: Card, attributes: Shown) -> tuple[str, ...]:
    """The paragraphs of the rules text, and those under it."""
    return (*card.text, *(note.text for note in attributes.notes))


def quiet_line(program: Program, card: Card, position: DeckPosition, attributes: Shown, version: str) -> tuple[str, ...]:
    """The last line: slot, attributes that are shown there, number, copies, version."""
    slot = program.by_id.slots[card.slot].name if card.slot in program.by_id.slots else ""
    items = [slot, *attributes.line, f"{position.number}/{position.total}", f"×{position.copies}" if position.copies > 1 else ""]
    items.append(f"{version} {revision(program, card)}".strip())
    return tuple(item for item in items if item)


def texts_of(card: Card, paragraphs: tuple[Paragraph, ...], attributes: Shown, quiet: tuple[str, ...], kind: str) -> tuple[Text, ...]:
    """Everything that a front prints in letters."""
    texts = [(card.name, "display", 700, "name"), (kind.upper() + kind, "text", 700, "type")]
    texts += [(item + "· ", "text", 400, "last line") for item in quiet]
    for mark in (*attributes.costs, *attributes.badges, *attributes.marks):
        weight = 700 if mark in attributes.costs else 400
        texts += [(mark.text, "display", 700, "marks"), (mark.label.upper() + mark.label, "text", weight, "marks")]
    for paragraph in paragraphs:
        for word in paragraph:
            texts += [(piece.text, "text", 700 if piece.kind == "number" else 400, "text") for piece in word.pieces if piece.kind != "icon"]
    return tuple(texts)
