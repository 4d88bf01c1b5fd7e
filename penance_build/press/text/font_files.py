"""Fonts of a game's own: a file in TrueType or OpenType, variable or not, with its bold and italic beside it.

Everything becomes static TrueType, which every part of the press and every printer's machine reads: variable fonts are pinned, and
outlines of the PostScript kind are drawn anew, once, and kept.
"""

from __future__ import annotations

import hashlib
import io
import re
from importlib import metadata
from typing import Any

import uharfbuzz

from penance_build.press.digest import digest
from penance_build.press.text.font_file import FontFile, FontMissing
from penance_build.product import Cache, FileRefused, Files

_REGULAR = re.compile(r"[-_ ]?Regular\Z", re.IGNORECASE)
# Beyond this the outlines of a font are not drawn anew: it would take minutes.
MOST_GLYPHS = 30_000


def load_files(role: str, name: str, files: Files, cache: Cache | None) -> tuple[FontFile, ...]:
    """The faces of a font file: regular, bold and italic where they are beside it or within it. Raises ``FontMissing``."""
    key = f"font_{role}"
    try:
        data = files.content(name)
    except FileRefused as error:
        raise FontMissing(f"the font {name} {error.says}", key, error.cure) from error
    found = [_face(role, 400, "normal", name, data, cache)]
    bold, italic = (_beside(files, beside(name, trait)) for trait in ("Bold", "Italic"))
    if bold is not None:
        found.append(_face(role, 700, "normal", name, bold, cache))
    elif _has_weights(data):
        found.append(_face(role, 700, "normal", name, data, cache))
    if italic is not None:
        found.append(_face(role, 400, "italic", name, italic, cache))
    return tuple(found)


def beside(name: str, trait: str) -> str:
    """What the file of a trait is called: ``Body-Bold.ttf`` is the bold of ``Body-Regular.ttf``."""
    stem, dot, ending = name.rpartition(".")
    return f"{_REGULAR.sub('', stem)}-{trait}{dot}{ending}"


def _beside(files: Files, name: str) -> bytes | None:
    try:
        return files.content(name)
    except FileRefused:
        return None


def _has_weights(data: bytes) -> bool:
    return any(axis.tag == "wght" for axis in uharfbuzz.Face(uharfbuzz.Blob(data)).axis_infos)


def _face(role: str, weight: int, style: str, name: str, data: bytes, cache: Cache | None) -> FontFile:
    key = f"font_{role}"
    opened = uharfbuzz.Face(uharfbuzz.Blob(data))
    if not opened.glyph_count or not opened.unicodes:
        raise FontMissing(f"the font {name} is no font that can be read", key, "use a file in TrueType or OpenType")
    if not _has_sound_tags(data):
        raise FontMissing(f"the font {name} is damaged", key, "use another file of it")
    try:
        outlined = _with_outlines(name, key, pinned(data, weight), cache)
        _cut_once(outlined)
        _read_axes(outlined)
    except FontMissing:
        raise
    except Exception as error:  # whatever damaged tables lead a library to
        raise FontMissing(f"the font {name} is damaged", key, "use another file of it") from error
    return FontFile(role, weight, style, outlined, hashlib.sha256(outlined).hexdigest())


def _has_sound_tags(data: bytes) -> bool:
    """Whether the names of a font's tables are printable, as the format wants them: the print library reads each as text."""
    count = int.from_bytes(data[4:6], "big")
    return all(0x20 <= byte <= 0x7E for number in range(count) for byte in data[12 + 16 * number : 16 + 16 * number])


def pinned(data: bytes, weight: int) -> bytes:
    """A static instance of a variable font at this weight, or the nearest that it has, every other axis at its default; else the font."""
    face = uharfbuzz.Face(uharfbuzz.Blob(data))
    axes = {axis.tag: axis for axis in face.axis_infos}
    if not axes:
        return data
    wanted = uharfbuzz.SubsetInput()
    wanted.keep_everything()
    wanted.pin_all_axes_to_default(face)
    if "wght" in axes:
        axis = axes["wght"]
        wanted.pin_axis_location(face, "wght", min(max(weight, axis.min_value), axis.max_value))
    return bytes(uharfbuzz.subset(face, wanted).blob.data)


def _cut_once(data: bytes) -> None:
    """Cut all of its glyphs out, as sheets do with those that they show: what cannot be cut is found before anything is laid out."""
    wanted = uharfbuzz.SubsetInput()
    wanted.keep_everything()
    uharfbuzz.subset(uharfbuzz.Face(uharfbuzz.Blob(data)), wanted)


def _read_axes(data: bytes) -> None:
    """Read what is left of the axes of a variable font, as the print library does of any font that has such a table."""
    from fontTools.ttLib import TTFont

    count = int.from_bytes(data[4:6], "big")
    if any(data[12 + 16 * number : 16 + 16 * number] == b"fvar" for number in range(count)):
        _ = TTFont(io.BytesIO(data), lazy=True)["fvar"].axes


def _with_outlines(name: str, key: str, data: bytes, cache: Cache | None) -> bytes:
    """The font in TrueType."""
    if data[:4] != b"OTTO":
        return data
    kept_as = "font-" + digest({"format": 1, "font": hashlib.sha256(data).hexdigest(), "fonttools": metadata.version("fonttools")})
    kept = cache.get(kept_as) if cache else None
    if kept is None:
        kept = _drawn_anew(name, key, data)
        if cache:
            cache.put(kept_as, kept)
    return kept


def _drawn_anew(name: str, key: str, data: bytes) -> bytes:
    from fontTools.pens.cu2quPen import Cu2QuPen
    from fontTools.pens.ttGlyphPen import TTGlyphPen
    from fontTools.ttLib import TTFont, newTable

    font = TTFont(io.BytesIO(data), recalcTimestamp=False)
    order = font.getGlyphOrder()
    if len(order) > MOST_GLYPHS:
        raise FontMissing(f"the font {name} has {len(order)} glyphs in OpenType outlines", key, "use its TrueType file, or a subset")
    drawn, glyphs = font.getGlyphSet(), {}
    for glyph in order:
        pen = TTGlyphPen(None)
        drawn[glyph].draw(Cu2QuPen(pen, max_err=font["head"].unitsPerEm / 1000, reverse_direction=True))
        glyphs[glyph] = pen.glyph()
    font["loca"], font["glyf"] = newTable("loca"), newTable("glyf")
    font["glyf"].glyphOrder, font["glyf"].glyphs = order, glyphs
    for glyph in order:
        glyphs[glyph].recalcBounds(font["glyf"])
        font["hmtx"][glyph] = (font["hmtx"][glyph][0], getattr(glyphs[glyph], "xMin", 0))
    _as_truetype(font)
    out = io.BytesIO()
    font.save(out)
    return out.getvalue()


def _as_truetype(font: Any) -> None:
    """The tables that say of what kind the outlines are."""
    profile = font["maxp"]
    profile.tableVersion = 0x00010000
    for field in (
        "maxZones", "maxTwilightPoints", "maxStorage", "maxFunctionDefs", "maxInstructionDefs", "maxStackElements",
        "maxSizeOfInstructions", "maxComponentElements", "maxComponentDepth", "maxPoints", "maxContours", "maxCompositePoints",
        "maxCompositeContours",
    ):  # fmt: skip
        setattr(profile, field, 1 if field == "maxZones" else 0)
    profile.recalc(font)
    font["post"].formatType = 3.0
    for tag in ("CFF ", "CFF2", "VORG"):
        if tag in font:
            del font[tag]
    font.sfntVersion = "\x00\x01\x00\x00"
