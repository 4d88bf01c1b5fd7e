"""The process that fills and lays out templates: it is given fonts once and then values, and gives back pages.

It is limited before the first template is read: so much memory, no file that it may write, and for each page so much time of the
processor. It opens no file and no connection by itself; the pictures of a page are asked of the parent by name.
"""

from __future__ import annotations

import logging
import shutil
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import IO, Any

from penance_build.press.drawing.lengths import css_mm
from penance_build.press.templated.addresses import HERE, name_at
from penance_build.press.templated.frames import Broken, receive, send
from penance_build.press.templated.long_page import LONG_UM
from penance_build.press.templated.measured import ignored_in, told_of
from penance_build.press.templated.sandbox import Wrong, filled
from penance_build.press.text.fonts import FontFile, FontSet, write_fonts
from penance_build.press.text.layout import import_engine, without_names

MEMORY = 1_536_000_000  # bytes
OPEN_FILES = 64
_MOST_IGNORED = 20
# What would lose text without a word is not for a page to say: what is important here wins over what is important there.
_CSS = """
*, *::before, *::after {
  break-before: auto !important; break-after: auto !important; break-inside: auto !important;
  max-lines: none !important; continue: auto !important; clip: auto !important
}
svg:has(text) { overflow: visible !important }
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
    _limit_memory()
    folder = None
    try:
        head, data = receive(source)
        folder = Path(head["folder"])
        engine = _Engine(_fonts(head, data), folder, source, to)
        _no_more_files()
        send(to, {"ready": True})
        while True:
            head, _ = receive(source)
            _more_time(int(head["seconds"]))
            send(to, *engine.answer(head))
    except Broken:
        return
    finally:  # the parent does so too, where this process is ended; and this process where the parent is
        if folder is not None:
            shutil.rmtree(folder, ignore_errors=True)


def fonts_message(fonts: FontSet, folder: str) -> tuple[dict[str, Any], bytes]:
    """The fonts as a message to this process, and the empty folder in which it may lay them down."""
    files = [[file.family, file.weight, file.style, len(file.data), file.digest] for file in fonts.files]
    head = {"files": files, "digest": fonts.digest, "icons": list(fonts.icons), "language": fonts.language, "folder": folder}
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
        self._weasyprint = import_engine()
        self._configuration = self._weasyprint.text.fonts.FontConfiguration()
        self._fonts, self._source, self._to = fonts, source, to
        self._refused: list[str] = []
        self._given: dict[str, str] = {}
        self._unshown = _Unshown()
        self._fetcher = self._asking()
        samples = "".join(f'<p style="font:{file.style} {file.weight} 9pt {file.family}">A</p>' for file in fonts.files)
        self._laid_out(samples, 50_000, 50_000, 0)  # everything is read that will be needed

    def answer(self, head: Mapping[str, Any]) -> tuple[dict[str, Any], bytes]:
        """A page, or what is wrong with the template."""
        self._refused, self._given = [], {}
        self._unshown.addresses.clear()
        try:
            html = filled(head["template"], head["values"])
            document, base = self._laid_out(html, head["width"], head["height"], head["margin"])
            ignored = self._unshown.told()
            told = told_of(document, frozenset(file.family for file in self._fonts.files), base)
            pdf: bytes = document.write_pdf(finisher=without_names)
            unshown = sorted(self._given[url] for url in self._unshown.addresses if url in self._given)
            if unshown:
                raise Wrong(0, f"the layout engine cannot show the picture {unshown[0]}")
        except Wrong as error:
            return {"wrong": error.says, "line": error.line, "asked": error.asked, "known": list(error.known)}, b""
        except (MemoryError, RecursionError) as error:
            return {"wrong": "", "limit": "memory" if isinstance(error, MemoryError) else "depth"}, b""
        except Broken:
            raise
        except Exception as error:  # whatever a page makes the layout engine stumble over
            return {"wrong": f"the layout engine cannot set its page ({type(error).__name__})", "line": 0, "asked": "", "known": []}, b""
        size = [head["width"] // 10, head["height"] // 10]
        return {**told, "size": size, "refused": self._refused, "ignored": ignored}, pdf

    def _laid_out(self, html: str, width: int, height: int, margin: int) -> tuple[Any, str]:
        size = f"{css_mm(width)} {css_mm(LONG_UM)}"
        sizes = f"width: {css_mm(width - 2 * margin)} !important; height: {css_mm(height - 2 * margin)} !important"
        # Where lengths are counted from is not for a page to say, which often sets the margins of everything to nothing.
        inner = f"margin: {css_mm(margin)} !important; padding: 0 !important; border: 0 !important; {sizes}; position: relative !important"
        page = f"size: {size} !important; margin: 0 !important; bleed: 0 !important; marks: none !important"
        css = f"@page {{ {page} }}\nhtml {{ margin: 0 !important; padding: 0 !important }}\nbody {{ {inner} }}\n{_CSS}"
        sheet = self._weasyprint.CSS(string=css, url_fetcher=self._fetcher, font_config=self._configuration)
        whole = f'<!DOCTYPE html><html lang="{self._fonts.language}"><body>{html}</body></html>' if "<html" not in html else html
        self._unshown.ignored.clear()  # what was said of our own style
        source = self._weasyprint.HTML(string=whole, base_url=HERE, url_fetcher=self._fetcher)
        return source.render(stylesheets=[sheet], font_config=self._configuration), source.base_url or HERE

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
        name = name_at(url)
        if name is None:
            shown = url if len(url) <= 60 else url[:57] + "..."
            if shown not in self._refused:
                self._refused.append(shown)
            raise _Refused(shown)
        send(self._to, {"need": name})
        head, data = receive(self._source)
        if not head.get("is_there"):
            raise _Refused(url)
        self._given[url] = name
        return data


class _Unshown(logging.Handler):
    """What the layout engine leaves out, and writes into its log: addresses of pictures that it gives up, parts of the style."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.addresses: set[str] = set()
        self.ignored: dict[tuple[str, str, str], None] = {}
        log = logging.getLogger("weasyprint")
        log.handlers, log.propagate = [self], False
        log.setLevel(logging.WARNING)

    def told(self) -> list[list[str]]:
        """What was ignored so far: a property, its value and why; or "" twice and a sentence."""
        return [list(item) for item in self.ignored]

    def emit(self, record: logging.LogRecord) -> None:
        if record.levelno < logging.ERROR:
            if len(self.ignored) < _MOST_IGNORED:
                self.ignored[ignored_in(record.getMessage())] = None
        elif "image" in str(record.msg) and isinstance(record.args, tuple) and record.args:
            self.addresses.add(str(record.args[0]))


def _limit_memory() -> None:
    _limit("AS", MEMORY)
    _limit("CORE", 0)


def _no_more_files() -> None:
    _limit("FSIZE", 0)
    _limit("NOFILE", OPEN_FILES)


def _limit(what: str, most: int) -> None:
    """Bound what the system gives to this process for good; where less is allowed already, that stays."""
    try:
        import resource
    except ImportError:  # a system without such limits: the parent still ends what takes too long
        return
    kind = getattr(resource, f"RLIMIT_{what}")
    _, hard = resource.getrlimit(kind)
    bound = most if hard == resource.RLIM_INFINITY else min(most, hard)
    resource.setrlimit(kind, (bound, bound))


def _more_time(seconds: int) -> None:
    try:
        import resource
    except ImportError:
        return
    used = resource.getrusage(resource.RUSAGE_SELF)
    until = int(used.ru_utime + used.ru_stime) + 1 + seconds
    _, hard = resource.getrlimit(resource.RLIMIT_CPU)
    resource.setrlimit(resource.RLIMIT_CPU, (until if hard == resource.RLIM_INFINITY else min(until, hard), hard))
