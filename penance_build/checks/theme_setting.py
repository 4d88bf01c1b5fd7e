"""W812: a setting of the theme that nothing reads; E808, E809: one that cannot be understood; E811: a tincture that it does not have.

Whether an icon can be drawn is found by a build, which draws it. Cases: ``tests/cases/bad/printing``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from penance_build.diagnostics.problem import Problem
from penance_build.diagnostics.suggest import did_you_mean
from penance_build.model.program.elaborate import Elaborated
from penance_build.press.look.theme import mistakes, theme_from
from penance_build.surface.game import Game


def check(game: Game, combinations: Sequence[Elaborated]) -> list[Problem]:
    """Judge the look of the game."""
    return [*_settings(game), *_tinctures(game)]


def _settings(game: Game) -> Iterator[Problem]:
    for mistake in mistakes(tuple((name, item.text) for name, item in game.theme.items())):
        at = game.theme[mistake.key].at
        span = at.key_span if mistake.code == "W812" else at.span
        yield Problem(mistake.code, mistake.says, span, mistake.cure, entity=("theme", mistake.key), path=at.path)


def _tinctures(game: Game) -> Iterator[Problem]:
    theme = theme_from(tuple((name, item.text) for name, item in game.theme.items()))
    known = [tincture.name for tincture in theme.tinctures]
    for name, faction in game.factions.items():
        if faction.tincture not in known:
            hint = did_you_mean(faction.tincture, known) or "the theme has: " + ", ".join(known)
            message, at = f"the theme has no tincture `{faction.tincture}`", faction.at
            yield Problem("E811", message, at.key_span, hint, entity=("faction", name), path=at.path)
