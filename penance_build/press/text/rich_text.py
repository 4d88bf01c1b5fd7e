"""The text of a card for the press: its markup (``ir.markup``) as words and pieces.

A paragraph becomes words, a word becomes pieces; between two words stands a space that may break a line or may not. An
icon is never parted from what it stands behind, nor from a number behind it, and no last line is left with a short word or two.
The same words are measured and printed.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from unicodedata import normalize

from penance_build.ir.markup import Unread, first_unread, runs
from penance_build.ir.record import Record

NO_BREAK_SPACE = "\u00a0"
# Between the style of a paragraph and its text.
STYLED = "\x00"
_DIGIT = re.compile(r"\d")
# What stands alone on the last line has at least so many characters, where words can be bound to it that are no more than this together.
TAIL, LONGEST_TAIL = 12, 24


class BadMarkup(Exception):
    """The text holds a star or a brace that is not part of the markup: ``unread`` says which, and what to write."""

    def __init__(self, unread: Unread) -> None:
        """Say where it stands."""
        super().__init__(f"character {unread.start + 1}, `{unread.text}`")
        self.unread = unread


class Piece(Record):
    """A run inside a word: ``kind`` is text, number or icon (then ``text`` is its name)."""

    kind: str
    text: str


class Word(Record):
    """Pieces without a space between them; ``keeps`` says that the space after it must not break the line."""

    pieces: tuple[Piece, ...]
    keeps: bool = False


Paragraph = tuple[Word, ...]


def parse(text: str, icons: Collection[str] = ()) -> Paragraph:
    """The words of a paragraph, in composed characters; raises ``BadMarkup``. ``icons`` are those that the game draws."""
    unread = first_unread(text, icons)
    if unread is not None:
        raise BadMarkup(unread)
    words: list[list[Piece]] = [[]]
    for run in runs(text):
        if run.kind == "icon":
            words[-1].append(Piece("icon", run.text))
            continue
        kind = "number" if run.kind == "number" else "text"
        for part in re.split(r"(\s+)", normalize("NFC", run.text)):
            if part.isspace():
                words.append([])
            elif part:
                words[-1].append(Piece(kind, part))
    return _glue([tuple(word) for word in words if word])


def paragraphs_of(text: str, icons: Collection[str]) -> Iterator[tuple[str | None, Paragraph]]:
    """The lines of a text that say something, each with the style that stands before it (None: none does). Raises ``BadMarkup``."""
    for line in text.split("\n"):
        style, mark, rest = line.partition(STYLED)
        words = parse(rest if mark else line, icons)
        if words:
            yield (style if mark else None), words


def _glue(words: list[tuple[Piece, ...]]) -> Paragraph:
    bound = len(words) - tail_of([_length(word) for word in words])
    glued = []
    for index, word in enumerate(words):
        after = words[index + 1] if index + 1 < len(words) else ()
        keeps = bool(after) and (
            (word[-1].kind == "icon" and _is_number(after[0]))
            or after[0].kind == "icon"
            or (word[-1].kind == "number" and after[0].kind == "text")
            or index >= bound
        )
        glued.append(Word(word, keeps))
    return tuple(glued)


def tail_of(lengths: list[int]) -> int:
    """How many words at the end of a paragraph (by their lengths) stay together, so that the last line is no widow; at least 1."""
    tail, count = (lengths or [0])[-1], 1
    while tail < TAIL and count < len(lengths) - 2 and tail + 1 + lengths[-count - 1] <= LONGEST_TAIL:
        count += 1
        tail += 1 + lengths[-count]
    return count


def _is_number(piece: Piece) -> bool:
    return piece.kind == "number" or (piece.kind == "text" and bool(_DIGIT.search(piece.text)))


def _length(word: tuple[Piece, ...]) -> int:
    return sum(1 if piece.kind == "icon" else len(piece.text) for piece in word)


def icons_in(paragraph: Paragraph) -> tuple[str, ...]:
    """The icons that a paragraph names, in order."""
    return tuple(piece.text for word in paragraph for piece in word.pieces if piece.kind == "icon")


def groups(paragraph: Paragraph) -> tuple[tuple[Word, ...], ...]:
    """Words that stay on one line together, in order."""
    found: list[list[Word]] = [[]]
    for word in paragraph:
        found[-1].append(word)
        if not word.keeps:
            found.append([])
    return tuple(tuple(group) for group in found if group)
