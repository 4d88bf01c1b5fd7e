"""W814: the game is in a language in which our own words on sheets are not written: they are in English.

Cases: ``tests/cases/bad/printing/language_unspoken.yaml``.
"""

from __future__ import annotations

from collections.abc import Sequence

from penance_build.diagnostics.problem import Problem
from penance_build.model.program.elaborate import Elaborated
from penance_build.press.text.strings import ENGLISH, PREFIX, is_tag, languages, spoken, words_in
from penance_build.surface.game import Game


def check(game: Game, combinations: Sequence[Elaborated]) -> list[Problem]:
    """Find the words that are not in the language of the game."""
    locale = game.title.locale if game.title is not None else None
    if locale is None or not is_tag(locale.text) or spoken(locale.text):
        return []
    unsaid = [key for key in words_in(ENGLISH) if PREFIX + key not in game.theme]
    if not unsaid:
        return []
    says = f"our own words on sheets are not written in `{locale.text}`, but in {', '.join(languages())}: they are printed in English"
    cure = f"say those that you print in the theme, as in `{PREFIX}{unsaid[0]}: ...`; docs/press.md tells how to list them"
    return [Problem("W814", says, locale.span, cure, entity=("game", ""), path=locale.path)]
