"""What a card says, by the names that layouts have for it and as plain words; and which layout it has."""

from __future__ import annotations

from collections.abc import Iterator

from penance_build.ir.markup import in_words, plain, verbatim
from penance_build.ir.nodes import ByValue, Card, DeckDef, Layout, Program
from penance_build.ir.record import replace
from penance_build.ir.text import factions_of, figures_of, kinds_of, value_text, words_of
from penance_build.press.backs.chosen import CardBack
from penance_build.press.cards.deck_position import DeckPosition
from penance_build.press.imposition.tags import Told
from penance_build.press.layouts.said import Said
from penance_build.press.text.rich_text import STYLED

Place = tuple[DeckDef, DeckPosition]


def layout_of(program: Program, card: Card) -> Layout | None:
    """The first layout that fits a card; without one it has the front that all games share."""
    if not program.printed.layouts:
        return None
    said = said_of(program, card, None, "")
    return next((layout for layout in program.printed.layouts if not layout.is_back and said.fits(layout)), None)


def said_of(program: Program, card: Card, place: Place | None, tincture: str) -> Said:
    """What a card says; the texts that depend on its deck are those of ``place``."""
    enums, values = program.by_id.enums, dict(card.values)
    lacking = {attribute.id: "" for attribute in program.attributes}
    texts = {**lacking, **{words.id: "" for words in program.printed.words}, **dict(_own_texts(program, card))}
    chosen = {**lacking, "type": card.type, "slot": card.slot, "faction": card.faction}
    counts = dict.fromkeys(lacking, 0)
    has = {name for name in ("slot", "faction") if chosen[name]} | ({"text"} if card.text else set())
    for attribute in program.attributes:
        value = values.get(attribute.id)
        if value is None:
            continue
        kind = attribute.type.kind
        text = value_text(attribute, value, enums, values.get(attribute.to)) if kind != "bool" else attribute.name if value else ""
        texts[attribute.id] = verbatim(text)
        counts[attribute.id] = value
        enum = enums.get(attribute.type.ref) if kind == "enum" else None
        chosen[attribute.id] = enum.members[value].id if enum is not None else ("false", "true")[value] if kind == "bool" else str(value)
        has |= {attribute.id} if kind != "bool" or value else set()
    for words in program.printed.words:
        parts = dict(card.words).get(words.id, ())
        if parts:
            has.add(words.id)
            texts[words.id] = "\n".join(parts if words.kind == "image" else words_of(program, words, parts))
    texts.update(_in_deck(place))
    return Said(texts, chosen, counts, card.type, tincture, frozenset(has))


def _own_texts(program: Program, card: Card) -> Iterator[tuple[str, str]]:
    """The texts that are no attributes."""
    by_id = program.by_id
    yield "id", card.id
    yield "name", verbatim(card.name)
    yield "game", verbatim(program.name)
    yield "version", verbatim(program.version)
    for name, groups, own in (("type", by_id.card_types, card.type), ("slot", by_id.slots, card.slot)):
        yield name, verbatim(groups[own].name) if own in groups else ""
    yield "faction", verbatim(", ".join(factions_of(program, card)))


def _in_deck(place: Place | None) -> dict[str, str]:
    if place is None:
        return {}
    deck, position = place
    copies = f"\u00d7{position.copies}" if position.copies > 1 else ""
    return {"deck": verbatim(deck.name), "number": str(position.number), "total": str(position.total), "copies": copies}


def with_text(program: Program, card: Card, layout: Layout, said: Said) -> Said:
    """The rules text, and under it what is shown as text and has no box of its own."""
    boxes = " ".join(text for box in layout.boxes for text in (box.content.other, *(case for _, case in box.content.cases)))
    notes = [
        f"{words.style}{STYLED}{part}"
        for words in program.printed.words
        if words.shown == "text" and words.id in said.has and f"{{{words.id}}}" not in boxes
        for part in said.texts[words.id].split("\n")
    ]
    return replace(said, texts={**said.texts, "text": "\n".join([*card.text, *notes])})


def layout_on_back(program: Program, chosen: CardBack) -> Layout:
    """The layout of a back; one of no name where it is a picture that covers the card."""
    ours = next((item for item in program.printed.layouts if item.id == chosen.shows), None)
    return Layout("", (), (), ByValue("", (), chosen.shows), (), is_back=True) if ours is None else ours


def said_on_back(program: Program, chosen: CardBack, tincture: str) -> Said:
    """What a back says."""
    unmarked = {"id": chosen.name, "name": program.name, "game": program.name, "version": program.version, **dict(chosen.said)}
    texts = {name: verbatim(text) for name, text in unmarked.items()}
    return Said(texts, dict(chosen.values), {}, "", tincture, frozenset(name for name in texts if texts[name]))


def card_words(program: Program, card: Card) -> str:
    """What a card is, its figures, and what it says: lines of plain text."""
    words, is_laid_out = dict(card.words), layout_of(program, card) is not None
    # A layout of the game's own says by itself what it shows.
    figures = figures_of(program, card, [item for item in program.attributes if item.shown or is_laid_out])
    lines = [", ".join(kinds_of(program, card)), ", ".join(figures)]
    lines += [plain(paragraph) for paragraph in card.text]
    for kind in program.printed.words:
        if kind.kind != "image" and kind.shown and words.get(kind.id):
            lines += [in_words(text) for text in words_of(program, kind, words[kind.id])]
    return "\n".join(line for line in lines if line)


def told_card(program: Program, card: Card) -> Told:
    """What its front says to whom it is read."""
    title = plain(card.name) or card.id
    return Told(title, "\n".join(filter(None, (title, card_words(program, card)))))


def told_back(program: Program, name: str) -> Told:
    """What a back says: whose it is."""
    return Told(name, f"{name} ({program.name})", is_picture=True)
