"""The outlines of glyphs: pen commands in thousandths of an em, y upwards."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import uharfbuzz

from penance_build.press.text.fonts import FontFile, hb_face

Command = tuple[str, tuple[tuple[float, float], ...]]
_LETTERS = {"moveTo": "M", "lineTo": "L", "curveTo": "C", "qCurveTo": "Q", "closePath": "Z", "endPath": "Z"}


@lru_cache(maxsize=8192)
def outline_of(face: FontFile, glyph: int) -> tuple[Command, ...]:
    """The outline of a glyph; nothing where it has no ink."""
    from fontTools.pens.recordingPen import RecordingPen

    font, scale = _font(face)
    pen: Any = RecordingPen()
    font.draw_glyph_with_pen(glyph, pen)
    return tuple((_LETTERS[name], tuple((x * scale, y * scale) for x, y in points)) for name, points in pen.value)


@lru_cache(maxsize=32)
def _font(face: FontFile) -> tuple[Any, float]:
    opened = hb_face(face)
    return uharfbuzz.Font(opened), 1000 / int(opened.upem)
