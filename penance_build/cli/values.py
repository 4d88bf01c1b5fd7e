"""Parses ``--set`` and ``--dice`` for the library, and prints values as words and in columns."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from penance_build.api import compile_game
from penance_build.cli.errors import Wrong
from penance_build.cli.options import option_values, pairs
from penance_build.cli.terminal import clean
from penance_build.ir.nodes import Procedure, Program
from penance_build.library.errors import MissingInput, UnknownInput
from penance_build.library.values import Printed, find_procedure, near, read_face


def named_procedure(program: Program, name: str | None) -> Procedure:
    """The procedure of this name. Raises Wrong, with the list of them all where none was named."""
    if name is None:
        raise Wrong(f"name a procedure, one of: {', '.join(program.by_id.procedures) or 'none, for this game has no procedures'}")
    return find_procedure(program, name)


def values_of(texts: Iterable[str], option: str = "--set") -> dict[str, str]:
    """What ``NAME=VALUE`` texts give each name. Raises Wrong for a name given twice."""
    found: dict[str, str] = {}
    for name, text in pairs(texts, option):
        if name in found:
            raise Wrong(f"{option} {name} is given twice")
        found[name] = text
    return found


@contextmanager
def explained(program: Program, procedure: Procedure, folder: Path) -> Iterator[None]:
    """What is wrong with inputs, as wrong use of the command line: how one is given, or under which option of the game it exists."""
    try:
        yield
    except MissingInput as error:
        raise Wrong(f"{error}; give --set {error.name}=...") from None
    except UnknownInput as error:
        chosen = dict(program.options)
        for option, values in sorted(option_values(folder).items()):
            for value in values:
                other = None if chosen.get(option) == value else compile_game(folder, {**chosen, option: value}, every_option=False).program
                if other and any(item.id == procedure.id and error.name in {one.name for one in item.inputs} for item in other.procedures):
                    raise Wrong(f"`{procedure.id}` has an input `{error.name}` only under an option: --option {option}={value}") from None
        raise


def read_dice(program: Program, procedure: Procedure, texts: Iterable[str]) -> dict[str, list[int]]:
    """The scripted faces of ``--dice`` texts as face indices by roll name; a name given twice goes on."""
    dice = dict(procedure.rolls)
    found: dict[str, list[int]] = {}
    for name, text in pairs(texts, "--dice"):
        if name not in dice:
            raise Wrong(f"`{procedure.id}` rolls no `{name}`{near(name, list(dice))}")
        faces = [face.strip() for face in text.split(",")] if text else []
        found.setdefault(name, []).extend(read_face(program.by_id.dice[dice[name]], face) for face in faces)
    return found


def plain(value: Printed) -> str:
    """A printed value in a text: booleans as the rules write them, a roll as a list with spaces."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list):
        return " ".join(map(str, value)) or "none"
    return clean(str(value))


def columns(rows: Sequence[tuple[str, ...]], right: tuple[int, ...] = ()) -> list[str]:
    """Rows as lines with aligned columns; those in ``right`` are flushed right; no line ends in spaces."""
    widths = [max(len(cell) for cell in column) for column in zip(*rows, strict=True)] if rows else []
    lines = []
    for row in rows:
        sized = enumerate(zip(row, widths, strict=True))
        lines.append("  ".join(cell.rjust(width) if index in right else cell.ljust(width) for index, (cell, width) in sized).rstrip())
    return lines
