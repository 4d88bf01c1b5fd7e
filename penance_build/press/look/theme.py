"""The look of a game, read from its theme data: palette, tinctures with their hatching, and the CSS variables made of them.

Theme keys are text: ``paper``, ``ink``, ``rubric`` and ``quiet`` are colours; ``tincture_NAME`` gives a tincture its colour and
``hatch_NAME`` its hatching. What a theme leaves out has a default, so that a game without a theme still prints.
A tincture is said twice, by colour and by the Petra Sancta hatching that heraldry uses for printing in one ink.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from penance_build.ir.record import Record

HATCHINGS: tuple[str, ...] = ("vertical", "horizontal", "bend", "bend_sinister", "dots", "plain", "cross", "lattice")

# Each colour stays under 280 % ink coverage, and differs from the others when printed in grey.
COLORS: Mapping[str, str] = {"paper": "#fbf8f0", "ink": "#1b1815", "rubric": "#a3211b", "quiet": "#6f675d"}
TINCTURES: tuple[tuple[str, str, str], ...] = (
    ("red", "#8c1f1a", "vertical"),
    ("blue", "#24476b", "horizontal"),
    ("green", "#37603c", "bend"),
    ("purple", "#573a63", "bend_sinister"),
    ("gold", "#a17a1c", "dots"),
    ("silver", "#74777a", "plain"),
    ("black", "#24211f", "cross"),
)

_TINCTURE = re.compile(r"tincture_([a-z][a-z0-9_]*)")
_COLOR = re.compile(r"#[0-9a-fA-F]{6}\Z")


class Tincture(Record):
    """A colour of the theme and the hatching that says it again."""

    name: str
    color: str
    hatch: str


class Theme(Record):
    """The colours of a game as ``#rrggbb``, its tinctures, and every theme key as it was written."""

    paper: str
    ink: str
    rubric: str
    quiet: str
    tinctures: tuple[Tincture, ...]
    values: tuple[tuple[str, str], ...]

    def tincture(self, name: str) -> Tincture:
        """The tincture of this name, or plain ink where the theme has none."""
        for tincture in self.tinctures:
            if tincture.name == name:
                return tincture
        return Tincture(name, self.ink, "plain")

    def value(self, key: str, default: str = "") -> str:
        """The value of any key, as it was written."""
        return dict(self.values).get(key, default)

    def css(self) -> str:
        """The palette as custom properties of the root element."""
        palette = (("paper", self.paper), ("ink", self.ink), ("rubric", self.rubric), ("quiet", self.quiet))
        lines = [f"--{name}: {color};" for name, color in palette]
        lines += [f"--tincture-{tincture.name}: {tincture.color};" for tincture in self.tinctures]
        return ":root { " + " ".join(lines) + " }"


def theme_from(values: tuple[tuple[str, str], ...]) -> Theme:
    """The theme of a program. What is left out, is not ``#rrggbb``, or names no hatching, has the default."""
    given = dict(values)
    colors = {name: _color(given.get(name, ""), default) for name, default in COLORS.items()}
    defaults = {name: (color, pattern) for name, color, pattern in TINCTURES}
    # Names of tinctures become names of custom properties, so that only plain ones are taken.
    names = {found[1] for found in map(_TINCTURE.fullmatch, given) if found} | set(defaults)
    tinctures = []
    for name in sorted(names):
        color, pattern = defaults.get(name, (colors["ink"], "plain"))
        wanted = given.get(f"hatch_{name}", pattern)
        tinctures.append(Tincture(name, _color(given.get(f"tincture_{name}", ""), color), wanted if wanted in HATCHINGS else pattern))
    return Theme(colors["paper"], colors["ink"], colors["rubric"], colors["quiet"], tuple(tinctures), values)


def mistakes(values: tuple[tuple[str, str], ...]) -> tuple[tuple[str, str, str], ...]:
    """(key, value, what was expected) of the theme's colours and hatchings that cannot be understood."""
    wrong = []
    for key, value in values:
        if (key in COLORS or key.startswith("tincture_")) and not _COLOR.match(value):
            wrong.append((key, value, "a colour such as #8c1f1a"))
        elif key.startswith("hatch_") and value not in HATCHINGS:
            wrong.append((key, value, f"one of {', '.join(HATCHINGS)}"))
    return tuple(wrong)


def _color(value: str, default: str) -> str:
    return value if _COLOR.match(value) else default


def mix(one: str, other: str, percent: int) -> str:
    """A colour between two ``#rrggbb``: ``percent`` of the first, in whole steps, so that it is the same everywhere."""
    channels = []
    for start in (1, 3, 5):
        a, b = int(one[start : start + 2], 16), int(other[start : start + 2], 16)
        channels.append((a * percent + b * (100 - percent) + 50) // 100)
    return "#" + "".join(f"{channel:02x}" for channel in channels)
