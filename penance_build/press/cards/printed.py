"""What a card is printed from, by name: for the digits that tell an old print, and for those who ask which cards to print anew.

And what its front prints in letters: each text with the role and weight of its font, and the part of the card that it is.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from penance_build.ir.markup import runs
from penance_build.ir.nodes import Card, DeckDef, Group, Layout, Program
from penance_build.ir.record import Record
from penance_build.press.backs.chosen import CardBack, DeckBack, back_of
from penance_build.press.cards.deck_position import DeckPosition
from penance_build.press.cards.face_text import Shown, icons_shown, shown, shown_attributes, shown_words
from penance_build.press.cards.saying import Place, layout_of, layout_on_back, said_of, said_on_back, with_text
from penance_build.press.digest import digest
from penance_build.press.layouts.said import Said
from penance_build.press.layouts.shown import Look, on_face
from penance_build.press.look.diagram import reaches_of
from penance_build.press.look.rose import motifs_for
from penance_build.press.look.sizes import trim_for
from penance_build.press.look.theme import Theme, theme_from
from penance_build.press.text.families import FONT_FILE, ROLES, family_of
from penance_build.press.text.font_files import beside
from penance_build.press.text.fonts import FALLBACK
from penance_build.press.text.letters import Text
from penance_build.press.text.rich_text import Paragraph, parse


def revision(program: Program, card: Card) -> str:
    """Four digits that change with what the front says, so that an old print gives itself away; not with how it is drawn."""
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


class InDeck(Record):
    """A card where it lies: its place in a deck, and of each layout the sizes of text that the cards of this deck share, by box."""

    place: Place
    sizes: tuple[tuple[str, tuple[tuple[str, int], ...]], ...] = ()


class File(Record):
    """A file of the game among the parts of a face. Whoever compares them says what it holds, or that it held something else."""

    name: str
    holds: str = ""


Parts = dict[str, object]


def front_parts(program: Program, card: Card, lying: InDeck | None = None) -> Parts:
    """What the front of a card is printed from, by what a person calls it, but for the last line: see ``last_line``.

    Without ``lying`` nothing is said of the deck. What a layout shows is by the id of its box: of such a part only boxes that are on
    both faces can be compared.
    """
    layout, theme = layout_of(program, card), theme_from(program.printed.theme)
    color = _colour(program, theme, card.faction, theme.tint(card.type))
    if layout is not None:
        said = with_text(program, card, layout, said_of(program, card, None if lying is None else lying.place, color[0]))
        sizes = {} if lying is None else dict(dict(lying.sizes).get(layout.id, ()))
        return _layout_parts(program, card, layout, said, sizes)
    parts: Parts = {"name": card.name}
    for attribute, _, text in shown_attributes(program, card):
        _put(parts, f"{NAMED}{attribute.name}", (attribute.shown, text))
    _put(parts, "text", list(card.text))
    for words, texts in shown_words(program, card):
        _put(parts, f"{NAMED}{words.name}", (words.shown, words.style, texts))
    _put(parts, "type", _name(program.by_id.card_types, card.type))
    _put(parts, "slot", _name(program.by_id.slots, card.slot))
    _put(parts, "colour", color)
    _put(parts, "icons", _icons(program, card))
    picture = next(
        (dict(card.words)[item.id][0] for item in program.printed.words if item.kind == "image" and dict(card.words).get(item.id)), ""
    )
    if picture:
        _put(parts, "picture", _picture(program, picture))
    else:
        motifs = motifs_for(card.verbs, card.type, dict(program.printed.theme))
        _put(parts, "ornament", (card.id, card.type, shown(program, card).cost_value, motifs))
        _put(parts, "map", reaches_of(program, card))
    _put(parts, "theme", theme.palette)
    _put(parts, "fonts", _fonts(program, ROLES))
    _put(parts, "size", _size(program, card))
    setting = None if lying is None else lying.place[1].setting
    if setting is not None:
        _put(parts, PANEL, setting.share)
        _put(parts, TYPE_SIZE, setting.largest)
    return parts


# Before the names of attributes, which may be those of other parts, as `colour`; they are told without it.
NAMED = "attribute "
# What the cards of a deck share.
PANEL, TYPE_SIZE = "panel", "size of type"


def back_parts(program: Program, backs: tuple[DeckBack, ...], card: Card, lying: InDeck | None = None) -> list[Parts]:
    """What the backs of a card are printed from in a deck that is printed with these: one, or several."""
    theme = theme_from(program.printed.theme)
    return [_back_parts(program, theme, back_of(program, item.owner, card), card, lying) for item in backs]


def _back_parts(program: Program, theme: Theme, back: CardBack, card: Card, lying: InDeck | None) -> Parts:
    if back.card:
        return front_parts(program, program.by_id.cards[back.card], lying)
    tincture = theme.tincture(back.tincture)
    if back.shows:
        return _layout_parts(program, card, layout_on_back(program, back), said_on_back(program, back, tincture.color), {})
    return {
        "name": back.text,
        "pattern": (back.seed, back.ornament),
        "colour": (tincture.color, tincture.hatch),
        "theme": theme.palette,
        "fonts": _fonts(program, ("display",)),
        "size": _size(program, card),
    }


def _layout_parts(program: Program, card: Card, layout: Layout, said: Said, sizes: Mapping[str, int]) -> Parts:
    """What a face in a layout is printed from: what this shows of what is said on a card, or behind it."""
    look = Look(theme_from(program.printed.theme), dict(program.printed.icons), trim_for(program, card), sizes)
    found, parts = on_face(layout, said, look), Parts()
    called = {item.id: f"{NAMED}{item.name}" for items in (program.attributes, program.printed.words) for item in items}
    for name, text in found.texts.items():
        _put(parts, called.get(name, name), text)
    pictures = {box: _picture(program, name) for box, name in found.pictures.items()}
    if found.templates:  # it may show the pictures of its card
        images = [name for item in program.printed.words if item.kind == "image" for name in dict(card.words).get(item.id, ())]
        pictures |= {f"{item} {name}": _picture(program, name) for item in found.templates for name in images}
    files = {"picture": pictures, "template": {box: File(name) for box, name in found.templates.items()}}
    by_box = {"icons": found.icons, "colour": found.colors, "fonts": _fonts(program, found.fonts), TYPE_SIZE: found.sizes}
    for name, part in {**files, **by_box, "layout": found.boxes}.items():
        if part:
            _put(parts, name, part)
    _put(parts, "size", _size(program, card))
    return parts


def _put(parts: Parts, name: str, value: object) -> None:
    """A part more; an attribute may be called as another one is."""
    parts[name] = (parts[name], value) if name in parts else value


def _picture(program: Program, name: str) -> object:
    """A picture; a drawing may have letters in it."""
    return (File(name), _fonts(program, ROLES)) if name.lower().endswith(".svg") else File(name)


def _fonts(program: Program, roles: Iterable[str]) -> Parts:
    """The fonts of some roles with what is beside them, that for other letters, and the language whose rules break lines and words."""
    theme = dict(program.printed.theme)
    names = {role: family_of(theme, role) for role in roles}
    if names and FALLBACK in theme:
        names["fallback"] = theme[FALLBACK]
    found: Parts = {role: _font(name) for role, name in names.items()}
    return {**found, "language": program.printed.locale} if found else {}


def _font(name: str) -> object:
    if not FONT_FILE.match(name):
        return name
    return tuple(File(file) for file in (name, beside(name, "Bold"), beside(name, "Italic")))


def _size(program: Program, card: Card) -> tuple[int, int]:
    trim = trim_for(program, card)
    return trim.width_um, trim.height_um


def last_lines(program: Program, deck: DeckDef) -> dict[str, tuple[str, ...]]:
    """What tells each card of a deck from the others there on the last line: number, copies, version."""
    count = len(deck.cards)
    return {
        name: (f"{number}/{count}", f"×{copies}" if copies > 1 else "", program.version)
        for number, (name, copies) in enumerate(deck.cards, start=1)
    }


def _colour(program: Program, theme: Theme, faction: str, tint: str) -> tuple[str, str]:
    known = program.by_id.factions.get(faction)
    tincture = theme.tincture(tint or ("silver" if known is None else known.tincture))
    return tincture.color, tincture.hatch


def _icons(program: Program, card: Card) -> list[str]:
    """The drawings of the icons on the front, in the order in which they are shown."""
    drawn = dict(program.printed.icons)
    names = [attribute.icon for attribute, _, _ in shown_attributes(program, card) if attribute.shown != "line"]
    names += [words.icon for words, _ in shown_words(program, card) if words.shown not in ("line", "text")]
    for groups, name in ((program.by_id.card_types, card.type), (program.by_id.factions, card.faction)):
        names += [groups[name].icon] if name in groups else []
    texts = texts_under(card, shown(program, card))
    names += [run.text for paragraph in texts for run in runs(paragraph) if run.kind == "icon"]
    names += icons_shown(program, card)
    return [drawn[name] for name in names if name in drawn]


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
