"""From a page of HTML to a page of PDF: the only module that calls WeasyPrint.

Each face is a document of its own, so that its bytes depend on nothing but itself. Its fonts are those of the
``FontSet`` and no others: a configuration of our own hides the fonts of the machine, which makes the result the same
everywhere and every missing glyph a warning. Nothing is fetched: an address in a style sheet is refused with a warning.
WeasyPrint is imported only when something is not in the cache; importing it takes longer than ten cards.
"""

from __future__ import annotations

import gc
import json
import logging
import os
import tempfile
import warnings
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from typing import Any

from penance_build.ir.record import Record
from penance_build.press.digest import digest
from penance_build.press.drawing.lengths import UM_PER_INCH, css_mm
from penance_build.press.text.fonts import FontSet, write_fonts
from penance_build.press.text.libraries import PrintLibraryMissing, versions
from penance_build.product import Cache

__all__ = ["Box", "LaidOut", "PrintLibraryMissing", "layout", "layout_key"]

Box = tuple[int, int, int, int]

_FORMAT = "layout 3"
_PX_PER_INCH = 96


class LaidOut(Record):
    """A laid out document.

    ``boxes`` maps the id of an element to its rectangle (left, top, right, bottom) on its page, in micrometres from
    the upper left corner; ``warnings`` are the sentences of the layout engine, in order.
    """

    pdf: bytes
    pages: int
    boxes: Mapping[str, Box]
    warnings: tuple[str, ...]


def layout_key(html: str, *, width_um: int, height_um: int, fonts: FontSet, css: str = "", tags: bool = False) -> str:
    """The name in the cache: a hash of everything that the result depends on."""
    made_of = {
        "format": _FORMAT,
        "html": html,
        "css": css,
        "width_um": width_um,
        "height_um": height_um,
        "fonts": fonts.digest,
        "versions": dict(versions()),
        **({"tags": True} if tags else {}),
    }
    return "layout-" + digest(made_of)


def layout(html: str, *, width_um: int, height_um: int, cache: Cache, fonts: FontSet, css: str = "", tags: bool = False) -> LaidOut:
    """Lay out one document on pages of this size without margins.

    ``css`` is a style sheet that many documents share: it is parsed once. Font families are the roles of the font set. With ``tags`` the
    document has the structure of its HTML, for readers of screens: for pages that stay pages, and are not placed on others.
    Raises ``PrintLibraryMissing`` where Pango or HarfBuzz are not installed.
    """
    key = layout_key(html, width_um=width_um, height_um=height_um, fonts=fonts, css=css, tags=tags)
    kept = cache.get(key)
    known = None if kept is None else _unpack(kept)
    if known is not None:
        return known
    made = _Engine.of(fonts).run(html, f"{_page(width_um, height_um)}\n{css}", tags)
    cache.put(key, _pack(made))
    return made


def _page(width_um: int, height_um: int) -> str:
    size = f"{css_mm(width_um)} {css_mm(height_um)}"
    root = "font-family: text; font-size: 8pt; hyphenate-character: '-'"
    return f"@page {{ size: {size}; margin: 0 }}\nhtml {{ {root} }} body {{ margin: 0 }}"


def _pack(made: LaidOut) -> bytes:
    head = {"pages": made.pages, "boxes": {key: list(box) for key, box in sorted(made.boxes.items())}, "warnings": list(made.warnings)}
    return json.dumps(head, sort_keys=True, ensure_ascii=True).encode() + b"\n" + made.pdf


def _unpack(data: bytes) -> LaidOut | None:
    """What such bytes say; None for any others."""
    head, _, pdf = data.partition(b"\n")
    try:
        read: dict[str, Any] = json.loads(head)
        boxes = {key: (box[0], box[1], box[2], box[3]) for key, box in read["boxes"].items()}
        return LaidOut(pdf, int(read["pages"]), boxes, tuple(read["warnings"])) if pdf.startswith(b"%PDF-") else None
    except (ValueError, KeyError, TypeError, IndexError, AttributeError, RecursionError):
        return None


class _Collector(logging.Handler):
    """Keeps what the layout engine complains about."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Keep one sentence, once."""
        line = record.getMessage()
        if line not in self.lines:
            self.lines.append(line)


class _Engine:
    """WeasyPrint with one font set: the folder of its fonts lives as long as the process needs it."""

    def __init__(self, fonts: FontSet) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="press-fonts-")
        config = write_fonts(Path(self._folder.name), fonts)
        with _environment(FONTCONFIG_FILE=str(config), SOURCE_DATE_EPOCH="0"):
            self._weasyprint = import_engine()
            self._fonts = self._weasyprint.text.fonts.FontConfiguration()
        self._fetcher = _refusing_fetcher()
        self._sheet = lru_cache(maxsize=16)(self._parse_sheet)

    @staticmethod
    @lru_cache(maxsize=4)
    def of(fonts: FontSet) -> _Engine:
        """The engine of a font set; making one takes about a tenth of a second after the import."""
        return _Engine(fonts)

    def _parse_sheet(self, css: str) -> Any:
        return self._weasyprint.CSS(string=css, url_fetcher=self._fetcher, font_config=self._fonts)

    def run(self, html: str, css: str, tags: bool = False) -> LaidOut:
        collector = _Collector()
        logger = logging.getLogger("weasyprint")
        logger.addHandler(collector)
        propagate, logger.propagate = logger.propagate, False
        try:
            with _environment(SOURCE_DATE_EPOCH="0"), _no_collection():
                source = self._weasyprint.HTML(string=html, url_fetcher=self._fetcher)
                document = source.render(stylesheets=[self._sheet(css)], font_config=self._fonts)
                boxes: dict[str, Box] = {}
                for page in document.pages:
                    for name, (left, top, right, bottom) in page.anchors.items():
                        boxes.setdefault(name, (_um(left), _um(top), _um(right), _um(bottom)))
                # Files are compressed when they are written; to do it for each face as well takes a twelfth of the time.
                pdf: bytes = document.write_pdf(finisher=without_names, uncompressed_pdf=True, pdf_tags=tags)
        finally:
            logger.removeHandler(collector)
            logger.propagate = propagate
        return LaidOut(pdf, len(document.pages), boxes, tuple(collector.lines))


def _um(px: float) -> int:
    return round(px * UM_PER_INCH / _PX_PER_INCH)


def without_names(document: Any, pdf: Any) -> None:
    """Element ids are for measuring; the destinations made of them would travel into every sheet."""
    pdf.catalog.pop("Names", None)


def _refusing_fetcher() -> Any:
    from weasyprint.urls import URLFetcher

    class Refusing(URLFetcher):  # type: ignore[misc]
        """Lets data addresses through (they carry their bytes) and refuses all others."""

        def __init__(self) -> None:
            super().__init__(allowed_protocols=("data",), allow_redirects=False)

    return Refusing()


def import_engine() -> Any:
    """Import WeasyPrint quickly and quietly.

    It asks for libraries under names of other systems first, and each miss makes ``find_library`` start a compiler
    where there is one: without it the import takes half the time and finds the same files.
    """
    import ctypes.util

    versions()
    find_library = ctypes.util.find_library
    ctypes.util.find_library = lambda name: None
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            import weasyprint
            import weasyprint.text.fonts
    finally:
        ctypes.util.find_library = find_library
    return weasyprint


@contextmanager
def _environment(**values: str) -> Iterator[None]:
    """Set environment variables for C libraries that read nothing else, and put back what was there."""
    before = {name: os.environ.get(name) for name in values}
    os.environ.update(values)
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value


@contextmanager
def _no_collection() -> Iterator[None]:
    """A layout makes many small objects and few cycles: collecting them meanwhile costs a seventh of the time."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()
