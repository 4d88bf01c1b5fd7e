"""The look of a game, read from its theme data: palette, tinctures with their hatching, and the CSS variables made of them.

Theme keys are text: ``paper``, ``ink``, ``rubric`` and ``quiet`` are colours; ``tincture_NAME`` gives a tincture its colour and
``hatch_NAME`` its hatching, and ``cmyk_NAME`` its inks for a printer; ``motif_VERB`` a verb its ornament, ``say_KEY`` words of ours;
``tint_TYPE`` a type of
card the name of its tincture, whatever the faction; ``diagram_NAME`` how an attribute, procedure or counter is drawn in hexes;
``ground_MEMBER`` the tincture, and the hatching, of a member of a layer on a board;
``text_size`` whether the rules text of each card is as large as it can be, or of one size in a deck.
What a theme leaves out has a default, so that a game without a theme still prints.
A tincture is said twice, by colour and by the Petra Sancta hatching that heraldry uses for printing in one ink.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from penance_build.diagnostics.suggest import did_you_mean
from penance_build.ir.record import Record
from penance_build.press.drawing.drafting import Pens
from penance_build.press.imposition.papers import WIDEST_MARGIN_UM, margin_of
from penance_build.press.imposition.trims import SIZES_SAID, TRIMS, trim_of
from penance_build.press.look.motifs import MOTIFS
from penance_build.press.look.reach import KINDS
from penance_build.press.text.families import FAMILIES, FONT_FILE, ROLES
from penance_build.press.text.strings import ENGLISH, PREFIX, holes, words_in, wrong_holes

HATCHINGS: tuple[str, ...] = ("vertical", "horizontal", "bend", "bend_sinister", "dots", "plain", "cross", "lattice")

# Each colour stays under 280 % ink coverage; small labels on paper, and in paper on a tincture, have a contrast of 4.5 to 1 or more.
COLORS: Mapping[str, str] = {"paper": "#fbf8f0", "ink": "#1b1815", "rubric": "#a3211b", "quiet": "#6f675d"}
TINCTURES: tuple[tuple[str, str, str], ...] = (
    ("red", "#8c1f1a", "vertical"),
    ("blue", "#24476b", "horizontal"),
    ("green", "#37603c", "bend"),
    ("purple", "#573a63", "bend_sinister"),
    ("gold", "#8f6b16", "dots"),
    ("silver", "#696c6f", "plain"),
    ("black", "#24211f", "cross"),
)

_TINCTURE = re.compile(r"tincture_([a-z][a-z0-9_]*)")
_COLOR = re.compile(r"#[0-9a-fA-F]{6}\Z")
_INKS = re.compile(r"(?:(?:100|[1-9]?[0-9])(?: |\Z)){4}(?<! )\Z")
_ANY = re.compile(r"\S.*\Z")
_DIAGRAM = re.compile(rf"(?:{'|'.join(KINDS)})(?: [a-z][a-z0-9_]*)?\Z")


class _Form(Record):
    """The form of a value, and what it is called."""

    pattern: re.Pattern[str]
    says: str


class _Measure(Record):
    """Which texts are a length of this kind, what they are called, and the names that stand for some."""

    is_right: Callable[[str], bool]
    says: str
    names: tuple[str, ...]


class Tincture(Record):
    """A colour of the theme and the hatching that says it again."""

    name: str
    color: str
    hatch: str


class Theme(Record):
    """The colours of a game as ``#rrggbb``, its tinctures, and every theme key as it was written.

    ``is_low``: grounds are outlined and hatched instead of filled (``look.low_ink``).
    """

    paper: str
    ink: str
    rubric: str
    quiet: str
    tinctures: tuple[Tincture, ...]
    values: tuple[tuple[str, str], ...]
    is_low: bool = False

    def tincture(self, name: str) -> Tincture:
        """The tincture of this name, or plain ink where the theme has none."""
        for tincture in self.tinctures:
            if tincture.name == name:
                return tincture
        return Tincture(name, self.ink, "plain")

    def tint(self, kind: str) -> str:
        """The name of the tincture that cards of a type have whatever their faction (``tint_TYPE``), or nothing."""
        return self.value(f"tint_{kind}") if kind else ""

    def value(self, key: str, default: str = "") -> str:
        """The value of any key, as it was written."""
        return dict(self.values).get(key, default)

    @property
    def palette(self) -> dict[str, str]:
        """Its colours by name."""
        return {name: getattr(self, name) for name in COLORS}

    @property
    def pens(self) -> Pens:
        """The pens of drawings, which lie on white paper whatever that of cards is."""
        return Pens(self.ink, self.rubric, self.quiet, "#ffffff")

    def css(self) -> str:
        """The palette as custom properties of the root element."""
        lines = [f"--{name}: {color};" for name, color in self.palette.items()]
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


class Mistake(Record):
    """A setting of a theme that is not understood: its key, what to say, and the cure."""

    code: str
    key: str
    says: str
    cure: str = ""


def mistakes(values: tuple[tuple[str, str], ...]) -> tuple[Mistake, ...]:
    """The settings of a theme that nothing reads (W812), or whose value cannot be understood (E808 a font, E809)."""
    tinctures = tuple(tincture.name for tincture in theme_from(values).tinctures)
    return tuple(found for key, value in values if (found := _mistake(key, value, tinctures)) is not None)


def _mistake(key: str, value: str, tinctures: tuple[str, ...]) -> Mistake | None:
    if key.startswith(PREFIX):
        return _misspoken(key, key.removeprefix(PREFIX), value)
    if key.startswith("font_") and key.removeprefix("font_") in (*ROLES, "fallback") and FONT_FILE.match(value):
        return None
    expected = _expected(key, tinctures)
    if expected is None:
        named = [f"{kind}_{name}" for kind in ("tincture", "hatch") for name, _, _ in TINCTURES]
        cure = did_you_mean(key, ["font_fallback", *COLORS, *CHOICES, *MEASURES, *named]) or "remove it"
        return Mistake("W812", key, f"nothing reads the setting `{key}` of the theme", cure)
    if key == "font_fallback":
        assert isinstance(expected, _Form)
        return Mistake("E808", key, f"the theme asks for the font `{value}` for other letters; expected {expected.says}")
    if isinstance(expected, _Form):
        says = f"the theme's {key} is `{value}`; expected {expected.says}"
        return None if expected.pattern.match(value) else Mistake("E809", key, says)
    if isinstance(expected, _Measure):
        says = f"the theme's {key} is `{value}`; expected {expected.says}"
        return None if expected.is_right(value) else Mistake("E809", key, says, did_you_mean(value, expected.names))
    if value in expected:
        return None
    alike = [name for name in expected if value and name.startswith(value)]
    cure = did_you_mean(value, expected) or (f"did you mean `{alike[0]}`?" if len(alike) == 1 else "")
    if key.startswith("font_"):
        says = f"the theme asks for the font `{value}` as {key[5:]} face; the press knows {', '.join(expected)}"
        return Mistake("E808", key, says, cure or "or name a font file of the game's folder, such as fonts/Noto.ttf")
    return Mistake("E809", key, f"the theme's {key} is `{value}`; expected one of {', '.join(expected)}", cure)


def _misspoken(key: str, name: str, value: str) -> Mistake | None:
    """What is wrong with words that stand in the place of ours."""
    known = words_in(ENGLISH)
    if name not in known:
        cure = did_you_mean(key, [f"{PREFIX}{other}" for other in known]) or "docs/press.md lists them"
        return Mistake("W812", key, f"nothing reads the setting `{key}` of the theme", cure)
    wrong = wrong_holes(name, value)
    there = ", ".join(f"{{{hole}}}" for hole in holes(known[name])) or "no holes"
    return Mistake("E809", key, f"the theme's {key} {wrong}; `{known[name]}` has {there}") if wrong else None


# The settings that are one of some words.
CHOICES: Mapping[str, tuple[str, ...]] = {
    "backs": ("faction", "slot", "deck", "game"),
    "text_size": ("card", "deck"),
    **{f"font_{role}": tuple(sorted(FAMILIES)) for role in ROLES},
}
# The settings that are lengths, or names for them.
MEASURES: Mapping[str, _Measure] = {
    "card_size": _Measure(lambda text: trim_of(text) is not None, SIZES_SAID, tuple(TRIMS)),
    "margin": _Measure(lambda text: margin_of(text) is not None, f"a length up to {WIDEST_MARGIN_UM // 1000} mm such as 5 mm", ()),
}


def _expected(key: str, tinctures: tuple[str, ...]) -> tuple[str, ...] | _Form | _Measure | None:
    """The words that a setting may be, or the form of its value; None for one that nothing reads."""
    if key in CHOICES:
        return CHOICES[key]
    if key in MEASURES:
        return MEASURES[key]
    kind, _, name = key.partition("_")
    if key == "back":
        return _Form(_ANY, "a picture such as art/back.png, or the id of a layout")
    if key == "font_fallback":
        return _Form(FONT_FILE, "a font file of the game's folder, such as fonts/Noto.ttf")
    if key in COLORS or (kind == "tincture" and name):
        return _Form(_COLOR, "a colour such as #8c1f1a")
    if kind == "diagram" and name:
        return _Form(_DIAGRAM, f"one of {', '.join(KINDS)}, and behind a space the name of an input where a procedure gives the number")
    if kind == "ground" and name:
        pattern = re.compile(rf"(?:{'|'.join(tinctures)})(?: (?:{'|'.join(HATCHINGS)}))?\Z")
        return _Form(pattern, f"a tincture ({', '.join(tinctures)}), and behind a space a hatching ({', '.join(HATCHINGS)})")
    if kind == "cmyk" and name:
        return _Form(_INKS, 'four percentages such as "20 100 95 28"')
    return {"hatch": HATCHINGS, "motif": tuple(sorted(MOTIFS)), "tint": tinctures}.get(kind) if name else None


def _color(value: str, default: str) -> str:
    return value if _COLOR.match(value) else default
