"""One font per face in a file made of many documents.

Every face is laid out as a document of its own and brings its own subset of each font. The layout engine keeps the glyph numbers of
the original, so that the subsets of a file can be replaced by one: the union of their widths and of their texts, cut once from the
original. That makes a deck ten times smaller, and lets an icon be read as its name when text is copied or searched.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

import uharfbuzz
from msgspec import Struct, field
from pikepdf import Array, Dictionary, Name, Pdf, Stream

from penance_build.press.text.fonts import FontFile, FontSet, hb_face
from penance_build.press.text.icon_font import FIRST

_UNPRINTED = (b"BASE", b"DSIG", b"GDEF", b"GPOS", b"GSUB", b"JSTF", b"LTSH", b"PCLT")
_MAPPING = re.compile(rb"<([0-9a-fA-F]{4})> <([0-9a-fA-F]+)>")


class _Union(Struct):
    """What a file uses of one font: widths and texts by glyph, and one of its dictionaries as the pattern."""

    pattern: Any
    widths: dict[int, float] = field(default_factory=dict)
    texts: dict[int, str] = field(default_factory=dict)


def merge_fonts(pdf: Pdf, resources: Iterable[Any], fonts: FontSet) -> None:
    """Replace the subset fonts in these resource dictionaries by one font each; fonts of others are left alone."""
    unions: dict[str, _Union] = {}
    uses: list[tuple[Any, str, str]] = []
    for resource in resources:
        for key, font in dict(resource.get("/Font", Dictionary())).items():
            name = str(font.BaseFont).partition("+")[2]
            if face_called(fonts, name) is None or font.Encoding != Name("/Identity-H"):
                continue
            union = unions.setdefault(name, _Union(font))
            union.widths.update(widths_of(font.DescendantFonts[0].W))
            union.texts.update(_texts(font.ToUnicode.read_bytes()))
            uses.append((resource, key, name))
    merged = {name: _merged(pdf, fonts, name, unions[name]) for name in sorted(unions)}
    for resource, key, name in uses:
        resource.Font[key] = merged[name]


def face_called(fonts: FontSet, name: str) -> FontFile | None:
    """``text-Bold-Italic`` names the face of the role text with that weight and style."""
    role, *traits = name.split("-")
    if not any(file.family == role for file in fonts.files):
        return None
    return fonts.face(role, 700 if "Bold" in traits else 400, "italic" if "Italic" in traits else "normal")


def widths_of(array: Any) -> dict[int, float]:
    """The width of each glyph, in thousandths of an em, as a font of a PDF lists them."""
    widths: dict[int, float] = {}
    items = list(array)
    for start, values in zip(items[::2], items[1::2], strict=True):
        for offset, width in enumerate(values):
            widths[int(start) + offset] = float(width)
    return widths


def _texts(cmap: bytes) -> dict[int, str]:
    return {int(glyph, 16): bytes.fromhex(text.decode("ascii")).decode("utf-16-be") for glyph, text in _MAPPING.findall(cmap)}


def _merged(pdf: Pdf, fonts: FontSet, name: str, union: _Union) -> Any:
    face = face_called(fonts, name)
    assert face is not None
    texts = {glyph: _readable(fonts, text) for glyph, text in union.texts.items()}
    data = _subset(face, sorted(union.widths))
    pattern = union.pattern.DescendantFonts[0]
    descriptor = Dictionary(pattern.FontDescriptor)
    descriptor.FontFile2 = pdf.make_indirect(Stream(pdf, data, Length1=len(data)))
    descriptor.FontBBox = pattern.FontDescriptor.FontBBox
    descendant = Dictionary(pattern)
    descendant.FontDescriptor = pdf.make_indirect(descriptor)
    descendant.W = Array([item for glyph in sorted(union.widths) for item in (glyph, Array([_number(union.widths[glyph])]))])
    font = Dictionary(union.pattern)
    font.DescendantFonts = Array([pdf.make_indirect(descendant)])
    font.ToUnicode = pdf.make_indirect(Stream(pdf, unicode_map(texts)))
    return pdf.make_indirect(font)


def _number(width: float) -> int | str | Any:
    return int(width) if width == int(width) else width


def _readable(fonts: FontSet, text: str) -> str:
    """An icon is copied and searched as its name in brackets."""
    return "".join(f"[{fonts.icons[ord(char) - FIRST]}]" if 0 <= ord(char) - FIRST < len(fonts.icons) else char for char in text)


def _subset(face: FontFile, glyphs: list[int]) -> bytes:
    wanted = uharfbuzz.SubsetInput()
    wanted.glyph_set.update(glyphs)
    wanted.flags = uharfbuzz.SubsetFlags.RETAIN_GIDS | uharfbuzz.SubsetFlags.NO_HINTING
    wanted.drop_table_tag_set.update({int.from_bytes(tag, "big") for tag in _UNPRINTED})
    return bytes(uharfbuzz.subset(hb_face(face), wanted).blob.data)


def unicode_map(texts: dict[int, str]) -> bytes:
    """The text of each glyph, as PDF writes it."""
    lines = [
        "/CIDInit /ProcSet findresource begin", "12 dict begin", "begincmap",
        "/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def",
        "/CMapName /Adobe-Identity-UCS def", "/CMapType 2 def",
        "1 begincodespacerange", "<0000> <ffff>", "endcodespacerange",
    ]  # fmt: skip
    glyphs = sorted(texts)
    for start in range(0, len(glyphs), 100):
        part = glyphs[start : start + 100]
        lines.append(f"{len(part)} beginbfchar")
        lines.extend(f"<{glyph:04x}> <{texts[glyph].encode('utf-16-be').hex()}>" for glyph in part)
        lines.append("endbfchar")
    lines += ["endcmap", "CMapName currentdict /CMap defineresource pop", "end", "end"]
    return "\n".join(lines).encode("ascii")
