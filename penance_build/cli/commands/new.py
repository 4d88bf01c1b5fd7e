"""``penance new``: a small game that builds as it is, with the schemas beside it so that an editor helps from the first line."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import click

from penance_build.build.disk.fresh import write_all
from penance_build.cli.errors import Wrong
from penance_build.cli.terminal import clean, put, say, when_done
from penance_build.diagnostics.suggest import near
from penance_build.limits import DEVICES
from penance_build.shipped import data_folder, package_folder

FILES = ("game.yaml", "rules.yaml", "cards.yaml", "reference.yaml")  # in the order in which they are told
LAYOUTS = ("full_art", "number_card", "picture_top")
SCHEMAS = "schemas"
LONGEST = 60  # characters that an id takes of a folder's name


@click.command()
@click.argument("folder", metavar="DIR")
@click.option("--layout", metavar="NAME", help=f"Begin with cards in a face of your own instead: {', '.join(LAYOUTS)}.")
def new(folder: str, layout: str | None) -> int:
    """Make a new small game in DIR: a die, a table, a rule, two cards, a quick reference, and the schemas for your editor."""
    if layout is not None and layout not in LAYOUTS:
        raise Wrong(f"--layout: there is no layout `{clean(layout)}`{near(layout, list(LAYOUTS))}")
    target = Path(folder)
    if not folder or "\0" in folder:
        raise Wrong("name a folder for the new game")
    if target.exists() and not target.is_dir():
        raise Wrong(f"{clean(folder)} is a file; name a folder")
    if target.is_dir() and any(target.iterdir()):
        raise Wrong(f"{clean(folder)} is not empty; name a new folder")
    _write(target, printable(target.resolve().name, layout))
    say(f"penance: a new game in {folder}; try: cd {shlex.quote(folder)} && penance check && penance build")
    return 0


def _write(target: Path, texts: dict[str, str]) -> None:
    write_all(target, {name: text.encode("utf-8") for name, text in texts.items()})
    with when_done(lambda: f"the new game is in {target}"):
        for name in texts:
            if "/" not in name:
                put(str(target / name))
        put(f"{target / SCHEMAS}/")  # thirty files that nobody edits


# Other letters than those of western Europe, which every font of a theme has.
_OTHER_LETTERS = re.compile(r"[^\x00-\xff]")
_THEME, _FONT = "\ntheme:\n", "font_display: alegreya-sans"
_WIDE_FONT = f"\n# A font that has the letters of the name.\ntheme: {{{_FONT}}}\n"


def printable(name: str, layout: str | None) -> dict[str, str]:
    """The files of a new game called ``name``, with a font that has its letters; where none has, it is called otherwise."""
    made = files(name, layout)
    if not _OTHER_LETTERS.search(printed_name(name)) or not _lacks_letters(made):
        return made
    game = made["game.yaml"]
    other = {**made, "game.yaml": game.replace(_THEME, f"{_THEME}  {_FONT}\n") if _THEME in game else game + _WIDE_FONT}
    return other if not _lacks_letters(other) else files("new game", layout)


def _lacks_letters(made: dict[str, str]) -> bool:
    from penance_build.api import compile_texts

    return any(problem.code == "E803" for problem in compile_texts(made).problems)


def files(name: str, layout: str | None = None) -> dict[str, str]:
    """The files of a new game called ``name``, by path below its folder: with a die and a rule, or with cards in a layout."""
    skeleton = package_folder() / "cli" / ("skeleton" if layout is None else f"layouts/{layout}")
    found = {}
    names = sorted(path.relative_to(skeleton).as_posix() for path in skeleton.rglob("*") if path.is_file())
    for file in sorted(names, key=lambda name: FILES.index(name) if name in FILES else len(FILES)):
        text = (skeleton / file).read_text(encoding="utf-8")
        found[file] = text.replace("GAME_ID", game_id(name)).replace("GAME_NAME", printed_name(name))
    return found | schema_files()


def schema_files() -> dict[str, str]:
    """The schemas that lie beside a new game, by path below its folder."""
    return {f"{SCHEMAS}/{path.name}": path.read_text(encoding="utf-8") for path in sorted(data_folder(SCHEMAS).glob("*.json"))}


def game_id(name: str) -> str:
    """An id made of a folder's name; one that a file can have."""
    text = re.sub(r"[^a-z0-9]+", "_", name.lower())[:LONGEST].strip("_")
    return text if re.match(r"[a-z]", text) and text not in DEVICES else f"game_{text}".rstrip("_")


def printed_name(name: str) -> str:
    """A title made of a folder's name; nothing that could end the quotes it stands in."""
    words = re.findall(r"[^\W_]+(?:['\u2019][^\W_]+)*", name)  # an apostrophe within a word is part of it
    return " ".join(word[:1].upper() + word[1:] for word in words) or "New Game"
