"""The look of a game: its colours, fonts and icons, read once and in one way by everything that is printed."""

from __future__ import annotations

import re

from penance_build.diagnostics.registry import severity
from penance_build.diagnostics.suggest import did_you_mean
from penance_build.ir.nodes import Program
from penance_build.ir.record import Record, replace
from penance_build.press.complaints import Complaints
from penance_build.press.drawing.icon_path import BadPath, commands
from penance_build.press.look.theme import Theme, mistakes, theme_from
from penance_build.press.text.fonts import FontMissing, FontSet, font_set
from penance_build.press.text.letters import unprintable
from penance_build.press.text.strings import ENGLISH
from penance_build.product import Cache, Files

_UNPRINTABLE = re.compile(r"glyph rendered for Unicode string.*\(U\+(?P<point>[0-9A-F]{4,6})\)", re.DOTALL)


class Style(Record):
    """What every sheet of a game shares."""

    theme: Theme
    fonts: FontSet


def style_of(
    program: Program, complaints: Complaints, cache: Cache, icons: tuple[tuple[str, str], ...] | None = None, files: Files | None = None
) -> Style | None:
    """The look of a game, or None where the complaints say why there is none.

    ``icons`` are those that become glyphs: all of the game where they are not given. ``files`` are those of the game, for its own fonts.
    """
    chosen = program.printed.icons if icons is None else icons
    readable = _check_theme(complaints, program.printed.theme)
    for name, path in chosen:
        try:
            commands(path)
        except BadPath as error:
            complaints.say("E810", f"the icon `{name}` cannot be drawn: {error}", ("icon", name))
            readable = False
    if not readable:
        return None
    try:
        fonts = font_set(dict(program.printed.theme), chosen, cache, files)
    except FontMissing as error:
        complaints.say("E808", f"{error}", ("theme", error.key), error.cure)
        return None
    theme = theme_from(program.printed.theme)
    known = [tincture.name for tincture in theme.tinctures]
    for faction in program.factions:
        if faction.tincture and faction.tincture not in known:
            hint = did_you_mean(faction.tincture, known) or "the theme has: " + ", ".join(known)
            complaints.say("E811", f"the theme has no tincture `{faction.tincture}`", ("faction", faction.id), hint)
    return Style(theme, replace(fonts, language=program.printed.locale or ENGLISH))


def _check_theme(complaints: Complaints, theme: tuple[tuple[str, str], ...]) -> bool:
    """Say which values of the theme cannot be understood; whether all can."""
    wrong = [mistake for mistake in mistakes(theme) if severity(mistake.code) == "error"]
    for mistake in wrong:
        complaints.say(mistake.code, mistake.says, ("theme", mistake.key), mistake.cure)
    return not wrong


def say_warnings(complaints: Complaints, warnings: tuple[str, ...], whose: str, entity: tuple[str, str]) -> None:
    """What the layout engine complained about: characters without a glyph are one error, the rest are warnings."""
    missing: set[str] = set()
    for line in warnings:
        found = _UNPRINTABLE.search(line)
        if found:
            missing.add(chr(int(found["point"], 16)))
        else:
            complaints.say("W807", f"{whose}: {line}", entity)
    if missing:
        says, cure = unprintable(whose, tuple(sorted(missing)))
        complaints.say("E803", says, entity, cure)
