"""One face as a PDF of one page: trimmed, or with its bleed; whole by itself, with the glyphs and pictures that it shows."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from pikepdf import Array

from penance_build.press.documents import opened, written
from penance_build.press.drawing.lengths import pdf_points
from penance_build.press.imposition.font_merge import merge_fonts
from penance_build.press.imposition.impose import Printable
from penance_build.press.imposition.placed_pictures import Hung
from penance_build.press.imposition.tags import write_structure
from penance_build.press.imposition.trims import BLEED_UM, Trim
from penance_build.press.text.fonts import FontSet


def single_page(face: Printable, fonts: FontSet, trim: Trim, title: str, *, with_bleed: bool) -> bytes:
    """The file; its trim and bleed are named boxes of the page, and a viewer shows no more than is asked for."""
    pdf = opened(face.pdf)
    page = pdf.pages[0]
    if face.art:
        page.contents_add(face.art, prepend=True)
    hung = Hung(pdf)
    hung.hang(page, dict(face.pictures))
    merge_fonts(pdf, [page.Resources, *hung.resources], fonts)
    whole = trim.page
    bleed, cut = _box(0, 0, whole.width, whole.height), _box(BLEED_UM, BLEED_UM, whole.width - BLEED_UM, whole.height - BLEED_UM)
    page.MediaBox = page.CropBox = bleed if with_bleed else cut
    page.BleedBox, page.TrimBox = bleed if with_bleed else cut, cut
    if face.told is not None:
        page.contents_add(f"/{face.told.role} <</MCID 0>> BDC".encode("ascii"), prepend=True)
        page.contents_add(b"EMC")
        write_structure(pdf, [(page, [face.told])])
    pdf.Root.Lang = fonts.language
    pdf.docinfo["/Title"] = title
    return written(pdf, "generate")


def _box(left: int, low: int, right: int, high: int) -> Any:
    return Array([Decimal(pdf_points(length)) for length in (left, low, right, high)])
