"""Colours that layouts name: those that there are, and what to write instead of one that there is not."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from penance_build.diagnostics.problem import Span
from penance_build.diagnostics.suggest import did_you_mean, nearest
from penance_build.surface.rules import Setting

PALETTE: Final = ("paper", "ink", "rubric", "quiet", "tincture")
_HERALDIC: Final = ("red", "blue", "green", "purple", "gold", "silver", "black")  # tinctures that every theme has
# What other programs call so, for what a box says that has no such colour here.
_OF_CSS: Final = {
    "white": "#ffffff", "grey": "#808080", "gray": "#808080", "orange": "#c9711d", "yellow": "#d9b11e", "brown": "#6b4423",
    "pink": "#d98aa3", "cyan": "#2a9aa8",
}  # fmt: skip
_TINCTURE: Final = "tincture_"


def known_colors(theme: Mapping[str, Setting]) -> list[str]:
    """What a colour of a layout may be called: the colours of the theme, its tinctures, and those that every theme has."""
    known = [*PALETTE, *(name.removeprefix(_TINCTURE) for name in theme if name.startswith(_TINCTURE))]
    return known + [name for name in _HERALDIC if name not in known]


def like_color(word: str, known: list[str]) -> str:
    """What to write instead of a colour that there is not."""
    if word.startswith("#"):
        return 'a colour has six digits: "#24476b"'
    own = _OF_CSS.get(word.lower(), "#24476b")
    return did_you_mean(word, known) or f'write "{own}", or one of: {", ".join(known)}; or an attribute whose values are called so'


def colour_meant(
    theme: Mapping[str, Setting], attribute: str, value: str, members: Sequence[str]
) -> tuple[str, tuple[tuple[Span, str], ...]]:
    """The hint for a value of an attribute that has no colour, and the place of the setting that was meant for it, if one is misspelt."""
    key = f"{_TINCTURE}{value}"
    found = nearest(key, [name for name in theme if name.removeprefix(_TINCTURE) not in members])
    if not found:
        return f"give the theme a `{key}`, or choose: {{{attribute}: {{{value}: …}}}}", ()
    related = ((theme[found[0]].at.key_span, f"`{found[0]}` stands here"),)
    return f"write `{key}` where the theme has `{found[0]}`", related
