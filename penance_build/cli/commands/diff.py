"""``penance diff``: two games, two choices of options or two revisions of a game, and what differs in the designer's words."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click
from msgspec import Struct

from penance_build.cli.calling.folders import why_no_game_in
from penance_build.cli.errors import Wrong
from penance_build.cli.options import chosen, find_game, format_option, game_options, included, pairs
from penance_build.cli.report import name_of
from penance_build.cli.revisions import OldFiles, changed_files, game_at, is_revision
from penance_build.cli.terminal import clean, put_json, put_raw
from penance_build.source.folder import GAME_FILE

if TYPE_CHECKING:
    from penance_build.compilation import Compilation
    from penance_build.diff.result import Side
    from penance_build.product import Files


class _Word(Struct, frozen=True):
    """A side as it was named: a ``folder``, the choice of ``options``, or a ``revision``."""

    named: str
    folder: Path | None = None
    options: Mapping[str, str] | None = None
    revision: str = ""


@click.command()
@click.argument("old", metavar="OLD")
@click.argument("new", required=False, metavar="[NEW]")
@game_options
@format_option("text", "markdown", "json")
def diff(old: str, new: str | None, game: str | None, options: tuple[str, ...], form: str) -> int:
    """Say what differs between two states of a game: texts, figures, structure, odds, and what to print anew.

    OLD and NEW are each a game's folder, a revision of git (HEAD~3, v1.2), or options as NAME=VALUE,... of the same game.
    Without NEW, the game as it lies in its folder. --option holds for both.

    Exit 1 where one of the two does not compile; differences are no mistake.
    """
    from penance_build.diff.compare import compare
    from penance_build.diff.faces import Held
    from penance_build.diff.reports.as_markdown import as_markdown
    from penance_build.diff.reports.as_text import as_text
    from penance_build.diff.reports.data import comparison_data

    words = [_read(word, game) for word in (old, new) if word is not None]
    common = _folder(words, game)
    if new is None:
        words.append(_Word(f"{name_of(common)} as it is now", common) if words[0].options is None else _Word("defaults", options={}))
    wanted = chosen(options)
    sides = [_side(word, common, wanted) for word in words]
    (old_side, old_files), (new_side, new_files) = sides
    comparison = compare(old_side, new_side, Held(old_files, new_files, _changed(words[0], words[1], common)))
    if form == "json":
        put_json(comparison_data(comparison))
    else:
        put_raw(clean((as_markdown if form == "markdown" else as_text)(comparison)))
    return 0 if comparison.has_programs else 1


def _read(word: str, game: str | None) -> _Word:
    """What a word means. Raises Wrong where it could be two things."""
    path = Path(word)
    folder = path if word and "\0" not in word and path.is_dir() else None
    if folder is None and "=" in word:
        named = pairs([part for part in word.split(",") if part.strip()], "OLD and NEW")
        if len(dict(named)) < len(named):
            raise Wrong(f"`{word}` names an option twice")
        return _Word(", ".join(f"{name}={value}" for name, value in named), options=dict(named))
    if folder is not None:
        # A path such as `.` or `./v1` is no name of a revision.
        if not word.startswith((".", "/")) and is_revision(Path(), word):
            raise Wrong(f"`{word}` is a folder and a revision of git; write ./{word} for the folder, {word}^0 for the revision")
        if not (folder / GAME_FILE).is_file():
            raise Wrong(why_no_game_in(folder, clean(word)))
        return _Word(name_of(folder) if folder.parts else ".", folder)
    if word in included() and not is_revision(Path() if game is None else find_game(game), word):
        return _Word(word, find_game(word))
    return _Word(word, revision=word)


def _folder(words: list[_Word], game: str | None) -> Path:
    """The game's folder for sides that name none themselves: --game, the folder of the other side, or the one that we are in."""
    if game is not None:
        return find_game(game)
    for word in words:
        if word.folder is not None:
            return word.folder
    return find_game(None)


def _side(word: _Word, folder: Path, wanted: Mapping[str, str]) -> tuple[Side, Files]:
    """A side, and the pictures and fonts of it."""
    from penance_build.diff.result import Side

    compiled, files = _compiled(word, folder, wanted)
    return Side(word.named, compiled), files


def _changed(old: _Word, new: _Word, folder: Path) -> Callable[[Collection[str]], Collection[str]] | None:
    """What tells which files are not as they were in a revision, where the new side is the folder that has it: git knows them by name."""
    is_here = not new.revision and new.folder in (None, folder)
    return partial(changed_files, folder, old.revision) if old.revision and is_here else None


def _compiled(word: _Word, folder: Path, wanted: Mapping[str, str]) -> tuple[Compilation, Files]:
    from penance_build.api import compile_game, compile_texts
    from penance_build.build.files import GameFiles
    from penance_build.model.context.options import UnknownOption

    own = word.options or {}
    for name in sorted(set(own) & set(wanted)):
        raise Wrong(f"the option {name} is given for both by --option, and for one as {name}={own[name]}")
    try:
        if word.revision:
            texts, sheets = game_at(folder, word.revision)
            return compile_texts(texts, wanted, every_option=False, sheets=sheets), OldFiles(sheets)
        here = word.folder or folder
        return compile_game(here, {**wanted, **own}, every_option=False), GameFiles(here)
    except UnknownOption as error:
        raise Wrong(f"{word.named}: {error}") from None
