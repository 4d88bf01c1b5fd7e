"""The families of type that a theme may name for each role, and the letters that all of them have: data, without the fonts."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from penance_build.ir.record import Record


class Source(Record):
    """Where a face is found: package and file in it; its weight, at which a variable font is pinned, and its style."""

    package: str
    file: str
    weight: int
    style: str


FAMILIES: Mapping[str, tuple[Source, ...]] = {
    "cinzel": (
        Source("fontpkg_cinzel", "Cinzel[wght].ttf", 400, "normal"),
        Source("fontpkg_cinzel", "Cinzel[wght].ttf", 700, "normal"),
    ),
    "marcellus": (Source("fontpkg_marcellus", "Marcellus-Regular.ttf", 400, "normal"),),
    "alegreya-sans": (
        Source("fontpkg_alegreya_sans", "AlegreyaSans-Regular.ttf", 400, "normal"),
        Source("fontpkg_alegreya_sans", "AlegreyaSans-Bold.ttf", 700, "normal"),
        Source("fontpkg_alegreya_sans", "AlegreyaSans-Italic.ttf", 400, "italic"),
    ),
    "spectral": (
        Source("fontpkg_spectral", "Spectral-Regular.ttf", 400, "normal"),
        Source("fontpkg_spectral", "Spectral-Bold.ttf", 700, "normal"),
        Source("fontpkg_spectral", "Spectral-Italic.ttf", 400, "italic"),
    ),
}
# What each face of a role plays where the theme names none.
ROLES: Final[Mapping[str, str]] = {"display": "cinzel", "text": "alegreya-sans"}

# A font of the game's own, which a theme may name instead.
FONT_FILE = re.compile(r"[^./\\][^\\]*\.(?:ttf|otf)\Z", re.IGNORECASE)

# What every face of every family has: most games print nothing else, so that nobody need open a font to know it.
COMMON: Final = frozenset(
    "\t\n\r" + "".join(map(chr, (*range(0x20, 0x7F), *range(0xA0, 0xAD), *range(0xAE, 0x100))))
    + "\u0152\u0153\u0160\u0161\u0178\u017d\u017e\u0141\u0142\u2013\u2014\u2018\u2019\u201a\u201c\u201d\u201e\u2020\u2021\u2022\u2026"
    + "\u2030\u2039\u203a\u20ac\u2122\u2212\u2248\u2260\u2264\u2265"
)  # fmt: skip


def family_of(theme: Mapping[str, str], role: str) -> str:
    """The family that a theme names for a role, known or not."""
    return theme.get(f"font_{role}", ROLES[role])


def printed_name(family: str) -> str:
    """A family as people call it: ``Alegreya Sans``; a file by its name."""
    if "." in family:
        return family
    return " ".join(word.capitalize() for word in family.split("-"))
