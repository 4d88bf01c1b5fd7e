"""The options of a build that say for which maker or program it is."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, TypeVar

import click

from penance_build.build.registry import exit_product
from penance_build.cli.errors import Wrong
from penance_build.cli.terminal import clean
from penance_build.diagnostics.suggest import near
from penance_build.exits.names import FOLDER, shipped_names
from penance_build.product import ExitAsked

_Command = TypeVar("_Command", bound=Callable[..., Any])
_ADDRESS = re.compile(r"(?:https?|file)://[!-~]+")


def exit_options(command: _Command) -> _Command:
    """``--for``, ``--base-url`` and ``--icc``."""
    shown = ", ".join(shipped_names())
    for option in (
        click.option("--base-url", metavar="URL", help="Where pictures for a virtual table will be found."),
        click.option(
            "--icc", metavar="FILE", help="The ICC profile of a press, a file of the game's folder: with --for of a maker who prints."
        ),
        click.option("--for", "maker", metavar="NAME", help=f"What a maker or program takes: {shown}, or a profile of the game's own."),
    ):
        command = option(command)
    return command


def asked_exit(wanted: tuple[str, ...], options: Mapping[str, Any], root: Path) -> tuple[tuple[str, ...], ExitAsked]:
    """The products and the maker that are asked for. Raises ``Wrong``."""
    name, base, icc = options["maker"], options["base_url"], options["icc"]
    if base is not None and _ADDRESS.fullmatch(base) is None:
        raise Wrong(f"--base-url: {clean(base)} is no address such as https://example.org/cards/")
    if name is None:
        if base is not None:
            raise Wrong("--base-url is for pictures of a virtual table: say which with --for")
        if icc is not None:
            raise Wrong("--icc is for a maker who prints in inks: say which with --for")
        return wanted, ExitAsked()
    if wanted:
        raise Wrong("--for makes what one maker or program takes and nothing else: leave --only and the options of faces out")
    own = root / FOLDER
    known = sorted({*shipped_names(), *(path.name.removesuffix(".yaml") for path in own.glob("*.yaml"))})
    if name not in known:
        raise Wrong(f"--for: there is no profile `{clean(name)}`{near(name, known)}")
    return (exit_product(name).name,), ExitAsked(name, base or "", "" if icc is None else _in_game(icc, root))


def _in_game(name: str, root: Path) -> str:
    """A file as the game names it, whether it was named from there or from here. Raises ``Wrong``."""
    if (root / name).is_file() and not Path(name).is_absolute() and ".." not in Path(name).parts:
        return Path(name).as_posix()
    here = Path(name).absolute()
    try:
        return here.relative_to(root.absolute()).as_posix()
    except ValueError:
        if here.is_file():
            raise Wrong(
                f"--icc: {clean(name)} is not in the folder of the game: copy it there, for a build is made of that alone"
            ) from None
        return name
