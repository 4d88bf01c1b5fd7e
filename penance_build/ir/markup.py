"""The markup of printed texts, for all who read them: the text of a card, a line of the reference, a face.

``*3*`` is a number that matters, with the sign before it; ``{icon:NAME}`` is a drawing; ``{sign:NAME}`` is a character that would
be markup otherwise. A star or brace that belongs to none of these is unread: the press refuses it in texts of cards.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from types import MappingProxyType
from typing import Final

from penance_build.ir.record import Record

SIGNS: Final[Mapping[str, str]] = MappingProxyType({"asterisk": "*", "open_brace": "{", "close_brace": "}"})

_RUN: Final = re.compile(
    r"(?P<number>[+\u2212-]?\*[^*{}]+\*)|\{icon:(?P<icon>[a-z][a-z0-9_]*)\}"
    rf"|\{{sign:(?P<sign>{'|'.join(SIGNS)})\}}|(?P<unread>[*{{}}])"
)
_SIGN: Final = re.compile(rf"\{{sign:({'|'.join(SIGNS)})\}}")
_BRACES: Final = str.maketrans({"{": "{sign:open_brace}", "}": "{sign:close_brace}"})
_MARKS: Final = str.maketrans({sign: f"{{sign:{name}}}" for name, sign in SIGNS.items()})
_STRONG: Final = re.compile(r"\*\*([^*{}]+)\*\*")
_HOLE: Final = re.compile(r"\{([^{}]*)\}")


class Run(Record):
    """A piece of a text: ``kind`` is text, number, icon (then ``text`` is its name) or unread; ``start`` is its offset."""

    kind: str
    text: str
    start: int


def runs(text: str) -> Iterator[Run]:
    """The runs of a text in order; a sign is a run of text."""
    end = 0
    for mark in _RUN.finditer(text):
        if mark.start() > end:
            yield Run("text", text[end : mark.start()], end)
        end = mark.end()
        kind = mark.lastgroup or ""
        if kind == "number":
            yield Run("number", mark[kind].replace("*", ""), mark.start())
        else:
            yield Run("text", SIGNS[mark[kind]], mark.start()) if kind == "sign" else Run(kind, mark[kind], mark.start())
    if end < len(text):
        yield Run("text", text[end:], end)


def plain(text: str) -> str:
    """A text without its markup: numbers bare; icons are dropped with the space before them, because the word follows each."""
    found = ""
    for run in runs(text):
        found = found.rstrip() if run.kind == "icon" else found + run.text
    return found


def in_words(text: str) -> str:
    """A text where no drawing can stand: without its markup, and of nothing but icons their names."""
    icons = (run.text.replace("_", " ") for run in runs(text) if run.kind == "icon")
    return plain(text).strip() or ", ".join(icons)


def unsigned(text: str) -> str:
    """A name that is printed plainly, in which ``{sign:NAME}`` is the character that it stands for; all else is as it is."""
    return _SIGN.sub(lambda found: SIGNS[found[1]], text)


def signed(name: str) -> str:
    """A plain name as it is written, so that its braces are printed: what ``unsigned`` gives back."""
    return name.translate(_BRACES)


def verbatim(name: str) -> str:
    """A plain text as it stands in one with markup, so that its stars and braces are printed."""
    return name.translate(_MARKS)


class Unread(Record):
    """The first star or brace of a text that is no markup: where it stands, the characters, and what to write instead."""

    start: int
    end: int
    text: str
    cure: str


def first_unread(text: str, icons: Collection[str]) -> Unread | None:
    """The first star or brace that is no markup, if there is one; ``icons`` are the names of those that the game draws."""
    found = next((run for run in runs(text) if run.kind == "unread"), None)
    if found is None:
        return None
    strong = _STRONG.match(text, found.start)
    hole = _HOLE.match(text, found.start)
    if strong:
        return Unread(found.start, strong.end(), strong[0], f"a number that matters is written *{strong[1].strip()}*")
    if hole and hole[1].strip() in icons:
        return Unread(found.start, hole.end(), hole[0], f"an icon is written {{icon:{hole[1].strip()}}}")
    name = next(name for name, sign in SIGNS.items() if sign == found.text)
    form = "a number that matters is written *4*" if found.text == "*" else "an icon is written {icon:NAME}"
    end = hole.end() if hole else found.start + 1
    return Unread(found.start, end, text[found.start : end], f"write {{sign:{name}}} to print `{found.text}`; {form}")
