"""What is wrong with a face, as problems: one sentence each, with the card, the part and the millimetres."""

from __future__ import annotations

from penance_build.ir.markup import Unread
from penance_build.ir.nodes import Card
from penance_build.press.cards.faces import Face
from penance_build.press.complaints import Complaints
from penance_build.press.text.letters import letters_problem

_PARTS = {
    "name": "name",
    "rules": "text",
    "quiet": "last line",
    "marks": "line of marks",
    "kind": "type",
    "back": "name",
    "cost": "cost",
    "unit": "label in the edge strip",
}


# What to shorten, by its key in the rules.
_SHORTEN = {
    "name": "shorten `name:` of the card",
    "rules": "shorten the text",
    "quiet": "shorten what stands in it: `name:` of the slot, attributes with `shown: line`, `version:` of the game; "
    "or show less in it, or choose a larger size of cards",
    "marks": "shorten `name:` of attributes with `shown: mark`, or of the members that they show",
    "kind": "shorten `name:` of the card's type",
    "back": "shorten `name:` of the game",
    "cost": "shorten what the attribute with `shown: cost` shows",
    "unit": "shorten `name:` of the attribute with `shown: cost`, or of the members that one with `shown: slot` shows",
}


def judge_front(complaints: Complaints, face: Face, card: Card) -> None:
    """Say what is wrong with the front of a card."""
    _judge(complaints, face, f"card “{card.name}”", ("card", card.id))
    for icon in face.unknown_icons:
        complaints.say("E804", f"card “{card.name}” uses the icon `{icon}`, which the game does not define", ("card", card.id))
    if face.bad_markup is not None:
        says, cure = markup_problem(card.name, face.bad_markup)
        complaints.say_of_text("E805", says, card.id, cure)


def markup_problem(name: str, unread: Unread) -> tuple[str, str]:
    """The sentence on a star or brace in the text of a card that is no markup, and the cure."""
    return f"the text of card “{name}” has markup that cannot be read: `{unread.text}`", unread.cure


def judge_back(complaints: Complaints, face: Face, game: str) -> None:
    """Say what is wrong with a back, on which only the name of the game stands."""
    _judge(complaints, face, f"the back of the cards of “{game}”", ("layout", face.layout) if face.layout else ("game", game))
    for icon in face.unknown_icons:
        complaints.say("E804", f"the back of the cards uses the icon `{icon}`, which the game does not define", ("layout", face.layout))


def _judge(complaints: Complaints, face: Face, whose: str, entity: tuple[str, str]) -> None:
    for overflow in face.overflows:
        part = _PARTS.get(overflow.box, overflow.box)
        code = "E801" if overflow.box == "rules" else "E802"
        way = "high" if overflow.below > overflow.right else "wide"
        says = f"{whose}: the {part} is {overflow.millimetres} mm too {way} for its box at the smallest size allowed"
        hint = _SHORTEN.get(overflow.box, f"shorten the {part}")
        if overflow.box == "rules" and entity[0] == "card":
            complaints.say_of_text(code, says, entity[1], hint)
        else:
            complaints.say(code, says, entity, hint)
    for missing in face.missing:
        says, cure = letters_problem(whose, missing)
        complaints.say("E803", says, entity, cure)
    if face.laid_out is None:
        return
    if face.laid_out.pages != 1:
        complaints.say("E806", f"{whose} takes {face.laid_out.pages} pages", entity)
    for line in face.laid_out.warnings:
        complaints.say("W807", f"{whose}: {line}", entity)
