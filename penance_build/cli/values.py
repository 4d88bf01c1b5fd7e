"""Parses ``--set`` and ``--dice`` for the library, and prints values as words and in columns."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from penance_build.api import compile_game
from penance_build.cli.errors import Wrong
from penance_build.cli.options import option_values, pairs
from penance_build.cli.terminal import clean
from penance_build.diagnostics.suggest import near
from penance_build.ir.interpret.dice import face_words, named_face
from penance_build.ir.interpret.state import State
from penance_build.ir.nodes import Die, Procedure, Program, Situation
from penance_build.ir.uses import dice_by_name
from penance_build.library.errors import MissingInput, UnknownInput, WrongUse
from penance_build.library.situation import saved_game, situation
from penance_build.library.values import Printed, find_procedure, named_procedures, read_face

if TYPE_CHECKING:  # a table is slow to import
    from penance_build.play.table import Refused

LARGEST = 32 * 2**20  # bytes of a saved game; a long duel has less than one


def named_procedure(program: Program, name: str | None) -> Procedure:
    """The procedure of this name. Raises Wrong, with the list of them all where none was named."""
    if name is None:
        raise Wrong(f"name a procedure, one of: {', '.join(named_procedures(program)) or 'none, for this game has no procedures'}")
    return find_procedure(program, name)


def refused(refusal: Refused) -> Wrong:
    """What cannot be played, with a near miss of what was named."""
    return Wrong(f"{refusal}{near(refusal.named, refusal.known)}" if refusal.named else str(refusal))


def values_of(texts: Iterable[str], option: str = "--set") -> dict[str, str]:
    """What ``NAME=VALUE`` texts give each name. Raises Wrong for a name given twice."""
    found: dict[str, str] = {}
    for name, text in pairs(texts, option):
        if name in found:
            raise Wrong(f"{option} {name} is given twice")
        found[name] = text
    return found


ABOUT = {"setup": "--setup", "decks": "--decks", "counters": "--counter", "zones": "--zone", "players": "--players", "state": "--state"}


def asked_game(
    program: Program,
    setup: str | None,
    decks: str | None,
    counters: Iterable[str],
    zones: Iterable[str],
    players: int | None,
    saved: str | None,
) -> Situation | State | None:
    """The game that the options of ``situation_options`` describe. Raises Wrong."""
    levels = {name: [value.strip() for value in text.split(",")] for name, text in values_of(counters, "--counter").items()}
    piles = {name: text.split("/") for name, text in values_of(zones, "--zone").items()}
    brought = [] if decks is None else [name.strip() for name in decks.split(",")]
    if saved is not None and (setup or brought or levels or piles or players is not None):
        raise Wrong("--state takes a game as it was saved; leave out --setup, --decks, --counter, --zone and --players")
    data = None if saved is None else _saved(saved)
    try:
        if saved is not None:
            return saved_game(program, data)
        if players is not None and players < 1:
            raise WrongUse(f"there are 1 to 100 players, not {players}", "players")
        return situation(program, setup=setup or "", decks=brought, counters=levels, zones=piles, players=players or 0)
    except WrongUse as error:
        raise Wrong(f"{ABOUT.get(error.about, '--set')}: {error}") from None


def _saved(path: str) -> object:
    """What stands in a file as JSON."""
    try:
        with open(path, "rb") as file:  # it may be a pipe: nothing is written to it
            text = file.read(LARGEST + 1)
        if len(text) <= LARGEST:
            return json.loads(text.decode("utf-8"))
    except (FileNotFoundError, NotADirectoryError):
        raise Wrong(f"--state: there is no file {path}") from None
    except (ValueError, RecursionError):
        raise Wrong(f"--state: {path} is no JSON") from None
    raise Wrong(f"--state: {path} has more than {LARGEST:,} bytes, so it is no saved game")


@contextmanager
def explained(program: Program, procedure: Procedure, folder: Path) -> Iterator[None]:
    """What is wrong with inputs, as wrong use of the command line: how one is given, or under which option of the game it exists."""
    try:
        yield
    except MissingInput as error:
        begins = next((f" or --setup {setup.id}" for setup in program.setups if setup.procedure == procedure.id and setup.inputs), "")
        raise Wrong(f"{error}; give --set {error.name}=...{begins}") from None
    except UnknownInput as error:
        chosen = dict(program.options)
        for option, values in sorted(option_values(folder).items()):
            for value in values:
                other = None if chosen.get(option) == value else compile_game(folder, {**chosen, option: value}, every_option=False).program
                if other and any(item.id == procedure.id and error.name in {one.name for one in item.inputs} for item in other.procedures):
                    raise Wrong(f"`{procedure.id}` has an input `{error.name}` only under an option: --option {option}={value}") from None
        raise


def read_dice(program: Program, procedure: Procedure, texts: Iterable[str]) -> dict[str, list[int | str]]:
    """The scripted faces of ``--dice`` texts by roll name, as face indices, or as they are written where any of several dice may be
    rolled; a name given twice goes on."""
    dice = dice_by_name(procedure.rolls)
    found: dict[str, list[int | str]] = {}
    for name, text in pairs(texts, "--dice"):
        if name not in dice:
            raise Wrong(f"`{procedure.id}` rolls no `{name}`{near(name, list(dice))}")
        faces = [face.strip() for face in text.split(",")] if text else []
        found.setdefault(name, []).extend(_face([program.by_id.dice[die] for die in dice[name]], face) for face in faces)
    return found


def _face(dice: Sequence[Die], face: str) -> int | str:
    """A face of the one die, or of any of several. Raises WrongUse."""
    if len(dice) == 1:
        return read_face(dice[0], face)
    if any(named_face(die, face) is not None for die in dice):
        return face
    known = ", ".join(dict.fromkeys(str(word) for die in dice for word in face_words(die)))
    raise WrongUse(f"none of the dice {', '.join(die.id for die in dice)} has a face `{face}`; their faces are: {known}", "face")


def plain(value: Printed) -> str:
    """A printed value in a text: booleans as the rules write them, a roll as a list with spaces."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list):
        return " ".join(map(str, value)) or "none"
    return clean(str(value))


def columns(rows: Sequence[tuple[str, ...]] | Callable[[], Iterable[tuple[str, ...]]], right: tuple[int, ...] = ()) -> Iterator[str]:
    """Rows as lines with aligned columns; those in ``right`` are flushed right; no line ends in spaces.

    Rows that are too many to hold are made twice, by a function: for the widths, and for the lines.
    """
    again = rows if callable(rows) else lambda: rows
    widths: list[int] = []
    for row in again():
        widths = [max(width, len(cell)) for width, cell in zip(widths or [0] * len(row), row, strict=True)]
    for row in again():
        sized = enumerate(zip(row, widths, strict=True))
        yield "  ".join(cell.rjust(width) if index in right else cell.ljust(width) for index, (cell, width) in sized).rstrip()
