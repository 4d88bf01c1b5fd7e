"""Every target by its name, in the order in which data passes."""

from __future__ import annotations

from tests.fuzz.target import Target
from tests.fuzz.targets import files, games, printing, programs, reading, settings, states, words

TARGETS: dict[str, Target] = {
    target.name: target
    for target in (
        reading.READER, reading.FORMULAS, reading.HOLES, reading.TREES,
        games.MUTANTS, games.WRITTEN,
        programs.ENGINES, programs.ODDS, programs.LOOPS,
        states.STATES, states.ACTIONS,
        files.SHEETS, files.PROFILES, files.SAVES, files.BUILDS, files.CACHE,
        printing.PRESS, printing.LAYOUTS, printing.PICTURES, printing.ICONS, printing.FONTS, printing.TEMPLATES,
        settings.SETTINGS,
        words.WORDS, words.SERVER,
    )
}  # fmt: skip
