"""What an unquoted scalar means: true, false, a plain decimal integer, or text; everything doubtful is refused.

YAML readers disagree about `no`, `1:30`, `010`, `1_000`, `1e3`, dates and more. A game must mean the same to all of them,
so whatever some reader would take for something else must be quoted.
"""

from __future__ import annotations

import re

from msgspec import Struct

from penance_build.limits import MAX_INTEGER

INTEGER = re.compile(r"-?(?:0|[1-9][0-9]*)")

_MEANT = {"yes": "true", "on": "true", "y": "true", "no": "false", "off": "false", "n": "false"}
_NUMBER_FIRST = frozenset("+-.0123456789")
_LONGEST_NUMBER = 40


class Refusal(Struct, frozen=True):
    """Why an unquoted scalar is not accepted: a code, what it is to other readers, and what to write instead."""

    code: str
    reason: str
    hint: str


def plain_value(word: str) -> bool | int | str | Refusal:
    """The value of a non-empty unquoted scalar, or why it is refused."""
    if word == "true":
        return True
    if word == "false":
        return False
    if INTEGER.fullmatch(word) and word != "-0":
        if len(word) > _LONGEST_NUMBER or abs(int(word)) > MAX_INTEGER:
            return Refusal("E120", f"is too big: whole numbers go to {MAX_INTEGER} on either side of 0", "quote it if it is text")
        return int(word)
    return refusal(word) or word


def refusal(word: str) -> Refusal | None:
    """Why a word must be quoted although it is neither true, false nor a whole number; None where it is plain text."""
    if word[0] in _NUMBER_FIRST:
        return _number_refusal(word)
    if len(word) <= 5:
        return _word_refusal(word)
    return None


def _word_refusal(word: str) -> Refusal | None:
    folded = word.lower()
    if folded in _MEANT:
        hint = f'write "{word}" in quotes if it is a name or text, or {_MEANT[folded]} if it is meant so'
        if len(word) == 1:
            hint = f'write "{word}" in quotes if it is text, or {_MEANT[folded]} if it is meant so; a variable needs another name'
        return Refusal("E110", "is true or false to some YAML readers and text to others", hint)
    if folded in {"true", "false"}:
        return Refusal("E110", "is not how true and false are written here", f'write {folded}, or "{word}" in quotes if it is text')
    if folded in {"null", "~"}:
        hint = f'leave the line out, or write "{word}" in quotes if it is text'
        return Refusal("E111", "means `nothing` in YAML, and no rule is nothing", hint)
    if word in {"=", "<<"}:
        return Refusal("E122", "has a meaning of its own in YAML", f'write "{word}" in quotes')
    return None


_NUMBERS: tuple[tuple[re.Pattern[str], Refusal], ...] = (
    (
        re.compile(r"[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+(?:\.[0-9_]*)?"),
        Refusal("E112", "is a number of minutes or seconds to some YAML readers (1:30 is 90)", "put it in quotes"),
    ),
    (
        re.compile(r"[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}(?:(?:[Tt]|[ ]+)[0-9].*)?"),
        Refusal("E121", "is a date to some YAML readers", "put it in quotes"),
    ),
    (
        re.compile(r"[-+]?0[xXoObB][0-9a-fA-F_]+"),
        Refusal("E114", "is a number in another base to some YAML readers", "write it as a plain decimal number, or in quotes"),
    ),
    (
        re.compile(r"[-+]?0[0-9_]+"),
        Refusal("E113", "has a zero in front: some YAML readers count it in eights (010 is 8)", "leave the zero out, or quote the text"),
    ),
    (
        re.compile(r"[-+]?[0-9][0-9_]*_[0-9_]*"),
        Refusal("E115", "is a number to some YAML readers, which drop the underscore", "write the number without it, or quote the text"),
    ),
    (
        re.compile(r"[-+]?(?:[0-9][0-9_]*(?:\.[0-9_]*)?|\.[0-9][0-9_]*)[eE][-+]?[0-9]+"),
        Refusal("E116", "is a number with an exponent to some YAML readers", "write the number out, or quote the text"),
    ),
    (
        re.compile(r"\+[0-9]+|-0"),
        Refusal("E117", "has a sign that readers treat differently", "write the number without the sign, or quote the text"),
    ),
    (
        re.compile(r"[-+]?(?:[0-9][0-9_]*\.[0-9_]*|\.[0-9][0-9_]*)"),
        Refusal(
            "E118",
            "is a fraction: rules have whole numbers only",
            "use a smaller unit; write a length with its unit, as `4.5 mm`; or put it in quotes if it is text (a version, say)",
        ),
    ),
    (
        re.compile(r"[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)"),
        Refusal("E119", "is no number that a rule can use", "write a whole number, or quote the text"),
    ),
)


def _number_refusal(word: str) -> Refusal | None:
    for pattern, found in _NUMBERS:
        if pattern.fullmatch(word):
            return found
    return None
