"""E316: an id that names a file or a folder and that some systems cannot hold: `con` and its like, or one that grows too long.

A build writes a folder for the game, named for it and for the options that are chosen, and in it files named for dice, cards and decks.
Cases: ``tests/cases/bad/names``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from penance_build.diagnostics.problem import Problem
from penance_build.limits import DEVICES, LONGEST_ID
from penance_build.model.context.options import choose_options
from penance_build.model.program.elaborate import Elaborated
from penance_build.surface.game import Game
from penance_build.surface.nodes import At

LONGEST_FOLDER: Final = 200  # systems hold 255 bytes, of which a build needs some for what it writes beside
_KINDS: Final = ("die", "card", "deck", "faction", "slot")


def check(game: Game, combinations: Sequence[Elaborated]) -> list[Problem]:
    """Judge the names that become files."""
    return [*_found(game, combinations[0].program.game), *_folders(game, combinations)]


def _folders(game: Game, combinations: Sequence[Elaborated]) -> list[Problem]:
    """The first choice of options whose folder has too long a name."""
    defaults = choose_options(game.options, {})
    for elaborated in combinations:
        program = elaborated.program
        chosen = [(name, value) for name, value in program.options if defaults.get(name) != value]
        total = len(program.game) + sum(len(name) + len(value) + 2 for name, value in chosen)
        if total > LONGEST_FOLDER and chosen:
            longest = max(chosen, key=lambda pair: len(pair[0]) + len(pair[1]))[0]
            told = " and ".join(f"`{name[:20]}`" for name, _ in chosen[:3]) + (" and others" if len(chosen) > 3 else "")
            message = f"with {told} chosen, the folder of a build has a name of {total} characters, the limit is {LONGEST_FOLDER}"
            at, hint = game.options[longest].at, "give options and their values shorter ids"
            return [Problem("E316", message, at.key_span, hint, entity=("option", longest), path=at.path)]
    return []


def _found(game: Game, name: str) -> Iterator[Problem]:
    at = game.title.at if game.title is not None else None
    if at is not None:
        yield from _of_one("game", name, at)
    for kind in _KINDS:
        for item, entry in game.of(kind).items():
            yield from _of_one(kind, item, entry.at)


def _of_one(kind: str, name: str, at: At) -> Iterator[Problem]:
    message = ""
    if name in DEVICES:
        message = f"`{name}` names files of a build, and no file of Windows can have this name"
    elif len(name) > LONGEST_ID:
        message = f"the id `{name[:20]}…` has {len(name)} characters and names files of a build, the limit is {LONGEST_ID}"
    if message:
        span = at.span_of("id") if kind == "game" else at.key_span
        yield Problem("E316", message, span, "choose another id", entity=(kind, name), path=at.path)
