"""E316: an id that names a file or a folder and that some systems cannot hold: `con` and its like, or one that grows too long.

A build writes a folder for the game, named for it and for the options that are chosen, and in it files named for dice, cards and decks.
Cases: ``tests/cases/bad/names``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from penance_build.diagnostics.problem import Problem
from penance_build.model.program.elaborate import Elaborated
from penance_build.surface.game import Game
from penance_build.surface.nodes import At

LONGEST_ID: Final = 100
LONGEST_FOLDER: Final = 200  # systems hold 255 bytes, of which a build needs some for what it writes beside
_KINDS: Final = ("die", "card", "deck", "faction", "slot")
_DEVICE: Final = re.compile(r"con|prn|aux|nul|com[0-9]|lpt[0-9]")


def check(game: Game, combinations: Sequence[Elaborated]) -> list[Problem]:
    """Judge the names that become files."""
    return list(_found(game, combinations[0].program.game))


def _found(game: Game, name: str) -> Iterator[Problem]:
    at = game.title.at if game.title is not None else None
    if at is not None:
        yield from _of_one("game", name, at)
    for kind in _KINDS:
        for item, entry in game.of(kind).items():
            yield from _of_one(kind, item, entry.at)
    longest = {option: max(map(len, entry.values), default=0) for option, entry in game.options.items()}
    total = len(name) + sum(len(option) + length + 2 for option, length in longest.items())
    if total > LONGEST_FOLDER and game.options:
        option = max(longest, key=lambda one: len(one) + longest[one])
        message = f"with every option chosen, the folder of a build has a name of {total} characters, the limit is {LONGEST_FOLDER}"
        entry_at = game.options[option].at
        hint = "give options and their values shorter ids"
        yield Problem("E316", message, entry_at.key_span, hint, entity=("option", option), path=entry_at.path)


def _of_one(kind: str, name: str, at: At) -> Iterator[Problem]:
    message = ""
    if _DEVICE.fullmatch(name):
        message = f"`{name}` names files of a build, and no file of Windows can have this name"
    elif len(name) > LONGEST_ID:
        message = f"the id `{name[:20]}…` has {len(name)} characters and names files of a build, the limit is {LONGEST_ID}"
    if message:
        yield Problem("E316", message, at.key_span, "choose another id", entity=(kind, name), path=at.path)
