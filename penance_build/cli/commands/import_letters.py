"""The letters of the cards that an import brings into a new game: a font of its theme that has them, or what to do where none has."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from penance_build.compilation import Compilation
from penance_build.sheets.reading.cells import Note
from penance_build.source.folder import GAME_FILE

LACKS: Final = "E803"
# What a theme can say for more letters, the smallest change first.
_THEMES: Final[tuple[Mapping[str, str], ...]] = (
    {"font_display": "alegreya-sans"},
    {"font_text": "spectral"},
    {"font_display": "alegreya-sans", "font_text": "spectral"},
    {"font_display": "spectral", "font_text": "spectral"},
)


def with_letters(
    texts: Mapping[str, str], compiled: Compilation, compile_: Callable[[Mapping[str, str]], Compilation]
) -> tuple[dict[str, str], Compilation, list[Note]]:
    """The files of a new game, with fonts in its theme where those that it has lack letters; compiled anew by ``compile_``; and notes.

    Of fonts none of which has all letters, those that have most.
    """
    best, says = (dict(texts), compiled), ""
    for theme in _THEMES:
        count = lacking(best[1])
        if not count:
            break
        written = ", ".join(f"{key}: {value}" for key, value in theme.items())
        tried = {**texts, GAME_FILE: f"{texts[GAME_FILE]}\n# Fonts that have the letters of the cards.\ntheme: {{{written}}}\n"}
        made = compile_(tried)
        if lacking(made) < count:
            best, says = (tried, made), f"the theme of the game names fonts that have those of the cards: {written}"
    notes = [Note("letters", says)] if says else []
    if lacking(best[1]):
        cure = "put a font that has them into the game's folder, and name it in game.yaml: `theme: {font_fallback: fonts/NAME.ttf}`"
        notes.append(Note("letters", f"no font of the theme has all of them; {cure}"))
    return *best, notes


def lacking(compiled: Compilation) -> int:
    """How many texts have letters that their fonts lack."""
    return sum(problem.code == LACKS for problem in compiled.problems)
