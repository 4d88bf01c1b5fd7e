"""Text as glyphs: which, how far apart, and how much ink; by HarfBuzz with the very fonts that are printed.

Lengths are thousandths of an em. Figures are lining ones, which stand on the line as capitals do.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise

from penance_build.ir.record import Record
from penance_build.press.text.fonts import FontFile, hb_face, hb_font, shape

_FEATURES = {"kern": True, "liga": True, "lnum": True}


class Glyph(Record):
    """One glyph: its number, how far the pen goes on, where it stands beside the pen, and the characters that it draws."""

    number: int
    advance: int
    dx: int
    dy: int
    text: str


class Shaped(Record):
    """Glyphs from left to right, how wide they are together, and how far their ink reaches above and below the baseline."""

    glyphs: tuple[Glyph, ...]
    width: int
    above: int
    below: int


@lru_cache(maxsize=16384)
def shaped(face: FontFile, text: str) -> Shaped:
    """The glyphs of a text in one face."""
    if not text:
        return Shaped((), 0, 0, 0)
    font, em, found = hb_font(face), int(hb_face(face).upem), shape(face, text, _FEATURES)
    infos, positions = found.glyph_infos, found.glyph_positions
    starts = sorted({info.cluster for info in infos} | {len(text)})
    ends = dict(pairwise(starts))
    glyphs, above, below, seen = [], 0, 0, set()
    for info, position in zip(infos, positions, strict=True):
        own = "" if info.cluster in seen else text[info.cluster : ends[info.cluster]]
        seen.add(info.cluster)
        dx, dy = _em(position.x_offset, em), _em(position.y_offset, em)
        glyphs.append(Glyph(info.codepoint, _em(position.x_advance, em), dx, dy, own))
        ink = font.get_glyph_extents(info.codepoint)
        if ink is not None and ink.height:
            top = _em(ink.y_bearing, em) + dy
            above, below = max(above, top), max(below, -(top + _em(ink.height, em)))
    return Shaped(tuple(glyphs), sum(glyph.advance for glyph in glyphs), above, below)


@lru_cache(maxsize=64)
def cap_height(face: FontFile) -> int:
    """How high a capital is; of a font without one, seven tenths of an em."""
    return shaped(face, "H").above or 700


def own_advance(face: FontFile, glyph: int) -> int:
    """How far the pen goes on after a glyph that stands alone."""
    return _em(hb_font(face).get_glyph_h_advance(glyph), int(hb_face(face).upem))


def _em(value: int, em: int) -> int:
    """A length of the font in thousandths of an em, rounded; by whole numbers, so that it is the same everywhere."""
    return (2000 * value + em) // (2 * em)
