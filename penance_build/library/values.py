"""Conversion between values as people write and read them, and the integers of the IR.

Every refusal names the violated bound or the list of allowed values, and the source of the bound.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from penance_build.diagnostics.suggest import did_you_mean, near
from penance_build.ir.interpret.dice import face_words, named_face
from penance_build.ir.interpret.ready import PLAYERS
from penance_build.ir.interpret.state import Outcome, Value
from penance_build.ir.interpret.state import printed as printed_by_rules
from penance_build.ir.nodes import CounterDef, Die, Played, Procedure, Type, ZoneDef
from penance_build.library.errors import MissingInput, UnknownInput, WrongUse

Given = int | bool | str  # a number, a truth, the id of a member; each as a text too, as a command line gives it
Printed = int | bool | str | list[int | str]
_NUMBER = re.compile(r"-?(0|[1-9][0-9]{0,15})")


def find_procedure(program: Played, name: str) -> Procedure:
    """The procedure of this name. Raises WrongUse, with near misses."""
    known = program.by_id.procedures
    if name in known:
        return known[name]
    if f"card.{name}" in known:
        raise WrongUse(f"there is no procedure `{name}`; what the card does is `card.{name}`", "procedure")
    near_by = list(known) if "." in name else named_procedures(program)
    raise WrongUse(f"there is no procedure `{name}`{near(name, near_by)}", "procedure")


def named_procedures(program: Played) -> list[str]:
    """The procedures as the rules name them: without what cards do (``card.ID``), and without the judges of bots."""
    return [name for name in program.by_id.procedures if "." not in name]


def read_inputs(
    program: Played, procedure: str, values: Mapping[str, Given], players: int = PLAYERS, known: Mapping[str, int] | None = None
) -> dict[str, int]:
    """The values of inputs as the integers that ``run`` and ``distribution`` take, each held against its type.

    Inputs with a default may be left out, and those that are ``known``. Players count from 1, of so many. Raises WrongUse.
    """
    found = find_procedure(program, procedure)
    by_name = {item.name: item for item in found.inputs}
    numbers: dict[str, int] = dict(known or {})
    for name, value in values.items():
        check_input(found.id, name, list(by_name))
        numbers[name] = read_value(program, name, by_name[name].type, value, by_name[name].source, players)
    check_given(program, found.id, numbers, {item.name: item.type for item in found.inputs if item.default is None}, players)
    return numbers


def check_input(asked: str, name: str, known: Sequence[str]) -> None:
    """Raises UnknownInput where ``asked`` has no input of this name."""
    if name not in known:
        raise UnknownInput(name, f"`{asked}` has no input `{name}`{near(name, known)}")


def check_given(program: Played, asked: str, given: Mapping[str, int], needed: Mapping[str, Type], players: int = PLAYERS) -> None:
    """Raises MissingInput where ``asked`` needs an input that was not given."""
    missing = [name for name in needed if name not in given]
    if missing:
        wanted = " and ".join(f"`{name}` ({describe(program, needed[name], players)})" for name in missing)
        raise MissingInput(missing[0], f"`{asked}` needs {wanted}")


def read_value(program: Played, name: str, kind: Type, given: Given, source: str = "", players: int = PLAYERS, about: str = "input") -> int:
    """One value as an integer; ``source`` is where its bounds come from. Raises WrongUse."""
    shown = str(given).lower() if isinstance(given, bool) else str(given)
    if kind.kind == "bool":
        if shown in ("true", "false"):
            return int(shown == "true")
        raise WrongUse(f"`{name}` is true or false, found `{shown}`", about)
    if kind.kind == "enum":
        members = [member.id for member in program.by_id.enums[kind.ref].members]
        if given in members:
            return members.index(shown)
        hint = did_you_mean(shown, members)
        raise WrongUse(f"`{name}` is one of {', '.join(members)}; found `{shown}`{hint and '; ' + hint}", about)
    if not _NUMBER.fullmatch(shown):
        raise WrongUse(f"`{name}` is {describe(program, kind, players)}, found `{shown}`", about)
    number = int(shown)
    low, high = (1, players) if kind.kind == "player" else (kind.low, kind.high)
    if (low is not None and number < low) or (high is not None and number > high):
        raise WrongUse(f"`{name}` is {describe(program, kind, players)}{f' ({source})' if source else ''}, found {number}", about)
    return number - 1 if kind.kind == "player" else number


def describe(program: Played, kind: Type, players: int = PLAYERS) -> str:
    """What values a type has, in words: ``0 to 40 (hex)``, ``true or false``, ``one of front, rear``."""
    if kind.kind == "bool":
        return "true or false"
    if kind.kind == "enum":
        return "one of " + ", ".join(member.id for member in program.by_id.enums[kind.ref].members)
    if kind.kind == "player":
        return f"a player, 1 to {players}"
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


def read_face(die: Die, given: int | str) -> int:
    """A face as its index: by value for dice that have values, else by id (an id is understood for all). Raises WrongUse."""
    found = named_face(die, str(given))
    if found is not None:
        return found
    source = f" ({die.source})" if die.source else ""
    raise WrongUse(f"the die `{die.id}` has no face `{given}`; its faces are: {', '.join(map(str, face_words(die)))}{source}", "face")


def printed(program: Played, kind: Type, value: Value) -> Printed:
    """A value as people read it: as the rules print it, players counted from 1."""
    found = printed_by_rules(program, kind, value)
    if isinstance(value, int) and kind.kind == "player":
        return value + 1
    return [seat + 1 for seat in value] if isinstance(value, tuple) and (kind.kind, kind.ref) == ("list", "player") else found


def printed_inputs(program: Played, procedure: Procedure, given: Mapping[str, int]) -> dict[str, Printed]:
    """Every input with its value, defaults filled in, as results are printed."""
    values = {item.name: given.get(item.name, item.default) for item in procedure.inputs}
    return {item.name: printed(program, item.type, values[item.name] or 0) for item in procedure.inputs}


def printed_results(program: Played, procedure: str, outcome: Outcome) -> dict[str, Printed]:
    """The results of a run as they are printed: members by id, truths as truths, rolls as lists of faces."""
    found = find_procedure(program, procedure)
    return {slot.name: printed(program, slot.type, outcome.results[slot.name]) for slot in found.results}


def in_words(program: Played, item: CounterDef | ZoneDef, value: int) -> int | bool | str:
    """A value of a counter as the rules write it: a member by its id."""
    if not isinstance(item, CounterDef) or not item.ref:
        return value
    return bool(value) if item.ref == "bool" else program.by_id.enums[item.ref].members[value].id


def owner_in_words(program: Played, item: CounterDef | ZoneDef, owner: int) -> int | str | None:
    """A player from 1, a hex by its id, None for the game."""
    if item.owner in ("player", "game"):
        return owner + 1 if item.owner == "player" else None
    return program.by_id.enums[item.owner].members[owner].id
