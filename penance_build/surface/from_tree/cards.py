"""Cards and what goes with them."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from penance_build.formula import template
from penance_build.surface import cards as made
from penance_build.surface.from_tree import rules
from penance_build.surface.from_tree.cursor import Cursor
from penance_build.surface.from_tree.steps import StepReader
from penance_build.surface.names import printed_name
from penance_build.surface.nodes import Scalar


def attribute(name: str, cursor: Cursor) -> made.Attribute:
    """An attribute of cards."""
    return made.Attribute(
        *cursor.head,
        name,
        cursor.said("name", name),
        cursor.need("type").scalar,
        cursor.word("shown"),
        cursor.scalar_of("played"),
        cursor.word("optional") == "true",
        cursor.word("icon"),
        cursor.word("signed") == "true",
        cursor.scalar_of("to"),
        cursor.word("style", "plain"),
    )


def card_type(name: str, cursor: Cursor) -> made.CardType:
    """A type of card."""
    inputs = rules.inputs(cursor, "inputs")
    head = (*cursor.head, name, cursor.said("name", name), cursor.word("icon"))
    return made.CardType(*head, cursor.scalar_of("size"), cursor.maybe("back", _back), cursor.scalars("uses"), inputs)


def _back(cursor: Cursor) -> made.Back:
    """A back of one's own."""
    if not isinstance(cursor.value, dict):
        return made.Back(cursor.at, "", None, "", cursor.scalar)
    return made.Back(cursor.at, template.named(cursor.said("text")), cursor.scalar_of("tincture"), cursor.word("ornament", "lattice"))


def slot(name: str, cursor: Cursor) -> made.Slot:
    """A slot."""
    return made.Slot(*cursor.head, name, cursor.said("name", name), cursor.word("icon"))


def faction(name: str, cursor: Cursor) -> made.Faction:
    """A faction."""
    return made.Faction(*cursor.head, name, cursor.said("name", name), cursor.word("tincture"), cursor.word("icon"))


def card(name: str, cursor: Cursor) -> made.Card:
    """A card."""
    own = [entry for entry in cursor.children() if entry.key not in made.CARD_KEYS]
    factions = tuple(item.scalar for item in cursor.items("faction"))
    return made.Card(
        *cursor.head,
        name,
        cursor.said("name", printed_name(name)),
        cursor.scalar_of("type") or cursor.only("type"),
        cursor.scalar_of("slot"),
        factions[0] if factions else None,
        factions[1:],
        cursor.scalar_of("back"),
        StepReader().block_of(cursor, "effects"),
        cursor.said_of("text"),
        cursor.said_of("also_text"),
        cursor.said("text_only"),
        {str(entry.key): entry.formula for entry in own if not isinstance(entry.value, list)},
        {str(entry.key): _said(entry) for entry in own if isinstance(entry.value, str | list)},
    )


def _said(cursor: Cursor) -> tuple[Scalar, ...]:
    """A text with the names in its holes, or the items of a list as they are written."""
    if isinstance(cursor.value, list):
        return tuple(item.scalar for item in cursor.children())
    return (Scalar(cursor.file, cursor.container, cursor.key, cursor.up, cursor.saying),)


def _copies(cursor: Cursor) -> tuple[made.Copies, ...]:
    return tuple(made.Copies(entry.at, str(entry.key), int(entry.value)) for entry in cursor.entries("cards"))


def deck(name: str, cursor: Cursor) -> made.Deck:
    """A deck."""
    size, construction = cursor.formula_of("size"), cursor.scalar_of("construction")
    return made.Deck(
        *cursor.head,
        name,
        cursor.said("name", name),
        cursor.word("faction"),
        size,
        cursor.number("most", 0),
        cursor.maybe("back", _back),
        construction,
        _copies(cursor),
        cursor.formulas_by_key("counters"),
    )


def with_cards(deck_: made.Deck, added: Iterable[Cursor]) -> made.Deck:
    """A deck with what sheets add to it."""
    return replace(deck_, cards=(*deck_.cards, *(copies for cursor in added for copies in _copies(cursor))))


def card_set(name: str, cursor: Cursor) -> made.CardSet:
    """A set of cards."""
    slot_, faction_ = cursor.need("slot").scalar, cursor.need("faction").scalar
    return made.CardSet(*cursor.head, name, cursor.said("name", name), slot_, faction_, cursor.formula_of("size"), _copies(cursor))


def construction(name: str, cursor: Cursor) -> made.Construction:
    """A construction."""
    parts = tuple(
        made.DeckPart(entry.at, str(entry.key), entry.need("count").formula, entry.word("take", "sets"))
        for entry in cursor.entries("parts")
    )
    return made.Construction(*cursor.head, name, cursor.said("name", name), cursor.scalars("shared"), cursor.number("most", 0), parts)


def wording(name: str, cursor: Cursor) -> made.Wording:
    """An entry of the wording: for a condition, harmless words, lines that are told, or for a step."""
    if "condition" in cursor.value:
        return made.ConditionPhrase(*cursor.head, name, cursor.need("condition").formula, cursor.need("say").template(template.phrase))
    if "harmless" in cursor.value:
        return made.HarmlessWords(*cursor.head, name, cursor.scalars("harmless"))
    if cursor.word("step") == "tell":
        return made.ToldText(*cursor.head, name, tuple(item.template(template.told) for item in cursor.items("say")))
    return _step_phrase(name, cursor)


def _step_phrase(name: str, cursor: Cursor) -> made.StepPhrase:
    also = {str(entry.key): entry.template(template.phrase) for entry in cursor.entries("also")}
    head = *cursor.head, name, cursor.need("say").template(template.phrase), also, cursor.scalars("silent")
    match cursor.word("step"):
        case "change":
            return made.ChangePhrase(*head, cursor.need("counter").scalar, cursor.word("direction"))
        case "move":
            return made.MovePhrase(*head, cursor.scalar_of("from"), cursor.need("to").scalar, cursor.word("place") == "bottom")
        case "call":
            return made.CallPhrase(*head, cursor.need("procedure").scalar, cursor.formulas_by_key("with"))
        case "shuffle":
            return made.ShufflePhrase(*head, cursor.need("zone").scalar)
        case word:  # the schema lists those that there are
            raise AssertionError(word)
