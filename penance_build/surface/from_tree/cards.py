"""Cards and what goes with them."""

from __future__ import annotations

from penance_build.surface import cards as made
from penance_build.surface.from_tree import rules
from penance_build.surface.from_tree.cursor import Cursor
from penance_build.surface.from_tree.steps import StepReader


def attribute(name: str, place: Cursor) -> made.Attribute:
    """An attribute of cards."""
    return made.Attribute(
        *place.head,
        name,
        place.word("name", name),
        place.need("type").scalar,
        place.word("shown"),
        place.scalar_of("played"),
        place.word("optional") == "true",
        place.word("icon"),
    )


def card_type(name: str, place: Cursor) -> made.CardType:
    """A type of card."""
    inputs = rules.inputs(place, "inputs")
    return made.CardType(*place.head, name, place.word("name", name), place.word("icon"), place.scalars("uses"), inputs)


def slot(name: str, place: Cursor) -> made.Slot:
    """A slot."""
    return made.Slot(*place.head, name, place.word("name", name), place.word("icon"))


def faction(name: str, place: Cursor) -> made.Faction:
    """A faction."""
    return made.Faction(*place.head, name, place.word("name", name), place.word("tincture"), place.word("icon"))


def card(name: str, place: Cursor) -> made.Card:
    """A card."""
    values = {str(entry.key): entry.formula for entry in place.children() if entry.key not in made.CARD_KEYS}
    return made.Card(
        *place.head,
        name,
        place.word("name", name),
        place.scalar_of("type"),
        place.scalar_of("slot"),
        place.scalar_of("faction"),
        StepReader().block_of(place, "effects"),
        place.scalar_of("text"),
        place.word("text_only"),
        values,
    )


def _copies(place: Cursor) -> tuple[made.Copies, ...]:
    return tuple(made.Copies(entry.at, str(entry.key), int(entry.value)) for entry in place.entries("cards"))


def deck(name: str, place: Cursor) -> made.Deck:
    """A deck."""
    size, construction = place.scalar_of("size"), place.scalar_of("construction")
    return made.Deck(
        *place.head,
        name,
        place.word("name", name),
        place.word("faction"),
        size,
        construction,
        _copies(place),
        place.formulas_by_key("counters"),
    )


def card_set(name: str, place: Cursor) -> made.CardSet:
    """A set of cards."""
    slot_, faction_ = place.need("slot").scalar, place.need("faction").scalar
    return made.CardSet(*place.head, name, place.word("name", name), slot_, faction_, _copies(place))


def construction(name: str, place: Cursor) -> made.Construction:
    """A construction."""
    parts = tuple(
        made.DeckPart(entry.at, str(entry.key), entry.need("count").formula, entry.word("take", "sets")) for entry in place.entries("parts")
    )
    return made.Construction(*place.head, name, place.word("name", name), place.scalars("shared"), parts)


def wording(name: str, place: Cursor) -> made.Wording:
    """An entry of the wording: for a condition, lines that are told, or for a step."""
    if "condition" in place.value:
        return made.ConditionPhrase(*place.head, name, place.need("condition").formula, place.need("say").scalar)
    if place.word("step") == "tell":
        return made.ToldText(*place.head, name, place.scalars("say"))
    return _step_phrase(name, place)


def _step_phrase(name: str, place: Cursor) -> made.StepPhrase:
    head = *place.head, name, place.need("say").scalar, place.scalars_by_key("also"), place.scalars("silent")
    match place.word("step"):
        case "change":
            return made.ChangePhrase(*head, place.need("counter").scalar, place.word("direction"))
        case "move":
            return made.MovePhrase(*head, place.scalar_of("from"), place.need("to").scalar, place.word("place") == "bottom")
        case "call":
            return made.CallPhrase(*head, place.need("procedure").scalar, place.formulas_by_key("with"))
        case "shuffle":
            return made.ShufflePhrase(*head, place.need("zone").scalar)
        case word:  # the schema lists those that there are
            raise AssertionError(word)
