"""W747: a text that stands in for one that is still to be written: `TBD`, `???`, `lorem ipsum`, `Deal [] damage`.

Asked are the texts that a card gives itself, its name and its attributes that are texts. Cases: ``tests/cases/bad/bases``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from penance_build.diagnostics.problem import Problem
from penance_build.model.program.elaborate import Elaborated
from penance_build.surface.cards import Card
from penance_build.surface.game import Game
from penance_build.surface.nodes import Scalar

_WORDS: Final = "|".join(("TO" + "DO", "FIX" + "ME", "TBD", "TBA", "TBC", "WIP"))  # two are put together, for no file of ours has them
# Anywhere in a text.
_NOTE: Final = re.compile(
    rf"\b(?:{_WORDS})\b"
    r"|\?{3,}|\b[xX]{3,}\b|\blorem ipsum\b|\bplace ?holder\b|\bto be (?:done|written|decided|determined)\b"
    r"|\binsert (?:text|effect|ability|name) here\b|\[\s*\??\s*\]|(?<!\w)\(\s*\??\s*\)|<\s*\??\s*>|_{3,}",
    re.IGNORECASE,
)
_SMALL: Final = frozenset(_WORDS.lower().split("|"))  # words in small letters that are notes at the head of a text only
# The whole of a text.
_WHOLE: Final = re.compile(
    r"(?:wait|todo|test|tests|testing|text|effect|ability|description|card text|rules text|asdf\w*|foo|bar|blah|bla bla|dummy|draft|later|"
    r"idea|ideas|n\.?\s?n\.?|x+|\.\.+|…)[.!?:…\s]*",
    re.IGNORECASE,
)
_NAME: Final = re.compile(r"(?:untitled|unnamed|new card|card name|no name|copy of .+|.+ \(copy\)|test card)(?:\s*\d+)?", re.IGNORECASE)


def check(game: Game, combinations: Sequence[Elaborated]) -> list[Problem]:
    """One problem for each text with a draft in it."""
    return [problem for card in game.cards.values() for problem in _drafts(game, card)]


def _drafts(game: Game, card: Card) -> Iterator[Problem]:
    entity, hint = ("card", card.id), "write it, or take the card out of the decks until it is written"
    for at in _texts(game, card):
        note = next(_notes(at.text), None)
        if note is None and _WHOLE.fullmatch(at.text.strip()) and at.text.strip().rstrip(".!").lower() != card.name.lower():
            note = (0, len(at.text))
        if note is not None:
            said = at.text[note[0] : note[1]].strip()
            yield Problem("W747", f"card `{card.id}` has a draft for a text: “{said}”", at.inside(*note), hint, entity=entity, path=at.path)
    if _NAME.fullmatch(card.name) or next(_notes(card.name), None) is not None:
        message, hint = f"card `{card.id}` has a draft for a name: “{card.name}”", "give it its name"
        yield Problem("W747", message, card.at.key_span, hint, entity=entity, path=card.at.path)


def _notes(text: str) -> Iterator[tuple[int, int]]:
    for found in _NOTE.finditer(text):
        word = found[0]
        if word.lower() in _SMALL and not word.isupper() and found.start() > 0:
            continue
        yield found.span()


def _texts(game: Game, card: Card) -> Iterator[Scalar]:
    """The texts that a card gives, with its attributes that are texts."""
    yield from (at for at in (card.text, card.also_text) if at is not None)
    for name, attribute in game.attributes.items():
        if attribute.type.text == "text":
            yield from card.said.get(name) or ((card.values[name],) if name in card.values else ())
