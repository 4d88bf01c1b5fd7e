"""A drawn face as a PDF of one page.

Its fonts are named and measured, and not in it: whoever makes a file of it puts one font of each face into that, with the glyphs of
all of its pages (``imposition.font_merge``). Its pictures are placed there as well.
"""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from pikepdf import Array, Dictionary, Name, Page, Pdf, Stream

from penance_build.press.documents import written
from penance_build.press.drawing.lengths import pdf_points
from penance_build.press.imposition.font_merge import unicode_map
from penance_build.press.layouts.pen import Pen, Used
from penance_build.press.text.fonts import FontFile, hb_face
from penance_build.press.text.shaping import cap_height, own_advance

_PREFIX = "LAYOUT+"


def page_pdf(pen: Pen, width_um: int, height_um: int) -> bytes:
    """The page; equal drawings give equal bytes."""
    pdf = Pdf.new()
    resources = Dictionary()
    if fonts := pen.fonts():
        resources.Font = Dictionary({f"/{used.name}": pdf.make_indirect(_font(pdf, used)) for used in fonts})
    if pen.opacities:
        resources.ExtGState = Dictionary({f"/O{percent}": _opacity(percent) for percent in sorted(pen.opacities)})
    box = Array([0, 0, Decimal(pdf_points(width_um)), Decimal(pdf_points(height_um))])
    page = Dictionary(Type=Name.Page, MediaBox=box, Resources=resources, Contents=pdf.make_indirect(Stream(pdf, pen.content())))
    pdf.pages.append(Page(pdf.make_indirect(page)))
    return written(pdf, "disable")


def _opacity(percent: int) -> Dictionary:
    share = Decimal(percent) / 100
    return Dictionary(Type=Name.ExtGState, ca=share, CA=share)


def _font(pdf: Pdf, used: Used) -> Dictionary:
    face, glyphs = used.face, [glyph for glyph, _ in used.glyphs]
    name = Name("/" + _PREFIX + font_name(face))
    widths = Array([item for glyph in glyphs for item in (glyph, Array([own_advance(face, glyph)]))])
    descendant = Dictionary(
        Type=Name.Font,
        Subtype=Name.CIDFontType2,
        BaseFont=name,
        CIDSystemInfo=Dictionary(Registry=b"Adobe", Ordering=b"Identity", Supplement=0),
        CIDToGIDMap=Name.Identity,
        W=widths,
        FontDescriptor=pdf.make_indirect(_descriptor(face, name)),
    )
    texts = {glyph: text for glyph, text in used.glyphs if text}
    return Dictionary(
        Type=Name.Font,
        Subtype=Name.Type0,
        BaseFont=name,
        Encoding=Name("/Identity-H"),
        DescendantFonts=Array([pdf.make_indirect(descendant)]),
        ToUnicode=pdf.make_indirect(Stream(pdf, unicode_map(texts))),
    )


def font_name(face: FontFile) -> str:
    """What the layout engine calls a face in a file: ``text-Bold``."""
    traits = (["Bold"] if face.weight >= 600 else []) + (["Italic"] if face.style == "italic" else [])
    return "-".join([face.family, *traits])


def _descriptor(face: FontFile, name: Any) -> Dictionary:
    cap = cap_height(face)
    return Dictionary(
        Type=Name.FontDescriptor,
        FontName=name,
        FontFamily=face.family.encode("ascii"),
        Flags=4 + (64 if face.style == "italic" else 0),
        FontBBox=Array([-500, -400, hb_face(face).upem, 1200]),
        ItalicAngle=-12 if face.style == "italic" else 0,
        Ascent=1000,
        Descent=-300,
        CapHeight=cap,
        StemV=120 if face.weight >= 600 else 80,
        StemH=80,
    )
