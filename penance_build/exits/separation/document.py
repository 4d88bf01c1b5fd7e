"""The file for a press: a page for each face, with its boxes, and what its standard asks for. Equal faces give equal bytes."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from pikepdf import Array, Dictionary, Name, Page, Pdf, Stream

from penance_build.exits.drawn import Drawn
from penance_build.exits.press_form import DIE_LINE, PageCanvas
from penance_build.exits.separation.paints import Paints
from penance_build.exits.separation.resources import Fault
from penance_build.exits.separation.separator import Separated, Separator
from penance_build.exits.separation.spots import LINE_POINTS, Spots, outline
from penance_build.exits.separation.standard import Standard
from penance_build.press.documents import opened, written
from penance_build.press.drawing.lengths import pdf_points
from penance_build.press.imposition.font_merge import merge_fonts
from penance_build.press.text.fonts import FontSet


class Document:
    """One file on its way; ``plates`` are its spot colours, ``corner`` the radius of the die line in micrometres."""

    def __init__(self, standard: Standard, paints: Paints, plates: tuple[tuple[str, str], ...], corner: int) -> None:
        self._pdf, self._standard, self._corner = Pdf.new(), standard, corner
        self._separator = Separator(self._pdf, paints, may_be_clear=standard.may_be_clear)
        self._spots = Spots(self._pdf, plates)
        self._sources: list[Pdf] = []  # whose objects live as long as they do
        self._forms: list[Any] = []
        self._made: dict[str, tuple[Any, Any]] = {}

    def add(self, key: str, face: Drawn, canvas: PageCanvas) -> tuple[tuple[Fault, ...], tuple[str, ...]]:
        """Make the page of a face; what is wrong with it, and the finishes that this printer has not. Nothing of it is shown yet."""
        source = opened(face.page)
        self._sources.append(source)
        form = source.pages[0].as_form_xobject()
        form.BBox = source.pages[0].mediabox
        form = self._pdf.copy_foreign(form)
        made, faults = self._separator.face(form)
        reach = max(canvas.page[way] - face.size[way] - 2 * face.bleed for way in (0, 1))
        bare = self._separator.bare(form) if reach > 0 else None
        self._forms += [made.form, *(form for _, form in made.finished)]
        self._made[key] = self._page(face, made, bare, canvas)
        return faults, tuple(name for name, _ in made.finished if name not in self._spots)

    def show(self, key: str) -> None:
        """Put the page of a face behind those that there are."""
        content, boxes = self._made[key]
        page = Dictionary(Type=Name.Page, **boxes, Contents=content)
        self._pdf.pages.append(Page(self._pdf.make_indirect(page)))

    def finish(self, title: str, fonts: FontSet) -> bytes:
        """The file."""
        pdf = self._pdf
        merge_fonts(pdf, _resources(self._forms), fonts)
        self._standard.label(pdf, title)
        pdf.Root.Lang = fonts.language
        return written(pdf, "disable", self._standard.version)

    def _page(self, face: Drawn, made: Separated, bare: Any, canvas: PageCanvas) -> tuple[Any, dict[str, Any]]:
        width, height = canvas.page
        left, low = ((canvas.page[way] - face.size[way]) // 2 for way in (0, 1))
        resources = Dictionary(XObject=Dictionary({"/Face": made.form}))
        content: list[str] = []
        if bare is not None:  # what is missing of the bleed is the face once more, a little larger, without its text
            resources.XObject["/Around"] = bare
            across, down = (_stretch(canvas.page[way], face.size[way] + 2 * face.bleed) for way in (0, 1))
            corner = " ".join(pdf_points(min(0, start - face.bleed)) for start in (left, low))
            content.append(f"q {across} 0 0 {down} {corner} cm /Around Do Q")
        place = f"1 0 0 1 {pdf_points(left - face.bleed)} {pdf_points(low - face.bleed)} cm"
        content.append(f"q {place} /Face Do Q")
        for index, (finish, form) in enumerate(made.finished):
            if finish in self._spots:
                resources.XObject[f"/Finish{index}"] = form
                content.append(f"q {self._spots.begin(resources, finish)} {place} /Finish{index} Do Q")
        if DIE_LINE in self._spots:
            line = outline(left, low, *face.size, min(self._corner, *(side // 2 for side in face.size)))
            content.append(f"q {self._spots.begin(resources, DIE_LINE)} {LINE_POINTS} w {line} S Q")
        stream = self._pdf.make_indirect(Stream(self._pdf, "\n".join(content).encode("ascii")))
        cut = _box(left, low, left + face.size[0], low + face.size[1])
        whole = _box(0, 0, width, height)
        boxes = {"MediaBox": whole, "BleedBox": whole, "TrimBox": cut, "Resources": self._pdf.make_indirect(resources)}
        return stream, boxes


def _stretch(wanted: int, there: int) -> Decimal:
    return Decimal(-(-max(wanted, there) * 1_000_000 // there)) / 1_000_000


def _box(left: int, low: int, right: int, high: int) -> Any:
    return Array([Decimal(pdf_points(length)) for length in (left, low, right, high)])


def _resources(forms: list[Any]) -> list[Any]:
    """The resources of forms, and of all that they show."""
    found, seen, waiting = [], set(), list(forms)
    while waiting:
        form = waiting.pop()
        if form.objgen in seen:
            continue
        seen.add(form.objgen)
        resources = form.get("/Resources", Dictionary())
        found.append(resources)
        shown = [*dict(resources.get("/XObject", {})).values(), *dict(resources.get("/Pattern", {})).values()]
        waiting += [item for item in shown if isinstance(item, Stream) and "/Resources" in item]
    return found
