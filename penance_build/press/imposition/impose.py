"""Faces onto sheets: each face is one reusable object of the file, and a sheet is a list of places for it.

Thirty copies of a back cost one layout and one object. What the sheet itself says (deck, page, stamp, ruler) is one more
object that covers it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pikepdf import Array, Dictionary, Name, Page, Pdf, Stream

from penance_build.ir.record import Record
from penance_build.press.documents import opened, written
from penance_build.press.drawing.lengths import pdf_points
from penance_build.press.imposition.font_merge import merge_fonts
from penance_build.press.imposition.papers import Paper
from penance_build.press.imposition.placed_pictures import Hung
from penance_build.press.imposition.printers import USUAL, duplex, placing_of
from penance_build.press.imposition.sheets import Line, Placement, Sheet
from penance_build.press.imposition.tags import Told, artifact, tagged, write_structure
from penance_build.press.imposition.trims import BLEED_UM
from penance_build.press.pictures.picture import Picture
from penance_build.press.text.fonts import FontSet
from penance_build.product import Printing

MARK_WIDTH_POINTS = "0.3"
FOLD_DASH = "6 4"


class Imposed(Record):
    """What is printed beside the cards: a PDF whose first page is of all sheets, and which has a page for each of them behind it.

    ``watermark`` is a PDF of the size of a face that lies over each front, or nothing.
    """

    title: str
    subject: str
    texts: bytes
    watermark: bytes = b""


class Printable(Record):
    """A face: a PDF of one page, the content stream of what lies under it, the pictures that these name, and what is read of it."""

    pdf: bytes
    art: bytes
    pictures: tuple[tuple[str, Picture], ...] = ()
    told: Told | None = None


def impose(
    paper: Paper,
    sheets: tuple[Sheet, ...],
    faces: Mapping[str, Printable],
    around: Imposed,
    fonts: FontSet,
    printing: Printing = USUAL,
) -> bytes:
    """The file. Equal input gives equal bytes."""
    pdf = Pdf.new()
    sources: list[Pdf] = []
    forms = {key: _form(pdf, _opened(sources, faces[key].pdf), 0, faces[key].art) for key in sorted(faces)}
    hung = Hung(pdf)
    for key, form in forms.items():
        hung.hang(form, dict(faces[key].pictures))
    names = {key: f"/Face{index}" for index, key in enumerate(sorted(faces))}
    texts = _opened(sources, around.texts)
    shared = {"/Around": _form(pdf, texts)}
    each = [_form(pdf, texts, index) for index in range(1, len(sheets) + 1)]
    if around.watermark:
        shared["/Watermark"] = _form(pdf, _opened(sources, around.watermark))
    merge_fonts(pdf, [form.Resources for form in (*forms.values(), *each, *shared.values())] + hung.resources, fonts)
    pages: list[tuple[Page, list[Told]]] = []
    for sheet, number in zip(sheets, each, strict=True):
        placing = placing_of(sheet, printing, paper)
        shown = placing.sheet
        used = sorted({item.face for item in shown.placements})
        resources = Dictionary(XObject=Dictionary({names[key]: forms[key] for key in used} | shared | {"/Number": number}))
        said = [told for item in shown.placements if (told := faces[item.face].told) is not None]
        content = _placements(shown, faces, names, paper)
        over = [_placed(item, "/Watermark", paper) for item in shown.placements if around.watermark and item.is_front]
        beside = f"{placing.around}/Around Do /Number Do{' Q' if placing.around else ''}"
        content.append(artifact("\n".join([*over, _marks(shown.marks, paper), beside])))
        if placing.whole:
            content = [placing.whole, *content, "Q"]
        pages.append((_page(pdf, paper, resources, "\n".join(content).encode("ascii")), said))
    for page, _ in pages:
        pdf.pages.append(page)
    write_structure(pdf, pages)
    pdf.Root.ViewerPreferences = Dictionary(PrintScaling=Name("/None"), Duplex=Name(f"/{duplex(printing)}"), DisplayDocTitle=True)
    pdf.Root.Lang = fonts.language
    pdf.docinfo["/Title"] = around.title
    pdf.docinfo["/Subject"] = around.subject
    return written(pdf, "generate")


def _placements(sheet: Sheet, faces: Mapping[str, Printable], names: Mapping[str, str], paper: Paper) -> list[str]:
    """The operators of all cards of a sheet, numbered as they are read."""
    content, number = [], 0
    for item in sheet.placements:
        told = faces[item.face].told
        content.append(tagged(told, number, _placed(item, names[item.face], paper)))
        number += told is not None
    return content


def _page(pdf: Pdf, paper: Paper, resources: Dictionary, content: bytes) -> Page:
    box = Array([0, 0, _decimal(paper.width_um), _decimal(paper.height_um)])
    page = Dictionary(Type=Name.Page, MediaBox=box, Resources=resources, Contents=pdf.make_indirect(Stream(pdf, content)))
    return Page(pdf.make_indirect(page))


def _decimal(um: int) -> Any:
    from decimal import Decimal

    return Decimal(pdf_points(um))


def _opened(sources: list[Pdf], data: bytes) -> Pdf:
    """A PDF that stays open: what is copied from it is read when the file is written."""
    sources.append(opened(data))
    return sources[-1]


def _form(pdf: Pdf, source: Pdf, index: int = 0, art: bytes = b"") -> Any:
    """A page of a PDF as a form of ours, with its bleed: the form is clipped by the media box, not by the trim.

    ``art`` is a content stream that is drawn under it.
    """
    page = source.pages[index]
    if art:
        page.contents_add(art, prepend=True)
    form = page.as_form_xobject()
    form.BBox = page.mediabox
    return pdf.copy_foreign(form)


def _placed(item: Placement, name: str, paper: Paper) -> str:
    """The operators that draw a face with its trim at its place, cut off where its bleed ends."""
    left, top, right, below = item.bleed
    x, y = item.left - left, paper.height_um - item.top - item.height - below
    clip = f"{pdf_points(x)} {pdf_points(y)} {pdf_points(item.width + left + right)} {pdf_points(item.height + top + below)} re W n"
    x0, y0 = item.left - BLEED_UM, paper.height_um - item.top - item.height - BLEED_UM
    x1, y1 = item.left + item.width + BLEED_UM, paper.height_um - item.top + BLEED_UM
    turned = {0: ("1 0 0 1", x0, y0), 90: ("0 1 -1 0", x1, y0), 180: ("-1 0 0 -1", x1, y1), 270: ("0 -1 1 0", x0, y1)}
    matrix, at_x, at_y = turned[item.turn]
    return f"q {clip} {matrix} {pdf_points(at_x)} {pdf_points(at_y)} cm {name} Do Q"


def _marks(lines: tuple[Line, ...], paper: Paper) -> str:
    drawn = [_line(line, paper) for line in lines if not line.is_fold]
    folds = [_line(line, paper) for line in lines if line.is_fold]
    if folds:
        drawn += [f"[{FOLD_DASH}] 0 d", *folds]
    return "q 0 G " + MARK_WIDTH_POINTS + " w\n" + "\n".join(drawn) + "\nQ"


def _line(line: Line, paper: Paper) -> str:
    height = paper.height_um
    return f"{pdf_points(line.x1)} {pdf_points(height - line.y1)} m {pdf_points(line.x2)} {pdf_points(height - line.y2)} l S"
