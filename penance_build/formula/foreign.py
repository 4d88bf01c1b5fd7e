"""What other notations write in formulas, and what to write instead: signs of print, letters of other scripts, dice, units, fractions."""

from __future__ import annotations

import re
import unicodedata
from types import MappingProxyType
from typing import Final, Protocol

_BARE: Final = "ids are written bare, without quotes"
_ROUNDED: Final = "rules have whole numbers only: a half of x is x // 2, which rounds down"
_RANGE: Final = "a minus is the hyphen -, a range is written 1..3"
_SIGNS: Final = MappingProxyType(
    {
        "=": "to compare, write ==",
        "&": "write `and`",
        "|": "write `or`",
        "!": "write `not`",
        "?": "write `if C then A else B`",
        "^": "there is no power; multiply",
        "{": "a formula stands alone here, without braces",
        '"': _BARE,
        "'": _BARE,
        "\N{LEFT DOUBLE QUOTATION MARK}": _BARE,
        "\N{RIGHT DOUBLE QUOTATION MARK}": _BARE,
        "\N{DOUBLE LOW-9 QUOTATION MARK}": _BARE,
        "\N{LEFT SINGLE QUOTATION MARK}": _BARE,
        "\N{RIGHT SINGLE QUOTATION MARK}": _BARE,
        "\N{SINGLE LOW-9 QUOTATION MARK}": _BARE,
        "\N{LEFT-POINTING DOUBLE ANGLE QUOTATION MARK}": _BARE,
        "\N{RIGHT-POINTING DOUBLE ANGLE QUOTATION MARK}": _BARE,
        "`": _BARE,
        "\N{LESS-THAN OR EQUAL TO}": "write <=",
        "\N{GREATER-THAN OR EQUAL TO}": "write >=",
        "\N{NOT EQUAL TO}": "write !=",
        "\N{MULTIPLICATION SIGN}": "write *",
        "\N{MIDDLE DOT}": "write *",
        "\N{DOT OPERATOR}": "write *",
        "\N{DIVISION SIGN}": "write //, which rounds down",
        "\N{DIVISION SLASH}": "write //, which rounds down",
        "\N{MINUS SIGN}": "write -, the hyphen",
        "\N{HYPHEN}": "write -, the hyphen of the keyboard",
        "\N{NON-BREAKING HYPHEN}": "write -, the hyphen of the keyboard",
        "\N{EN DASH}": _RANGE,
        "\N{EM DASH}": _RANGE,
        "\N{HORIZONTAL ELLIPSIS}": "ranges are written 1..3, with two dots",
        "\N{LOGICAL AND}": "write `and`",
        "\N{LOGICAL OR}": "write `or`",
        "\N{NOT SIGN}": "write `not`",
        "\N{ELEMENT OF}": "write `in`",
        ";": "a formula is one value",
        ":": "ranges are written 1..3; a choice is `if C then A else B`",
        "$": "names are written bare",
        "\t": "write a space",
    }
)
# Two signs that are one in other languages, by what the parser finds at the second of them.
_PAIRS: Final = MappingProxyType({"<>": "write !=", "=<": "write <=", "=>": "write >=", "**": "there is no power; multiply"})
_DIE: Final = re.compile(r"[dwDW]\d+")


class Token(Protocol):
    """What the parser calls a token."""

    @property
    def kind(self) -> str: ...
    @property
    def text(self) -> str: ...
    @property
    def start(self) -> int: ...
    @property
    def end(self) -> int: ...


def no_meaning(text: str, at: int) -> tuple[str, str]:
    """Message and hint for a character that no formula has; ``text`` is the formula."""
    letter = text[at]
    pair = text[at : at + 2]
    hint = _SIGNS.get(letter, "")
    if _PAIRS.get(pair):
        return f"`{pair}` has no meaning in a formula", _PAIRS[pair]
    if letter.isascii() or hint:
        return f"`{letter}` has no meaning in a formula", hint
    if letter.isspace():
        return f"{space_named(letter)} stands in this formula", "type an ordinary space"
    return f"`{letter}` ({unicodedata.name(letter, 'character').lower()}, U+{ord(letter):04X}) has no meaning in a formula", _cure(letter)


def space_named(letter: str) -> str:
    """``a no-break space (U+00A0)``, of a space that is not the ordinary one."""
    name = unicodedata.name(letter, "space of another kind").lower()
    return f"{'an' if name[0] in 'aeiou' else 'a'} {name} (U+{ord(letter):04X})"


def _cure(letter: str) -> str:
    usual = unicodedata.normalize("NFKC", letter)
    if "\N{FRACTION SLASH}" in usual or letter in "%\N{PER MILLE SIGN}":
        return _ROUNDED
    if "SUPERSCRIPT" in unicodedata.name(letter, ""):
        return "there is no power; multiply"
    if usual.isascii() and usual.isprintable():
        return f"type an ordinary {usual}"
    if letter.isalpha():
        return "names have the letters a to z, digits and underscores: type the name anew"
    return ""


def unexpected(before: Token | None, token: Token, after: Token | None) -> str:
    """What to write where a token stands that nothing can be made of; empty where that cannot be told."""
    if before is None:
        return ""
    if token.kind == "op" and before.kind == "op" and before.end == token.start and before.text + token.text in _PAIRS:
        return _PAIRS[before.text + token.text]
    if token.kind == "name" and before.kind == "number":
        return _behind_number(before, token, after)
    if token.text == "," and before.kind == "number":
        is_fraction = after is not None and after.kind == "number"
        return _ROUNDED if is_fraction else "leave the comma out" if after is None or after.kind == "end" else ""
    if token.kind == "end" and before.text == "%":
        return "there are no percentages: of x, 50 in 100 is x * 50 // 100"
    return ""


def _behind_number(number: Token, name: Token, after: Token | None) -> str:
    if number.end == name.start and _DIE.fullmatch(name.text):
        return (
            f"a formula rolls no dice: roll them in a step before, {{roll: {name.text.lower()}, count: {number.text}}}, and use their sum"
        )
    if name.text in ("x", "X"):
        return "to multiply, write *"
    if after is not None and after.kind == "end":
        return f"write {number.text} alone, for a unit belongs to the type; or {number.text} * {name.text} to multiply"
    return f"to multiply, write {number.text} * {name.text}"
