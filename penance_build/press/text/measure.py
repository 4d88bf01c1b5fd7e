"""How wide text will be, before anything is laid out: HarfBuzz with the very fonts that are printed.

Lengths are micrometres, sizes hundredths of a point. The answer only predicts which size fits; the layout itself has the last word.
"""

from __future__ import annotations

import re
from functools import lru_cache

from penance_build.ir.record import Record
from penance_build.press.drawing.lengths import UM_PER_INCH
from penance_build.press.text.fonts import FontFile, FontSet, hb_face, shape
from penance_build.press.text.libraries import line_breaks
from penance_build.press.text.rich_text import Paragraph, Piece, Word, groups

# A text in which no line breaks, whatever stands around it.
_WHOLE = re.compile(r"[A-Za-z0-9.,;:!?'\u2019()]*")


def points_to_um(size: int) -> int:
    """Hundredths of a point as micrometres, rounded up."""
    return -(-size * UM_PER_INCH // 7200)


@lru_cache(maxsize=8192)
def advance(face: FontFile, text: str, *, is_lining: bool = False, is_kerned: bool = True) -> int:
    """The width of a text in thousandths of an em, kerned or not; ``is_lining``: with figures as high as capitals."""
    if not text:
        return 0
    found = shape(face, text, {"lnum": is_lining, "kern": is_kerned})
    total: int = sum(position.x_advance for position in found.glyph_positions)
    em: int = hb_face(face).upem
    return -(-total * 1000 // em)


def width_um(face: FontFile, text: str, size: int, spacing: int = 0, *, is_lining: bool = False) -> int:
    """The width of a text; ``spacing`` is the letter spacing in thousandths of an em, ``is_lining`` as of ``advance``.

    Letters that are spaced are not kerned: where both are done, those who read the text out of a page find spaces in words.
    """
    ems = advance(face, text, is_lining=is_lining, is_kerned=not spacing) + spacing * len(text)
    return ems * points_to_um(size) // 1000


def _piece(fonts: FontSet, piece: Piece) -> int:
    if piece.kind == "icon":
        return 1000
    is_number = piece.kind == "number"
    return advance(fonts.face("text", 700 if is_number else 400), piece.text, is_lining=is_number)


class _Atom(Record):
    """What no line break divides, in thousandths of an em: its width, the space before it, and the hyphen that it ends with at a break."""

    width: int
    space: int
    hyphen: int = 0


def _atoms(fonts: FontSet, words: tuple[Word, ...], space: int) -> list[_Atom]:
    """The atoms of words that stay together, the first of them behind a space."""
    found: list[_Atom] = []
    is_open = False  # whether the next piece belongs to the last atom
    for index, word in enumerate(words):
        between = space if index else 0
        for piece in word.pieces:
            parts = parts_of(piece, fonts.language)
            for number, (text, has_hyphen) in enumerate(parts):
                width = _piece(fonts, Piece(piece.kind, text))
                hyphen = _piece(fonts, Piece(piece.kind, "-")) if has_hyphen else 0
                if is_open and number == 0:
                    last = found.pop()
                    found.append(_Atom(last.width + between + width, last.space, hyphen))
                else:
                    found.append(_Atom(width, 0 if found else space, hyphen))
                between = 0
            is_open = True
    return found


def parts_of(piece: Piece, language: str) -> list[tuple[str, bool]]:
    """The texts between which a line may break, each with whether a hyphen is printed behind it then."""
    if piece.kind == "icon" or _WHOLE.fullmatch(piece.text):
        return [(piece.text, False)]
    ends = [*line_breaks(piece.text, language), (len(piece.text), False)]
    starts = [0, *(end for end, _ in ends)]
    return [(piece.text[start:end], has_hyphen) for start, (end, has_hyphen) in zip(starts, ends, strict=False)]


def paragraph_lines(fonts: FontSet, paragraph: Paragraph, box_um: int, size: int) -> tuple[int, int]:
    """(lines that a greedy break needs, by how much the widest part without a break is too wide, at least 0)."""
    em = points_to_um(size)
    lines, used, too_wide = 1, 0, 0
    for width, before, end in _measured(fonts, paragraph):
        wide, space, hyphen = width * em // 1000, before * em // 1000, end * em // 1000
        too_wide = max(too_wide, wide + hyphen - box_um)
        if used and used + space + wide + hyphen > box_um:
            lines, used = lines + 1, wide
        else:
            used += wide + (space if used else 0)
    return lines, max(0, too_wide)


@lru_cache(maxsize=4096)
def _measured(fonts: FontSet, paragraph: Paragraph) -> tuple[tuple[int, int, int], ...]:
    """The atoms of a paragraph, whatever its size and its box: many of both are tried for each text."""
    space = advance(fonts.face("text"), " ")
    return tuple((atom.width, atom.space, atom.hyphen) for group in groups(paragraph) for atom in _atoms(fonts, group, space))
