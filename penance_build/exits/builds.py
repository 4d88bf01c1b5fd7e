"""The inks of a theme: what a printer mixes each of its colours from.

``cmyk_NAME`` is the build of the colour or tincture of this name, ``cmyk_24476b`` that of any other colour that a layout or a picture
has. The mixtures that ornament is drawn in are mixed from builds by the shares by which their colours are mixed on a screen.
Shares of ink are whole hundredths of a per cent.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from penance_build.ir.record import Record
from penance_build.press.look.colors import MIXED, mix
from penance_build.press.look.theme import COLORS, TINCTURES, Theme

# Cyan, magenta, yellow and black.
Inks = tuple[int, int, int, int]
SOLID = 10_000
WHITE: Inks = (0, 0, 0, 0)
BLACK: Inks = (0, 0, 0, SOLID)

# The builds of the colours that a theme has without a word.
_DEFAULTS: Mapping[str, str] = {
    "paper": "0 1 4 0",
    "ink": "0 0 0 100",
    "rubric": "15 100 100 12",
    "quiet": "0 8 16 62",
    "red": "20 100 92 28",
    "blue": "92 62 22 34",
    "green": "72 30 82 38",
    "purple": "62 80 18 36",
    "gold": "15 42 95 37",
    "silver": "12 6 4 61",
    "black": "40 30 30 100",
}
_BUILD = re.compile(r"[0-9]{1,3}(?: [0-9]{1,3}){3}")
_DIGITS = re.compile(r"cmyk_([0-9a-f]{6})")


class Builds(Record):
    """The inks of each colour (``#rrggbb``) that a theme explains, what it is called, and what it leaves open.

    ``missing`` are colours of the theme without a build, by their key; ``twofold`` are pairs of keys that name one colour and
    different inks of it; ``mixtures`` are those of our ornament without inks, with the colour whose inks would give theirs.
    """

    inks: Mapping[str, Inks]
    names: Mapping[str, str]
    missing: Mapping[str, str]
    twofold: tuple[tuple[str, str, str], ...]
    mixtures: Mapping[str, str]


def builds_of(theme: Theme) -> Builds:
    """The builds of a theme."""
    inks: dict[str, Inks] = {}
    names: dict[str, str] = {}
    missing: dict[str, str] = {}
    twofold: list[tuple[str, str, str]] = []
    mixtures: dict[str, str] = {}

    def add(color: str, name: str, made: Inks) -> None:
        if inks.setdefault(color, made) != made and not name.startswith("a mixture"):
            twofold.append((color, names[color], name))
        names.setdefault(color, name)

    for name, color in _named(theme):
        made = _build_of(theme, name, color)
        if made is None:
            missing.setdefault(color, f"cmyk_{name}")
        else:
            add(color, name, made)
    for name, made in _by_digits(theme):
        add(f"#{name}", f"cmyk_{name}", made)
    paper = theme.paper.lower()
    for tincture in theme.tinctures:
        color = tincture.color.lower()
        for percent in MIXED:
            if color in inks and paper in inks:
                add(mix(color, paper, percent), f"a mixture of {tincture.name}", mixed(inks[color], inks[paper], percent))
            else:
                mixtures.setdefault(mix(color, paper, percent), paper if color in inks else color)
    for color, key in (("#000000", "black"), ("#ffffff", "white")):
        inks.setdefault(color, BLACK if key == "black" else WHITE)
        names.setdefault(color, key)
    return Builds(inks, names, {color: key for color, key in missing.items() if color not in inks}, tuple(twofold), mixtures)


def _named(theme: Theme) -> Iterator[tuple[str, str]]:
    for name, color in theme.palette.items():
        yield name, color.lower()
    for tincture in theme.tinctures:
        yield tincture.name, tincture.color.lower()


def _build_of(theme: Theme, name: str, color: str) -> Inks | None:
    """What the theme says; of a colour of ours, what we say of it."""
    said = theme.value(f"cmyk_{name}")
    if _BUILD.fullmatch(said):
        return _read(said)
    ours = {**COLORS, **{tincture: value for tincture, value, _ in TINCTURES}}
    return _read(_DEFAULTS[name]) if ours.get(name) == color else None


def _by_digits(theme: Theme) -> Iterator[tuple[str, Inks]]:
    tinctures = {tincture.name for tincture in theme.tinctures}
    for key, value in theme.values:
        found = _DIGITS.fullmatch(key)
        if found and found[1] not in tinctures and _BUILD.fullmatch(value):
            yield found[1], _read(value)


def _read(text: str) -> Inks:
    c, m, y, k = (min(100, int(number)) * 100 for number in text.split())
    return (c, m, y, k)


def mixed(one: Inks, other: Inks, percent: int) -> Inks:
    """Two builds mixed as their colours are: ``percent`` of the first."""
    c, m, y, k = ((a * percent + b * (100 - percent) + 50) // 100 for a, b in zip(one, other, strict=True))
    return (c, m, y, k)


def total(inks: Inks) -> int:
    """All ink together."""
    return sum(inks)


def proposed(color: str, most: int) -> Inks:
    """Inks for a colour of which nothing is said, in whole per cents within the limit: to begin with, and to look at on paper.

    A grey is black alone; most of what is common to the three channels of other colours is black.
    """
    red, green, blue = (int(color[start : start + 2], 16) for start in (1, 3, 5))
    if is_neutral(color):
        return (0, 0, 0, (255 - (299 * red + 587 * green + 114 * blue + 500) // 1000) * 100 // 255 * 100)
    black = (255 - max(red, green, blue)) * 80 // 255
    # Each ink leaves its share of the light that the black leaves: c, m and y together with it give the colour.
    c, m, y = (100 - -(-channel * 10_000 // (255 * (100 - black))) for channel in (red, green, blue))
    return held((c * 100, m * 100, y * 100, black * 100), most)


def is_neutral(color: str) -> bool:
    """Whether a colour has no hue to speak of."""
    channels = [int(color[start : start + 2], 16) for start in (1, 3, 5)]
    return max(channels) - min(channels) <= 24


def held(inks: Inks, most: int) -> Inks:
    """The same within the limit: black stays, and the colours give way in their proportion, to whole per cents."""
    c, m, y, k = inks
    if c + m + y + k <= most:
        return inks
    room, colours = max(0, most - k), c + m + y
    c, m, y = (part * room // max(1, colours) // 100 * 100 for part in (c, m, y))
    return (c, m, y, min(k, most))


def said(inks: Inks) -> str:
    """A build as a theme writes it, to whole per cents: ``20 100 95 28``."""
    return " ".join(str((ink + 50) // 100) for ink in inks)
