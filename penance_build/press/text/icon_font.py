"""The icons of a game: one path each on a 24-unit grid, as glyphs of a font made at run time.

In text an icon is a glyph, because a glyph costs nothing where an inline drawing costs a millisecond and its own
copy of the path in the file. The code points lie in plane 15 (private use): no text face has glyphs there, so that an
icon can never come out as somebody else's letter. The font holds fixed dates; equal icons give equal bytes.
"""

from __future__ import annotations

import io
from collections.abc import Collection
from functools import lru_cache
from importlib import metadata

from penance_build.press.digest import digest
from penance_build.press.drawing.icon_path import GRID, BadPath, commands
from penance_build.product import Cache

FIRST = 0xF0000
UNITS_PER_EM = 1200
# The grid of an icon stands from a little below the baseline to a little above the capitals of the text beside it.
DESCENT = -260


def code_point(icons: Collection[str], name: str) -> str:
    """The character of an icon in the icon font; ``icons`` are the names of all, in the order of their glyphs, and it is among them."""
    return chr(FIRST + list(icons).index(name))


class BadIcon(Exception):
    """The path of an icon cannot be read; ``args`` are its name and the reason."""


def icon_font(icons: tuple[tuple[str, str], ...], cache: Cache | None = None) -> bytes:
    """A TrueType font with one glyph per icon, in the order given, one em wide. Raises ``BadIcon``."""
    key = "icons-" + digest({"format": 1, "icons": [[name, path] for name, path in icons], "fonttools": metadata.version("fonttools")})
    kept = cache.get(key) if cache else None
    if kept is None:
        kept = _draw(icons)
        if cache:
            cache.put(key, kept)
    return kept


@lru_cache(maxsize=8)
def _draw(icons: tuple[tuple[str, str], ...]) -> bytes:
    from fontTools.fontBuilder import FontBuilder
    from fontTools.pens.cu2quPen import Cu2QuPen
    from fontTools.pens.transformPen import TransformPen
    from fontTools.pens.ttGlyphPen import TTGlyphPen

    scale = UNITS_PER_EM / GRID
    order = [".notdef", "space", *(f"icon{index}" for index in range(len(icons)))]
    glyphs = {".notdef": TTGlyphPen(None).glyph(), "space": TTGlyphPen(None).glyph()}
    for index, (name, path) in enumerate(icons):
        pen = TTGlyphPen(None)
        outline = TransformPen(Cu2QuPen(pen, max_err=0.6, reverse_direction=False), (scale, 0, 0, -scale, 0, UNITS_PER_EM + DESCENT))
        try:
            steps = commands(path)
        except BadPath as error:
            raise BadIcon(name, str(error)) from error
        for step, points in steps:
            getattr(outline, step)(*points)
        glyphs[f"icon{index}"] = pen.glyph()
    builder = FontBuilder(UNITS_PER_EM, isTTF=True)
    builder.setupGlyphOrder(order)
    builder.setupCharacterMap({0x20: "space", **{FIRST + index: f"icon{index}" for index in range(len(icons))}})
    builder.setupGlyf(glyphs)
    table = builder.font["glyf"]
    widths = {name: (UNITS_PER_EM, getattr(table[name], "xMin", 0)) for name in order}
    builder.setupHorizontalMetrics({**widths, "space": (UNITS_PER_EM // 4, 0)})
    builder.setupHorizontalHeader(ascent=UNITS_PER_EM + DESCENT, descent=DESCENT)
    builder.setupNameTable({"familyName": "Press Icons", "styleName": "Regular", "psName": "PressIcons-Regular"})
    builder.setupOS2(sTypoAscender=UNITS_PER_EM + DESCENT, sTypoDescender=DESCENT, usWinAscent=UNITS_PER_EM, usWinDescent=-DESCENT)
    builder.setupPost()
    builder.font["head"].created = builder.font["head"].modified = 0x7C259DC0  # 1970-01-01 in font time
    builder.font.recalcTimestamp = False
    out = io.BytesIO()
    builder.save(out)
    return out.getvalue()
