"""The options that commands share, and what they lead to: a game's folder, its chosen options, its compilation."""

from __future__ import annotations

import gc
import os
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from penance_build.api import compile_game
from penance_build.build.cache import open_cache
from penance_build.build.programs import remembered
from penance_build.cli.calling.folders import misnamed, why_no_game, why_no_game_in
from penance_build.cli.calling.takes import OneOf, Whole
from penance_build.cli.errors import Wrong
from penance_build.cli.terminal import say, say_raw
from penance_build.compilation import Compilation
from penance_build.ir.nodes import Program
from penance_build.shipped import data_folder
from penance_build.source.folder import GAME_FILE

if TYPE_CHECKING:
    from penance_build.surface.game import Game

Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]


def game_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """``--game DIR`` and ``--option NAME=VALUE``."""
    function = click.option("--option", "options", multiple=True, metavar="NAME=VALUE", help="A rules option (repeatable).")(function)
    return click.option("--game", metavar="DIR", help="The game's folder, or the name of an included game.")(function)


def situation_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """``--setup``, ``--decks``, ``--counter``, ``--zone``, ``--players`` and ``--state``: the game in which something is asked."""
    for option in reversed((
        click.option("--setup", metavar="ID", help="Ask in a game that is set up so."),
        click.option("--decks", metavar="A,B", help="The decks that the players bring, by seat."),
        click.option("--counter", "counters", multiple=True, metavar="NAME=V[,V...]", help="A counter, for all or each (repeatable)."),
        click.option("--zone", "zones", multiple=True, metavar="NAME=CARD:N,...", help="Cards in a zone, or a deck (repeatable)."),
        click.option("--players", type=Whole(), metavar="N", help="How many play."),
        click.option("--state", "saved", metavar="FILE", help="Ask in a saved game."),
    )):  # fmt: skip
        function = option(function)
    return function


def format_option(*names: str) -> Decorator:
    """``--format`` with these names, the first the default."""
    return click.option("--format", "form", type=OneOf(names), default=names[0], show_default=True, help="Form of the output.")


def find_game(named: str | None) -> Path:
    """The folder of the game meant: the one named, else the one we are in, else ``rules/penance`` of the current project."""
    if named is not None:
        return _named_game(named)
    here = Path.cwd()
    for folder in (here, *here.parents):
        if _holds_game(folder):
            return _shortest(folder)
    for folder in (here, *here.parents):
        if _holds_game(folder / "rules" / "penance"):
            return _shortest(folder / "rules" / "penance")
    if misnamed(here):
        raise Wrong(why_no_game_in(here, "this folder"))
    ready = ", ".join(included())
    raise Wrong(f"there is no game here; name its folder with --game DIR, or an included game ({ready}), or see penance new")


def _holds_game(folder: Path) -> bool:
    """Whether a folder holds a game. Raises Wrong where something else bears the name of its file: another game is not what is meant."""
    path = folder / GAME_FILE
    if os.path.isfile(path):  # also where what is above may not be entered
        return True
    if os.path.lexists(path):
        what = "a folder" if os.path.isdir(path) else "no regular file" if os.path.exists(path) else "a link that leads nowhere"
        raise Wrong(
            f"{_shortest(folder) / GAME_FILE} is {what}; put the file of the game there, take it away, or name a game with --game DIR"
        )
    return False


def _shortest(folder: Path) -> Path:
    """The folder relative to the current one where it lies below it: what messages show should not depend on the machine."""
    here = Path.cwd()
    return folder.relative_to(here) if folder.is_relative_to(here) else folder


def one_game(game: str | None, folder: str | None) -> Path:
    """The game of a command that takes its folder as an argument too. Raises Wrong where the two differ."""
    if game is not None and folder is not None and game != folder:
        raise Wrong(f"two games are named: {folder} and --game {game}")
    return find_game(folder if game is None else game)


def _named_game(named: str) -> Path:
    if not named or "\0" in named:
        raise Wrong("--game: name a folder")
    folder = Path(named)
    if folder.name == GAME_FILE and os.path.isfile(folder):
        return folder.parent
    if _holds_game(folder):
        return folder
    if not os.path.isdir(folder) and named in included():
        return data_folder("rules") / named
    raise Wrong(why_no_game(named, included()))


def included() -> list[str]:
    """The names of the games that ship with the program."""
    rules = data_folder("rules")
    if not rules.is_dir():
        return []
    return sorted(folder.name for folder in rules.iterdir() if (folder / GAME_FILE).is_file())


def pairs(texts: Iterable[str], option: str) -> list[tuple[str, str]]:
    """``NAME=VALUE`` texts taken apart, in order."""
    found = []
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals or not name.strip():
            raise Wrong(f"{option} takes NAME=VALUE, found `{text}`")
        found.append((name.strip(), value.strip()))
    return found


def chosen(texts: Iterable[str]) -> dict[str, str]:
    """The options named on the command line; one named twice with two values is wrong use."""
    found: dict[str, str] = {}
    for name, value in pairs(texts, "--option"):
        if found.setdefault(name, value) != value:
            raise Wrong(f"--option {name} is given twice: {found[name]} and {value}")
    return found


def load(game: str | None, options: Iterable[str]) -> Program | None:
    return load_from(find_game(game), options)


def load_from(folder: Path, options: Iterable[str]) -> Program | None:
    """The program of a game under the options chosen: from the cache where nothing changed. None where the game has errors."""
    return remembered(open_cache(), folder, chosen(options), lambda: compiled(folder, options).program)


def compiled(folder: Path, options: Iterable[str], *, every_option: bool = False) -> Compilation:
    """A game under the options chosen; without a program where it has errors, which then stand on stderr.

    What other options break is for ``check`` to say.
    """
    compilation = compile_game(folder, chosen(options), every_option=every_option)
    gc.freeze()  # what was compiled stays to the end
    gc.enable()
    if compilation.program is None:
        from penance_build.cli.report import render

        say_raw(render("short", compilation, folder))
        say("penance: the game has errors; `penance check` shows them in full")
    return compilation


def option_values(folder: Path) -> dict[str, tuple[str, ...]]:
    """The options that a game declares, each with its values, the default first."""
    return {name: option.values for name, option in written_game(folder).options.items()}


def written_game(folder: Path) -> Game:
    """A game as it is written, without what does not have the form of its kind."""
    from penance_build import schema
    from penance_build.source import read_game
    from penance_build.surface.from_tree import from_tree

    source, _ = read_game(folder)
    return from_tree(source, {problem.entity for problem in schema.validate(source) if problem.entity[0]})
