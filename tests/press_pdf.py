"""What the tests of the press read back from a PDF: placements, lines, text, fonts. Lengths are micrometres from the upper left corner."""

from __future__ import annotations

import io
import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pikepdf
import pypdfium2
from PIL import Image

from penance_build.build.cache import FileCache

UM_PER_POINT = 25400 / 72


@dataclass(frozen=True, slots=True)
class Placed:
    """A form on a page: its name, the rectangle of its trim, the rectangle that is not cut off, the matrix."""

    name: str
    trim: tuple[float, float, float, float]
    clip: tuple[float, float, float, float]
    matrix: tuple[float, ...]


@dataclass(slots=True)
class PageRead:
    """One page: size, placements of faces, straight lines."""

    width: float
    height: float
    placed: list[Placed] = field(default_factory=list)
    lines: list[tuple[float, float, float, float]] = field(default_factory=list)


class MemoryCache:
    """A cache in memory, of its own even where it begins with what another one kept; it counts what was made."""

    def __init__(self, kept: Mapping[str, bytes] | None = None) -> None:
        self.kept = dict(kept or {})
        self.made: list[str] = []

    def get(self, key: str) -> bytes | None:
        """What was kept."""
        return self.kept.get(key)

    def put(self, key: str, data: bytes) -> None:
        """Keep and count."""
        self.kept[key] = data
        self.made.append(key)


def run_cache() -> FileCache:
    """What was laid out in this run of the tests, by any worker: for tests that need a whole game, and not that it is laid out anew."""
    return FileCache(Path(os.environ["TESTS_KEPT"]))


def um(points: Any) -> float:
    """Points as micrometres."""
    return float(points) * UM_PER_POINT


def pages(data: bytes, bleed_um: int) -> Iterator[PageRead]:
    """The pages of a sheet file."""
    with pikepdf.open(io.BytesIO(data)) as pdf:
        for page in pdf.pages:
            yield _page(page, bleed_um)


def _page(page: pikepdf.Page, bleed_um: int) -> PageRead:
    box = [float(value) for value in page.mediabox]
    read = PageRead(um(box[2]), um(box[3]))
    matrix: tuple[float, ...] = ()
    clip: tuple[float, ...] = ()
    start: tuple[float, float] = (0, 0)
    for instruction in pikepdf.parse_content_stream(page):
        operator = str(instruction.operator)
        numbers = [float(value) for value in instruction.operands] if operator in ("re", "cm", "m", "l") else []
        if operator == "re":
            clip = tuple(numbers)
        elif operator == "cm":
            matrix = tuple(numbers)
        elif operator == "m":
            start = (numbers[0], numbers[1])
        elif operator == "l":
            flipped = (um(start[0]), read.height - um(start[1]), um(numbers[0]), read.height - um(numbers[1]))
            read.lines.append(flipped)
        elif operator == "Do" and str(instruction.operands[0]).startswith("/Face"):
            form = page.resources.XObject[str(instruction.operands[0])]
            read.placed.append(_placed(str(instruction.operands[0]), form, matrix, clip, read.height, bleed_um))
    return read


def _placed(name: str, form: Any, matrix: tuple[float, ...], clip: tuple[float, ...], height: float, bleed_um: int) -> Placed:
    x0, y0, x1, y1 = (float(value) for value in form.BBox)
    a, b, c, d, e, f = matrix
    xs = sorted(a * x + c * y + e for x, y in ((x0, y0), (x1, y1)))
    ys = sorted(b * x + d * y + f for x, y in ((x0, y0), (x1, y1)))
    left, right = um(xs[0]) + bleed_um, um(xs[1]) - bleed_um
    top, bottom = height - um(ys[1]) + bleed_um, height - um(ys[0]) - bleed_um
    cut = (um(clip[0]), height - um(clip[1] + clip[3]), um(clip[2]), um(clip[3]))
    return Placed(name, (left, top, right - left, bottom - top), cut, matrix)


def texts(data: bytes) -> list[str]:
    """The text of each page."""
    document = pypdfium2.PdfDocument(data)
    return [document[index].get_textpage().get_text_range() for index in range(len(document))]


def picture(data: bytes, page: int, dpi: int) -> Image.Image:
    """A page in colours, in exactly as many dots as its size asks for."""
    shown = pypdfium2.PdfDocument(data)[page]
    width, height = (round(points * dpi / 72) for points in shown.get_size())
    bitmap = pypdfium2.PdfBitmap.new_native(width, height, pypdfium2.raw.FPDFBitmap_BGR)
    bitmap.fill_rect((255, 255, 255, 255), 0, 0, width, height)
    pypdfium2.raw.FPDF_RenderPageBitmap(bitmap, shown, 0, 0, width, height, 0, 0)
    return bitmap.to_pil().convert("RGB")


def face_pdf(laid_out: bytes, art: bytes) -> bytes:
    """A face alone on its page: its text over its ornament."""
    out = io.BytesIO()
    with pikepdf.open(io.BytesIO(laid_out)) as pdf:
        pdf.pages[0].contents_add(art, prepend=True)
        pdf.save(out)
    return out.getvalue()


def fonts(data: bytes) -> dict[str, Any]:
    """Every font of a file by its name, those of forms included."""
    found: dict[str, Any] = {}
    with pikepdf.open(io.BytesIO(data)) as pdf:
        for item in pdf.objects:
            if isinstance(item, pikepdf.Dictionary) and item.get("/Type") == pikepdf.Name.Font and "/DescendantFonts" in item:
                descriptor = item.DescendantFonts[0].FontDescriptor
                found[str(item.BaseFont)] = "/FontFile2" in descriptor or "/FontFile3" in descriptor
    return found
