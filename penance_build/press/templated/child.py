"""The process that fills and lays out templates: it is given fonts once and then values, and gives back pages.

It is limited before the first template is read: so much memory, no file that it may write, and for each page so much time of the
processor. It opens no file and no connection by itself; the pictures of a page are asked of the parent by name.
"""

from __future__ import annotations

import logging
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import IO, Any

from penance_build.press.drawing.lengths import css_mm
from penance_build.press.templated.frames import Broken, receive, send
from penance_build.press.templated.long_page import LONG_UM
from penance_build.press.templated.measured import told_of
from penance_build.press.templated.sandbox import Wrong, filled
from penance_build.press.text.fonts import FontFile, FontSet, write_fonts

MEMORY = 1_536_000_000  # bytes
OPEN_FILES = 64
_HERE = "http://game.invalid/"
_CSS = """
* { break-before: auto !important; break-after: auto !important; break-inside: auto !important }
html { font-family: text; font-size: 9pt; hyphenate-character: '-' }
p { margin: 0 }
.icon { font-family: icons }
.italic { font-style: italic }
.bold { font-weight: bold }
"""
_TYPES = {"<": "image/svg+xml", "\x89": "image/png", "\xff": "image/jpeg", "R": "image/webp"}


class _Refused(Exception):
    """A page asked for what it may not have."""


def main() -> None:
    """Serve until the parent is gone."""
    source, to = sys.stdin.buffer, sys.stdout.buffer
    sys.stdout = sys.stderr
    logging.getLogger("weasyprint").setLevel(logging.CRITICAL)
    _limit_memory()
    try:
        head, data = receive(source)
        with tempfile.TemporaryDirectory(prefix="press-fonts-") as folder:
            engine = _Engine(_fonts(head, data), Path(folder), source, to)
            _no_more_files()
            send(to, {"ready": True})
            while True:
                head, _ = receive(source)
                _more_time(int(head["seconds"]))
                send(to, *engine.answer(head))
    except Broken:
        return


def fonts_message(fonts: FontSet) -> tuple[dict[str, Any], bytes]:
    """The fonts as a message to this process."""
    files = [[file.family, file.weight, file.style, len(file.data), file.digest] for file in fonts.files]
    head = {"files": files, "digest": fonts.digest, "icons": list(fonts.icons), "language": fonts.language}
    return head, b"".join(file.data for file in fonts.files)


def _fonts(head: Mapping[str, Any], data: bytes) -> FontSet:
    files, at = [], 0
    for family, weight, style, length, digest in head["files"]:
        files.append(FontFile(family, weight, style, data[at : at + length], digest))
        at += length
    return FontSet(tuple(files), head["digest"], tuple(head["icons"]), head["language"])


class _Engine:
    """The layout engine with these fonts."""

    def __init__(self, fonts: FontSet, folder: Path, source: IO[bytes], to: IO[bytes]) -> None:
        import os

        os.environ["FONTCONFIG_FILE"] = str(write_fonts(folder, fonts))
        os.environ["SOURCE_DATE_EPOCH"] = "0"
        from penance_build.press.text.layout import import_engine

        self._weasyprint = import_engine()
        self._configuration = self._weasyprint.text.fonts.FontConfiguration()
        self._fonts, self._source, self._to = fonts, source, to
        self._refused: list[str] = []
        self._fetcher = self._asking()
        samples = "".join(f'<p style="font:{file.style} {file.weight} 9pt {file.family}">A</p>' for file in fonts.files)
        self._laid_out(samples, 50_000, 50_000, 0)  # everything is read that will be needed

    def answer(self, head: Mapping[str, Any]) -> tuple[dict[str, Any], bytes]:
        """A page, or what is wrong with the template."""
        self._refused = []
        try:
            html = filled(head["template"], head["values"])
            document = self._laid_out(html, head["width"], head["height"], head["margin"])
            told = told_of(document, frozenset(file.family for file in self._fonts.files))
            pdf: bytes = document.write_pdf(finisher=_without_names)
        except Wrong as error:
            return {"wrong": error.says, "line": error.line, "asked": error.asked, "known": list(error.known)}, b""
        except (MemoryError, RecursionError) as error:
            return {"wrong": "", "limit": "memory" if isinstance(error, MemoryError) else "depth"}, b""
        except Broken:
            raise
        except Exception as error:  # whatever a page makes the layout engine stumble over
            return {"wrong": f"the layout engine cannot set its page ({type(error).__name__})", "line": 0, "asked": "", "known": []}, b""
        size = [head["width"] // 10, head["height"] // 10]
        return {**told, "size": size, "refused": self._refused}, pdf

    def _laid_out(self, html: str, width: int, height: int, margin: int) -> Any:
        size = f"{css_mm(width)} {css_mm(LONG_UM)}"
        inner = f"margin: {css_mm(margin)}; width: {css_mm(width - 2 * margin)}; height: {css_mm(height - 2 * margin)}; position: relative"
        css = f"@page {{ size: {size}; margin: 0 }}\nbody {{ {inner} }}\n{_CSS}"
        sheet = self._weasyprint.CSS(string=css, url_fetcher=self._fetcher, font_config=self._configuration)
        page = f'<!DOCTYPE html><html lang="{self._fonts.language}"><body>{html}</body></html>' if "<html" not in html else html
        source = self._weasyprint.HTML(string=page, base_url=_HERE, url_fetcher=self._fetcher)
        return source.render(stylesheets=[sheet], font_config=self._configuration)

    def _asking(self) -> Any:
        from weasyprint.urls import URLFetcher, URLFetcherResponse

        outer = self

        class Asking(URLFetcher):  # type: ignore[misc]
            """Pictures of the game, by their names; nothing else."""

            def __init__(self) -> None:
                super().__init__(allowed_protocols=(), allow_redirects=False)

            def fetch(self, url: str, headers: Any = None) -> Any:
                data = outer.picture(url)
                kind = _TYPES.get(chr(data.lstrip()[:1][0]) if data.strip() else "", "application/octet-stream")
                return URLFetcherResponse(url, data, {"Content-Type": kind})

        return Asking()

    def picture(self, url: str) -> bytes:
        """The bytes of a picture that a page names."""
        from urllib.parse import unquote

        if not url.startswith(_HERE):
            shown = url if len(url) <= 60 else url[:57] + "..."
            self._refused.append(shown)
            raise _Refused(shown)
        send(self._to, {"need": unquote(url.removeprefix(_HERE))})
        head, data = receive(self._source)
        if not head.get("is_there"):
            raise _Refused(url)
        return data


def _without_names(document: Any, pdf: Any) -> None:
    pdf.catalog.pop("Names", None)


def _limit_memory() -> None:
    try:
        import resource
    except ImportError:  # a system without such limits: the parent still ends what takes too long
        return
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def _no_more_files() -> None:
    try:
        import resource
    except ImportError:
        return
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
    resource.setrlimit(resource.RLIMIT_NOFILE, (OPEN_FILES, OPEN_FILES))


def _more_time(seconds: int) -> None:
    try:
        import resource
    except ImportError:
        return
    used = resource.getrusage(resource.RUSAGE_SELF)
    until = int(used.ru_utime + used.ru_stime) + 1 + seconds
    resource.setrlimit(resource.RLIMIT_CPU, (until, resource.RLIM_INFINITY))
