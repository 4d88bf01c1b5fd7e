"""The system libraries that laying out needs: found, named and versioned without importing WeasyPrint.

WeasyPrint itself is Python, but it draws text with Pango and subsets fonts with HarfBuzz, which come from the system.
Asking for their versions costs about a millisecond, so that a build in which nothing changed never imports WeasyPrint.
"""

from __future__ import annotations

import ctypes
import sys
from functools import lru_cache

from penance_build.shipped import installed

_INSTALL = {
    "linux": "`apt-get install --no-install-recommends libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0`",
    "darwin": "`brew install pango`",
    "win32": "MSYS2 and in it `pacman -S mingw-w64-ucrt-x86_64-pango`",
}

SOFT_HYPHEN = "\u00ad"

_NAMES = {
    "pango": ("libpango-1.0.so.0", "libpango-1.0.dylib", "libpango-1.0.0.dylib", "libpango-1.0-0.dll"),
    "pangoft2": ("libpangoft2-1.0.so.0", "libpangoft2-1.0.dylib", "libpangoft2-1.0.0.dylib", "libpangoft2-1.0-0.dll"),
    "harfbuzz": ("libharfbuzz.so.0", "libharfbuzz.0.dylib", "libharfbuzz-0.dll"),
    "harfbuzz-subset": ("libharfbuzz-subset.so.0", "libharfbuzz-subset.0.dylib", "libharfbuzz-subset-0.dll"),
}


class PrintLibraryMissing(Exception):
    """A system library that printing needs is not there: a matter of the machine (exit code 3), not of the rules."""

    def __init__(self, library: str) -> None:
        """Say in one sentence what is missing and what to install."""
        platform = "linux" if sys.platform.startswith("linux") else sys.platform
        install = _INSTALL.get(platform, _INSTALL["linux"])
        super().__init__(f"printing needs the system library {library}, which is not installed: install it with {install}")
        self.library = library


def _load(library: str) -> ctypes.CDLL:
    for name in _NAMES[library]:
        try:
            return ctypes.CDLL(name)
        except OSError:
            continue
    raise PrintLibraryMissing(library)


@lru_cache(maxsize=4096)
def line_breaks(text: str, language: str = "en") -> tuple[tuple[int, bool], ...]:
    """Where within a text of a language a line may break, as Pango tells the layout: (offset, whether a hyphen is printed there).

    Raises ``PrintLibraryMissing``.
    """
    pango = _load("pango")
    pango.pango_language_from_string.restype = ctypes.c_void_p
    data = text.encode("utf-8")
    attributes = (ctypes.c_uint32 * (len(text) + 1))()  # bit fields, one for each position between characters
    known = ctypes.c_void_p(pango.pango_language_from_string(language.encode("ascii")))
    pango.pango_get_log_attrs(ctypes.c_char_p(data), len(data), -1, known, attributes, len(text) + 1)
    return tuple((at, text[at - 1] == SOFT_HYPHEN) for at in range(1, len(text)) if attributes[at] & 1)


@lru_cache(maxsize=1)
def versions() -> tuple[tuple[str, str], ...]:
    """(library, version) of everything that shapes a page, sorted; raises ``PrintLibraryMissing``."""
    found = {}
    pango = _load("pango")
    _load("pangoft2")
    harfbuzz = _load("harfbuzz")
    _load("harfbuzz-subset")
    pango.pango_version_string.restype = ctypes.c_char_p
    harfbuzz.hb_version_string.restype = ctypes.c_char_p
    found["pango"] = pango.pango_version_string().decode("ascii")
    found["harfbuzz"] = harfbuzz.hb_version_string().decode("ascii")
    for package in ("fonttools", "pikepdf", "pydyf", "tinycss2", "uharfbuzz", "weasyprint"):
        found[package] = installed(package)
    return tuple(sorted(found.items()))
