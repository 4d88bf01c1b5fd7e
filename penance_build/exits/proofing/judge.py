"""A finished file for a press → everything that its printer would refuse, with page and millimetres."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from pikepdf import Array, Pdf

from penance_build.exits.press_form import DIE_LINE, PageCanvas
from penance_build.exits.proofing.boxes import corner_of, of_file, of_page
from penance_build.exits.proofing.finding import Finding, Shown, Wanted
from penance_build.exits.proofing.inks import Judging, die_lines
from penance_build.exits.proofing.order import Known, of_order, of_safety
from penance_build.exits.proofing.seen import Pages
from penance_build.exits.proofing.walk import Edges, Painted, painted_on
from penance_build.press.documents import opened
from penance_build.press.drawing.lengths import UM_PER_POINT, mm

_MARK = re.compile(rb"/Finish\s*<<\s*/Of\s*/([a-z0-9_]+)")
# What a page may have of its own beside its operators.
_OWN = ("/MediaBox", "/CropBox", "/TrimBox", "/BleedBox", "/Rotate", "/UserUnit", "/Annots")
_NEAR = 0.1  # points
_AT_CUT = 1.5  # points within which art that ends, ends at the cut


def judge(data: bytes, wanted: Wanted) -> list[Finding]:
    """Everything that is wrong; each rule once for a page."""
    with opened(data) as pdf:
        found = [*of_file(pdf, wanted), *_counted(pdf, wanted)]
        pages, known, drawn = Pages(data), Known(wanted), _Drawn()
        seen: list[Any] = []
        try:
            for index, (page, shown) in enumerate(zip(pdf.pages, wanted.pages, strict=False)):
                key = (_contents(page.obj) or index, [str(page.obj.get(name)) for name in _OWN], shown.key)
                if key in seen:
                    continue  # a copy of a page that has been looked at
                seen.append(key)
                found += _page(page.obj, index, shown, wanted, (pages, known, drawn))
        finally:
            pages.close()
    return list({(finding.page, finding.rule): finding for finding in reversed(found)}.values())[::-1]


def _contents(page: Any) -> Any:
    """What tells the operators of a page from those of others; None where nothing does."""
    content = page.get("/Contents")
    return None if content is None or isinstance(content, Array) or content.objgen == (0, 0) else content.objgen


def _counted(pdf: Pdf, wanted: Wanted) -> Iterator[Finding]:
    there, asked = len(pdf.pages), len(wanted.pages)
    if there < asked:
        missing = wanted.pages[there]
        what = "card" if missing.face.card else "back"
        says = f"the file has {there} pages, and {asked} are needed; the last that is missing is {what} `{wanted.pages[-1].face.name}`"
        yield Finding("count", max(1, there), says, "make the file anew")
    elif there > asked:
        yield Finding("count", asked + 1, f"the file has {there} pages, and {asked} are needed", "take out what is too much")


class _Drawn:
    """What faces paint as they were drawn, each followed once: what a file has less of is lost."""

    def __init__(self) -> None:
        self._known: dict[str, tuple[int, int, frozenset[str]]] = {}

    def of(self, shown: Shown) -> tuple[int, int, frozenset[str]]:
        """Gradients, pictures and finishes of a face."""
        if shown.key not in self._known:
            with opened(shown.face.page) as pdf:
                page = pdf.pages[0]
                painted = painted_on(page.obj)
                content = page.obj.Contents
                streams = list(content) if isinstance(content, Array) else [content]
                marks = frozenset(name.decode() for stream in streams for name in _MARK.findall(stream.read_bytes()))
            self._known[shown.key] = (_count(painted, "gradient"), _count(painted, "image"), marks)
        return self._known[shown.key]


def _count(painted: list[Painted], kind: str) -> int:
    return sum(item.kind == kind for item in painted)


def _page(page: Any, index: int, shown: Shown, wanted: Wanted, by: tuple[Pages, Known, _Drawn]) -> Iterator[Finding]:
    pages, known, drawn = by
    number, canvas = index + 1, wanted.press.canvas(shown.face.size)
    assert canvas is not None, "the preflight of faces has seen to it"
    yield from of_page(page, number, canvas, shown.face.size)
    cut = _cut(page, canvas)
    glance = pages.glance(index, cut)
    yield from of_order(known, glance, number, shown.key)
    yield from of_safety(glance, number, cut, canvas)
    painted = painted_on(page)
    yield from Judging(wanted, number, corner_of(page)).found(painted)
    yield from _lost(painted, drawn.of(shown), wanted, number)
    yield from _die_line(painted, wanted, number, _trim(page))
    yield from _ends_at_cut(painted, number, canvas, _trim(page))


def _trim(page: Any) -> Edges:
    left, low, right, high = (float(edge) for edge in page.get("/TrimBox", page.get("/MediaBox")))
    return (left, low, right, high)


def _cut(page: Any, canvas: PageCanvas) -> Edges:
    """The trim from the lower left corner of what a viewer shows of the page."""
    shown = [float(edge) for edge in page.get("/CropBox", page.get("/MediaBox"))]
    if "/TrimBox" in page:
        left, low, right, high = _trim(page)
    else:
        left, low = (shown[way] + canvas.bleed[way] / UM_PER_POINT for way in (0, 1))
        right, high = left + canvas.trim[0] / UM_PER_POINT, low + canvas.trim[1] / UM_PER_POINT
    return (left - shown[0], low - shown[1], right - shown[0], high - shown[1])


def _lost(painted: list[Painted], drawn: tuple[int, int, frozenset[str]], wanted: Wanted, number: int) -> Iterator[Finding]:
    gradients, images, finishes = drawn
    for kind, there, what in (("gradient", gradients, "gradients"), ("image", images, "pictures")):
        if _count(painted, kind) < there:
            says = f"{there - _count(painted, kind)} of {there} {what} of the face are not on it"
            yield Finding(f"lost {kind}", number, says, "make the file anew")
    plates = dict(wanted.press.spots)
    printed = {item.color.space.removeprefix("/Separation ") for item in painted}
    for finish in sorted(finishes):
        if finish in plates and plates[finish] not in printed:
            yield Finding("lost finish", number, f"the finish `{finish}` of the face is on no plate of it", "make the file anew")


def _die_line(painted: list[Painted], wanted: Wanted, number: int, trim: Edges) -> Iterator[Finding]:
    plate = dict(wanted.press.spots).get(DIE_LINE)
    if plate is None:
        return
    lines = die_lines(painted, wanted)
    if not lines:
        yield Finding("die line", number, f"the die line is not on the plate `{plate}`", "draw it at the cut")
        return
    off = max(abs(one - other) for item in lines for one, other in zip(item.edges, trim, strict=True))
    if off > _NEAR:
        yield Finding("die line", number, f"the die line is {mm(round(off * UM_PER_POINT), 2)} mm off the cut", "draw it at the cut")


def _ends_at_cut(painted: list[Painted], number: int, canvas: PageCanvas, trim: Edges) -> Iterator[Finding]:
    """A picture that ends at the cut, or before it leaves the bleed."""
    for item in painted:
        if item.kind != "image":
            continue
        reach = (trim[0] - item.edges[0], trim[1] - item.edges[1], item.edges[2] - trim[2], item.edges[3] - trim[3])
        least = [over for way, over in enumerate(reach) if -_AT_CUT <= over < canvas.bleed[way % 2] / UM_PER_POINT - _AT_CUT]
        if least:
            far = f"a picture reaches {mm(round(min(least) * UM_PER_POINT), 1)} mm beyond the cut"
            says = f"{far}, and {mm(canvas.bleed[0], 1)} mm of bleed are asked for"
            yield Finding("art bleed", number, says, "let the picture reach through the bleed", is_spoilt=True)
            return
