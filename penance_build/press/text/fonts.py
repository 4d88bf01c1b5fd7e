"""The fonts of a build, by role: ``display`` for titles, ``text`` for rules, ``icons`` for the symbols of the game.

Fonts come from ``fontpkg-*`` packages (OFL), and the theme says which family plays which role; nothing is taken from
the system. A variable font is pinned to the weights that are used, because a layout of its own per face would pay for
the pinning each time. Everything is bytes: two builds with equal fonts have equal digests on every machine.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from functools import lru_cache
from html import escape
from importlib import resources
from itertools import pairwise
from pathlib import Path
from unicodedata import normalize

import uharfbuzz

from penance_build.ir.record import Record
from penance_build.press.text.families import FAMILIES, FONT_FILE, ROLES, Source, family_of
from penance_build.press.text.font_file import FontFile, FontMissing
from penance_build.press.text.font_files import load_files, pinned
from penance_build.press.text.icon_font import icon_font
from penance_build.product import Cache, Files, NoFiles

__all__ = [
    "FontFile", "FontMissing", "FontSet", "code_points", "font_set", "has_no_shape", "hb_face", "hb_font",
    "load_family", "missing_from", "shape", "write_fonts",
]  # fmt: skip

# The default-ignorable characters of Unicode, as ranges.
_SHAPELESS = (
    ("\u00ad", "\u00ad"), ("\u034f", "\u034f"), ("\u061c", "\u061c"), ("\u115f", "\u1160"), ("\u17b4", "\u17b5"), ("\u180b", "\u180f"),
    ("\u200b", "\u200f"), ("\u202a", "\u202e"), ("\u2060", "\u206f"), ("\u3164", "\u3164"), ("\ufe00", "\ufe0f"), ("\ufeff", "\ufeff"),
    ("\uffa0", "\uffa0"), ("\ufff0", "\ufff8"), ("\U0001bca0", "\U0001bca3"), ("\U0001d173", "\U0001d17a"), ("\U000e0000", "\U000e0fff"),
)  # fmt: skip


FALLBACK = "font_fallback"


class FontSet(Record):
    """The faces that exist for a layout, the digest of them all, and the names of the icons in the order of their glyphs.

    ``language`` is the tag of that in which their texts are, whose rules break lines and words.
    """

    files: tuple[FontFile, ...]
    digest: str
    icons: tuple[str, ...] = ()
    language: str = "en"

    @property
    def fallback(self) -> FontFile | None:
        """The face that draws what the others lack, where the theme names one."""
        return next((file for file in self.files if file.family == "fallback"), None)

    def face(self, family: str, weight: int = 400, style: str = "normal") -> FontFile:
        """The face that is used for this role, weight and style: the nearest weight, the style where it exists."""
        mine = [file for file in self.files if file.family == family]
        return min(mine, key=lambda file: (file.style != style, abs(file.weight - weight), file.weight))

    def missing(self, text: str, family: str, weight: int = 400, style: str = "normal") -> tuple[str, ...]:
        """The characters of a text that the face cannot draw, sorted: of composed text, and none that has no shape of its own.

        What the fallback has is drawn with it.
        """
        found = missing_from(self.face(family, weight, style), text)
        return missing_from(self.fallback, "".join(found)) if self.fallback is not None and found else found


def missing_from(face: FontFile, text: str) -> tuple[str, ...]:
    """The characters of a text that a face cannot draw, sorted."""
    have = code_points(face)
    composed = normalize("NFC", text)
    asked = {char for char in composed if ord(char) not in have and char not in "\n\t\r" and not has_no_shape(char)}
    undrawn = asked and {char for word in composed.split() if not asked.isdisjoint(word) for char in _undrawn(face, word)}
    return tuple(sorted(asked & undrawn))


def has_no_shape(char: str) -> bool:
    """Whether a character is default-ignorable: it joins, parts or marks its neighbours, and is itself never seen."""
    return any(first <= char <= last for first, last in _SHAPELESS)


@lru_cache(maxsize=4096)
def _undrawn(face: FontFile, word: str) -> str:
    """The characters of a word for which shaping finds no glyph: it draws some as a letter and a mark, and some together with others."""
    infos = shape(face, word).glyph_infos
    ends = dict(pairwise(sorted({info.cluster for info in infos} | {len(word)})))
    return "".join(word[info.cluster : ends[info.cluster]] for info in infos if not info.codepoint)


@lru_cache(maxsize=32)
def code_points(face: FontFile) -> frozenset[int]:
    return frozenset(hb_face(face).unicodes)


@lru_cache(maxsize=32)
def hb_face(face: FontFile) -> uharfbuzz.Face:
    """The face, opened for measuring and subsetting."""
    return uharfbuzz.Face(uharfbuzz.Blob(face.data))


@lru_cache(maxsize=64)
def hb_font(face: FontFile) -> uharfbuzz.Font:
    """The face, opened for shaping and drawing; lengths are units of its own."""
    return uharfbuzz.Font(hb_face(face))


def shape(face: FontFile, text: str, features: Mapping[str, bool] | None = None) -> uharfbuzz.Buffer:
    """The glyphs of a text in a face, by the script and the direction of its letters."""
    buffer = uharfbuzz.Buffer()
    buffer.add_str(text)
    buffer.guess_segment_properties()
    uharfbuzz.shape(hb_font(face), buffer, None if features is None else dict(features))
    return buffer


def font_set(
    theme: Mapping[str, str], icons: tuple[tuple[str, str], ...], cache: Cache | None = None, files_of_game: Files | None = None
) -> FontSet:
    """The fonts of a game: the theme names a family of ``FAMILIES``, or a file of the game, for each role (``font_ROLE``).

    Its icons are a third font, and ``font_fallback`` a fourth for the letters that the others lack.

    Raises ``FontMissing``, and ``BadIcon`` for a path that cannot be read.
    """
    files: list[FontFile] = []
    for role in ROLES:
        name = family_of(theme, role)
        own = FONT_FILE.match(name) is not None
        files.extend(load_files(role, name, files_of_game or NoFiles(), cache) if own else load_family(role, name))
    if FALLBACK in theme:
        files.extend(load_files("fallback", theme[FALLBACK], files_of_game or NoFiles(), cache))
    if icons:
        data = icon_font(icons, cache)
        files.append(FontFile("icons", 400, "normal", data, _digest(data)))
    whole = hashlib.sha256("\n".join(f"{f.family} {f.weight} {f.style} {f.digest}" for f in files).encode())
    return FontSet(tuple(files), whole.hexdigest(), tuple(name for name, _ in icons))


def load_family(role: str, name: str) -> tuple[FontFile, ...]:
    """The faces of a family in a role. Raises ``FontMissing``."""
    if name not in FAMILIES:
        raise FontMissing(f"the theme asks for the font `{name}` as {role} face; the press knows {', '.join(sorted(FAMILIES))}")
    return tuple(_load(role, source) for source in FAMILIES[name])


@lru_cache(maxsize=32)
def _load(role: str, source: Source) -> FontFile:
    try:
        data = resources.files(source.package).joinpath("files", source.file).read_bytes()
    except (ModuleNotFoundError, FileNotFoundError) as error:
        package = source.package.replace("_", "-")
        raise FontMissing(f"the font package {package} is not installed: install it with `pip install {package}`") from error
    data = pinned(data, source.weight)
    return FontFile(role, source.weight, source.style, data, _digest(data))


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def write_fonts(folder: Path, fonts: FontSet) -> Path:
    """Write the fonts and a configuration in which they alone exist, each under the name of its role; its path.

    Raises OSError that names the folder: what a full disk refuses has no name of its own.
    """
    try:
        return _written(folder, fonts)
    except OSError as error:
        error.filename = error.filename or folder
        raise


def _written(folder: Path, fonts: FontSet) -> Path:
    rules = []
    for index, file in enumerate(fonts.files):
        path = folder / "fonts" / f"{index}.ttf"
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(file.data)
        weight = {400: 80, 700: 200}.get(file.weight, 80)
        slant = 100 if file.style == "italic" else 0
        rules.append(
            f'<match target="scan"><test name="file" compare="eq"><string>{escape(path.as_posix())}</string></test>'
            f'<edit name="family" mode="prepend"><string>{file.family}</string></edit>'
            f'<edit name="weight" mode="assign_replace"><int>{weight}</int></edit>'
            f'<edit name="slant" mode="assign_replace"><int>{slant}</int></edit></match>'
        )
    config = folder / "fonts.conf"
    config.write_text(
        '<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd"><fontconfig>'
        f"<dir>{escape((folder / 'fonts').as_posix())}</dir><cachedir>{escape((folder / 'cache').as_posix())}</cachedir>"
        + "".join(rules)
        + "</fontconfig>",
        encoding="utf-8",
    )
    return config
