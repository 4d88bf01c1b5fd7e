"""A text cut into words, numbers, symbols and full stops, each with the place where it stands."""

from __future__ import annotations

import re
from typing import Final, Literal

from msgspec import Struct

from penance_build.formula.template import Hole, Icon, Sign, card

_PIECE: Final = re.compile(
    r"(?P<sign>(?<![\w)\]}])[+\-−–‒]\s?(?=[^\W\d_]*\d))"
    # what has a digit in it, with all that makes it another number: 2d6, 1/2, 0.5, 1-3, 50 %
    r"|(?P<number>(?=[^\W\d_]*\d)[^\W_]+(?:(?:[.,/⁄:×]|\.\.+|…|\s?[-–−‒]\s?|\s?[×/]\s?)\d[^\W_]*)*(?:\s?[%‰])?)"
    r"|(?P<word>[^\W_]+(?:['’][^\W_]+)*)"
    r"|(?P<stop>[.;!?\n]+)"
    r"|(?P<symbol><=|>=|->|=>|[^\w\s])"
)
_PUNCTUATION: Final = frozenset(",:()[]\"'’‘“”„«»‹›–—-‐‑…·•|_")


class Piece(Struct, frozen=True):
    """``text`` is in small letters, without the ``'s`` of an owner, which ``is_owner`` says; ``span`` are characters of the text."""

    kind: Literal["sign", "number", "word", "stop", "symbol", "mark"]
    text: str
    span: tuple[int, int]
    is_owner: bool = False


def pieces(text: str) -> list[Piece]:
    """The pieces of a text, or of a sentence written from an effect; markup and icons are passed over."""
    bare, places = _bare(text)
    found: list[Piece] = []
    for match in _PIECE.finditer(bare):
        kind, word = match.lastgroup, match[0].strip().replace("’", "'").lower()
        if kind == "word" and any(letter.isnumeric() for letter in word):
            kind = "number"
        if kind == "symbol" and word in _PUNCTUATION:
            kind = "mark"
        owner = kind == "word" and word.endswith(("'s", "s'"))
        word = re.sub(r"'s$|(?<=s)'$", "", word) if kind == "word" else word
        found.append(Piece(kind, word, (places[match.start()], places[match.end() - 1] + 1), owner))  # type: ignore[arg-type]
    return found


# Signs of markup, and what only says where a line may break or may not: the soft hyphen, the space without width, the joiners.
_UNSEEN = frozenset("*\u00ad\u200b\u200c\u200d\u2060\ufeff")


def _bare(text: str) -> tuple[str, list[int]]:
    """A text without marks and with a space for each icon and sign, and for each of its characters the place in the text."""
    bare, places, at = "", [], 0
    for part in card(text):
        is_icon = isinstance(part, Hole) and isinstance(part.content, Icon | Sign)
        kept = [(" ", at)] if is_icon else [(letter, at + index) for index, letter in enumerate(part.text) if letter not in _UNSEEN]
        bare += "".join(letter for letter, _ in kept)
        places += [place for _, place in kept]
        at += len(part.text)
    return bare, places
