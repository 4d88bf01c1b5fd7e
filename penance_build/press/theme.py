"""The look of a game, read from its theme data: palette, tinctures with their hatching, and the CSS variables made of them.

Theme keys are text: ``paper``, ``ink``, ``rubric`` and ``quiet`` are colours; ``tincture_NAME`` gives a tincture its colour and
``hatch_NAME`` its hatching. What a theme leaves out has a default, so that a game without a theme still prints.
A tincture is said twice, by colour and by the Petra Sancta hatching that heraldry uses for printing in one ink.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

HATCHINGS: tuple[str, ...] = ("vertical", "horizontal", "bend", "bend_sinister", "dots", "plain", "cross", "lattice")

# Deep, slightly dirty tones: each stays under 280 % ink, and each differs from the others in grey as well.
DEFAULTS: Mapping[str, str] = {
    "paper": "#fbf8f0",
    "ink": "#1b1815",
    "rubric": "#a3211b",
    "quiet": "#6f675d",
    "tincture_red": "#8c1f1a",
    "hatch_red": "vertical",
    "tincture_blue": "#24476b",
    "hatch_blue": "horizontal",
    "tincture_green": "#37603c",
    "hatch_green": "bend",
    "tincture_purple": "#573a63",
    "hatch_purple": "bend_sinister",
    "tincture_gold": "#a17a1c",
    "hatch_gold": "dots",
    "tincture_silver": "#74777a",
    "hatch_silver": "plain",
    "tincture_black": "#24211f",
    "hatch_black": "cross",
}

_COLOR = re.compile(r"#[0-9a-fA-F]{6}\Z")


@dataclass(frozen=True, slots=True)
class Tincture:
    """A colour of the theme and the hatching that says it again."""

    name: str
    color: str
    hatch: str


@dataclass(frozen=True, slots=True)
class Theme:
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
        """Another key of the theme."""
        return dict(self.values).get(key, default)

    def css(self) -> str:
        """The palette as custom properties of the root element."""
        lines = [f"--{name}: {getattr(self, name)};" for name in ("paper", "ink", "rubric", "quiet")]
        lines += [f"--tincture-{tincture.name}: {tincture.color};" for tincture in self.tinctures]
        return ":root { " + " ".join(lines) + " }"


def theme_from(values: tuple[tuple[str, str], ...]) -> Theme:
    """The theme of a program. A colour that is not ``#rrggbb`` and an unknown hatching fall back to the default."""
    merged = {**DEFAULTS, **dict(values)}

    def color(key: str) -> str:
        value = merged.get(key, "")
        return value if _COLOR.match(value) else DEFAULTS.get(key, DEFAULTS["ink"])

    tinctures = []
    for key in sorted(merged):
        if key.startswith("tincture_"):
            name = key.removeprefix("tincture_")
            hatch = merged.get(f"hatch_{name}", "plain")
            tinctures.append(Tincture(name, color(key), hatch if hatch in HATCHINGS else "plain"))
    return Theme(color("paper"), color("ink"), color("rubric"), color("quiet"), tuple(tinctures), values)


def mix(one: str, other: str, percent: int) -> str:
    """A colour between two ``#rrggbb``: ``percent`` of the first, in whole steps, so that it is the same everywhere."""
    channels = []
    for start in (1, 3, 5):
        a, b = int(one[start : start + 2], 16), int(other[start : start + 2], 16)
        channels.append((a * percent + b * (100 - percent) + 50) // 100)
    return "#" + "".join(f"{channel:02x}" for channel in channels)
