"""How wide text will be, before anything is laid out: HarfBuzz with the very fonts that are printed.

Lengths are micrometres, sizes hundredths of a point. The answer only predicts which size fits; the layout itself has the last word.
"""

from __future__ import annotations

from functools import lru_cache

import uharfbuzz

from penance_build.press.text.fonts import FontFile, FontSet, hb_face
from penance_build.press.text.rich_text import Paragraph, Piece, groups

UM_PER_POINT_NUMERATOR, UM_PER_POINT_DENOMINATOR = 25400, 72


def points_to_um(size: int) -> int:
    """Hundredths of a point as micrometres, rounded up."""
    return -(-size * UM_PER_POINT_NUMERATOR // (UM_PER_POINT_DENOMINATOR * 100))


@lru_cache(maxsize=8192)
def advance(face: FontFile, text: str) -> int:
    """The width of a text in thousandths of an em, kerning included."""
    if not text:
        return 0
    font = uharfbuzz.Font(hb_face(face))
    buffer = uharfbuzz.Buffer()
    buffer.add_str(text)
    buffer.guess_segment_properties()
    uharfbuzz.shape(font, buffer)
    total: int = sum(position.x_advance for position in buffer.glyph_positions)
    em: int = font.face.upem
    return -(-total * 1000 // em)


def width_um(face: FontFile, text: str, size: int, spacing: int = 0) -> int:
    """The width of a text; ``spacing`` is the letter spacing in thousandths of an em."""
    ems = advance(face, text) + spacing * len(text)
    return ems * points_to_um(size) // 1000


def _piece(fonts: FontSet, piece: Piece) -> int:
    if piece.kind == "icon":
        return 1000
    return advance(fonts.face("text", 700 if piece.kind == "number" else 400), piece.text)


def paragraph_lines(fonts: FontSet, paragraph: Paragraph, box_um: int, size: int) -> tuple[int, int]:
    """(lines that a greedy break needs, by how much the widest unbreakable group is too wide, at least 0)."""
    em = points_to_um(size)
    space = advance(fonts.face("text"), " ") * em // 1000
    lines, used, too_wide = 1, 0, 0
    for group in groups(paragraph):
        wide = sum(_piece(fonts, piece) for word in group for piece in word.pieces) * em // 1000 + space * (len(group) - 1)
        too_wide = max(too_wide, wide - box_um)
        if used and used + space + wide > box_um:
            lines, used = lines + 1, wide
        else:
            used += wide + (space if used else 0)
    return lines, max(0, too_wide)
