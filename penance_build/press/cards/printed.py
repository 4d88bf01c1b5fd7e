"""What a card is printed from, by name: for the digits that tell an old print, and for those who ask which cards to print anew.

And what its front prints in letters: each text with the role and weight of its font, and the part of the card that it is.
"""

from __future__ import annotations

from collections.abc import Mapping

from penance_build.ir.markup import runs
from penance_build.ir.nodes import Card, DeckDef, Group, Program
from penance_build.press.backs.chosen import CardBack, DeckBack, back_of
from penance_build.press.cards.deck_position import DeckPosition
from penance_build.press.cards.face_text import Shown, icons_shown, shown, shown_attributes, shown_words
from penance_build.press.cards.saying import layout_of
from penance_build.press.digest import digest
from penance_build.press.look.diagram import reaches_of
from penance_build.press.look.rose import motifs_for
from penance_build.press.look.sizes import trim_for
from penance_build.press.look.theme import Theme, theme_from
from penance_build.press.text.letters import Text
from penance_build.press.text.rich_text import Paragraph, parse


def revision(program: Program, card: Card) -> str:
    """Four digits that change with what the front says and shows, so that an old print gives itself away."""
    return digest(printed_values(program, card))[:4]


def printed_values(program: Program, card: Card) -> dict[str, object]:
    """What stands on the front of a card, by name. ``id``, ``type`` and ``verbs`` are there because its ornament is made of them."""
    reaches = reaches_of(program, card)
    words = [[item.id, item.shown, item.style, *parts] for item, parts in shown_words(program, card)]
    return {
        "version": program.version,
        "id": card.id,
        "name": card.name,
        "type": card.type,
        "type_name": _name(program.by_id.card_types, card.type),
        "faction": card.faction,
        "slot_name": _name(program.by_id.slots, card.slot),
        "attributes": [[item.shown, item.name, text] for item, _, text in shown_attributes(program, card)],
        "text": list(card.text),
        "verbs": list(card.verbs),
        **({"words": words} if words else {}),
        **({"map": [[reach.kind, reach.size] for reach in reaches]} if reaches else {}),
    }


def _name(groups: Mapping[str, Group], name: str) -> str:
    """The printed name of a card type or slot; nothing where the game has none of this id."""
    return groups[name].name if name in groups else ""


def front_parts(program: Program, card: Card) -> dict[str, object]:
    """What the front of a card is printed from, by what a person calls it, but for the last line: see ``last_line``."""
    values, theme = printed_values(program, card), theme_from(program.printed.theme)
    parts: dict[str, object] = {"name": values["name"]}
    for place, name, text in ((attribute.shown, attribute.name, text) for attribute, _, text in shown_attributes(program, card)):
        parts[name] = (place, text)
    parts["text"] = values["text"]
    for attribute, texts in shown_words(program, card):
        parts[attribute.name] = (attribute.shown, attribute.style, texts)
    parts["type"] = values["type_name"]
    parts["slot"] = values["slot_name"]
    parts["colour"] = _colour(program, theme, card.faction, theme.tint(card.type))
    parts["icons"] = _icons(program, card)
    motifs = motifs_for(card.verbs, card.type, dict(program.printed.theme))
    parts["ornament"] = (values["id"], values["type"], shown(program, card).cost_value, motifs)
    parts["map"] = reaches_of(program, card)
    parts["theme"] = _look(program, theme)
    layout = layout_of(program, card)
    if layout is not None:
        parts["layout"] = (layout, card.values, card.words)
    parts["size"] = _size(program, card)
    return parts


def back_parts(program: Program, backs: tuple[DeckBack, ...], card: Card) -> list[dict[str, object]]:
    """What the backs of a card are printed from in a deck that is printed with these: one, or several."""
    theme = theme_from(program.printed.theme)
    return [_back_parts(program, theme, back_of(program, item.owner, card), card) for item in backs]


def _back_parts(program: Program, theme: Theme, back: CardBack, card: Card) -> dict[str, object]:
    if back.card:
        return front_parts(program, program.by_id.cards[back.card])
    tincture = theme.tincture(back.tincture)
    if back.shows:
        layout = next((item for item in program.printed.layouts if item.id == back.shows), None)
        own: dict[str, object] = {"picture": back.shows} if layout is None else {"layout": layout}
        said = (back.text, program.version, back.said, back.values)
        return {**own, "said": said, "colour": tincture.color, "theme": _look(program, theme), "size": _size(program, card)}
    return {
        "name": back.text,
        "pattern": (back.seed, back.ornament),
        "colour": (tincture.color, tincture.hatch),
        "theme": _look(program, theme),
        "size": _size(program, card),
    }


def _size(program: Program, card: Card) -> tuple[int, int]:
    trim = trim_for(program, card)
    return trim.width_um, trim.height_um


def last_line(program: Program, deck: DeckDef, card: Card) -> tuple[str, ...]:
    """What tells a card from the others of its deck on the last line: number, copies, version."""
    names = [name for name, _ in deck.cards]
    number, copies = names.index(card.id) + 1, dict(deck.cards)[card.id]
    return f"{number}/{len(names)}", f"×{copies}" if copies > 1 else "", program.version


def _colour(program: Program, theme: Theme, faction: str, tint: str) -> tuple[str, str]:
    known = program.by_id.factions.get(faction)
    tincture = theme.tincture(tint or ("silver" if known is None else known.tincture))
    return tincture.color, tincture.hatch


def _icons(program: Program, card: Card) -> list[tuple[str, str]]:
    """The icons on the front with their drawings, in the order in which they are shown."""
    drawn = dict(program.printed.icons)
    names = [attribute.icon for attribute, _, _ in shown_attributes(program, card)]
    for groups, name in ((program.by_id.card_types, card.type), (program.by_id.factions, card.faction)):
        names += [groups[name].icon] if name in groups else []
    names += [run.text for paragraph in card.text for run in runs(paragraph) if run.kind == "icon"]
    names += icons_shown(program, card)
    return [(name, drawn[name]) for name in names if name in drawn]


def _look(program: Program, theme: Theme) -> dict[str, str]:
    """What all faces share: the palette and the fonts."""
    shared = {name: value for name, value in program.printed.theme if name.startswith("font_") or name == "text_size"}
    return {**shared, **theme.palette}


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
