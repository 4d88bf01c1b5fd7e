"""Texts of cells as texts of cards: stars and braces that are printed as they stand, symbols, paragraphs; each letter knows its origin."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from penance_build.ir.markup import SIGNS
from penance_build.limits import MOST_ON_A_CARD

_SIGNED: Final = {sign: f"{{sign:{name}}}" for name, sign in SIGNS.items()}
_SPACES: Final = re.compile(r"[ \t]*\n\s*|[ \t]{2,}|\t")


@lru_cache(maxsize=64)
def _pattern(symbols: tuple[str, ...], has_markup: bool) -> re.Pattern[str]:
    """What is replaced: symbols, the longest first, then signs, then runs of space."""
    parts = [re.escape(symbol) for symbol in sorted(symbols, key=lambda symbol: (-len(symbol), symbol))]
    if not has_markup:
        parts += ["[*{}]", _SPACES.pattern]
    return re.compile("|".join(parts) or "(?!)")


def card_text(text: str, symbols: Mapping[str, str], has_markup: bool) -> str:
    """A cell as a text of a card. Under our own markup spaces and line ends are as they stand; else they are tidied."""
    return _replaced(text if has_markup else text.strip(), symbols, has_markup)[0] if _needs(text, symbols, has_markup) else text


def name_text(text: str, symbols: Mapping[str, str], has_markup: bool) -> str:
    """A cell as a name, in one line: as a text, but that no icon stands in a name, and a star is a letter of every one."""
    if has_markup:
        return text.strip()
    plain = {symbol: stands for symbol, stands in symbols.items() if "{" not in stands} if symbols else symbols
    return " ".join(card_text(text, plain, has_markup).split()).replace(_SIGNED["*"], "*")


def origins(text: str, symbols: Mapping[str, str], has_markup: bool) -> list[int]:
    """For each character of the text of a card the character of the cell that it comes from, and one more for the end."""
    before = 0 if has_markup else len(text) - len(text.lstrip())
    return [before + at for at in _replaced(text if has_markup else text.strip(), symbols, has_markup)[1]]


def _needs(text: str, symbols: Mapping[str, str], has_markup: bool) -> bool:
    return (not has_markup and text != text.strip()) or _pattern(tuple(symbols), has_markup).search(text) is not None


def _replaced(text: str, symbols: Mapping[str, str], has_markup: bool) -> tuple[str, list[int]]:
    pieces: list[str] = []
    found: list[int] = []
    end = 0
    most = max(len(text), MOST_ON_A_CARD) + len(text)  # of a text that is longer nothing more is replaced: no card can have it
    for match in _pattern(tuple(symbols), has_markup).finditer(text):
        pieces.append(text[end : match.start()])
        found.extend(range(end, match.start()))
        word = match[0]
        new = symbols[word] if word in symbols else _SIGNED.get(word) or ("\n" if "\n" in word else " ")
        pieces.append(new)
        found.extend([match.start()] * len(new))
        end = match.end()
        if len(found) > most:
            break
    pieces.append(text[end:])
    found.extend(range(end, len(text) + 1))
    return "".join(pieces), found
