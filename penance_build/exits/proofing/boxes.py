"""What a file says of itself and of its pages: standard, condition, boxes, and what no file for a press may hold."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pikepdf import Name, Pdf

from penance_build.exits.press_form import X1A, PageCanvas
from penance_build.exits.proofing.finding import Finding, Wanted
from penance_build.press.drawing.lengths import UM_PER_POINT, mm

_NEAR = 0.05  # points
_FOREIGN = (
    ("/AcroForm", "form fields"),
    ("/OCProperties", "layers"),
    ("/OpenAction", "an action"),
    ("/AA", "an action"),
    ("/Collection", "other files"),
)


def of_file(pdf: Pdf, wanted: Wanted) -> Iterator[Finding]:
    """What is wrong with the file as a whole; it is said of page 1."""
    standard = wanted.standard

    def say(rule: str, says: str, cure: str) -> Finding:
        return Finding(rule, 1, says, cure)

    if pdf.is_encrypted:
        yield say("locked", "the file is locked", "save it without a password")
    newest = (1, 4) if standard.name == X1A else (1, 6)
    version = tuple(int(part) for part in pdf.pdf_version.split("."))
    if version > newest:
        yield say(
            "version", f"the file is PDF {pdf.pdf_version}, and {standard.name.upper()} is PDF {newest[0]}.{newest[1]}", "save it as that"
        )
    if _called(pdf, standard.name) is None:
        yield say("standard", f"the file does not say that it is {standard.name.upper()}", "write it into the file")
    if pdf.docinfo.get("/Trapped") not in (Name("/False"), Name("/True")):
        yield say("trapped", "the file does not say whether it is trapped", "write /Trapped into it")
    yield from _intent(pdf, wanted)
    for key, what in _FOREIGN:
        if key in pdf.Root:
            yield say("foreign", f"the file has {what}, which no press can print", "take them out")
    names: Any = pdf.Root.get("/Names", {})
    if "/JavaScript" in names or "/EmbeddedFiles" in names:
        yield say("foreign", "the file has scripts or other files in it", "take them out")
    if "/ID" not in pdf.trailer:
        yield say("id", "the file has no id", "save it with one")


def _called(pdf: Pdf, name: str) -> str | None:
    """How the file says its standard, where it is this one."""
    if name == X1A:
        said = str(pdf.docinfo.get("/GTS_PDFXVersion", ""))
        return said if said.startswith("PDF/X-1") else None
    metadata = pdf.Root.get("/Metadata")
    return "PDF/X-4" if metadata is not None and b"GTS_PDFXVersion>PDF/X-4<" in metadata.read_bytes() else None


def _intent(pdf: Pdf, wanted: Wanted) -> Iterator[Finding]:
    intents = [intent for intent in pdf.Root.get("/OutputIntents", ()) if intent.get("/S") == "/GTS_PDFX"]
    if len(intents) != 1:
        yield Finding("condition", 1, "the file does not say for which printing condition it was made", "name it in an output intent")
        return
    [intent] = intents
    profile = intent.get("/DestOutputProfile")
    if wanted.standard.name != X1A and profile is None:
        yield Finding("profile", 1, "PDF/X-4 has the ICC profile of the press in it, and this file has none", "name the profile")
    if profile is not None and profile.get("/N") != 4:
        yield Finding("profile", 1, "the ICC profile in the file is of no press with four inks", "name that of the press")
    said = str(intent.get("/OutputConditionIdentifier", ""))
    if profile is None and said != wanted.standard.condition:
        yield Finding("condition", 1, f"the file was made for `{said}`, and `{wanted.standard.condition}` was agreed", "make it for that")


def of_page(page: Any, number: int, canvas: PageCanvas, size: tuple[int, int]) -> Iterator[Finding]:
    """What is wrong with the boxes of a page for a card of this size."""

    def say(rule: str, says: str, cure: str) -> Finding:
        return Finding(rule, number, says, cure)

    if page.get("/Rotate", 0) % 360:
        yield say("turned", f"the page is turned by {page.Rotate} degrees", "let it stand upright")
    if float(page.get("/UserUnit", 1)) != 1:
        yield say("scale", f"the page is scaled by {float(page.UserUnit)}", "draw it at its true size")
    if "/Annots" in page:
        yield say("foreign", "the page has notes or links on it", "take them off")
    media, trim, bleed = (_box(page, name) for name in ("/MediaBox", "/TrimBox", "/BleedBox"))
    if media is None:
        yield say("page", "the page has no size", "write its MediaBox")
        return
    if not _is_size(media, canvas.page):
        said = f"the page is {_size(media)}, and {mm(canvas.page[0])} x {mm(canvas.page[1])} mm are asked for"
        yield say("page", said, "do not scale it, and keep its bleed")
    if trim is None:
        yield say("trim", "the page does not say where it is cut", "write its TrimBox")
        return
    if not _is_size(trim, size):
        yield say("trim", f"the page is cut to {_size(trim)}, and the card is {mm(size[0])} x {mm(size[1])} mm", "mend its TrimBox")
    if bleed is None:
        yield say("bleed box", "the page does not say how far its bleed reaches", "write its BleedBox")
        return
    if bleed[0] < media[0] - _NEAR or bleed[1] < media[1] - _NEAR or bleed[2] > media[2] + _NEAR or bleed[3] > media[3] + _NEAR:
        yield say("bleed box", f"the bleed of {_size(bleed)} is larger than the page of {_size(media)}", "mend its BleedBox")
    for way, side in enumerate(("left", "bottom", "right", "top")):
        reach = (trim[way] - bleed[way]) * (1 if way < 2 else -1)
        least = canvas.bleed[way % 2]
        if reach < least / UM_PER_POINT - 2 * _NEAR:
            says = f"at the {side} the bleed is {mm(round(reach * UM_PER_POINT), 2)} mm, and {mm(least, 2)} mm are asked for"
            yield say("bleed box", says, "let the art reach further")
            return


def _box(page: Any, name: str) -> tuple[float, float, float, float] | None:
    if name not in page:
        return None
    left, low, right, high = (float(edge) for edge in page[name])
    return (left, low, right, high)


def _is_size(box: tuple[float, float, float, float], size: tuple[int, int]) -> bool:
    return all(abs(box[2 + way] - box[way] - size[way] / UM_PER_POINT) <= 2 * _NEAR for way in (0, 1))


def _size(box: tuple[float, float, float, float]) -> str:
    return " x ".join(mm(round((box[2 + way] - box[way]) * UM_PER_POINT), 2) for way in (0, 1)) + " mm"


def corner_of(page: Any) -> tuple[float, float]:
    """The upper left corner of the trim in points; of the page, where it has no trim."""
    box = _box(page, "/TrimBox") or _box(page, "/MediaBox") or (0.0, 0.0, 0.0, 0.0)
    return (box[0], box[3])
