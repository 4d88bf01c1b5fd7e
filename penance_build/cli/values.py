"""Parses ``--set`` and ``--dice`` to integers, and prints inputs and results as words.

Every refusal names the bound or the list that was missed, and where the bound comes from.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Final

from penance_build.api import compile_game
from penance_build.cli.errors import Wrong
from penance_build.cli.options import option_values, pairs
from penance_build.cli.terminal import clean
from penance_build.diagnostics.suggest import did_you_mean
from penance_build.ir.nodes import Die, Enum, Input, Procedure, Program, Type

Printed = int | bool | str | list[int | str]
PLAYERS: Final = 2  # of a game that a command starts on its own; a setup in a program of one's own may have others
_NUMBER = re.compile(r"-?(0|[1-9][0-9]{0,15})")


class UnknownInput(Wrong):
    """An input that the procedure does not have, by its name."""

    def __init__(self, name: str, text: str) -> None:
        super().__init__(text)
        self.name = name


def find_procedure(program: Program, name: str | None) -> Procedure:
    """The procedure of this name. Raises Wrong with near misses, or with the list of them all where none was named."""
    known = program.by_id.procedures
    if name is not None and name in known:
        return known[name]
    if name is None:
        raise Wrong(f"name a procedure, one of: {', '.join(known) or 'none, for this game has no procedures'}")
    if f"card.{name}" in known:
        raise Wrong(f"there is no procedure `{name}`; what the card does is `card.{name}`")
    raise Wrong(f"there is no procedure `{name}`{near(name, list(known))}")


def near(word: str, known: list[str]) -> str:
    """``; did you mean ...`` where something is close, else the list of what there is."""
    hint = did_you_mean(word, known)
    if hint:
        return f"; {hint}"
    shown = ", ".join(known[:12]) + (f" and {len(known) - 12} more" if len(known) > 12 else "")
    return f"; there is {shown}" if known else "; there are none"


def read_inputs(program: Program, procedure: Procedure, texts: Iterable[str]) -> dict[str, int]:
    """The values of ``--set`` texts as integers, each held against its type."""
    found: dict[str, int] = {}
    by_name = {item.name: item for item in procedure.inputs}
    for name, text in pairs(texts, "--set"):
        if name not in by_name:
            raise UnknownInput(name, f"`{procedure.id}` has no input `{name}`{near(name, list(by_name))}")
        if name in found:
            raise Wrong(f"--set {name} is given twice")
        found[name] = read_value(program, by_name[name], text)
    missing = [item for item in procedure.inputs if item.default is None and item.name not in found]
    if missing:
        wanted = " and ".join(f"`{item.name}` ({describe(program, item.type)})" for item in missing)
        raise Wrong(f"`{procedure.id}` needs {wanted}; give --set {missing[0].name}=...")
    return found


def read_inputs_of(program: Program, procedure: Procedure, texts: Iterable[str], folder: Path) -> dict[str, int]:
    """As :func:`read_inputs`; for an input that exists under another option of the game in ``folder``, say so."""
    try:
        return read_inputs(program, procedure, texts)
    except UnknownInput as error:
        chosen = dict(program.options)
        for option, values in sorted(option_values(folder).items()):
            for value in values:
                other = None if chosen.get(option) == value else compile_game(folder, {**chosen, option: value}, every_option=False).program
                if other and any(item.id == procedure.id and error.name in {one.name for one in item.inputs} for item in other.procedures):
                    raise Wrong(f"`{procedure.id}` has an input `{error.name}` only under an option: --option {option}={value}") from None
        raise


def read_value(program: Program, item: Input, text: str) -> int:
    """One value as an integer. Raises Wrong."""
    kind = item.type
    if kind.kind == "bool":
        if text in ("true", "false"):
            return int(text == "true")
        raise Wrong(f"`{item.name}` is true or false, found `{text}`")
    if kind.kind == "enum":
        members = [member.id for member in enum_of(program, kind.ref).members]
        if text in members:
            return members.index(text)
        hint = did_you_mean(text, members)
        raise Wrong(f"`{item.name}` is one of {', '.join(members)}; found `{text}`{hint and '; ' + hint}")
    if not _NUMBER.fullmatch(text):
        raise Wrong(f"`{item.name}` is {describe(program, kind)}, found `{text}`")
    number = int(text)
    low, high = (0, PLAYERS - 1) if kind.kind == "player" else (kind.low, kind.high)
    if (low is not None and number < low) or (high is not None and number > high):
        source = f" ({item.source})" if item.source else ""
        raise Wrong(f"`{item.name}` is {describe(program, kind)}{source}, found {number}")
    return number


def describe(program: Program, kind: Type) -> str:
    """What values a type has, in words: ``0 to 40 (hex)``, ``true or false``, ``one of front, rear``."""
    if kind.kind == "bool":
        return "true or false"
    if kind.kind == "enum":
        return "one of " + ", ".join(member.id for member in enum_of(program, kind.ref).members)
    if kind.kind == "player":
        return f"a player, 0 to {PLAYERS - 1}"
    if kind.kind == "card":
        return "a card, by the number of its instance"
    unit = f" ({kind.unit})" if kind.unit else ""
    if kind.low is None and kind.high is None:
        return f"a whole number{unit}"
    if kind.high is None:
        return f"{kind.low} or more{unit}"
    if kind.low is None:
        return f"{kind.high} or less{unit}"
    return f"{kind.low} to {kind.high}{unit}"


def enum_of(program: Program, name: str) -> Enum:
    return program.by_id.enums[name]


def die_of(program: Program, name: str) -> Die:
    return program.by_id.dice[name]


def read_dice(program: Program, procedure: Procedure, texts: Iterable[str]) -> dict[str, list[int]]:
    """The scripted faces of ``--dice`` texts as face indices by roll name; a name given twice goes on."""
    dice = dict(procedure.rolls)
    found: dict[str, list[int]] = {}
    for name, text in pairs(texts, "--dice"):
        if name not in dice:
            raise Wrong(f"`{procedure.id}` rolls no `{name}`{near(name, list(dice))}")
        faces = [face.strip() for face in text.split(",")] if text else []
        found.setdefault(name, []).extend(read_face(die_of(program, dice[name]), face) for face in faces)
    return found


def read_face(die: Die, text: str) -> int:
    """A face as its index: by value for dice that have values, else by id (an id is understood for all)."""
    if die.has_values and _NUMBER.fullmatch(text):
        for index, face in enumerate(die.faces):
            if dict(face.values)["value"] == int(text):
                return index
    for index, face in enumerate(die.faces):
        if face.id == text:
            return index
    source = f" ({die.source})" if die.source else ""
    raise Wrong(f"the die `{die.id}` has no face `{text}`; its faces are: {', '.join(map(str, face_words(die)))}{source}")


def face_words(die: Die) -> list[int | str]:
    """How the faces of a die are named, each once, in order."""
    words: list[int | str] = [dict(face.values)["value"] if die.has_values else face.id for face in die.faces]
    return list(dict.fromkeys(words))


def face_word(die: Die, index: int) -> int | str:
    """How one face is named."""
    face = die.faces[index]
    return dict(face.values)["value"] if die.has_values else face.id


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


def printed_inputs(program: Program, procedure: Procedure, given: Mapping[str, int]) -> dict[str, Printed]:
    """Every input with its value, defaults filled in, as results are printed."""
    from penance_build.ir.interpret.state import printed

    values = {item.name: given.get(item.name, item.default) for item in procedure.inputs}
    return {item.name: printed(program, item.type, values[item.name] or 0) for item in procedure.inputs}
