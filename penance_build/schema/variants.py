"""Chooses the variant of a step or of a wording by its keyword, before anything else is validated.

JSON Schema cannot say this in a way that editors understand: its errors are those of all variants at once.
"""

from __future__ import annotations

from typing import Any, Final

from msgspec import Struct

from penance_build.schema.shapes import Branches, Shape

_WORDINGS: Final = ("condition", "harmless")  # keywords of wordings that are for no step
_CARD_CHOICE: Final = ("card_from", "where", "then", "else")


class Choice(Struct, frozen=True):
    """The shape to check against; or the fault, and the words that were expected or found.

    Faults: ``noKeyword`` (words: all keywords), ``twoKeywords`` (words: those found), ``badVariant`` (words: the values
    that the key in ``words[0]`` may have), ``exactlyOne`` (words: two keys that exclude each other).
    """

    shape: Shape | None
    fault: str = ""
    words: tuple[str, ...] = ()


def pick(family: str, branches: Branches, instance: dict[str, Any]) -> Choice:
    """The branch for this mapping; ``family`` is ``step`` or ``wording``."""
    return _step(branches, instance) if family == "step" else _wording(branches, instance)


def _step(branches: Branches, instance: dict[str, Any]) -> Choice:
    by_noun, keywords = branches.by_noun, branches.keywords
    found = tuple(key for key in instance if key in keywords)
    if not found:
        return Choice(None, "noKeyword", keywords)
    if len(found) > 1:
        return Choice(None, "twoKeywords", found)
    [keyword] = found
    if keyword == "choose":
        if "options" in instance and "card_from" in instance:
            return Choice(None, "exactlyOne", ("options", "card_from"))
        from_cards = "options" not in instance and any(key in instance for key in _CARD_CHOICE)
        return Choice(by_noun["choose_card" if from_cards else "choose_option"])
    if keyword == "move":
        what = instance["move"]
        if what not in ("top", "card"):
            return Choice(None, "badVariant", ("move", "top", "card"))
        return Choice(by_noun[f"move_{what}"])
    return Choice(by_noun[keyword])


def _wording(branches: Branches, instance: dict[str, Any]) -> Choice:
    by_noun = branches.by_noun
    found = tuple(key for key in instance if key in ("step", *_WORDINGS))
    if not found:
        return Choice(None, "noKeyword", ("step", *_WORDINGS))
    if len(found) > 1:
        return Choice(None, "twoKeywords", found)
    if found[0] in _WORDINGS:
        return Choice(by_noun[found[0]])
    steps = [noun for noun in by_noun if noun not in _WORDINGS]
    if instance["step"] not in steps:
        return Choice(None, "badVariant", ("step", *steps))
    return Choice(by_noun[instance["step"]])
