"""The input and output of a run: the state of a game, the log of its draws, the lines of its derivation."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from penance_build.ir.interpret.dice import RunError, face_word
from penance_build.ir.nodes import CounterDef, Index, Played, Type, ZoneDef

Value = int | tuple[int, ...]


class IllegalAction(RunError):
    """An action that the rules forbid."""


class State(Struct):
    """Counters and zones as lists by owner (one entry where the game owns it); ``cards``: the card index of each instance.

    The top of a zone is the end of its list. ``unseen`` are the zones whose order nobody has seen: for odds every order of their
    cards is alike; a run takes the one that is there.
    """

    players: int
    counters: dict[str, list[int]]
    zones: dict[str, list[list[int]]]
    cards: list[int]
    unseen: frozenset[str] = frozenset()

    def copy(self) -> State:
        """A state that shares nothing with this one."""
        zones = {name: [list(pile) for pile in piles] for name, piles in self.zones.items()}
        return State(self.players, {name: list(row) for name, row in self.counters.items()}, zones, list(self.cards), self.unseen)


class Draw(Struct, frozen=True):
    """One rolled die: the roll name, the die, the face index."""

    name: str
    die: str
    face: int


class Shuffled(Struct, frozen=True):
    """One shuffle: the draws, from the last place down."""

    zone: str
    owner: int
    draws: tuple[int, ...]


class TraceLine(Struct, frozen=True):
    """A line of the derivation; ``value`` and ``running`` are printed values. The step of the procedure with this number made it."""

    label: str
    value: int | bool | str | list[int | str]
    running: int | bool | str | list[int | str]
    source: str
    procedure: str
    step: int


class Record(Struct, frozen=True):
    """A record that the rules reported: its name, and its printed fields in order."""

    name: str
    fields: tuple[tuple[str, int | bool | str | list[int | str]], ...]


class Outcome(Struct, frozen=True):
    """The output of a run: results as integers (a roll as face indices), every draw, the derivation, the state after it, the reports."""

    results: dict[str, Value]
    log: tuple[Draw | Shuffled, ...]
    trace: tuple[TraceLine, ...]
    state: State
    told: tuple[str | Record, ...] = ()


def new_state(program: Played, players: int = 2) -> State:
    """A state with every counter at its start and every zone empty."""
    counters = {item.id: [item.start] * owners_of(program.by_id, item, players) for item in program.counters}
    zones: dict[str, list[list[int]]] = {item.id: [[] for _ in range(owners_of(program.by_id, item, players))] for item in program.zones}
    return State(players, counters, zones, [])


def owners_of(index: Index, item: CounterDef | ZoneDef, players: int) -> int:
    """How many have a counter or a zone of their own: the players, the game alone, or the hexes of a map."""
    if item.owner in ("player", "game"):
        return players if item.owner == "player" else 1
    return len(index.spaces[item.owner].cells)


def printed(program: Played, kind: Type, value: Value) -> int | bool | str | list[int | str]:
    """A value as results and traces show it: bools as bools, enum members as ids, rolls as lists of values or face ids."""
    if isinstance(value, tuple):
        if kind.kind == "list":
            return list(value)
        die = program.by_id.dice[kind.ref]
        return [face_word(die, face) for face in value]
    if kind.kind == "bool":
        return value != 0
    if kind.kind == "enum":
        return program.by_id.enums[kind.ref].members[value].id
    return value


def words(program: Played, kind: Type, value: Value, cards: Sequence[int]) -> str:
    """A value inside a label: numbers in decimal, members, faces and cards by their printed name, players from 1."""
    if isinstance(value, tuple):
        if kind.kind == "list":
            return ", ".join(map(str, value))
        die = program.by_id.dice[kind.ref]
        return ", ".join(die.faces[face].name for face in value)
    if kind.kind == "bool":
        return "true" if value else "false"
    if kind.kind == "enum":
        return program.by_id.enums[kind.ref].members[value].name
    if kind.kind == "card":
        return program.cards[cards[value]].name
    return str(value + 1) if kind.kind == "player" else str(value)
