"""Where words may be parted: by the rules of the game's language, as soft hyphens, which measuring and layout read alike.

They are put in only where text would have to be smaller without them: a word is read best whole.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any, Final

from penance_build.ir.record import replace
from penance_build.press.text.libraries import SOFT_HYPHEN
from penance_build.press.text.rich_text import Paragraph

# Shorter words are never parted; so many letters stay before a hyphen, and go behind it.
SHORTEST, BEFORE, BEHIND = 6, 2, 3
_WORD: Final = re.compile(rf"(?<![\w\u00ad])[^\W\d_]{{{SHORTEST},}}(?![\w\u00ad])")


def hyphened(paragraph: Paragraph, language: str) -> Paragraph:
    """The paragraph with soft hyphens in its words; as it is where nothing is known of the language."""
    if _dictionary(language) is None:
        return paragraph
    return tuple(
        replace(
            word,
            pieces=tuple(
                piece if piece.kind in ("icon", "number") else replace(piece, text=parted(piece.text, language)) for piece in word.pieces
            ),
        )
        for word in paragraph
    )


def parted(text: str, language: str) -> str:
    """A text with soft hyphens in its words."""
    dictionary = _dictionary(language)
    return text if dictionary is None else _WORD.sub(lambda word: str(dictionary.inserted(word[0], SOFT_HYPHEN)), text)


@lru_cache(maxsize=8)
def _dictionary(language: str) -> Any:
    """The patterns of a language, or None."""
    import pyphen

    found = pyphen.language_fallback(language.replace("-", "_"))
    return None if found is None else pyphen.Pyphen(lang=found, left=BEFORE, right=BEHIND)
