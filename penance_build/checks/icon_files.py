"""E810: an icon that is a file, and cannot be drawn as one path; E834: one whose file is not there.

It stands before the others: all of them see the paths. Cases: ``tests/test_icon_files.py``.
"""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct
from msgspec.structs import replace

from penance_build.diagnostics.problem import Problem
from penance_build.surface.game import Game
from penance_build.surface.rules import Setting

ENDING = ".svg"
Fetch = Callable[[str], tuple[bytes | None, list[Problem]]]


class Drawn(Struct, frozen=True):
    """A game whose icons are paths, what is wrong with those that were files, and the names of the files."""

    game: Game
    problems: list[Problem]
    files: frozenset[str]


def drawn(game: Game, fetch: Fetch) -> Drawn:
    """The game with the paths of its icons; nothing is read where no icon is a file."""
    named = {name: item for name, item in game.icons.items() if item.text.endswith(ENDING)}
    if not named:
        return Drawn(game, [], frozenset())
    icons, problems = dict(game.icons), []
    for name, item in named.items():
        found = _path(item, fetch)
        if isinstance(found, str):
            icons[name] = replace(item, text=found)
        else:
            problems += found
    return Drawn(replace(game, icons=icons), problems, frozenset(item.text for item in named.values()))


def _path(item: Setting, fetch: Fetch) -> str | list[Problem]:
    from penance_build.press.pictures.icon_svg import icon_path
    from penance_build.press.pictures.picture import Fault

    entity = ("icon", item.id)
    data, wrong = fetch(item.text)
    if wrong:
        return wrong
    if data is None:
        return [item.at.problem("E834", f"the icon {item.text} is not there", "put it into the game's folder", entity=entity)]
    try:
        return icon_path(data)
    except Fault as fault:
        return [item.at.problem(fault.code, f"the icon {item.text} {fault.says}", fault.cure, entity=entity)]
